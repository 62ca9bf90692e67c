"""Other outcomes of the same run: averaged, voted, pocket (V1–V3); each follows a trainer from update to update."""

from abc import ABC, abstractmethod
from enum import StrEnum
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.model.models import KernelExpansion, Model, make_model
from perceptron_gui.engine.model.point_errors import point_errors
from perceptron_gui.engine.run.followers.averaged import UpdateTimes, averaged
from perceptron_gui.engine.run.records.visit_record import exact_parameters, expansion_of, parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.frozen import Frozen


class VariantName(StrEnum):
    """What else can be made of the weights of a run."""

    AVERAGED = "averaged"
    VOTED = "voted"
    POCKET = "pocket"


class Outcome(Frozen, eq=False):
    """What a variant learned."""

    # shape (n_rows, n_entries): its parameters in data units; None for votes, which are no parameters
    theta: Floats | None
    exact: tuple[Fraction, ...] | None  # the same without rounding, row by row; None where they were rounded
    n_errors: int  # training errors by it
    expansion: KernelExpansion | None = None  # what stands in the place of w with a curved kernel; None for votes
    # what judges places as it does, perhaps with all scores multiplied by a number; None where that is not known
    model: Model | None = None
    rows: tuple[tuple[Fraction, ...], ...] | None = None  # the parameters of that model without rounding

    def errors(self, points: Dataset) -> Bools:
        """Return which points it is wrong about, among those that it was not learned from (H1); with a model only.

        `points`: with the columns and classes of those of the run. Returns shape (n_samples,).
        """
        assert self.model is not None, "whoever asks sees to it"
        if self.model.is_sum:
            return point_errors(self.model, points, self.rows)
        is_error: Bools = self.model.margins(self.model.decision_function(points.X), points.labels) <= 0
        return is_error


class Variant(ABC):
    """Follows one trainer from before its first visit on; its points stay the same.

    `trainer`: before its first visit.
    """

    @abstractmethod
    def __init__(self, trainer: Trainer) -> None: ...

    @abstractmethod
    def follow(self, trainer: Trainer) -> None:
        """Take in the update that the trainer has just made."""

    @abstractmethod
    def outcome(self, trainer: Trainer) -> Outcome:
        """Return what comes of the run up to here. `trainer`: after its last visit."""


class AveragedVariant(Variant):
    """The average of all θ_t (V1). `trainer`: before its first visit."""

    def __init__(self, trainer: Trainer) -> None:
        self._times = UpdateTimes(trainer.data.n_rows, trainer.data.n_samples)
        self._is_batch = trainer.data.settings.order is Order.BATCH

    @property
    def takes_stretches(self) -> bool:
        """Whether `collect` is enough, which holds up no loop: not in batch, whose log does not name points."""
        return not self._is_batch

    def collect(self, trainer: Trainer) -> None:
        """Write down the updates that the trainer's log holds."""
        log = trainer.log
        visits, points, rivals = (np.array(column, dtype=np.int64) for column in (log.visits, log.points, log.rivals))
        self._times.add_log(trainer.data, visits, points, rivals)

    def follow(self, trainer: Trainer) -> None:
        """Write a batch update down, see `Variant`."""
        self._times.add(trainer.data, trainer.log.visits[-1], trainer.batch)

    def outcome(self, trainer: Trainer) -> Outcome:
        """Return the average, see `Variant`."""
        found, data = averaged(trainer, self._times), trainer.data
        if found.total is not None:
            model, rows = found.total.model, found.total.rows
        else:
            model, rows = make_model(data.settings, data.dataset, found.theta, found.expansion), None
        return Outcome(found.theta, found.exact, found.n_errors, found.expansion, model, rows)


class VotedVariant(Variant):
    """Every θ_t votes: by the sign of f, in multiclass for its largest score (V2).

    All points are judged after every update, and count as often as visits pass until the next one.

    `trainer`: before its first visit.
    """

    def __init__(self, trainer: Trainer) -> None:
        self._totals = np.zeros((trainer.data.n_rows, trainer.data.n_samples), dtype=np.int64)
        self._votes, self._since = votes_of(trainer), 1

    def follow(self, trainer: Trainer) -> None:
        """Count the votes of the parameters before the update, see `Variant`."""
        visits = trainer.state.visits
        self._totals += (visits - self._since) * self._votes
        self._votes, self._since = votes_of(trainer), visits

    def outcome(self, trainer: Trainer) -> Outcome:
        """Return how many points are voted wrong; a tie is an error, see `Variant`."""
        totals = self._totals + (trainer.state.visits + 1 - self._since) * self._votes
        targets = trainer.data.targets
        if trainer.data.settings.mode.is_binary:
            return Outcome(None, None, int(np.count_nonzero(totals[0] * targets <= 0)))
        every = np.arange(len(targets))
        own = totals[targets, every].copy()
        totals[targets, every] = -1
        is_wrong = totals.max(axis=0, initial=-1) >= own
        return Outcome(None, None, int(np.count_nonzero(is_wrong & (len(trainer.data.present) > 1))))


class PocketVariant(Variant):
    """The parameters with the fewest errors, of θ₀ and those after each update, the first among equals (V3).

    It costs a look at all points after every update.

    `trainer`: before its first visit.
    """

    def __init__(self, trainer: Trainer) -> None:
        self._best = _as_they_are(trainer)

    def follow(self, trainer: Trainer) -> None:
        """Keep the parameters if they are better, see `Variant`."""
        if _n_errors(trainer) < self._best.n_errors:
            self._best = _as_they_are(trainer)

    def outcome(self, trainer: Trainer) -> Outcome:
        """Return the best parameters, see `Variant`."""
        return self._best


VARIANTS: dict[VariantName, type[Variant]] = {
    VariantName.AVERAGED: AveragedVariant,
    VariantName.VOTED: VotedVariant,
    VariantName.POCKET: PocketVariant,
}


def attach(run: Run, name: VariantName) -> Variant:
    """Return a variant that goes along with a run. `run`: before its first visit. `name`: which variant."""
    variant = VARIANTS[name](run.trainer)
    if isinstance(variant, AveragedVariant) and variant.takes_stretches:
        run.collect = variant.collect
    else:
        run.follow = variant.follow
    return variant


def votes_of(trainer: Trainer) -> Ints:
    """Return how the parameters of now vote at the points.

    Returns shape (1, n_samples) or (n_classes, n_samples): −1, 0 or +1; in multiclass 1 for the class with the largest
    score, of equals the first.
    """
    n = trainer.data.n_samples
    scores = trainer.scores(0, n)
    if trainer.data.settings.mode.is_binary:
        return np.sign(scores).astype(np.int64)[None, :]
    votes = np.zeros(scores.shape, dtype=np.int64)
    votes[scores.argmax(axis=0), np.arange(n)] = 1
    return votes


def _n_errors(trainer: Trainer) -> int:
    return int(np.count_nonzero(trainer.margins() <= 0.0))


def _as_they_are(trainer: Trainer) -> Outcome:
    exact, data, n = exact_parameters(trainer), trainer.data, trainer.data.n_entries
    theta, expansion = parameters(trainer), expansion_of(trainer)
    rows = None if exact is None else tuple(tuple(exact[i * n : (i + 1) * n]) for i in range(data.n_rows))
    model = make_model(data.settings, data.dataset, theta, expansion)
    return Outcome(theta, None if exact is None else tuple(exact), _n_errors(trainer), expansion, model, rows)
