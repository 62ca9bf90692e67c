"""The way of a run back to the place where it was saved, between commands (P9, C10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.session.saved.place import Place, Return, place_of, way_back

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.run.run import Run


class Returning:
    """Takes a run of the first points to its place, where all of them have come.

    `run`: at its start. `dataset`: all points. `place`: where it is to stand in the end.
    """

    def __init__(self, run: Run, dataset: Dataset, place: Place) -> None:
        self.place = place
        self._run, self._dataset = run, dataset
        self._steps = way_back(run, dataset, place)

    def step(self) -> Return | None:
        """Do a slice of work; return what was found at the end of the way, else None."""
        for _ in self._steps:
            return None
        return Return(self.place, place_of(self._run, self.place))

    def give_up(self) -> None:
        """Let all points come that have not, wherever the run stands."""
        if self._run.dataset.n_samples < self._dataset.n_samples:
            self._run.add_points(self._dataset)
