"""The canvas says what the panel and the status line say."""

from __future__ import annotations

from perceptron_gui.engine.dataset import Dataset
from perceptron_gui.engine.settings import Order, TrainingSettings
from perceptron_gui.session.explain import explain
from tests.gui.desk import Desk

SQUARE = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])


def crossed(desk: Desk) -> int:
    """Return how many points are marked as errors."""
    return len(desk.window.plane._marks.errors)


def test_errors_are_marked_before_the_first_visit(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.wait(lambda: crossed(desk) == desk.snapshot.n_errors == 3)


def test_errors_of_start_weights_are_marked_before_the_first_visit(desk: Desk) -> None:
    snapshot = desk.show(SQUARE, TrainingSettings(initial=(1.0, 0.0, -3.5)))
    assert snapshot.errors.tolist() == [True, False, False]
    desk.wait(lambda: crossed(desk) == 1)


def test_the_angle_reads_alike_on_the_canvas_and_in_the_panel(desk: Desk) -> None:
    desk.window.plane.beats.is_reduced = True
    desk.show(Dataset.of([[1, 0], [-1, 0.854]], [1, 0]), TrainingSettings(bias=False))
    desk.do("run.step")
    desk.settle()
    desk.do("run.step")
    step = explain(desk.settle())
    assert step is not None
    said = step.rule[-1].replace("*", "")
    (shown,) = (label.text for label in desk.window.plane._marks.labels if "∠" in label.text)
    assert shown == "∠(w, x) ≈ 139.5°"
    assert said == f"{shown} > 90°"


def test_the_status_line_counts_no_epochs_in_random_order(desk: Desk) -> None:
    desk.show(SQUARE, TrainingSettings(order=Order.RANDOM))
    desk.do("run.end")
    desk.wait(lambda: desk.message.startswith("Converged: no errors left"))
    assert "epoch" not in desk.window.status.counts.text()
    desk.show(SQUARE)
    desk.wait(lambda: "epoch 0" in desk.window.status.counts.text())
