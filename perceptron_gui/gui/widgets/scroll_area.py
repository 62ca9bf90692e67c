"""Captions and columns: parts one below the other, and a scrolled one in which what has the keys is always in view."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLayout, QScrollArea, QVBoxLayout, QWidget

from perceptron_gui.gui.widgets.plain_text import plain_label

Margins = tuple[int, int, int, int]


def caption(text: str = "", name: str = "caption") -> QLabel:
    """Return lines of plain text that wrap. `name`: how they look, as in the style sheet."""
    label = plain_label(text)
    label.setWordWrap(True)
    label.setObjectName(name)
    return label


def in_column(
    owner: QWidget | None,
    *parts: QWidget | QLayout,
    margins: Margins | None = (0, 0, 0, 0),
    spacing: int | None = None,
) -> QVBoxLayout:
    """Lay out the parts of a widget one below the other.

    `owner`: None for a part of another layout. `margins`, `spacing`: None for those of the style.
    """
    layout = QVBoxLayout() if owner is None else QVBoxLayout(owner)
    if margins is not None:
        layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, QLayout):
            layout.addLayout(part)
        else:
            layout.addWidget(part)
    return layout


LARGE, LEAST_SEEN = 0.3, 0.4
"""From this share of the room on a part is large, and then so much of it must be in view."""


class ScrollArea(QScrollArea):
    """Scrolls up and down only, and to what gets the keys: Qt does it only where Tab goes from one part to another.

    Where there is more than can be seen, Tab stops at it, too: a text has no part that could get the keys.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.verticalScrollBar().rangeChanged.connect(self._take_keys)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        QApplication.instance().focusChanged.connect(self._follow)  # type: ignore[union-attr]

    def _take_keys(self, least: int, most: int) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if most > least else Qt.FocusPolicy.NoFocus)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        inside = self.widget()
        if now is None or inside is None or not inside.isAncestorOf(now):
            return
        room = self.viewport().height()
        # What is large may be cut, as a text is; to scroll to all of it would take what stands above it out of view.
        is_large, seen = now.height() > LARGE * room, now.visibleRegion().boundingRect().height()
        if seen < (LEAST_SEEN if is_large else 1.0) * now.height():
            self.ensureWidgetVisible(now)
