"""Buttons side by side that choose one of several pages."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.widgets.choice import Segments, show_checked

FORMS = ("", "narrow", "tight")
"""How much room there is beside the words of the buttons, the most first, as in the style sheet."""


class PageSwitch(Segments):
    """One button a page; the one of the page that is shown is pressed.

    `chosen`: index of the page.
    """

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(names, parent)
        self.row.addStretch(1)
        self._form = FORMS[0]
        self._needed: dict[str, int] = {}  # pixels, by the form
        self.show_page(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the widest form that fits."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure the words again where letters are others."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._needed.clear()
            self._fit()

    def show_names(self, names: Sequence[str]) -> None:
        """Say what pages are called now. `names`: of all of them, translated."""
        if [button.text() for button in self.buttons] != [*names]:
            for button, name in zip(self.buttons, names, strict=True):
                button.setText(name)
            self._needed.clear()
            self._fit()

    def _fit(self) -> None:
        for form in FORMS:
            if form not in self._needed:
                self._take(form)
            if self._needed[form] <= self.width():
                break
        self._take(form)

    def _take(self, form: str) -> None:
        if form == self._form and form in self._needed:
            return
        self._form = form
        for button in self.buttons:
            button.setProperty("room", form)
            button.style().unpolish(button)
            button.style().polish(button)
            button.updateGeometry()
        self._needed[form] = sum(button.sizeHint().width() for button in self.buttons)

    def show_page(self, index: int) -> None:
        """Press the button of a page that is shown."""
        show_checked(self.buttons[index], True)
