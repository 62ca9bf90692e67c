"""What keys mean for the whole window, wherever its focus is (G6)."""

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, Qt, SignalInstance
from PySide6.QtGui import QKeyEvent

from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.view.switches import LETTERS_ON

TIME_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
PAGE_KEYS = (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
PLAIN = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
LISTS = (QtWidgets.QAbstractItemView, QtWidgets.QComboBox, QtWidgets.QMenu)
TEXT_FIELDS = (QtWidgets.QLineEdit, QtWidgets.QAbstractSpinBox, QtWidgets.QPlainTextEdit, QtWidgets.QTextEdit)


class KeyFilter(QObject):
    """Sees every event before its widget: user input goes before training, and keys mean the same everywhere.

    Made when the window is ready: before that nothing trains, and thousands of events come while a window opens.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        # No detour: every event holds training for itself and the next.
        self._hold_training = window.controller.scheduler.gate.close
        window.closed.connect(self.stop)
        # Thousands of events, none of them a key: to see them was a quarter of the time that another theme takes.
        for change in self._changes:
            change.connect(self.look)
        self.look(True)

    def stop(self) -> None:
        """See no more events: the window closes."""
        for change in self._changes:
            change.disconnect(self.look)
        self.look(False)

    @property
    def _changes(self) -> tuple[SignalInstance, ...]:
        return self._window.restyled, self._window.rearranged

    def look(self, is_looking: bool) -> None:
        """See events, or look away for a while."""
        app = QtWidgets.QApplication.instance()
        assert app is not None
        if is_looking:
            app.installEventFilter(self)
        else:
            app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let events go before training, and keys mean the same wherever the focus is, outside text fields."""
        self._hold_training()
        if not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Escape and QtWidgets.QToolTip.isVisible() and not self._is_in_hall():
            # A hint goes without a move of the pointer (WCAG 1.4.13); a remote in the hall never hovers.
            event.accept()
            if event.type() == QEvent.Type.KeyPress:
                QtWidgets.QToolTip.hideText()
            return True
        if isinstance(watched, QtWidgets.QMenuBar):
            # The arrows walk through the menu bar while it has the keys, instead of through time.
            is_walk = event.type() == QEvent.Type.ShortcutOverride and event.key() in TIME_KEYS
            if is_walk:
                event.accept()
            return is_walk
        if event.key() in PAGE_KEYS and isinstance(watched, QtWidgets.QAbstractItemView) and _scrolls(watched):
            # A table is read page by page, before a lesson is, or another card is shown beside the plane.
            is_page = event.type() == QEvent.Type.ShortcutOverride
            if is_page:
                event.accept()
            return is_page
        if event.key() == Qt.Key.Key_Space and watched.property("takesSpace"):
            # An answer is pressed by Space as buttons elsewhere are, and does not play the run.
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            return False
        if isinstance(watched, QtWidgets.QWidget) and _is_own(watched, event):
            is_asked = event.type() == QEvent.Type.ShortcutOverride
            if is_asked:
                event.accept()
            return is_asked
        if event.type() != QEvent.Type.KeyPress or not isinstance(watched, QtWidgets.QWidget):
            return False
        return watched.window() is self._window and not _takes_keys(watched) and self._takes(event, watched)

    def _is_in_hall(self) -> bool:
        return self._window.controller.view_state.is_presenting

    def _takes(self, event: QKeyEvent, watched: QtWidgets.QWidget) -> bool:
        """Do what a key means for the whole window; False where `watched` may have it."""
        key, digit = event.key(), event.key() - Qt.Key.Key_0
        is_digit = 0 <= digit <= 9 and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if is_digit and (self._window.actions_by_id.letters == LETTERS_ON or watched is self._window.canvas):
            # A digit answers a question on the screen; else it chooses a class.
            if not self._window.take_digit(digit):
                self._window.left.class_chosen.emit((digit - 1) % 10)
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(watched, QtWidgets.QAbstractButton):
            watched.click()  # Space is Play
            return True
        # A way in time that is closed now, such as back from the start, is no way to move a slider.
        return key in TIME_KEYS and watched is not self._window.canvas


def _is_own(widget: QtWidgets.QWidget, event: QKeyEvent) -> bool:
    """Whether a key is what a widget that has the keys is known for: then it means that, and no command."""
    if _takes_keys(widget) or event.modifiers() & ~PLAIN:
        return False
    key, is_list = event.key(), isinstance(widget, LISTS)
    if is_list and event.text().isalpha():
        return True  # it goes to the row that begins so
    if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
        return False
    if isinstance(widget, QtWidgets.QCheckBox):
        return key == Qt.Key.Key_Space
    is_moved = isinstance(widget, QtWidgets.QSlider) or (is_list and not isinstance(widget, QtWidgets.QComboBox))
    return is_moved and key in TIME_KEYS and key != Qt.Key.Key_Space


def _scrolls(table: QtWidgets.QAbstractItemView) -> bool:
    """Whether a table has more rows than fit."""
    bar = table.verticalScrollBar()
    return bar.maximum() > bar.minimum()


def _takes_keys(widget: QtWidgets.QWidget) -> bool:
    """Whether keys write in a widget, or it has said that it needs them all."""
    return isinstance(widget, TEXT_FIELDS) or bool(widget.property("takesKeys"))
