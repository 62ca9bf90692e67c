"""Check boxes and lists to choose from look alike wherever they stand, in every theme."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStyle,
    QStyleOptionButton,
    QStyleOptionViewItem,
)
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.gui.style.style_sheet import apply_theme
from perceptron_gui.gui.style.theme import LIGHT, THEMES, Theme
from perceptron_gui.gui.widgets.choice import Choice, Rows
from tests.gui.desk import Desk
from tests.gui.legibility import LEAST_CONTRAST, contrast, luminance, pixels

LEAST_FRAME = 3.0
"""Contrast of what shows where a control is (WCAG 1.4.11)."""


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> Iterator[Theme]:
    apply_theme(THEMES[request.param])
    yield THEMES[request.param]
    apply_theme(LIGHT)


def indicator(box: QCheckBox) -> QRect:
    """Return where a check box has its square."""
    option = QStyleOptionButton()
    box.initStyleOption(option)
    return box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box)


def square(box: QCheckBox) -> np.ndarray:
    """Return the light of the square of a check box."""
    place, image = indicator(box), luminance(pixels(box.grab().toImage()))
    return image[place.top() : place.bottom() + 1, place.left() : place.right() + 1]


def square_of(entries: QListWidget, row: int) -> np.ndarray:
    """Return the light of the square of an entry."""
    index, option = entries.model().index(row, 0), QStyleOptionViewItem()
    entries.initViewItemOption(option)
    option.rect = entries.visualRect(index)
    entries.itemDelegate().initStyleOption(option, index)  # type: ignore[attr-defined]
    place = entries.style().subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, option, entries)
    image = luminance(pixels(entries.viewport().grab().toImage()))
    return image[place.top() : place.bottom() + 1, place.left() : place.right() + 1]


def edge(part: np.ndarray) -> np.ndarray:
    """Return what lies on the edge of a square."""
    return np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])


def test_a_ticked_box_has_the_frame_of_an_empty_one(qtbot: QtBot, theme: Theme) -> None:
    box = QCheckBox("bias")
    qtbot.addWidget(box)
    box.adjustSize()
    empty = square(box)
    box.setChecked(True)
    ticked = square(box)
    assert empty.shape == ticked.shape
    assert np.array_equal(edge(empty), edge(ticked))
    ground, frame = empty[len(empty) // 2, len(empty) // 2], empty[len(empty) // 2, 0]
    assert (max(frame, ground) + 0.05) / (min(frame, ground) + 0.05) >= LEAST_FRAME
    assert (max(ticked.max(), ground) + 0.05) / (min(ticked.min(), ground) + 0.05) >= LEAST_CONTRAST


def test_a_ticked_entry_of_a_list_has_the_frame_of_an_empty_one(qtbot: QtBot, theme: Theme) -> None:
    entries = QListWidget()
    qtbot.addWidget(entries)
    for state in (Qt.CheckState.Unchecked, Qt.CheckState.Checked):
        item = QListWidgetItem("x1")
        item.setCheckState(state)
        entries.addItem(item)
    entries.resize(200, 100)
    entries.show()
    entries.doItemsLayout()
    empty, ticked = (square_of(entries, row) for row in range(2))
    assert np.array_equal(edge(empty), edge(ticked))
    assert empty[len(empty) // 2, 0] != empty[len(empty) // 2, len(empty) // 2], "it has a frame"
    assert not np.array_equal(empty, ticked)


def test_a_box_that_cannot_be_ticked_is_fainter(qtbot: QtBot, theme: Theme) -> None:
    box = QCheckBox("bias")
    qtbot.addWidget(box)
    box.adjustSize()
    box.setChecked(True)
    strong = np.ptp(square(box)[3:-3, 3:-3])
    box.setEnabled(False)
    assert 0 < np.ptp(square(box)[3:-3, 3:-3]) < strong


def test_the_tick_of_a_menu_grows_with_its_words(qtbot: QtBot, theme: Theme) -> None:
    """It was as small on the projector as on a desk."""
    menu = QMenu()
    qtbot.addWidget(menu)
    action = menu.addAction("Dark")
    action.setCheckable(True)
    menu.resize(menu.sizeHint())
    empty = luminance(pixels(menu.grab().toImage()))
    action.setChecked(True)
    tick = np.abs(luminance(pixels(menu.grab().toImage())) - empty) > 0.1
    rows, columns = np.flatnonzero(tick.any(axis=1)), np.flatnonzero(tick.any(axis=0))
    letters = QFontMetricsF(menu.font()).capHeight()
    assert letters - 2 <= np.ptp(rows) + 1 <= 1.6 * letters
    assert np.ptp(columns) + 1 >= letters - 2


def test_every_list_shows_that_it_opens(desk: Desk) -> None:
    desk.show(Dataset.of([[1.0, 2.0, 3.0], [2.0, 0.0, 1.0]], [0, 1]), TrainingSettings())
    desk.window.gestures.edit_asked.emit(0, None)
    desk.wait(desk.window.details.editor.isVisible)
    desk.window.details.editor.classes.setCurrentIndex(0)
    boxes = [box for box in desk.window.findChildren(QComboBox) if box.isVisible()]
    assert {desk.window.axes_bar.across, desk.window.details.editor.classes} < {*boxes}
    assert all(isinstance(box, Choice) and box.words.endswith("▾") for box in boxes)


def test_a_list_is_drawn_in_the_colours_and_letters_of_the_theme(qtbot: QtBot, theme: Theme) -> None:
    choice = Choice("{name}")
    qtbot.addWidget(choice)
    choice.add("Orders", meaning="the same start, other orders")
    choice.add("Starts", meaning="the same order, other starts")
    choice.show()
    choice.showPopup()
    view = choice.view()
    rows = choice.itemDelegate()
    assert isinstance(rows, Rows)
    image = pixels(view.viewport().grab().toImage())
    for row in range(choice.count()):
        box = view.visualRect(choice.model().index(row, 0))
        assert contrast(image[box.top() : box.bottom() + 1, box.left() : box.right() + 1]) >= LEAST_CONTRAST
        assert box.height() >= (14 + 12) * theme.scale
    choice.hidePopup()
