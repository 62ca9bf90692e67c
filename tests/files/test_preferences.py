"""Preferences survive the user, the disk and other versions; nothing in them keeps the program from starting."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path

import pytest

from perceptron_gui.files.program.preferences import (
    FILE_NAME,
    LARGEST_FILE,
    LATEST,
    MOST_RECENT,
    VERSION,
    Preferences,
    load_preferences,
    preferences_path,
    save_preferences,
)
from perceptron_gui.frozen import replace
from perceptron_gui.gui.filing.resuming import offered_text
from perceptron_gui.session.formula.notation import OWN
from perceptron_gui.session.view.view_state import ViewState

CHOSEN = Preferences(theme="dark", symbols="online", speed=7, geometry="01d9", folder="/somewhere/Größe")


def test_they_lie_where_the_environment_says(config_folder: Path) -> None:
    assert preferences_path() == config_folder / FILE_NAME


def test_what_is_saved_is_loaded() -> None:
    assert save_preferences(CHOSEN)
    assert load_preferences() == CHOSEN


def test_nothing_saved_yet_means_the_defaults() -> None:
    assert load_preferences() == Preferences()


def test_the_folder_is_made_and_no_half_written_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "not" / "there" / "yet" / FILE_NAME
    assert save_preferences(CHOSEN, path)
    assert [entry.name for entry in path.parent.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b'{"version": 1, "theme": "dark"',
        b"null",
        b"[1, 2]",
        b'"dark"',
        b"\xff\xfe\x00broken",
        b"[" * 100_000,
        json.dumps({"theme": "dark"}).encode(),
        json.dumps({"version": VERSION + 1, "theme": "dark"}).encode(),
        json.dumps({"version": "1", "theme": "dark"}).encode(),
    ],
    ids=["empty", "cut", "cut later", "null", "list", "text", "bytes", "deep", "no version", "newer", "wrong version"],
)
def test_a_damaged_or_unknown_file_means_the_defaults(config_folder: Path, content: bytes) -> None:
    preferences_path().write_bytes(content)
    assert load_preferences() == Preferences()


def test_a_value_of_the_wrong_kind_takes_its_default_and_the_others_stay(config_folder: Path) -> None:
    data = {"version": VERSION, "theme": 5, "speed": True, "folder": "/x", "geometry": None, "unknown": 1}
    preferences_path().write_text(json.dumps(data), encoding="utf-8")
    assert load_preferences() == Preferences(folder="/x")


def test_a_folder_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    assert not save_preferences(CHOSEN, in_the_way / FILE_NAME)
    assert load_preferences(in_the_way / FILE_NAME) == Preferences()


def test_a_folder_in_the_place_of_the_file_is_no_failure(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.mkdir()
    (path / "full").write_text("")
    assert load_preferences(path) == Preferences()
    assert not save_preferences(CHOSEN, path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("geometry", "\udce9"),
        ("geometry", "01d9"),
        ("folder", "/\udce9"),
        ("folder", "a\0b"),
        ("theme", "\ud800"),
    ],
)
def test_text_that_the_window_cannot_use_takes_its_default(config_folder: Path, name: str, value: str) -> None:
    data = {"version": VERSION, "speed": 7, name: value}
    preferences_path().write_text(json.dumps(data), encoding="utf-8")
    assert load_preferences() == Preferences(speed=7)


@pytest.mark.parametrize("closed", [10**30, 10**12, -1])
def test_a_time_that_no_calendar_has_takes_its_default(config_folder: Path, closed: int) -> None:
    """The words of the offer at the start failed on it, in a dialog about a fault of the program."""
    preferences_path().write_text(json.dumps({"version": VERSION, "last": "/a", "last_closed": closed}))
    kept = load_preferences()
    assert kept == Preferences(last="/a")
    for each in (kept.last_closed, LATEST):
        assert offered_text("a", each, datetime.now()).startswith("Continue “a” from ")


def test_of_the_recent_files_only_names_are_kept_and_not_too_many(config_folder: Path) -> None:
    data = {"version": VERSION, "recent": ["/a", "\udce9", 5, None, *(f"/{i}" for i in range(1000))]}
    preferences_path().write_text(json.dumps(data), encoding="utf-8")
    assert load_preferences().recent == ("/a", *(f"/{i}" for i in range(MOST_RECENT - 1)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_in_the_place_of_the_file_does_not_hold_up_the_start(config_folder: Path) -> None:
    os.mkfifo(preferences_path())
    assert load_preferences() == Preferences()


def test_a_huge_file_is_not_read(config_folder: Path) -> None:
    data = {"version": VERSION, "theme": "dark", "geometry": "00" * LARGEST_FILE}
    preferences_path().write_text(json.dumps(data), encoding="utf-8")
    assert load_preferences() == Preferences()


@pytest.mark.parametrize("name", ["geometry"])
def test_a_layout_that_was_damaged_is_left_out_and_the_rest_stays(name: str) -> None:
    assert save_preferences(CHOSEN)
    data = json.loads(preferences_path().read_text(encoding="utf-8"))
    data[name] = "ff" + data[name][2:]
    preferences_path().write_text(json.dumps(data), encoding="utf-8")
    assert load_preferences() == replace(CHOSEN, geometry="")


def test_symbols_that_this_version_does_not_have_are_the_programs_own() -> None:
    assert Preferences(symbols="runes").view_state.symbols == Preferences().view_state.symbols == OWN.name
    assert Preferences(spoken="loud").view_state.spoken == Preferences().view_state.spoken == "brief"
    assert Preferences().with_view_state(ViewState(spoken="off")).view_state.spoken == "off"
    assert Preferences().with_view_state(ViewState(symbols="online")).view_state.symbols == "online"


def test_a_window_that_closes_last_keeps_what_another_has_written_since_and_adds_what_it_has_changed_itself() -> None:
    begun = Preferences(recent=("a", "b"), done_hints=("play",), switches={"street": True, "grid": False})
    elsewhere = replace(begun.choosing("theme", "dark").choosing("language", "de"), recent=("c", "a", "b"), speed=7)
    assert save_preferences(replace(elsewhere, switches={"street": False, "grid": False}))
    assert begun.since(begun) == load_preferences()
    own = replace(begun, recent=("d", "b", "a"), done_hints=(), switches={"street": True, "grid": True}, folder="/x")
    found = own.since(begun)
    assert (found.theme, found.language, found.chosen) == ("dark", "de", ("language", "theme"))
    assert (found.recent, found.done_hints, found.speed, found.folder) == (("d", "c", "a", "b"), (), 7, "/x")
    assert found.switches == {"street": False, "grid": True}


def test_where_the_file_is_gone_a_window_keeps_all_that_it_began_with() -> None:
    begun = Preferences(theme="dark", recent=("a",))
    assert replace(begun, speed=7).since(begun) == Preferences(theme="dark", recent=("a",), speed=7)
