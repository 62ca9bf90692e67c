"""Commands that put the cursor of the run elsewhere: a visit, a mistake or an epoch on, back, to the end (P9)."""

from __future__ import annotations

from perceptron_gui.session.worker.protocol import Goal
from perceptron_gui.session.worker.training_loop import TrainingLoop


class Travel(TrainingLoop):
    """A training loop with commands that move in time; each pauses play first."""

    def pause(self) -> None:
        """Stand still."""
        self.give_up_return()
        self.is_playing = self.retrains = False
        self.goal, self.is_stale = None, True

    def step(self) -> None:
        """Make one visit."""
        self.pause()
        if self.run is not None:
            self.run.visit_once()

    def seek(self, visit: int) -> None:
        """Go to a visit; after the frontier train on until there. `visit`: visits completed."""
        self.pause()
        if self.run is not None:
            self.run.seek(visit)
            if visit > self.run.frontier:
                self.goal = Goal(visit)

    def step_back(self) -> None:
        """Go back one visit, by training again from a checkpoint."""
        if self.run is not None:
            self.seek(max(self.run.visit - 1, 0))

    def go_to_next_mistake(self) -> None:
        """Train until the parameters have changed once more."""
        self.pause()
        if self.run is not None:
            self.goal = Goal(updates=self.run.state.updates + 1)

    def go_before_next_mistake(self) -> None:
        """Train until the next visit would change the parameters; the window does not see how it goes on."""
        self.pause()
        if self.run is not None:
            self.goal = Goal(updates=self.run.state.updates + 1, is_before=True)

    def go_to_previous_mistake(self) -> None:
        """Go back to where the parameters changed last before this place."""
        if self.run is not None:
            self.seek(self.run.last_update_before(self.run.visit) or 0)

    def go_to_next_epoch(self) -> None:
        """Train to the end of the pass."""
        self.pause()
        if self.run is not None:
            self.goal = Goal(self.run.pass_end_after(self.run.visit))

    def go_to_previous_epoch(self) -> None:
        """Go back to the beginning of the pass."""
        if self.run is not None:
            self.seek(self.run.pass_start_before(self.run.visit))

    def go_to_end(self) -> None:
        """Train until the run stops or closes its cycle."""
        self.pause()
        if self.run is not None:
            self.goal = Goal() if self.run.cycle is None else Goal(max(self.run.cycle.visit, self.run.visit))
