"""What is set for all users of a machine, in the window (C12): it holds, is grey where locked, and brings lessons."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton

from perceptron_gui.files.lessons import lesson_file
from perceptron_gui.files.lessons.lesson_file import LessonFile
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.files.program.policy import LOCKED, Policy
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.app import _show_flaws
from perceptron_gui.gui.bars.note_bar import NoteBar
from perceptron_gui.gui.language import LanguageMenu
from perceptron_gui.session.view.switches import ALTERNATIVES
from tests.gui.conftest import MakeDesk
from tests.gui.desk import Desk

PATIENCE = 30.0
"""Seconds that a server is silent."""
WHO = "the administrator of this computer has set this for everyone"
THEMES = [each.action for each in ALTERNATIVES if each.field == "theme"]


def policy(*locked: str, **entries: str) -> Preferences:
    """Return preferences under a policy."""
    return Preferences(policy=Policy("/etc/policy.json", {**entries, LOCKED: [*locked]}))


def of_language(desk: Desk) -> list[QAction]:
    """Return the entries of the menu of languages."""
    menu = desk.window.findChild(LanguageMenu)
    assert isinstance(menu, LanguageMenu)
    menu.aboutToShow.emit()
    return [action for action in menu.actions() if not action.isSeparator()]


def test_what_is_locked_is_grey_and_says_who_decided_whatever_the_window_does(make_desk: MakeDesk) -> None:
    desk = make_desk(policy("theme", "language", theme="dark", language="en"))
    by_id, state = desk.window.actions_by_id, desk.window.controller.view_state
    assert desk.window.theme.name == state.theme == "dark"
    for _ in range(2):
        for name in THEMES:
            assert not by_id[name].isEnabled() and WHO in by_id[name].toolTip()
            assert by_id[name].isChecked() is (name == "view.dark")
        by_id.use_letters("off")
        by_id.use_letters("on")
        desk.key(Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
        desk.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        desk.settle()
        assert desk.window.controller.view_state.theme == "dark"
    assert by_id["view.text_size_large"].isEnabled()
    for action in of_language(desk):
        assert not action.isEnabled() and WHO in action.toolTip()
        assert action.isChecked() is (action.text() == "English")


def test_what_is_set_but_not_locked_holds_until_the_user_chooses(make_desk: MakeDesk) -> None:
    desk = make_desk(policy(theme="contrast", language="en"))
    assert desk.window.theme.name == "contrast"
    assert all(desk.window.actions_by_id[name].isEnabled() for name in THEMES)
    assert all(action.isEnabled() and WHO not in action.toolTip() for action in of_language(desk))
    assert [action.text() for action in of_language(desk) if action.isChecked()] == ["English"]
    desk.window.actions_by_id["view.light"].trigger()
    assert desk.window.theme.name == "light"
    kept = desk.window.preferences.with_view_state(desk.window.controller.view_state)
    assert kept.theme == "light" and kept.held("theme") == "light"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a class: two lessons, one that cannot be read, and what is no lesson."""
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "a.lesson").write_bytes(shipped()["two-forms"].read_bytes())
    (folder / "b & c.lesson").write_bytes(b'{"format": "no lesson"}')
    (folder / "d.lesson").write_bytes(shipped()["why-it-ends"].read_bytes())
    (folder / "notes.txt").write_text("")
    return folder


def of_class(desk: Desk, n_more: int) -> list[QAction]:
    """Open the menu of lessons, and return what stands in it after those of the program."""
    menu = menu_of_lessons(desk)
    menu.aboutToShow.emit()
    desk.wait(lambda: len(menu.actions()) == len(shipped()) + 1 + n_more)
    line, *added = menu.actions()[len(shipped()) :]
    assert line.isSeparator()
    return added


def menu_of_lessons(desk: Desk) -> QMenu:
    return next(each for each in desk.window.findChildren(QMenu) if each.title() == "Open a lesson")


def test_the_lessons_of_a_class_stand_in_the_menu_and_one_that_cannot_be_read_says_why(
    make_desk: MakeDesk, folder: Path
) -> None:
    desk = make_desk(policy(lessons=str(folder)))
    desk.commands.filing.folder = "/my/own"
    for _ in range(2):  # opened twice, it has them once
        first, bad, last = of_class(desk, 3)
        assert first.isEnabled() and last.isEnabled() and "two forms" in first.text()
        assert not bad.isEnabled() and bad.text() == "b && c.lesson cannot be read"
        assert "not a lesson of this program" in bad.toolTip()
    last.trigger()
    desk.wait(lambda: desk.commands.filing.lesson == folder / "d.lesson")
    assert desk.commands.filing.folder == "/my/own"  # a student hands in elsewhere


@pytest.mark.parametrize("is_there", [True, False])
def test_a_folder_that_cannot_be_read_is_told_in_the_menu(make_desk: MakeDesk, tmp_path: Path, is_there: bool) -> None:
    folder = tmp_path / "none"
    if is_there:
        folder.write_text("no folder")
    desk = make_desk(policy(lessons=str(folder)))
    (told,) = of_class(desk, 1)
    assert not told.isEnabled() and told.text() == "none cannot be read" and "because " in told.toolTip()


def test_a_menu_that_is_opened_again_while_a_slow_folder_is_read_has_each_lesson_once(
    make_desk: MakeDesk, folder: Path
) -> None:
    desk = make_desk(policy(lessons=str(folder)))
    for _ in range(5):
        menu_of_lessons(desk).aboutToShow.emit()
    of_class(desk, 3)
    desk.wait(lambda: not desk.window.controller.background.is_busy)
    desk.settle()
    assert len(menu_of_lessons(desk).actions()) == len(shipped()) + 1 + 3


def test_a_folder_that_does_not_answer_does_not_hold_up_the_end(
    make_desk: MakeDesk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_begun, is_closed, answers = threading.Event(), threading.Event(), list[bool]()

    def silent(folder: str, look: Callable[[], None]) -> dict[Path, LessonFile | str]:
        has_begun.set()
        answers.append(is_closed.wait(PATIENCE))
        return {}

    monkeypatch.setattr(lesson_file, "lessons_in", silent)
    desk = make_desk(policy(lessons=str(folder)))
    menu_of_lessons(desk).aboutToShow.emit()
    desk.wait(has_begun.is_set)
    assert desk.window.close()
    is_closed.set()
    desk.wait(lambda: bool(answers))
    assert answers == [True]  # the window did not wait for it


def test_without_a_policy_the_menu_has_the_lessons_of_the_program_alone(make_desk: MakeDesk) -> None:
    desk = make_desk()
    menu_of_lessons(desk).aboutToShow.emit()
    desk.wait(lambda: not desk.window.controller.background.is_busy)
    assert len(menu_of_lessons(desk).actions()) == len(shipped())


def test_flaws_stand_below_the_canvas_whatever_is_done_until_they_are_dismissed(
    make_desk: MakeDesk, tmp_path: Path
) -> None:
    desk, heard = make_desk(), list[str]()
    desk.window.told.connect(heard.append)
    _show_flaws(desk.window, ["This is wrong.", "This, too."])
    (bar,) = [each for each in desk.window.central_area.findChildren(NoteBar) if each.isVisible()]
    assert heard == [bar.text.text()] == ["This is wrong. This, too."]
    path = tmp_path / "points.csv"
    path.write_text("x1,x2,label\n0,1,A\n2,3,B\n")
    desk.open(path)
    desk.wait(lambda: desk.dataset.n_samples == 2)
    desk.key(Qt.Key.Key_Right)
    desk.wait(lambda: desk.window.controller.snapshot is not None and desk.window.controller.snapshot.frontier > 0)
    desk.window.status.notice("Something else.")
    desk.window.status.clear_notice()
    desk.settle()
    assert bar.isVisible()
    bar.findChildren(QPushButton)[0].click()
    assert not bar.isVisible()
