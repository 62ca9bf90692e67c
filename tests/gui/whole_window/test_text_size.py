"""With letters twice as large on a screen of 1366 × 768 the plane and one station can be used (WCAG 1.4.4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.style.theme import TEXT
from tests.gui.canvas_words import crowded
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.stations import at_a_mistake
from tests.gui.gallery.ways import opened
from tests.gui.legibility import cut_tabs, faint, faults

SCREEN = "1366x768"
PLANE = 4
"""The plane has at least one of so many parts of the window."""


@pytest.fixture
def stage(qapp: object) -> Iterator[Stage]:
    """Yield a window whose user has chosen letters twice as large."""
    stage = Stage(Preferences(switches={"still": True}, theme="light", text_size="largest"))
    stage.take_look("light", SCREEN)
    yield stage
    stage.close()


@pytest.mark.seldom
def test_the_plane_and_a_station_have_room(stage: Stage) -> None:
    at_a_mistake("primal")(stage)
    window = stage.window
    for page in ("step", "weights", "theorem", "curves", "points"):
        stage.panel(page)
        stage.rest()
        assert window.side.is_open and window.side.front is not None
        assert [*faults(window), *cut_tabs(window), *faint(window), *crowded(window)] == [], page
    canvas = window.canvas
    assert PLANE * canvas.width() * canvas.height() >= window.width() * window.height()
    assert window.font().pixelSize() == window.top.rules.font().pixelSize() == 2 * TEXT
    stage.do("run.rules")
    assert stage.rules is not None
    assert faults(stage.rules) == []


@pytest.mark.slow
@pytest.mark.parametrize("mode", Mode)
def test_every_page_has_room(stage: Stage, mode: Mode) -> None:
    opened("two-classes" if mode is not Mode.MULTICLASS else "iris", 6, mode)(stage)
    for entry in stage.window.side.offered:
        stage.panel(entry.name)
        stage.rest()
        assert [*faults(stage.window), *cut_tabs(stage.window)] == [], entry.name


@pytest.mark.seldom
def test_the_size_is_found_again_and_given_back(stage: Stage) -> None:
    kept = stage.window.preferences.with_view_state(stage.window.controller.view_state)
    assert kept.view_state.text_size == "largest"
    stage.do("view.text_size_usual")
    assert stage.window.font().pixelSize() == stage.window.top.rules.font().pixelSize() == TEXT
