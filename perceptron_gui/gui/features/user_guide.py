"""The user guide beside the window, the page of all keys, and what the program is."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from html import escape
from itertools import islice

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import QObject, QSize, Qt, QUrl

from perceptron_gui import __version__, translation
from perceptron_gui.files.program.guide import FRONT, GUIDE, NOTES, guide_pages
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.gui.panels.panel_registry import STATIONS
from perceptron_gui.gui.paths import qt_path
from perceptron_gui.gui.placement import resize_within_screen
from perceptron_gui.gui.style.theme import LIGHT, TEXT, Theme, faded
from perceptron_gui.gui.widgets.plain_text import HATTED, MATHS, ScrollArea, in_column, plain_label, plain_tip
from perceptron_gui.gui.window_actions import MENUS, native_keys, shown_keys
from perceptron_gui.session.actions import ACTIONS
from perceptron_gui.session.view.switches import LETTERS_ON
from perceptron_gui.session.wording import WIDE_MARKS, grouped, joined
from perceptron_gui.translation import spelled, tr


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
        Page(tr("Keys"), key_groups(self._window.actions_by_id.letters), self._window).open()

    def show_about(self) -> None:
        """Say what this is."""
        text = tr("Perceptron Lab {version}<br>See how Rosenblatt's perceptron learns, one exact step at a time.")
        box = QtWidgets.QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(tr("About Perceptron Lab"))
        box.setText(text.format(version=__version__))
        box.open()


Group = tuple[str, Sequence[tuple[str, str]]]
"""A title, and keys with what they do."""


MNEMONIC = re.compile(r"\(&\w\)|&")
"""Before the letter of a menu, which stands in brackets where the language has other signs."""


def key_groups(letters: str = LETTERS_ON) -> list[Group]:
    """Return all keys, grouped as the menus are, and after them what keys and mouse do on the plane and in tables.

    `letters`: whether letters are commands, see `Action.keys_with`.
    """
    take = tr("Choose a class, or assign it to the selected points")
    digits = take if letters == LETTERS_ON else tr("On the plane: {what}").format(what=take)
    beside = {"points": [("1 … 9, 0", digits)], "view": [panel_row()]}
    groups: list[Group] = []
    for name, title in MENUS.items():
        named = [(shown_keys(one, letters), tr(one.text).rstrip("…")) for one in ACTIONS if one.menu == name]
        rows = [row for row in named if row[0]]
        groups.append((MNEMONIC.sub("", tr(title)), rows + beside.get(name, [])))
    plane = [
        (native_keys("Enter"), tr("Show a cursor on the canvas: arrows move, Space places, Esc leaves")),
        (native_keys("Enter"), tr("In weight space: arrows turn the sphere, Space shows a boundary, Esc leaves")),
        (tr("Enter, double click"), tr("On a point: type its coordinates and class")),
        (native_keys("Enter"), tr("In the table of points: edit a cell; Shift+Space selects or deselects a row")),
        (native_keys("Esc"), tr("Cancel a drag or the selection; in the lecture view close the question, then leave")),
        # L10n: of the mouse
        (tr("Wheel"), tr("Zoom, or move in time")),
        (tr("Middle button"), tr("Move the picture")),
        (native_keys("Ctrl"), tr("Place or move without snapping")),
        (native_keys("Ctrl+Shift"), tr("Snap to the grid lines")),
    ]
    return [*groups, (tr("On the plane and in tables"), plane)]


def panel_row() -> tuple[str, str]:
    """Return the keys that show the stations, and what they do, as a row of the page of keys."""
    names = joined("/".join(map(tr, station.titles)) for station in STATIONS)
    does = tr("Show a station, or its next page if pressed again: {names}").format(names=names)
    return native_keys(f"Ctrl+1 … {len(STATIONS)}"), does


def with_words(groups: Sequence[Group], wanted: str) -> list[Group]:
    """Return the rows that have all words of a search, in their keys, their text or the title above them."""
    words, found = wanted.casefold().split(), list[Group]()
    for title, rows in groups:
        kept = [row for row in rows if all(word in " ".join((title, *row)).casefold() for word in words)]
        found += [(title, kept)] if kept else []
    return found


def _in_columns(groups: Sequence[Group]) -> str:
    """Return groups as rich text in two columns, about as long as each other."""
    style = "padding-right: 16px"
    half, columns, length = sum(len(rows) + 1 for _, rows in groups) / 2, ["", ""], 0
    for title, rows in groups:
        cells = "".join(
            _row(
                f'<td style="white-space: nowrap; {style}"><b>{escape(keys)}</b></td>',
                f'<td style="{style}">{escape(text)}</td>',
            )
            for keys, text in rows
        )
        columns[length >= half] += (
            f'<tr><td colspan="2" style="padding-top: 8px">{_slanted(escape(title))}</td></tr>{cells}'
        )
        length += len(rows) + 1
    parts = (f'<td style="padding-right: 28px"><table>{part}</table></td>' for part in columns if part)
    return f"<table>{_row(*parts)}</table>"


def _row(*cells: str) -> str:
    """Return a row of a table that begins where lines do; Qt sets all tables from left to right."""
    return f"<tr>{''.join(reversed(cells) if translation.is_leftwards() else cells)}</tr>"


def _slanted(text: str) -> str:
    """Return rich text in italics, where its letters have any."""
    return text if UPRIGHT.search(text) else f"<i>{text}</i>"


class Page(QtWidgets.QDialog):
    """All keys, as wide as they are; on a smaller screen the text wraps and scrolls. A field filters them as one types.

    A message box of Qt cuts off what is too wide. `title`: title of the window. `groups`: the keys.
    """

    def __init__(self, title: str, groups: Sequence[Group], parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._groups = groups
        self.field = search_field(tr("Search by words or by keys"))
        self.field.textChanged.connect(self._show)
        self.label = QtWidgets.QLabel()
        self.label.setObjectName("inner")
        self.label.setMargin(12)
        self.label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        area = ScrollArea()
        area.setWidget(self.label)
        buttons = QtWidgets.QDialogButtonBox(QtWidgets.QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        buttons.button(QtWidgets.QDialogButtonBox.StandardButton.Close).setAutoDefault(
            False
        )  # Enter in the field closes nothing
        column = in_column(self, self.field, area, buttons, margins=(12, 12, 12, 12))
        self._show("")
        around = column.contentsMargins()
        others = 3 * buttons.sizeHint().height() + self.field.sizeHint().height()
        text = self.label.sizeHint() + QSize(around.left() + around.right() + 40, others)
        # Not before its natural width is known: text that wraps has no width of its own.
        self.label.setWordWrap(True)
        area.setWidgetResizable(True)
        resize_within_screen(self, text)
        self.field.setFocus()

    def _show(self, wanted: str) -> None:
        groups = with_words(self._groups, wanted)
        self.label.setText(_in_columns(groups) if groups else escape(tr("No key matches these words.")))


def search_field(hint: str) -> QtWidgets.QLineEdit:
    """Return a field to search in. `hint`: what it says while it is empty."""
    field = QtWidgets.QLineEdit()
    field.setPlaceholderText(hint)
    field.setAccessibleName(hint)
    field.setClearButtonEnabled(True)
    return field


BELOW, BELOW_ITEM, ABOVE_HEADING = 10.0, 5.0, 14.0
"""Pixels below a paragraph and an entry of a list, and above a heading."""
LINE_HEIGHT = 125.0
"""Per cent."""
PICTURE = "\ufffc"
"""What Qt writes in the place of a picture."""


TABLE_ROW = re.compile(r"^\|(.+)\|$", re.MULTILINE)


def _turned_row(row: re.Match[str]) -> str:
    return f"|{'|'.join(reversed(row[1].split('|')))}|"


def markdown_document(text: str, parent: QObject | None = None) -> QtGui.QTextDocument:
    """Return a text as a document.

    `text`: markdown. `parent`: its owner, which is asked for its pictures if it is a text browser.
    """
    document = QtGui.QTextDocument(parent)
    # The columns of a table, too, which Qt sets from left to right.
    document.setMarkdown(TABLE_ROW.sub(_turned_row, translation.onward(text)) if translation.is_leftwards() else text)
    for block in blocks(document):
        form = block.blockFormat()
        cursor = QtGui.QTextCursor(block)
        if cursor.currentTable() is None:
            is_within_code = _is_code(block) and _is_code(block.next())
            form.setBottomMargin(0.0 if is_within_code else BELOW_ITEM if block.textList() is not None else BELOW)
            if _is_code(block):
                form.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            form.setTopMargin(ABOVE_HEADING if form.headingLevel() > 1 else 0.0)
            if PICTURE not in block.text():
                form.setLineHeight(LINE_HEIGHT, QtGui.QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            cursor.setBlockFormat(form)
        _embolden(block)
        _close_up(block)
        if translation.is_leftwards() and not _is_code(block):
            _turn(block)
    return document


def _close_up(block: QtGui.QTextBlock) -> None:
    """Take away the blank after a mark of Chinese that ends a heading in a line: it is there for the markup."""
    for found in reversed([*WIDE_THEN_BLANK.finditer(block.text())]):
        cursor = QtGui.QTextCursor(block)
        cursor.setPosition(block.position() + found.end() - 1)
        cursor.deleteChar()


WIDE_THEN_BLANK = re.compile(f"[{''.join(WIDE_MARKS)}] ")


def _turn(block: QtGui.QTextBlock) -> None:
    """Let a paragraph begin at the right, and the table that it stands in; formulas and keys go as they are typed."""
    cursor, text = QtGui.QTextCursor(block), block.text()
    form = block.blockFormat()
    form.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    cursor.setBlockFormat(form)
    table = cursor.currentTable()
    if table is not None:
        frame = table.format()
        frame.setAlignment(Qt.AlignmentFlag.AlignRight)
        table.setFormat(frame)
    spans = [*translation.turned(text)] if UPRIGHT.search(text) else [(0, len(text))] * bool(text)
    for start, end in reversed(spans):
        for place, mark in ((end, translation.END), (start, translation.LEFT_TO_RIGHT)):
            cursor.setPosition(block.position() + place)
            cursor.insertText(mark)


UPRIGHT = re.compile("[\u0590-\u08ff\u2e80-\u9fff\uac00-\ud7af]")
"""Letters that are never slanted."""


def _is_code(block: QtGui.QTextBlock) -> bool:
    """Whether a line is one of a file that the guide shows."""
    return block.blockFormat().hasProperty(QtGui.QTextFormat.Property.BlockCodeLanguage)


def _embolden(block: QtGui.QTextBlock) -> None:
    """Set in bold keys and commands, as not every machine has a monospaced font, and words that have no italics.

    Letters with a hat are set in the font of formulas: that of texts sets it beside a Greek one.
    """
    fragments, spans = block.begin(), []
    while not fragments.atEnd():
        fragment = fragments.fragment()
        if fragment.charFormat().fontFixedPitch() or UPRIGHT.search(
            fragment.text() * fragment.charFormat().fontItalic()
        ):
            spans.append((fragment.position(), fragment.length(), fragment.charFormat()))
        fragments += 1
    for start, length, form in spans:
        for size in (QtGui.QTextFormat.Property.FontPixelSize, QtGui.QTextFormat.Property.FontPointSize):
            form.clearProperty(size)  # that of the system: in print it would be another than the text's
        form.setFontFamilies(["Inter"])
        form.setFontFixedPitch(False)
        form.setFontItalic(False)
        form.setFontWeight(QtGui.QFont.Weight.DemiBold)
        _within(block, start, start + length).setCharFormat(form)
    hatted = QtGui.QTextCharFormat()
    hatted.setFontFamilies([MATHS])
    for found in HATTED.finditer(block.text()):
        _within(block, *(block.position() + each for each in found.span())).mergeCharFormat(hatted)


def _within(block: QtGui.QTextBlock, start: int, end: int) -> QtGui.QTextCursor:
    """Return a part of a text, selected."""
    cursor = QtGui.QTextCursor(block)
    cursor.setPosition(start)
    cursor.setPosition(end, QtGui.QTextCursor.MoveMode.KeepAnchor)
    return cursor


def blocks(document: QtGui.QTextDocument) -> Iterator[QtGui.QTextBlock]:
    """Yield the paragraphs of a document."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


SIZE = QSize(900, 680)
MARGIN = 18
"""Pixels around the text."""


CODE = re.compile(r"`([^`\n]+)`")


def with_native_keys(text: str) -> str:
    """Return a page on which keys are called as in the menus. `text`: markdown; keys stand in it as code."""
    return CODE.sub(lambda found: f"`{native_keys(found[1])}`", text)


UNSEEN = f"[{''.join(translation.ISOLATING)}]*"
"""What may stand between any two letters of a page, and nobody types."""
MOST_FOUND = 300
"""Places that are listed."""


class Match(Frozen):
    """A place of the guide where something was found."""

    page: int  # its place among the pages
    block: int  # the paragraph, counted from 0
    start: int  # where it begins in the paragraph
    length: int
    line: str  # the paragraph


@cache
def _lines(language: str) -> list[list[str]]:
    """Return the paragraphs of every page, as they are shown."""
    lines = []
    for page in guide_pages():
        lines.append([block.text() for block in blocks(markdown_document(with_native_keys(page.text)))])
    return lines


def search(wanted: str) -> list[Match]:
    """Return where the guide has some words, whatever their case, page by page."""
    if not wanted.strip():
        return []
    words = (UNSEEN.join(map(re.escape, word)) for word in wanted.split())
    pattern = re.compile(rf"{UNSEEN}\s+{UNSEEN}".join(words), re.IGNORECASE)
    found = (
        Match(page, block, match.start(), match.end() - match.start(), line)
        for page, lines in enumerate(_lines(translation.language()))
        for block, line in enumerate(lines)
        for match in pattern.finditer(line)
    )
    return list(islice(found, MOST_FOUND))


class GuideText(QtWidgets.QTextBrowser):
    """Shows a page; its pictures are as wide as the text where they would be wider."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.theme = LIGHT
        self._markdown = ""
        self._width = 0
        self._marked: tuple[Sequence[Match], Match | None] = (), None

    def show_markdown(self, text: str) -> None:
        """Show another page from its beginning."""
        self._markdown, self._marked = text, ((), None)
        self._lay_out()
        self.verticalScrollBar().setValue(0)

    def mark(self, matches: "Sequence[Match]", current: "Match | None") -> None:
        """Mark what was found on this page, one more strongly, which is brought into view."""
        self._marked = matches, current
        self._draw_marks()
        if current is not None:
            self.setTextCursor(self._cursor(current, is_whole=False))
            self.ensureCursorVisible()

    def _cursor(self, match: "Match", is_whole: bool = True) -> QtGui.QTextCursor:
        cursor = QtGui.QTextCursor(self.document().findBlockByNumber(match.block))
        cursor.setPosition(cursor.block().position() + match.start)
        if is_whole:
            cursor.setPosition(cursor.position() + match.length, QtGui.QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _draw_marks(self) -> None:
        marks, (matches, current) = [], self._marked
        for match in matches:
            mark = QtWidgets.QTextEdit.ExtraSelection()
            colour = faded(self.theme.accent, 0.22)
            if match is current:
                colour = QtGui.QColor(self.theme.accent)
                mark.format.setForeground(QtGui.QColor(self.theme.on_accent))
            mark.format.setBackground(colour)
            mark.cursor = self._cursor(match)
            marks.append(mark)
        self.setExtraSelections(marks)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        if kind != QtGui.QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        image = QtGui.QImage(qt_path(GUIDE / QUrl(name).path()))
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
        document.setTextWidth(self._width)  # lays all of it out: what Qt did later would leave a bar below the page
        self.setDocument(document)
        self._draw_marks()
        for earlier in self.findChildren(QtGui.QTextDocument):  # Qt deletes only the one that it made itself
            if earlier is not self.document():  # a scroll bar that came with it may have laid out another one
                earlier.deleteLater()


LINE = 230
"""Pixels of a line of the list on a desk, at least."""
BELOW_TITLE = 2
"""Pixels below a title in the list, as above it."""
BEFORE = 18
"""Letters of a paragraph before what was found in it, in the list."""


class GuideWindow(QtWidgets.QDialog):
    """The guide; it stays open beside the window that is worked in. A field searches all pages."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("User guide"))
        self.field = search_field(tr("Search all pages"))
        self.field.setToolTip(tr("Enter goes to the next match, Shift+Enter to the previous one"))
        self.titles, self.found, self.count = QtWidgets.QListWidget(), QtWidgets.QListWidget(), plain_label()
        self.titles.setAccessibleName(tr("Pages of the guide"))
        self.found.setAccessibleName(tr("Matches"))
        self.found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text = GuideText()
        self.text.setAccessibleName(tr("Page of the guide"))
        self._matches: list[Match] = []
        self._page = -1
        for page in guide_pages():
            self.titles.addItem(page.title)
        self.side = QtWidgets.QWidget()
        in_column(self.side, self.field, self.count, self.titles, self.found)
        row = QtWidgets.QHBoxLayout(self)
        row.addWidget(self.side)
        row.addWidget(self.text, 1)
        self.titles.currentRowChanged.connect(self._open)
        self.found.currentRowChanged.connect(self._show_match)
        self.text.anchorClicked.connect(self._follow)
        self.field.textChanged.connect(self._search)
        resize_within_screen(self, SIZE)
        self.set_theme(LIGHT)
        self._search("")
        self.titles.setCurrentRow(0)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the theme's font size; the colours are inherited from the window."""
        self.text.theme = theme
        for part in (self.titles, self.found, self.count, self.field, self.text):
            part.setFont(theme.font(TEXT))
        bold = theme.font(TEXT, QtGui.QFont.Weight.DemiBold)
        for row in range(self.titles.count()):
            item = self.titles.item(row)
            item.setFont(bold if row < len(FRONT) else theme.font(TEXT))
            item.setData(Qt.ItemDataRole.SizeHintRole, None)
            # Letters of other scripts go below those that Qt counts with.
            hint = self.titles.sizeHintForIndex(self.titles.indexFromItem(item))
            item.setSizeHint(hint + QSize(0, 2 * BELOW_TITLE))
        self.titles.setSpacing(3 - BELOW_TITLE)
        self._open(max(self.titles.currentRow(), 0))
        frame = 2 * self.titles.frameWidth() + self.titles.verticalScrollBar().sizeHint().width()
        self.side.setFixedWidth(max(self.titles.sizeHintForColumn(0) + frame, round(LINE * theme.scale)))
        if self.found.currentRow() >= 0:
            self._show_match(self.found.currentRow())

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """See `QWidget.keyPressEvent`: Enter goes on from place to place, Esc first gives up the search."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._matches:
            step = -1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            self.found.setCurrentRow((self.found.currentRow() + step) % len(self._matches))
        elif event.key() == Qt.Key.Key_Escape and self.field.text():
            self.field.clear()
        else:
            super().keyPressEvent(event)

    def _search(self, wanted: str) -> None:
        """List where the guide has the words, and go to the first place."""
        self._matches = search(wanted)
        self.found.clear()
        pages = guide_pages()
        for match in self._matches:
            begin = max(match.start - BEFORE, 0)
            item = QtWidgets.QListWidgetItem(f"{pages[match.page].title}\n{'…' * (begin > 0)}{match.line[begin:]}")
            item.setToolTip(plain_tip(item.text()))
            self.found.addItem(item)
        is_searching = bool(wanted.strip())
        self.titles.setVisible(not is_searching)
        self.found.setVisible(is_searching)
        self.count.setVisible(is_searching)
        self.count.setText(tr("Nothing found"))
        self.text.mark((), None)
        if self._matches:
            self.found.setCurrentRow(0)
        elif not is_searching:
            self.titles.setCurrentRow(max(self._page, 0))

    def _show_match(self, row: int) -> None:
        if not 0 <= row < len(self._matches):
            return
        match = self._matches[row]
        if match.page != self._page:
            self._open(match.page)
        self.text.mark([each for each in self._matches if each.page == match.page], match)
        self.count.setText(tr("{place} of {count}").format(place=grouped(row + 1), count=grouped(len(self._matches))))

    def _open(self, row: int) -> None:
        self._page, page = row, guide_pages()[row]
        text = with_native_keys(page.text)
        self.text.show_markdown(text if page.name == NOTES else spelled(text))

    def _follow(self, link: QUrl) -> None:
        """Open the page of the guide that a link names."""
        names = [page.name for page in guide_pages()]
        if link.path() in names:
            self.field.clear()
            self.titles.setCurrentRow(names.index(link.path()))
