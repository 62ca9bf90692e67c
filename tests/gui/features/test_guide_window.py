"""The user guide in its window: pages are chosen and followed, pictures are no wider than the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QUrl
from PySide6.QtGui import QColor, QTextDocument
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from perceptron_gui.files.program.guide import guide_pages
from perceptron_gui.gui.features.user_guide import (
    BELOW,
    MARGIN,
    MOST_FOUND,
    GuideText,
    GuideWindow,
    Page,
    blocks,
    key_groups,
    markdown_document,
    search,
    with_words,
)
from perceptron_gui.gui.style.theme import LIGHT, PROJECTOR
from perceptron_gui.gui.window_actions import MENUS, shown_keys
from perceptron_gui.session.actions import ACTIONS
from tests.gui.desk import Desk


@pytest.fixture
def guide(qtbot: QtBot) -> Iterator[GuideWindow]:
    """Return the guide, open."""
    parent = QWidget()
    qtbot.addWidget(parent)
    guide = GuideWindow(parent)
    guide.show()
    yield guide


@pytest.mark.seldom
def test_every_page_opens_at_its_heading_has_no_picture_wider_than_the_text_and_no_bar_below_it(
    guide: GuideWindow,
) -> None:
    for width in (500, 650, 900):
        guide.resize(width, 600)
        for row, page in enumerate(guide_pages()):
            guide.titles.setCurrentRow(row)
            assert guide.text.toPlainText().startswith(page.title)
            assert guide.text.verticalScrollBar().value() == 0
            assert guide.text.document().idealWidth() <= guide.text.viewport().width() + 2 * MARGIN, page.name
            QCoreApplication.processEvents()
            assert guide.text.horizontalScrollBar().maximum() == 0, (width, page.name)


class LaidOutAgain(GuideText):
    """Is laid out anew when it gets a document, as where a scroll bar comes with it."""

    times = 0

    def setDocument(self, document: QTextDocument) -> None:
        super().setDocument(document)
        self.times += 1
        if self.times == 1:
            self._lay_out()


def test_a_page_that_is_laid_out_while_it_is_laid_out_keeps_its_document(qtbot: QtBot) -> None:
    text = LaidOutAgain()
    qtbot.addWidget(text)
    text.show_markdown("# Words")
    shown = text.document()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert text.times == 2
    assert isValid(shown) and shown.toPlainText() == "Words"


def test_a_link_opens_the_page_that_it_names(guide: GuideWindow) -> None:
    last = guide_pages()[-1]
    guide.text.anchorClicked.emit(QUrl(last.name))
    assert guide.titles.currentItem().text() == last.title


def test_in_large_letters_titles_are_whole(guide: GuideWindow) -> None:
    for theme in (LIGHT, PROJECTOR):
        guide.set_theme(theme)
        room = guide.titles.viewport().width()
        assert max(guide.titles.fontMetrics().horizontalAdvance(page.title) for page in guide_pages()) <= room


def test_help_opens_one_guide_beside_the_window(desk: Desk) -> None:
    desk.do("help.guide")
    first = desk.window.findChild(GuideWindow)
    assert first is not None and first.isVisible()
    first.close()
    desk.do("help.guide")
    assert desk.window.findChildren(GuideWindow) == [first]
    assert first.isVisible()
    first.close()


# Search


def test_a_search_lists_every_place_of_every_page_in_their_order() -> None:
    found = search("mistake")
    assert len({match.page for match in found}) > 5
    assert [match.page for match in found] == sorted(match.page for match in found)
    for match in found:
        assert match.line[match.start : match.start + match.length].casefold() == "mistake"
    for page, text in enumerate(page.text for page in guide_pages()):
        plain = re.sub(r"!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|[*`\[]", "", text)
        shown = sum(match.page == page for match in found)
        assert shown == len(re.findall("mistake", plain, re.IGNORECASE)) or len(found) == MOST_FOUND, page
    assert search("") == search("  ") == search("no such words anywhere") == []
    assert search("PERCEPTRON   (") == search("perceptron (")


def test_a_word_that_is_typed_is_found_marked_and_seen(guide: GuideWindow, qtbot: QtBot) -> None:
    guide.field.setText("street")
    assert guide.found.isVisible() and not guide.titles.isVisible()
    assert guide.count.text() == f"1 of {guide.found.count()}"
    seen = []
    for place in range(guide.found.count()):
        match = guide._matches[place]
        page = guide_pages()[match.page]
        assert guide.text.toPlainText().startswith(page.title)
        assert guide.found.currentItem().text().startswith(page.title)
        marks = guide.text.extraSelections()
        assert {mark.cursor.selectedText().casefold() for mark in marks} == {"street"}
        assert len(marks) == sum(other.page == match.page for other in guide._matches)
        end = guide.text.textCursor().position() + match.length
        (current,) = [mark for mark in marks if mark.cursor.position() == end]
        assert current.format.background().color() == QColor(LIGHT.accent)
        assert guide.text.viewport().rect().contains(guide.text.cursorRect(current.cursor).center())
        seen.append((match.page, match.block, match.start))
        qtbot.keyClick(guide.field, Qt.Key.Key_Return)
    assert len(set(seen)) == guide.found.count() > 1
    assert guide.found.currentRow() == 0, "after the last comes the first"
    qtbot.keyClick(guide.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert guide.found.currentRow() == guide.found.count() - 1


def test_marks_stay_when_the_window_is_another_size(guide: GuideWindow) -> None:
    guide.field.setText("margin")
    before = [mark.cursor.selectedText() for mark in guide.text.extraSelections()]
    guide.resize(guide.width() - 120, guide.height())
    assert before and [mark.cursor.selectedText() for mark in guide.text.extraSelections()] == before


def test_esc_gives_up_the_search_and_then_closes(guide: GuideWindow, qtbot: QtBot) -> None:
    guide.field.setText("kernel")
    page = guide._page
    qtbot.keyClick(guide.field, Qt.Key.Key_Escape)
    assert guide.isVisible() and guide.titles.isVisible() and not guide.found.isVisible()
    assert guide.titles.currentRow() == page == guide._page, "the page that was read stays"
    assert not guide.text.extraSelections()
    qtbot.keyClick(guide.field, Qt.Key.Key_Escape)
    assert not guide.isVisible()


def test_what_is_not_there_is_said(guide: GuideWindow) -> None:
    guide.field.setText("backpropagation")
    assert guide.count.text() == "Nothing found"
    assert guide.text.toPlainText()


# Keys


def test_keys_are_grouped_as_the_menus_are_and_each_stands_once(qapp: QApplication) -> None:
    titles = [title for title, _ in key_groups()]
    assert titles[:-1] == [title.replace("&", "") for title in MENUS.values()]
    rows = [row for _, group in key_groups() for row in group]
    assert len(set(rows)) == len(rows)
    told = [keys for keys, _ in rows]
    assert not [action.id for action in ACTIONS if action.shortcut and shown_keys(action) not in told]


@pytest.mark.parametrize(
    ("wanted", "one"), [("undo", ("Ctrl+Z", "Undo")), ("ctrl+z", ("Ctrl+Z", "Undo")), ("edit UNDO", ("Ctrl+Z", "Undo"))]
)
def test_keys_are_found_by_words_by_key_and_by_menu(qapp: QApplication, wanted: str, one: tuple[str, str]) -> None:
    found = with_words(key_groups(), wanted)
    assert one in [row for _, rows in found for row in rows]
    assert sum(len(rows) for _, rows in found) < 6
    assert with_words(key_groups(), "") == key_groups()
    assert not with_words(key_groups(), "no such key")


def test_the_page_of_keys_filters_as_one_types(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    page = Page("Keys", key_groups(), parent)
    page.open()
    size = page.size()
    assert page.focusWidget() is page.field
    qtbot.keyClicks(page.field, "zoom")
    assert "Zoom in" in page.label.text() and "Undo" not in page.label.text()
    qtbot.keyClicks(page.field, " xyz")
    assert page.label.text() == "No key matches these words."
    assert page.size() == size
    qtbot.keyClick(page.field, Qt.Key.Key_Return)
    assert page.isVisible()
    page.close()


def test_a_page_is_kept_only_while_it_is_shown(guide: GuideWindow) -> None:
    """Each page, width and opening stayed, with its pictures: 2 MB every time that the guide was opened."""
    for width in range(500, 512):
        guide.resize(width, 600)
        guide.titles.setCurrentRow(width % guide.titles.count())
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert guide.findChildren(QTextDocument) == [guide.text.document()]


def test_lines_of_a_file_stand_together() -> None:
    document = markdown_document("Words\n\n    {\n     1\n    }\n\nWords\n")
    below = [block.blockFormat().bottomMargin() for block in blocks(document)]
    assert below == [BELOW, 0.0, 0.0, BELOW, BELOW]
