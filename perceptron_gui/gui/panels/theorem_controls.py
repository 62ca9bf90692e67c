"""What can be switched on in the panel "Theorem"."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QVBoxLayout, QWidget

from perceptron_gui.engine.run.trial import Question, Trial
from perceptron_gui.gui.widgets.checkable import show_checked
from perceptron_gui.session.switches import BY_NAME
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.session.view_state import ViewState

SHOWN = ("linear", "influence", "ones")
"""View switches that concern the panel."""
TRIALS = {
    Question.DIMENSIONS: (
        N_("Does the dimension matter?"),
        N_("Train 100 random orders each, on points with the same margin and radius"),
    ),
    Question.MARGINS: (
        N_("What does half the margin cost?"),
        N_("Train 100 random orders each, on points of which the margin is halved again and again"),
    ),
}
"""What the buttons say, with their tooltips."""


class TheoremControls(QWidget):
    """A box for each view switch that concerns the panel; the menu "Show" has the same ones.

    `switched`: name of the view switch that was turned. `trial_asked`: a trial is wanted, or none any longer.
    """

    switched = Signal(str)
    trial_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for name in SHOWN:
            self.boxes[name] = box = QCheckBox(tr(BY_NAME[name].text))
            box.setToolTip(tr(BY_NAME[name].hint))
            box.toggled.connect(partial(self._on_toggled, name))
            column.addWidget(box)
        self.trials = {question: QPushButton() for question in Question}
        for question, button in self.trials.items():
            button.setToolTip(tr(TRIALS[question][1]))
            button.clicked.connect(partial(self._on_trial, question))
            column.addWidget(button)
        self.show_trial(None)

    def show_trial(self, trial: Trial | None) -> None:
        """Say what a click on each button does now. `trial`: the one that is shown; None for none."""
        self._on_its_way = trial.question if trial is not None and not trial.is_over else None
        for question, button in self.trials.items():
            button.setText(tr(TRIALS[question][0]))
        if trial is not None and self._on_its_way is not None:
            self.trials[trial.question].setText(tr("Stop ({count} runs)").format(count=grouped(trial.n_runs)))

    def _on_toggled(self, name: str, _: bool) -> None:
        self.switched.emit(name)

    def _on_trial(self, question: Question) -> None:
        self.trial_asked.emit(None if question is self._on_its_way else question)

    def set_view_state(self, state: ViewState) -> None:
        """Check the boxes of what is shown."""
        for name, box in self.boxes.items():
            show_checked(box, state.shows(name))

    def sizeHint(self) -> QSize:
        return self._column.sizeHint()
