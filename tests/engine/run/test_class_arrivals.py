"""Classes that get their first point in the middle of a pass: no visit before them is told in another way (P4, M2)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.frozen import replace
from tests.engine.cases import Case, doubles, kernel_case, logged_by, random_case
from tests.engine.referee import Referee, Rules


def test_a_class_that_arrives_within_a_batch_pass_changes_no_visit_before_it() -> None:
    # From zero the first point has no rival; then a class comes that ties with it at 0, so that both others are errors.
    case = Case([[1.0, 0.0], [2.0, 1.0], [0.0, 3.0]], [0, 0, 1], Rules("multiclass", "batch", n_classes=3))
    run, referee = Run(case.dataset.first(2), case.settings), case.referee(first=2)
    run.advance(1)
    referee.run(1)
    assert (run.state.mistakes, referee.mistakes) == (0, 0)
    run.add_points(case.dataset)
    referee.add(case.points[2:], case.targets[2:])
    for visit in (1, 2, 3):
        run.advance(visit)
        referee.run(visit)
        assert run.state.mistakes == referee.mistakes == visit - 1
        assert run.trainer_at(visit).state.mistakes == visit - 1
    assert run.state.alpha.tolist() == referee.alpha == [0, 1, 1]
    assert logged_by(run) == referee.log == [(2, -1, -1)]


@pytest.mark.parametrize("make", [random_case, kernel_case], ids=["linear", "kernel"])
def test_batch_passes_in_which_classes_come_are_replayed_as_they_were_made(make: object) -> None:
    rng, counted = np.random.default_rng(51), 0
    for _ in range(12):
        case: Case = make(rng, "multiclass", "batch")  # type: ignore[operator]
        case = case.with_rules(max_updates=None, max_epochs=None, beta=float(rng.choice([0.0, 0.5])))
        order = np.argsort(case.labels, kind="stable").tolist()  # class by class, so that classes come late
        case = replace(case, points=[case.points[i] for i in order], labels=[case.labels[i] for i in order])
        first = int(rng.integers(1, len(order) + 1))
        run, referee = Run(case.dataset.first(first), case.settings), case.referee(first=first)
        told: list[tuple[int, int, int]] = [counts_of(run)]
        for n in range(first + 1, len(order) + 1):
            before = len(run.data.present)
            go_on(run, referee, told, int(rng.integers(0, 4)))
            run.add_points(case.dataset.first(n))
            referee.add(case.points[n - 1 : n], case.targets[n - 1 : n])
            counted += len(run.data.present) > before and 0 < run.state.position < n
            assert counts_of(run) == told[-1], "no visit that was made is told in another way"
        go_on(run, referee, told, 12)
        for visit in rng.permutation(len(told)).tolist():
            run.seek(visit)
            assert counts_of(run) == told[visit]
            assert counts_of(run.trainer_at(visit)) == told[visit]
        run.seek(run.frontier)
        assert not run.is_exact or parameters(run.trainer).tolist() == doubles(referee.parameters())
        assert run.state.alpha.tolist() == referee.alpha and logged_by(run) == referee.log
    assert counted > 4


def go_on(run: Run, referee: Referee, told: list[tuple[int, int, int]], visits: int) -> None:
    """Make some visits with both, and note what is told after each."""
    for _ in range(visits):
        before = run.visit
        record = run.visit_once()
        if record is None:
            return
        referee.run(before + 1)
        assert (run.state.mistakes, run.state.near_misses) == (referee.mistakes, referee.near_misses)
        assert record.is_mistake == (run.state.mistakes > told[-1][1])
        told.append(counts_of(run))


def counts_of(trained: Run | Trainer) -> tuple[int, int, int]:
    """Return visits, mistakes and near misses."""
    return trained.state.visits, trained.state.mistakes, trained.state.near_misses


def test_a_pass_in_which_a_class_comes_does_not_converge() -> None:
    """The points before it were not compared with it, which may start ahead of their own (P7, P5)."""
    points, labels = [[1.0, 0.0], [-1.0, 0.0], [0.0, 5.0]], [0, 1, 2]
    start = (1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.5, 1.0, 0.8)  # C is right at its own point, and ahead at that of A
    for order in ("cyclic", "batch"):
        case = Case(points, labels, Rules("multiclass", order, n_classes=3, initial=start))
        run, referee = Run(case.dataset.first(2), case.settings), case.referee(first=2)
        run.advance(1)
        referee.run(1)
        run.add_points(case.dataset)
        referee.add(case.points[2:], case.targets[2:])
        run.advance(3)
        referee.run(3)
        assert run.stop is None and referee.stop is None and run.state.mistakes == 0
        run.advance(10**6)
        referee.run(run.visit)
        assert run.stop is Stop.CONVERGED and run.state.mistakes == referee.mistakes > 0
        assert not (run.trainer.margins() <= 0.0).any()
