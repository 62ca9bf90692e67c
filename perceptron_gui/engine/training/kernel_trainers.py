"""The trainers with a curved kernel: scores grow by rows of the Gram matrix, as far as these are exact (D1–D5, M5).

The dual perceptron is that of Aizerman, Braverman and Rozonoer (1964); the multiclass one keeps whole numbers A in the
place of W.
"""

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.exact.fixed_point import LARGEST
from perceptron_gui.engine.native.loader import Go, Library, LoopCall
from perceptron_gui.engine.training.state import NO_RIVAL, KernelSums, State
from perceptron_gui.engine.training.trainer import CALL_WORK, Trainer, VisitBatch, leads_of, pass_rivals
from perceptron_gui.engine.training.training_data import TrainingData

LARGEST_SCORE = 1e280
"""No |Σ α·y·K| and |b| together are above it; their squares and sums are still doubles (P7)."""
FIRST_LOOK = 64
"""Stored scores that are looked at first for the next update, in growing chunks."""


def are_in_range(data: TrainingData, state: State) -> bool:
    """Whether every score is exact, and was found without rounding.

    A score is Σ counts·K, grown by whole numbers one after the other, and the bias: where both together are below 2^53
    no sum on the way to this state from one that was in range was rounded, whatever is added to what first.
    """
    return data.is_exact and reach(data, state) < LARGEST


def are_within_limit(data: TrainingData, state: State) -> bool:
    """Whether every score is within the limit of weights; those that are not are cut off there (P7).

    `state`: after points arrived: a new one may be where the sums over those before are too large.
    """
    if state.sums is None or reach(data, state) <= LARGEST_SCORE:
        return True
    scores = np.nan_to_num(state.sums.scores, nan=0.0)
    state.sums.scores[:] = np.clip(scores, -LARGEST_SCORE, LARGEST_SCORE)
    return False


def reach(data: TrainingData, state: State) -> float:
    """Return a bound on the held scores: the largest |Σ counts·K| and |b| together."""
    if state.sums is None:
        return 0.0
    largest = max(float(state.sums.scores.max(initial=0.0)), -float(state.sums.scores.min(initial=0.0)))
    return largest + max(map(abs, state.theta), default=0.0) * 10.0**data.scale.score_places


class KernelTrainer(Trainer):
    """Keeps Σ α y K of every point in its state, apart from the bias; a mistake adds one row of the Gram matrix (D4).

    A bias that is added only when a score is asked for leaves a K that is much smaller than 1 its digits.
    """

    def __post_init__(self) -> None:
        """Take up the state's pass."""
        self._gram = self.data.gram
        self._bias_entry = 10.0**self.data.scale.score_places
        super().__post_init__()

    def visit_towards(self, stop: int, work: float) -> float:
        """Visit the pass towards `stop`, see `Trainer`."""
        state = self.state
        while work > 0 and state.position < stop:
            found = next_update(self, state.position, stop)
            work -= CALL_WORK + (found if found is not None else stop) - state.position
            if found is None:
                self.count(VisitBatch(stop - state.position, [], []))
                break
            point = found if self.order is None else int(self.order[found])
            margin, rival = self._lead_of(point)
            near_misses = int(margin > 0.0)
            if not self.fits([point]):
                state.end_without_update(found + 1 - state.position, 1 - near_misses, near_misses)
                break
            self.count(VisitBatch(found + 1 - state.position, [found], [rival], near_misses))
            self._update(point, rival)
            work -= 2 * CALL_WORK + self.data.n_samples
            if self.is_held_up():
                break
        return work

    @abstractmethod
    def margins_of(self, points: slice | Ints) -> Floats:
        """Return y·f of some points, or s_y − s_r, see `Trainer`."""

    @abstractmethod
    def _lead_of(self, point: int) -> tuple[float, int]:
        """Return y·f of a point, or s_y − s_r, and its rival, −1 where there is none."""

    def margins(self) -> Floats:
        """Return y·f of every point, or s_y − s_r, +∞ with a single class, see `Trainer`."""
        return self.margins_of(slice(0, self.data.n_samples))

    @property
    def sums(self) -> KernelSums:
        """What the state keeps in the place of w."""
        assert self.state.sums is not None
        return self.state.sums

    def load_columns(self, call: LoopCall) -> None:
        """Set nothing: scores are stored, see `Trainer`."""

    def load_inputs(self, call: LoopCall) -> None:
        """Set scores, biases and the rows of the Gram matrix for the compiled loop, see `Trainer`."""
        scores = self.sums.scores
        call.job.point("order", self.order)
        call.job.point("gram", self._gram.places)
        call.job.n_rows, call.job.entry = len(scores), self._bias_entry
        call.theta[: scores.size] = scores.ravel()
        call.theta[scores.size :] = self.state.theta

    def read_results(self, call: LoopCall) -> None:
        """Take over scores, biases and counts, and compute the Gram row that the loop needs next, see `Trainer`."""
        scores = self.sums.scores
        scores[:] = call.theta[: scores.size].reshape(scores.shape)
        points, rivals = call.updates[1:3]
        for rows, signs in self.data.moves(points, rivals):
            np.add.at(self.sums.counts, (rows, points), signs)
        self.state.move_to(call.theta[scores.size :].tolist())
        if call.job.lacks_row >= 0:
            self._gram.row(call.job.lacks_row)

    def deciding_of(self, held: Floats) -> Floats:
        """Return the scores with the biases, see `Trainer`."""
        n_rows, n = self.sums.scores.shape
        scores = held[:, : n_rows * n].reshape(-1, n_rows, n).copy()
        if self.state.theta:
            scores += held[:, n_rows * n :, None] * self._bias_entry
        return scores.reshape(len(held), -1)

    @property
    def n_deciding(self) -> int:
        """The scores of all points, and the biases, see `Trainer`."""
        return self.sums.scores.size + len(self.state.theta)

    @property
    def visit_work(self) -> float:
        """A look at each score, see `Trainer`."""
        return float(len(self.sums.scores))

    @property
    def update_work(self) -> float:
        """The rows of the Gram matrix that are added, see `Trainer`."""
        return float(self.sums.scores.size)

    @property
    def search_work(self) -> float:
        """A look at every score, and the rows that are added, see `Trainer`."""
        return 2.0 * self.sums.scores.size

    def fits(self, points: list[int]) -> bool:
        """Whether an update leaves every score and bias within the limit, see `Trainer`: tried where it is near."""
        if len(points) <= self._updates_within_limit:
            return True
        sums, theta = self.sums.unpacked(), self.state.theta
        with np.errstate(over="ignore", invalid="ignore"):
            for point, rival in zip(points, pass_rivals(self, points), strict=True):
                self._update(point, rival)
            is_within = reach(self.data, self.state) <= LARGEST_SCORE  # NaN is not
        self.state.move_to(theta)
        self.sums.counts[:], self.sums.scores[:] = sums.counts, sums.scores
        return is_within

    @property
    def _updates_within_limit(self) -> float:
        """How many updates are certain to leave every score within its limit, wherever the run stands."""
        step, theta = self.data.scale.step, self.state.theta
        rise = step * (2.0 * self.data.largest_value + self._bias_entry)
        known = self.state.learned_from * rise + max(map(abs, theta), default=0.0) * self._bias_entry
        return (LARGEST_SCORE - known) // rise if known < LARGEST_SCORE else 0.0

    def native_loop(self, library: Library, is_random: bool = False) -> Go | None:
        """Return the compiled loop as long as no update comes near the limit of weights, see `Trainer`."""
        return super().native_loop(library, is_random) if self._updates_within_limit >= 1.0 else None

    @property
    def certain_updates(self) -> float:
        """How many rises of scores and biases fit below 2^53, or below the limit of weights, see `Trainer`."""
        if self.state.exact_visits is not None:
            return self._updates_within_limit
        rise = self.data.scale.step * (self.data.largest_kernel + self._bias_entry)
        return max((LARGEST - 1.0 - reach(self.data, self.state)) // rise, 1.0)

    def deciding(self) -> Sequence[float]:
        """Return the held scores of all points, bias included, see `Trainer`."""
        scores: list[float] = self._scores_at(slice(None)).ravel().tolist()
        return scores

    def learn(self, points: list[int]) -> list[int]:
        """Add the Gram rows of `points` one after the other, see `Trainer`."""
        state, rivals = self.state, pass_rivals(self, points)
        for point, rival in zip(points, rivals, strict=True):
            self._update(point, rival)
            if len(points) > 1 and state.exact_visits is None and self.has_left_range():
                state.leave_range(state.visits, None)
        return rivals

    def has_left_range(self) -> bool:
        """Whether a score may be rounded: the sum of Σ α y K and the bias must stay below 2^53, see `Trainer`."""
        return not are_in_range(self.data, self.state)

    def _scores_at(self, points: slice | Ints) -> Floats:
        """Return the held scores of some points, shape (n_rows, n_points)."""
        scores: Floats = self.sums.scores[:, points]
        if not self.state.theta:
            return scores.copy()
        return scores + np.array(self.state.theta)[:, None] * self._bias_entry

    def _update(self, point: int, rival: int) -> None:
        """Let parameters and scores follow an update, which was counted; without a rival there is one row."""
        target = int(self.data.targets[point])
        if rival == NO_RIVAL:
            self._add(0, point, target)
        else:
            self._add(target, point, 1)
            self._add(rival, point, -1)

    def _add(self, row: int, point: int, sign: int) -> None:
        """Add a point to a row, or take it away, and the step to its bias (D1, M5)."""
        step = self.data.scale.step
        self.sums.add(row, point, sign, step * self._gram.row(point))
        if self.state.theta:
            theta = self.state.theta.copy()
            theta[row] += step * sign
            self.state.move_to(theta)


def next_update(trainer: KernelTrainer, start: int, stop: int) -> int | None:
    """Return the first position of the pass in `start` … `stop` whose point causes an update, by the stored scores."""
    chunk, order = FIRST_LOOK, trainer.order
    while start < stop:
        end = min(start + chunk, stop)
        wrong = trainer.margins_of(slice(start, end) if order is None else order[start:end]) <= trainer.data.threshold
        first = int(wrong.argmax())
        if wrong[first]:
            return start + first
        start, chunk = end, 4 * chunk
    return None


class KernelDualTrainer(KernelTrainer):
    """f(x) = η Σ α_i y_i K(x_i, x) + b; θ is b alone."""

    loops = "kernel", "random_kernel"

    def scores(self, start: int, stop: int) -> Floats:
        """Return f of the points `start` … `stop`, see `Trainer`."""
        scores: Floats = self._scores_at(slice(start, stop))[0]
        return scores

    def margins_of(self, points: slice | Ints) -> Floats:
        """Return y·f of some points, see `Trainer`."""
        margins: Floats = self._scores_at(points)[0] * self.data.targets[points]
        return margins

    def _lead_of(self, point: int) -> tuple[float, int]:
        return float(self.margins_of(slice(point, point + 1))[0]), NO_RIVAL


class KernelMulticlassTrainer(KernelTrainer):
    """s_k(x) = η Σ A_ki K(x_i, x) + B_k; θ is B alone."""

    loops = "kernel_multiclass", "random_kernel_multiclass"

    def __post_init__(self) -> None:
        """Take up the classes without points."""
        self._absent = np.setdiff1d(np.arange(len(self.data.dataset.classes)), self.data.present)
        super().__post_init__()

    def deciding_of(self, held: Floats) -> Floats:
        """Return the scores with the biases, −∞ for a class without points, see `Trainer`."""
        scores = super().deciding_of(held).reshape(len(held), *self.sums.scores.shape)
        scores[:, self._absent] = -np.inf
        return scores.reshape(len(held), -1)

    def scores(self, start: int, stop: int) -> Floats:
        """Return s_k of the points `start` … `stop`, −∞ for a class without points, see `Trainer`."""
        return self._scores_at(slice(start, stop))

    def _scores_at(self, points: slice | Ints) -> Floats:
        scores = super()._scores_at(points)
        scores[self._absent] = -np.inf
        return scores

    def margins_of(self, points: slice | Ints) -> Floats:
        """Return s_y − s_r of some points, see `Trainer`."""
        return leads_of(self._scores_at(points), self.data.targets[points])[0]

    def _lead_of(self, point: int) -> tuple[float, int]:
        place = slice(point, point + 1)
        (lead,), (rival,) = leads_of(self._scores_at(place), self.data.targets[place])
        return float(lead), int(rival)

    def all_rivals(self) -> Ints:
        """Return the rival of every point, see `Trainer`."""
        return leads_of(self._scores_at(slice(None)), self.data.targets)[1]

    def rivals(self, points: list[int]) -> list[int]:
        """Return the other class with the largest score, of equals the first, see `Trainer`."""
        rivals: list[int] = leads_of(self._scores_at(np.array(points, dtype=np.int64)), self.data.targets[points])[
            1
        ].tolist()
        return rivals
