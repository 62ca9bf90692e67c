"""Boxes on a page for view switches."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from perceptron_gui.gui.widgets.choice import show_checked
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.session.view.switches import BY_NAME
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import tr


class SwitchBoxes(QWidget):
    """A box for each of some view switches; the menu "Show" has the same ones.

    `switched`: name of the view switch that was turned.
    """

    switched = Signal(str)

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        for name in names:
            self.boxes[name] = box = QCheckBox(tr(BY_NAME[name].text))
            box.setToolTip(tr(BY_NAME[name].hint))
            box.toggled.connect(lambda _, name=name: self.switched.emit(name))
        self._column = in_column(self, *self.boxes.values(), spacing=6)

    def set_view_state(self, state: ViewState) -> None:
        """Check the boxes that the view state turns on."""
        for name, box in self.boxes.items():
            show_checked(box, state.shows(name))

    def sizeHint(self) -> QSize:
        return self._column.sizeHint()
