"""What a trainer tells the compiled loop, and takes from it (A12): as for θ, where a mode has nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.native.call import LoopCall
    from perceptron_gui.engine.native.loader import Go, Library
    from perceptron_gui.engine.training.state import State
    from perceptron_gui.engine.training.training_data import TrainingData


class CompiledLoop:
    """The part of a trainer that the compiled loop asks; see `Trainer` for its data, state and order."""

    data: TrainingData
    state: State
    order: Ints | None

    def deciding(self) -> Sequence[float]:
        """Return the held numbers on which all visits to come depend, and nothing else of the past (T9)."""
        return self.state.theta

    def native_loop(self, library: Library) -> Go | None:
        """Return the compiled loop for the visits from here on; None leaves them to `visit_towards`."""
        return None

    def native_errors(self, library: Library) -> Go | None:
        """Return the compiled loop of random order, which sums scores from θ; None leaves it to Python."""
        return library.random if self.data.settings.mode.is_binary else library.random_multiclass

    def load_columns(self, call: LoopCall) -> None:
        """Set what the loop of random order reads of the points, once; θ times columns in a row makes the scores."""
        call.point("columns", self.data.arrays.column_places)
        if not self.data.settings.mode.is_binary:
            call.point("scores", np.empty((self.data.n_rows, self.data.n_samples)))

    def load_inputs(self, call: LoopCall) -> None:
        """Set what the compiled loop reads."""
        call.point("order", self.order)
        call.theta[:] = self.state.theta

    def read_results(self, call: LoopCall) -> None:
        """Take over what the compiled loop computed."""
        self.state.move_to(call.theta.tolist())

    def deciding_of(self, held: Floats) -> Floats:
        """Return what `deciding` does, for the states at the ends of passes that the loop wrote down.

        `held`: shape (n_passes, n_deciding): one row for each pass.
        """
        return held

    @property
    def n_deciding(self) -> int:
        """How many numbers the loop changes: the entries of θ."""
        return len(self.state.theta)

    @property
    def visit_work(self) -> float:
        """Work of a visit in multiply-adds."""
        return float(len(self.state.theta))

    @property
    def update_work(self) -> float:
        """Work of a mistake besides its visit and its record."""
        return 0.0

    @property
    def search_work(self) -> float:
        """Work of looking for the errors among all points, with the update before, in random order."""
        return float(self.data.n_samples * len(self.state.theta))

    @property
    def certain_updates(self) -> float:
        """How many updates are certain not to leave the exact range, and at least one; the loop looks no further."""
        return float("inf")

    def fits(self, points: list[int]) -> bool:
        """Whether an update leaves every score within the limit of weights (P7).

        Without a curved kernel it does: from numbers within their limits (E7, F1) no run is long enough to get there.

        `points`: indices of the errors that it sums up.
        """
        return True
