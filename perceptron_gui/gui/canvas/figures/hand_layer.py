"""The student's own line on the canvas: a hollow one with hatches on its + side, and two rings that turn it."""

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.figures.foreground import distance_to
from perceptron_gui.gui.canvas.figures.labels import longest
from perceptron_gui.gui.canvas.picture import Picture, hidden_values
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.session.exercises.hand_line import Slice, seen_across

WIDTH, HOLLOW, LIT = 5.0, 2.2, 7.5
"""Pixels of the line, of what is left free in it, and of the line where it would be taken."""
HATCH, BETWEEN = 8.0, 26.0
"""Pixels of a hatch, and between two of them."""
RADIUS = 6.0
"""Of a ring that turns the line."""
SHARES = ((0.2, 0.25, 0.15, 0.3, 0.1, 0.35, 0.4), (0.8, 0.75, 0.85, 0.7, 0.9, 0.65, 0.6))
"""Where the two rings may stand along the part of the line that is seen; the first place without a point counts."""


class HandGrip(Enum):
    """What is taken of the line."""

    LINE = "line"  # moves in parallel; without bias it turns about the origin
    TURN = "turn"


class HandLayer(Layer):
    """The line, if there is one.

    `line`: the part that is seen, in pixels; None where none is. `middle`: about which it turns, in data units.
    `shown`: the plane that it lies in. `rings`: where it is turned, in pixels. `lit`: what a press would take.
    """

    def __init__(self) -> None:
        super().__init__(-6)  # over the other lines, below the points
        self.line: QLineF | None = None
        self.middle = (0.0, 0.0)
        self.shown: Slice | None = None
        self.rings: list[QPointF] = []
        self.lit: HandGrip | None = None
        self._side, self._class = QPointF(), 0
        self.setVisible(False)

    def follow(self, picture: Picture, steps: tuple[float, float], is_free: Callable[[QPointF], bool]) -> None:
        """Show the line of the view's state.

        `steps`: the distances of the grid's lines, in data units. `is_free`: whether no point lies at a pixel.
        """
        snapshot, weights = picture.snapshot, picture.view_state.hand_line
        self.line, self.rings, self.shown = None, [], None
        if picture.shows("by_hand"):
            held = hidden_values(snapshot.dataset)
            self.shown = Slice(picture.scene.axes, held, snapshot.settings.bias, steps, picture.frame.aspect)
            if weights is not None and self.shown.fits(weights):
                self._place(picture, self.shown, weights, is_free)
        self.setVisible(self.line is not None)
        self.update()

    def _place(
        self, picture: Picture, shown: Slice, weights: tuple[float, ...], is_free: Callable[[QPointF], bool]
    ) -> None:
        seen, frame = longest(picture.lines_of(weights)), picture.frame
        if not seen:
            return
        self.line, (a, b) = seen[0], seen_across(shown, weights)
        normal = QLineF(QPointF(), QPointF(a, -b))
        normal.setLength(1.0)
        self._side, self._class = normal.p2(), picture.snapshot.positive if picture.snapshot.trained.n_samples else 1
        self.middle = frame.data(self.line.center()) if shown.has_bias else (0.0, 0.0)
        if shown.axes[1] is not None and (shown.has_bias or frame.contains(0, 0)):
            places = ([self.line.pointAt(share) for share in shares] for shares in SHARES)
            self.rings = [at for each in places if (at := next(filter(is_free, each), None)) is not None]

    def grip_at(self, pixel: QPointF, reach: float, line_reach: float) -> HandGrip | None:
        """Return what of the line is taken from a place, if any.

        `pixel`: in pixels. `reach`, `line_reach`: how near a ring is, and the line, in pixels.
        """
        if self.line is None:
            return None
        if any(QLineF(at, pixel).length() <= reach for at in self.rings):
            return HandGrip.TURN
        return HandGrip.LINE if line_reach and distance_to(self.line, pixel) <= line_reach else None

    def light(self, grip: HandGrip | None) -> None:
        """Show what a press would take."""
        if grip is not self.lit:
            self.lit = grip
            self.update()

    def set_frame(self, frame: ViewFrame) -> None:
        """See `Layer.set_frame`: the line is placed anew with the picture."""
        self.line, self.rings = None, []
        super().set_frame(frame)

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        if self.line is None:
            return
        theme, line = self.theme, self.line
        thick = (LIT if self.lit is HandGrip.LINE else WIDTH) * theme.stroke
        painter.setPen(QPen(theme.class_colour(self._class), 2 * theme.stroke))
        painter.drawLines(self._hatches(line, thick / 2 + HATCH * theme.stroke))
        cap = Qt.PenCapStyle.FlatCap
        painter.setPen(QPen(QColor(theme.accent), thick, c=cap))
        painter.drawLine(line)
        painter.setPen(QPen(QColor(theme.panel), HOLLOW * theme.stroke, c=cap))
        painter.drawLine(line)
        is_lit = self.lit is HandGrip.TURN
        painter.setPen(QPen(QColor(theme.accent), (3.2 if is_lit else 2.2) * theme.stroke))
        painter.setBrush(QColor(theme.accent if is_lit else theme.panel))
        for at in self.rings:
            painter.drawEllipse(at, RADIUS * theme.scale, RADIUS * theme.scale)

    def _hatches(self, line: QLineF, length: float) -> list[QLineF]:
        """Return short strokes on the + side."""
        count = int(line.length() / (BETWEEN * self.theme.scale))
        starts = [line.pointAt((k + 0.5) / count) for k in range(count)]
        return [QLineF(at, at + self._side * length) for at in starts]
