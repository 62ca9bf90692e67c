"""Commands that move through the run, its speed, and where play pauses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from perceptron_gui.frozen import replace
from perceptron_gui.session.speeds import SPEEDS, speed_at
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.view_state import ViewState
    from perceptron_gui.session.worker.training_worker import Command

MOVES: dict[str, Command] = {
    "run.step": lambda worker: worker.step(),
    "run.step_back": lambda worker: worker.step_back(),
    "run.next_mistake": lambda worker: worker.go_to_next_mistake(),
    "run.previous_mistake": lambda worker: worker.go_to_previous_mistake(),
    "run.next_epoch": lambda worker: worker.go_to_next_epoch(),
    "run.previous_epoch": lambda worker: worker.go_to_previous_epoch(),
    "run.end": lambda worker: worker.go_to_end(),
}
PAUSES = {
    "run.pause_mistake": "pauses_at_mistake",
    "run.pause_epoch": "pauses_at_epoch",
    "run.pause_point": "pauses_at_point",
}
"""The attribute of ViewState that each action turns on and off."""


class RunCommands:
    """Moves in time; play itself is among the commands of exercises, whose questions it answers."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller

    def handlers(self) -> Handlers:
        """Return what each action does."""
        moves: dict[str, Callable[[], object]] = {
            name: partial(self._controller.post, command) for name, command in MOVES.items()
        }
        pauses = {name: partial(self.toggle, attribute) for name, attribute in PAUSES.items()}
        return {
            **moves,
            **pauses,
            "run.reset": lambda: self._controller.seek(0),
            "run.faster": lambda: self.change_speed(+1),
            "run.slower": lambda: self.change_speed(-1),
        }

    def begin(self) -> None:
        """Hear the transport and the selection."""
        transport, change_view = self._window.transport, self._controller.change_view
        transport.speed_chosen.connect(self.choose_speed)
        transport.timeline.marked.connect(lambda visit: change_view(marked_visit=visit))
        transport.timeline.sought.connect(self._controller.seek)
        self._controller.view_changed.connect(self._on_view_changed)

    def change_speed(self, by: int) -> None:
        """Play at another speed. `by`: how many places faster."""
        self.choose_speed(speed_at(SPEEDS.index(self._controller.view_state.speed) + by))

    def choose_speed(self, speed: float | None) -> None:
        """Play at a speed that the user has chosen, now and at later starts; that of a session is no such choice.

        `speed`: one of SPEEDS.
        """
        self._window.preferences = replace(self._window.preferences, speed=SPEEDS.index(speed))
        self._controller.change_view(speed=speed)

    def toggle(self, attribute: str) -> None:
        """Turn an attribute of the view's state on or off."""
        self._controller.change_view(**{attribute: not getattr(self._controller.view_state, attribute)})

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        """Say why play no longer pauses at a point."""
        if earlier.pauses_at_point and state.single_point is None:
            self._window.status.notice(tr("No single point is selected: play no longer pauses at one."))
