"""Forms of compound values, which follow from their types: a field that a class gains is saved without a word here."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.file_errors import FileError, listed
from perceptron_gui.files.sessions.list_forms import ListForm, MaybeForm, RowForm
from perceptron_gui.files.sessions.number_forms import DecimalForm, WholeForm
from perceptron_gui.files.sessions.points_form import PointsForm
from perceptron_gui.files.sessions.simple_forms import SIMPLE_FORMS, ChoiceForm, TruthForm, checked
from perceptron_gui.frozen import Frozen, Meta
from perceptron_gui.session.saved.fields import PER_POINT, flags_of, required_fields, saved_fields
from perceptron_gui.session.saved.saved_session import CanvasView
from perceptron_gui.session.view_state import ViewState
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.sessions.form import Form, Schema, Spot
    from perceptron_gui.files.sessions.strict_json import Plain

FORGIVING = (ViewState, CanvasView)
"""Entries that these do not know are ignored: another version shows more, and computes the same."""


class FlagsForm(Frozen):
    """A set of names, each of which is on or off."""

    names: frozenset[str]  # all that there are; others in the file are ignored
    on_at_first: frozenset[str]  # those that are on where the file does not say it

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
        return {"type": "object", "properties": entries, "additionalProperties": True}


class RecordForm(Frozen):
    """An entry for each field of a class that is saved; what is missing is as by default, where there is a default."""

    kind: Callable[..., Any]  # the class of a value
    forms: Mapping[str, Form]  # by the names of the fields
    required: frozenset[str] = frozenset()  # names without which there is no value
    is_forgiving: bool = False  # whether unknown entries are ignored, and not refused

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
            raise FileError(words.format(entry=spot.name, names=listed(unknown[:1])))
        if lacking := sorted(self.required - plain.keys()):
            words = tr("{entry} must have the entry {names}.")
            raise FileError(words.format(entry=spot.name, names=listed(lacking[:1])))
        found = {name: form.read(plain[name], spot.at(name)) for name, form in self.forms.items() if name in plain}
        return checked(lambda: self.kind(**found), spot)

    def schema(self) -> Schema:
        """See `Form.schema`."""
        entries = {name: form.schema() for name, form in self.forms.items()}
        required = {"required": sorted(self.required)} if self.required else {}
        return {"type": "object", "properties": entries, **required, "additionalProperties": self.is_forgiving}


@cache
def form_of(kind: Any) -> Form:
    """Return the form of a type.

    `kind`: as it stands at a field: a simple type, X | None, tuple[X, Y], a StrEnum or a value of such; tuple[X, ...]
    and frozenset[X] with the most that can be in them, numbers perhaps with their range, in `Annotated[…]`. Raises
    `TypeError` when there is none: `SIMPLE_FORMS` takes one; or when a list has no end.
    """
    if kind in SIMPLE_FORMS:
        return SIMPLE_FORMS[kind]
    if kind is Dataset:
        return PointsForm()
    if get_origin(kind) is Annotated:
        return _form_within(*get_args(kind))
    if get_origin(kind) is not None:
        return _form_of_many(get_origin(kind), get_args(kind))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return ChoiceForm(kind)
    if isinstance(kind, type) and issubclass(kind, Frozen):
        return _record_form(kind)
    raise TypeError(f"sessions have no form for {kind}")


def _form_within(kind: Any, *said: Any) -> Form:
    """Return the form of a list with an end, or of a number with a range."""
    within = next((each for each in said if isinstance(each, Meta)), None)
    if get_origin(kind) in (tuple, frozenset) and (PER_POINT in said or within is not None):
        most = None if PER_POINT in said or within is None else within.max_length
        return ListForm(form_of(get_args(kind)[0]), get_origin(kind), most)
    form = form_of(kind)
    if within is not None and isinstance(form, WholeForm | DecimalForm):
        return form.within(within)
    raise TypeError(f"sessions have no form for {kind} with {said}")


def _form_of_many(origin: Any, kinds: tuple[Any, ...]) -> Form:
    if origin in (Union, types.UnionType) and len(kinds) == 2 and kinds[1] is type(None):
        return MaybeForm(form_of(kinds[0]))
    if origin is tuple and kinds[-1] is not Ellipsis:
        return RowForm(tuple(map(form_of, kinds)))
    raise TypeError(f"sessions have no form for {origin} of {kinds}, or no most that a list can have")


def _record_form(kind: Any) -> Form:
    forms = {name: _form_of_field(kind, name, hint) for name, hint in saved_fields(kind).items()}
    return RecordForm(kind, forms, required_fields(kind), kind in FORGIVING)


def _form_of_field(kind: Any, name: str, hint: Any) -> Form:
    flags = flags_of(hint)
    return form_of(hint) if flags is None else FlagsForm(flags, getattr(kind(), name))
