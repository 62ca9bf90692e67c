"""The user guide beside the window, the page of all keys, and what the program is."""

from collections.abc import Iterator
from functools import cached_property

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import QObject, QSize, Qt, QUrl

from perceptron_gui import __version__
from perceptron_gui.files.program.guide import GUIDE, guide_pages
from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.gui.panels.panel_registry import STATIONS
from perceptron_gui.gui.style.theme import LIGHT, TEXT, Theme
from perceptron_gui.gui.window_actions import shown_keys
from perceptron_gui.session.actions import ACTIONS
from perceptron_gui.translation import tr


class HelpCommands(WindowCommands):
    """Shows all keys, and what the program is."""

    @cached_property
    def _guide(self) -> "GuideWindow":
        """The user guide; there is one."""
        return GuideWindow(self._window)

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {"help.guide": self.show_guide, "help.keys": self.show_keys, "help.about": self.show_about}

    def show_guide(self) -> None:
        """Show the user guide beside the window."""
        self._guide.set_theme(self._window.theme)
        self._guide.show()
        self._guide.raise_()
        self._guide.activateWindow()

    def show_keys(self) -> None:
        """Show all keys on one page."""
        rows = [
            *((shown_keys(action), tr(action.text).rstrip("…")) for action in ACTIONS if action.shortcut),
            ("1 … 9, 0", tr("Take a class, or give it to the selected points")),
            panel_row(),
            (tr("Enter"), tr("A cursor on the canvas: arrows move, Space places, Esc leaves")),
            (tr("Enter"), tr("In weight space: arrows turn the sphere, Space shows a boundary, Esc leaves")),
            (tr("Enter, double click"), tr("On a point: type its coordinates and class")),
            (tr("Enter"), tr("In the table of points: types a cell; Shift+Space selects a row more or less")),
            (tr("Esc"), tr("Give up a drag or the selection")),
            (tr("Wheel"), tr("Zoom, or move in time")),
            (tr("Middle button"), tr("Move the picture")),
            (tr("Ctrl"), tr("Place or move without snapping")),
            (tr("Ctrl+Shift"), tr("Snap to the grid itself")),
        ]
        half = (len(rows) + 1) // 2
        columns = "".join(_column(part) for part in (rows[:half], rows[half:]))
        Page(tr("Keys"), f"<table><tr>{columns}</tr></table>", self._window).open()

    def show_about(self) -> None:
        """Say what this is."""
        text = tr("Perceptron Lab {version}<br>See how Rosenblatt's perceptron learns, one exact step at a time.")
        box = QtWidgets.QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(tr("About Perceptron Lab"))
        box.setText(text.format(version=__version__))
        box.open()


def panel_row() -> tuple[str, str]:
    """Return the keys that show the stations, and what they do, as a row of the page of keys."""
    names = ", ".join("/".join(map(tr, station.titles)) for station in STATIONS)
    return f"Ctrl+1 … {len(STATIONS)}", tr("A station, and again its next page: {names}").format(names=names)


def _column(rows: list[tuple[str, str]]) -> str:
    style = "padding-right: 16px"
    cells = "".join(
        f'<tr><td style="white-space: nowrap; {style}"><b>{keys}</b></td><td style="{style}">{text}</td></tr>'
        for keys, text in rows
    )
    return f'<td style="padding-right: 28px"><table>{cells}</table></td>'


PAGE_EDGE = 32
"""Pixels of the screen that stay free around a page."""


class Page(QtWidgets.QDialog):
    """A dialog with a text as wide as it is; on a smaller screen the text wraps and scrolls.

    A message box of Qt cuts off what is too wide.

    `title`: title of the window. `html`: the text.
    """

    def __init__(self, title: str, html: str, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.label = QtWidgets.QLabel(html)
        self.label.setObjectName("inner")
        self.label.setMargin(12)
        area = QtWidgets.QScrollArea()
        area.setWidget(self.label)
        buttons = QtWidgets.QDialogButtonBox(QtWidgets.QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QtWidgets.QVBoxLayout(self)
        column.addWidget(area)
        column.addWidget(buttons)
        room = self.screen().availableSize() - QSize(PAGE_EDGE, PAGE_EDGE)
        around = column.contentsMargins()
        text = self.label.sizeHint() + QSize(around.left() + around.right() + 40, 3 * buttons.sizeHint().height())
        # Not before its natural width is known: text that wraps has no width of its own.
        self.label.setWordWrap(True)
        area.setWidgetResizable(True)
        self.resize(text.boundedTo(room))


BELOW, BELOW_ITEM, ABOVE_HEADING = 10.0, 5.0, 14.0
"""Pixels below a paragraph and an entry of a list, and above a heading."""
LINE_HEIGHT = 125.0
"""Per cent."""
PICTURE = "\ufffc"
"""What Qt writes in the place of a picture."""


def markdown_document(text: str, parent: QObject | None = None) -> QtGui.QTextDocument:
    """Return a text as a document.

    `text`: markdown. `parent`: its owner, which is asked for its pictures if it is a text browser.
    """
    document = QtGui.QTextDocument(parent)
    document.setMarkdown(text)
    for block in blocks(document):
        form = block.blockFormat()
        cursor = QtGui.QTextCursor(block)
        if cursor.currentTable() is None:
            form.setBottomMargin(BELOW_ITEM if block.textList() is not None else BELOW)
            form.setTopMargin(ABOVE_HEADING if form.headingLevel() > 1 else 0.0)
            if PICTURE not in block.text():
                form.setLineHeight(LINE_HEIGHT, QtGui.QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            cursor.setBlockFormat(form)
        _embolden_code(block)
    return document


def _embolden_code(block: QtGui.QTextBlock) -> None:
    """Set keys and commands in bold, as not every machine has a monospaced font."""
    fragments, spans = block.begin(), []
    while not fragments.atEnd():
        fragment = fragments.fragment()
        if fragment.charFormat().fontFixedPitch():
            spans.append((fragment.position(), fragment.length(), fragment.charFormat()))
        fragments += 1
    for start, length, form in spans:
        for size in (QtGui.QTextFormat.Property.FontPixelSize, QtGui.QTextFormat.Property.FontPointSize):
            form.clearProperty(size)  # that of the system: in print it would be another than the text's
        form.setFontFamilies(["Inter"])
        form.setFontFixedPitch(False)
        form.setFontWeight(QtGui.QFont.Weight.DemiBold)
        cursor = QtGui.QTextCursor(block)
        cursor.setPosition(start)
        cursor.setPosition(start + length, QtGui.QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(form)


def blocks(document: QtGui.QTextDocument) -> Iterator[QtGui.QTextBlock]:
    """Yield the paragraphs of a document."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


SIZE = QSize(900, 680)
EDGE = 64
"""Pixels of the screen that stay free around the window."""
MARGIN = 18
"""Pixels around the text."""


class GuideText(QtWidgets.QTextBrowser):
    """Shows a page; its pictures are as wide as the text where they would be wider."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
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
        if kind != QtGui.QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        image = QtGui.QImage(str(GUIDE / QUrl(name).path()))
        ratio = self.devicePixelRatioF()
        room = round((self.viewport().width() - 2 * MARGIN) * ratio)
        if image.width() > room > 0:
            image = image.scaledToWidth(room, Qt.TransformationMode.SmoothTransformation)
        image.setDevicePixelRatio(ratio)
        return image

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
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
        for earlier in self.findChildren(QtGui.QTextDocument):  # Qt deletes only the one that it made itself
            if earlier is not document:
                earlier.deleteLater()


class GuideWindow(QtWidgets.QDialog):
    """The guide; it stays open beside the window that is worked in."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("User guide"))
        self.titles = QtWidgets.QListWidget()
        self.titles.setAccessibleName(tr("Pages of the guide"))
        self.text = GuideText()
        self.text.setAccessibleName(tr("Page of the guide"))
        for page in guide_pages():
            self.titles.addItem(page.title)
        row = QtWidgets.QHBoxLayout(self)
        row.addWidget(self.titles)
        row.addWidget(self.text, 1)
        self.titles.currentRowChanged.connect(self._open)
        self.text.anchorClicked.connect(self._follow)
        self.resize(SIZE.boundedTo(self.screen().availableSize() - QSize(EDGE, EDGE)))
        self.set_theme(LIGHT)
        self.titles.setCurrentRow(0)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the theme's font size; the colours are inherited from the window."""
        self.titles.setFont(theme.font(TEXT))
        self.titles.setSpacing(3)
        self.text.setFont(theme.font(TEXT))
        self._open(max(self.titles.currentRow(), 0))
        frame = 2 * self.titles.frameWidth() + self.titles.verticalScrollBar().sizeHint().width()
        self.titles.setFixedWidth(self.titles.sizeHintForColumn(0) + frame)

    def _open(self, row: int) -> None:
        self.text.show_markdown(guide_pages()[row].text)

    def _follow(self, link: QUrl) -> None:
        """Open the page of the guide that a link names."""
        names = [page.name for page in guide_pages()]
        if link.path() in names:
            self.titles.setCurrentRow(names.index(link.path()))
