"""Every path to a visit gives the same bits: scalar loop, numpy's look ahead, kept rows, any slices of work."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from perceptron_gui.engine.native import loader
from perceptron_gui.engine.run.records import record
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training import kernel_trainers, trainers, training_data
from perceptron_gui.engine.training.factory import detector_from, make_trainer, train
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.engine.training.training_data import make_training_data
from perceptron_gui.frozen import replace
from tests.engine.cases import (
    ORDERS,
    Case,
    bits,
    irrational_case,
    irrational_kernel_case,
    kernel_case,
    logged,
    logged_by,
    random_case,
)
from tests.engine.referee import Rules

MODES = ("primal", "dual", "multiclass")
POINT_BY_POINT = ("cyclic", "shuffled", "online")
"""Orders whose points are looked at one after the other: in batch and random order all are looked at together."""


@pytest.fixture(autouse=True)
def without_compiled_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the visits to Python and numpy: the other path has test_compiled."""
    monkeypatch.setattr(loader, "library", None)


def decimal_case(rng: np.random.Generator, mode: str, order: str, n: int) -> Case:
    """Return `n` one-decimal points, nearly separable, that pass through (0.1, 0.2)-like ties."""
    case = irrational_case(rng, mode, order, n)
    return Case(np.round(case.points, 1).tolist(), case.labels, case.rules)


def outcome(case: Case) -> tuple[object, ...]:
    """Return all that training in one go leaves behind."""
    return left_by(train(case.dataset, case.settings))


def left_by(done: Trainer) -> tuple[object, ...]:
    """Return all that a trainer leaves behind."""
    return bits(done.state), logged(done), done.margins().tobytes()


def cases(rng: np.random.Generator, n: int, orders: tuple[str, ...] = ORDERS) -> list[Case]:
    """Return irrational, decimal and small sets in every mode and order."""
    found = []
    for mode in MODES:
        for order in orders:
            found += [irrational_case(rng, mode, order, n), decimal_case(rng, mode, order, n)]
            found += [random_case(rng, mode, order) for _ in range(3)]
            limit = int(rng.integers(5, 60))
            found += [replace(c, rules=replace(c.rules, max_updates=limit)) for c in found[-3:]]
    return found


@cache
def as_set() -> list[tuple[Case, object]]:
    """Return sets and what comes of them with all as it is set, worked out once."""
    return [(case, outcome(case)) for case in cases(np.random.default_rng(30), 150, POINT_BY_POINT)]


@pytest.mark.parametrize("block", [1, 2, 7, 10**9])
def test_scalar_loop_and_look_ahead_agree_in_every_bit(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    expected = as_set()
    monkeypatch.setattr(trainers, "SCALAR_BLOCK", block)
    monkeypatch.setattr(trainers, "FIRST_CHUNK", 1 + block % 5)
    monkeypatch.setattr(trainers, "LARGEST_CHUNK", 64)
    assert [outcome(case) for case, _ in expected] == [wanted for _, wanted in expected]


@pytest.mark.seldom
def test_kept_and_unkept_rows_agree_in_every_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(31)
    several = cases(rng, 40)
    for mode in ("dual", "multiclass"):
        several += [kernel_case(rng, mode, order) for order in ORDERS for _ in range(3)]
        several += [irrational_kernel_case(rng, mode, order, 40) for order in ORDERS]
    several = [case.with_rules(max_epochs=case.rules.max_epochs or 20) for case in several]
    as_set = [outcome(case) for case in several]
    monkeypatch.setattr(training_data, "ROWS_KEPT", 0)
    monkeypatch.setattr(training_data, "WHOLE_GRAM", 0)
    monkeypatch.setattr(training_data, "CACHE_BYTES", 8 * 300 * 3)
    for first in (1, 3):
        monkeypatch.setattr(kernel_trainers, "FIRST_LOOK", first)
        assert [outcome(case) for case in several] == as_set


def test_the_gram_matrix_keeps_no_more_rows_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_data, "WHOLE_GRAM", 5)
    monkeypatch.setattr(training_data, "CACHE_BYTES", 8 * 6 * 2)
    case = Case([[float(i), 1.0] for i in range(6)], [0, 1] * 3, Rules(mode="dual", kernel=("poly", 1, 1.0)))
    rows = make_training_data(case.dataset, case.settings).gram
    first = rows.row(3).copy()
    for index in (0, 1, 3, 2, 3):
        rows.row(index)
        assert len(rows._rows) <= 2
    assert rows.row(3).tobytes() == first.tobytes()
    assert not rows.is_whole
    assert first.tolist() == [3 * i + 2 for i in range(6)]


@pytest.mark.seldom
def test_any_slices_of_work_and_visits_give_the_same_run(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(32)
    for case in cases(rng, 20):
        monkeypatch.setattr(trainers, "SCALAR_BLOCK", int(rng.integers(1, 60)))
        whole = train(case.dataset, case.settings)
        sliced = make_trainer(make_training_data(case.dataset, case.settings))
        run, until = Run(case.dataset, case.settings), 0
        sliced.watch = detector_from(sliced.data)
        while until < whole.state.visits:
            until = min(until + int(rng.integers(1, 90)), whole.state.visits)
            while sliced.state.visits < until:
                sliced.advance(until, float(rng.choice([1.0, 1e3, 1e4, 1e6])))
            while run.visit < until:
                run.advance(until, float(rng.choice([1.0, 1e3, 1e4, 1e6])))
            assert sliced.state.visits == run.visit == until
        assert left_by(sliced) == left_by(whole)
        assert bits(run.state) == bits(whole.state)
        assert logged_by(run) == logged(whole)
        assert (run.stop, run.cycle) == (whole.state.stop, whole.cycle)


@pytest.mark.parametrize("mode", ["primal", "multiclass"])
@pytest.mark.seldom
def test_a_large_set_trains_the_same_visit_by_chunk_and_by_point(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    rng = np.random.default_rng(33)
    for order in ("cyclic", "shuffled"):
        case = irrational_case(rng, mode, order, 25_000).with_rules(max_epochs=2)
        as_set = outcome(case)
        monkeypatch.setattr(trainers, "SCALAR_BLOCK", 10**9)
        assert outcome(case) == as_set
        monkeypatch.undo()


def test_the_update_limit_holds_at_every_place_of_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    for block in (1, 2, 3, 48):
        monkeypatch.setattr(trainers, "SCALAR_BLOCK", block)
        for mode in MODES:
            for limit in range(1, 12):
                points = [[float(i % 7), float(i % 5)] for i in range(12)]
                case = Case(points, [i % 2 for i in range(12)], Rules(mode=mode, max_updates=limit))
                done, referee = train(case.dataset, case.settings), case.referee().run()
                assert (done.state.visits, done.state.updates) == (referee.visits, len(referee.log))


def test_checkpoints_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(34)
    case = decimal_case(rng, "primal", "shuffled", 100)
    runs = []
    for spacing in (1, 4096):
        monkeypatch.setattr(record, "FIRST_SPACING", spacing)
        run = Run(case.dataset, case.settings)
        while run.stop is None:
            run.advance(2**62, 1.0)
        runs.append((bits(run.state), logged_by(run)))
    assert runs[0] == runs[1]
