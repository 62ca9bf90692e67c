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
from perceptron_gui.frozen import asdict
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

ONLY_LOOKING = ("panels", "menus", "dialogs", "focus", "curves", "predict", "window", "lessons", "symbols")
"""Sheets whose states leave a window as they found it, but for what they bring to the front."""
OPEN_POINTS = (
    *("data", "ends", "modes", "beyond", "theorem", "dual", "classes", "geometry", "features", "symbols", "plots"),
    *("curves", "held out", "panels", "by hand", "hidden labels", "hall", "eyes", "window", "predict", "lessons"),
)
"""Sheets whose ways open points, bring pages, and turn what a view's state holds: no more has to be put back."""
SEEN_ELSEWHERE = ("stations",)
"""Sheets whose states `test_pages_fit` walks through, where it looks at this and more."""
WIDE = 1280
"""Pixels from which on the canvas has half of a window with its panel open, and not half of its width alone."""

EVERYDAY = 20
"""Of so many walks the quick part takes one."""
Sight = tuple[State, Look]
"""What is looked at, and how."""


def most_crowded(state: State) -> Sequence[Look]:
    """Return the looks that leave least room, and for the window itself all: the gallery pictures the rest.

    Of a hall the smallest screen, and in turn one of the two that are wide: letters go with the height, so that these
    differ in their colours, which all cards share. Of a page in a mode none: the stations are looked at in larger
    letters on a smaller screen, and in every theme by `test_targets`.
    """
    in_windows = [look for look in state.looks if look[1] != FULL_SCREEN]
    if state.sheet == "hall":
        (large, laptop, *_, small), turn = in_windows, STATES.index(state) % 2
        return [(large, laptop)[turn], small]
    if state.acts is not None and state.sheet == "panels" and in_windows[-1][0] != "projector":
        return []
    return in_windows if state.sheet == "window" else in_windows[-1:]


def walks() -> list[list[Sight]]:
    """Return what is looked at in one window, one after the other: what has a sheet and a theme in common."""
    found: dict[tuple[str, str], list[Sight]] = {}
    first = {state.reach: place for place, state in reversed([*enumerate(STATES)])}
    for state in STATES:
        for look in most_crowded(state) if state.sheet not in SEEN_ELSEWHERE else ():
            found.setdefault((look[0], state.sheet), []).append((state, look))
    by_size = lambda sight: (sight[1][1], first[sight[0].reach])  # noqa: E731
    return [sorted(found[group], key=by_size) for group in sorted(found)]


def everyday_walks() -> list[ParameterSet]:
    """Return the walks, of which the quick part takes each 20th, the whole and ``dev.py gallery`` all.

    Those of a theme are together: a window that is there is started over in the theme in which it was made.
    """
    ids = [f"{walk[0][0].sheet}-{walk[0][1][0]}".replace(" ", "-") for walk in walks()]
    marks = [() if number % EVERYDAY == change() % EVERYDAY else pytest.mark.slow for number in range(len(ids))]
    return [pytest.param(walk, id=name, marks=mark) for walk, name, mark in zip(walks(), ids, marks, strict=True)]


@pytest.mark.parametrize("walk", everyday_walks())
def test_all_that_can_be_seen_can_be_read(walk: list[Sight], used_stage: Callable[[str], Stage]) -> None:
    stage, before = used_stage(walk[0][1][0]), None
    for state, (theme, size) in walk:
        if before is None or state.reach is not before.reach or state.sheet not in ONLY_LOOKING:
            if before is not None:
                stage = used_stage(theme) if state.sheet not in OPEN_POINTS else put_back(stage)
            state.reach(stage)
        before = state
        state.take_look(stage, theme, size)
        if state.opens is None:
            assert not unreadable(stage), (state.name, theme, size)
        else:
            stage.with_overlay(state.opens, partial(check_overlay, stage, state.name))


def put_back(stage: Stage) -> Stage:
    """End a lesson, and put back what a view's state holds, but for the hall; return the stage.

    The page in front stays: a state that is about one brings it.
    """
    if stage.window.controller.page is not None:
        stage.do("lessons.end")
    controller, usual = stage.window.controller, asdict(stage.window.preferences.view_state)
    now = asdict(controller.view_state)
    others = {name: value for name, value in usual.items() if value != now[name] and name != "is_presenting"}
    if others:
        controller.change_view(**others)
    return stage


def unreadable(stage: Stage) -> list[object]:
    """Return what is wrong with a window and with its canvas, or with the page of rules that covers them."""
    seen = stage.rules or stage.window
    return [*cramped(stage), *faint(seen), *(wrong_in_hall(stage) if stage.rules is None else [])]


def cramped(stage: Stage) -> list[object]:
    """Return what has no room in a window and on its canvas, or on the page of rules that covers them."""
    if stage.rules is not None:
        return without_room(stage.rules)
    room = [] if has_room_for_the_canvas(stage) else [f"canvas of {stage.window.canvas.size().toTuple()}"]
    return [*without_room(stage.window), *crowded(stage.window), *room]


def wrong_in_hall(stage: Stage) -> list[str]:
    """Return what a hall cannot read, and a card that is no third of the window in spirit."""
    window = stage.window
    if not window.controller.view_state.is_presenting:
        return []
    shares = [card.width() / window.width() for card in window.findChildren(QWidget, CARD) if card.isVisible()]
    return [*small_letters(window), *(f"card {share:.3f} wide" for share in shares if not 0.35 <= share <= 0.45)]


def wrong(widget: QWidget) -> list[object]:
    """Return what has no room or does not stand out."""
    return [*without_room(widget), *faint(widget)]


def without_room(widget: QWidget) -> list[object]:
    """Return what has no room."""
    return [*faults(widget), *cut_tabs(widget)]


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


@pytest.mark.parametrize("theme", ["light", "projector"])
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


def test_themes_that_are_left_out_have_the_letters_of_the_light_one() -> None:
    scales = {theme.scale for name, theme in THEMES.items() if name in ("light", *SAME_LETTERS)}
    assert len(scales) == 1 and {"light", "projector", *SAME_LETTERS} == {*THEMES}


def test_names_of_states_differ() -> None:
    assert len({state.id for state in STATES}) == len(STATES)
