"""Forms of compound values, which follow from their types: a field that a class gains is saved without a word here."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.file_errors import FileError, listed
from perceptron_gui.files.sessions.points_form import PointsForm
from perceptron_gui.files.sessions.simple_forms import SIMPLE_FORMS, ChoiceForm, TruthForm, checked
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.saved.fields import flags_of, saved_fields
from perceptron_gui.session.saved.saved_session import CanvasView
from perceptron_gui.session.view_state import ViewState
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.sessions.form import Form, Schema, Spot
    from perceptron_gui.files.sessions.strict_json import Plain

FORGIVING = (ViewState, CanvasView)
"""Entries that these do not know are ignored: another version shows more, and computes the same."""


class MaybeForm(Frozen):
    """A value, or null.

    Attributes
    ----------
    form : Form
        Of the value.
    """

    form: Form

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
    """Any number of values of one kind.

    Attributes
    ----------
    form : Form
        Of each value.
    make : type
        What they are in: tuple or frozenset.
    """

    form: Form
    make: type = tuple

    def written(self, value: Any) -> Plain:
        """See `Form.written`."""
        ordered = value if self.make is tuple else sorted(value)
        return [self.form.written(each) for each in ordered]

    def read(self, plain: Plain, spot: Spot) -> Any:
        """See `Form.read`."""
        if not isinstance(plain, list):
            raise spot.refusal(tr("a list"), plain)
        return self.make(self.form.read(each, spot.at(str(i))) for i, each in enumerate(plain))

    def schema(self) -> Schema:
        """See `Form.schema`."""
        return {"type": "array", "items": self.form.schema()}


class RowForm(Frozen):
    """So many values, each of its kind.

    Attributes
    ----------
    forms : tuple of Form
        Of each value.
    """

    forms: tuple[Form, ...]

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


class FlagsForm(Frozen):
    """A set of names, each of which is on or off.

    Attributes
    ----------
    names : frozenset of str
        All that there are; others in the file are ignored.
    on_at_first : frozenset of str
        Those that are on where the file does not say it.
    """

    names: frozenset[str]
    on_at_first: frozenset[str]

    def written(self, value: Any) -> Plain:
        """See `Form.written`."""
        return {name: name in value for name in sorted(self.names)}

    def read(self, plain: Plain, spot: Spot) -> Any:
        """See `Form.read`."""
        if not isinstance(plain, dict):
            raise spot.refusal(tr("a group of entries that are true or false"), plain)
        known = {name: TruthForm().read(plain[name], spot.at(name)) for name in sorted(self.names & plain.keys())}
        return frozenset(name for name in self.names if known.get(name, name in self.on_at_first))

    def schema(self) -> Schema:
        """See `Form.schema`."""
        entries = {name: TruthForm().schema() for name in sorted(self.names)}
        return {"type": "object", "properties": entries, "additionalProperties": {"type": "boolean"}}


class RecordForm(Frozen):
    """An entry for each field of a class that is saved; what is missing is as by default.

    Attributes
    ----------
    kind : type
        The class of a value.
    forms : mapping of str to Form
        By the names of the fields.
    is_forgiving : bool
        Whether unknown entries are ignored, and not refused.
    """

    kind: Callable[..., Any]
    forms: Mapping[str, Form]
    is_forgiving: bool = False

    def written(self, value: Any) -> Plain:
        """See `Form.written`."""
        return {name: form.written(getattr(value, name)) for name, form in self.forms.items()}

    def read(self, plain: Plain, spot: Spot) -> Any:
        """See `Form.read`."""
        if not isinstance(plain, dict):
            raise spot.refusal(tr("a group of entries"), plain)
        unknown = [name for name in plain if name not in self.forms]
        if unknown and not self.is_forgiving:
            words = tr("{entry} has the entry {names}, which this version of the program does not know.")
            raise FileError(words.format(entry=spot.path, names=listed(unknown[:1])))
        found = {name: form.read(plain[name], spot.at(name)) for name, form in self.forms.items() if name in plain}
        return checked(lambda: self.kind(**found), spot)

    def schema(self) -> Schema:
        """See `Form.schema`."""
        entries = {name: form.schema() for name, form in self.forms.items()}
        return {"type": "object", "properties": entries, "additionalProperties": self.is_forgiving}


@cache
def form_of(kind: Any) -> Form:
    """Return the form of a type.

    Parameters
    ----------
    kind : type
        As it stands at a field: a simple type, X | None, tuple[X, ...], tuple[X, Y], frozenset[str], a StrEnum or a
        value of such.

    Raises
    ------
    TypeError
        When there is none: `SIMPLE_FORMS` takes one.
    """
    if kind in SIMPLE_FORMS:
        return SIMPLE_FORMS[kind]
    if kind is Dataset:
        return PointsForm()
    if get_origin(kind) is not None:
        return _form_of_many(get_origin(kind), get_args(kind))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return ChoiceForm(kind)
    if isinstance(kind, type) and issubclass(kind, Frozen):
        return _record_form(kind)
    raise TypeError(f"sessions have no form for {kind}")


def _form_of_many(origin: Any, kinds: tuple[Any, ...]) -> Form:
    if origin in (Union, types.UnionType) and len(kinds) == 2 and kinds[1] is type(None):
        return MaybeForm(form_of(kinds[0]))
    if origin is tuple and kinds[-1] is not Ellipsis:
        return RowForm(tuple(map(form_of, kinds)))
    if origin in (tuple, frozenset):
        return ListForm(form_of(kinds[0]), origin)
    raise TypeError(f"sessions have no form for {origin} of {kinds}")


def _record_form(kind: Any) -> Form:
    forms = {name: _form_of_field(kind, name, hint) for name, hint in saved_fields(kind).items()}
    return RecordForm(kind, forms, kind in FORGIVING)


def _form_of_field(kind: Any, name: str, hint: Any) -> Form:
    flags = flags_of(hint)
    return form_of(hint) if flags is None else FlagsForm(flags, getattr(kind(), name))
