"""In every state of the gallery nothing visible is cut off, overlaps, lies outside or is faint (G10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from perceptron_gui.files.preferences import Preferences
from tests.gui.canvas_words import crowded
from tests.gui.gallery.stage import FULL_SCREEN, Stage
from tests.gui.gallery.state import Look, State
from tests.gui.gallery.states import STATES
from tests.gui.legibility import cut_tabs, faint, faults

SHEETS = tuple(dict.fromkeys(state.sheet for state in STATES))
WIDE = 1280
"""Pixels from which on the canvas has half of a window with its panel open, and not half of its width alone."""


@pytest.fixture
def stages(qapp: QApplication) -> Iterator[list[Stage]]:
    """Yield a list; what is put into it is closed, however the test ends."""
    made: list[Stage] = []
    yield made
    for stage in made:
        stage.close()


def most_crowded(state: State) -> Sequence[Look]:
    """Return the looks that leave least room, and for the window itself all: the gallery pictures the rest."""
    in_windows = [look for look in state.looks if look[1] != FULL_SCREEN]
    return in_windows if state.sheet == "window" else in_windows[-1:]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.id)
def test_all_that_can_be_seen_can_be_read(state: State, stages: list[Stage]) -> None:
    looks = most_crowded(state)
    # Started in the theme it is looked at in: a change of the theme lays out all of the window anew.
    stage = Stage(Preferences(switches={"still": True}, theme=looks[0][0]))
    stages.append(stage)
    state.reach(stage)
    for theme, size in looks:
        state.take_look(stage, theme, size)
        if state.opens is None:
            assert not wrong(stage.window), (theme, size)
            assert not crowded(stage.window), (theme, size)
            assert has_room_for_the_canvas(stage), (theme, size, stage.window.canvas.size())
        else:
            stage.with_overlay(state.opens, partial(check_overlay, stage))


def wrong(widget: QWidget) -> list[object]:
    """Return what has no room or does not stand out."""
    return [*faults(widget), *cut_tabs(widget), *faint(widget)]


def has_room_for_the_canvas(stage: Stage) -> bool:
    """Whether the canvas, with a question at its foot, is half of a wide window, or half as wide as a narrow one."""
    window, canvas = stage.window, stage.window.canvas
    height = canvas.height() + (window.predict.height() if window.predict.isVisible() else 0)
    if window.width() >= WIDE:
        return canvas.width() * height >= window.width() * window.height() / 2
    return canvas.width() >= window.width() / 2


def check_overlay(stage: Stage) -> None:
    """Check what is open."""
    assert stage.overlay is not None
    assert stage.overlay.screen().geometry().contains(stage.overlay.geometry())
    assert not wrong(stage.overlay)


def test_names_of_states_differ() -> None:
    assert len({state.id for state in STATES}) == len(STATES)
