"""At the start one click goes on where the last session ended, where neither the user nor a policy does without."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF

from perceptron_gui.files.program.policy import LOCKED, OFF, Policy
from perceptron_gui.files.program.preferences import Preferences, load_preferences
from perceptron_gui.frozen import replace
from perceptron_gui.gui import app
from perceptron_gui.gui.filing.resuming import offered_text, remembering
from tests.gui.conftest import Desks
from tests.gui.desk import Button, Desk, Key
from tests.gui.filing.saved import write

DONE = ("place", "play", "step")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(tmp_path / "lecture.perceptron")


@pytest.fixture
def yesterday(path: Path) -> Preferences:
    """Preferences of a session that ended yesterday, with a file."""
    return Preferences(done_hints=DONE, last=str(path), last_closed=int(time.time()) - 86_400)


def start(make_desk: Desks, preferences: Preferences, is_file_named: bool = False) -> Desk:
    """Start as the program does."""
    desk = make_desk(preferences)
    app._offer(desk.window, desk.commands.filing, is_file_named)
    desk.settle()
    return desk


def is_offered(desk: Desk) -> bool:
    return desk.window.stage.hints.isVisible() and desk.window.stage.hints.words.startswith("Continue “lecture” from")


def is_answered(desk: Desk) -> bool:
    background = desk.window.controller.background
    return not background.is_busy


def test_one_click_goes_on_with_the_file_of_the_last_session(make_desk: Desks, path: Path) -> None:
    first = make_desk()
    first.open(path)
    first.window.top.sample_chosen.emit("xor")  # a look at an example is no other work
    assert first.window.close()
    kept = load_preferences()
    assert kept.last == str(path) and abs(kept.last_closed - time.time()) < 100
    desk = start(make_desk, replace(kept, done_hints=DONE))
    desk.wait(lambda: is_offered(desk))
    hints = desk.window.stage.hints
    assert hints.words.endswith("today") and hints.accessibleName() == hints.words
    points = desk.window.canvas.frame.pixels(desk.window.canvas.positions).tolist()
    assert not any(QRectF(hints.geometry()).contains(x, y) for x, y in points)
    desk.qtbot.mouseClick(hints, Button.LeftButton)
    desk.wait(lambda: desk.commands.filing.path == path)
    assert not hints.isVisible()


def test_a_name_beyond_ascii_is_remembered_in_a_posix_locale_as_among_the_recent_files(
    make_desk: Desks, path: Path
) -> None:
    desk = make_desk()
    desk.open(path)
    desk.wait(lambda: desk.commands.filing.path == path)
    files, here = desk.commands.filing.files, path.resolve().parent
    for name, kept in (("\udcc3\udca9", here / "é"), ("\udce9", "")):  # an é, and a byte that is no text
        file = files[desk.document.origin] = replace(files[desk.document.origin], path=here / name)
        last = remembering(Preferences(), desk.commands.filing, desk.window.controller.history).last
        assert last == str(kept), file


def test_the_keys_reach_it(make_desk: Desks, yesterday: Preferences, path: Path) -> None:
    desk = start(make_desk, yesterday)
    desk.wait(lambda: is_offered(desk))
    desk.key(Key.Key_Tab, on=desk.window.canvas)
    assert desk.window.stage.hints.hasFocus()
    desk.key(Key.Key_Space)  # which plays elsewhere
    desk.wait(lambda: desk.commands.filing.path == path)
    assert desk.window.canvas.hasFocus() and not desk.window.controller.view_state.is_playing


@pytest.mark.parametrize("act", ["run.play", "edit.clear"])
def test_it_goes_with_the_first_action(make_desk: Desks, yesterday: Preferences, act: str) -> None:
    desk = start(make_desk, yesterday)
    desk.wait(lambda: is_offered(desk))
    desk.do(act)
    desk.wait(lambda: not is_offered(desk))


def test_a_file_that_is_gone_is_not_offered(make_desk: Desks, yesterday: Preferences, path: Path) -> None:
    path.unlink()
    desk = start(make_desk, yesterday)
    desk.wait(lambda: is_answered(desk))
    assert not is_offered(desk)


def test_it_is_not_offered_beside_a_file_that_is_opened(make_desk: Desks, yesterday: Preferences) -> None:
    desk = start(make_desk, yesterday, is_file_named=True)
    desk.wait(lambda: is_answered(desk))
    assert not is_offered(desk)


def test_who_has_begun_before_the_answer_came_is_offered_nothing(make_desk: Desks, yesterday: Preferences) -> None:
    desk = make_desk(yesterday)
    app._offer(desk.window, desk.commands.filing, is_file_named=False)
    desk.click(0.7, 2.2)
    desk.wait(lambda: is_answered(desk))
    desk.settle()
    assert not is_offered(desk)


@pytest.mark.parametrize("is_locked", [False, True])
def test_a_policy_switches_it_off_and_nothing_is_remembered(
    make_desk: Desks, yesterday: Preferences, path: Path, is_locked: bool
) -> None:
    policy = Policy("/etc/policy.json", {"resume": OFF, LOCKED: ["resume"] * is_locked})
    desk = start(make_desk, replace(yesterday, policy=policy))
    desk.wait(lambda: is_answered(desk))
    assert not is_offered(desk)
    menu = desk.commands.filing.recent.menu
    menu.aboutToShow.emit()
    entry = menu.actions()[-1]
    assert entry.isEnabled() is not is_locked and not entry.isChecked()
    desk.open(path)
    assert desk.window.close()
    assert not load_preferences().last


def test_the_user_switches_it_off_in_the_menu_of_recent_files(make_desk: Desks, path: Path) -> None:
    desk = make_desk()
    menu = desk.commands.filing.recent.menu
    menu.aboutToShow.emit()
    assert menu.actions()[-1].isChecked()
    menu.actions()[-1].trigger()
    desk.open(path)
    assert desk.window.close()
    kept = load_preferences()
    assert kept.resume == OFF and not kept.last


def test_an_untouched_example_is_nothing_to_continue(make_desk: Desks) -> None:
    desk = make_desk()
    desk.window.top.sample_chosen.emit("xor")
    assert desk.window.close()
    assert not load_preferences().last


@pytest.mark.parametrize(
    ("ago", "ends"),
    [
        (timedelta(), "from 10:30 today"),
        (timedelta(days=1), "from yesterday"),
        (timedelta(days=3), "from Friday"),
        (timedelta(days=30), "from 2026-07-06"),
        (-timedelta(days=2), "from 2026-08-07"),
    ],
)
def test_it_is_worded_by_age(ago: timedelta, ends: str) -> None:
    now = datetime(2026, 8, 5, 10, 30) if ago != timedelta(days=3) else datetime(2026, 8, 3, 10, 30)
    assert offered_text("iris", int((now - ago).timestamp()), now) == f"Continue “iris” {ends}"
