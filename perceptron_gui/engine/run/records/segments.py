"""Which points are there at which visit of a run, and where its passes over them begin (P4, P9)."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order
from perceptron_gui.engine.training.state import Cycle, State
from perceptron_gui.engine.training.training_data import TrainingData
from perceptron_gui.frozen import Frozen, replace


class Segment(Frozen):
    """A part of the run between arrivals."""

    visit: int  # visits completed when it begins
    data: TrainingData  # the points that are present from there on


class Passes(Frozen):
    """Passes of one length."""

    visit: int  # visits completed when the first of them begins
    epoch: int  # its number
    size: int  # visits that each takes; 0 in random order, which has no passes


class Segments:
    """The stages of a run in the order of their visits, and its passes.

    `data`: the points that are there from the start.
    """

    def __init__(self, data: TrainingData) -> None:
        self._stages = [Segment(0, data)]
        is_random = data.settings.order is Order.RANDOM  # it has no passes
        self._passes = [Passes(0, 1, 0 if is_random else data.n_samples)]

    def __iter__(self) -> Iterator[Segment]:
        return iter(self._stages)

    # Segments

    def index_at(self, visit: int) -> int:
        """Return the index of the stage after `visit` visits, points that arrive there included.

        `visit`: visits completed.
        """
        return bisect_right(self._stages, visit, key=lambda stage: stage.visit) - 1

    def data_of(self, index: int) -> TrainingData:
        """Return the points that are present in a stage. `index`: the stage, from 0."""
        return self._stages[index].data

    def end_of(self, index: int) -> int | None:
        """Return the visits completed when a stage ends; None for the last stage. `index`: the stage, from 0."""
        return self._stages[index + 1].visit if index + 1 < len(self._stages) else None

    @property
    def dataset(self) -> Dataset:
        """All points of the run."""
        return self._stages[-1].data.dataset

    @property
    def arrivals(self) -> tuple[tuple[int, int], ...]:
        """The points that came during the run, as (visit, point)."""
        counts = [stage.data.n_samples for stage in self._stages]
        return tuple(
            (stage.visit, point)
            for stage, before, now in zip(self._stages[1:], counts, counts[1:], strict=False)
            for point in range(before, now)
        )

    @property
    def arrival_visits(self) -> tuple[int, ...]:
        """Visits at which points came, ascending."""
        return tuple(stage.visit for stage in self._stages[1:])

    def begin(self, current: int, state: State, data: TrainingData) -> int:
        """Begin a stage at `state`, discard all that would have come after it, and return its index.

        `current`: index of the stage in which the points arrive; replaced where it begins at the same visit. `state`:
        the first state of the new stage. `data`: the points that are present from there on.
        """
        kept = current if self._stages[current].visit == state.visits else current + 1
        self._stages[kept:] = [Segment(state.visits, data)]
        if data.settings.order is not Order.RANDOM:
            self._begin_passes(state, data)
        return kept

    def release(self, index: int) -> None:
        """Drop what the data of a stage keeps for speed: points that keep arriving make many stages.

        `index`: the stage, from 0.
        """
        stage = self._stages[index]
        self._stages[index] = replace(stage, data=stage.data.without_arrays())

    def set_mode(self, mode: Mode) -> None:
        """Change the mode of all stages. `mode`: primal or dual."""
        settings = replace(self._stages[0].data.settings, mode=mode)
        self._stages = [replace(stage, data=replace(stage.data, settings=settings)) for stage in self._stages]

    # Passes

    @property
    def passes(self) -> tuple[Passes, ...]:
        """Where the passes begin; each entry holds up to the next."""
        return tuple(self._passes)

    def pass_end_after(self, visit: int) -> int:
        """Return the visits completed at the end of the pass that the next visit belongs to.

        `visit`: visits completed.
        """
        passes = self._passes_at(visit)
        return visit + passes.size - (visit - passes.visit) % passes.size if passes.size else visit

    def pass_start_before(self, visit: int) -> int:
        """Return the visits completed at the start of the pass that the last visit belongs to.

        `visit`: visits completed.
        """
        if visit <= 0:
            return 0
        passes = self._passes_at(visit - 1)
        return visit - 1 - (visit - 1 - passes.visit) % passes.size if passes.size else 0

    def _begin_passes(self, state: State, data: TrainingData) -> None:
        """Let the passes after the one that `state` stands in be over all of `data`; so is this one, at its end."""
        begin, epoch = (state.visits - state.position, state.epoch) if state.visits else (0, 1)
        self._passes = [passes for passes in self._passes if passes.visit < begin]
        self._passes.append(Passes(begin, epoch, data.n_samples))

    def _passes_at(self, visit: int) -> Passes:
        return self._passes[max(bisect_right(self._passes, visit, key=lambda passes: passes.visit) - 1, 0)]


def round_of(cycle: Cycle | None, passes: Sequence[Passes]) -> tuple[int, int] | None:
    """Return the visits between which a run goes round its cycle for the first time; None without a cycle (T9).

    `cycle`: that of the run. `passes`: those of the run.
    """
    if cycle is None:
        return None
    size = next(part.size for part in reversed(passes) if part.visit < cycle.visit)
    return cycle.visit - cycle.length_epochs * size, cycle.visit
