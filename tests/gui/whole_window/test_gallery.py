"""In every state of the gallery nothing visible is cut off, overlaps, lies outside or is faint (G10), or small (G9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from _pytest.mark import ParameterSet
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QWidget,
)

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.bars.timeline import Timeline
from perceptron_gui.gui.style.theme import THEMES
from perceptron_gui.gui.window import MainWindow
from tests.effort import change
from tests.gui.canvas_words import crowded
from tests.gui.gallery.stage import FULL_SCREEN, Stage
from tests.gui.gallery.state import Look, State
from tests.gui.gallery.states import STATES
from tests.gui.legibility import cut_tabs, faint, faults
from tests.gui.painted_letters import CARD, small_letters

SHEETS = tuple(dict.fromkeys(state.sheet for state in STATES))
ONLY_LOOKING = ("panels", "menus", "dialogs", "focus", "curves", "stations", "predict")
"""Sheets whose states leave a window as they found it, but for what they bring to the front."""
WIDE = 1280
"""Pixels from which on the canvas has half of a window with its panel open, and not half of its width alone."""

EVERYDAY = 30
"""Of so many windows the quick part looks at one."""


def most_crowded(state: State) -> Sequence[Look]:
    """Return the looks that leave least room, and for the window itself all: the gallery pictures the rest.

    Of a hall the first look of each size: that covers each of its themes.
    """
    in_windows = [look for look in state.looks if look[1] != FULL_SCREEN]
    if state.sheet == "hall":
        return list({size: (theme, size) for theme, size in reversed(in_windows)}.values())
    return in_windows if state.sheet == "window" else in_windows[-1:]


def in_one_window(states: Sequence[State]) -> list[list[State]]:
    """Return the states that share a window: those that are reached in one way, and leave it as they found it."""
    groups: dict[object, list[State]] = {}
    for state in states:
        groups.setdefault((state.sheet, state.reach) if state.sheet in ONLY_LOOKING else state, []).append(state)
    return list(groups.values())


def first_theme(states: Sequence[State]) -> str:
    """Return the theme in which states that share a window are looked at first."""
    return most_crowded(states[0])[0][0]


def everyday_windows() -> list[ParameterSet]:
    """Return the windows, of which the quick part looks at each 30th, the whole and ``dev.py gallery`` at all.

    Those of a theme are together: a window that is there is started over in the theme in which it was made.
    """
    today = change() % EVERYDAY
    windows = sorted(in_one_window(STATES), key=first_theme)
    return [
        pytest.param(states, id=states[0].id, marks=() if number % EVERYDAY == today else pytest.mark.slow)
        for number, states in enumerate(windows)
    ]


@pytest.mark.parametrize("states", everyday_windows())
def test_all_that_can_be_seen_can_be_read(states: list[State], used_stage: Callable[[str], Stage]) -> None:
    stage = used_stage(first_theme(states))
    states[0].reach(stage)
    for state in states:
        for theme, size in most_crowded(state):
            state.take_look(stage, theme, size)
            if state.opens is None:
                assert not unreadable(stage), (state.name, theme, size)
            else:
                stage.with_overlay(state.opens, partial(check_overlay, stage, state.name))


def unreadable(stage: Stage) -> list[object]:
    """Return what is wrong with a window and with its canvas, or with the page of rules that covers them."""
    if stage.rules is not None:
        return wrong(stage.rules)
    room = [] if has_room_for_the_canvas(stage) else [f"canvas of {stage.window.canvas.size().toTuple()}"]
    return [*wrong(stage.window), *crowded(stage.window), *room, *wrong_in_hall(stage)]


def wrong_in_hall(stage: Stage) -> list[str]:
    """Return what a hall cannot read, and a card that is no third of the window in spirit."""
    window = stage.window
    if not window.controller.view_state.is_presenting:
        return []
    shares = [card.width() / window.width() for card in window.findChildren(QWidget, CARD) if card.isVisible()]
    return [*small_letters(window), *(f"card {share:.3f} wide" for share in shares if not 0.35 <= share <= 0.45)]


def wrong(widget: QWidget) -> list[object]:
    """Return what has no room or does not stand out."""
    return [*faults(widget), *cut_tabs(widget), *faint(widget)]


def has_room_for_the_canvas(stage: Stage) -> bool:
    """Whether the canvas, with what is at its foot, is half of a wide window, or half as wide as a narrow one.

    Beside a page of a lesson, or with letters twice as large, it is three tenths at least.
    """
    window, canvas = stage.window, stage.window.canvas
    if window.width() >= WIDE:
        share = 2 if window.controller.page is None and window.theme.scale < 2 else 10 / 3
        return canvas.width() * window.central_area.height() >= window.width() * window.height() / share
    return canvas.width() >= window.width() / 2


def check_overlay(stage: Stage, name: str) -> None:
    """Check what is open."""
    assert stage.overlay is not None, name
    assert stage.overlay.screen().geometry().contains(stage.overlay.geometry()), name
    assert not wrong(stage.overlay), name


TWELVE = {
    *("modes", "rules", "examples", "run.reset", "run.step_back", "run.play", "run.step", "run.end", "timeline"),
    *("speed", "classes", "stations"),
}
"""What is there at first sight beside menus, tools and verdict, page and line of the model aside."""
SAME_LETTERS = ("dark", "contrast")
"""Themes that differ from the light one in colours alone."""
CONTROLS = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, Timeline)


def things_at_first_sight(window: MainWindow) -> set[str]:
    """Return the names of all that can be clicked, and what has no name of its own as it calls itself."""
    top, left, transport = window.top, window.left, window.transport
    owners: dict[QWidget, str] = {top.rules: "rules", top.examples: "examples", left.add_button: "classes"}
    owners |= dict.fromkeys(top.modes.values(), "modes") | dict.fromkeys(left.classes, "classes")
    owners |= {button: name for name, button in transport.buttons.items()}
    owners |= {transport.timeline: "timeline", transport.slider: "speed"}
    owners |= dict.fromkeys(window.side.row.buttons, "stations")
    apart = (window.menuBar(), top.verdict, window.model_bar, window.side.dock.widget(), *left.tools.values())
    found = [one for one in window.findChildren(QWidget) if isinstance(one, CONTROLS) and one.isVisible()]
    beside = [one for one in found if not any(part is one or part.isAncestorOf(one) for part in apart)]
    return {owners.get(one, f"{type(one).__name__} {one.objectName()}") for one in beside}


@pytest.mark.parametrize(
    "theme", ["light", "projector", *(pytest.param(name, marks=pytest.mark.slow) for name in SAME_LETTERS)]
)
def test_at_first_sight_there_are_twelve_things_and_those_of_the_rules_at_every_size(
    theme: str, stages: list[Stage]
) -> None:
    stage = Stage(Preferences(switches={"still": True}, theme=theme))
    stages.append(stage)
    for size in ("960x600", "1024x768", "1280x800", "1920x1080"):
        stage.take_look(theme, size)
        folded = set() if stage.window.side.is_open else {"stations"}
        assert things_at_first_sight(stage.window) == TWELVE - folded, size
        assert bool(folded) == (size == "960x600")
        for button in (stage.window.top.rules, stage.window.top.examples):
            assert button.visibleRegion().boundingRect() == button.rect(), size
            assert button.width() >= button.sizeHint().width(), size
    assert len(TWELVE) == 12


def test_the_menus_are_seven_in_the_order_of_work_and_the_letters_of_a_desk_too_small_for_a_hall(
    stages: list[Stage],
) -> None:
    stages.append(Stage())
    titles = [action.text().replace("&", "") for action in stages[0].window.menuBar().actions()]
    assert titles == ["File", "Edit", "Points", "Run", "View", "Lessons", "Help"]
    stages[0].take_look("light", "1280x800")
    small = small_letters(stages[0].window)
    assert any("'10 visits/s': 10.2 of 17.8" in each for each in small)


def test_themes_that_are_left_out_every_day_have_the_letters_of_the_light_one() -> None:
    scales = {theme.scale for name, theme in THEMES.items() if name in ("light", *SAME_LETTERS)}
    assert len(scales) == 1 and {"light", "projector", *SAME_LETTERS} == {*THEMES}


def test_names_of_states_differ() -> None:
    assert len({state.id for state in STATES}) == len(STATES)
