"""Session files, read and written whole or not at all; their form follows from the types of what is saved (C10).

A new field of a saved class needs no change here. ``python -m perceptron_gui.files.sessions.session_file
docs/session.schema.json`` writes the schema.
"""

import json
import os
import re
import sys
import threading
import types
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec import UNSET, UnsetType, ValidationError, convert, defstruct
from msgspec.json import schema_components

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.atomic import FileStamp, Written, replacing, write_bytes
from perceptron_gui.files.file_work import FileError, Report, listed, named, tell_nobody
from perceptron_gui.files.opened_file import opened_file
from perceptron_gui.files.sessions import json_forms
from perceptron_gui.frozen import Frozen, Meta, replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.saved import PER_POINT, Flags, OneOf, flags_of, required_fields, saved_fields
from perceptron_gui.session.saved.saved_session import CanvasView, SavedSession, usable_view
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import tr

FORGIVING = (ViewState, CanvasView)
"""Entries that these do not know are ignored: another version shows more, and computes the same."""


_ONE_AT_A_TIME = threading.RLock()


def form_of(kind: Any) -> json_forms.Form:
    """Return the form of a type.

    `kind`: as it stands at a field: a simple type, X | None, tuple[X, Y], a StrEnum or a value of such; tuple[X, ...]
    and frozenset[X] with the most that can be in them, numbers perhaps with their range, in `Annotated[…]`. Raises
    `TypeError` when there is no form: `SIMPLE_FORMS` takes one; or when a list has no end.
    """
    with _ONE_AT_A_TIME:  # of two threads each would make a class of its own: a schema with both has one without a name
        return _made(kind)


@cache
def _made(kind: Any) -> json_forms.Form:
    origin, kinds = get_origin(kind), get_args(kind)
    if kind in json_forms.SIMPLE_FORMS:
        return json_forms.SIMPLE_FORMS[kind]
    if kind is Dataset:
        return json_forms.POINTS
    if origin is Annotated:
        return _form_within(*kinds)
    if origin in (Union, types.UnionType) and len(kinds) == 2 and kinds[1] is type(None):
        return _maybe_form(form_of(kinds[0]))
    if origin is tuple and kinds[-1] is not Ellipsis:
        return _row_form([*map(form_of, kinds)])
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return json_forms.choice_form([each.value for each in kind], kind)
    if isinstance(kind, type) and issubclass(kind, Frozen):
        return _record_form(kind)
    raise TypeError(f"sessions have no form for {kind}, or no most that a list can have")


def _form_within(kind: Any, *said: Any) -> json_forms.Form:
    """Return the form of a list with an end, or of a number with a range."""
    limits = next((each for each in said if isinstance(each, Meta)), None)
    origin = get_origin(kind)
    if origin in (tuple, frozenset) and (PER_POINT in said or limits is not None):
        return _list_form(origin, form_of(get_args(kind)[0]), None if limits is None else limits.max_length)
    if kind in (int, float) and limits is not None:
        return json_forms.number_form(kind, limits)
    names = next((each.names for each in said if isinstance(each, OneOf)), None)
    if kind is str and names is not None:
        return json_forms.choice_form(names)
    raise TypeError(f"sessions have no form for {kind} with {said}")


def _maybe_form(form: json_forms.Form) -> json_forms.Form:
    return json_forms.Form(
        form.type | None,
        lambda value: None if value is None else form.written(value),
        lambda found, spot: None if found is None else form.read(found, spot),
    )


def _list_form(make: Callable[[Any], Any], form: json_forms.Form, most: int | None) -> json_forms.Form:
    """Return the form of values of a kind. `most`: how many there are; None for as many as there are points."""

    def read(found: Any, spot: json_forms.Spot) -> Any:
        if most is None and len(found) > spot.n_points:
            raise spot.misfit({"type": "array", "maxItems": spot.n_points}, [*found])
        return make(form.read(each, spot.at(str(i))) for i, each in enumerate(found))

    return json_forms.Form(
        Annotated[tuple[form.type, ...], Meta(max_length=most or json_forms.MOST_VALUES)],  # type: ignore[name-defined]
        lambda value: [form.written(each) for each in (value if make is tuple else sorted(value))],
        read,
    )


def _row_form(forms: list[json_forms.Form]) -> json_forms.Form:
    return json_forms.Form(
        tuple[tuple(form.type for form in forms)],  # type: ignore[misc]
        lambda value: [form.written(each) for form, each in zip(forms, value, strict=True)],
        lambda found, spot: tuple(form.read(found[i], spot.at(str(i))) for i, form in enumerate(forms)),
    )


def _switches_form(flags: Flags, at_first: frozenset[str]) -> json_forms.Form:
    """Return the form of a set of names, each of which is on or off; where the file does not say it, as at first."""
    names = sorted(flags.names)
    return json_forms.Form(
        defstruct("Switches", [(name, bool, name in at_first) for name in names]),
        lambda value: {name: name in value for name in names if name in value or name not in flags.said_if_on},
        lambda found, spot: frozenset(name for name in names if getattr(found, name)),
    )


def _record_form(kind: Any) -> json_forms.Form:
    """Return the form of a value: an entry for each field that is saved; what is missing is as by default."""
    forms, entries = {}, []
    for name, hint in saved_fields(kind).items():
        flags = flags_of(hint)
        form = _switches_form(flags, getattr(kind(), name)) if flags else form_of(hint)
        entries += [(name, form.type) if name in required_fields(kind) else (name, form.type | UnsetType, UNSET)]
        forms[name] = form

    def read(found: Any, spot: json_forms.Spot) -> Any:
        given = {name: each for name in forms if (each := getattr(found, name)) is not UNSET}
        values = {name: forms[name].read(each, spot.at(name)) for name, each in given.items()}
        return json_forms.checked(lambda: kind(**values), spot)

    return json_forms.Form(
        defstruct(kind.__name__, entries, forbid_unknown_fields=kind not in FORGIVING),
        lambda value: {name: form.written(getattr(value, name)) for name, form in forms.items()},
        read,
    )


def read_value(kind: Any, plain: json_forms.Plain, spot: json_forms.Spot) -> Any:
    """Return the value that JSON stands for, as `form_of` takes it. Raises `FileError` when it stands for none."""
    form = form_of(kind)
    try:
        try:
            found = convert(plain, form.type)
        except UnicodeEncodeError:
            found = convert(_without_halves(plain), form.type)
    except ValidationError as error:
        _, at, path = str(error).rpartition(" - at `$")
        raise _refusal(_schema_of_type(form.type), plain, re.findall(r"\w+", path if at else ""), spot) from None
    return form.read(found, spot)


def _without_halves(plain: Any) -> Any:
    """Return JSON with NUL for halves of characters, of which msgspec knows no place: both are refused as text."""
    if isinstance(plain, dict):
        return {_without_halves(name): _without_halves(each) for name, each in plain.items()}
    if isinstance(plain, list):
        return [*map(_without_halves, plain)]
    return re.sub("[\ud800-\udfff]", "\0", plain) if isinstance(plain, str) else plain


def _refusal(rule: json_forms.Schema, plain: Any, path: list[str], spot: json_forms.Spot) -> FileError:
    """Return what is wrong, with its place. `path`: the entries that lead there."""
    rule = rule.get("anyOf", [rule])[0]
    if not (isinstance(plain, dict) and rule["type"] == "object"):
        if not path:
            return spot.misfit(rule, plain)
        i = int(path[0])
        inner = rule["prefixItems"][i] if "prefixItems" in rule else rule["items"]
        return _refusal(inner, plain[i], path[1:], spot.at(path[0]))
    # First: a name that is not known may look like the end of what msgspec says.
    unknown = [name for name in plain if name not in rule["properties"]]
    if unknown and not rule.get("additionalProperties", True):
        words = tr("{entry} has the entry {names}, which this version of the program does not know.")
        return FileError(words.format(entry=spot.name, names=listed(unknown[:1])))
    if path:
        return _refusal(rule["properties"][path[0]], plain[path[0]], path[1:], spot.at(path[0]))
    lacking = [name for name in rule["required"] if name not in plain]
    words = tr("{entry} must have the entry {names}.")
    return FileError(words.format(entry=spot.name, names=listed(lacking[:1])))


def schema_of(kind: Any) -> json_forms.Schema:
    """Return the schema of a value, as `form_of` takes it."""
    return _schema_of_type(form_of(kind).type)


@cache
def _schema_of_type(group: Any) -> json_forms.Schema:
    """Return the schema of what msgspec reads as a group of entries."""
    (rule,), parts = schema_components([group], ref_template="{name}")
    found: json_forms.Schema = _inlined(rule, parts)
    return found


def _inlined(rule: Any, parts: dict[str, Any]) -> Any:
    """Return a schema with the parts that it refers to in their places, without names of classes."""
    if isinstance(rule, list):
        return [_inlined(each, parts) for each in rule]
    if not isinstance(rule, dict):
        return rule
    whole = {**parts.get(rule.get("$ref", ""), {}), **rule}
    for word in ("$ref", "title", "description"):
        if isinstance(whole.get(word), str):
            del whole[word]
    return {word: _inlined(said, parts) for word, said in whole.items()}


FORMAT, VERSION = "perceptron-session", 1
HEAD = ("format", "version")


class SessionFile(Frozen):
    """The content of a session file."""

    session: SavedSession
    stamp: FileStamp  # tells later whether the file was changed since


def read_session(path: str | os.PathLike[str], report: Report = tell_nobody) -> SessionFile:
    """Read a session.

    `path`: a regular file. `report`: is called every half millisecond with the part that is done, in 0 … 1; what it
    raises ends the reading. Raises `PointsFileError` when it cannot be read; names the file, and what would be right.
    """
    session, _, stamp = read_json(path, lambda plain: session_from(plain, report))
    return SessionFile(session, stamp)


def read_json(path: str | os.PathLike[str], take: Callable[[json_forms.Plain], Any]) -> tuple[Any, bytes, FileStamp]:
    """Read a file of strict JSON.

    `take`: makes a value of what stands there; may raise `FileError`. Returns that value, the bytes of the file and its
    stamp. Raises `PointsFileError` when the file cannot be read, or stands for no such value.
    """
    too_large = tr("the file is larger than 64 MiB, the most that this program reads.")
    with named(path) as name, opened_file(name, json_forms.MAX_BYTES, too_large) as (file, stamp):
        data = file.read(json_forms.MAX_BYTES + 1)
        if len(data) > json_forms.MAX_BYTES:
            raise FileError(too_large)
        try:
            return take(json_forms.parse(data)), data, stamp
        except RecursionError:
            raise FileError(tr("the file is nested too deeply.")) from None


def session_from(plain: json_forms.Plain, report: Report = tell_nobody) -> SavedSession:
    """Return the session that JSON stands for.

    `report`: see `read_session`. Raises `FileError` when it stands for none.
    """
    parts = without_head(plain, FORMAT, tr("this is not a session of this program."))
    return session_of(parts, json_forms.Spot("", report))


def without_head(plain: json_forms.Plain, form: str, stranger: str) -> dict[str, json_forms.Plain]:
    """Return the entries of a file without those that say what it is. Raises `FileError` when it is something else.

    `form`: what it is to be. `stranger`: the sentence that says that it is something else.
    """
    if not isinstance(plain, dict) or plain.get("format") != form:
        raise FileError(stranger)
    version = plain.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise FileError(tr("the file was written by a newer version of the program; use that version to open it."))
    if version is not VERSION:
        raise json_forms.Spot("version").refusal(str(VERSION), version)
    return {entry: value for entry, value in plain.items() if entry not in HEAD}


def session_of(parts: dict[str, json_forms.Plain], spot: json_forms.Spot) -> SavedSession:
    """Return the session that entries stand for, without a head. `spot`: where they stand. Raises `FileError`."""
    # First: how many points there are says how long lists of them can be.
    document: Document = read_value(Document, parts.get("document", {}), spot.at("document"))
    others = {entry: value for entry, value in parts.items() if entry != "document"}
    session: SavedSession = read_value(SavedSession, others, replace(spot, n_points=document.dataset.n_samples))
    return _fitting(replace(session, document=document), spot.at("document.settings"))


def _fitting(session: SavedSession, spot: json_forms.Spot) -> SavedSession:
    """Return a session whose parts fit each other; where points and rules do not, it is refused. `spot`: the rules."""
    document = session.document.with_settings(session.document.settings)
    dataset, settings = document.dataset, document.settings
    if settings.positive is not None and settings.positive >= len(dataset.classes):
        right = tr("the number of a class, from 0 to {last}").format(last=len(dataset.classes) - 1)
        raise spot.at("positive").refusal(right, settings.positive)
    names = json_forms.checked(lambda: settings.features.names(dataset.features), spot)
    json_forms.checked(lambda: settings.check_features(len(names)), spot)
    if document.problem:
        raise FileError(f"{spot.path}: {document.problem}")
    return replace(session, document=document, view=usable_view(session.view, document))


def write_session(
    path: str | os.PathLike[str], session: SavedSession, report: Report = tell_nobody, is_packed: bool = False
) -> Written:
    """Write a session that reads back as the same; until all is written the file stays as it is.

    `path`: where the file is to be. `report`: see `read_session`. `is_packed`: whether points are packed, which is much
    faster: for a copy that nobody else reads. Returns what is on disk now. Raises `PointsFileError` when it cannot be
    written.
    """
    return write_json(path, lambda: plain_of(session, is_packed), report)


def write_json(
    path: str | os.PathLike[str], make: Callable[[], dict[str, json_forms.Plain]], report: Report = tell_nobody
) -> Written:
    """Write a file of strict JSON; see `write_session`. `make`: returns its entries; may raise `FileError`."""
    with named(path) as name:
        plain = make()
        with replacing(name) as new:
            file = json_forms.Measured(new.file)
            for part in json_forms.dump(file, plain):
                report(part)
            file.write("\n")
            if file.is_too_much:
                raise FileError(tr("there are too many points for this kind of file; export them instead."))
        return new.written


def plain_of(session: SavedSession, is_packed: bool = False) -> dict[str, json_forms.Plain]:
    """Return a session as JSON has it.

    `is_packed`: see `write_session`. Raises `FileError` when something in it cannot be written.
    """
    return {"format": FORMAT, "version": VERSION, **entries_of(session, is_packed)}


def entries_of(session: SavedSession, is_packed: bool = False) -> dict[str, json_forms.Plain]:
    """Return a session as JSON has it, without its head; see `plain_of`."""
    document = session.document
    # Points come last: they alone are written in one of two ways.
    others = replace(
        session, document=replace(document, dataset=Dataset.empty()), view=usable_view(session.view, document)
    )
    parts: Any = form_of(SavedSession).written(others)
    parts["document"]["dataset"] = json_forms.written_points(document.dataset, is_packed)
    found: dict[str, json_forms.Plain] = parts
    return found


def schema(kind: Any = SavedSession, form: str = FORMAT, title: str = "A session") -> json_forms.Schema:
    """Return the JSON Schema of session files, which is published with the program, or of others of their kind.

    `kind`: of the value that stands in a file. `form`: the name of what the file is. `title`: what it is, in words.
    """
    parts = schema_of(kind)
    head = {"format": {"const": form}, "version": {"const": VERSION}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{title} of Perceptron Lab",
        "type": "object",
        "properties": head | parts["properties"],
        "required": [*HEAD, *parts.get("required", ())],
        "additionalProperties": False,
        "$comment": json_forms.LIMITS
        + " Of a decimal as text, minimum and maximum are those of the number that it stands for.",
    }


if __name__ == "__main__":
    write_bytes(sys.argv[1], (json.dumps(schema(), indent=1, ensure_ascii=False) + "\n").encode())
