"""Markdown as a document of Qt, with room between its paragraphs."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont, QTextBlock, QTextBlockFormat, QTextCursor, QTextDocument, QTextFormat

BELOW, BELOW_ITEM, ABOVE_HEADING = 10.0, 5.0, 14.0
"""Pixels below a paragraph and an entry of a list, and above a heading."""
LINE_HEIGHT = 125.0
"""Per cent."""
PICTURE = "\ufffc"
"""What Qt writes in the place of a picture."""


def markdown_document(text: str, parent: QObject | None = None) -> QTextDocument:
    """Return a text as a document.

    `text`: markdown. `parent`: its owner, which is asked for its pictures if it is a text browser.
    """
    document = QTextDocument(parent)
    document.setMarkdown(text)
    for block in blocks(document):
        form = block.blockFormat()
        cursor = QTextCursor(block)
        if cursor.currentTable() is None:
            form.setBottomMargin(BELOW_ITEM if block.textList() is not None else BELOW)
            form.setTopMargin(ABOVE_HEADING if form.headingLevel() > 1 else 0.0)
            if PICTURE not in block.text():
                form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            cursor.setBlockFormat(form)
        _embolden_code(block)
    return document


def _embolden_code(block: QTextBlock) -> None:
    """Set keys and commands in strong letters of the text: not every machine has a font of one width."""
    fragments, spans = block.begin(), []
    while not fragments.atEnd():
        fragment = fragments.fragment()
        if fragment.charFormat().fontFixedPitch():
            spans.append((fragment.position(), fragment.length(), fragment.charFormat()))
        fragments += 1
    for start, length, form in spans:
        for size in (QTextFormat.Property.FontPixelSize, QTextFormat.Property.FontPointSize):
            form.clearProperty(size)  # that of the system: in print it would be another than the text's
        form.setFontFamilies(["Inter"])
        form.setFontFixedPitch(False)
        form.setFontWeight(QFont.Weight.DemiBold)
        cursor = QTextCursor(block)
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(form)


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    """Yield the paragraphs of a document."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()
