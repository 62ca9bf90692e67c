"""What stands over the picture without being part of it, and where: never over points where there is another place."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractAnimation, QPointF, QRectF, QSizeF, Qt, QVariantAnimation
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.style.theme import LIGHT, Theme

FADE_MS = 320
"""How long something comes or goes: shorter would be a blink on a projector (G5)."""
GAP = 16.0
"""Pixels between an overlay and the edge of the canvas or another overlay."""
Harm = tuple[int, int, int]
"""How many other overlays, points and places along arrows an overlay covers; what comes first weighs most."""
Pixels = NDArray[np.float64]
Place = tuple[float, float]
"""Where an overlay lies in the free room: 0 is the left or top edge, 1 the right or bottom edge."""


class Overlay(QWidget):
    """Something over the canvas; clicks go through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.theme: Theme = LIGHT
        self.opacity = 1.0
        self.narrowness = 1.0
        """Share of its usual greatest width that it may take."""

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and sizes."""
        self.theme = theme
        self.update()

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """Return the size it needs, in pixels. `room`: size of the canvas in pixels."""
        raise NotImplementedError


class Fade:
    """Lets an overlay come and go slowly."""

    def __init__(self, overlay: Overlay) -> None:
        self._overlay = overlay
        self.is_reduced = False
        self.is_shown = False
        self._animation = QVariantAnimation(overlay)
        self._animation.setDuration(FADE_MS)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.valueChanged.connect(self._on_value)
        self._animation.finished.connect(self._on_finished)
        overlay.hide()

    def set_shown(self, is_shown: bool) -> None:
        """Fade the overlay in or out; at once if motion is reduced."""
        if is_shown == self.is_shown:
            return
        self.is_shown = is_shown
        if self.is_reduced:
            self._animation.stop()
            self._on_finished()
            return
        self._overlay.show()
        directions = QAbstractAnimation.Direction
        self._animation.setDirection(directions.Forward if is_shown else directions.Backward)
        if self._animation.state() != QAbstractAnimation.State.Running:
            self._animation.start()

    def _on_value(self, value: object) -> None:
        assert isinstance(value, float)
        self._overlay.opacity = value
        self._overlay.update()

    def _on_finished(self) -> None:
        self._overlay.opacity = 1.0
        self._overlay.setVisible(self.is_shown)
        self._overlay.update()


def best_place(
    size: QSizeF, room: QSizeF, places: Sequence[Place], points: Pixels, sights: Pixels, taken: Sequence[QRectF]
) -> QRectF:
    """Return the place that covers least: no other overlay, then few points, then little of arrows.

    `size`, `room`: of the overlay and the canvas, in pixels. `places`: shares of the free width and height to its left
    and above it; the best first. `points`, `sights`: shape (n, 2): points, and places along arrows, in pixels. `taken`:
    other overlays, in pixels.
    """
    boxes = [_box_at(place, size, room) for place in places]
    return min(boxes, key=lambda box: harm(box, points, sights, taken))


def _box_at(place: Place, size: QSizeF, room: QSizeF) -> QRectF:
    left = GAP + place[0] * max(room.width() - size.width() - 2 * GAP, 0.0)
    top = GAP + place[1] * max(room.height() - size.height() - 2 * GAP, 0.0)
    return QRectF(QPointF(left, top), size)


def harm(box: QRectF, points: Pixels, sights: Pixels, taken: Sequence[QRectF]) -> Harm:
    """Return how many other overlays, points and places along arrows a box covers.

    `box`: in pixels. `points`, `sights`: shape (n, 2): in pixels. `taken`: other overlays, in pixels.
    """
    return sum(box.intersects(other) for other in taken), _inside(box, points), _inside(box, sights)


def _inside(box: QRectF, pixels: Pixels) -> int:
    x, y = pixels[:, 0], pixels[:, 1]
    around = box.adjusted(-GAP, -GAP, GAP, GAP)  # a symbol at the edge would be cut
    inside = (x > around.left()) & (x < around.right()) & (y > around.top()) & (y < around.bottom())
    return int(np.count_nonzero(inside))
