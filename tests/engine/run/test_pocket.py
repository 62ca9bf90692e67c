"""The best weights so far: the fewest errors by fractions, the earliest among equals, anew at every arrival (V3)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.followers.variants import MOST_UPDATES, pocket_of
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from tests.session.bench import TEXTBOOK, XOR

CLASSES = 3


def noise(seed: int, n_samples: int) -> Dataset:
    generator = np.random.default_rng(seed)
    points = generator.integers(-4, 5, (n_samples, 2))
    labels = generator.integers(0, CLASSES, n_samples)
    labels[:CLASSES] = range(CLASSES)
    return Dataset.of(points, labels.tolist(), ("A", "B", "C"))


def errors_by_fractions(run: Run, theta: Floats) -> int:
    """Return how many points are wrong, a tie being wrong."""
    data = run.data
    wrong = 0
    for x, label in zip(data.dataset.X.tolist(), data.dataset.labels.tolist(), strict=True):
        inputs = [*map(Fraction, x), Fraction(1)]
        scores = [sum(Fraction(w) * v for w, v in zip(row, inputs, strict=True)) for row in theta.tolist()]
        if data.settings.mode.is_binary:
            wrong += (1 if label == data.settings.positive else -1) * scores[0] <= 0
        else:
            wrong += any(scores[k] >= scores[label] for k in data.dataset.present if k != label)
    return wrong


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("mode", [Mode.PRIMAL, Mode.MULTICLASS])
def test_the_pocket_is_what_counting_by_fractions_after_every_visit_gives(mode: Mode, order: Order) -> None:
    everything = noise(4, 14)
    positive = 1 if mode.is_binary else None
    run = Run(everything.first(9), TrainingSettings(mode=mode, order=order, positive=positive, seed=2, max_updates=40))
    best, expected = errors_by_fractions(run, parameters(run.trainer)), {0: 0}
    for visit in range(1, 120):
        if run.visit_once() is None:
            break
        if visit in (17, 18, 40):
            run.add_points(everything.first(run.data.n_samples + 1))
            best = len(everything.X) + 1  # the comparison begins anew
        count = errors_by_fractions(run, parameters(run.trainer))
        if count < best:
            best, expected[visit] = count, visit
    pocket = pocket_of(run)
    assert [found.visit for found in pocket.bests] == list(expected)
    for found in pocket.bests:
        theta = parameters(run.trainer_at(found.visit))
        assert np.array_equal(found.theta, theta)
    assert (run.visit, pocket.at(0)) == (run.frontier, pocket.bests[0])


def test_the_pocket_at_a_visit_is_the_last_improvement_before_it() -> None:
    run = Run(XOR, TrainingSettings())
    run.advance(100)
    pocket = pocket_of(run)
    assert pocket.bests[0].n_errors == 4, "all weights 0: everything is a tie"
    assert min(best.n_errors for best in pocket.bests) == pocket.bests[-1].n_errors >= 1
    for best, following in zip(pocket.bests, pocket.bests[1:], strict=False):
        assert pocket.at(following.visit - 1) is best
        assert following.n_errors < best.n_errors


def test_a_pocket_that_does_not_reach_a_snapshot_claims_no_more_errors_than_it_has() -> None:
    run = Run(TEXTBOOK, TrainingSettings())
    early = pocket_of(run)
    run.advance(100)
    snapshot = take_snapshot(run, 0, Wants())
    best = early.best_of(snapshot)
    assert best is not None
    assert (best.visit, best.n_errors) == (run.visit, 0)
    assert np.array_equal(best.theta, snapshot.theta)
    whole = pocket_of(run)
    assert whole.best_of(snapshot) is whole.bests[-1], "the first with so few errors"


def test_of_a_very_long_run_the_first_updates_are_looked_at() -> None:
    run = Run(XOR, TrainingSettings(order=Order.RANDOM))
    run.advance(10**6)
    assert run.state.updates > MOST_UPDATES
    assert pocket_of(run).until == int(run.log.visits[MOST_UPDATES - 1]) + 1


def test_without_points_there_is_nothing_to_keep() -> None:
    pocket = pocket_of(Run(Dataset.empty(), TrainingSettings()))
    assert pocket.at(0) is None


@pytest.mark.parametrize("mode", [*Mode])
@pytest.mark.parametrize("order", [order for order in Order if order is not Order.ONLINE])
def test_a_point_that_comes_after_the_last_update_begins_the_comparison_anew(mode: Mode, order: Order) -> None:
    everything = Dataset.of([*TEXTBOOK.X.tolist(), [0, 0]], [*TEXTBOOK.labels.tolist(), 1], TEXTBOOK.classes)
    run = Run(everything.first(3), TrainingSettings(mode, order))
    run.advance(10**4)
    assert not np.count_nonzero(run.trainer.margins() <= 0), "converged, with visits after the last update"
    run.add_points(everything)
    pocket, best = pocket_of(run), pocket_of(run).bests[-1]
    assert (best.visit, best.n_errors, pocket.until) == (run.visit, 1, run.visit)
    assert pocket.dataset.n_samples == 4
    assert pocket.at(run.visit - 1) is pocket.bests[-2]


def test_of_a_very_long_run_points_that_came_after_what_was_looked_at_are_not_told_of() -> None:
    run = Run(XOR, TrainingSettings(order=Order.RANDOM))
    run.advance(10**6, updates=MOST_UPDATES + 10)
    run.add_points(Dataset.of([*XOR.X.tolist(), [3, 3]], [*XOR.labels.tolist(), 1], XOR.classes))
    assert pocket_of(run).until == int(run.log.visits[MOST_UPDATES - 1]) + 1


def test_a_pocket_of_before_a_point_came_claims_nothing_about_the_points_of_now() -> None:
    run = Run(TEXTBOOK, TrainingSettings())
    run.advance(100)
    early = pocket_of(run)
    run.add_points(Dataset.of([*TEXTBOOK.X.tolist(), [0, 0]], [*TEXTBOOK.labels.tolist(), 1], TEXTBOOK.classes))
    snapshot = take_snapshot(run, 0, Wants())
    best = early.best_of(snapshot)
    assert best is not None and (best.visit, best.n_errors) == (run.visit, 1)
    assert np.array_equal(best.theta, snapshot.theta)
