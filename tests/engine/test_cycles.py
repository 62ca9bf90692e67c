"""The first state that comes back is noticed, the start among them (SPEC T9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from perceptron_gui.engine import cycles
from perceptron_gui.engine.cycles import CycleWatch
from perceptron_gui.engine.dataset import Dataset
from perceptron_gui.engine.run import Run
from perceptron_gui.engine.settings import TrainingSettings
from perceptron_gui.engine.state import State
from tests.engine.cases import cycle_of


@dataclass
class Way:
    """States at the ends of passes of ten visits, which can be computed again."""

    states: list[list[float]]
    recalled: int = 0

    def watch(self) -> CycleWatch:
        """Return who watches for a cycle."""
        return CycleWatch(self.recall)

    def recall(self, visit: int) -> State:
        """Return the state after so many visits; pass e made e² mistakes."""
        epoch = visit // 10
        self.recalled += 1
        return State(self.states[epoch], np.zeros(0, dtype=np.int64), visits=visit, mistakes=epoch**2)

    def first_repeat(self) -> tuple[int, int, int] | None:
        """Return the cycle that is found on the way."""
        watch = self.watch()
        for epoch, state in enumerate(self.states):
            cycle = watch.look(state, epoch, epoch**2, 10 * epoch)
            if cycle is not None:
                assert cycle.visit == 10 * epoch
                return cycle_of(cycle)
        return None

    def by_dictionary(self) -> tuple[int, int, int] | None:
        """Return the same, found among the states themselves."""
        seen: dict[tuple[float, ...], int] = {}
        for epoch, state in enumerate(self.states):
            earlier = seen.setdefault(tuple(state), epoch)
            if earlier < epoch:
                return earlier, epoch - earlier, epoch**2 - earlier**2
        return None


def random_way(rng: np.random.Generator, passes: int, size: int) -> Way:
    """Return states of whole numbers of which one may come back."""
    return Way(rng.integers(0, rng.integers(2, 10), (passes, size)).astype(float).tolist())


def test_the_first_repeat_is_that_of_a_dictionary_of_states() -> None:
    rng = np.random.default_rng(70)
    found = 0
    for size in (1, 3, 4, 40):
        for _ in range(60):
            way = random_way(rng, int(rng.integers(1, 300)), size)
            assert way.first_repeat() == way.by_dictionary()
            found += way.by_dictionary() is not None
    assert found > 100


@pytest.mark.parametrize("bits", [0, 0xFFFF_FFFF_0000_0003, 0x0000_0003_FFFF_FFFF, 7])
def test_states_with_the_same_digest_are_told_apart(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    real = cycles.digest_of
    monkeypatch.setattr(cycles, "digest_of", lambda held: real(held) & bits)
    rng = np.random.default_rng(71)
    recalled = found = 0
    for _ in range(60):
        way = random_way(rng, 100, int(rng.integers(1, 5)))
        assert way.first_repeat() == way.by_dictionary()
        recalled, found = recalled + way.recalled, found + (way.by_dictionary() is not None)
    assert recalled > found or bits.bit_count() > 32, "a digest that fits is looked at, and is none"


def test_many_passes_fill_several_tables_and_nothing_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cycles, "FIRST_TABLE", 8)
    monkeypatch.setattr(cycles, "LARGEST_TABLE", 2048)
    states = [[float(k), 1.0] for k in range(2000)]
    for entered in (0, 3, 11, 777, 1999):
        assert Way([*states, states[entered]]).first_repeat() == (entered, 2000 - entered, 2000**2 - entered**2)


def test_behind_the_last_table_a_cycle_that_was_entered_before_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cycles, "FIRST_TABLE", 8)
    monkeypatch.setattr(cycles, "LARGEST_TABLE", 64)
    states = [[float(k)] for k in range(500)]
    remembered = sum(int(0.7 * size) for size in (8, 16, 32, 64))
    assert Way([*states, states[remembered - 1]]).first_repeat() is not None
    assert Way([*states, states[remembered]]).first_repeat() is None


def test_a_pass_is_remembered_in_less_than_27_bytes() -> None:
    tables = [2**k for k in range(15, 24)]
    assert (tables[0], tables[-1]) == (cycles.FIRST_TABLE, cycles.LARGEST_TABLE)
    room = [sum(int(0.7 * size) for size in tables[:count]) for count in range(len(tables) + 1)]
    assert all(8 * sum(tables[: count + 1]) < 27 * room[count] for count in range(2, len(tables)))
    assert room[-1] == cycles.MOST_PASSES


def test_a_pass_that_is_looked_at_twice_closes_the_same_cycle_or_none() -> None:
    way = Way([[1.0], [2.0], [1.0]])
    watch = way.watch()
    looks = [watch.look(state, epoch, epoch**2, 10 * epoch) for epoch, state in enumerate(way.states) for _ in "ab"]
    assert list(map(cycle_of, looks)) == [None, None, None, None, (0, 2, 4), (0, 2, 4)]


def test_a_zero_with_a_sign_is_the_same_state() -> None:
    assert Way([[0.0, -0.0], [-0.0, 0.0]]).first_repeat() == (0, 1, 1)


def test_the_start_is_pass_0_also_where_points_were_placed_one_by_one() -> None:
    # Two equal points of both classes: each pass goes to (x̂) and back to 0.
    points, labels = [(1.0, 0.5), (1.0, 0.5)], [1, 0]
    given = Run(Dataset.of(points, labels), TrainingSettings())
    placed = Run(Dataset.empty(), TrainingSettings())
    for point, label in zip(points, labels, strict=True):
        placed.add_points(placed.dataset.with_points([point], [label]))
    for run in (given, placed):
        run.advance(100)
        assert (run.visit, cycle_of(run.cycle)) == (2, (0, 1, 2))


def test_states_before_an_arrival_are_forgotten() -> None:
    # θ goes (2,0,0) → (1,0,1) → (2,0,0), and the newcomer is right there: the start has come back, but is forgotten.
    run = Run(Dataset.of([(-1.0, 0.0), (-1.0, 0.0)], [1, 0]), TrainingSettings(initial=(2.0, 0.0, 0.0)))
    run.advance(1)
    run.add_points(run.dataset.with_points([(1.0, 0.0)], [1]))
    run.advance(3)
    assert (run.state.theta, run.stop) == ([2.0, 0.0, 0.0], None)
    run.advance(100)
    assert (run.visit, cycle_of(run.cycle)) == (6, (1, 1, 2))
