"""How the user views a document; not part of it, so that undo never changes speed, selection or pins (P4).

Also the tools, the brush sizes, and the round numbers that sliders, keys and scales step through.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from perceptron_gui.engine.data.settings import MOST_START_WEIGHTS, WEIGHT, TrainingSettings
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import Frozen, Meta, replace
from perceptron_gui.session.points.palette import earlier_places, in_palette
from perceptron_gui.session.saved import FEW, NOT_SAVED, PER_POINT, Flags, Visit
from perceptron_gui.session.view.switches import (
    ALL_CONES,
    BRIEF,
    DESKTOP,
    HIDDEN_LABELS,
    LETTERS_ON,
    NAMES,
    OF_POINTS,
    ON_AT_FIRST,
    OWN_SYMBOLS,
)
from perceptron_gui.session.worker.scheduler import Pauses

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.document import Document


class Tool(StrEnum):
    """A tool of the left bar."""

    PLACE = "place"
    SELECT = "select"
    LASSO = "lasso"
    BRUSH = "brush"
    SPRAY = "spray"
    RELABEL = "relabel"
    ERASE = "erase"

    @property
    def is_selecting(self) -> bool:
        """Whether it selects points, moves, turns and scales them."""
        return self in (Tool.SELECT, Tool.LASSO)

    @property
    def is_wide(self) -> bool:
        """Whether it paints all around the pointer, within the radius of the brush."""
        return self in (Tool.BRUSH, Tool.SPRAY, Tool.RELABEL)


FAMILIES = ((Tool.PLACE,), (Tool.SELECT, Tool.LASSO), (Tool.BRUSH, Tool.SPRAY, Tool.RELABEL), (Tool.ERASE,))
"""Tools that share a button."""


RADII = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192)
"""Pixels."""
DENSITIES = (1, 2, 3, 5, 8, 12, 20, 30)
"""Points a dab of the spray."""
USUAL_RADIUS, USUAL_DENSITY = 32, 3


def neighbour(values: Sequence[int], value: int, is_more: bool) -> int:
    """Return the next larger or smaller value of a row, or `value` at its end.

    `values`: ascending. `value`: one of them, or something between. `is_more`: whether the next larger one is meant.
    """
    beyond = [other for other in values if (other > value if is_more else other < value)]
    if not beyond:
        return value
    return min(beyond) if is_more else max(beyond)


def nice_step(least: float) -> float:
    """Return the smallest of 1, 2, 5 × 10^k that is at least `least`. `least`: above 0, in data units."""
    power = 10.0 ** math.floor(math.log10(least))
    return next((factor * power for factor in (1, 2, 5) if factor * power >= least), 10 * power)


SPEEDS: tuple[float | None, ...] = (1, 2, 5, 10, 30, 100, 1_000, 10_000, 100_000, None)
"""Visits a second, from the slowest; None is as fast as it goes."""
USUAL_SPEED = 3
"""The place at which nobody has chosen another one yet."""


def speed_at(place: int) -> float | None:
    """Return the speed at a place, or at the end that is nearest to it. `place`: index in SPEEDS, or beyond."""
    return SPEEDS[min(max(place, 0), len(SPEEDS) - 1)]


LETTERS = "PQRSTU"
"""Letters of pinned runs: far from A, B, … which name classes."""
MOST_PINS = len(LETTERS)


class Pin(Frozen):
    """A run that is kept for comparison, as the rules that make it."""

    letter: str  # what it is called on the canvas
    settings: TrainingSettings


def with_pin(pins: tuple[Pin, ...], settings: TrainingSettings) -> tuple[Pin, ...]:
    """Return the pins and one more, with the first free letter.

    Unchanged where these rules are pinned already, or where there is no letter left.

    `pins`: those so far, in the order of their letters.
    """
    free = [letter for letter in LETTERS if letter not in {pin.letter for pin in pins}]
    if not free or any(same_run(pin.settings, settings) for pin in pins):
        return pins
    return tuple(sorted((*pins, Pin(free[0], settings)), key=lambda pin: pin.letter))


def same_run(one: TrainingSettings, other: TrainingSettings) -> bool:
    """Whether two sets of rules make the same run of the same points."""
    return one.essence == other.essence


LIGHT, DARK, PROJECTOR, CONTRAST = THEMES = ("light", "dark", "projector", "contrast")


OF_DOCUMENT = (
    *("selection", "current_class", "pauses_at_point", "marked_visit", "hand_line", "hand_moves", "pins"),
    *("shows_test", "has_looked", "looked_at"),
)
"""What of a view's state is about one document, and comes back with it; the rest is of whoever looks."""


class ViewState(Frozen):
    """The user's choices outside the document, never changed in place."""

    # whether the run goes on by itself, as far as the user or the run itself has said last
    is_playing: Annotated[bool, NOT_SAVED] = False
    speed: float | None = None  # visits a second of play; None is as fast as it goes
    # indices of the selected points, in the order in which they were selected
    selection: Annotated[tuple[int, ...], PER_POINT] = ()
    tool: Tool = Tool.PLACE  # what the left button does on the canvas, but for a hall
    # how far a brush reaches, in pixels
    brush_radius: Annotated[int, NOT_SAVED] = USUAL_RADIUS  # of the hand, not of the lesson
    spray_density: Annotated[int, NOT_SAVED] = USUAL_DENSITY  # points a dab of the spray
    current_class: int = 1  # the class of points that are placed, an index into the document's classes
    # whether play pauses at every mistake; at the end of every epoch
    pauses_at_mistake: bool = False
    pauses_at_epoch: bool = False
    # whether play pauses when the selected point is visited; only while a single one is selected
    pauses_at_point: bool = False
    marked_visit: Visit | None = None  # the visit of the timeline at which play pauses
    exercise: str = ""  # name of the exercise that is on (`session/exercises/exercise_registry.py`); empty for none
    exercise_options: Annotated[frozenset[str], FEW] = frozenset()  # names of the options of exercises that are on
    # the point that is pointed at, on the canvas or beside it: it lights up in both
    lit_point: Annotated[int | None, NOT_SAVED] = None
    # the other point, where a pair is pointed at beside the canvas
    lit_partner: Annotated[int | None, NOT_SAVED] = None
    # weights (w, b), without b where there is no bias, whose boundary is shown beside that of the run; in multiclass
    # the difference of two rows
    tried_weights: Annotated[tuple[float, ...] | None, NOT_SAVED] = None
    # weights (w, b), without b where there is no bias, of the student's own line; None where it was not placed yet
    hand_line: Annotated[tuple[Annotated[float, WEIGHT], ...], Meta(max_length=MOST_START_WEIGHTS)] | None = None
    hand_moves: Visit = 0  # how often it was dragged or typed on these points
    # names of the view switches that are on (`session/view/switches.py`)
    switches: Annotated[frozenset[str], Flags(NAMES, OF_POINTS)] = ON_AT_FIRST
    # whether the desktop wished for reduced motion when it answered last: what was turned against that stays
    is_stillness_wished: Annotated[bool, NOT_SAVED] = False
    # names of what is chosen of `switches.ALTERNATIVES`: of the hall, not of the lesson, but for the last
    theme: Annotated[str, NOT_SAVED] = DESKTOP  # or one of THEMES
    text_size: Annotated[str, NOT_SAVED] = DESKTOP  # or per cent of the usual one
    eyes: Annotated[str, NOT_SAVED] = ALL_CONES  # with which eyes the window is seen
    spoken: Annotated[str, NOT_SAVED] = BRIEF  # how much is said to a screen reader
    letters: Annotated[str, NOT_SAVED] = LETTERS_ON  # whether a letter alone is a command
    symbols: str = OWN_SYMBOLS  # name of the notes whose symbols formulas are written in (`session/view/switches.py`)
    has_side_panel: bool = True  # whether there are panels beside the canvas
    is_presenting: Annotated[bool, NOT_SAVED] = False  # whether the hall looks on: the plane with one card beside it
    hall_tool: Annotated[Tool | None, NOT_SAVED] = None  # what the left button does there; None: it only points
    card: Annotated[str, NOT_SAVED] = ""  # name of that card (`gui/panels/panel_registry.py`); empty for the first
    is_blank: Annotated[bool, NOT_SAVED] = False  # whether the screen is black meanwhile
    pins: Annotated[tuple[Pin, ...], Meta(max_length=MOST_PINS)] = ()  # the runs whose ends stay on the canvas
    # whether errors of the test part are shown: it was looked at, and is the same part still (H1)
    shows_test: bool = False
    has_looked: bool = False  # whether any test part of these points has been looked at: undo does not make that undone
    looked_at: Visit = 0  # the visit at which the part that is shown was looked at

    def shown_point(self, snapshot: Snapshot) -> int | None:
        """Return the selected point, else the one that was shown last or comes next; None without points."""
        chosen = self.single_point
        if chosen is not None and chosen < snapshot.dataset.n_samples:
            return chosen
        return snapshot.last.point if snapshot.last is not None else snapshot.upcoming

    @property
    def tool_in_hand(self) -> Tool | None:
        """What the left button does now; None where it only points: in a hall, until a tool is chosen there."""
        return self.hall_tool if self.is_presenting else self.tool

    @property
    def is_selecting(self) -> bool:
        """Whether the left button selects points, moves, turns and scales them."""
        return self.tool_in_hand is not None and self.tool_in_hand.is_selecting

    @property
    def asks(self) -> str:
        """The name of the exercise that asks; "" for none. Hidden labels ask for themselves, before any other."""
        return HIDDEN_LABELS if self.shows(HIDDEN_LABELS) else self.exercise

    def asking(self, exercise: str) -> ViewState:
        """Return the state in which another exercise asks. `exercise`: its name; "" for none."""
        state = self.switched(HIDDEN_LABELS, exercise == HIDDEN_LABELS)
        return replace(state, exercise="" if exercise == HIDDEN_LABELS else exercise)

    @property
    def single_point(self) -> int | None:
        """The index of the selected point; None where not exactly one is selected."""
        return self.selection[0] if len(self.selection) == 1 else None

    @property
    def pauses(self) -> Pauses:
        """Where play pauses, for the training thread."""
        point = self.single_point if self.pauses_at_point else None
        return Pauses(self.pauses_at_mistake, self.pauses_at_epoch, point, self.marked_visit)

    def shows(self, name: str) -> bool:
        """Whether a view switch is on.

        `name`: one of the registry. Raises `KeyError` if the registry has none of that name.
        """
        if name not in NAMES:
            raise KeyError(name)
        return name in self.switches

    def switched(self, name: str, is_on: bool) -> ViewState:
        """Return the state with a view switch on or off.

        `name`: one of the registry. `is_on`: whether it is to be on. Raises `KeyError` if the registry has none of that
        name.
        """
        return self if self.shows(name) is is_on else replace(self, switches=self.switches ^ {name})

    def wished(self, is_still: bool) -> ViewState:
        """Return the state on a desktop that wishes for reduced motion, or does not: a choice against it stays."""
        state = self.switched("still", is_still) if self.shows("still") is self.is_stillness_wished else self
        return replace(state, is_stillness_wished=is_still)

    def changed(self, **changes: object) -> ViewState:
        """Return the state with some attributes replaced; without a single selected point none can be paused at.

        A point that is pointed at has no partner unless that is given with it. Only in the hall the screen is black,
        and a tool of its own is in hand.

        `changes`: new values, by the names of the attributes.
        """
        if "lit_point" in changes:
            changes = {"lit_partner": None, **changes}
        state = replace(self, **changes)
        return replace(
            state,
            pauses_at_point=state.pauses_at_point and state.single_point is not None,
            is_blank=state.is_blank and state.is_presenting,
            hall_tool=state.hall_tool if state.is_presenting else None,
        )

    def fitting(self, document: Document, earlier: Document) -> ViewState:
        """Return the state for another document: with a class that it has, and without points that it may not have.

        `earlier`: the one that this state was for.
        """
        now, before = document.dataset, earlier.dataset
        is_other_set = document.origin != earlier.origin or now.n_samples != before.n_samples
        is_kept = now.is_extension_of(before) if is_other_set else now.has_rows_of(before)
        is_other_space = _space(document) != _space(earlier)
        was = earlier_places(before, now) if document.origin == earlier.origin else range(len(now.classes))
        return self.changed(
            selection=self.selection if is_kept else (),
            lit_point=_if_there(self.lit_point, now),
            lit_partner=_if_there(self.lit_partner, now),
            tried_weights=None if is_other_set or is_other_space else self.tried_weights,
            hand_line=None if document.origin != earlier.origin or is_other_space else self.hand_line,
            hand_moves=self.hand_moves if now.X is before.X and now.labels is before.labels else 0,
            current_class=was.index(self.current_class) if self.current_class in was else len(now.classes) - 1,
            switches=self.switches if document.origin == earlier.origin else self.switches - OF_POINTS,
            pins=_in_palette(self.pins, before, now) if document.origin == earlier.origin else (),
            shows_test=self.shows_test and document.has_test_of(earlier),
            has_looked=self.has_looked and document.origin == earlier.origin,
        )


def _in_palette(pins: tuple[Pin, ...], earlier: Dataset, now: Dataset) -> tuple[Pin, ...]:
    """Return the pins whose classes are there, in the palette of now."""
    moved = [(pin, replace(pin, settings=in_palette(pin.settings, earlier, now))) for pin in pins]
    return tuple(new for pin, new in moved if new.settings.positive is not None or pin.settings.positive is None)


def _if_there(point: int | None, dataset: Dataset) -> int | None:
    """Return a point's index, or None if the dataset has no such point."""
    return point if point is not None and point < dataset.n_samples else None


def _space(document: Document) -> tuple[object, ...]:
    """Return the key of θ's meaning: what decides the number of its entries and their roles."""
    return document.dataset.n_features, document.settings.bias, document.settings.features


def view_wants(document: Document, state: ViewState, ticks: int = 0, span: int = 0) -> Wants:
    """Return what snapshots must contain for the switches that are on.

    `ticks`, `span`: marks of a timeline, and the visits that it shows.
    """
    from perceptron_gui.engine.model.models import parts_of  # with the first run, after the first paint (A9)

    return Wants(
        alpha="alpha" in parts_of(document.settings),
        age=state.shows("influence"),
        pocket=state.shows("pocket") or state.shows("by_hand"),
        test=state.shows_test,
        averaged=state.shows("averaged"),
        voted=state.shows("voted"),
        ticks=ticks,
        span=span,
    )
