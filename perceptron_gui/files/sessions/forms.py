"""How each kind of value is written in a session, and read from one: truth, texts, names, numbers, lists (C10)."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable
from enum import StrEnum
from fractions import Fraction
from typing import Any, Protocol

from perceptron_gui.engine.data.feature_map import FeatureMap
from perceptron_gui.files.file_errors import FileError, listed, shown
from perceptron_gui.files.numbers import PLAIN, shortest
from perceptron_gui.files.sessions.strict_json import LARGEST_WHOLE, MOST_VALUES, Plain
from perceptron_gui.frozen import Frozen, Meta, replace
from perceptron_gui.translation import ntr, tr

Schema = dict[str, Any]
"""Of JSON Schema."""


def listen_to_nobody(part: float) -> None:
    """Ignore how much is done. `part`: in 0 … 1."""


class Spot(Frozen):
    """A place in a file that is read."""

    path: str = ""  # names of the entries that lead there, with points between; empty for the whole
    # is called in long work with the part that is done, in 0 … 1; what it raises ends the work
    report: Callable[[float], None] = listen_to_nobody
    n_points: int = MOST_VALUES  # how many points there are, or can be where they have not been read yet

    def at(self, name: str) -> Spot:
        """Return the place of an entry. `name`: of the entry, in the group that stands here."""
        return replace(self, path=f"{self.path}.{name}" if self.path else name)

    @property
    def name(self) -> str:
        """What stands here, as a sentence begins with it."""
        return shown(self.path, 100) or tr("the session")

    def refusal(self, right: str, found: Plain) -> FileError:
        """Return the error that tells what stands here, and what would be right.

        `right`: as it follows "must be", translated.
        """
        words = tr("{entry} must be {right}, not {found}.")
        return FileError(words.format(entry=self.name, right=right, found=_shown(found)))


def _shown(found: Plain) -> str:
    if isinstance(found, str):
        return f'"{shown(found)}"'
    if isinstance(found, dict):
        return tr("a group of entries")
    if isinstance(found, list):
        return ntr("a list of {count} value", "a list of {count} values", len(found)).format(count=len(found))
    return shown(json.dumps(found))


class Form(Protocol):
    """Writes values of a kind as JSON, and reads them."""

    def written(self, value: Any) -> Plain:
        """Return a value as it stands in the file. Raises `FileError` when it cannot be written."""

    def read(self, plain: Plain, spot: Spot) -> Any:
        """Return the value that stands in the file.

        `spot`: where it stands. Raises `FileError` when it is none of this kind.
        """

    def schema(self) -> Schema:
        """Return the JSON Schema of what `written` returns."""


DECIMAL = r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$"
SHARE = re.compile(r"[0-9]{1,60}(/[1-9][0-9]{0,59})?", re.ASCII)
LONGEST_NUMBER = 100


class WholeForm(Frozen):
    """A whole number."""

    # its range, both included
    least: int = -LARGEST_WHOLE
    most: int = LARGEST_WHOLE

    def within(self, said: Meta) -> WholeForm:
        """Return the form of a narrower range. `said`: beside the type."""
        least = self.least if said.ge is None else int(said.ge)
        return WholeForm(least, self.most if said.le is None else int(said.le))

    def written(self, value: int) -> Plain:
        """See `Form.written`."""
        return int(value)

    def read(self, plain: Plain, spot: Spot) -> int:
        """See `Form.read`."""
        if isinstance(plain, bool) or not isinstance(plain, int):
            raise spot.refusal(tr("a whole number"), plain)
        if not self.least <= plain <= self.most:
            right = tr("a whole number from {least} to {most}").format(least=self.least, most=self.most)
            raise spot.refusal(right, plain)
        return plain

    def schema(self) -> Schema:
        """See `Form.schema`."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class DecimalForm(Frozen):
    """A decimal as text: the shortest one that its double stands for."""

    # its range, both included
    least: float = -sys.float_info.max
    most: float = sys.float_info.max
    above: float | None = None  # what it must be above, besides

    def within(self, said: Meta) -> DecimalForm:
        """Return the form of a narrower range. `said`: beside the type."""
        least = self.least if said.ge is None else float(said.ge)
        above = None if said.gt is None else float(said.gt)
        return DecimalForm(least, self.most if said.le is None else float(said.le), above)

    def written(self, value: float) -> Plain:
        """See `Form.written`."""
        return shortest(float(value))

    def read(self, plain: Plain, spot: Spot) -> float:
        """See `Form.read`."""
        is_decimal = isinstance(plain, str) and len(plain) <= LONGEST_NUMBER and PLAIN.fullmatch(plain)
        number = float(plain) if is_decimal else math.inf  # type: ignore[arg-type]
        if not math.isfinite(number):
            raise spot.refusal(tr('a decimal as text, such as "0.5"'), plain)
        if not self.least <= number <= self.most or (self.above is not None and number <= self.above):
            raise spot.refusal(self._range(), plain)
        return number

    def _range(self) -> str:
        if self.above is not None:
            words = tr("a decimal as text, above {least} and at most {most}")
            return words.format(least=shortest(self.above), most=shortest(self.most))
        words = tr("a decimal as text, from {least} to {most}")
        return words.format(least=shortest(self.least), most=shortest(self.most))

    def schema(self) -> Schema:
        """See `Form.schema`."""
        least = {"minimum": self.least} if self.above is None else {"exclusiveMinimum": self.above}
        return {"type": "string", "pattern": DECIMAL, "maxLength": LONGEST_NUMBER, **least, "maximum": self.most}


class ShareForm:
    """A fraction as text, such as 1/5, with nothing lost."""

    def written(self, value: Fraction) -> Plain:
        """See `Form.written`."""
        return str(value)

    def read(self, plain: Plain, spot: Spot) -> Fraction:
        """See `Form.read`."""
        if not (isinstance(plain, str) and SHARE.fullmatch(plain)):
            raise spot.refusal(tr('a fraction as text, such as "1/5"'), plain)
        return Fraction(plain)

    def schema(self) -> Schema:
        """See `Form.schema`."""
        return {"type": "string", "pattern": f"^{SHARE.pattern}$"}


class MaybeForm(Frozen):
    """A value, or null."""

    form: Form  # of the value

    def written(self, value: Any) -> Plain:
        """See `Form.written`."""
        return None if value is None else self.form.written(value)

    def read(self, plain: Plain, spot: Spot) -> Any:
        """See `Form.read`."""
        return None if plain is None else self.form.read(plain, spot)

    def schema(self) -> Schema:
        """See `Form.schema`."""
        return {"anyOf": [self.form.schema(), {"type": "null"}]}


class ListForm(Frozen):
    """Values of one kind, as many as their meaning allows."""

    form: Form  # of each value
    make: type  # what they are in: tuple or frozenset
    most: int | None  # how many there are at most; None is as many as there are points

    def written(self, value: Any) -> Plain:
        """See `Form.written`."""
        ordered = value if self.make is tuple else sorted(value)
        return [self.form.written(each) for each in ordered]

    def read(self, plain: Plain, spot: Spot) -> Any:
        """See `Form.read`."""
        if not isinstance(plain, list):
            raise spot.refusal(tr("a list"), plain)
        most = spot.n_points if self.most is None else self.most
        if len(plain) > most:
            words = ntr("a list of at most {count} value", "a list of at most {count} values", most)
            raise spot.refusal(words.format(count=most), plain)
        return self.make(self.form.read(each, spot.at(str(i))) for i, each in enumerate(plain))

    def schema(self) -> Schema:
        """See `Form.schema`."""
        most = MOST_VALUES if self.most is None else self.most
        return {"type": "array", "items": self.form.schema(), "maxItems": most}


class RowForm(Frozen):
    """So many values, each of its kind."""

    forms: tuple[Form, ...]  # of each value

    def written(self, value: Any) -> Plain:
        """See `Form.written`."""
        return [form.written(each) for form, each in zip(self.forms, value, strict=True)]

    def read(self, plain: Plain, spot: Spot) -> Any:
        """See `Form.read`."""
        if not isinstance(plain, list) or len(plain) != len(self.forms):
            raise spot.refusal(tr("a list of {count} values").format(count=len(self.forms)), plain)
        pairs = zip(self.forms, plain, strict=True)
        return tuple(form.read(each, spot.at(str(i))) for i, (form, each) in enumerate(pairs))

    def schema(self) -> Schema:
        """See `Form.schema`."""
        n = len(self.forms)
        return {"type": "array", "prefixItems": [form.schema() for form in self.forms], "minItems": n, "maxItems": n}


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
