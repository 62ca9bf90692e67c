"""What the panels ask of the window, and what the window tells them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.late_thread import LateThread
from perceptron_gui.gui.panels.dual import DualPanel
from perceptron_gui.gui.panels.multiclass import MulticlassPanel
from perceptron_gui.gui.panels.points import PointsPanel
from perceptron_gui.gui.panels.step import StepPanel
from perceptron_gui.gui.panels.theorem import TheoremPanel
from perceptron_gui.gui.panels.weight_space import WeightSpacePanel
from perceptron_gui.session.exports import STEP_FORMATS, StepFormat
from perceptron_gui.session.switches import BY_NAME
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.trial import Question
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.commands.file_commands import FileCommands
    from perceptron_gui.gui.panels.panel import Panel
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.classes.against_rest import ClaimsThread
    from perceptron_gui.session.gram.gram_matrix import GramThread
    from perceptron_gui.session.run_table import PageRequest, Selection
    from perceptron_gui.session.weight_space.weight_space import SpaceQuestion, WeightSpaceThread
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate
    from perceptron_gui.session.worker.trial_thread import TrialThread


class PanelCommands(QObject):
    """Connects every panel of the registry in the same way.

    `filing`: writes the rows that a panel exports. `step`: explains the visit that the commands of the Edit menu copy.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._filing = filing
        self.step = window.side.panel(StepPanel)
        for panel in window.side.panels:
            self._connect(panel)

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {form.action: partial(self.copy_step, form) for form in STEP_FORMATS}

    def begin(self) -> None:
        """Do nothing: the panels are connected since they are there."""

    def copy_step(self, form: StepFormat) -> None:
        """Put the step on the clipboard, and say so."""
        self.step.copy_as(form)
        self._window.status.notice(tr("Copied this step."))

    def _connect(self, panel: Panel) -> None:
        panel.sought.connect(self._controller.seek)
        panel.point_chosen.connect(lambda point: self._window.gestures.select([point]))
        panel.switched.connect(self._toggle)
        panel.page_wanted.connect(self._find_page)
        panel.export_asked.connect(self.export)
        self._controller.answered.connect(panel.take_answer)

    def _toggle(self, name: str) -> None:
        self._window.actions_by_id[BY_NAME[name].action].trigger()

    def _find_page(self, request: PageRequest) -> None:
        self._controller.post(lambda worker: worker.find_page(request))

    def export(self, selection: Selection) -> None:
        """Ask for a file and write rows of the run to it. `selection`: the rows to write."""
        self._filing.exporting.ask(self._filing.folder, selection)


class PointTableCommands:
    """Carries edits and selections from the table of points to the document and the view."""

    def __init__(self, window: MainWindow) -> None:
        self._window, self._controller = window, window.controller
        self._panel = window.side.panel(PointsPanel)

    def handlers(self) -> Handlers:
        """Return what each action does: none is about the table alone."""
        return {}

    def begin(self) -> None:
        """Hear the panel."""
        panel, controller = self._panel, self._controller
        panel.chosen.connect(lambda points: self._window.gestures.select(points))
        panel.edited.connect(controller.set_dataset)
        panel.class_chosen.connect(lambda label: controller.change_view(current_class=label))
        panel.complained.connect(controller.noticed)


class DualCommands(QObject):
    """Has the Gram matrix computed beside the window, and lights points up on the canvas that are pointed at."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._thread = LateThread(self._controller, _gram_thread)
        self.panel = window.side.panel(DualPanel)
        self.panel.gram_asked.connect(self._thread.ask)

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for what the panel shows."""
        return {}

    def begin(self) -> None:
        """Hear the panel."""
        self.panel.lit.connect(self.light_up)
        self.panel.hint_changed.connect(self._window.status.set_mode_keys)
        self._controller.ticked.connect(self.take_finding)

    def stop(self) -> None:
        """End the work."""
        self._thread.stop()

    def take_finding(self) -> None:
        """Show what was computed."""
        finding = self._thread.take()
        if finding is not None:
            self.panel.take_finding(finding)

    def light_up(self, point: int | None, partner: int | None) -> None:
        """Light a point up on the canvas, or two. `point`, `partner`: None for none."""
        self._controller.change_view(lit_point=point, lit_partner=partner)


def _gram_thread(gate: PriorityGate) -> GramThread:
    from perceptron_gui.session.gram.gram_matrix import GramThread

    return GramThread(gate)


class MulticlassCommands(QObject):
    """Has one against the rest trained beside the window, and selects the points of a cell of the confusion matrix."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._thread = LateThread(self._controller, _claims_thread)
        self.panel = window.side.panel(MulticlassPanel)
        self.panel.claims_asked.connect(self._thread.ask)

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for what the panel shows."""
        return {}

    def begin(self) -> None:
        """Hear the panel."""
        self.panel.points_chosen.connect(lambda points: self._window.gestures.select(list(points)))
        self.panel.hint_changed.connect(self._window.status.set_mode_keys)
        self._controller.ticked.connect(self.take_finding)

    def stop(self) -> None:
        """End the work."""
        self._thread.stop()

    def take_finding(self) -> None:
        """Show what was computed."""
        finding = self._thread.take()
        if finding is not None:
            self.panel.take_finding(finding)


def _claims_thread(gate: PriorityGate) -> ClaimsThread:
    from perceptron_gui.session.classes.against_rest import ClaimsThread

    return ClaimsThread(gate)


class WeightSpaceCommands(QObject):
    """Has weight space worked out beside the window, and takes start weights from the panel."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._thread = LateThread(self._controller, _weight_space_thread)
        self.panel = window.side.panel(WeightSpacePanel)
        self.panel.space_asked.connect(self.work_out)

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for weight space."""
        return {}

    def begin(self) -> None:
        """Hear the panel."""
        panel, controller = self.panel, self._controller
        panel.lit.connect(lambda point: controller.change_view(lit_point=point))
        panel.tried.connect(lambda weights: controller.change_view(tried_weights=weights))
        panel.start_moved.connect(controller.preview_start)
        panel.start_chosen.connect(controller.start_from)
        panel.start_given_up.connect(controller.cancel_preview)
        panel.hint_changed.connect(self._window.status.set_mode_keys)
        controller.ticked.connect(self.take_finding)

    def stop(self) -> None:
        """End the work."""
        self._thread.stop()

    def work_out(self, question: SpaceQuestion) -> None:
        """Have weight space worked out."""
        self._thread.ask(question)

    def take_finding(self) -> None:
        """Show what was worked out."""
        finding = self._thread.take()
        if finding is not None:
            self.panel.take_finding(finding)


def _weight_space_thread(gate: PriorityGate) -> WeightSpaceThread:
    from perceptron_gui.session.weight_space.weight_space import WeightSpaceThread

    return WeightSpaceThread(gate)


class TrialCommands(QObject):
    """Has the trial made beside the window, and shows how it goes."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._controller = window.controller
        self._panel = window.side.panel(TheoremPanel)
        self._thread = LateThread(self._controller, _trial_thread)
        self._question: Question | None = None

    def handlers(self) -> Handlers:
        """Return nothing: no action asks for the trial."""
        return {}

    def begin(self) -> None:
        """Hear the panel."""
        self._panel.trial_asked.connect(self.ask)
        self._controller.ticked.connect(self.take_finding)

    def stop(self) -> None:
        """End the work."""
        self._thread.stop()

    def ask(self, question: Question | None) -> None:
        """Begin a trial, or give it up. `question`: none gives up the one that is on its way."""
        self._question = question
        self._thread.ask(() if question is None else (question,))

    def take_finding(self) -> None:
        """Show what there is of the trial."""
        trial = self._thread.take()
        if trial is not None and trial.question is self._question:
            self._panel.show_trial(trial)


def _trial_thread(gate: PriorityGate) -> TrialThread:
    from perceptron_gui.session.worker.trial_thread import TrialThread

    return TrialThread(gate)
