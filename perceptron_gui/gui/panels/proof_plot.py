"""The plot of the proof: mistakes are pointed at, clicked, or stepped through (T8)."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.panels.proof_drawing import ProofDrawing, ProofPicture
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.translation import tr

HEIGHT = 250
"""Pixels where nothing is enlarged."""


class ProofPlot(PaintedWidget):
    """Paints a `ProofPicture`; mistakes can be pointed at, clicked, and stepped through with ↑ and ↓.

    `pointed`: index of the mistake under the pointer; None when it leaves. `chosen`: index of the mistake to go to.
    """

    pointed = Signal(object)
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture: ProofPicture | None = None
        self._pointed_at: int | None = None
        self.take_input(tr("The proof, mistake by mistake"))

    def show_picture(self, picture: ProofPicture | None) -> None:
        """Draw something else. `picture`: None for nothing."""
        self._picture = picture
        self.update()

    @property
    def usual_height(self) -> float:
        """See `PaintedWidget.usual_height`."""
        return HEIGHT if self._picture is not None else 0.0

    @property
    def drawing(self) -> ProofDrawing | None:
        """What is drawn, at this size."""
        return ProofDrawing(self._picture, self._theme, QSizeF(self.size())) if self._picture is not None else None

    def paintEvent(self, event: QPaintEvent) -> None:
        drawing = self.drawing
        if drawing is None:
            return
        painter = self.smooth_painter()
        drawing.draw(painter)
        self.draw_focus(painter)

    # Pointing

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        drawing = self.drawing
        if drawing is not None:
            self._point_at(drawing.nearest(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        drawing = self.drawing
        if drawing is not None and event.button() is Qt.MouseButton.LeftButton:
            self._choose(drawing.nearest(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if self._picture is None or event.key() not in steps:
            super().keyPressEvent(event)
            return
        last, here = len(self._picture.path.mistakes) - 1, self._picture.here
        first = -1 if here is None else here
        self._choose(min(max(first + steps[Qt.Key(event.key())], 0), last) if last >= 0 else None)

    def _point_at(self, index: int | None) -> None:
        if index != self._pointed_at:
            self._pointed_at = index
            self.pointed.emit(index)

    def _choose(self, index: int | None) -> None:
        if index is not None:
            self.chosen.emit(index)
