"""Forms of simple values: truth, texts, names of a kind; the list of all, with those of numbers."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perceptron_gui.engine.data.feature_map import FeatureMap
from perceptron_gui.files.file_errors import FileError, listed
from perceptron_gui.files.sessions.number_forms import DecimalForm, ShareForm, WholeForm
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.sessions.form import Form, Schema, Spot
    from perceptron_gui.files.sessions.strict_json import Plain

WITHOUT_NUL = r"^[^\u0000]*$"
LONGEST_TEXT = 20_000


class TruthForm:
    """True or false."""

    def written(self, value: bool) -> Plain:
        """See `Form.written`."""
        return value

    def read(self, plain: Plain, spot: Spot) -> bool:
        """See `Form.read`."""
        if not isinstance(plain, bool):
            raise spot.refusal(tr("true or false"), plain)
        return plain

    def schema(self) -> Schema:
        """See `Form.schema`."""
        return {"type": "boolean"}


class TextForm:
    """A text that every window can show."""

    def written(self, value: str) -> Plain:
        """See `Form.written`."""
        if not is_showable(value):
            raise FileError(tr("{name} cannot be written as UTF-8 text, rename it.").format(name=listed([value])))
        return value

    def read(self, plain: Plain, spot: Spot) -> str:
        """See `Form.read`."""
        if not (isinstance(plain, str) and is_showable(plain)):
            right = tr("text of at most {count} characters, without NUL and halves of characters")
            raise spot.refusal(right.format(count=LONGEST_TEXT), plain)
        return plain

    def schema(self) -> Schema:
        """See `Form.schema`."""
        return {"type": "string", "pattern": WITHOUT_NUL, "maxLength": LONGEST_TEXT}


def is_showable(text: str) -> bool:
    """Whether a text is not too long and has no letter that Qt ends at or aborts at: NUL, half a pair of surrogates.

    `text`: as it was read, or typed.
    """
    return len(text) <= LONGEST_TEXT and not any(c == "\0" or "\ud800" <= c <= "\udfff" for c in text)


class ChoiceForm(Frozen):
    """One name of a few."""

    kind: type[StrEnum]  # what the names are of

    def written(self, value: StrEnum) -> Plain:
        """See `Form.written`."""
        return value.value

    def read(self, plain: Plain, spot: Spot) -> StrEnum:
        """See `Form.read`."""
        if not isinstance(plain, str) or plain not in [*self.kind]:
            raise spot.refusal(tr("one of {names}").format(names=listed([each.value for each in self.kind])), plain)
        return self.kind(plain)

    def schema(self) -> Schema:
        """See `Form.schema`."""
        return {"enum": [each.value for each in self.kind]}


class FeaturesForm:
    """φ as it is written on the command line."""

    def written(self, value: FeatureMap) -> Plain:
        """See `Form.written`."""
        return value.text

    def read(self, plain: Plain, spot: Spot) -> FeatureMap:
        """See `Form.read`."""
        text = TextForm().read(plain, spot)
        features: FeatureMap = checked(lambda: FeatureMap.read(text), spot)
        return features

    def schema(self) -> Schema:
        """See `Form.schema`."""
        return TextForm().schema()


def checked(make: Callable[[], Any], spot: Spot) -> Any:
    """Return what `make` returns; what it refuses is told with its place.

    `make`: raises a ValueError with one sentence.
    """
    try:
        return make()
    except FileError:
        raise
    except ValueError as error:
        raise FileError(f"{spot.name}: {error}") from None


SIMPLE_FORMS: dict[type, Form] = {
    bool: TruthForm(),
    int: WholeForm(),
    float: DecimalForm(),
    str: TextForm(),
    Fraction: ShareForm(),
    FeatureMap: FeaturesForm(),
}
