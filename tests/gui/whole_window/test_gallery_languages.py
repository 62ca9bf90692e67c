"""In every language of the program nothing visible is cut off, overlaps or lies outside; no mark is misplaced."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from _pytest.mark import ParameterSet
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from perceptron_gui.files.program import languages
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.language import speak
from perceptron_gui.translation import ENGLISH
from tests.effort import change
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import OLD, State
from tests.gui.gallery.states import PANELS, STATES
from tests.gui.whole_window.test_gallery import cramped, without_room
from tests.gui.whole_window.words import misplaced_marks
from tests.punctuation import MISPLACED

SHEETS = ("panels", "menus", "dialogs", "lessons")
FIRST = {"panels": 3, "menus": 1, "dialogs": 1, "lessons": 2}
"""How many ways of each sheet: primal, dual and multiclass with all their pages, menus, dialogs, and lessons."""
MODES = FIRST["panels"]
LOOK = ("projector", OLD)
"""The look that leaves least room: letters of a hall on a small screen."""
OTHERS = [name for name in languages.known() if name != ENGLISH]
IN_PART = ("guide that was searched", "keys that were searched", "last row of the gallery")
"""States that show a part of what another one does."""


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    """Have English again, however the test ends; the windows are closed before."""
    yield
    speak(ENGLISH)
    QLocale.setDefault(QLocale.system())


def in_language(language: str, stages: list[Stage]) -> Stage:
    """Return a new window that speaks a language."""
    speak(language)
    stages.append(Stage(Preferences(switches={"still": True}, theme=LOOK[0])))
    return stages[-1]


def by_ways() -> list[list[State]]:
    """Return the states that are looked at, by the ways that lead to them."""
    groups: dict[object, list[State]] = {}
    for state in STATES:
        if state.sheet in SHEETS and state.name not in IN_PART:
            groups.setdefault((state.sheet, state.reach), []).append(state)
    return [
        group
        for sheet in SHEETS
        for group in [each for each in groups.values() if each[0].sheet == sheet][: FIRST[sheet]]
    ]


def seen_in(language: str) -> list[list[State]]:
    """Return the states that are looked at in a language: all, but of a page's modes one, another one in the next."""
    turn = OTHERS.index(language)
    return [
        [state for place, state in enumerate(group) if group[0].sheet != "panels" or (place + turn - way) % MODES == 0]
        for way, group in enumerate(by_ways())
    ]


def misplaced_in(language: str, stage: Stage) -> set[str]:
    """Return what is said with misplaced marks by the page in front, or by what is open."""
    front = stage.overlay or stage.window.side.front
    return misplaced_marks(stage, language, front) if language in MISPLACED and front is not None else set()


def one_a_day() -> list[ParameterSet]:
    """Return the languages; quickly one, another one with every change."""
    day = change() % len(OTHERS)
    return [pytest.param(name, marks=() if n == day else pytest.mark.slow) for n, name in enumerate(OTHERS)]


@pytest.mark.parametrize("language", one_a_day())
def test_window_pages_menus_dialogs_and_lessons_can_be_read(language: str, stages: list[Stage]) -> None:
    """One window a language: to make it takes longer than to look at a page. What is faint is so in every language."""
    stage, found = in_language(language, stages), dict[str, list[object]]()
    stage.mistakes(2)
    stage.take_look(*LOOK)
    found["window"] = cramped(stage)

    def look(name: str) -> None:
        assert stage.overlay is not None
        is_inside = QApplication.primaryScreen().geometry().contains(stage.overlay.geometry())
        found[name] = [*without_room(stage.overlay), *misplaced_in(language, stage), *["outside"] * (not is_inside)]

    for states in seen_in(language):
        states[0].reach(stage)
        stage.take_look(*LOOK)
        for state in states:
            if state.acts is not None:
                state.acts(stage)
            if state.opens is None:
                found[state.name] = [*cramped(stage), *misplaced_in(language, stage)]
            else:
                stage.with_overlay(state.opens, partial(look, state.name))
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_every_page_is_read_in_every_language_and_in_every_mode_in_some() -> None:
    seen = {language: [state.name for group in seen_in(language) for state in group] for language in OTHERS}
    assert {name for names in seen.values() for name in names} == {s.name for group in by_ways() for s in group}
    for names in seen.values():
        assert [sum(name.startswith(f"{page} in ") for name in names) for page in PANELS] == [1] * len(PANELS)
