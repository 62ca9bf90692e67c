"""Runs on all cores: what comes out is what one after the other gives; it can be cancelled, and ends (P9, A4)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.run.many_runs import Variation, varied_settings
from perceptron_gui.engine.run.run import run_to_end
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.session.memory import no_memory
from perceptron_gui.session.worker import run_pool
from perceptron_gui.session.worker.run_pool import RunPool
from perceptron_gui.session.worker.scheduler import Scheduler

SETTINGS = TrainingSettings()
ENDLESS = [TrainingSettings(order=Order.RANDOM, seed=seed) for seed in range(8)]


@pytest.fixture
def pool() -> Iterator[RunPool]:
    pool = RunPool(Scheduler())
    yield pool
    pool.stop()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("runs")]


def wait_until(claim: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not claim():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_runs_beside_each_other_come_to_what_one_after_the_other_does(pool: RunPool) -> None:
    dataset = BY_NAME["order"].make()
    rules = varied_settings(dataset, SETTINGS, Variation.ORDERS, 20)
    batch = pool.begin(dataset, rules, 10**6)
    wait_until(lambda: not batch.is_busy)
    alone = [run_to_end(dataset, each, lambda: False) for each in rules]
    assert [(r.mistakes, r.theta.tolist()) for r in batch.results if r] == [
        (r.mistakes, r.theta.tolist()) for r in alone
    ]


def test_the_bound_of_a_batch_is_the_largest_of_its_runs(pool: RunPool) -> None:
    dataset = BY_NAME["textbook"].make()
    rules = varied_settings(dataset, SETTINGS, Variation.STARTS, 10)
    batch = pool.begin(dataset, rules, 10**6, has_bound=True)
    wait_until(lambda: not batch.is_busy and batch.at_most is not None)
    bounds = [analyze(dataset, each).bound for each in rules]
    assert batch.at_most == max(bound.at_most for bound in bounds if bound is not None)


def test_runs_are_made_where_memory_does_not_suffice_for_the_bound(
    pool: RunPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The runs waited for the bound for ever, and the panel for the runs."""

    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(run_pool, "verdict_on", fail)
    batch = pool.begin(BY_NAME["textbook"].make(), [SETTINGS] * 3, 10**6, has_bound=True)
    wait_until(lambda: not batch.is_busy)
    assert None not in batch.results and batch.at_most is None
    assert batch.failure == no_memory()


def test_runs_without_an_end_are_given_up_soon_once_that_is_known(pool: RunPool) -> None:
    batch = pool.begin(BY_NAME["xor"].make(), ENDLESS, 10**6, has_bound=True)
    wait_until(lambda: batch.n_done >= 1)
    assert batch.at_most is None
    assert [result.stop for result in batch.results if result] == [None] * batch.n_done
    batch.cancel()


def test_a_cancelled_batch_is_over_at_once(pool: RunPool) -> None:
    batch = pool.begin(BY_NAME["xor"].make(), ENDLESS, 10**15)
    batch.cancel()
    assert not batch.is_busy
    wait_until(lambda: batch.n_done == len(ENDLESS))
    assert batch.results == (None,) * len(ENDLESS)


def test_a_run_that_cannot_be_made_says_why_and_the_others_are_made(pool: RunPool) -> None:
    rules = [SETTINGS, TrainingSettings(initial=(1.0, 2.0, 3.0, 4.0))]
    batch = pool.begin(BY_NAME["textbook"].make(), rules, 10**6)
    wait_until(lambda: not batch.is_busy)
    assert [result is None for result in batch.results] == [False, True]
    assert "start weights" in batch.failure.lower()
