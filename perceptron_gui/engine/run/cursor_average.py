"""The average behind a cursor, with the run and the place that it is about (V1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.model.models import make_model
from perceptron_gui.engine.run.averaged import Averaged, averaged_at
from perceptron_gui.engine.run.replay import Look, no_look
from perceptron_gui.engine.run.run_answer import RunAnswer

if TYPE_CHECKING:
    from perceptron_gui.engine.model.model import Model
    from perceptron_gui.engine.run.run import Run


class Average(RunAnswer, eq=False):
    """The average behind a cursor. `settings`, `dataset`: see `RunAnswer`: the points present at the cursor."""

    visit: int  # T, visits completed there
    found: Averaged | None  # None after more updates than are logged

    @property
    def model(self) -> Model | None:
        """What it makes of any place; None where it is not known."""
        found = self.found
        return None if found is None else make_model(self.settings, self.dataset, found.theta, found.expansion)


def average_at(run: Run, visit: int, look: Look = no_look) -> Average:
    """Return the average behind a cursor, see `averaged_at`.

    `run`: its cursor stays where it is. `visit`: visits completed, between 0 and the frontier. `look`: called now and
    then; it may raise `Cancelled`.
    """
    data = run.stages.data_of(run.stages.index_at(visit))
    return Average(data.settings, data.dataset, visit, averaged_at(run, visit, look))
