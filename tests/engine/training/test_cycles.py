"""The first state that comes back is noticed, the start among them (T9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training import state as training_state
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.state import CycleDetector, Waypoint, Waypoints
from perceptron_gui.engine.training.trainer import Trainer
from tests.effort import random_sets
from tests.engine.cases import cycle_of


@dataclass
class Way:
    """States at the ends of passes of ten visits, which can be computed again."""

    states: list[list[float]]
    recalled: int = 0
    longest: int = 0

    def watch(self) -> CycleDetector:
        """Return who watches for a cycle."""
        return CycleDetector(self.recall)

    def recall(self, waypoint: Waypoint, visit: int) -> tuple[list[float], int]:
        """Return the state after so many visits; pass e made e² mistakes."""
        epoch = visit // 10
        known = (waypoint.visit // 10, waypoint.mistakes, waypoint.held.tolist())
        assert known == (waypoint.epoch, waypoint.epoch**2, self.states[waypoint.epoch])
        self.recalled += 1
        self.longest = max(self.longest, epoch - waypoint.epoch)
        return self.states[epoch], epoch**2

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
        for _ in range(random_sets(60)):
            way = random_way(rng, int(rng.integers(1, 300)), size)
            assert way.first_repeat() == way.by_dictionary()
            found += way.by_dictionary() is not None
    assert found > random_sets(100)


@pytest.mark.parametrize("bits", [0, 0xFFFF_FFFF_0000_0003, 0x0000_0003_FFFF_FFFF, 7])
def test_states_with_the_same_digest_are_told_apart(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    real = training_state.digest_of
    monkeypatch.setattr(training_state, "digest_of", lambda data: real(data) & bits)
    rng = np.random.default_rng(71)
    recalled = found = 0
    for _ in range(random_sets(60)):
        way = random_way(rng, 100, int(rng.integers(1, 5)))
        assert way.first_repeat() == way.by_dictionary()
        recalled, found = recalled + way.recalled, found + (way.by_dictionary() is not None)
    assert recalled > found or bits.bit_count() > 32, "a digest that fits is looked at, and is none"


def test_minus_one_and_minus_two_are_no_repeat() -> None:
    """Python's hash of −1.0 is that of −2.0: every such state was trained again from the start."""
    rng = np.random.default_rng(73)
    for _ in range(30):
        way = Way(rng.choice([-1.0, -2.0, 3.0], (400, 7)).tolist())
        assert way.first_repeat() == way.by_dictionary()
        assert way.recalled == (way.by_dictionary() is not None)


FALSE_REPEATS = Dataset.of(
    [[1, 50, -79], [0, -12, 46], [0, -56, -50], [1, -84, -66], [-1, 9, 5], [-1, 13, -52], [1, -13, -83], [0, 36, 7]],
    [1, 0, 1, 1, 0, 0, 0, 1],
)
"""Of its states some differ in −1 and −2 only: 30 000 passes took 1.6 s, 60 000 6 s and its cycle 19 s."""


def test_a_long_way_to_the_first_repeat_is_gone_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    real = Trainer.advance

    def advance(trainer: Trainer, until: int, work: float = float("inf")) -> float:
        begin = trainer.state.visits
        left = real(trainer, until, work)
        made.append(trainer.state.visits - begin)
        return left

    monkeypatch.setattr(Trainer, "advance", advance)
    trainer = train(FALSE_REPEATS, TrainingSettings())
    assert trainer.cycle is not None
    assert (trainer.state.epoch, trainer.state.visits) == (99_548, 8 * 99_548)
    assert sum(made) <= 1.01 * trainer.state.visits


def test_a_false_repeat_is_looked_at_from_nearby(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_state, "digest_of", lambda data: 5)
    monkeypatch.setattr(training_state, "MOST_WAYPOINTS", 16)
    way = Way([[float(k), 1.0] for k in range(200)])
    assert way.first_repeat() is None
    assert way.recalled == 200 * 199 // 2
    assert way.longest < 200 // (16 // 2) + 1


@pytest.mark.parametrize("size", [1, 3, 100_000])
def test_waypoints_are_few_and_even(size: int) -> None:
    waypoints, rng, epoch = Waypoints(), np.random.default_rng(74), 7
    while epoch < 5_000:
        count = int(rng.integers(1, 3 if size > 100 else 300))
        places = np.arange(epoch, epoch + count)
        waypoints.offer(np.broadcast_to(places[:, None] * 1.0, (count, size)), epoch, 10 * places, places**2)
        epoch += count if size < 100 else 100 * count  # a gap does no harm
    kept = waypoints._kept
    assert kept[0].epoch == 7
    assert len(kept) * size <= max(training_state.MOST_NUMBERS, training_state.LEAST_WAYPOINTS * size)
    assert all(w.held[0] == w.epoch and (w.visit, w.mistakes) == (10 * w.epoch, w.epoch**2) for w in kept)
    if size < 100:
        gaps = np.diff([w.epoch for w in kept])
        assert set(gaps.tolist()) == {waypoints._spacing}
        assert training_state.MOST_WAYPOINTS // 2 <= len(kept) <= training_state.MOST_WAYPOINTS
    for place in (7, 8, 100, 4_999):
        before = waypoints.before(place)
        assert before.epoch <= place
        assert not any(before.epoch < w.epoch <= place for w in kept)


def test_many_passes_fill_several_tables_and_nothing_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_state, "FIRST_TABLE", 8)
    monkeypatch.setattr(training_state, "LARGEST_TABLE", 2048)
    states = [[float(k), 1.0] for k in range(2000)]
    for entered in (0, 3, 11, 777, 1999):
        assert Way([*states, states[entered]]).first_repeat() == (entered, 2000 - entered, 2000**2 - entered**2)


def test_behind_the_last_table_a_cycle_that_was_entered_before_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_state, "FIRST_TABLE", 8)
    monkeypatch.setattr(training_state, "LARGEST_TABLE", 64)
    states = [[float(k)] for k in range(500)]
    remembered = sum(int(0.7 * size) for size in (8, 16, 32, 64))
    assert Way([*states, states[remembered - 1]]).first_repeat() is not None
    assert Way([*states, states[remembered]]).first_repeat() is None


def test_a_pass_is_remembered_in_less_than_27_bytes() -> None:
    tables = [2**k for k in range(15, 24)]
    assert (tables[0], tables[-1]) == (training_state.FIRST_TABLE, training_state.LARGEST_TABLE)
    room = [sum(int(0.7 * size) for size in tables[:count]) for count in range(len(tables) + 1)]
    assert all(8 * sum(tables[: count + 1]) < 27 * room[count] for count in range(2, len(tables)))
    assert room[-1] == training_state.MOST_PASSES


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
