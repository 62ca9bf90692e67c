"""What α says on the canvas: rings around points (D1), and what f is made of under the mouse (D2)."""

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.picture import Picture, coordinates_at
from perceptron_gui.gui.style.stamps import Shape, Stamp
from perceptron_gui.gui.style.theme import Theme, faded
from perceptron_gui.session.explanation.scores import term_heights

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
        is_shown = alpha is not None and picture.shows("rings")
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
        return Stamp([Shape(ring, pen, QBrush(faded(theme.accent, 0.12)))], 2 * radius + 4 * theme.stroke)


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
        lines = term_lines(picture, place) if picture is not None and place is not None else []
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
            colour = faded(self.theme.class_colour(line.owner).name(), 0.6)
            painter.setPen(QPen(colour, line.width * self.theme.stroke, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(QLineF(pointed, line.point))


def term_lines(picture: Picture, place: tuple[float, float]) -> list[TermLine]:
    """Return the lines to the points that add most to f at a place, the thickest first; none while that tells too much.

    `place`: in data units.
    """
    snapshot, model = picture.snapshot, picture.model
    if not picture.scene.is_current or snapshot.is_veiled or not picture.shows("terms"):
        return []
    indices, heights = term_heights(snapshot, coordinates_at(snapshot.dataset, picture.scene.axes, place))
    first = np.argsort(-np.abs(heights), kind="stable")[:MOST_LINES]
    most = float(np.abs(heights[first]).max(initial=0.0))
    if not most:
        return []
    sides = model.winners([-1.0])[0], model.winners([1.0])[0]
    places = picture.frame.points(picture.positions[indices[first]])
    found = [
        TermLine(at, sides[height > 0], THICKEST * abs(height) / most)
        for at, height in zip(places, heights[first].tolist(), strict=True)
    ]
    return [line for line in found if line.width >= THINNEST]
