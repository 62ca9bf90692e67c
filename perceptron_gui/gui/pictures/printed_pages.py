"""Painting on a printer: text on as many pages as it takes, and a drawing in the middle of one.

What is painted is what PDFs are made of, as lines and letters. It is laid out for the paper that was chosen, and not in
the dots of a printer, of which some have other ones than were asked for.
"""

from collections.abc import Callable, Sequence
from functools import cache

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPageLayout, QPainter, QTextDocument
from PySide6.QtPrintSupport import QPrinter

from perceptron_gui.gui.pictures.drawing import Drawing
from perceptron_gui.gui.pictures.paper import EDGE, RESOLUTION, Pictures, rich_document, unbroken
from perceptron_gui.gui.style.theme import LIGHT, SMALL, text_font
from perceptron_gui.session.wording import grouped

MOST_EDGE = 0.1
"""Share of the width of a small paper that its edge takes on either side."""
AROUND = 8.0
"""Around the text of a page: letters reach above their line, and would be cut, or be seen on the page before."""
PICTURE_EDGE = EDGE / 2
"""Of a page with a drawing, which has no lines that begin there."""


def new_printer(title: str, is_lying: bool) -> QPrinter:
    """Return a printer before anybody has chosen one. `title`: of what is printed. `is_lying`: whether it is wide."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    printer.setCreator("Perceptron Lab")
    kinds = QPageLayout.Orientation
    printer.setPageOrientation(kinds.Landscape if is_lying else kinds.Portrait)
    return printer


def print_drawing(printer: QPrinter, drawing: Drawing) -> bool:
    """Paint a drawing on one page, as large as it fits; return False where the printer does not take it."""
    box = _body(_paper(printer), PICTURE_EDGE)
    return _print(printer, [0] * _copies(printer), lambda painter, _: drawing.paint_into(painter, box))


def print_text(printer: QPrinter, parts: Sequence[str], pictures: Pictures | None = None) -> bool:
    """Paint rich text on the pages that are wanted; return False where the printer does not take it.

    `parts`: HTML; of several none is cut by the end of a page that has room for it. `pictures`: those that stand in it.
    """
    body = _body(_paper(printer), EDGE)
    document, size = _laid_out(parts, body.size(), pictures)

    def paint(painter: QPainter, page: int) -> None:
        _number(painter, body, page)
        painter.translate(body.topLeft())
        _paint_page(painter, document, page, size)

    return _print(printer, _wanted(printer, document.pageCount()), paint)


def _print(printer: QPrinter, pages: Sequence[int], paint: Callable[[QPainter, int], None]) -> bool:
    """Paint pages, in the units of `_paper` from its corner. `paint`: paints one of them, given its number."""
    printer.setFullPage(True)
    painter = QPainter()
    if not painter.begin(printer):
        return False
    try:
        painter.scale(printer.logicalDpiX() / RESOLUTION, printer.logicalDpiY() / RESOLUTION)
        for place, page in enumerate(pages):
            if place:
                printer.newPage()
            painter.save()
            paint(painter, page)
            painter.restore()
    finally:
        painter.end()
    return True


def _paper(printer: QPrinter) -> QRectF:
    """Return the paper, up to its edges, in units of which there are `RESOLUTION` to an inch."""
    whole = printer.pageLayout().fullRect(QPageLayout.Unit.Inch)
    return QRectF(0, 0, whole.width() * RESOLUTION, whole.height() * RESOLUTION)


def _body(paper: QRectF, edge: float) -> QRectF:
    """Return what is printed of a paper. `edge`: that it leaves free."""
    left = min(edge, MOST_EDGE * paper.width())
    return paper.adjusted(left, left, -left, -left)


def _copies(printer: QPrinter) -> int:
    """Return how often all is painted: once where the printer makes the copies."""
    return 1 if printer.supportsMultipleCopies() else printer.copyCount()


def _wanted(printer: QPrinter, count: int) -> list[int]:
    """Return the pages in the order in which they are painted, each from 0. `count`: all that there are."""
    ranges = printer.pageRanges()
    pages = [page for page in range(count) if ranges.isEmpty() or ranges.contains(page + 1)]
    if printer.pageOrder() is QPrinter.PageOrder.LastPageFirst:
        pages.reverse()
    if printer.collateCopies():
        return pages * _copies(printer)
    return [page for page in pages for _ in range(_copies(printer))]


def _laid_out(parts: Sequence[str], room: QSizeF, pictures: Pictures | None = None) -> tuple[QTextDocument, float]:
    """Return text on pages of some size, and how large its letters are where a table would else be too wide."""

    def spread(words: str, width: float) -> QTextDocument:
        def on_paper(document: QTextDocument) -> None:
            document.setDocumentMargin(AROUND)
            document.setUseDesignMetrics(True)  # as wide on every printer
            document.setTextWidth(width + 2 * AROUND)

        return rich_document(words, pictures, on_paper)

    @cache
    def size_of(words: str, width: float) -> QSizeF:
        return spread(words, width).size() - around

    around = QSizeF(2 * AROUND, 2 * AROUND)
    size = min(room.width() / max(size_of(part, room.width()).width() for part in parts), 1.0)
    page = room * (1 / size)
    words = unbroken(parts, page.height(), lambda text: size_of(text, page.width()).height())
    document = spread(words, page.width())
    document.setPageSize(page + around)
    return document, size


def _paint_page(painter: QPainter, document: QTextDocument, page: int, size: float) -> None:
    height = document.pageSize().height()
    box = QRectF(QPointF(0, page * height), document.pageSize())
    painter.scale(size, size)
    painter.translate(-AROUND, -AROUND - box.top())
    document.drawContents(painter, box)


def _number(painter: QPainter, body: QRectF, page: int) -> None:
    """Write the number of a page below it."""
    painter.setFont(text_font(SMALL))
    painter.setPen(LIGHT.muted)
    below = QRectF(body.left(), body.bottom(), body.width(), body.top() / 2)
    painter.drawText(below, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, grouped(page + 1))
