"""The left bar: tools, and the palette of classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QGridLayout, QToolButton, QVBoxLayout, QWidget

from perceptron_gui.gui.bars.brush_size import BrushSize
from perceptron_gui.gui.bars.tool_button import ToolButton
from perceptron_gui.gui.style.icons import icon, symbol_icon
from perceptron_gui.gui.widgets.checkable import show_checked
from perceptron_gui.gui.widgets.plain_text import plain_tip
from perceptron_gui.session.palette import LARGEST_PALETTE
from perceptron_gui.session.tools import FAMILIES, Tool
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.style.theme import Theme

BUTTON, NARROW, LOWEST = 42, 20, 30
"""Pixels of a button, of one beside another, and of the height of one with the gap below it, at least."""
ICON, SMALL_ICON = 24, 16
OTHERS = 33
"""Pixels of the edges and the line between tools and classes."""


class ToolBar(QWidget):
    """Buttons for the tools and the classes.

    `actions`: by name; those named "tools.…" get a button. `class_added`: a further class is wanted. `menu_asked`: a
    class button was right-clicked.
    """

    class_chosen = Signal(int)
    class_added = Signal()
    menu_asked = Signal(int, QPoint)

    def __init__(self, actions: dict[str, QAction], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("leftBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(58)
        self._theme = theme
        self._current = 1
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 8, 8, 8)
        self._column.setSpacing(4)
        self.tools = {family[0].value: self._tool_button(family, actions) for family in FAMILIES}
        self.brush = BrushSize(actions, self)
        self._column.addWidget(self.brush)
        line = QFrame(self)
        line.setObjectName("line")
        line.setFixedHeight(13)
        self._column.addWidget(line)
        self._palette = QGridLayout()
        self._palette.setHorizontalSpacing(BUTTON - 2 * NARROW)
        self._palette.setVerticalSpacing(4)
        self._n_columns = 1
        self._column.addLayout(self._palette)
        self.add_button = self._plain_button()
        self.add_button.setToolTip(tr("Add a class"))
        self.add_button.setAccessibleName(tr("Add a class"))
        self.add_button.clicked.connect(self.class_added)
        self._column.addWidget(self.add_button)
        self._column.addStretch()
        self.classes: list[QToolButton] = []

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        for tool_button in self.tools.values():
            tool_button.set_theme(theme)
        self.brush.set_theme(theme)
        self.add_button.setIcon(icon("add", theme, theme.muted))
        for k, button in enumerate(self.classes):
            button.setIcon(symbol_icon(k, theme))

    def set_classes(self, names: Sequence[str]) -> None:
        """Show the classes that there are."""
        n_before = len(self.classes)
        while len(self.classes) > len(names):
            self.classes.pop().deleteLater()
        while len(self.classes) < len(names):
            self._add_class_button(len(self.classes))
        for k, (button, name) in enumerate(zip(self.classes, names, strict=True)):
            button.setAccessibleName(tr("Class {name}").format(name=name))
            hint = tr("Class {name} ({key}); right click to rename, move or remove it")
            button.setToolTip(plain_tip(hint.format(name=name, key=(k + 1) % 10)))
        is_full = len(names) >= LARGEST_PALETTE
        self.add_button.setEnabled(not is_full)
        self.add_button.setToolTip(tr("Ten classes are the most") if is_full else tr("Add a class"))
        if len(self.classes) != n_before:
            self._fit_palette()

    def event(self, event: QEvent) -> bool:
        """See `QWidget.event`: another height, or a brush that comes or goes, is other room for the classes."""
        is_done = super().event(event)
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._fit_palette()
        return is_done

    def _fit_palette(self) -> None:
        """Put the classes into two columns where in one all buttons would get too low."""
        brush = self.brush.sizeHint().height() + self._column.spacing() if self.brush.isVisibleTo(self) else 0
        n_buttons = len(self.tools) + len(self.classes) + 1
        n_columns = 2 if OTHERS + brush + n_buttons * LOWEST > self.height() else 1
        if n_columns != self._n_columns:
            self._n_columns = n_columns
            for k in range(len(self.classes)):
                self._place_class(k)

    def _place_class(self, index: int) -> None:
        button, is_alone = self.classes[index], self._n_columns == 1
        button.setFixedWidth(BUTTON if is_alone else NARROW)  # how low it may get says the style sheet
        button.setIconSize(QSize(ICON, ICON) if is_alone else QSize(SMALL_ICON, SMALL_ICON))
        self._palette.addWidget(button, index // self._n_columns, index % self._n_columns)

    def set_current(self, index: int) -> None:
        """Mark the class of new points. `index`: index of the class."""
        self._current = index
        for k, button in enumerate(self.classes):
            show_checked(button, k == index)

    def _choose(self, index: int) -> None:
        self.set_current(self._current)  # the one that is current stays marked
        self.class_chosen.emit(index)

    def _tool_button(self, family: Sequence[Tool], actions: dict[str, QAction]) -> ToolButton:
        button = ToolButton(family, actions, self)
        _give_size(button)
        self._column.addWidget(button)
        return button

    def _plain_button(self) -> QToolButton:
        button = QToolButton(self)
        _give_size(button)
        return button

    def _add_class_button(self, index: int) -> None:
        button = self._plain_button()
        button.setCheckable(True)
        button.setIcon(symbol_icon(index, self._theme))
        button.toggled.connect(lambda _: self._choose(index))
        button.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        button.customContextMenuRequested.connect(lambda at: self.menu_asked.emit(index, button.mapToGlobal(at)))
        self.classes.append(button)
        self._place_class(index)
        *_, before = *self.brush.buttons.values(), *self.classes[:-1]
        self.setTabOrder(before, button)  # or Tab would come here after all the rest of the window


def _give_size(button: QToolButton) -> None:
    button.setFixedSize(BUTTON, BUTTON)
    button.setIconSize(QSize(ICON, ICON))
