"""The confusion matrix: its rows are the classes, its errors those of the run, at every visit and in every order."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import preview_snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session.classes.claims import Confusion, confusion
from perceptron_gui.session.exercises.exercise import hide_future
from tests.engine.cases import ORDERS, Case, kernel_case, random_case

RIVALS = Wants(rivals=True)


def go_to(run: Run, visit: int) -> None:
    """Go there, round cycles if need be, or as far as the run goes."""
    before = -1
    while before < run.visit < visit:
        before = run.visit
        run.advance(visit)


def confusion_at(case: Case, visit: int) -> Confusion:
    """Return the matrix of a run at a visit."""
    run = Run(case.dataset, case.settings)
    go_to(run, visit)
    found = confusion(take_snapshot(run, 0, RIVALS))
    assert found is not None
    return found


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("make", [random_case, kernel_case], ids=["linear", "kernel"])
def test_it_is_that_of_the_referee_in_fractions(order: str, make: object) -> None:
    rng = np.random.default_rng(ORDERS.index(order))
    for _ in range(4):
        case = make(rng, "multiclass", order)  # type: ignore[operator]
        visit = int(rng.integers(0, 40))
        found, referee = confusion_at(case, visit), case.referee().run(until=visit)
        expected = np.zeros((len(found.classes), len(found.classes)), dtype=int)
        for point, label in enumerate(case.labels):
            rival = referee.winning_rival(point)
            column = label if rival is None else rival
            expected[found.classes.index(label), found.classes.index(column)] += 1
            row_and_column = found.classes.index(label), found.classes.index(column)
            assert point in found.points_of(*row_and_column)
        assert found.counts.tolist() == expected.tolist()
        assert found.counts.sum(axis=1).tolist() == [case.labels.count(k) for k in found.classes]
        assert found.n_errors == sum(referee.errors())


def three() -> Run:
    """Return a run of three classes, a palette of four."""
    dataset = Dataset.of([[1, 0], [0, 1], [-1, -1], [2, 0]], [0, 2, 3, 0], ("A", "B", "C", "D"))
    return Run(dataset, TrainingSettings(mode=Mode.MULTICLASS))


def test_at_the_start_all_scores_tie_and_every_point_goes_to_a_rival() -> None:
    found = confusion(take_snapshot(three(), 0, RIVALS))
    assert found is not None
    assert found.classes == (0, 2, 3)
    assert found.counts.tolist() == [[0, 2, 0], [1, 0, 0], [1, 0, 0]]
    assert found.said_of(0, 1) == "Points in A that are classified as C: 2 of 2."
    assert found.said_of(1, 1) == "Points in C that are right: 0 of 1."
    assert found.summary == "0 of 4 points are right, with 4 errors off the diagonal."
    assert found.points_of(0, 1) == (0, 3)


def test_it_is_told_only_where_it_is_asked_for_and_never_before_the_answer() -> None:
    run = three()
    assert take_snapshot(run, 0, Wants()).rivals is None
    snapshot = take_snapshot(run, 0, RIVALS)
    assert hide_future(snapshot).rivals is None
    assert confusion(replace(snapshot, is_veiled=True)) is None
    binary = Run(run.data.dataset, TrainingSettings(positive=0))
    assert confusion(take_snapshot(binary, 0, RIVALS)) is None


def test_it_follows_a_point_that_is_dragged() -> None:
    run = three()
    run.advance(100)
    moved = run.data.dataset.moved([1], [[5.0, -9.0]])
    before, after = confusion(take_snapshot(run, 0, RIVALS)), confusion(preview_snapshot(run, 0, RIVALS, moved))
    assert before is not None
    assert after is not None
    assert (before.n_errors, after.n_errors) == (0, 1)
