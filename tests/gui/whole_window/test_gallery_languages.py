"""In every language that the program speaks nothing visible is cut off, overlaps or lies outside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from perceptron_gui.files.program import languages
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.language import speak
from perceptron_gui.translation import ENGLISH
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import OLD, State
from tests.gui.gallery.states import STATES
from tests.gui.whole_window.test_gallery import check_overlay, in_one_window, unreadable

SHEETS = ("panels", "menus", "dialogs", "lessons")
FIRST = {"panels": 3, "menus": 1, "dialogs": 1, "lessons": 2}
"""How many windows of each sheet: primal, dual and multiclass with all their pages, menus, dialogs, and lessons."""
LOOK = ("projector", OLD)
"""The look that leaves least room: letters of a hall on a small screen."""
OTHERS = [name for name in languages.known() if name != ENGLISH]


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    """Have English again, however the test ends; the windows are closed before."""
    yield
    speak(ENGLISH)
    QLocale.setDefault(QLocale.system())


def in_language(language: str, stages: list[Stage]) -> Stage:
    """Return a new window that speaks a language."""
    speak(language)
    stages.append(Stage(Preferences(switches={"still": True})))
    return stages[-1]


@pytest.mark.seldom
@pytest.mark.drawn
@pytest.mark.parametrize("language", OTHERS)
def test_the_window_can_be_read(language: str, stages: list[Stage]) -> None:
    stage = in_language(language, stages)
    stage.mistakes(2)
    stage.take_look(*LOOK)
    assert not unreadable(stage)


def windows() -> list[list[State]]:
    """Return the states that are looked at in every language, by windows."""
    groups = in_one_window(STATES)
    return [group for sheet in SHEETS for group in [each for each in groups if each[0].sheet == sheet][: FIRST[sheet]]]


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("states", [pytest.param(group, id=group[0].id) for group in windows()])
def test_pages_menus_dialogs_and_lessons_can_be_read(language: str, states: list[State], stages: list[Stage]) -> None:
    stage, found = in_language(language, stages), {}
    states[0].reach(stage)
    for state in states:
        state.take_look(stage, *LOOK)
        if state.opens is None:
            if wrong := unreadable(stage):
                found[state.name] = wrong
        else:
            try:
                stage.with_overlay(state.opens, partial(check_overlay, stage, state.name))
            except AssertionError as error:
                found[state.name] = [str(error)]
    assert found == {}
