"""A button for tools that are akin: it shows the last one used, and offers the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from perceptron_gui.gui.style.icons import icon
from perceptron_gui.gui.widgets.checkable import show_checked

if TYPE_CHECKING:
    from perceptron_gui.gui.style.theme import Theme
    from perceptron_gui.session.tools import Tool

CORNER = 6.0
"""Pixels of the corner that says that there is more than one tool."""


class ToolButton(QToolButton):
    """A click takes the tool that is shown; another click, a right one or a long press offers those akin to it.

    `family`: the first is shown at first. `actions`: by name; each tool has one.
    """

    def __init__(self, family: Sequence[Tool], actions: dict[str, QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = {tool: actions[f"tools.{tool.value}"] for tool in family}
        self._theme: Theme | None = None
        self.tool = family[0]
        self.setCheckable(True)
        for tool, action in self._actions.items():
            action.toggled.connect(lambda is_on, tool=tool: self._on_toggled(tool, is_on))
        self._show_tool()
        self.toggled.connect(lambda _: self._take())
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(lambda _: self.offer())

    @property
    def has_choice(self) -> bool:
        """Whether it stands for more than one tool."""
        return len(self._actions) > 1

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.setIcon(icon(self.tool.value, theme))

    def offer(self) -> None:
        """Open the menu of its tools beside it."""
        if not self.has_choice:
            return
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.addActions(list(self._actions.values()))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(self.width(), 0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.has_choice and self._theme is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.muted))
            x, y = self.width() - 5.0, self.height() - 5.0
            painter.drawPolygon(QPolygonF([QPointF(x, y), QPointF(x - CORNER, y), QPointF(x, y - CORNER)]))
            painter.end()

    def _take(self) -> None:
        """Take the tool; offer the others where it was taken already."""
        action = self._actions[self.tool]
        is_again = action.isChecked()
        action.trigger()
        self._show_whether_on()
        if is_again:
            self.offer()

    def _on_toggled(self, tool: Tool, is_on: bool) -> None:
        if is_on:
            self.tool = tool
            self._show_tool()
        self._show_whether_on()

    def _show_whether_on(self) -> None:
        show_checked(self, any(action.isChecked() for action in self._actions.values()))

    def _show_tool(self) -> None:
        action = self._actions[self.tool]
        self.setToolTip(action.toolTip())
        self.setAccessibleName(action.text())
        if self._theme is not None:
            self.setIcon(icon(self.tool.value, self._theme))
