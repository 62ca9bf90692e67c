"""Play pauses where it is wanted: at every mistake, at the ends of epochs, at a point; and goes on afterwards."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.session.worker import training_worker
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.scheduler import Pauses
from tests.session.bench import TEXTBOOK, XOR, Bench

SPEEDS = (7.0, 5_000.0, None)
PATIENCE = 200
"""Frames of play after which a pause that has not come never will."""


def ways(*orders: Order) -> pytest.MarkDecorator:
    """Go each order at full speed, and the first and the last of them at all speeds."""
    slower = [(order, speed) for order in (orders[0], orders[-1]) for speed in SPEEDS[:2]]
    return pytest.mark.parametrize(("order", "speed"), [*((order, None) for order in orders), *slower])


def noise(n: int = 40, n_classes: int = 2, seed: int = 41) -> Dataset:
    """Return points that no line separates."""
    rng = np.random.default_rng(seed)
    labels = (np.arange(n) % n_classes).tolist()
    return Dataset.of(np.round(rng.uniform(-3, 3, (n, 2)), 2), labels, "ABC"[:n_classes])


def mostly_right(n: int = 20_000) -> Dataset:
    """Return many points of which hardly any is a mistake, so that a slice of work finds none."""
    rng = np.random.default_rng(42)
    points = np.round(rng.uniform(-3, 3, (n, 2)), 2)
    side = points @ np.array([0.8, 0.6]) + 0.1
    return Dataset.of(points[np.abs(side) > 0.02], (side[np.abs(side) > 0.02] > 0).astype(int).tolist())


def reference(bench: Bench, visits: int) -> Run:
    """Return the same run, made in one go."""
    run = Run(bench.document.dataset, bench.run.settings)
    while run.visit < visits and run.state.stop in (None, Stop.CYCLE):
        run.advance(visits)
    return run


def visits_to(bench: Bench, point: int) -> list[int]:
    """Return the first visits that show `point`."""
    run = reference(bench, 0)
    records = [run.visit_once() for _ in range(900)]
    return [record.number for record in records if record is not None and record.point == point]


def next_pause(bench: Bench, frames: int = PATIENCE) -> Snapshot:
    """Play until it pauses by itself."""
    bench.worker.play()
    for _ in range(frames):
        bench.play_for(1 / 60)
        if not bench.worker.is_playing:
            letter = bench.mailbox.take() or bench.shown
            assert isinstance(letter, Snapshot)
            assert not letter.is_playing
            return letter
    raise AssertionError("it never paused")


def on(dataset: Dataset, speed: float | None, pauses: Pauses, settings: TrainingSettings | None = None) -> Bench:
    """Return a bench that will pause."""
    bench = Bench.on(dataset, settings)
    bench.worker.set_speed(speed)
    bench.worker.set_pauses(pauses)
    return bench


# At every mistake


@ways(Order.CYCLIC, Order.SHUFFLED, Order.RANDOM, Order.ONLINE, Order.BATCH)
def test_it_pauses_at_every_mistake_and_goes_on(order: Order, speed: float | None) -> None:
    bench = on(noise(), speed, Pauses(mistake=True), TrainingSettings(order=order))
    true = [visit + 1 for visit in reference(bench, 400).log.visits.tolist()]
    seen = []
    for _ in range(min(12, len(true))):
        snapshot = next_pause(bench, 3000)
        assert snapshot.last is not None
        assert snapshot.last.number == snapshot.visit
        assert snapshot.last.is_mistake or order is Order.BATCH
        seen.append(snapshot.visit)
    assert seen == true[: len(seen)]


@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_it_pauses_at_mistakes_in_the_other_modes(mode: Mode) -> None:
    bench = on(noise(n_classes=3 if mode is Mode.MULTICLASS else 2), None, Pauses(mistake=True))
    bench.load(bench.document.with_settings(TrainingSettings(mode=mode)))
    true = [visit + 1 for visit in reference(bench, 300).log.visits.tolist()]
    assert [next_pause(bench).visit for _ in range(10)] == true[:10]


def test_at_full_speed_no_mistake_slips_through_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between slices a visit is made by itself for the window to show; that one may be a mistake, too."""
    monkeypatch.setattr(training_worker, "SLICE_SECONDS", 1e-9)
    wanted = (
        Pauses(mistake=True, epoch=True),
        Pauses(visit=333),
        Pauses(point=9),
    )
    for pauses in wanted:
        dataset = noise(60)
        bench = on(dataset, None, pauses, TrainingSettings(order=Order.SHUFFLED))
        mistakes = [visit + 1 for visit in reference(bench, 900).log.visits.tolist()]
        ends = [60 * epoch for epoch in range(1, 15)]
        true = sorted(set(mistakes * pauses.mistake + ends * pauses.epoch))
        true += [333] if pauses.visit is not None else []
        true += visits_to(bench, pauses.point) if pauses.point is not None else []
        bench.worker.play()
        seen: list[int] = []
        while len(seen) < len(true[:12]):
            # the window takes every snapshot at once, so that every slice is followed by one
            bench.worker.work_once()
            bench.mailbox.take()
            bench.clock.now += 1e-4
            if not bench.worker.is_playing:
                seen.append(bench.run.visit)
                bench.worker.play()
        assert seen == true[:12], pauses


def test_rare_mistakes_of_a_large_set_are_not_flown_over() -> None:
    bench = on(mostly_right(), None, Pauses(mistake=True))
    true = [visit + 1 for visit in reference(bench, 60_000).log.visits.tolist()]
    assert [next_pause(bench, 2000).visit for _ in range(min(40, len(true)))] == true[:40]


# At the end of every epoch


@ways(Order.CYCLIC, Order.SHUFFLED, Order.BATCH)
def test_it_pauses_at_the_end_of_every_epoch_and_goes_on(order: Order, speed: float | None) -> None:
    bench = on(noise(9), speed, Pauses(epoch=True), TrainingSettings(order=order))
    visits = [next_pause(bench, 3000).visit for _ in range(6)]
    assert visits == [9, 18, 27, 36, 45, 54]


def test_an_online_pass_ends_once() -> None:
    bench = on(noise(9), None, Pauses(epoch=True), TrainingSettings(order=Order.ONLINE))
    snapshot = next_pause(bench)
    assert (snapshot.visit, snapshot.stop) == (9, Stop.PASS_DONE)


def test_random_order_has_no_epochs_to_pause_at() -> None:
    bench = on(noise(30), None, Pauses(epoch=True), TrainingSettings(order=Order.RANDOM, max_updates=500))
    snapshot = next_pause(bench)
    assert (snapshot.visit, snapshot.stop) == (500, Stop.UPDATE_LIMIT)


def test_epochs_become_longer_when_points_arrive() -> None:
    dataset = noise(10)
    bench = on(dataset.first(9), None, Pauses(epoch=True))
    assert next_pause(bench).visit == 9
    bench.edit(dataset)
    assert [next_pause(bench).visit for _ in range(3)] == [10, 20, 30]


# At a point


@ways(Order.CYCLIC, Order.SHUFFLED, Order.BATCH, Order.RANDOM)
def test_it_pauses_whenever_the_point_is_visited(order: Order, speed: float | None) -> None:
    bench = on(noise(9), speed, Pauses(point=4), TrainingSettings(order=order))
    run, true = reference(bench, 0), []
    while len(true) < 4:
        visited = run.visit_once()
        assert visited is not None
        true += [visited.number] if visited.point == 4 else []
    seen = []
    for _ in true:
        snapshot = next_pause(bench, 6000)
        assert snapshot.last is not None
        assert snapshot.last.point == 4
        seen.append(snapshot.visit)
    assert seen == true


def test_a_point_that_is_not_there_any_more_pauses_nothing() -> None:
    bench = on(TEXTBOOK, None, Pauses(point=7))
    assert next_pause(bench).stop is Stop.CONVERGED


# At a marked visit


@ways(Order.CYCLIC, Order.RANDOM, Order.BATCH)
def test_it_pauses_at_the_marked_visit_once(order: Order, speed: float | None) -> None:
    bench = on(noise(), speed, Pauses(visit=31), TrainingSettings(order=order))
    assert next_pause(bench, 3000).visit == 31
    bench.worker.play()
    bench.play_for(1 if speed else 0.03)
    assert bench.run.visit > 31


# Together with the rest


def test_without_pauses_it_plays_to_the_end() -> None:
    bench = on(TEXTBOOK, None, Pauses())
    assert next_pause(bench).stop is Stop.CONVERGED


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_cycle_and_the_end_still_stop_it(speed: float | None) -> None:
    bench = on(XOR, speed, Pauses(mistake=True, epoch=True))
    visits = []
    while bench.run.stop is None:
        visits.append(next_pause(bench, 3000).visit)
    assert bench.run.stop is Stop.CYCLE
    assert visits == sorted({visit + 1 for visit in bench.run.log.visits.tolist()} | {4, 8})
    assert next_pause(bench, 3000).visit > 8


def test_pauses_switched_off_while_it_plays_let_it_go_on() -> None:
    bench = on(noise(200), None, Pauses(epoch=True))
    next_pause(bench)
    bench.worker.set_pauses(Pauses())
    bench.worker.play()
    bench.play_for(0.02)
    assert bench.run.visit > 400


def test_the_past_is_played_with_pauses_too() -> None:
    bench = on(noise(9), None, Pauses(mistake=True))
    first = [next_pause(bench).visit for _ in range(8)]
    bench.do(lambda worker: moves.seek(worker, 0))
    assert [next_pause(bench).visit for _ in range(8)] == first


@pytest.mark.parametrize("step", [moves.step, moves.go_to_end, moves.go_to_next_epoch])
def test_pauses_concern_play_alone(step: object) -> None:
    bench, free = on(TEXTBOOK, None, Pauses(mistake=True, point=0)), Bench.on(TEXTBOOK)
    assert bench.do(step).visit == free.do(step).visit  # type: ignore[arg-type]


def test_a_job_is_done_bit_by_bit_and_the_run_stands_meanwhile() -> None:
    bench = Bench.on(noise())
    bench.worker.play()
    bench.play_for(0.02)
    done: list[int] = []

    def job(run: Run):  # type: ignore[no-untyped-def]
        for part in range(5):
            done.append(run.visit)
            yield (part + 1) / 5

    moves.start_job(bench.worker, job)
    assert not bench.worker.is_playing
    while bench.worker.work_once() == 0.0:
        pass
    assert len(done) == 5
    assert len(set(done)) == 1
    bench.worker.play()
    bench.play_for(0.02)
    assert bench.run.visit > done[0]
