"""α of every point as a ring around it, the larger the more updates it caused (D1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from perceptron_gui.gui.canvas.background import Layer
from perceptron_gui.gui.style.stamps import Shape, Stamp

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.gui.canvas.picture import Picture
    from perceptron_gui.gui.style.theme import Theme

SMALLEST, LARGEST = 10.0, 28.0
"""Pixels of the radius for α = 1, and for the largest α."""
SIZES = 12
"""Rings of different size: each is drawn once, and stamped."""
MOST_RINGS = 5_000
"""Rings that are drawn, those of the largest α; beyond that they would cover each other and the points."""


class AlphaLayer(Layer):
    """Rings below the points; hidden unless they are switched on."""

    def __init__(self) -> None:
        super().__init__(-7)
        self.rings: list[Floats] = []
        """For every size, the places in pixels of the points that have it."""
        self._stamps: list[Stamp] = []
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours. See `Layer.set_theme`."""
        self._stamps = []
        super().set_theme(theme)

    def follow(self, picture: Picture) -> None:
        """Show α of another picture."""
        alpha = picture.snapshot.alpha
        is_shown = alpha is not None and picture.model.shows_alpha and picture.shows("rings")
        if is_shown and alpha is not None:
            points, sizes = ring_sizes(alpha)
            places = picture.frame.pixels(picture.positions[points])
            self.rings = [places[sizes == size] for size in range(SIZES)]
            self.update()
        self.setVisible(is_shown)

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        if not self._stamps:
            self._stamps = [self._make_ring(size) for size in range(SIZES)]
        for places, stamp in zip(self.rings, self._stamps, strict=True):
            stamp.draw(painter, places)

    def _make_ring(self, size: int) -> Stamp:
        theme = self.theme
        radius = theme.scale * (SMALLEST + (LARGEST - SMALLEST) * size / (SIZES - 1))
        ring, pen = QPainterPath(), QPen(QColor(theme.accent), 1.6 * theme.stroke)
        ring.addEllipse(QPointF(0, 0), radius, radius)
        inside = QColor(theme.accent)
        inside.setAlphaF(0.12)
        return Stamp([Shape(ring, pen, QBrush(inside))], 2 * radius + 4 * theme.stroke)


def ring_sizes(alpha: Ints) -> tuple[Ints, Ints]:
    """Return the points that have a ring, and which of the sizes.

    `alpha`: shape (n_samples,). `points`, `sizes`: shape (n_rings,): those with α > 0, or of too many those with the
    largest; 0 for α = 1, the last size for the largest α, and as the square root of α between.
    """
    points = np.flatnonzero(alpha)
    if len(points) > MOST_RINGS:
        points = np.sort(points[np.argsort(-alpha[points], kind="stable")[:MOST_RINGS]])
    roots = np.sqrt(alpha[points]) - 1.0
    span = float(roots.max(initial=0.0)) or 1.0
    return points, np.rint((SIZES - 1) * roots / span).astype(np.int64)
