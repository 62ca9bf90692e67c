"""The trial in several numbers of dimensions: always the same, never above its bound, and it can be given up (T8)."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.run import dimension_trial as trials
from perceptron_gui.engine.run.dimension_trial import DIMENSIONS, DimensionTrial, dimension_trial
from perceptron_gui.session.worker.gui_priority_gate import PriorityGate
from perceptron_gui.session.worker.trial_thread import TrialThread


@pytest.fixture(autouse=True)
def few_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "N_ORDERS", 4)


def test_runs_come_one_by_one_and_none_is_above_the_bound() -> None:
    every = list(dimension_trial(lambda: False))
    assert [trial.n_runs for trial in every] == list(range(1, 4 * len(DIMENSIONS) + 1))
    assert [trial.is_over for trial in every] == [False] * (len(every) - 1) + [True]
    assert max(max(mistakes) for mistakes in every[-1].mistakes) <= DimensionTrial.bound
    assert len(set(every[-1].mistakes[0])) > 1, "other orders, other mistakes"
    assert list(dimension_trial(lambda: False)) == every


def test_it_can_be_given_up() -> None:
    answers = iter([False, False, True])
    runs = dimension_trial(lambda: next(answers))
    assert next(runs).n_runs == 1
    assert next(runs).n_runs == 2
    with pytest.raises(Cancelled):
        next(runs)


def test_the_thread_makes_it_only_when_it_is_wanted() -> None:
    gate = PriorityGate()
    gate.open()
    thread = TrialThread(gate)
    assert thread.answer(False).n_runs == 0
    assert thread.answer(True).is_over
    assert thread.findings.take() is not None
