"""The plane of a canvas, and what stands over it, in any painter: the same layers through the same frame."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPen, QRegion
from PySide6.QtWidgets import QGraphicsView, QWidget

from perceptron_gui.gui.bars.plane_bars import ScoreStrip
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.figures.pointer import PointerLayer, ToolLayer
from perceptron_gui.gui.canvas.overlays.overlay_placement import OverlayPlacement

OF_THE_MOUSE = (PointerLayer, ToolLayer)


def paint_plane(painter: QPainter, canvas: Canvas) -> None:
    """Paint all layers of a canvas, without what is at the mouse. `painter`: in pixels of the canvas."""
    for item in canvas.scene().items(Qt.SortOrder.AscendingOrder):
        if isinstance(item, Layer) and item.isVisible() and not isinstance(item, OF_THE_MOUSE):
            painter.save()
            item.draw(painter)
            painter.restore()


def paint_stage(painter: QPainter, score: ScoreStrip, stage: OverlayPlacement) -> None:
    """Paint a canvas with its counter above it, and what is told over it. `painter`: in pixels of both together."""
    paint_widget(painter, score)
    painter.save()
    painter.translate(0, score.height())
    paint_plane(painter, stage.canvas)
    painter.restore()


def paint_widget(painter: QPainter, widget: QWidget, is_opaque: bool = False) -> None:
    """Paint a widget with all that is in it, in its place within its parent.

    `painter`: in pixels of its parent; of the widget itself where it is opaque. `is_opaque`: whether its ground is
    painted, too.
    """
    flags = QWidget.RenderFlag.DrawChildren
    painter.save()
    if is_opaque:
        flags |= QWidget.RenderFlag.DrawWindowBackground
    else:
        painter.translate(widget.pos())
    with _as_wide_as_seen(widget, painter.deviceTransform().m11() / widget.devicePixelRatioF()):
        widget.render(painter, QPoint(), QRegion(), flags)
    painter.restore()


@contextmanager
def _as_wide_as_seen(widget: QWidget, scale: float) -> Iterator[None]:
    """Let lines of plots be as wide as on the screen: pyqtgraph's pens are cosmetic, and count dots of the picture.

    `scale`: dots of the picture to a dot of the screen.
    """
    items = [item for view in widget.findChildren(QGraphicsView) for item in view.scene().items()]
    held = [{**vars(item), **vars(item).get("opts", {})} for item in items if hasattr(item, "__dict__")]
    pens = {id(pen): pen for values in held for pen in values.values() if isinstance(pen, QPen)}
    widths = {name: pen.widthF() for name, pen in pens.items()}
    for name, pen in pens.items():
        pen.setWidthF(max(widths[name], 1.0) * scale)
    try:
        yield
    finally:
        for name, pen in pens.items():
            pen.setWidthF(widths[name])
