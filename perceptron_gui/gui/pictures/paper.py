"""Rich text on paper: PDFs of as many pages as it takes, the sheets of a lesson, worked solutions and tables."""

import html
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6 import QtCore, QtGui

from perceptron_gui.gui.panels.step_html import step_html
from perceptron_gui.gui.pictures.drawing import Drawing
from perceptron_gui.gui.pictures.still import Still, on_white
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.gui.widgets.author_text import text_html
from perceptron_gui.gui.widgets.formula_html import FORMULA, formulas_html
from perceptron_gui.session.lessons.sheet import Item, Plane, Sheet
from perceptron_gui.session.output.picture_choice import CANVAS
from perceptron_gui.session.worked.solution import Solution, Table
from perceptron_gui.translation import tr

PAPERS = {"a4": QtGui.QPageSize.PageSizeId.A4, "letter": QtGui.QPageSize.PageSizeId.Letter}
RESOLUTION = 120
"""Pixels of the rich text to an inch: its formulas are eleven points high then."""
EDGE = round(2 * RESOLUTION / 2.54)
"""Pixels of the margin that Qt leaves on every side."""
LINE = "_" * 108
RULE, SHEET, NEXT_PAGE = "<hr>", "<h2>", ' style="page-break-before:always">'
"""What stands before a question, how a sheet begins, and what ends a first tag that begins a page."""
PICTURE = (380, 260)
"""Pixels of a plane beside its question: less than half of a line."""


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
    document = rich_document(parts[0] if len(parts) == 1 else _unbroken(parts, room, writer, pictures), pictures)
    document.print_(writer)
    buffer.close()
    del document, loop
    return bytes(buffer.data().data())


def rich_document(body: str, pictures: "Pictures | None" = None) -> QtGui.QTextDocument:
    """Return HTML laid out in the letters of paper. `pictures`: those that stand in it."""
    document = QtGui.QTextDocument()
    document.setHtml(f"<body style=\"color:{LIGHT.text}; font-family:'Inter'; font-size:15px\">{body}</body>")
    if pictures is not None:
        document.documentLayout().registerHandler(QtGui.QTextFormat.ObjectTypes.ImageObject, pictures)
    return document


def _unbroken(parts: Sequence[str], room: QtCore.QSizeF, paper: QtGui.QPdfWriter, pictures: "Pictures | None") -> str:
    """Return parts as one text; what would be cut by the end of a page begins the next one. `room`: of a page."""
    y, found = 0.0, list[str]()
    for part in parts:
        document = rich_document(part, pictures)
        document.setDocumentMargin(0)
        document.documentLayout().setPaintDevice(paper)
        document.setTextWidth(room.width())
        height = document.size().height()
        is_next = not found or part.startswith(SHEET) or y + height > room.height()
        found.append(part.removeprefix(RULE).replace(">", NEXT_PAGE, 1) if is_next and found else part)
        y = height if is_next else y + height
    return "".join(found)


def paragraph(text: str) -> str:
    """Return a text as a paragraph of HTML; nothing for none."""
    return f"<p>{html.escape(text)}</p>" if text else ""


class Pictures(QtGui.QPyTextObject):
    """Paints planes into a text, as lines and areas, in the place of images that have their numbers as names."""

    def __init__(self) -> None:
        super().__init__()
        self._planes = list[Plane]()

    def add(self, plane: Plane) -> str:
        """Take a plane; return what stands for it in a text."""
        self._planes.append(plane)
        return f'<img src="{len(self._planes) - 1}" width="{PICTURE[0]}" height="{PICTURE[1]}">'

    def intrinsicSize(self, doc: QtGui.QTextDocument, place: int, form: QtGui.QTextFormat) -> QtCore.QSizeF:
        return QtCore.QSizeF(*PICTURE)

    def drawObject(
        self,
        painter: QtGui.QPainter,
        rect: QtCore.QRectF | QtCore.QRect,
        doc: QtGui.QTextDocument,
        place: int,
        form: QtGui.QTextFormat,
    ) -> None:
        painter.save()
        painter.translate(rect.topLeft())
        with plane_drawing(self._planes[int(form.toImageFormat().name())]) as drawing:
            drawing.paint_on(painter)
        painter.setPen(QtGui.QPen(QtGui.QColor(LIGHT.line), 1))
        painter.drawRect(QtCore.QRectF(0.5, 0.5, PICTURE[0] - 1, PICTURE[1] - 1))
        painter.restore()


@contextmanager
def plane_drawing(plane: Plane) -> Iterator[Drawing]:
    """Yield the picture beside a question."""
    still = Still(plane.session, on_white(LIGHT), PICTURE, CANVAS)
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
    beside = "" if item.plane is None else f'<td width="50%" align="right">{pictures.add(item.plane)}</td>'
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


def solution_html(solution: Solution) -> str:
    """Return a worked solution as rich text."""
    parts = [
        f"<h2>{html.escape(solution.title)}</h2>{paragraph(solution.rules)}",
        formulas_html(solution.points, LIGHT, stands_out=False, is_full=True) + paragraph(solution.more_points),
        *("".join(("<hr>", *step_html(step, LIGHT, is_full=True))) for step in solution.steps),
        "<hr>" + paragraph(solution.left_out) + formulas_html(solution.parameters, LIGHT, is_full=True),
        *map(paragraph, solution.end),
    ]
    return "".join(parts)


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
