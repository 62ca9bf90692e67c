"""A page: a canvas with what stands over it, and beside it this step in full."""

from collections.abc import Callable

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QTextDocument

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.step_html import start_html, step_html
from perceptron_gui.gui.pictures.drawing import Drawing
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.view.view_state import ViewState

COLUMN = 368
"""Pixels of the column beside the canvas, on a desk: those of a panel."""
MOST_OF_WIDTH = 0.4
"""Share of a page that the column takes at most."""
PADDING = 16
SIZES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Sizes of letters; the first is taken at which all of the step is on the page."""


def column_width(theme: Theme, page: float | None = None) -> int:
    """Return how wide the column of a page is, in pixels.

    `theme`: what stands on the page; its text may be larger than on a desk. `page`: width of the whole page; None where
    that follows from the canvas.
    """
    wanted = COLUMN * theme.scale
    return round(wanted if page is None else min(wanted, MOST_OF_WIDTH * page))


def page_drawing(
    canvas: Drawing, snapshot: Snapshot | None, theme: Theme, view: ViewState, column: int | None = None
) -> Drawing:
    """Return a page.

    `canvas`: what stands to the left. `snapshot`: the place of the run whose step is explained, as far as it may be
    told. `view`: whether long sums are written out, and the bias is one more feature. `column`: pixels of the column;
    None for the usual width.
    """
    wide = column_width(theme) if column is None else column
    words = "" if snapshot is None else _words(snapshot, theme, view)
    paint_step = _step_painter(words, theme, QRectF(canvas.width, 0, wide, canvas.height))

    def paint(painter: QPainter) -> None:
        painter.save()
        canvas.paint_on(painter)
        painter.restore()
        paint_step(painter)

    return Drawing(canvas.width + wide, canvas.height, paint, theme.panel, canvas.title)


def _words(snapshot: Snapshot, theme: Theme, view: ViewState) -> str:
    step = explain(snapshot, view.shows("full"), view.shows("ones"))
    # Nobody can click on paper: that more could be written out is not offered.
    return start_html(snapshot, theme) if step is None else step_html(step, theme, is_full=True)


def _step_painter(words: str, theme: Theme, box: QRectF) -> Callable[[QPainter], None]:
    """Return what paints a text into a box, as large as it fits."""
    inside = box.adjusted(PADDING, PADDING, -PADDING, -PADDING)
    document, size = _fitting(words, theme, inside)

    def paint(painter: QPainter) -> None:
        painter.save()
        painter.setClipRect(box)
        painter.fillRect(box, theme.panel)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(QLineF(box.topLeft(), box.bottomLeft()))
        painter.translate(inside.topLeft())
        painter.scale(size, size)
        document.drawContents(painter, QRectF(0, 0, inside.width() / size, inside.height() / size))
        painter.restore()

    return paint


def _fitting(words: str, theme: Theme, inside: QRectF) -> tuple[QTextDocument, float]:
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.setDefaultFont(theme.font())
    document.setHtml(f'<div style="color:{theme.text}">{words}</div>')
    for size in SIZES:
        document.setTextWidth(inside.width() / size)
        if document.size().height() * size <= inside.height() and document.idealWidth() * size <= inside.width() + 1:
            break
    return document, size
