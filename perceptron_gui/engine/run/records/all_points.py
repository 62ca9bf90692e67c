"""A run on a part of the points, told with the numbers of all points (H1).

The run knows of the points that it trains on only, and numbers these; the window numbers all points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Bools, Dataset, Ints
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.parts import Part, Split, split_of
from perceptron_gui.engine.model.models import make_model
from perceptron_gui.engine.model.point_errors import point_errors
from perceptron_gui.engine.run.records.visit_record import VisitRecord, exact_parameters, expansion_of, parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import HeldOut, Snapshot
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.frozen import Frozen, replace

if TYPE_CHECKING:
    from perceptron_gui.engine.run.records.mistake_states import MistakeStates


def held_out_errors(trainer: Trainer, points: Dataset) -> Bools:
    """Return which points are errors under the current parameters; exact where the run is, up to where it stands.

    `points`: points with the columns and classes of those of the run. Returns shape (n_samples,).
    """
    data, is_exact = trainer.data, trainer.state.exact_visits is None
    model = make_model(data.settings, data.dataset, parameters(trainer), expansion_of(trainer))
    theta, n = exact_parameters(trainer) if is_exact else None, data.n_entries
    rows = None if theta is None else [theta[i * n : (i + 1) * n] for i in range(data.n_rows)]
    return point_errors(model, points, rows)


class AllPoints(Frozen, eq=False):
    """All points of a run and the parts that they are in; the run trains on one part."""

    dataset: Dataset  # all points, those that arrive later included
    split: Split  # their parts; no point of the validation or test part arrives later

    def record(self, record: VisitRecord) -> VisitRecord:
        """Return a visit with the numbers of all points."""
        numbers = self.split.training
        return replace(record, point=int(numbers[record.point]), learned=frozen(numbers[record.learned]))

    def states(self, states: MistakeStates) -> MistakeStates:
        """Return the updates of the proof with the numbers of all points."""
        return replace(states, points=frozen(self.split.training[states.points]))

    def held_out(self, has_test: bool) -> dict[Part, Dataset]:
        """Return the points held out, part by part; of a part without points there is no entry.

        `has_test`: whether the test part is looked at.
        """
        parts = {Part.VALIDATION: self.split.validation}
        if has_test:
            parts[Part.TEST] = self.split.test
        return {part: self.dataset.only(indices) for part, indices in parts.items() if len(indices)}

    def number_in_run(self, point: int) -> int:
        """Return the number that the run gives a point; −1 for one that is held out.

        `point`: its index among all points.
        """
        place = int(np.searchsorted(self.split.training, point))
        return place if place < len(self.split.training) and self.split.training[place] == point else -1

    def snapshot(self, snapshot: Snapshot, errors: Bools, has_test: bool) -> Snapshot:
        """Return the state of a run with the numbers of all points.

        `snapshot`: the run at its cursor, its points perhaps on their way elsewhere. `errors`: shape (n_samples,):
        errors among the points held out, see `errors`. `has_test`: whether errors of the test part are told.
        """
        trained, expansion, losses, rivals = snapshot.dataset, snapshot.expansion, snapshot.losses, snapshot.rivals
        numbers = self.split.training[: trained.n_samples]
        present = self.dataset.first(self.n_before(trained.n_samples))
        n, names = present.n_samples, present.classes[: len(trained.classes)]
        return replace(
            snapshot,
            dataset=present,
            errors=_spread(snapshot.errors, numbers, n, 0),
            rivals=None if rivals is None else replace(rivals, of_points=_spread(rivals.of_points, numbers, n, -1)),
            to_learn=_spread(snapshot.to_learn, numbers, n, 0),
            last=None if snapshot.last is None else self.record(snapshot.last),
            alpha=None if snapshot.alpha is None else _spread(snapshot.alpha, numbers, n, 0),
            age=None if snapshot.age is None else _spread(snapshot.age, numbers, n, -1),
            upcoming=None if snapshot.upcoming is None else int(numbers[snapshot.upcoming]),
            learned=self.n_before(snapshot.learned) if snapshot.learned else 0,
            losses=None if losses is None else replace(losses, points=frozen(numbers[losses.points])),
            expansion=None if expansion is None else replace(expansion, indices=frozen(numbers[expansion.indices])),
            held_out=HeldOut(self.split, trained.with_classes(names), errors, has_test),
        )

    def errors(self, run: Run, n_samples: int, has_test: bool) -> Bools:
        """Return which points held out are errors at the cursor of a run.

        `n_samples`: points present. `has_test`: whether to look at the test part. Returns shape (n_samples,):
        read-only.
        """
        errors = np.zeros(n_samples, dtype=bool)
        for part in (self.split.validation, self.split.test)[: 1 + has_test]:
            known = part[: int(np.searchsorted(part, n_samples))]
            errors[known] = held_out_errors(run.trainer, self.dataset.only(known))
        return frozen(errors)

    def n_before(self, n_trained: int) -> int:
        """Return how many of all points come before the one that would be trained on next, or all.

        `n_trained`: points that are trained on so far.
        """
        numbers = self.split.training
        return int(numbers[n_trained]) if n_trained < len(numbers) else self.dataset.n_samples


def all_points(dataset: Dataset) -> AllPoints | None:
    """Return the points of a run on a part of them; None where all are trained on."""
    split = split_of(dataset)
    return None if split is None else AllPoints(dataset, split)


def _spread(values: NDArray[Any], numbers: Ints, n_samples: int, rest: int) -> NDArray[Any]:
    """Return a value for each point: that of a point trained on, or `rest`."""
    spread = np.full(n_samples, rest, dtype=values.dtype)
    spread[numbers] = values
    return frozen(spread)
