"""States of a run to start again from, within a byte budget."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.engine.training.state import State

CHECKPOINT_BYTES = 32 * 2**20
FIRST_SPACING, FIRST_WORK = 4096, 2e6
"""Visits, or multiply-adds where these take more, between checkpoints, until their budget is full and both double."""
MOST_PROGRESS = 1_000
"""States that the coarse curve is made of, about."""


class Checkpoint(Frozen):
    """A state to start again from."""

    stage: int  # index of the stage
    state: State  # packed
    is_pinned: bool = False  # whether it always stays: the first of a stage


class Checkpoints:
    """States of a run in the order of their visits, thinned out when they outgrow their budget. `budget`: bytes."""

    def __init__(self, budget: int = CHECKPOINT_BYTES) -> None:
        self._budget = budget
        self._spacing, self._most_work = FIRST_SPACING, FIRST_WORK
        self._work = 0.0
        self._kept: list[Checkpoint] = []
        self._bytes = 0

    @property
    def nbytes(self) -> int:
        """Memory of the kept states, in bytes."""
        return self._bytes

    def pin(self, stage: int, state: State) -> None:
        """Keep the first state of a stage for good. `stage`: index of the stage."""
        self._append(Checkpoint(stage, state.packed(), is_pinned=True))

    def offer(self, stage: int, state: State, work: float = 0.0) -> None:
        """Keep a copy of a state if it is far enough from the last one kept, or took long enough.

        `stage`: index of the stage. `work`: multiply-adds since the state that was offered, or pinned, before.
        """
        self._work += work
        if state.visits - self._kept[-1].state.visits < self._spacing and self._work < self._most_work:
            return
        self._append(Checkpoint(stage, state.packed()))

    def before(self, stage: int, visit: int) -> State:
        """Return a copy of the last state of a stage at or before a visit.

        `stage`: index of the stage. `visit`: visits completed, not before the stage.
        """
        return self._kept[self._place(stage, visit)].state.unpacked()

    def visits_before(self, stage: int, visit: int) -> int:
        """Return the visits of the state that `before` returns; see `before`."""
        return self._kept[self._place(stage, visit)].state.visits

    def truncate(self, stage: int, visit: int) -> None:
        """Discard the states after a visit or in later stages.

        `stage`: index of the last stage to keep. `visit`: visits completed.
        """
        self._kept = [c for c in self._kept if c.stage <= stage and c.state.visits <= visit]
        self._bytes = sum(c.state.nbytes for c in self._kept)

    def progress(self) -> tuple[Ints, Ints]:
        """Return visits and updates at the kept states: the coarse curve where the log is full.

        `visits`, `updates`: shape (n_states,): visits completed and updates made.
        """
        every = max(len(self._kept) // MOST_PROGRESS, 1)
        pairs = [(c.state.visits, c.state.updates) for c in self._kept[::every]]
        both = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return both[:, 0], both[:, 1]

    def _place(self, stage: int, visit: int) -> int:
        return bisect_right(self._kept, (stage, visit), key=lambda c: (c.stage, c.state.visits)) - 1

    def _append(self, checkpoint: Checkpoint) -> None:
        self._work = 0.0
        self._kept.append(checkpoint)
        self._bytes += checkpoint.state.nbytes
        while self._bytes > self._budget and self._thin_out():
            pass

    def _thin_out(self) -> bool:
        """Drop every second unpinned state and double the spacing; False when nothing is left to drop."""
        loose = [c for c in self._kept if not c.is_pinned]
        if not loose:
            return False
        gone = {id(c) for c in loose[::2]}
        self._kept = [c for c in self._kept if id(c) not in gone]
        self._bytes = sum(c.state.nbytes for c in self._kept)
        self._spacing, self._most_work = 2 * self._spacing, 2 * self._most_work
        return True
