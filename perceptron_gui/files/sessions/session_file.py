"""Session files: read and written whole or not at all (C10)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.atomic import Written, replacing
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.opened_file import opened_file
from perceptron_gui.files.sessions.form import Schema, Spot, listen_to_nobody
from perceptron_gui.files.sessions.forms import form_of
from perceptron_gui.files.sessions.points_form import PointsForm
from perceptron_gui.files.sessions.simple_forms import checked
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
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.saved.saved_session import SavedSession, usable_view
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.report import Report
    from perceptron_gui.files.stamp import FileStamp

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
