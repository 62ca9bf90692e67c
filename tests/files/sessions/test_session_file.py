"""What a session is saved as is what is opened; what is none is refused in a sentence."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from perceptron_gui.engine.data.dataset import Dataset, is_same_parts
from perceptron_gui.engine.data.kernel import Kernel
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.files import opened_file
from perceptron_gui.files.file_work import FileError, PointsFileError
from perceptron_gui.files.points.points_file import read_points
from perceptron_gui.files.sessions import json_forms, session_file
from perceptron_gui.files.sessions.json_forms import MAX_BYTES, Spot, parse
from perceptron_gui.files.sessions.session_file import (
    form_of,
    plain_of,
    read_session,
    read_value,
    schema,
    session_from,
    write_session,
)
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.saved import NOT_SAVED
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.switches import SWITCHES
from perceptron_gui.session.view.view_state import ViewState
from tests.files.sessions.json_schema import allows
from tests.files.sessions.random_sessions import sessions
from tests.pace import within

XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])
SESSION = SavedSession(Document(XOR, title="XOR", note="No line does it."))


def same(one: Dataset, other: Dataset) -> bool:
    """Whether two datasets are equal in every bit."""
    words = (one.classes, one.features, one.rounded) == (other.classes, other.features, other.rounded)
    words = words and is_same_parts(one.parts, other.parts)
    return words and one.X.tobytes() == other.X.tobytes() and np.array_equal(one.labels, other.labels)


def assert_same(one: SavedSession, other: SavedSession) -> None:
    """Claim that two sessions are equal in every part."""
    assert same(one.document.dataset, other.document.dataset)
    assert replace(one.document, dataset=XOR) == replace(other.document, dataset=XOR)
    assert replace(one, document=other.document) == other


@settings(max_examples=12, deadline=None, suppress_health_check=[*HealthCheck])
@given(sessions())
def test_any_session_is_opened_as_it_was_saved(tmp_path_factory: pytest.TempPathFactory, session: SavedSession) -> None:
    path = tmp_path_factory.getbasetemp() / "any.perceptron"
    write_session(path, session)
    assert_same(read_session(path).session, session)


@pytest.mark.parametrize("kind", [Document, TrainingSettings, Kernel, ViewState, SavedSession])
def test_every_field_that_its_owner_does_not_except_is_in_the_file(kind: Any) -> None:
    said = {name: str(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}
    saved = [name for name in kind.__struct_fields__ if NOT_SAVED not in said[name]]
    assert [*form_of(kind).type.__struct_fields__] == saved
    excepted = {*kind.__struct_fields__} - {*saved}
    assert kind is ViewState or excepted <= {"origin"}


def test_threads_that_need_a_form_at_once_get_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """One kept a copy while lessons were opened: a schema with two classes of settings could not be made."""
    make = session_file.defstruct

    def make_slowly(*words: Any, **details: Any) -> Any:
        time.sleep(0.002)
        return make(*words, **details)

    monkeypatch.setattr(session_file, "defstruct", make_slowly)
    monkeypatch.setattr(session_file, "_made", cache(session_file._made.__wrapped__))
    with ThreadPoolExecutor(3) as pool:
        forms = [*pool.map(form_of, [SavedSession] * 3)]
    assert len({*forms}) == 1
    assert session_file.schema_of(SavedSession)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_switch_survives(switch: Any) -> None:
    for is_on in (True, False):
        view = ViewState().switched(switch.name, is_on)
        plain = form_of(ViewState).written(view)
        assert read_value(ViewState, plain, Spot()).shows(switch.name) is is_on


def test_a_switch_that_a_file_does_not_know_is_as_at_first() -> None:
    plain = plain_of(SESSION)
    view: Any = plain["view"]
    del view["switches"]["card"]
    view["switches"]["of the future"] = True
    assert session_from(plain).view == ViewState()


def test_decimals_stand_there_as_they_were_typed() -> None:
    points = Dataset.of([[0.1, 1e-7], [-2.5, 1e12]], [0, 1], rounded=[1])
    plain: Any = plain_of(SavedSession(Document(points, TrainingSettings(eta=0.3))))
    assert plain["document"]["dataset"]["rows"] == ["0.1 1e-07 0", "-2.5 1000000000000 1"]
    assert plain["document"]["settings"]["eta"] == "0.3"
    assert not [each for each in json.dumps(plain).split('"')[::2] if "." in each]


def test_a_decimal_with_more_digits_than_its_double_keeps_makes_its_point_inexact() -> None:
    plain: Any = plain_of(SESSION)
    plain["document"]["dataset"]["rows"][2] = "0.12345678901234567890123 1 0"
    assert session_from(plain).document.dataset.rounded == (2,)


# What is no session


def changed(*path: str | int, to: Any) -> bytes:
    """Return a session in which one entry is another."""
    plain: Any = json.loads(json.dumps(plain_of(SESSION)))
    inner = plain
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = to
    return json.dumps(plain).encode()


GOOD = json.dumps(plain_of(SESSION)).encode()
RULES = ("document", "settings")
POINTS = ("document", "dataset")
BAD: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "damaged"),
    "cut": (GOOD[:-20], "damaged"),
    "a points file": (b"x1,x2,label\n1,2,A\n", "damaged"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", "UTF-8"),
    "UTF-16": (GOOD.decode().encode("utf-16"), "UTF-8"),
    "another JSON": (b'{"type": "FeatureCollection"}', "not a session"),
    "null": (b"null", "not a session"),
    "deep": (b"[" * 40_000, "deeply"),
    "deeper": (b'{"a":' * 45_000, "deeply"),
    "newer": (changed("version", to=2), "newer"),
    "a strange version": (changed("version", to=True), "version must be 1"),
    "twice": (GOOD.replace(b'"note": ', b'"title": "again", "note": '), '"title" appears twice'),
    "NaN": (
        changed(*RULES, "eta", to=float("nan")),
        'settings.eta must be a decimal as text, such as "0.5", not NaN.',
    ),
    "Infinity": (
        changed("place", "visit", to=float("inf")),
        "place.visit must be a whole number from 0 to 4611686018427387904, not Inf",
    ),
    "NaN as text": (changed(*RULES, "eta", to="nan"), "settings.eta must be a decimal"),
    "a bare decimal": (
        changed(*RULES, "eta", to=0.5),
        'eta must be a decimal as text, such as "0.5", not 0.5.',
    ),
    "endless": (changed(*RULES, "eta", to="1e999"), "settings.eta must be a decimal"),
    "digits": (GOOD.replace(b'"seed": 0', b'"seed": ' + b"9" * 10_000), "too large"),
    "no seed": (changed(*RULES, "seed", to=2**64), "seed"),
    "truth": (changed(*RULES, "max_epochs", to=True), "max_epochs must be a whole number"),
    "mode": (changed(*RULES, "mode", to="quantum"), "settings.mode must be one of"),
    "features": (changed(*RULES, "features", to="__import__('os')"), "settings.features:"),
    "a column": (changed(*RULES, "features", to="x3"), "no column"),
    "unknown rule": (changed(*RULES, "momentum", to="0.9"), 'has the entry "momentum"'),
    "unknown part": (changed("extra", to=1), 'the file has the entry "extra"'),
    "start weights": (changed(*RULES, "initial", to=["1"]), "must be 3 start weights"),
    "positive": (changed(*RULES, "positive", to=7), "positive must be"),
    "list of rules": (changed(*RULES, to=[]), "must be a group of entries"),
    "classes": (changed(*POINTS, "classes", to=["A"]), "2 to 10"),
    "two of a name": (
        changed(*POINTS, "classes", to=["A", "A"]),
        "classes.1 must be a name of 1 to 1000 characters",
    ),
    "long name": (
        changed(*POINTS, "features", to=["x" * 2000, "y"]),
        "features.0 must be a name of 1 to 1000",
    ),
    "NUL": (changed("document", "title", to="a\0b"), "document.title must be text"),
    "half a letter": (changed("document", "note", to="\ud800"), "document.note must be text"),
    "rows": (changed(*POINTS, "rows", to=10**9), "rows must be a list of texts"),
    "a row": (changed(*POINTS, "rows", 3, to="1 nan 0"), "rows.3 must be 2 decimals"),
    "a class that is not": (changed(*POINTS, "rows", 3, to="1 2 2"), "rows.3 must be"),
    "far away": (changed(*POINTS, "rows", 3, to="1e13 2 1"), "dataset: A coordinate must be"),
    "in one part twice": (changed(*POINTS, "validation", to=[0, 0]), "points that are each in only one part"),
    "all held out": (changed(*POINTS, "test", to=[0, 1, 2, 3]), "with at least one left to train on"),
    "rounded": (changed(*POINTS, "rounded", to=[4]), "rounded.0 must be the number of a point, from 0 to 3, not 4."),
    "held out": (
        changed(*POINTS, "validation", to=[5]),
        "validation.0 must be the number of a point, from 0 to 3",
    ),
    "visit": (changed("place", "visit", to=-1), "place.visit must be a whole number from 0 to"),
    "arrivals": (changed("place", "arrivals", to=[0] * 5), "arrivals must be a list of at most 4 values"),
    "backwards": (changed("place", "arrivals", to=[5, 3]), "place:"),
    "a pin of nothing": (changed("view", "pins", to=[{}]), 'view.pins.0 must have the entry "letter"'),
    "many pins": (changed("view", "pins", to=[{}] * 7), "view.pins must be a list of at most 6 values"),
    "more than all": (
        changed("view", "selection", to=[0] * 5),
        "selection must be a list of at most 4 values, not a list",
    ),
    "panels": (changed("front_panels", to=["step"] * 101), "front_panels must be a list of at most 100 values"),
    "points twice": (changed(*POINTS, "rounded", to=[0] * 5), "rounded must be a list of points, each at most once"),
    "blanks": (changed(*RULES, "eta", to=" 1 "), "settings.eta must be a decimal"),
    "no class": (
        changed(*RULES, "positive", to=-1),
        "positive must be a whole number from 0 to 18446744073709551616, not -1.",
    ),
    "no rate": (
        changed(*RULES, "eta", to="0"),
        "settings.eta must be a decimal as text, above 0 and at most 1000000000000",
    ),
    "no such limit": (changed(*RULES, "max_updates", to=2**64), "max_updates must be a whole number from 1 to 1000"),
    "too many digits": (changed(*RULES, "max_updates", to=10**99), "max_updates must be a whole number from 1 to 1000"),
    "tool": (changed("view", "tool", to="hammer"), "view.tool must be one of"),
    "many entries": (b'{"a":1' + b',"a":1' * 250_000 + b"}", "more than this program can read"),
    "many groups": (b"[" + b"[]," * 60_000 + b"[]]", "more than this program can read"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_session_is_refused_in_one_sentence(name: str, tmp_path: Path) -> None:
    data, words = BAD[name]
    path = tmp_path / "bad.perceptron"
    path.write_bytes(data)
    with pytest.raises(PointsFileError) as caught:
        read_session(path)
    sentence = str(caught.value)
    assert words in sentence and sentence.startswith(str(path)) and sentence.isprintable()
    assert len(sentence) < len(str(path)) + 400 and sentence.endswith(".")


def test_a_file_of_two_gigabytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.perceptron"
    with open(path, "wb") as file:
        file.truncate(2**31)
    with pytest.raises(PointsFileError, match="64 MiB"):
        read_session(path)


@pytest.mark.parametrize("values", [b"1,", b'"\xc3\xa9\xc3\xa9",', b'"ab":1  ,'])
@pytest.mark.seldom
def test_a_file_full_of_small_values_is_refused_before_they_take_memory(values: bytes) -> None:
    import tracemalloc

    data = b'{"format": [' + values * (MAX_BYTES // len(values) // 2)
    tracemalloc.start()
    with within(1), pytest.raises(FileError, match="more than this program can read"):
        parse(data)
    assert tracemalloc.get_traced_memory()[1] < 2**20
    tracemalloc.stop()


def test_a_folder_and_a_pipe_are_no_sessions(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.perceptron")
    for name in ("", "pipe.perceptron"):
        with pytest.raises(PointsFileError, match="cannot be read"):
            read_session(tmp_path / name)


@pytest.mark.parametrize("read", [read_session, read_points])
def test_a_file_that_waits_for_somebody_to_write_is_refused_though_the_system_calls_it_regular(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], object]
) -> None:
    """So are /proc/kmsg and a trace of the kernel: they brought the program down."""
    path = tmp_path / "kmsg"
    os.mkfifo(path)
    monkeypatch.setattr(opened_file, "_check_regular", lambda *_: None)
    writer = os.open(path, os.O_RDWR)
    try:
        for told in (b"", b"x,y,label\n1,2,"):
            os.write(writer, told)
            with pytest.raises(
                PointsFileError, match=r"kmsg: the file cannot be read because it is not a regular file\.$"
            ):
                read(path)
    finally:
        os.close(writer)


@pytest.mark.parametrize(
    "path", ["/proc/kmsg", "/proc/self/mem", "/dev/zero", "/dev/tty", "/dev/full", "/proc/self/fd"]
)
def test_what_is_nobodys_file_is_refused_at_once(path: str) -> None:
    for read in (read_session, read_points):
        with pytest.raises(PointsFileError, match=r"cannot be read|is larger"):
            read(path)


def test_a_socket_is_no_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("s.perceptron")
        with pytest.raises(PointsFileError, match="not a regular file"):
            read_session("s.perceptron")


@pytest.mark.parametrize("size", [0, 10**6])
def test_a_file_that_grows_or_shrinks_while_it_is_read_is_to_be_opened_again(tmp_path: Path, size: int) -> None:
    path = tmp_path / "lesson.perceptron"
    write_session(path, SESSION)
    with pytest.raises(PointsFileError, match="changed while it was being read"):
        read_session(path, lambda part: os.truncate(path, size))


# Writing


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lesson.perceptron"
    write_session(path, SESSION)
    before = path.read_bytes()
    monkeypatch.setattr(json_forms, "MAX_BYTES", 1000)
    with pytest.raises(PointsFileError, match="too many points for this kind of file"):
        write_session(path, SESSION)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_of_a_view_only_what_the_points_can_have_is_written() -> None:
    """A selection of other points, which the reader refuses, would make unsaved work unreadable."""
    view = ViewState(selection=(7, 2, 2, 0, 1, 3), marked_visit=5)
    plain: Any = plain_of(replace(SESSION, view=view))
    assert plain["view"]["selection"] == [2, 0, 1, 3]
    assert session_from(plain).view == replace(view, selection=(2, 0, 1, 3))


def test_symbols_are_saved_and_those_that_this_version_does_not_have_are_its_own() -> None:
    plain: Any = plain_of(replace(SESSION, view=ViewState(symbols="online")))
    assert session_from(plain).view.symbols == "online"
    plain["view"]["symbols"] = "runes"
    assert session_from(plain).view.symbols == ViewState().symbols
    del plain["view"]["symbols"]
    assert session_from(plain).view.symbols == ViewState().symbols


def test_a_name_that_no_file_can_hold_is_refused_and_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "lesson.perceptron"
    for bad in (XOR.with_classes(["A", "\ud800"]), XOR.with_classes(["A", ""]), XOR.with_classes(["A", "B" * 2000])):
        with pytest.raises(PointsFileError, match="rename"):
            write_session(path, SavedSession(Document(bad)))
    assert not [*tmp_path.iterdir()]


def test_a_full_disk_is_a_sentence(tmp_path: Path) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no full disk at hand")
    with pytest.raises(PointsFileError, match="not a regular file"):
        write_session("/dev/full", SESSION)
    with pytest.raises(PointsFileError, match="no such folder"):
        write_session(tmp_path / "nowhere" / "lesson.perceptron", SESSION)


def test_reading_tells_how_far_it_is_and_can_be_ended() -> None:
    class Enough(Exception):
        pass

    def report(part: float) -> None:
        assert 0 <= part <= 1
        raise Enough

    with pytest.raises(Enough):
        session_from(plain_of(SESSION), report)


# The schema


@pytest.mark.parametrize("name", ["truth", "mode", "unknown rule", "unknown part", "a row", "rows", "newer"])
def test_the_schema_forbids_what_the_reader_refuses(name: str) -> None:
    assert not allows(schema(), json.loads(BAD[name][0]))


def test_other_threads_get_a_turn_while_a_session_of_many_points_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A click waited half a second for a copy of a million points: each of its numpy calls lost the interpreter."""
    rests: list[float] = []
    monkeypatch.setattr(json_forms.time, "sleep", rests.append)
    points = Dataset.of(np.arange(4000).reshape(2000, 2), [0, 1] * 1000)
    parts: list[float] = []
    write_session(tmp_path / "many.perceptron", SavedSession(Document(points)), parts.append)
    assert len(rests) >= 7
    assert len(parts) >= 3
    read = read_session(tmp_path / "many.perceptron").session.document.dataset
    assert np.array_equal(read.X, points.X)
