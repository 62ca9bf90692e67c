"""What f is made of at the place under the mouse: lines to the points with α > 0, as thick as what they add (D2)."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.canvas.background import Layer
from perceptron_gui.gui.canvas.picture import Picture, hidden_values
from perceptron_gui.session.explanation.kernel_terms import term_heights

MOST_LINES = 60
"""Points that lines lead to, those that add the most."""
THICKEST, THINNEST = 8.0, 0.4
"""Pixels of the line to the point that adds the most; thinner ones are left out."""


class TermLine(Frozen):
    """The line to one point."""

    point: QPointF  # in pixels
    owner: int  # the class that the point speaks for at this place
    width: float  # in pixels, on a desk


class TermLayer(Layer):
    """Lines from a place; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__(-6)  # below the points
        self.lines: list[TermLine] = []
        self._picture: Picture | None = None
        self._place: tuple[float, float] | None = None
        self.hide()

    def follow(self, picture: Picture) -> None:
        """Show what f is made of in another picture."""
        self._picture = picture
        self._show()

    def point_at(self, place: tuple[float, float] | None) -> None:
        """Show what f is made of at another place. `place`: in data units; None where the mouse is elsewhere."""
        self._place = place
        self._show()

    def _show(self) -> None:
        picture, place = self._picture, self._place
        lines = (
            term_lines(picture, place) if picture is not None and place is not None and _may_be_told(picture) else []
        )
        if lines or self.lines:
            self.lines = lines
            self.setVisible(bool(lines))
            self.update()

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        if self._place is None:
            return
        pointed = self.frame.point(*self._place)
        for line in self.lines:
            colour = QColor(self.theme.class_colour(line.owner))
            colour.setAlphaF(0.6)
            pen = QPen(colour, line.width * self.theme.stroke, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(QLineF(pointed, line.point))


def _may_be_told(picture: Picture) -> bool:
    is_open = picture.scene.is_current and not picture.snapshot.is_veiled
    return is_open and picture.model.shows_alpha and picture.shows("terms")


def term_lines(picture: Picture, place: tuple[float, float]) -> list[TermLine]:
    """Return the lines to the points that add most to f at a place, the thickest first.

    `picture`: of a binary run. `place`: in data units.
    """
    snapshot, model = picture.snapshot, picture.model
    x = hidden_values(snapshot.dataset).tolist()
    for axis, value in zip(picture.scene.axes, place, strict=True):
        if axis is not None:
            x[axis] = value
    indices, heights = term_heights(snapshot, x)
    first = np.argsort(-np.abs(heights), kind="stable")[:MOST_LINES]
    most = float(np.abs(heights[first]).max(initial=0.0))
    if not most:
        return []
    sides = model.winners([-1.0])[0], model.winners([1.0])[0]
    found = [
        TermLine(at, sides[height > 0], THICKEST * abs(height) / most)
        for at, height in zip(
            picture.pixels_of(picture.positions[indices[first]]), heights[first].tolist(), strict=True
        )
    ]
    return [line for line in found if line.width >= THINNEST]
