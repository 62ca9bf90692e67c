"""Tab in a window with docks: from one to the next of what can be seen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget


class SeenFocus(QMainWindow):
    """A window in which Tab passes by docks behind others: to Qt they are visible, far outside of the window."""

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """See `QWidget.focusNextPrevChild`."""
        before: QWidget | None = self.focusWidget()
        start = self if before is None else before
        step = QWidget.nextInFocusChain if is_next else QWidget.previousInFocusChain
        here = step(start)
        while here is not None and here is not start:
            if _takes_keys(here) and not _is_behind(here):
                here.setFocus(Qt.FocusReason.TabFocusReason if is_next else Qt.FocusReason.BacktabFocusReason)
                return True
            here = step(here)
        return False


def _takes_keys(widget: QWidget) -> bool:
    """Whether Tab stops at a widget; macOS may be told to stop at fields alone."""
    stops = QGuiApplication.styleHints().tabFocusBehavior()
    wanted = Qt.FocusPolicy.TabFocus if stops == Qt.TabFocusBehavior.TabFocusAllControls else Qt.FocusPolicy.StrongFocus
    is_wanted = widget.focusPolicy() & wanted == wanted and widget.focusProxy() is None
    return is_wanted and widget.isVisible() and widget.isEnabled()


def _is_behind(widget: QWidget | None) -> bool:
    while widget is not None and not isinstance(widget, QDockWidget):
        widget = widget.parentWidget()
    return widget is not None and widget.visibleRegion().isEmpty()
