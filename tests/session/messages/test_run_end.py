"""How a run ended, in words that are true for its order, its mode and its points."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.messages.run_end import Outcome, RunEnd, run_end

SQUARE = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])


def ended(points: Dataset, visits: int = 10_000, **rules: object) -> Snapshot:
    """Return the snapshot where a run stops, or its cycle closes."""
    run = Run(points, TrainingSettings(**rules))  # type: ignore[arg-type]
    while run.stop is None and run.visit < visits:
        run.visit_once()
    return take_snapshot(run, 1, Wants())


def end_of(points: Dataset, **rules: object) -> RunEnd:
    end = run_end(ended(points, **rules))
    assert end is not None
    return end


def test_a_run_that_can_go_on_has_no_end() -> None:
    assert run_end(ended(SQUARE, visits=1)) is None
    assert run_end(ended(Dataset.empty(), visits=0)) is None


@pytest.mark.parametrize("order", [Order.CYCLIC, Order.SHUFFLED, Order.BATCH])
def test_orders_with_passes_converge_by_a_whole_pass(order: Order) -> None:
    end = end_of(SQUARE, order=order)
    assert end.outcome is Outcome.CONVERGED
    assert end.reason == "a whole pass without a mistake"
    assert end.sentence.startswith("Converged: a whole pass without a mistake, after ")


def test_random_order_has_no_passes_and_converges_when_no_errors_are_left() -> None:
    end = end_of(SQUARE, order=Order.RANDOM)
    assert (end.outcome, end.reason) == (Outcome.CONVERGED, "no errors left")
    assert "pass" not in end.sentence
    assert end.sentence.startswith("Converged: no errors left, after ")


def test_random_order_tells_of_no_epoch() -> None:
    step = explain(ended(SQUARE, order=Order.RANDOM))
    assert step is not None
    assert "EPOCH" not in str(step.heading)
    cyclic = explain(ended(SQUARE))
    assert cyclic is not None
    assert "EPOCH" in str(cyclic.heading)


def test_the_online_pass_counts_its_mistakes_and_points() -> None:
    end = end_of(SQUARE, order=Order.ONLINE)
    assert end.outcome is Outcome.PASS_DONE
    assert end.sentence.startswith("The pass is done: ")
    assert end.sentence.endswith(" on 3 points.")


@pytest.mark.parametrize(
    ("rules", "fails"),
    [
        ({}, "no line separates these points"),
        ({"bias": False}, "no line through the origin separates these points"),
        ({"mode": Mode.MULTICLASS}, "no weights get every point right"),
    ],
)
def test_a_cycle_says_what_cannot_be_done_and_goes_round_again(rules: dict[str, object], fails: str) -> None:
    end = end_of(XOR, **rules)
    assert end.outcome is Outcome.CYCLE
    assert end.reason.endswith(fails)
    assert end.next_step == "Space: go round again"


def test_a_cycle_through_the_start_names_the_start() -> None:
    snapshot = ended(XOR)
    assert snapshot.cycle is not None
    end = run_end(replace(snapshot, cycle=replace(snapshot.cycle, entered_epoch=0)))
    assert end is not None
    assert "the weights are back at their starting values" in end.sentence
    assert "epoch 0" not in end.sentence


def test_limits_name_their_number() -> None:
    updates, epochs = end_of(XOR, max_updates=3), end_of(XOR, max_epochs=1)
    assert updates.headline == "Stopped at the limit of 3 updates"
    assert updates.sentence.startswith("Stopped at the update limit, with ")
    assert epochs.headline == "Stopped at the limit of 1 epoch"
    assert epochs.next_step == "Space: start again"


def test_a_veiled_run_tells_no_errors_and_what_space_does_not_do() -> None:
    end = run_end(hide_future(ended(XOR, max_updates=3)))
    assert end is not None
    assert (end.reason, end.next_step) == ("", "")
    assert end.sentence == "Stopped at the update limit."
