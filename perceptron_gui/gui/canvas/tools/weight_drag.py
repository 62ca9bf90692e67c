"""Start weights by hand: w is dragged by its tip, b by moving the boundary in parallel; all follows live (P5)."""

import math
from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, Qt

from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.figures.foreground import Handle
from perceptron_gui.gui.canvas.tools.snapping import PARTS
from perceptron_gui.gui.controller import Controller

SHORTEST_DRAG = 4.0
"""Pixels the mouse moves before a press becomes a drag."""
MOST_PLACES = 6
"""Decimal places with which training is still exact (E2)."""
Snap = Callable[[QPointF, Qt.KeyboardModifier], tuple[float, float]]


class WeightDrag(QObject):
    """Shows the points under the start weights while these are being dragged; one drag is one step of undo.

    In the middle of a run they begin as the weights there, and the run begins anew from where they are let go.

    `snap`: returns the coordinates that a pixel means, in data units.
    """

    def __init__(self, canvas: Canvas, controller: Controller, snap: Snap, parent: QObject) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._controller = controller
        self._snap = snap
        self._handle: Handle | None = None
        self._pressed_at = QPointF()
        self._base: list[float] | None = None

    @property
    def is_held(self) -> bool:
        """Whether a handle is held with the mouse."""
        return self._handle is not None

    def press(self, at: QPointF, takes_line: bool) -> bool:
        """Take the handle at a place; return False if there is none.

        `at`: in pixels. `takes_line`: whether any place of the boundary is a handle.
        """
        self._handle, self._pressed_at, self._base = self._canvas.handle_at(at, takes_line), at, None
        return self.is_held

    def move(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Show boundary, regions and errors as they would be with the handle at a place.

        `at`: in pixels. `modifiers`: keys that are held.
        """
        if self._base is None:
            if (at - self._pressed_at).manhattanLength() < SHORTEST_DRAG:
                return
            self._base = self._weights_shown()
            self._canvas.hold_scale(True)
        self._controller.preview_start(self._weights_at(at, modifiers, self._base))

    def release(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Take the weights with the handle at a place; return False if it was only clicked.

        `at`: in pixels. `modifiers`: keys that are held.
        """
        if self._base is None:
            return False
        initial = self._weights_at(at, modifiers, self._base)
        self.forget()
        self._controller.start_from(initial)
        return True

    def give_up(self) -> None:
        """Show the run again where it stood before the drag."""
        if self._base is not None:
            self._controller.cancel_preview()
        self.forget()

    def forget(self) -> None:
        """Let go of the handle; what is shown is somebody else's to say."""
        if self._base is not None:
            self._canvas.hold_scale(False)
        self._handle = self._base = None

    def _weights_shown(self) -> list[float]:
        """Return the weights where the run stands, all of which but the one that is dragged stay."""
        snapshot, settings = self._controller.snapshot, self._controller.document.settings
        if snapshot is not None and snapshot.visit:
            shown: list[float] = snapshot.theta[0].tolist()
            return shown
        return list(settings.initial or [0.0] * (2 + settings.bias))

    def _weights_at(self, at: QPointF, modifiers: Qt.KeyboardModifier, base: list[float]) -> tuple[float, ...]:
        """Return the start weights with the handle at a pixel."""
        initial, point = base.copy(), self._snap(at, modifiers)
        if self._handle is Handle.WEIGHTS:
            places = self._places(1.0)
            initial[:2] = [round(v / self._canvas.weight_factor, places) + 0.0 for v in point]
        else:
            across, upwards = initial[:2]
            along = across * point[0] + upwards * point[1]
            initial[2] = round(-along, self._places(math.hypot(across, upwards))) + 0.0
        return tuple(initial)

    def _places(self, scale: float) -> int:
        """Return the decimal places that matter on the screen for a number that moves things by 1/`scale`."""
        places = -math.floor(math.log10(self._canvas.grid_step / PARTS) + 1e-9)
        finer = math.ceil(-math.log10(scale)) if scale else 0
        return max(min(places + finer, MOST_PLACES), 0)
