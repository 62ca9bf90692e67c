"""Forms of a value or none, and of several: lists of one kind, and rows in which each has its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perceptron_gui.files.sessions.strict_json import MOST_VALUES
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.files.sessions.form import Form, Schema, Spot
    from perceptron_gui.files.sessions.strict_json import Plain


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
