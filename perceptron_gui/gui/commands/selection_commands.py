"""Commands about the selected points: which they are, and where they go."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, Ints
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.painting import moves, selecting
from perceptron_gui.session.painting.plane_map import PlaneMap
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.painting.selection_box import Centre

COPIES_GO = 1, -1
"""Steps to the right and upwards by which copies lie aside."""
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
TURNS = {"turn_left": 90, "turn_right": -90, "tilt_left": 15, "tilt_right": -15}
Move = Callable[[Dataset, Ints, Fraction], Dataset]
"""From the points, which of them move, and the step to which points snap, to the points after it."""


class Turned(Frozen):
    """Points that were turned, perhaps more than once: the next turn begins with those of before.

    Six turns by 15° are a quarter turn then, to the last digit, and the middle stays where it was.
    """

    before: Dataset
    after: Dataset
    selection: tuple[int, ...]  # indices of the points that were turned
    degrees: int  # by how much, counterclockwise


class SelectionCommands:
    """Select, copy, mirror, turn, scale, shake, nudge; each is one step of undo."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller
        self._turned: Turned | None = None

    def handlers(self) -> Handlers:
        """Return what each action does."""
        double, half = Fraction(2), Fraction(1, 2)
        maps: dict[str, Callable[[Centre], PlaneMap]] = {
            "mirror_across": partial(PlaneMap.mirrored, is_across=True),
            "mirror_upwards": partial(PlaneMap.mirrored, is_across=False),
            "double": partial(PlaneMap.scaled, across=double, upwards=double),
            "halve": partial(PlaneMap.scaled, across=half, upwards=half),
        }
        return {
            "edit.select_all": self.select_all,
            "edit.select_class": self.select_class,
            "edit.invert": self.select_others,
            "edit.duplicate": self.duplicate,
            "edit.jitter": self.jitter,
            **{f"edit.{name}": partial(self.map, make) for name, make in maps.items()},
            **{f"edit.{name}": partial(self.turn, degrees) for name, degrees in TURNS.items()},
            **{f"edit.nudge_{way}": partial(self.nudge, way) for way in WAYS},
        }

    def begin(self) -> None:
        """Do nothing: there is nothing to hear."""

    @property
    def _dataset(self) -> Dataset:
        return self._controller.document.dataset

    def select_all(self) -> None:
        """Select all points."""
        self._window.gestures.select(range(self._dataset.n_samples))

    def select_class(self) -> None:
        """Select the points of the current class."""
        label = self._controller.view_state.current_class
        self._window.gestures.select(selecting.of_class(self._dataset, label))

    def select_others(self) -> None:
        """Select the points that are not selected."""
        self._window.gestures.select(selecting.others(self._dataset, self._controller.view_state.selection))

    def duplicate(self) -> None:
        """Copy the selected points; the copies are selected then."""
        before = self._dataset.n_samples
        self._edit(lambda dataset, rows, step: moves.duplicated(dataset, rows, COPIES_GO, step), tr("duplicate"))
        if self._dataset.n_samples > before:
            self._window.gestures.select(range(before, self._dataset.n_samples))

    def map(self, make: Callable[[Centre], PlaneMap]) -> None:
        """Map the selected points about the middle of the box around them. `make`: from the middle to the map."""
        self._edit(partial(_mapped, make=make), tr("transform"))

    def turn(self, degrees: int) -> None:
        """Turn the selected points about the middle of the box around them. `degrees`: counterclockwise."""
        begin, selection, turned = self._dataset, self._controller.view_state.selection, self._turned
        if turned is not None and turned.after is begin and turned.selection == selection:
            begin, degrees = turned.before, turned.degrees + degrees
        make = partial(PlaneMap.turned, degrees=degrees)
        if self._edit(lambda _, rows, step: _mapped(begin, rows, step, make), tr("turn")):
            self._turned = Turned(begin, self._dataset, selection, degrees)

    def jitter(self) -> None:
        """Move each selected point by chance."""

        def moved(dataset: Dataset, rows: Ints, step: Fraction) -> Dataset:
            moves.require_plane(dataset)
            return moves.shaken(dataset, rows, step)

        self._edit(moved, tr("jitter"))

    def nudge(self, way: str) -> None:
        """Move the selected points a step; one after the other they are one step of undo. `way`: one of `WAYS`."""

        def moved(dataset: Dataset, rows: Ints, step: Fraction) -> Dataset:
            moves.require_plane(dataset)
            return moves.shifted(dataset, rows, WAYS[way], step)

        self._edit(moved, tr("nudge"), ("nudge", self._controller.view_state.selection))

    def _edit(self, move: Move, what: str, series: object = None) -> bool:
        """Make what a move leads to the points; say why where it cannot be, and return False."""
        selection, gestures = self._controller.view_state.selection, self._window.gestures
        if not selection:
            return False
        gestures.give_up()
        try:
            moved = move(self._dataset, selecting.rows_of(selection), gestures.step(Qt.KeyboardModifier.NoModifier))
        except DatasetError as error:
            self._controller.noticed.emit(str(error))
            return False
        self._controller.set_dataset(moved, what, series)
        return self._dataset is moved


def _mapped(dataset: Dataset, rows: Ints, step: Fraction, make: Callable[[Centre], PlaneMap]) -> Dataset:
    # Imported only here: the frame of the window is on the screen before the canvas is imported.
    from perceptron_gui.gui.canvas.snapping import PARTS

    moves.require_plane(dataset)
    return moves.mapped(dataset, rows, make(moves.box_of(dataset, rows).centre), step / PARTS)
