"""What a run is worth among the points that it does not train on, as a value (H1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Dataset
    from perceptron_gui.engine.data.holdout import Split


class HeldOut(Frozen, eq=False):
    """The points held out, and which of them are errors now."""

    split: Split  # the parts of all points
    trained: Dataset  # the points present that are trained on
    # shape (n_samples,): which points held out are errors now; of the test part none are told before it is looked at
    errors: Bools
    has_test: bool  # whether those of the test part are told

    @property
    def validation(self) -> tuple[int, int]:
        """Errors in the validation part, and its points."""
        part = self.split.validation
        return int(np.count_nonzero(self.errors[part])), len(part)

    @property
    def test(self) -> tuple[int | None, int]:
        """Errors in the test part, None while they are not told, and its points."""
        part = self.split.test
        return int(np.count_nonzero(self.errors[part])) if self.has_test else None, len(part)
