"""With letters twice as large on a screen of 1366 × 768 the plane and one station can be used (WCAG 1.4.4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.lessons.lesson_card import LEAST_PLANE
from perceptron_gui.gui.style.theme import TEXT
from perceptron_gui.session.lessons.questions import choice_of
from tests.effort import one_in
from tests.gui.canvas_words import crowded
from tests.gui.features.lessons import made
from tests.gui.gallery import lessons
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
def test_every_page_has_room(stage: Stage) -> None:
    """Each in multiclass, where there are most numbers; in the other modes their own and those that tell of visits."""
    seen = set[str]()
    for mode in (Mode.MULTICLASS, Mode.DUAL, Mode.PRIMAL):
        opened("two-classes" if mode is not Mode.MULTICLASS else "iris", 6, mode)(stage)
        for entry in [each for each in stage.window.side.offered if each.name not in seen - {"step", "table"}]:
            seen.add(entry.name)
            stage.panel(entry.name)
            stage.rest()
            assert [*faults(stage.window), *cut_tabs(stage.window)] == [], (entry.name, mode)


@pytest.mark.seldom
def test_the_size_is_found_again_and_given_back(stage: Stage) -> None:
    kept = stage.window.preferences.with_view_state(stage.window.controller.view_state)
    assert kept.view_state.text_size == "largest"
    stage.do("view.text_size_usual")
    assert stage.window.font().pixelSize() == stage.window.top.rules.font().pixelSize() == TEXT


LONG = [made.text(f"Option {number} of four, with as many words as an option of a lesson has") for number in range(4)]
ASKED = {**made.QUESTIONS, "four options": replace(made.QUESTIONS["choice"], ask=choice_of(LONG, 2))}
LINE = 1.25
"""Of the height of letters, from line to line of a lesson."""


@pytest.mark.seldom
def test_a_lesson_shows_three_lines_of_its_text_beside_the_plane_and_the_panels_make_room(stage: Stage) -> None:
    window, side = stage.window, stage.window.side
    assert side.is_open
    for page in one_in(2, ASKED.values()):
        lessons.on(replace(page, text=made.text(lessons.SIXTY_WORDS)))(stage)
        stage.rest()
        card = lessons.commands_of(stage).player.card
        text = card._reading.viewport().height() / (LINE * card.text.fontMetrics().lineSpacing())
        assert text >= 3 and card._asking.isVisible(), page.ask
        assert card.is_beside and not side.is_open
        assert window.canvas.width() >= LEAST_PLANE and window.canvas.height() >= window.height() / 2
    side.toggle()
    stage.rest()
    assert side.is_open, "whoever wants the panels has them"


@pytest.mark.seldom
def test_the_panels_come_back_when_the_lesson_goes(stage: Stage) -> None:
    side = stage.window.side
    lessons.on(ASKED["number"])(stage)
    stage.rest()
    assert not side.is_open
    stage.do("lessons.end")
    stage.rest()
    assert side.is_open
