"""Rich text on paper: PDFs of as many pages as it takes, the sheets of a lesson, worked solutions and tables."""

import html
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from PySide6 import QtCore, QtGui

from perceptron_gui.gui.panels.step_html import step_html
from perceptron_gui.gui.pictures.drawing import Drawing
from perceptron_gui.gui.pictures.still import Still, on_white
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.gui.widgets.author_text import text_html
from perceptron_gui.gui.widgets.formula_html import FORMULA, formulas_html
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation.step import Explanation
from perceptron_gui.session.lessons.page_rules import PageRules
from perceptron_gui.session.lessons.sheet import Item, Plane, Sheet
from perceptron_gui.session.output.picture_choice import CANVAS
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.worked.solution import MOST_POINTS, Solution, Table
from perceptron_gui.translation import tr

PAPERS = {"a4": QtGui.QPageSize.PageSizeId.A4, "letter": QtGui.QPageSize.PageSizeId.Letter}
RESOLUTION = 120
"""Pixels of the rich text to an inch: its formulas are eleven points high then."""
EDGE = round(2 * RESOLUTION / 2.54)
"""Pixels of the margin that Qt leaves on every side."""
LINE = "_" * 108
RULE, SHEET, NEXT_PAGE = "<hr>", "<h2>", ' style="page-break-before:always">'
"""What stands before a question, how a sheet begins, and what ends a first tag that begins a page."""
AFTER_TABLE = "<p>&nbsp;</p>"
"""Keeps Qt from drawing a line that follows a table beside that."""
PICTURE = (380, 260)
"""Pixels of a plane beside its question: less than half of a line."""
PLOT = (560, 360)
"""Pixels of the plane at the head of a worked solution."""
NO_LINE = PageRules(hide=frozenset({"boundary"}))
"""The plane shows the points alone."""


def pdf_of(title: str, parts: Sequence[str], paper: str, pictures: "Pictures | None" = None) -> bytes:
    """Return rich text as a PDF.

    `title`: of the file. `parts`: HTML; of several each begins a page rather than being cut by the end of one. `paper`:
    "a4" or "letter". `pictures`: those that stand in it.
    """
    loop = QtCore.QEventLoop()  # it need not run: with it the thread of the file has what a long text's timers ask for
    buffer = QtCore.QBuffer()
    buffer.open(QtCore.QIODevice.OpenModeFlag.WriteOnly)
    writer = QtGui.QPdfWriter(buffer)
    writer.setResolution(RESOLUTION)
    writer.setPageSize(QtGui.QPageSize(PAPERS[paper]))
    writer.setTitle(title)
    room = QtCore.QSizeF(writer.width() - 2 * EDGE, writer.height() - 2 * EDGE)

    def spread(document: QtGui.QTextDocument) -> None:
        document.setDocumentMargin(0)
        document.documentLayout().setPaintDevice(writer)
        document.setTextWidth(room.width())

    def height_of(text: str) -> float:
        return rich_document(text, pictures, spread).size().height()

    document = rich_document(unbroken(parts, room.height(), height_of), pictures)
    document.print_(writer)
    buffer.close()
    del document, loop
    return bytes(buffer.data().data())


def _as_usual(document: QtGui.QTextDocument) -> None:
    """Lay a text out as Qt does."""


def rich_document(
    body: str, pictures: "Pictures | None" = None, spread: Callable[[QtGui.QTextDocument], object] = _as_usual
) -> QtGui.QTextDocument:
    """Return HTML laid out in the letters of paper.

    `pictures`: those that stand in it. `spread`: says how it is laid out, while there is nothing that would be laid out
    with each word.
    """
    document = QtGui.QTextDocument()
    spread(document)
    if pictures is not None:
        document.documentLayout().registerHandler(QtGui.QTextFormat.ObjectTypes.ImageObject, pictures)
    document.setHtml(f"<body style=\"color:{LIGHT.text}; font-family:'Inter'; font-size:15px\">{body}</body>")
    return document


def unbroken(parts: Sequence[str], room: float, height_of: Callable[[str], float]) -> str:
    """Return parts as one text; what would be cut by the end of a page begins the next one.

    `room`: the height of a page. `height_of`: returns that of a text.
    """
    page, found = "", list[str]()
    for part in parts:
        is_next = bool(found) and (part.startswith(SHEET) or height_of(page + part) > room)
        found.append(part.removeprefix(RULE).replace(">", NEXT_PAGE, 1) if is_next else part)
        page = found[-1] if is_next else page + part
    return "".join(found)


def paragraph(text: str) -> str:
    """Return a text as a paragraph of HTML; nothing for none."""
    return f"<p>{html.escape(text)}</p>" if text else ""


class Pictures(QtGui.QPyTextObject):
    """Paints pictures into a text, as lines and areas, in the place of images that have their numbers as names."""

    def __init__(self) -> None:
        super().__init__()
        self._painted = list[Callable[[QtGui.QPainter], object]]()

    def add(self, paint: Callable[[QtGui.QPainter], object], size: tuple[int, int] = PICTURE) -> str:
        """Take a picture; return what stands for it in a text. `paint`: gets a painter in pixels. `size`: in pixels."""
        self._painted.append(paint)
        return image_html(len(self._painted) - 1, size)

    def intrinsicSize(self, doc: QtGui.QTextDocument, place: int, form: QtGui.QTextFormat) -> QtCore.QSizeF:
        image = form.toImageFormat()
        return QtCore.QSizeF(image.width(), image.height())

    def drawObject(
        self,
        painter: QtGui.QPainter,
        rect: QtCore.QRectF | QtCore.QRect,
        doc: QtGui.QTextDocument,
        place: int,
        form: QtGui.QTextFormat,
    ) -> None:
        image = form.toImageFormat()
        painter.save()
        painter.translate(rect.topLeft())
        painter.save()
        self._painted[int(image.name())](painter)
        painter.restore()
        painter.setPen(QtGui.QPen(QtGui.QColor(LIGHT.line), 1))
        painter.setBrush(QtCore.Qt.BrushStyle.NoBrush)
        painter.drawRect(QtCore.QRectF(0.5, 0.5, image.width() - 1, image.height() - 1))
        painter.restore()


def image_html(number: int, size: tuple[int, int]) -> str:
    """Return the HTML tag of a picture. `number`: its place among all. `size`: in pixels."""
    return f'<img src="{number}" width="{size[0]}" height="{size[1]}">'


def _paint_beside(painter: QtGui.QPainter, plane: Plane) -> None:
    """Paint the picture next to a question."""
    with plane_drawing(plane) as drawing:
        drawing.paint_on(painter)


def points_plot(document: Document) -> QtGui.QPicture:
    """Return the plane with the points alone, which can be painted in any thread; it is drawn in that of the window."""
    picture = QtGui.QPicture()
    picture.setBoundingRect(QtCore.QRect(0, 0, *PLOT))  # what lies outside is not painted
    with (
        plane_drawing(Plane(SavedSession(document), NO_LINE, MOST_POINTS), PLOT) as drawing,
        QtGui.QPainter(picture) as painter,
    ):
        drawing.paint_on(painter)
    return picture


def plot_pictures(plot: QtGui.QPicture) -> Pictures:
    """Return the pictures of a worked solution: its plot, see `points_plot`."""
    pictures = Pictures()
    pictures.add(partial(_replay, picture=plot), PLOT)
    return pictures


def _replay(painter: QtGui.QPainter, picture: QtGui.QPicture) -> None:
    """Paint a picture in the units of the painter: Qt makes it as large as it would be on a screen."""
    device = painter.device()
    painter.scale(picture.logicalDpiX() / device.logicalDpiX(), picture.logicalDpiY() / device.logicalDpiY())
    painter.drawPicture(0, 0, picture)


@contextmanager
def plane_drawing(plane: Plane, size: tuple[int, int] = PICTURE) -> Iterator[Drawing]:
    """Yield a picture of a plane. `size`: in pixels."""
    still = Still(plane.session, on_white(LIGHT), size, CANVAS)
    try:
        still.keep_to(plane.rules, plane.n_named)
        if plane.needs_analysis:
            still.analyze()
        still.show(plane.session.place.visit)
        yield still.drawing()
    finally:
        still.close()


def sheets_pdf(sheets: Sequence[Sheet], paper: str) -> bytes:
    """Return sheets as a PDF, each on pages of its own. `sheets`: at least one. `paper`: see `pdf_of`."""
    pictures = Pictures()
    parts = [part for sheet in sheets for part in _sheet(sheet, pictures)]
    return pdf_of(sheets[0].title, parts, paper, pictures)


def _sheet(sheet: Sheet, pictures: Pictures) -> list[str]:
    name = html.escape(sheet.name) if sheet.name else LINE[:30]
    who = html.escape(tr("Name: {name}")).format(name=name)
    first, *others = (_item(item, pictures) for item in sheet.items)
    return [f"{SHEET}{html.escape(sheet.title)}</h2><p>{who}</p>{first}", *others]


def _item(item: Item, pictures: Pictures) -> str:
    told = [text_html(item.text, LIGHT, formulas=FORMULA), paragraph(" · ".join(item.given))]
    told += [formulas_html(each, LIGHT, False, is_full=True, is_dense=True) for each in (item.points, item.parameters)]
    beside = ""
    if item.plane is not None:
        beside = f'<td width="50%" align="right">{pictures.add(partial(_paint_beside, plane=item.plane))}</td>'
    parts = [f"{RULE}<h3>{html.escape(item.heading)}</h3>"]
    parts += [
        '<table width="100%" cellspacing="0" style="margin-top:8px">'
        f'<tr><td style="padding-right:12px">{"".join(told)}</td>{beside}</tr></table>'
    ]
    parts += [f"<p><b>{html.escape(item.question)}</b></p>"]
    parts += [f"<p>{'<br>'.join('☐ ' + html.escape(choice) for choice in item.choices)}</p>"] * bool(item.choices)
    if item.solution:
        return "".join([*parts, paragraph(item.solution)])
    return "".join([*parts, f"<p style='line-height:200%'>{'<br>'.join([LINE] * item.n_lines)}</p>"])


def solution_parts(solution: Solution) -> list[str]:
    """Return a worked solution as rich text: its head with the plot, the points, each visit with its update, its end.

    Its first picture is the plot. None of the parts is to be cut by the end of a page.
    """
    head = f"<h2>{html.escape(solution.title)}</h2>{paragraph(solution.rules)}<p>{image_html(0, PLOT)}</p>"
    points = [formulas_html([point], LIGHT, stands_out=False, is_full=True) for point in solution.points]
    more = [paragraph(solution.more_points)] * bool(solution.more_points)
    steps = [_step(step) for step in solution.steps]
    end = [paragraph(solution.left_out), formulas_html(solution.parameters, LIGHT, is_full=True)]
    return [head, *points, *more, *steps, RULE + "".join([*end, *map(paragraph, solution.end)])]


def _step(step: Explanation) -> str:
    words = "".join(step_html(step, LIGHT, is_full=True))
    return RULE + words + AFTER_TABLE * words.endswith("</table>")


def table_html(table: Table) -> str:
    """Return a table as rich text; of several pages each begins with the names of the columns."""
    head = "".join(_cell("th", name) for name in table.columns)
    body = "".join(f"<tr>{''.join(_cell('td', text) for text in row)}</tr>" for row in table.rows)
    title = f"<h2>{html.escape(table.title)}</h2>{paragraph(table.rules)}"
    whole = f'<table width="100%" cellspacing="0"><thead><tr>{head}</tr></thead>{body}</table>'
    return f"{title}{whole}{paragraph(table.left_out)}"


def _cell(tag: str, text: str) -> str:
    """Return a cell; a number or a name goes on in no other line, a vector after its commas."""
    whole = "" if " " in text else "; white-space:nowrap"
    return f'<{tag} align="left" style="padding:2px 8px 0 0{whole}">{html.escape(text)}</{tag}>'
