"""While something is asked about a run, nothing of its future is seen."""

from __future__ import annotations

from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.worker import training_worker as moves
from tests.session.bench import XOR, Bench


def test_under_the_veil_the_run_ends_at_the_cursor() -> None:
    bench = Bench.on(XOR)
    bench.worker.want(Wants(ticks=16, span=32))
    bench.do(lambda worker: moves.seek(worker, 8))
    shown = bench.do(lambda worker: moves.seek(worker, 4))
    hidden = hide_future(shown)
    assert (shown.frontier, shown.n_logged) == (8, 7)
    assert (hidden.frontier, hidden.n_logged, hidden.visit) == (4, shown.updates, 4)
    assert shown.ticks is not None
    assert hidden.ticks is not None
    assert (int(shown.ticks.sum()), int(hidden.ticks.sum())) == (7, shown.updates)
    assert hidden.is_veiled
    assert hidden.last is shown.last
