"""What can be switched on in the panel "Theorem"."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QVBoxLayout, QWidget

from perceptron_gui.engine.run.dimension_trial import DimensionTrial
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
    trial_asked : bool
        The trial in several numbers of dimensions is wanted, or no longer.
    """

    switched = Signal(str)
    trial_asked = Signal(bool)

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
        self.trial = QPushButton()
        self.trial.setToolTip(tr("Train 100 random orders each, on points with the same margin and radius"))
        self.trial.clicked.connect(self._on_trial)
        column.addWidget(self.trial)
        self.show_trial(None)

    def show_trial(self, trial: DimensionTrial | None) -> None:
        """Say what a click on the button does now.

        Parameters
        ----------
        trial : DimensionTrial or None
            The one that is shown; None for none.
        """
        self._is_on_its_way = trial is not None and not trial.is_over
        if trial is not None and self._is_on_its_way:
            self.trial.setText(tr("Stop ({count} runs)").format(count=trial.n_runs))
        else:
            self.trial.setText(tr("Does the dimension matter?"))

    def _on_trial(self) -> None:
        self.trial_asked.emit(not self._is_on_its_way)

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
