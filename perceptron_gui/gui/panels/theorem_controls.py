"""What can be switched on in the panel "Theorem"."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from perceptron_gui.session.switches import BY_NAME
from perceptron_gui.session.view_state import ViewState
from perceptron_gui.translation import tr

SHOWN = ("linear", "influence", "ones")
"""View switches that concern the panel."""


class TheoremControls(QWidget):
    """A box for each view switch that concerns the panel; the menu "Show" has the same ones.

    Parameters
    ----------
    parent : QWidget or None

    Signals
    -------
    switched : str
        Name of the view switch that was turned.
    """

    switched = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for name in SHOWN:
            self.boxes[name] = box = QCheckBox(tr(BY_NAME[name].text))
            box.setToolTip(tr(BY_NAME[name].hint))
            box.clicked.connect(partial(self.switched.emit, name))
            column.addWidget(box)

    def set_view_state(self, state: ViewState) -> None:
        """Check the boxes of what is shown.

        Parameters
        ----------
        state : ViewState
        """
        for name, box in self.boxes.items():
            box.setChecked(state.shows(name))

    def sizeHint(self) -> QSize:
        return self._column.sizeHint()
