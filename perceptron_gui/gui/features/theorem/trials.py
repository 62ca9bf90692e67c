"""The other pages of "Why": trials of dimension and margin, and the mistakes that weigh most (T2, T8, P10)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import Column, RichText
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.many_runs import Question, Trial
    from perceptron_gui.session.worker.background import Work

TRIALS = {
    "DIMENSIONS": (
        N_("Does the dimension matter?"),
        N_("Train 100 random orders in each dimension, with the same margin and radius"),
        N_(
            "All have margin 1 and radius √101, so the bound is always 101: it does not depend on the number of "
            "features. Each dot is one of 100 random orders."
        ),
    ),
    "MARGINS": (
        N_("Does the margin matter?"),
        N_("Train 100 random orders for each margin, halving the margin again and again"),
        N_(
            "Each time the margin halves, the bound (red) grows about fourfold, and the mistakes follow. Each dot "
            "is one of 100 random orders; the axis is logarithmic."
        ),
    ),
}
"""What the buttons say, with their tooltips, and what is seen, by the name of the question."""


class TrialsPanel(Panel):
    """The mistakes of many runs beside their bounds, where only the dimension differs, or only the margin."""

    def build(self) -> None:
        """Make the buttons, the plot and its words. See `Panel.build`."""
        from perceptron_gui.engine.run.many_runs import Question
        from perceptron_gui.gui.panels.axis_plots import TrialPlot

        self._trial: Trial | None = None
        self.buttons = {question: QPushButton() for question in Question}
        for question, button in self.buttons.items():
            button.setToolTip(tr(TRIALS[question.name][1]))
            button.clicked.connect(partial(self._on_trial, question))
        self.focus_part = self.buttons[Question.DIMENSIONS]
        self.trial, self.words = TrialPlot(), RichText()
        self._column = Column(*self.buttons.values(), self.trial, self.words)
        in_column(self, self._column)
        self._show_trial()

    def draw(self, snapshot: Snapshot) -> None:
        """Place what there is: trials are about points of their own. See `Panel.draw`."""
        self._column.place()

    def apply_theme(self, theme: Theme) -> None:
        """Give the plot other colours. See `Panel.apply_theme`."""
        self.trial.set_theme(theme)

    def _on_trial(self, question: Question) -> None:
        """Begin a trial; end the one that is on its way."""
        from perceptron_gui.engine.run.many_runs import Trial

        is_stopped = self._trial is not None and not self._trial.is_over and self._trial.question is question
        self.show_trial(None if is_stopped else Trial.of(question))
        self.asked.emit(None if is_stopped else partial(_made_trial, question), self.show_trial)

    def show_trial(self, trial: Trial | None) -> None:
        """Show how a trial goes. `trial`: None where nobody asked for it, or no longer."""
        self._trial = trial
        self._show_trial()

    def _show_trial(self) -> None:
        trial = self._trial
        self.trial.show_trial(trial)
        for question, button in self.buttons.items():
            button.setText(tr(TRIALS[question.name][0]))
        if trial is not None and not trial.is_over:
            self.buttons[trial.question].setText(tr("Stop ({count} runs)").format(count=grouped(trial.n_runs)))
        self.words.setText("" if trial is None else tr(TRIALS[trial.question.name][2]))
        self._column.place()


def _made_trial(question: Question, work: Work[Trial | None]) -> Trial:
    """Return a trial; on its way what there is of it is told, too. See `Background`."""
    from perceptron_gui.engine.run.many_runs import Trial, make_trial

    trial = Trial.of(question)
    for trial in make_trial(question, work.should_stop):
        work.tell(trial)
    return trial


class InfluencesPanel(Panel):
    """Which points were added last, and the box that rings them on the canvas."""

    wants = Wants(age=True)

    def build(self) -> None:
        """Make the text and the box. See `Panel.build`."""
        from perceptron_gui.gui.panels.switch_boxes import SwitchBoxes

        self.text, self.boxes = RichText(), SwitchBoxes(("influence",))
        self.boxes.switched.connect(self.switched)
        self._column = Column(self.text, self.boxes)
        in_column(self, self._column)

    def has_come(self, snapshot: Snapshot) -> bool:
        """Whether it is known when points were added. See `Panel.has_come`."""
        return snapshot.age is not None or snapshot.is_veiled

    def draw(self, snapshot: Snapshot) -> None:
        """Say which points weigh most. See `Panel.draw`."""
        from perceptron_gui.gui.features.theorem.theorem_html import recency_html

        self.text.setText(recency_html(snapshot, self.theme))
        self.boxes.set_view_state(self.view_state)
        self._column.place()
