"""What happened at one visit, in reported numbers: what "This step" and the canvas show."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.exact.fixed_point import Scale
from perceptron_gui.engine.model.models import KernelExpansion
from perceptron_gui.engine.training.state import NO_RIVAL, Stop
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.frozen import Frozen


def kernel_change(trainer: Trainer, points: Ints) -> Callable[[], bool]:
    """Return what says, after an update, whether Σ α y φ(x) and b are others than now.

    Points in one place may cancel out under every kernel, others only where the kernel multiplies finitely many
    features. There Σ y φ(x) is 0 where it adds 0 to the score of each of its own points: then its square is 0, too.

    `trainer`: with a curved kernel, before the update. `points`: shape (n_points,): those that are learned from, in
    batch order all of a pass.
    """
    sums = trainer.state.sums
    assert sums is not None
    counts, scores, theta = sums.counts[:, points], sums.scores[:, points], trainer.state.theta.copy()

    def is_changed() -> bool:
        now, data = trainer.state.sums, trainer.data
        assert now is not None
        risen = now.counts[:, points] - counts
        if not risen.any():
            return False
        places = np.unique(data.mapped.X[points] + 0.0, axis=0, return_inverse=True)[1].ravel()
        together = np.zeros((len(points), len(risen)), dtype=np.int64)
        np.add.at(together, places, risen.T)
        if not together.any() or data.settings.kernel.function.tells_all_apart:
            return bool(together.any())
        return trainer.state.theta != theta or not np.array_equal(now.scores[:, points], scores)

    return is_changed


MOST_RIVALS = 4
"""Errors of a batch pass whose rivals are told."""
NOBODY: Ints = frozen(np.empty(0, dtype=np.int64))


class VisitRecord(Frozen, eq=False):
    """One visit."""

    number: int  # visits completed when it was over
    epoch: int  # the pass, from 1; 0 in random order
    point: int  # index of the point shown
    target: int  # −1 or +1, in multiclass the class index
    is_mistake: bool  # whether the point was an error when it was visited
    is_near_miss: bool  # whether it was right, but by no more than β (V4)
    rival: int  # the rival class of a multiclass mistake or near miss, else −1
    # f(x) before and after, shape (1,); in multiclass s_k, shape (n_classes,), −∞ for classes without points
    scores: Floats
    scores_after: Floats
    # shape (n_rows, n_entries): θ before and after, rows as in W2
    before: Floats
    after: Floats
    is_exact: bool  # whether the numbers are exact
    # shape (n_errors,): the points whose sum was added at the end of a batch pass: errors and near misses, in index
    # order. Else empty
    learned: Ints
    rivals: tuple[int, ...]  # their rivals in multiclass, where they are few
    scale: Scale  # how the run holds its numbers: what the exact ones are multiples of
    # whether what was learned is another: a sum of errors, or a point that is 0, may add nothing. In batch order it
    # changes at the end of a pass, mistake or not
    changed: bool
    settings: TrainingSettings  # the rules of the run
    is_refused: bool = False  # whether its update would have passed the limit of weights, and was not made (P7)

    @property
    def weight_unit(self) -> Fraction | None:
        """What the exact θ are whole multiples of; None where they are not exact."""
        return self.scale.weight_unit if self.is_exact else None

    @property
    def score_unit(self) -> Fraction | None:
        """What the exact scores are whole multiples of; None where they are not exact."""
        return self.scale.score_unit if self.is_exact else None

    @property
    def classes(self) -> tuple[int, ...]:
        """Classes that had points at the visit (multiclass); one that got its first point later is not among them."""
        return tuple(np.flatnonzero(np.isfinite(self.scores)).tolist())

    @property
    def is_learned_from(self) -> bool:
        """Whether the point causes an update, in batch order with the others of its pass."""
        return (self.is_mistake or self.is_near_miss) and not self.is_refused

    @property
    def has_learned(self) -> bool:
        """Whether points were counted once more (D1): in batch order at the end of a pass, mistake or not."""
        return bool(len(self.learned)) or (self.is_learned_from and self.settings.order is not Order.BATCH)


def parameters(trainer: Trainer) -> Floats:
    """Return θ in data units: float64, shape (1, n_entries), in multiclass (n_classes, n_entries); read-only."""
    state, data = trainer.state, trainer.data
    kept = state.kept_parameters()
    values = data.scale.values(state.theta) if kept is None else np.array([float(value) for value in kept])
    return frozen(values.reshape(data.n_rows, data.n_entries))


def expansion_of(trainer: Trainer) -> KernelExpansion | None:
    """Return what stands in the place of w with a curved kernel, else None."""
    sums, settings = trainer.state.sums, trainer.data.settings
    if sums is None:
        return None
    support = np.flatnonzero(sums.counts.any(axis=0))
    points, counts = trainer.data.mapped.X[support], sums.counts[:, support]
    return KernelExpansion(settings.kernel, settings.eta, frozen(support), frozen(points), frozen(counts))


def exact_parameters(trainer: Trainer) -> Sequence[Fraction] | None:
    """Return θ in data units without rounding, entry by entry, or None where it was rounded on the way."""
    if trainer.state.exact_visits is None:
        unit = trainer.data.scale.weight_unit
        return [Fraction(value) * unit for value in trainer.state.theta]
    return trainer.state.kept_parameters()


def scores_of(trainer: Trainer, point: int) -> Floats:
    """Return the scores of a point in data units: float64, shape (1,), in multiclass (n_classes,); read-only.

    `point`: its index.
    """
    return frozen(trainer.data.scale.scores(trainer.scores(point, point + 1)).reshape(-1))


def visit_once(trainer: Trainer, advance: Callable[[], object]) -> VisitRecord:
    """Describe the next visit of a trainer. `trainer`: before the visit. `advance`: make the visit."""
    point = trainer.next_point()
    target = int(trainer.data.targets[point])
    scores, before, state = scores_of(trainer, point), parameters(trainer), trainer.state
    mistakes, near_misses = state.mistakes, state.near_misses
    (rival,), learned = trainer.rivals([point]), sum_of(trainer)
    rivals = tuple(trainer.rivals(learned.tolist())) if len(learned) <= MOST_RIVALS else ()
    shown = learned if trainer.data.settings.order is Order.BATCH else np.array([point])
    is_other = None if state.sums is None else kernel_change(trainer, shown)
    advance()
    is_refused = trainer.state.stop is Stop.WEIGHT_LIMIT
    after = parameters(trainer)
    is_mistake, is_near_miss = trainer.state.mistakes > mistakes, trainer.state.near_misses > near_misses
    return VisitRecord(
        number=trainer.state.visits,
        epoch=trainer.state.epoch,
        point=point,
        target=target,
        is_mistake=is_mistake,
        is_near_miss=is_near_miss,
        rival=rival if is_mistake or is_near_miss else NO_RIVAL,
        scores=scores,
        scores_after=scores_of(trainer, point),
        before=before,
        after=after,
        is_exact=trainer.state.exact_visits is None,
        learned=NOBODY if is_refused else learned,
        rivals=() if is_refused else rivals,
        scale=trainer.data.scale,
        changed=not np.array_equal(before, after) if is_other is None else is_other(),
        settings=trainer.data.settings,
        is_refused=is_refused,
    )


def sum_of(trainer: Trainer) -> Ints:
    """Return the errors that the next visit's update sums up in batch order; empty where the pass goes on (P4).

    `trainer`: before the visit. Returns shape (n_errors,): indices, ascending; read-only.
    """
    state, n = trainer.state, trainer.data.n_samples
    is_new = state.position == n
    position, learned = (0, 0) if is_new else (state.position, state.learned)
    if trainer.data.settings.order is not Order.BATCH or position + 1 < n:
        return NOBODY
    return frozen(learned + np.flatnonzero(trainer.margins()[learned:] <= trainer.data.threshold))
