"""The user guide in its window: pages are chosen and followed, pictures are no wider than the text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.files.program.guide import guide_pages
from perceptron_gui.gui.features.user_guide import MARGIN, GuideWindow
from perceptron_gui.gui.style.theme import LIGHT, PROJECTOR
from tests.gui.desk import Desk


@pytest.fixture
def guide(qtbot: QtBot) -> Iterator[GuideWindow]:
    """Return the guide, open."""
    parent = QWidget()
    qtbot.addWidget(parent)
    guide = GuideWindow(parent)
    guide.show()
    yield guide


def test_every_page_opens_at_its_heading_and_has_no_picture_wider_than_the_text(guide: GuideWindow) -> None:
    for width in (500, 900):
        guide.resize(width, 600)
        for row, page in enumerate(guide_pages()):
            guide.titles.setCurrentRow(row)
            assert guide.text.toPlainText().startswith(page.title)
            assert guide.text.verticalScrollBar().value() == 0
            assert guide.text.document().idealWidth() <= guide.text.viewport().width() + 2 * MARGIN, page.name


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


def test_a_page_is_kept_only_while_it_is_shown(guide: GuideWindow) -> None:
    """Each page, width and opening stayed, with its pictures: 2 MB every time that the guide was opened."""
    for width in range(500, 540):
        guide.resize(width, 600)
        guide.titles.setCurrentRow(width % guide.titles.count())
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert guide.findChildren(QTextDocument) == [guide.text.document()]
