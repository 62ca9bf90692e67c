"""A run beside its referee, who gets to the same place by going forward from the start."""

from __future__ import annotations

import copy

import numpy as np

from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace
from tests.engine.cases import cycle_of, doubles, logged_by
from tests.engine.referee import Referee, Rules


class Beside:
    """A run, and the little that the referee needs to make it again.

    Attributes
    ----------
    run : Run
    rules_of_run : Rules
        As the run began; its mode may have been switched since.
    placed : list of (visit, point, label)
        The points, with the visit at which each arrived.
    kept : dict
        Referees on the way, so that not each begins at the start.
    """

    run: Run
    rules_of_run: Rules
    placed: list[tuple[int, tuple[float, float], int]]
    kept: dict[str, tuple[object, Referee]]

    def rules_now(self) -> Rules:
        """Return the rules in the mode that the run was switched to."""
        return replace(self.rules_of_run, mode=self.run.settings.mode.value)

    def target(self, label: int) -> int:
        """Return what the referee is told of a label: −1/+1 (the second class is +), or the class."""
        return label if self.rules_of_run.mode == "multiclass" else 2 * label - 1

    def referee(self, until: int | None = None, use: str = "cursor") -> Referee:
        """Return the referee after going forward to the cursor, from where it stood if that is on the way."""
        until = self.run.visit if until is None else until
        rules = self.rules_now()
        arrived = [arrival for arrival in self.placed if arrival[0] <= until]
        key, referee = self.kept.get(use, (None, None))
        joined = len(referee.points) if referee else 0
        is_on_the_way = referee is not None and key == (rules, arrived[:joined]) and referee.visits <= until
        if referee is None or not is_on_the_way or any(at < referee.visits for at, _, _ in arrived[joined:]):
            referee, joined = Referee(rules), 0
        for at, point, label in arrived[joined:]:
            referee.run(at)
            referee.add([point], [self.target(label)])
        self.kept[use] = ((rules, arrived), referee.run(until))
        return copy.copy(referee)

    def check_place(self) -> None:
        """The run stands where the referee stands, and is asked to go on to the same point."""
        run, referee = self.run, self.referee()
        snapshot = take_snapshot(run, 7, Wants(alpha=True, ticks=5, span=run.frontier))
        assert (snapshot.visit, snapshot.epoch, snapshot.mistakes) == (
            referee.visits,
            referee.epoch,
            referee.mistakes,
        )
        assert snapshot.updates == len(referee.log)
        assert (snapshot.stop, snapshot.is_exact) == (referee.stop, True)
        assert snapshot.theta.tolist() == doubles(referee.parameters())
        assert snapshot.errors.tolist() == referee.errors()
        assert snapshot.alpha is not None
        assert snapshot.alpha.tolist() == referee.alpha
        arrivals = [(at, i) for i, (at, _, _) in enumerate(self.placed) if at > 0]
        assert list(run.stages.arrivals) == arrivals
        if run.data.n_samples and run.stop is not Stop.CONVERGED:
            assert run.trainer.next_point() == referee.next_point()

    def check_memory(self) -> None:
        """The run remembers the mistakes up to the frontier, and its cycle."""
        referee = self.referee(self.run.frontier, "frontier")
        assert logged_by(self.run) == referee.log
        assert cycle_of(self.run.cycle) == referee.cycle
        counts = self.run.updates_before(np.arange(self.run.frontier + 1))
        assert counts[-1] == len(referee.log)
