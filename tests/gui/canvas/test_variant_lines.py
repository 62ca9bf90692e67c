"""Averaged and voted boundaries on the canvas: behind the cursor wherever it is, hidden while the run asks (V1, V2)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLineF

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.model.models import Model
from perceptron_gui.engine.model.votes import Voting
from perceptron_gui.engine.run.followers.variants import average_at, vote_at
from perceptron_gui.engine.run.run import Run
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.figures.labels import _met, crosses_any
from perceptron_gui.gui.canvas.figures.surroundings import Crowd
from perceptron_gui.session.explanation.variant_steps import averaged_text, voted_text
from tests.gui.desk import Desk
from tests.session.bench import TEXTBOOK


def shows(model: Model | None, theta: Floats) -> bool:
    """Return whether a boundary is that of some parameters."""
    return model is not None and model.theta.tolist() == theta.tolist()


def votes_of(model: Model | None) -> int | None:
    """Return how many votes a boundary was made of."""
    return model.voters.n_votes if isinstance(model, Voting) and model.voters is not None else None


def test_the_averaged_and_the_voted_line_follow_the_cursor_and_are_hidden_while_the_run_asks(desk: Desk) -> None:
    variants = desk.window.canvas.variants
    desk.show(TEXTBOOK)
    desk.do("run.end")
    desk.do("show.averaged")
    desk.do("show.voted")
    run = Run(TEXTBOOK, TrainingSettings())
    run.advance(1000)
    for visit in (run.visit, 7, 3):
        desk.window.controller.seek(visit)
        average, vote = average_at(run, visit).found, vote_at(run, visit)
        assert average is not None
        desk.wait(lambda theta=average.theta: shows(variants.averaged.model, theta))
        assert variants.averaged.text == averaged_text(average.n_errors)
        desk.wait(lambda T=visit: votes_of(variants.voted.model) == T)
        assert variants.voted.text == voted_text(vote.n_errors)
    desk.do("run.predict")
    desk.wait(lambda: not variants.averaged.isVisible() and not variants.voted.isVisible())
    desk.do("run.predict")
    desk.wait(variants.voted.isVisible)
    desk.do("show.averaged")
    desk.do("show.voted")
    desk.wait(lambda: not variants.averaged.isVisible() and not variants.voted.isVisible())


def test_with_a_kernel_all_three_are_worked_out_beside_the_drawing(desk: Desk) -> None:
    variants = desk.window.canvas.variants
    names = ("averaged", "voted", "pocket")
    desk.show(TEXTBOOK, TrainingSettings(Mode.DUAL, kernel=Kernel(KernelName.RBF)))
    desk.do("run.end")
    for name in names:
        desk.do(f"show.{name}")
    desk.wait(lambda: all(line._field is not None and len(line._field.boundary.places) for line in variants.lines))
    for name in names:
        desk.do(f"show.{name}")
    desk.wait(lambda: all(line.model is None for line in variants.lines))


@pytest.mark.seldom
@pytest.mark.parametrize("kernel", [Kernel(), Kernel(KernelName.RBF)])
def test_the_plates_stand_over_all_lines_beside_points_arrows_and_words(desk: Desk, kernel: Kernel) -> None:
    canvas, variants = desk.window.canvas, desk.window.canvas.variants
    desk.show(BY_NAME["two-classes"].make(), TrainingSettings(Mode.DUAL, kernel=kernel))
    desk.do("run.end")
    names = ("averaged", "voted", "pocket")
    for name in names:
        desk.do(f"show.{name}")
    desk.wait(lambda: all(line.lines for line in variants.lines) and len(variants.plates.boxes) == 3)
    words = [label.box for label in canvas._marks.labels]
    arrows = [QLineF(arrow.start, arrow.end) for arrow in canvas._marks.arrows]
    crowd = Crowd(canvas.positions, canvas.frame, 9.0)
    for k, box in enumerate(variants.plates.boxes):
        assert not crowd.meets(box)
        assert not crosses_any(box, arrows)
        assert not _met(box, [*words, *variants.plates.boxes[:k], *variants.plates.boxes[k + 1 :]])
    assert_over_all_lines(canvas, variants.plates)
    for name in names:
        desk.do(f"show.{name}")
    desk.wait(lambda: not variants.plates.boxes)


def test_the_letters_of_pinned_runs_stand_over_all_lines_beside_points_and_arrows(desk: Desk) -> None:
    canvas = desk.window.canvas
    letters = canvas.final_lines.letters
    desk.show(BY_NAME["two-classes"].make())
    desk.do("run.pin")
    desk.do("run.end")
    desk.wait(lambda: letters.isVisible() and len(letters.pinned) == 1)
    desk.wait(lambda: len(letters.plates) == 1)
    plate = letters.plates[0]
    box = plate.left(), plate.top(), plate.right(), plate.bottom()
    assert not Crowd(canvas.positions, canvas.frame, 9.0).meets(box)
    assert not crosses_any(box, [QLineF(arrow.start, arrow.end) for arrow in canvas._marks.arrows])
    assert_over_all_lines(canvas, letters)


def assert_over_all_lines(canvas: Canvas, layer: Layer) -> None:
    """Check that a layer is painted after all lines, and before the points."""
    layers = canvas._layers
    lines = [*layers.variants.lines, layers.final_lines, layers.line, layers.pairs, layers.geometry.layer]
    assert max(line.zValue() for line in lines) < layer.zValue() < 0
