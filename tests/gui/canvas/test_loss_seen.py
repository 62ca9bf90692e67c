"""The loss can be seen: a dot a point on the hinge, and L below the plane; never under a veil."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QImage

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.features.step.loss import HingePicture, LossPanel
from tests.gui.desk import Desk
from tests.session.bench import TEXTBOOK


def hinge_of(desk: Desk) -> HingePicture:
    """Return the picture of the loss, whose page comes to the front."""
    panel = desk.window.side.panel(LossPanel)
    if not panel.is_seen:
        desk.window.side.bring_named("loss")
        desk.wait(lambda: panel.is_built)
    return panel.hinge


def told(desk: Desk) -> str:
    """Return what the line below the plane says."""
    line = desk.window.model_bar.line
    return line.text if line is not None else ""


def pixels(desk: Desk) -> QImage:
    """Return the picture of the hinge."""
    return hinge_of(desk).grab().toImage()


def test_the_hinge_has_a_dot_where_each_point_loses(desk: Desk) -> None:
    """After x₁: w = (3, 3), b = 1; x₃ = (1, 1)− has f = 7 and loses 7."""
    desk.show(TEXTBOOK)
    desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 1 and "= 7" in hinge_of(desk).caption)
    desk.wait(lambda: desk.snapshot.losses is not None)
    assert desk.snapshot.losses is not None
    assert desk.snapshot.losses.margins.tolist() == [19.0, 22.0, -7.0]
    before = pixels(desk)
    desk.do("run.end")
    desk.wait(lambda: desk.snapshot.stop is not None and hinge_of(desk).caption.endswith("= 0"))
    assert pixels(desk) != before


def test_under_a_veil_neither_the_hinge_nor_the_model_line_tells_of_losses(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    hinge_of(desk)
    desk.do("run.step")
    desk.wait(lambda: "L = 7" in told(desk) and "E</i>" in desk.window.side.panel(LossPanel).wrong.text())
    desk.do("run.predict")
    desk.wait(lambda: desk.snapshot.is_veiled)
    desk.wait(lambda: "= ?" in hinge_of(desk).caption)
    assert desk.snapshot.losses is None
    assert "Hidden" in desk.window.side.panel(LossPanel).remarks.text()
    desk.wait(lambda: "L" not in told(desk) and "? of 3 wrong" in told(desk))


def test_the_loss_is_below_the_plane_in_every_mode(desk: Desk) -> None:
    desk.show(TEXTBOOK, TrainingSettings(mode=Mode.MULTICLASS))
    desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 1 and "L = 14" in told(desk))


def test_nobody_computes_losses_while_nobody_sees_them(desk: Desk) -> None:
    desk.show(Dataset.of([[1, 2], [2, 1]], [0, 1]))
    hinge_of(desk)
    desk.wait(lambda: desk.snapshot.losses is not None)
    desk.window.side.bring_named("step")
    desk.wait(lambda: not desk.window.side.panel(LossPanel).is_seen)
    desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 1 and desk.snapshot.losses is None)


@pytest.mark.parametrize("mode", [Mode.PRIMAL, Mode.MULTICLASS])
def test_in_batch_order_the_step_of_w_is_named_as_the_gradient_s(desk: Desk, mode: Mode) -> None:
    desk.window.canvas.animation.is_reduced = True
    desk.show(TEXTBOOK, TrainingSettings(mode=mode, order=Order.BATCH))
    for visit in (1, 2, 3):
        desk.do("run.step")
        desk.wait(lambda visit=visit: desk.snapshot.visit == visit)  # type: ignore[misc]
    desk.wait(lambda: "−η∇L" in [label.text for label in desk.window.canvas._marks.labels])
    assert "by −η∇L" in re.sub("<[^>]*>", "", desk.window.side.panel(StepPanel).html)


@pytest.mark.parametrize(("mode", "names"), [(Mode.PRIMAL, {"+ηx₁"}), (Mode.MULTICLASS, {"−ηx₁", "+ηx₁"})])
def test_what_was_added_to_each_w_is_named(desk: Desk, mode: Mode, names: set[str]) -> None:
    """Of several classes one is pulled towards the point, and its rival pushed away from it."""
    desk.window.canvas.animation.is_reduced = True
    desk.show(TEXTBOOK, TrainingSettings(mode=mode))
    desk.do("run.step")
    desk.wait(lambda: {label.text for label in desk.window.canvas._marks.labels} >= names)
