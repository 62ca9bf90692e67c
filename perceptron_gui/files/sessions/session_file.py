"""Session files, read and written whole or not at all; their form follows from the types of what is saved (C10).

A field that a class gains is saved without a word here.
``python -m perceptron_gui.files.sessions.session_file docs/session.schema.json`` writes the schema.
"""

from __future__ import annotations

import json
import os
import sys
import types
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.atomic import Written, replacing, write_bytes
from perceptron_gui.files.file_errors import FileError, listed
from perceptron_gui.files.opened_file import opened_file
from perceptron_gui.files.sessions.forms import (
    SIMPLE_FORMS,
    ChoiceForm,
    DecimalForm,
    ListForm,
    MaybeForm,
    RowForm,
    Schema,
    Spot,
    TruthForm,
    WholeForm,
    checked,
    listen_to_nobody,
)
from perceptron_gui.files.sessions.points_form import PointsForm
from perceptron_gui.files.sessions.strict_json import (
    MAX_BYTES,
    MOST_ENTRIES,
    MOST_GROUPS,
    MOST_VALUES,
    Measured,
    Plain,
    dump,
    parse,
)
from perceptron_gui.frozen import Frozen, Meta, replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.saved.fields import PER_POINT, flags_of, required_fields, saved_fields
from perceptron_gui.session.saved.saved_session import CanvasView, SavedSession, usable_view
from perceptron_gui.session.view_state import ViewState
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.atomic import FileStamp
    from perceptron_gui.files.file_work import Report
    from perceptron_gui.files.sessions.forms import Form


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


FORMAT, VERSION = "perceptron-session", 1
HEAD = ("format", "version")


class SessionFile(Frozen):
    """The content of a session file."""

    session: SavedSession
    stamp: FileStamp  # tells later whether the file was changed since


def read_session(path: str | os.PathLike[str], report: Report = listen_to_nobody) -> SessionFile:
    """Read a session.

    `path`: a regular file. `report`: is called every half millisecond with the part that is done, in 0 … 1; what it
    raises ends the reading. Raises `PointsFileError` when it cannot be read; names the file, and what would be right.
    """
    name = os.fspath(path)
    try:
        too_large = tr("the file is larger than 64 MiB, the most that a session has.")
        with opened_file(name, MAX_BYTES, too_large) as (file, stamp):
            data = file.read(MAX_BYTES + 1)
            if len(data) > MAX_BYTES:
                raise FileError(too_large)
            return SessionFile(session_from(parse(data), report), stamp)
    except FileError as flaw:
        raise flaw.in_file(name) from None
    except MemoryError:
        raise FileError(tr("the file cannot be read because there is not enough memory.")).in_file(name) from None


def session_from(plain: Plain, report: Report = listen_to_nobody) -> SavedSession:
    """Return the session that JSON stands for.

    `report`: see `read_session`. Raises `FileError` when it stands for none.
    """
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise FileError(tr("this is no session of this program."))
    version = plain.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise FileError(tr("the session was written by a newer version of the program, which can read it."))
    if version is not VERSION:
        raise Spot("version").refusal(str(VERSION), version)
    parts = {entry: value for entry, value in plain.items() if entry not in HEAD}
    spot = Spot("", report)
    # First: how many points there are says how long lists of them can be.
    document: Document = form_of(Document).read(parts.pop("document", {}), spot.at("document"))
    spot = replace(spot, n_points=document.dataset.n_samples)
    session: SavedSession = form_of(SavedSession).read(parts, spot)
    return _fitting(replace(session, document=document))


def _fitting(session: SavedSession) -> SavedSession:
    """Return a session whose parts fit each other; where points and rules do not, it is refused."""
    document = session.document.with_settings(session.document.settings)
    _check(document)
    return replace(session, document=document, view=usable_view(session.view, document))


def _check(document: Document) -> None:
    dataset, settings, spot = document.dataset, document.settings, Spot("document.settings")
    if settings.positive is not None and settings.positive >= len(dataset.classes):
        right = tr("the place of a class, from 0 to {last}").format(last=len(dataset.classes) - 1)
        raise spot.at("positive").refusal(right, settings.positive)
    names = checked(lambda: settings.features.names(dataset.features), spot)
    checked(lambda: settings.check_features(len(names)), spot)
    if document.problem:
        raise FileError(f"{spot.path}: {document.problem}")


def write_session(
    path: str | os.PathLike[str], session: SavedSession, report: Report = listen_to_nobody, is_packed: bool = False
) -> Written:
    """Write a session that reads back as the same; until all is written the file stays as it is.

    `path`: where the file is to be. `report`: see `read_session`. `is_packed`: whether points are packed, which is much
    faster: for a copy that nobody else reads. Returns what is on disk now. Raises `PointsFileError` when it cannot be
    written.
    """
    name = os.fspath(path)
    try:
        plain = plain_of(session, is_packed)
        with replacing(name) as new:
            file = Measured(new.file)
            for part in dump(file, plain):
                report(part)
            if file.is_too_much:
                raise FileError(tr("these points are too many for a session, export them instead."))
        return new.written
    except FileError as flaw:
        raise flaw.in_file(name) from None


def plain_of(session: SavedSession, is_packed: bool = False) -> dict[str, Plain]:
    """Return a session as JSON has it.

    `is_packed`: see `write_session`. Raises `FileError` when something in it cannot be written.
    """
    document = session.document
    # Points come last: they alone are written in one of two ways.
    others = replace(
        session, document=replace(document, dataset=Dataset.empty()), view=usable_view(session.view, document)
    )
    parts: Any = form_of(SavedSession).written(others)
    parts["document"]["dataset"] = PointsForm(is_packed).written(document.dataset)
    return {"format": FORMAT, "version": VERSION, **parts}


def schema() -> Schema:
    """Return the JSON Schema of session files, which is published with the program."""
    parts = form_of(SavedSession).schema()
    head = {"format": {"const": FORMAT}, "version": {"const": VERSION}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A session of Perceptron Lab",
        "type": "object",
        "properties": head | parts["properties"],
        "required": [*HEAD],
        "additionalProperties": False,
        "$comment": f"At most {MAX_BYTES} bytes, {MOST_VALUES} commas, {MOST_ENTRIES} colons, {MOST_GROUPS} brackets; "
        "no name twice. Of a decimal as text, minimum and maximum are those of the number that it stands for.",
    }


def write_schema(path: str) -> None:
    """Write the schema as a file. `path`: where it is to be."""
    write_bytes(path, (json.dumps(schema(), indent=1, ensure_ascii=False) + "\n").encode())


if __name__ == "__main__":
    write_schema(sys.argv[1])
