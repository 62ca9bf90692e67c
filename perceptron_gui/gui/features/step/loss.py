"""The page "Loss": the hinge max(0, −y·f) with a dot for every point, and below it the wrong points and the gradient.

See P3 and M2.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QTransform
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.model.models import Model
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import Column, RichText
from perceptron_gui.gui.style.stamps import Shape, Stamp
from perceptron_gui.gui.style.theme import SMALL, Theme, faded, symbol
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.session.wording import written
from perceptron_gui.translation import spelled, tr

HEIGHT, LEAST_HEIGHT = 150, 90
"""Pixels where nothing is enlarged, and where room is short."""
DOT = 9.0
"""Pixels of a symbol; smaller where there are many."""
MANY = 200
"""From so many points on symbols are smaller."""
MOST_MOVING = 300
"""Points that are drawn while the run moves: 2 000 symbols take longer than a frame."""
SIDE = 0.25
"""Least share of the width that either side of 0 gets."""


class HingePicture(PaintedWidget):
    """Draws the loss over y·f; a point that is classified right lies on the axis."""

    least_height = LEAST_HEIGHT

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._snapshot: Snapshot | None = None
        self.setAccessibleName(tr("The loss of every point"))

    @property
    def usual_height(self) -> float:
        return HEIGHT if self._snapshot is not None and self._snapshot.dataset.n_samples else 0.0

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the losses of a snapshot; if it is veiled, the hinge without points."""
        self._snapshot = snapshot
        self.update()

    def told(self) -> str:
        """Return what stands above it."""
        return self.caption

    @property
    def caption(self) -> str:
        """What stands above the picture."""
        snapshot = self._snapshot
        if snapshot is None or not snapshot.dataset.n_samples:
            return ""
        name = spelled(f"L = {snapshot.model.loss_symbol}")
        if snapshot.is_veiled:
            return f"{name} = ?"
        return f"{name} {written(snapshot.loss).after_name}" if snapshot.loss is not None else name

    def paintEvent(self, event: QPaintEvent) -> None:
        snapshot, theme = self._snapshot, self._theme
        if snapshot is None or not snapshot.dataset.n_samples:
            return
        painter = self.smooth_painter()
        font = theme.font(SMALL)
        painter.setFont(font)
        painter.setPen(QColor(theme.muted))
        line = QFontMetricsF(font).height()
        painter.drawText(QPointF(0, line), self.caption)
        margins = snapshot.losses.margins if snapshot.losses is not None else np.empty(0)
        view = _View(margins, self.width(), self.height(), 1.6 * line, line + 4)
        self._draw_axes(painter, view, line)
        self._draw_dots(painter, view, snapshot)

    def _draw_axes(self, painter: QPainter, view: _View, line: float) -> None:
        theme = self._theme
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(view.at(view.left, 0), view.at(view.right, 0))
        painter.drawLine(view.at(0, 0), view.at(0, view.highest))
        painter.setPen(QPen(QColor(theme.muted), 1.5 * theme.stroke))
        painter.drawLine(view.at(-view.highest, view.highest), view.at(0, 0))
        painter.drawLine(view.at(0, 0), view.at(view.right, 0))
        painter.setPen(QColor(theme.muted))
        snapshot = self._snapshot
        ground = view.at(0, 0)
        painter.drawText(QPointF(ground.x() - 3, ground.y() + line), "0")
        name = spelled((Model if snapshot is None else snapshot.model).margin_symbol)
        width = QFontMetricsF(painter.font()).horizontalAdvance(name)
        painter.drawText(QPointF(self.width() - width - 2, ground.y() + line), name)

    def _draw_dots(self, painter: QPainter, view: _View, snapshot: Snapshot) -> None:
        losses = snapshot.losses
        if losses is None:
            return
        size = DOT * self._theme.scale * (1.0 if len(losses.points) <= MANY else 0.6)
        every = -(-len(losses.points) // MOST_MOVING) if snapshot.is_playing else 1
        labels, margins = snapshot.dataset.labels[losses.points[::every]], losses.margins[::every]
        is_finite = np.isfinite(margins)
        labels, margins = labels[is_finite], margins[is_finite]
        for k in sorted({*labels.tolist()}):
            stamp = _stamp(k, size, self._theme.class_colour(k).name())
            stamp.draw(painter, view.places(margins[labels == k]))


@lru_cache(maxsize=32)
def _stamp(k: int, size: float, colour: str) -> Stamp:
    """Return a dot: to fill a path for each takes ten times as long."""
    path = QTransform.fromScale(size, size).map(symbol(k))
    return Stamp([Shape(path, QPen(Qt.PenStyle.NoPen), QBrush(faded(colour, 0.8)))], size)


class _View:
    """Where margins and losses lie in pixels."""

    def __init__(self, margins: Floats, width: float, height: float, top: float, bottom: float) -> None:
        finite = margins[np.isfinite(margins)]
        low, high = -float(finite.min(initial=0.0)), float(finite.max(initial=0.0))
        span = (low + high) or 1.0
        self.left, self.right = -max(low, SIDE * span), max(high, SIDE * span)
        self.highest = -self.left
        edge = DOT
        self._across = (width - 2 * edge) / (self.right - self.left)
        self._up = (height - top - bottom - edge) / self.highest
        self._origin = QPointF(edge - self.left * self._across, height - bottom)

    def at(self, margin: float, loss: float) -> QPointF:
        """Return where a point lies."""
        return self._origin + QPointF(margin * self._across, -loss * self._up)

    def places(self, margins: Floats) -> Floats:
        """Return where dots lie, in pixels, shape (n, 2)."""
        across = self._origin.x() + margins * self._across
        upwards = self._origin.y() - np.maximum(-margins, 0.0) * self._up
        return np.column_stack([across, upwards])


class LossPanel(Panel):
    """The picture of the loss, M, and the gradient as sums over M; its text can be selected."""

    wants = Wants(losses=True, rivals=True)

    def build(self) -> None:
        """Make the picture and the text. See `Panel.build`."""
        self.hinge, self.wrong, self.gradient, self.remarks = HingePicture(), RichText(), RichText(), RichText()
        self._texts = self.wrong, self.gradient, self.remarks
        flags = Qt.TextInteractionFlag
        for text in self._texts:
            text.setTextInteractionFlags(flags.TextSelectableByMouse | flags.LinksAccessibleByMouse)
            text.linkActivated.connect(lambda _: self.switched.emit("full"))
            text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._column = Column(self.hinge, *self._texts, gap=4)
        in_column(self, self._column)

    def apply_theme(self, theme: Theme) -> None:
        """Give the picture other colours. See `Panel.apply_theme`."""
        self.hinge.set_theme(theme)

    def has_come(self, snapshot: Snapshot) -> bool:
        """Whether the losses are there. See `Panel.has_come`."""
        return snapshot.losses is not None or snapshot.is_veiled

    def draw(self, snapshot: Snapshot) -> None:
        """Draw the losses, and say what they are made of. See `Panel.draw`."""
        from perceptron_gui.gui.panels.step_html import loss_html, remark_html  # after the first paint (A9)
        from perceptron_gui.session.explanation.loss_page import loss_page

        self.hinge.show_snapshot(snapshot)
        is_full, told = self.view_state.shows("full"), (remark_html(tr("Place a point first."), self.theme), "", "")
        if snapshot.dataset.n_samples:
            told = loss_html(loss_page(snapshot, is_full), self.theme, is_full, self.is_low)
        for text, words in zip(self._texts, told, strict=True):
            text.setText(words)
        self._column.place()
