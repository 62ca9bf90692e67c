"""The tabs above a panel: Qt has one row for them and cuts what has no room, these take as many rows as they need."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QSpacerItem, QToolButton, QVBoxLayout, QWidget

from perceptron_gui.gui.widgets.checkable import show_checked

LEFT, TOP = 6, 2
"""Pixels beside and above the tabs."""


class PanelTabs(QWidget):
    """Names of all panels, the one below it marked; each dock has its own in place of a title.

    Docks ask for the height 2400 times while a window opens: a layout, which Qt asks without Python, holds it as room.

    `titles`: of all panels, in their order. `own`: the panel below. `chosen`: the panel that is to be brought to the
    front.
    """

    chosen = Signal(int)

    def __init__(self, titles: Sequence[str], own: int) -> None:
        super().__init__()
        self.setObjectName("panelTabs")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._titles, self._own = tuple(titles), own
        self._open: tuple[bool, ...] = (True,) * len(self._titles)
        self.buttons: list[QToolButton] = []
        self._room = QSpacerItem(0, TOP, QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addSpacerItem(self._room)

    @property
    def is_seen(self) -> bool:
        """Whether somebody can see it; behind another dock Qt calls it visible, too."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    def set_front(self, is_front: bool) -> None:
        """Make the tabs when the panel first comes to the front: six of seven do not while the program starts.

        `is_front`: whether it is there now.
        """
        if not is_front or self.buttons:
            return
        self.buttons = [self._button(index, title) for index, title in enumerate(self._titles)]
        self.set_open(self._open)
        # At once, or the panel would be drawn first, and then again below them.
        frame = self.parentWidget()
        if frame is not None and (layout := frame.layout()) is not None:
            layout.activate()

    def set_open(self, is_open: Sequence[bool]) -> None:
        """Show the tabs of panels that are open. `is_open`: for each panel, whether it is."""
        self._open = tuple(is_open)
        for button, shows in zip(self.buttons, self._open, strict=False):
            button.setVisible(shows)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:
        """See `QWidget.event`: the tabs are placed anew when one takes another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._place()

    def _button(self, index: int, title: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(title.replace("&", "&&"))
        button.setCheckable(True)
        button.setChecked(index == self._own)
        button.toggled.connect(lambda _: self._choose(index))
        return button

    def _choose(self, index: int) -> None:
        show_checked(self.buttons[index], index == self._own)
        self.chosen.emit(index)

    def _place(self) -> None:
        """Place the tabs in rows, and keep as much room as they take."""
        if not self.buttons:
            return
        at, below = QPoint(LEFT, TOP), TOP
        for button in self.buttons:
            if button.isHidden():
                continue
            size = button.sizeHint()
            if at.x() > LEFT and at.x() + size.width() > self.width():
                at = QPoint(LEFT, below)
            button.setGeometry(QRect(at, size))
            at, below = at + QPoint(size.width(), 0), max(below, at.y() + size.height())
        if below != self._room.sizeHint().height():
            self._room.changeSize(0, below, QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self._column.invalidate()
            self.updateGeometry()
