"""Commands that move through the run, its speed, and where play pauses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from perceptron_gui.gui.bars.transport import SPEEDS
from perceptron_gui.gui.commands.feature import Handlers
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.worker.training_worker import Command, Pauses, TrainingWorker
from perceptron_gui.translation import tr

MOVES: dict[str, Command] = {
    "run.step": TrainingWorker.step,
    "run.step_back": TrainingWorker.step_back,
    "run.next_mistake": TrainingWorker.go_to_next_mistake,
    "run.previous_mistake": TrainingWorker.go_to_previous_mistake,
    "run.next_epoch": TrainingWorker.go_to_next_epoch,
    "run.previous_epoch": TrainingWorker.go_to_previous_epoch,
    "run.end": TrainingWorker.go_to_end,
}
PAUSES = ("mistake", "epoch", "point")


class RunCommands:
    """Moves in time; play itself is among the commands of predict first, which it may have to answer.

    Parameters
    ----------
    window : MainWindow
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller
        self._slider = window.transport.slider

    def handlers(self) -> Handlers:
        """Return what each action does."""
        moves: dict[str, Callable[[], object]] = {
            name: partial(self._controller.post, command) for name, command in MOVES.items()
        }
        pauses = {f"run.pause_{name}": self.set_pauses for name in PAUSES}
        return {
            **moves,
            **pauses,
            "run.reset": lambda: self._controller.seek(0),
            "run.faster": lambda: self._slider.setValue(self._slider.value() + 1),
            "run.slower": lambda: self._slider.setValue(self._slider.value() - 1),
        }

    def begin(self) -> None:
        """Take the speed of the preferences, and hear the transport and the selection."""
        window = self._window
        window.transport.speed_changed.connect(self.set_speed)
        window.transport.timeline.marked.connect(lambda *_: self.set_pauses())
        window.transport.timeline.sought.connect(self._controller.seek)
        self._slider.setValue(min(max(window.preferences.speed, 0), len(SPEEDS) - 1))
        self.set_speed(self._slider.value())
        window.gestures.selection_changed.connect(self._on_selection_changed)

    def set_speed(self, place: int) -> None:
        """Play at another speed.

        Parameters
        ----------
        place : int
            Index in SPEEDS.
        """
        self._window.canvas.speed = SPEEDS[place]
        self._controller.set_speed(SPEEDS[place])

    def set_pauses(self) -> None:
        """Let play pause where it is wanted."""
        is_checked = {name: self._window.actions_by_id[f"run.pause_{name}"].isChecked() for name in PAUSES}
        selected = self._window.gestures.selected
        point = selected[0] if is_checked["point"] and len(selected) == 1 else None
        pauses = Pauses(is_checked["mistake"], is_checked["epoch"], point, self._window.transport.timeline.mark)
        self._controller.post(lambda worker: worker.set_pauses(pauses))

    def _on_selection_changed(self) -> None:
        """Let play pause at the point that is selected now."""
        pause = self._window.actions_by_id["run.pause_point"]
        if pause.isChecked():
            if len(self._window.gestures.selected) != 1:
                pause.setChecked(False)
                self._window.status.notice(tr("No single point is selected: play no longer pauses at one."))
            self.set_pauses()
