"""The tabs above a panel: Qt has one row for them and cuts what has no room, these take as many rows as they need."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QToolButton, QWidget

LEFT, TOP = 6, 2
"""Pixels beside and above the tabs."""
Rows = tuple[list[tuple[QToolButton, QRect]], int]
"""Where each tab goes, and the height that all take."""


class PanelTabs(QWidget):
    """Names of all panels, the one below it marked; each dock has its own in place of a title.

    Parameters
    ----------
    titles : sequence of str
        Of all panels, in their order.
    own : int
        The panel below.

    Signals
    -------
    chosen : int
        The panel that is to be brought to the front.
    """

    chosen = Signal(int)

    def __init__(self, titles: Sequence[str], own: int) -> None:
        super().__init__()
        self.setObjectName("panelTabs")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._titles, self._own = tuple(titles), own
        self._open: tuple[bool, ...] = (True,) * len(self._titles)
        self.buttons: list[QToolButton] = []
        self._known: dict[int, Rows] = {}

    @property
    def is_seen(self) -> bool:
        """Whether somebody can see it; behind another dock Qt calls it visible, too."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    def set_open(self, is_open: Sequence[bool]) -> None:
        """Show the tabs of panels that are open.

        Parameters
        ----------
        is_open : sequence of bool
            For each panel, whether it is.
        """
        self._open = tuple(is_open)
        for button, shows in zip(self.buttons, self._open, strict=False):
            button.setVisible(shows)
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.buttons:
            self._build()
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:
        """See `QWidget.event`: the rows are laid out anew when a tab takes another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._lay_out()
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._lay_out()

    def sizeHint(self) -> QSize:
        # The dock asks for a height only in this way, and has given the width by then.
        return QSize(0, self._rows(self.width())[1])

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _build(self) -> None:
        """Make the tabs when they are first seen: most docks are behind another when the program starts."""
        for index, (title, shows) in enumerate(zip(self._titles, self._open, strict=True)):
            button = QToolButton(self)
            button.setText(title.replace("&", "&&"))
            button.setCheckable(True)
            button.setChecked(index == self._own)
            button.clicked.connect(lambda _, at=index: self._choose(at))
            button.setVisible(shows)
            self.buttons.append(button)
        self._lay_out()

    def _choose(self, index: int) -> None:
        self.buttons[index].setChecked(index == self._own)
        self.chosen.emit(index)

    def _lay_out(self) -> None:
        """Place the tabs anew: others are shown, or their letters have changed."""
        self._known.clear()
        self._place()

    def _place(self) -> None:
        places, height = self._rows(self.width())
        for button, place in places:
            button.setGeometry(place)
        if height != self.height():
            self.updateGeometry()

    def _rows(self, width: int) -> Rows:
        """Return where the tabs go, and the height that they take; docks ask 1800 times while a window opens."""
        if width not in self._known:
            self._known[width] = self._rows_of(width)
        return self._known[width]

    def _rows_of(self, width: int) -> Rows:
        places, at, below = [], QPoint(LEFT, TOP), TOP
        for button in self.buttons:
            if button.isHidden():
                continue
            size = button.sizeHint()
            if at.x() > LEFT and at.x() + size.width() > width:
                at = QPoint(LEFT, below)
            places.append((button, QRect(at, size)))
            at, below = at + QPoint(size.width(), 0), max(below, at.y() + size.height())
        return places, below
