"""The timeline: a tick for every mistake, epoch marks, and the cursor; a click goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip, QWidget

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.gui.bars.timeline_scale import LEAST_SPAN, MARK_GAP, epoch_at, span_for
from perceptron_gui.gui.style.theme import LIGHT, Theme, blend
from perceptron_gui.session.wording import place_text, together
from perceptron_gui.translation import N_, capitalised, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.gui.bars.timeline_picture import TimelinePicture

HEIGHT = 46
HINT_EDGES, HINT_DROP = 26, 36
"""Pixels of a hint around its text; and those that Qt puts it below the place it is told, with the bar's own edge."""
MOST_VALUE = 2**31 - 1
"""The last visit that Qt can tell a screen reader as a number."""
RED, RED_OF_MARGIN = N_("Red: a mistake."), N_("Red: a mistake or a near miss.")
RED_OF_BATCH = N_("Red: the update at the end of a pass, from all its mistakes.")
HINT = N_("Grey: a new epoch. Blue: a new point. Click or drag to go there. Right-click to pause there.")


class Timeline(QAbstractSlider):
    """Shows a whole run and goes to any place of it.

    `span`: visits from the left end to the right. `sought`: the visit to go to. `marked`: the visit at which play is to
    pause. `rescaled`: the span is another one, and needs its own ticks.
    """

    sought = Signal(object)
    marked = Signal(object)
    rescaled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(120)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Timeline"))
        self.setToolTip(together(tr(RED), tr(HINT)))
        self.valueChanged.connect(lambda visit: self.sought.emit(visit))  # by a screen reader
        self._theme = LIGHT
        self._snapshot: Snapshot | None = None
        self.span = LEAST_SPAN
        self._is_dragging = False
        self._size = 1.0
        self._mark: int | None = None

    def sizeHint(self) -> QSize:
        return QSize(400, round(HEIGHT * self._size))

    def set_size(self, size: float) -> None:
        """Draw everything larger. `size`: 1 for the size on a desk."""
        self._size = size
        self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self._theme = theme
        self.update()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show the run up to its frontier."""
        span = self.span if self._is_dragging else span_for(snapshot.frontier, snapshot.passes)
        is_rescaled, earlier = span != self.span, self._snapshot
        self.span, self._snapshot = span, snapshot
        if is_rescaled or earlier is None or _shown_of(snapshot) != _shown_of(earlier):
            self.setToolTip(together(tr(_red(snapshot.settings)), tr(HINT)))
            self._tell(snapshot)
            self.update()  # else not: while a point is dragged at the start of its run it says the same in every frame
        if is_rescaled:
            self.rescaled.emit()

    def _tell(self, snapshot: Snapshot) -> None:
        """Tell a screen reader where the run stands; while the run moves only one that is there."""
        most = min(snapshot.frontier, MOST_VALUE)
        with QSignalBlocker(self):
            self.setRange(0, most)
            self.setValue(min(snapshot.visit, most))
        if not snapshot.is_playing or QtGui.QAccessible.isActive():
            place = place_text(snapshot.visit, snapshot.epoch)
            self.setAccessibleDescription("\n".join((place, self.toolTip())))

    def show_mark(self, visit: int | None) -> None:
        """Mark the visit at which playing will pause. `visit`: visits completed there; None for nowhere."""
        self._mark = visit
        self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = QtGui.QPainter(self)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(blend(QtGui.QColor(self._theme.text), QtGui.QColor(self._theme.panel), 0.05))
        painter.drawRoundedRect(QRectF(0, 2, self.width(), self.height() - 4), 6, 6)
        if self._snapshot is not None:
            self._picture.draw(painter, self._snapshot, self._mark)

    @property
    def _picture(self) -> TimelinePicture:
        """What draws the run into the bar as it is now."""
        from perceptron_gui.gui.bars.timeline_picture import TimelinePicture  # after the first paint (A9)

        return TimelinePicture(self._theme, self.width(), self.height(), self.span, self._size)

    # Mouse

    def event(self, event: QEvent) -> bool:
        """See `QWidget.event`: tooltips stand above the timeline, as below it they would cover the buttons for time."""
        if isinstance(event, QtGui.QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text, x = self.hint_at(event.pos().x()), event.pos().x()
            # It goes when the mouse moves on: there it would name another visit.
            QToolTip.showText(self._hint_place(text), text, self, QRect(x - 2, 0, 5, self.height()))
            return True
        return super().event(event)

    def hint_at(self, x: float) -> str:
        """Return the visit and epoch at a place, and what the marks mean. `x`: pixels from the left edge."""
        if self._snapshot is None:
            return self.toolTip()
        visit = min(max(self._picture.visit_at(x), 0), self.span)
        place = place_text(visit, epoch_at(self._snapshot.passes, visit))
        if visit > self._snapshot.frontier:
            place = tr("{place}, not reached yet").format(place=place)
        return f"{capitalised(place)}\n{self.toolTip()}"

    def _hint_place(self, text: str) -> QPoint:
        """Return the place on the screen below which Qt shows the hint, so that all of it is above the bar."""
        lines = text.count("\n") + 1
        height = lines * QtGui.QFontMetrics(QToolTip.font()).height() + HINT_EDGES
        return self.mapToGlobal(QPoint(0, -height - HINT_DROP))

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._is_dragging = True
            self.mouseMoveEvent(event)
        elif event.button() == Qt.MouseButton.RightButton:
            x = event.position().x()
            is_there = self._mark is not None and abs(self._picture.x(self._mark) - x) < MARK_GAP * self._size
            self.marked.emit(None if is_there else max(self._picture.visit_at(x), 1))

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        if self._is_dragging and self._snapshot is not None:
            visit = self._picture.visit_at(event.position().x())
            self.sought.emit(min(max(visit, 0), self._snapshot.frontier))

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        self._is_dragging = False

    def wheelEvent(self, event: QtGui.QWheelEvent) -> None:
        if self._snapshot is not None and event.angleDelta().y():
            self.sought.emit(self._snapshot.visit + (-1 if event.angleDelta().y() > 0 else 1))


def _red(settings: TrainingSettings) -> str:
    """Return what a red tick is under these rules, before translation: an update."""
    if settings.order is Order.BATCH:
        return RED_OF_BATCH
    return RED_OF_MARGIN if settings.beta else RED


def _shown_of(snapshot: Snapshot) -> tuple[object, ...]:
    """Return the parts of a snapshot on which the timeline's picture depends."""
    ticks = snapshot.ticks.tobytes() if snapshot.ticks is not None else b""
    places = snapshot.visit, snapshot.frontier, snapshot.span, snapshot.passes, snapshot.arrivals
    return (*places, _red(snapshot.settings), snapshot.round, snapshot.is_veiled, ticks)
