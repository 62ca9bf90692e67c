"""The user guide in a window of its own: pages on the left, the page on the right."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QImage, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QTextBrowser, QWidget

from perceptron_gui.files.guide import GUIDE, guide_pages
from perceptron_gui.gui.features.guide.markdown_document import markdown_document
from perceptron_gui.gui.style.theme import LIGHT, TEXT, Theme
from perceptron_gui.translation import tr

SIZE = QSize(900, 680)
EDGE = 64
"""Pixels of the screen that stay free around the window."""
MARGIN = 18
"""Pixels around the text."""


class GuideText(QTextBrowser):
    """Shows a page; its pictures are as wide as the text where they would be wider."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self._markdown = ""
        self._width = 0

    def show_markdown(self, text: str) -> None:
        """Show another page from its beginning."""
        self._markdown = text
        self._lay_out()
        self.verticalScrollBar().setValue(0)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        image = QImage(str(GUIDE / QUrl(name).path()))
        ratio = self.devicePixelRatioF()
        room = round((self.viewport().width() - 2 * MARGIN) * ratio)
        if image.width() > room > 0:
            image = image.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
        image.setDevicePixelRatio(ratio)
        return image

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._markdown and self.viewport().width() != self._width:
            bar = self.verticalScrollBar()
            share = bar.value() / max(bar.maximum(), 1)  # of the way down
            self._lay_out()
            bar.setValue(round(share * bar.maximum()))

    def _lay_out(self) -> None:
        self._width = self.viewport().width()
        document = markdown_document(self._markdown, self)  # a new one: its pictures have the width of now
        document.setDefaultFont(self.font())
        document.setDocumentMargin(MARGIN)
        self.setDocument(document)
        for earlier in self.findChildren(QTextDocument):  # Qt deletes only the one that it made itself
            if earlier is not document:
                earlier.deleteLater()


class GuideWindow(QDialog):
    """The guide; it stays open beside the window that is worked in."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("User guide"))
        self.titles = QListWidget()
        self.titles.setAccessibleName(tr("Pages of the guide"))
        self.text = GuideText()
        self.text.setAccessibleName(tr("Page of the guide"))
        for page in guide_pages():
            self.titles.addItem(page.title)
        row = QHBoxLayout(self)
        row.addWidget(self.titles)
        row.addWidget(self.text, 1)
        self.titles.currentRowChanged.connect(self._open)
        self.text.anchorClicked.connect(self._follow)
        self.resize(SIZE.boundedTo(self.screen().availableSize() - QSize(EDGE, EDGE)))
        self.set_theme(LIGHT)
        self.titles.setCurrentRow(0)

    def set_theme(self, theme: Theme) -> None:
        """Take letters of another size; colours are those of the window."""
        self.titles.setFont(theme.font(TEXT))
        self.titles.setSpacing(3)
        self.text.setFont(theme.font(TEXT))
        self._open(max(self.titles.currentRow(), 0))
        frame = 2 * self.titles.frameWidth() + self.titles.verticalScrollBar().sizeHint().width()
        self.titles.setFixedWidth(self.titles.sizeHintForColumn(0) + frame)

    def _open(self, row: int) -> None:
        self.text.show_markdown(guide_pages()[row].text)

    def _follow(self, link: QUrl) -> None:
        """Open the page that a link of another one names."""
        names = [page.name for page in guide_pages()]
        if link.path() in names:
            self.titles.setCurrentRow(names.index(link.path()))
