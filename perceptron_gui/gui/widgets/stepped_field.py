"""A checked field whose number the arrow keys and the wheel take a step up or down."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.widgets.checked_field import CheckedField
from perceptron_gui.gui.widgets.number_input import InputError

NOTCH = 120
"""What Qt calls one step of a wheel."""


class SteppedField(CheckedField):
    """A line of text that stands for a number. `stepped`: the number that a key or the wheel has come to."""

    stepped = Signal(object)

    def __init__(
        self, read: Callable[[str], object], step: Callable[[object, bool], object], parent: QWidget | None = None
    ) -> None:
        """Make an empty field.

        `read`: from the text to the value; raises `InputError` where it is none. `step`: from a value, and whether it
        is to grow, to the next one; the same where there is none.
        """
        super().__init__(read, parent)
        self._step = step
        self._turned = 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if (
            event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            self._go(1 if event.key() == Qt.Key.Key_Up else -1)
            event.accept()
            return
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Take a step for every notch; what is turned less is kept for the next."""
        self._turned += event.angleDelta().y()
        steps = int(self._turned / NOTCH)
        self._turned -= steps * NOTCH
        self._go(steps)
        event.accept()

    def _go(self, steps: int) -> None:
        try:
            before = value = self.value()
        except InputError:
            return
        for _ in range(abs(steps)):
            value = self._step(value, steps > 0)
        if value != before:
            self.stepped.emit(value)
