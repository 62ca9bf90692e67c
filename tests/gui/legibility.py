"""What a program can tell of a window's looks: cut off, overlapping, outside, faint; shared by the tests of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QTableView,
    QToolButton,
    QWidget,
)

from perceptron_gui.gui.panels.side_panel import StationRow
from perceptron_gui.gui.widgets.choice import Segments
from perceptron_gui.gui.widgets.plain_text import Message

SLACK = 4
"""Pixels that Qt's styles add to a size that would do; letters need none of them."""
LOOKS, LOOK_MS = 400, 25
"""How often to look whether all has found its place, and how long between."""
LEAST_CONTRAST = 4.5
"""WCAG AA."""
LEAST_SEEN = 0.7
"""Share of a text that must be in view for its contrast to be measured."""
LINEAR = np.array([v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in np.arange(256) / 255])
"""The light of each of the 256 values of a channel (WCAG)."""
FLOATING = ("complaint",)
"""Names of what may cover other things, as a tooltip does."""
Place = tuple[str, QRect]
"""A text, and where it stands in the window."""


# Where text is


def words(widget: QWidget) -> str:
    """Return what a widget says."""
    return widget.currentText() if isinstance(widget, QComboBox) else widget.text()  # type: ignore[attr-defined]


def speaking(window: QWidget) -> list[QWidget]:
    """Return the buttons, lists and labels that can be seen; a sentence that ends in … has a tooltip for the rest."""
    kinds = (QAbstractButton, QComboBox, QLabel)
    return [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, kinds) and not isinstance(widget, Message) and is_seen(widget) and words(widget)
    ]


def is_seen(widget: QWidget) -> bool:
    """Whether a widget can be seen: Qt calls one visible that stands behind another tab."""
    if not widget.isVisible():
        return False
    parent: QObject | None = widget
    while isinstance(parent, QWidget):
        if not getattr(parent, "is_seen", True):
            return False
        parent = parent.parent()
    return True


def seen(window: QWidget, kind: type[QWidget]) -> list[QWidget]:
    """Return the widgets of a kind that can be seen."""
    return [widget for widget in window.findChildren(kind) if is_seen(widget)]


def place(widget: QWidget, window: QWidget) -> QRect:
    """Return where a widget stands in the window."""
    return QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())


def cells_in_view(view: QAbstractItemView) -> Iterator[tuple[object, QRect]]:
    """Yield the cells with text whose left end can be seen, and their places in the view's viewport."""
    model, viewport = view.model(), view.viewport().rect()
    first = max(view.indexAt(QPoint(2, 2)).row(), 0)
    for row in range(first, model.rowCount() if model is not None else 0):
        for column in range(model.columnCount() if isinstance(view, QTableView) else 1):
            if isinstance(view, QTableView) and view.isColumnHidden(column):
                continue
            index = model.index(row, column)
            box = view.visualRect(index)
            if box.top() > viewport.bottom():
                return
            if viewport.contains(box.topLeft()) and box.bottom() <= viewport.bottom() and index.data():
                yield index, box


# Cut off


def cut_off(window: QWidget) -> list[str]:
    """Return what has less room than its words need."""
    found = []
    for widget in speaking(window):
        width, height = widget.width() + SLACK, widget.height() + SLACK
        hint = widget.sizeHint()
        if isinstance(widget, QComboBox) and widget.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Ignored:
            hint.setWidth(_of_the_chosen(widget))
        if isinstance(widget, QLabel) and widget.wordWrap():
            is_cut = widget.heightForWidth(widget.width()) > height
        else:
            is_cut = hint.width() > min(width, widget.maximumWidth() + SLACK) and widget.width() < widget.maximumWidth()
            is_cut = is_cut or hint.height() > height
        if is_cut:
            found.append(f"{words(widget)[:40]}: {widget.size().toTuple()} for {hint.toTuple()}")
    return found


def _of_the_chosen(box: QComboBox) -> int:
    """Return the width that a list needs for what is chosen of it: of the others it shows nothing."""
    advance, texts = box.fontMetrics().horizontalAdvance, [box.itemText(i) for i in range(box.count())]
    return box.sizeHint().width() - max(map(advance, texts)) + advance(box.currentText())


def cut_messages(window: QWidget) -> list[str]:
    """Return lines that are cut although they have less than half of what they stand in."""
    lines = [line for line in seen(window, Message) if isinstance(line, Message)]
    return [
        f"line {line.fitting()!r}: {line.width()} of {line.parentWidget().width()}"
        for line in lines
        if line._elided(line.fitting()) != line.fitting() and 0 < 2 * line.width() < line.parentWidget().width()
    ]


def cut_cells(window: QWidget) -> list[str]:
    """Return cells of tables, headers among them, that have less room than their text; a tooltip may have the rest."""
    found = []
    for view in seen(window, QAbstractItemView):
        assert isinstance(view, QAbstractItemView)
        if isinstance(view, QHeaderView):
            continue
        for index, box in cells_in_view(view):
            hint = view.sizeHintForIndex(index)
            if isinstance(view, QListView) and view.wordWrap():
                hint = _wrapped(view, str(index.data()), hint, box.width())
            is_cut = hint.width() > box.width() + SLACK or hint.height() > box.height() + SLACK
            if is_cut and index.data() not in str(index.data(Qt.ItemDataRole.ToolTipRole)):
                found.append(f"cell {index.data()!r}: {box.size().toTuple()} for {hint.toTuple()}")
        if isinstance(view, QTableView) and view.horizontalHeader().isVisible():
            found += _cut_headers(view.horizontalHeader())
    return found


def _wrapped(view: QListView, text: str, hint: QSize, width: int) -> QSize:
    """Return what an item needs whose text has several lines, if it has: `hint` is for one."""
    rest = hint.width() - view.fontMetrics().horizontalAdvance(text)
    if hint.width() <= width + SLACK or rest >= width:
        return hint
    room = QRect(0, 0, width - rest, 0)
    lines = view.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text)
    return QSize(lines.width() + rest, max(lines.height(), hint.height()))


def _cut_headers(header: QHeaderView) -> Iterator[str]:
    for section in range(header.count()):
        text = str(header.model().headerData(section, Qt.Orientation.Horizontal) or "")
        tip = str(header.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole))
        needed = max(header.fontMetrics().horizontalAdvance(line) for line in text.split("\n"))
        if needed > header.sectionSize(section) and not header.isSectionHidden(section) and text not in tip:
            yield f"header {text!r}: {header.sectionSize(section)} for {needed}"


def cut_tabs(window: QWidget) -> list[str]:
    """Return tabs that have less room than their names, or lie outside their bar."""
    bars = [*seen(window, StationRow), *seen(window, Segments)]
    tabs = [(bar, button) for bar in bars for button in bar.buttons if button.isVisible()]
    return [
        f"tab {button.text()!r}: {button.geometry()} in {bar.rect()} for {_in_bold(button)}"
        for bar, button in tabs
        if not bar.rect().contains(button.geometry()) or button.width() < _in_bold(button)
    ]


def _in_bold(button: QAbstractButton) -> int:
    """Return the width that a button needs when it is pressed, which sets its name in bold."""
    bold = QFont(button.font())
    bold.setWeight(QFont.Weight.DemiBold)
    needed, advance = QFontMetrics(bold).horizontalAdvance(button.text()), button.fontMetrics().horizontalAdvance
    if isinstance(button, QToolButton):
        return max(needed, QToolButton.sizeHint(button).width())  # which has some room for it
    return QPushButton.sizeHint(button).width() - advance(button.text()) + needed


def cut_fields(window: QWidget) -> list[str]:
    """Return fields whose text, or what they say when they are empty, is wider than they are."""
    found = []
    for field in seen(window, QLineEdit):
        assert isinstance(field, QLineEdit)
        text = field.text() or field.placeholderText()
        needed = field.fontMetrics().horizontalAdvance(text)
        if needed > field.contentsRect().width():
            found.append(f"field {text!r}: {field.contentsRect().width()} for {needed}")
    return found


def cut_at_the_side(window: QWidget) -> list[str]:
    """Return what a panel that scrolls up and down does not show in its whole width."""
    found = []
    for area in seen(window, QScrollArea):
        assert isinstance(area, QScrollArea)
        room = area.viewport().width()
        found += [f"{words(w)[:40]}: ends at {end} of {room}" for w, end in _ends(area) if end > room + SLACK]
    return found


def _ends(area: QScrollArea) -> Iterator[tuple[QWidget, int]]:
    for widget in speaking(area.viewport()):
        yield widget, widget.mapTo(area.viewport(), widget.rect().topRight()).x()


# Not explained


def unexplained(window: QWidget) -> list[str]:
    """Return the fields with a red frame of which no label that can be seen says what is wrong."""
    said = {label.text() for label in seen(window.window(), QLabel)}  # type: ignore[attr-defined]
    marked = [field for field in seen(window, QLineEdit) if field.property("bad")]
    return [
        f"field {field.text()!r}: {field.accessibleDescription()}"  # type: ignore[attr-defined]
        for field in marked
        if not field.accessibleDescription() or field.accessibleDescription() not in said
    ]


# Outside, overlapping


def outside(window: QWidget) -> list[str]:
    """Return what lies outside the window."""
    room = window.rect()
    return [words(w)[:40] for w in speaking(window) if not room.contains(place(w, window)) and not is_scrolled(w)]


def overlapping(window: QWidget) -> list[tuple[str, str]]:
    """Return what covers another thing that is no part of it."""
    places = [(widget, QRect(place(widget, window)) & _clip(widget, window)) for widget in speaking(window)]
    places = [(widget, rect) for widget, rect in places if widget.objectName() not in FLOATING]
    return [
        (words(one)[:40], words(other)[:40])
        for (one, here), (other, there) in combinations(places, 2)
        if here.intersects(there) and not one.isAncestorOf(other) and not other.isAncestorOf(one)
    ]


def _clip(widget: QWidget, window: QWidget) -> QRect:
    """Return the part of the window in which a widget shows: less than all where it scrolls."""
    areas = [parent for parent in parents(widget) if isinstance(parent, QScrollArea)]
    return place(areas[0].viewport(), window) if areas else window.rect()


def is_scrolled(widget: QWidget) -> bool:
    """Whether a widget stands in something that scrolls."""
    return any(isinstance(parent, QScrollArea) for parent in parents(widget))


def parents(widget: QWidget) -> Iterator[QWidget]:
    """Yield what a widget is in, from the inside outwards."""
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()


# Faint


def faint(window: QWidget) -> list[str]:
    """Return the texts that do not stand out from their ground; what is disabled may be faint."""
    image = pixels(window.grab().toImage())
    found = []
    for text, box in [*_widget_places(window), *_cell_places(window), *_entries(window)]:
        if not any(letter.isalnum() for letter in text):
            continue  # a dash is thinner than a pixel
        ratio = contrast(image[box.top() : box.bottom() + 1, box.left() : box.right() + 1])
        if ratio < LEAST_CONTRAST:
            found.append(f"{text[:40]}: {ratio:.2f}:1")
    return found


def _widget_places(window: QWidget) -> Iterator[Place]:
    for widget in speaking(window):
        whole, box = place(widget, window), place(widget, window) & _clip(widget, window) & window.rect()
        is_in_view = box.height() >= LEAST_SEEN * whole.height() and box.width() >= LEAST_SEEN * whole.width()
        if widget.isEnabled() and is_in_view:
            yield words(widget), box


def _cell_places(window: QWidget) -> Iterator[Place]:
    for view in seen(window, QTableView):
        assert isinstance(view, QTableView)
        corner = view.viewport().mapTo(window, QPoint(0, 0))
        for index, box in cells_in_view(view):
            shown = box & view.viewport().rect()  # of one that waits to be scrolled to an edge says nothing
            is_in_view = bool(box.width()) and shown.width() >= LEAST_SEEN * box.width()  # a hidden column has no width
            if index.flags() & Qt.ItemFlag.ItemIsEnabled and is_in_view:
                yield str(index.data()), shown.translated(corner) & window.rect()


def _entries(menu: QWidget) -> Iterator[Place]:
    """Yield the entries of a menu that can be chosen."""
    if isinstance(menu, QMenu):
        yield from (
            (action.text(), menu.actionGeometry(action))
            for action in menu.actions()
            if action.isEnabled() and action.text()
        )


def pixels(image: QImage) -> NDArray[np.uint8]:
    """Return an image as red, green and blue from 0 to 255, in device pixels as large as the window's."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def luminance(part: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the relative luminance of every pixel (WCAG), in the shape of the part without its channels."""
    light: NDArray[np.float64] = LINEAR[part] @ [0.2126, 0.7152, 0.0722]
    return light


def contrast(part: NDArray[np.uint8]) -> float:
    """Return the ratio between the commonest colour of a part and the one that stands out most (WCAG)."""
    light = luminance(part).ravel()
    values, counts = np.unique(light.round(4), return_counts=True)
    ground = values[counts.argmax()]
    ratios = (np.maximum(values, ground) + 0.05) / (np.minimum(values, ground) + 0.05)
    return float(ratios.max())


# All of it


def faults_now(window: QWidget) -> list[object]:
    """Return all that has no room."""
    checks = (cut_off, cut_messages, cut_cells, cut_fields, cut_at_the_side, unexplained, outside, overlapping)
    return [fault for check in checks for fault in check(window)]


def faults(window: QWidget) -> list[object]:
    """Return all that has no room when Qt has laid the window out."""
    found: list[object] = []
    for _ in range(LOOKS):
        QTest.qWait(LOOK_MS)
        found = faults_now(window)
        if not found:
            break
    return found
