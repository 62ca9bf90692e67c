"""Trials: always the same, never above their bounds, and they can be given up (T2, T8)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.run import many_runs as trials
from perceptron_gui.engine.run.many_runs import Question, make_trial


@pytest.fixture(autouse=True)
def few_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "N_ORDERS", 4)


@pytest.mark.parametrize("question", Question)
def test_runs_come_one_by_one_and_none_is_above_the_bound(question: Question) -> None:
    every = list(make_trial(question, lambda: False))
    assert [trial.n_runs for trial in every] == list(range(1, 4 * len(question.cases) + 1))
    assert [trial.is_over for trial in every] == [False] * (len(every) - 1) + [True]
    for case, mistakes in zip(question.cases, every[-1].mistakes, strict=True):
        assert max(mistakes) <= case.bound <= every[-1].largest_bound
    assert len(set(every[-1].mistakes[0])) > 1, "other orders, other mistakes"
    assert list(make_trial(question, lambda: False)) == every


def test_half_the_margin_costs_more_each_time() -> None:
    (*_, trial) = make_trial(Question.MARGINS, lambda: False)
    assert [case.bound for case in Question.MARGINS.cases] == [7, 26, 101, 401, 1601]
    assert all(max(wide) < min(narrow) for wide, narrow in pairwise(trial.mistakes))


def test_it_can_be_given_up() -> None:
    answers = iter([False, False, True])
    runs = make_trial(Question.DIMENSIONS, lambda: next(answers))
    assert next(runs).n_runs == 1
    assert next(runs).n_runs == 2
    with pytest.raises(Cancelled):
        next(runs)
