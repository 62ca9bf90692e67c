"""The best weights so far: what a run that cannot end is worth (V3; Gallant 1990)."""

import numpy as np

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.model.models import KernelExpansion
from perceptron_gui.engine.run.records.record import Look, Replay, no_look
from perceptron_gui.engine.run.records.visit_record import expansion_of, parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import RunAnswer, Snapshot
from perceptron_gui.frozen import Frozen

MOST_UPDATES, LEAST_UPDATES, MOST_LOOKED_AT = 4_000, 100, 20_000_000
"""Updates after which errors are counted: points times updates stay below the last number, down to the second."""


class Best(Frozen, eq=False):
    """Weights that had fewer errors than all before them."""

    visit: int  # visits completed when they first stood
    # errors over the points then present, and how many these were
    n_errors: int
    n_samples: int
    theta: Floats  # shape (n_rows, n_entries): rows as in (W2), in data units, read-only
    expansion: KernelExpansion | None = None  # what stands in the place of w with a curved kernel


class Pocket(RunAnswer, eq=False):
    """The best weights of a run, each time they were improved on.

    `settings`, `dataset`: see `RunAnswer`: the points present at its frontier.
    """

    # in the order of their visits. An arrival puts the comparison back to the weights of then (V3)
    bests: tuple[Best, ...]
    until: int  # visits completed where errors were counted last; below the frontier after very many updates

    def at(self, visit: int) -> Best | None:
        """Return the best weights up to a visit; None before there are points. `visit`: visits completed."""
        return next((best for best in reversed(self.bests) if best.visit <= visit), None)

    def best_of(self, snapshot: Snapshot) -> Best | None:
        """Return the best weights up to a snapshot: its own where the pocket has none better for the points of now.

        The pocket may not reach it, nor know of points that came since.

        `snapshot`: a state of the same run, maybe of a later visit.
        """
        best, n_samples = self.at(snapshot.visit), snapshot.trained.n_samples
        if best is None or (best.n_samples == n_samples and best.n_errors <= snapshot.n_errors):
            return best
        return Best(snapshot.visit, snapshot.n_errors, n_samples, snapshot.theta, snapshot.expansion)


def pocket_of(run: Run, look: Look = no_look) -> Pocket:
    """Find the best weights of a run up to its frontier; its cursor stays where it is.

    `look`: called now and then; it may raise `Cancelled`.
    """
    newest, walk, bests, n_before = run.trainer_at(run.frontier), Replay(run, look), list[Best](), 0
    visits = _visits(run, newest.data.n_samples)
    for visit in visits:
        trainer = walk.to(visit)
        n_samples = trainer.data.n_samples
        n_errors = int(np.count_nonzero(trainer.margins() <= 0.0))
        if n_samples and (n_samples != n_before or n_errors < bests[-1].n_errors):
            bests.append(Best(visit, n_errors, n_samples, parameters(trainer), expansion_of(trainer)))
        n_before = n_samples
    data = newest.data
    return Pocket(data.settings, data.dataset, tuple(bests), visits[-1])


def _visits(run: Run, n_samples: int) -> list[int]:
    """Return the visits after which weights or points are others, from the start on."""
    most = min(MOST_UPDATES, max(LEAST_UPDATES, MOST_LOOKED_AT // max(n_samples, 1)))
    updates = run.log.visits[:most] + 1
    until = run.frontier if len(updates) == len(run.log) else updates[-1]
    arrivals = [visit for visit in run.stages.arrival_visits if visit <= until]
    return sorted({0, *arrivals, *updates.tolist()})
