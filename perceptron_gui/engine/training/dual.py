"""The dual perceptron: α_i counts the mistakes at point i; scores grow by Gram rows (D1–D4; Aizerman et al. 1964)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.fixed_point import LARGEST
from perceptron_gui.engine.training.lookahead import StoredScoresTrainer, add_sums
from perceptron_gui.engine.training.state import NO_RIVAL

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.native.loader import Go, Library, LoopCall


class DualTrainer(StoredScoresTrainer):
    """Keeps α and the margins y·f of all points; a mistake adds one row of the Gram matrix to them (D4).

    For the linear kernel it carries θ too: w and b from α (D3), the range rule (E3), and, where numbers are no
    longer exact, margins summed from θ feature by feature, so that primal and dual stay the same run in every bit.
    """

    def __post_init__(self) -> None:
        """Take up the state's pass and its margins."""
        self._gram = self.data.gram
        self._has_exact_gram = self._largest_entry() <= LARGEST
        self._known_margins: Floats | None = None
        super().__post_init__()

    def margins(self) -> Floats:
        """Return the stored y·f of every point, held; shape (n_samples,)."""
        return self._margins

    def margins_of(self, points: Ints) -> Floats:
        """Return y·f of some points, summed from θ: those of all need not be known, see `Trainer`."""
        return self.data.dot(self.state.theta, 0, len(points), points)

    def scores(self, start: int, stop: int) -> Floats:
        """Return f of the points `start` … `stop`, see `Trainer`; those of all need not be known for it."""
        known, theta = self._known_margins, self.state.theta
        margins = known[start:stop] if known is not None else self.data.dot(theta, start, stop)
        scores: Floats = margins * self.data.targets[start:stop]
        return scores

    @property
    def _margins(self) -> Floats:
        if self._known_margins is None:
            self._known_margins = self._margins_from_theta()
        return self._known_margins

    def _margins_from_theta(self) -> Floats:
        return self.data.dot(self.state.theta, 0, self.data.n_samples)

    def learn(self, points: list[int]) -> list[int]:
        """Add to θ the sum of y·x̂ over `points`, and the Gram rows to the margins, see `Trainer`."""
        if len(points) == 1:
            self._update(points[0], NO_RIVAL)
        else:
            add_sums(self, {0: self.data.signed[points]})
            self._known_margins = None
        return [NO_RIVAL] * len(points)

    def _largest_entry(self) -> float:
        """Return a bound on the entries of the Gram matrix times the step."""
        return self.data.arrays.largest_norm**2 * self.data.scale.step

    def native_loop(self, library: Library) -> Go | None:
        """Return the primal's loop, see `Trainer`: in the exact range a score is the same number however it is found.

        Outside of it margins are summed from θ, too.
        """
        return library.primal

    def read_results(self, call: LoopCall) -> None:
        """Forget the margins that the loop did not keep, see `Trainer`."""
        super().read_results(call)
        if call.job.is_stale:
            self._known_margins = None

    @property
    def _adds_rows(self) -> bool:
        """Whether margins are kept by adding Gram rows; else they are summed from θ."""
        return self.state.exact_visits is None and self._has_exact_gram and not self.has_left_range()

    def _margins_at(self, points: slice | Ints) -> Floats:
        return self._margins[points]

    def _update(self, point: int, rival: int) -> None:
        """α_i ← α_i + 1 was counted; let θ and the margins follow (D1, D3)."""
        state, step = self.state, self.data.scale.step
        row = self.data.signed[point].tolist()
        state.move_to([weight + step * value for weight, value in zip(state.theta, row, strict=True)])
        if self._adds_rows:
            row_of_gram = self._gram.row(point)
            self._known_margins = self._margins
            self._known_margins += row_of_gram if step == 1.0 else step * row_of_gram
        else:
            self._known_margins = None
