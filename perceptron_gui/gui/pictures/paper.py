"""Rich text on paper: PDFs of as many pages as it takes, and the sheets of a lesson."""

import html
from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QEventLoop, QIODevice
from PySide6.QtGui import QPageSize, QPdfWriter, QTextDocument

from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.gui.widgets.author_text import text_html
from perceptron_gui.gui.widgets.formula_html import FORMULA, formulas_html
from perceptron_gui.session.lessons.sheet import Item, Sheet
from perceptron_gui.translation import tr

PAPERS = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}
RESOLUTION = 120
"""Pixels of the rich text to an inch: its formulas are eleven points high then."""
LINE = "_" * 68


def pdf_of(title: str, body: str, paper: str) -> bytes:
    """Return rich text as a PDF. `title`: of the file. `body`: HTML. `paper`: "a4" or "letter"."""
    loop = QEventLoop()  # it need not run: with it the thread of the file has what the timers of a long text ask for
    document = QTextDocument()
    document.setHtml(f"<body style=\"color:{LIGHT.text}; font-family:'Inter'; font-size:15px\">{body}</body>")
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(RESOLUTION)
    writer.setPageSize(QPageSize(PAPERS[paper]))
    writer.setTitle(title)
    document.print_(writer)
    buffer.close()
    del document, loop
    return bytes(buffer.data().data())


def paragraph(text: str) -> str:
    """Return a text as a paragraph of HTML; nothing for none."""
    return f"<p>{html.escape(text)}</p>" if text else ""


def sheets_pdf(sheets: Sequence[Sheet], paper: str) -> bytes:
    """Return sheets as a PDF, each on pages of its own. `sheets`: at least one. `paper`: see `pdf_of`."""
    return pdf_of(sheets[0].title, "".join(map(_sheet, sheets, range(len(sheets)))), paper)


def _sheet(sheet: Sheet, place: int) -> str:
    begin = ' style="page-break-before:always"' if place else ""
    name = html.escape(sheet.name) if sheet.name else LINE[:30]
    who = html.escape(tr("Name: {name}")).format(name=name)
    return f"<h2{begin}>{html.escape(sheet.title)}</h2><p>{who}</p>{''.join(map(_item, sheet.items))}"


def _item(item: Item) -> str:
    parts = [f"<hr><h3>{html.escape(item.heading)}</h3>"]
    parts += [text_html(item.text, LIGHT, formulas=FORMULA)]
    parts += [paragraph(" · ".join(item.given)), formulas_html(item.points, LIGHT, stands_out=False, is_full=True)]
    parts += [formulas_html(item.parameters, LIGHT, stands_out=False, is_full=True)]
    parts += [f"<p><b>{html.escape(item.question)}</b></p>"]
    parts += [f"<p>{'<br>'.join('☐ ' + html.escape(choice) for choice in item.choices)}</p>"] * bool(item.choices)
    if item.solution:
        return "".join([*parts, paragraph(item.solution)])
    return "".join([*parts, f"<p style='line-height:160%'>{'<br>'.join([LINE] * item.n_lines)}</p>"])
