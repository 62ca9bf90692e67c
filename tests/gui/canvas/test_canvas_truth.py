"""The canvas says what the panel and the status line say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from PySide6.QtCore import QPointF, Qt

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.figures.foreground import Handle
from perceptron_gui.gui.canvas.tools.strokes import DragWeights, Move
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.wording import index_text
from tests.gui.desk import NO_MODIFIER, Desk

SQUARE = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
LONG = Dataset.of([[3, 3], [4, 3], [2.2, 2.1], [-1, -1]], [1, 1, 0, 0])
"""Makes 48 visits."""


def crossed(desk: Desk) -> int:
    """Return how many points are marked as errors."""
    return len(desk.window.canvas._marks.errors)


def test_no_error_is_marked_while_all_weights_are_0(desk: Desk) -> None:
    for mode in Mode:
        assert desk.show(SQUARE, TrainingSettings(mode)).n_errors == 3
        desk.wait(lambda: len(desk.window.canvas.positions) == 3)
        assert not crossed(desk), mode
        assert desk.window.canvas._marks.error_marks.counts == (0, 0)
        desk.do("run.step")
        desk.wait(lambda: desk.snapshot.visit == 1 and crossed(desk) == desk.snapshot.n_errors > 0)


def test_errors_of_start_weights_are_marked_before_the_first_visit(desk: Desk) -> None:
    snapshot = desk.show(SQUARE, TrainingSettings(initial=(1.0, 0.0, -3.5)))
    assert snapshot.errors.tolist() == [True, False, False]
    desk.wait(lambda: crossed(desk) == 1)


def test_the_angle_reads_alike_on_the_canvas_and_in_the_panel(desk: Desk) -> None:
    desk.window.canvas.animation.is_reduced = True
    desk.show(Dataset.of([[1, 0], [-1, 0.854]], [1, 0]), TrainingSettings(bias=False))
    desk.do("run.step")
    desk.settle()
    desk.do("run.step")
    step = explain(desk.settle())
    assert step is not None
    said = str(step.rule[-1])
    (shown,) = (label.text for label in desk.window.canvas._marks.labels if "∠" in label.text)
    assert shown == "∠(w, x) ≈ 139.5°"
    assert said == f"{shown} > 90°"


def test_the_status_line_counts_no_epochs_in_random_order(desk: Desk) -> None:
    desk.show(SQUARE, TrainingSettings(order=Order.RANDOM))
    desk.do("run.end")
    desk.wait(lambda: desk.message.startswith("Converged: no errors left"))
    assert "epoch" not in desk.window.status.counts.text()
    desk.show(SQUARE)
    desk.wait(lambda: "epoch 0" in desk.window.status.counts.text())


@pytest.mark.parametrize("order", [Order.CYCLIC, Order.BATCH])
def test_a_mistake_is_shown_where_the_boundary_is_in_view_and_the_origin_is_not(desk: Desk, order: Order) -> None:
    desk.window.canvas.animation.is_reduced = True
    points = Dataset.of([[10, 10], [12, 10], [9, 11]], [1, 1, 0])
    desk.show(points, TrainingSettings(order=order, initial=(100.0, 0.0, -1100.0)))
    desk.do("run.next_mistake")
    last = desk.settle().last
    assert last is not None and last.changed
    marks, frame = desk.window.canvas._marks, desk.window.canvas.frame
    assert not frame.contains(0, 0)
    assert len(marks.arrows) == 1, "w begins in the middle of the boundary, its steps at the origin"
    assert {"w ÷ 100", index_text(last.point)} <= {label.text for label in marks.labels}


def test_the_factor_beside_w_is_said_in_words_once(desk: Desk) -> None:
    desk.window.canvas.animation.is_reduced = True
    factors = (50.0, "÷", "drawn {} times shorter"), (0.001, "×", "drawn {} times longer")
    for mode, (eta, sign, said) in product(Mode, factors):
        desk.show(Dataset.of([[1, 1], [2, 1], [-1, -1]], [1, 1, 0]), TrainingSettings(mode, eta=eta))
        desk.do("run.step")
        desk.wait(lambda: desk.settle().visit == 1)
        labels = [label.text for label in desk.window.canvas._marks.labels]
        found = {label.partition(f" {sign} ")[2] for label in labels if sign in label}
        assert len(found) == 1, labels
        assert labels.count(said.format(*found)) == 1, labels


def test_the_names_of_the_steps_stand_at_the_rows_that_moved(desk: Desk) -> None:
    desk.window.canvas.animation.is_reduced = True
    points = Dataset.of([[2, 1], [-1, 2], [-1, -2]], [0, 1, 2], classes=("A", "B", "C"))
    desk.show(points, TrainingSettings(Mode.MULTICLASS))
    desk.do("run.next_mistake")
    desk.settle()
    desk.do("run.next_mistake")
    snapshot = desk.settle()
    before, marks = snapshot.theta_before, desk.window.canvas._marks
    assert before is not None
    moved = [k for k in range(3) if before[k, :2].tolist() != snapshot.theta[k, :2].tolist()]
    assert len([arrow for arrow in marks.arrows if arrow.is_dashed]) == len(moved) == 2


# Start weights by hand


def take(desk: Desk, handle: Handle) -> tuple[float, float]:
    """Return where a handle lies, in data units."""
    desk.wait(lambda: handle in desk.window.canvas._marks.handles)
    return desk.window.canvas.frame.data(desk.window.canvas._marks.handles[handle])


def test_dragging_w_turns_boundary_regions_and_errors_live(desk: Desk) -> None:
    desk.show(SQUARE, TrainingSettings(initial=(1.0, 0.0, -2.0)))
    desk.drag(take(desk, Handle.WEIGHTS), (0.5, 0.5), (-1, 0), lets_go=False)
    desk.wait(lambda: desk.snapshot.theta.tolist() == [[-1, 0, -2]])
    desk.wait(lambda: crossed(desk) == desk.snapshot.n_errors == 2)
    assert desk.document.settings.initial == (1.0, 0.0, -2.0), "it is not dropped yet"
    desk.release(-1, 0)
    assert desk.settle().theta.tolist() == [[-1, 0, -2]]
    desk.do("edit.undo")
    assert desk.settle().theta.tolist() == [[1, 0, -2]]


def test_dragging_the_boundary_in_parallel_changes_b_alone(desk: Desk) -> None:
    desk.show(SQUARE, TrainingSettings(initial=(2.0, 0.0, -4.0)))
    x, y = take(desk, Handle.BIAS)
    assert round(x, 6) == 2
    desk.drag((x, y), (2.5, y), (3.5, y), lets_go=False)
    desk.wait(lambda: desk.snapshot.theta.tolist() == [[2, 0, -7]])
    assert desk.snapshot.errors.tolist() == [True, False, False]
    desk.release(3.5, y)
    desk.settle()
    assert desk.document.settings.initial == (2.0, 0.0, -7.0)


def test_escape_in_the_middle_of_a_drag_puts_the_weights_back(desk: Desk) -> None:
    desk.show(SQUARE, TrainingSettings(initial=(1.0, 0.0, -2.0)))
    can_undo = desk.window.actions_by_id["edit.undo"].isEnabled()
    desk.drag(take(desk, Handle.WEIGHTS), (0.5, 0.5), (-1, 0), lets_go=False)
    desk.wait(lambda: desk.snapshot.theta.tolist() == [[-1, 0, -2]])
    desk.key(Qt.Key.Key_Escape)
    desk.wait(lambda: desk.snapshot.theta.tolist() == [[1, 0, -2]])
    desk.release(-1, 0)
    assert desk.settle().theta.tolist() == [[1, 0, -2]]
    assert desk.window.actions_by_id["edit.undo"].isEnabled() == can_undo
    desk.do("run.step")
    assert desk.settle().visit == 1, "training is not held any more"


def test_undo_in_the_middle_of_a_drag_ends_it(desk: Desk) -> None:
    desk.show(SQUARE, TrainingSettings(initial=(1.0, 0.0, -2.0)))
    desk.window.controller.start_from((1.0, 0.5, -2.0))
    desk.settle()
    desk.drag(take(desk, Handle.WEIGHTS), (0.5, 0.5), (-1, 0), lets_go=False)
    desk.do("edit.undo")
    assert desk.settle().theta.tolist() == [[1, 0, -2]]
    desk.release(-1, 0)
    assert desk.settle().theta.tolist() == [[1, 0, -2]]


def test_a_click_on_a_handle_places_a_point(desk: Desk) -> None:
    desk.show(SQUARE, TrainingSettings(initial=(1.0, 0.0, -2.0)))
    at = take(desk, Handle.BIAS)
    desk.click(*at)
    assert desk.settle().dataset.n_samples == 4


def test_without_a_bias_there_is_no_b_to_drag(desk: Desk) -> None:
    desk.show(SQUARE, TrainingSettings(bias=False, initial=(1.0, 0.0)))
    take(desk, Handle.WEIGHTS)
    assert list(desk.window.canvas._marks.handles) == [Handle.WEIGHTS]


PLACES = {
    "the start": (),
    "the start again": ("run.end", "run.reset"),
    "the middle": ("run.next_mistake", "run.next_mistake"),
    "the end": ("run.end",),
}
"""Where a run may stand, and the ways there."""


def stand(desk: Desk, place: str, mode: Mode = Mode.PRIMAL) -> Snapshot:
    """Show a run that is longer than the timeline is at first, somewhere on its way."""
    desk.show(LONG, TrainingSettings(mode=mode))
    for way in PLACES[place]:
        desk.do(way)
        desk.settle()
    return desk.settle()


@pytest.mark.parametrize(("mode", "places"), [(Mode.PRIMAL, PLACES), (Mode.DUAL, ("the middle",))])
def test_w_is_dragged_live_wherever_the_run_stands_which_begins_anew_from_there(
    desk: Desk, mode: Mode, places: Sequence[str]
) -> None:
    for place in places:
        before = stand(desk, place, mode)
        undo = desk.window.controller.history.undo_text
        b = before.theta[0, 2]
        desk.drag(take(desk, Handle.WEIGHTS), (0.5, 0.5), (-1, 0.5), lets_go=False)
        desk.wait(lambda b=b: desk.snapshot.visit == 0 and desk.snapshot.theta[0, 2] == b)
        shown = desk.settle()
        w = -1 / desk.window.canvas.weight_factor, 0.5 / desk.window.canvas.weight_factor
        assert shown.theta[0].tolist() == pytest.approx([*w, b], abs=0.11 / desk.window.canvas.weight_factor)
        desk.qtbot.wait(100)
        assert desk.snapshot.theta.tolist() == shown.theta.tolist(), "the run does not come back under the drag"
        assert ("will restart" in desk.message) == (place != "the start"), place
        desk.release(-1, 0.5)
        assert desk.settle().theta.tolist() == shown.theta.tolist()
        assert ("starts again" in desk.message) == (place != "the start"), place
        desk.do("edit.undo")
        assert desk.document.settings.initial is None
        assert desk.window.controller.history.undo_text == undo, place


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.seldom
def test_escape_in_a_drag_leaves_the_run_where_it_was(desk: Desk, place: str) -> None:
    before = stand(desk, place)
    desk.drag(take(desk, Handle.WEIGHTS), (0.5, 0.5), (-1, 0.5), lets_go=False)
    desk.wait(lambda: desk.snapshot.theta.tolist() != before.theta.tolist())
    desk.key(Qt.Key.Key_Escape)
    after = desk.settle()
    if place == "the end":
        desk.wait(lambda: desk.message.startswith("Converged"))  # the end tells of itself again
    else:
        assert (desk.message == "The run is back where it was.") == (place != "the start")
    assert (after.visit, after.frontier, after.theta.tolist()) == (before.visit, before.frontier, before.theta.tolist())
    desk.release(-1, 0.5)
    assert desk.settle().visit == before.visit
    assert desk.document.settings.initial is None


def test_the_boundary_is_dragged_from_any_place_of_it_in_the_middle_of_a_run(desk: Desk) -> None:
    before = stand(desk, "the middle")
    w1, w2, b = before.theta[0].tolist()
    (edge,) = desk.window.canvas._marks.edges
    for share in (0.15, 0.42, 0.77):
        x, y = desk.window.canvas.frame.data(edge.pointAt(share))
        if desk.window.gestures.point_at(desk.window.canvas.frame.point(x, y), NO_MODIFIER) is not None:
            continue
        desk.drag((x, y), (x + 0.3, y), (x + 0.6, y), lets_go=False)
        desk.wait(lambda: desk.snapshot.theta[0, 2] != b)
        assert desk.settle().theta[0, :2].tolist() == [w1, w2]
        desk.key(Qt.Key.Key_Escape)
        desk.release(x + 0.6, y)
        assert desk.settle().theta.tolist() == before.theta.tolist()
    assert desk.dataset is before.dataset or desk.dataset.n_samples == before.dataset.n_samples


def test_a_click_on_the_boundary_in_the_middle_of_a_run_places_a_point(desk: Desk) -> None:
    before = stand(desk, "the middle")
    (edge,) = desk.window.canvas._marks.edges
    desk.click(*desk.window.canvas.frame.data(edge.pointAt(0.42)))
    assert desk.settle().dataset.n_samples == before.dataset.n_samples + 1


def test_a_frame_that_begins_on_the_boundary_selects_and_drags_nothing(desk: Desk) -> None:
    before = stand(desk, "the middle")
    desk.do("tools.select")
    (edge,) = desk.window.canvas._marks.edges
    x, y = desk.window.canvas.frame.data(edge.pointAt(0.05))
    desk.drag((x, y), (x + 1, y + 1), (x + 2, y + 2))
    assert desk.settle().theta.tolist() == before.theta.tolist()


def test_a_drag_while_it_plays_holds_the_run_and_escape_lets_it_go_on(desk: Desk) -> None:
    stand(desk, "the start")
    desk.set_speed(2)
    desk.do("run.play")
    desk.wait(lambda: desk.snapshot.mistakes > 0)
    desk.drag(take(desk, Handle.WEIGHTS), (0.5, 0.5), (-1, 0.5), lets_go=False)
    desk.wait(lambda: desk.snapshot.visit == 0)
    desk.qtbot.wait(100)
    assert desk.snapshot.visit == 0
    desk.key(Qt.Key.Key_Escape)
    desk.release(-1, 0.5)
    desk.wait(lambda: desk.snapshot.visit > 0 and desk.snapshot.is_playing)


def test_in_the_middle_of_a_run_w_put_back_to_its_start_weights_goes_to_the_start_without_a_step_of_undo(
    desk: Desk,
) -> None:
    desk.show(SQUARE, TrainingSettings(bias=False, initial=(1.0, 0.0)))
    text = desk.window.controller.history.undo_text
    desk.do("run.end")
    assert desk.settle().visit > 0
    at = take(desk, Handle.WEIGHTS)
    there = desk.window.canvas.weight_factor
    desk.drag(at, (0.5, 0.5), (there, 0))
    assert desk.settle().visit == 0
    assert desk.snapshot.theta.tolist() == [[1, 0]]
    assert desk.window.controller.history.undo_text == text


def test_weights_that_no_run_can_start_from_are_refused_in_a_sentence(desk: Desk) -> None:
    desk.show(SQUARE)
    controller = desk.window.controller
    for begin in (controller.preview_start, controller.start_from):
        begin((2e12, 0.0, 0.0))
        assert "from −10¹² to 10¹²" in desk.message
        assert desk.settle().theta.tolist() == [[0, 0, 0]]
    assert desk.document.settings.initial is None


def test_a_drag_that_ends_where_it_began_is_no_step_of_undo(desk: Desk) -> None:
    """Along the boundary b stays what it is."""
    desk.show(SQUARE, TrainingSettings(initial=(2.0, 0.0, -4.0)))
    text = desk.window.controller.history.undo_text
    x, y = take(desk, Handle.BIAS)
    desk.drag((x, y), (x, y + 0.4), (x, y + 0.8))
    assert desk.settle().theta.tolist() == [[2, 0, -4]]
    assert desk.window.controller.history.undo_text == text
    desk.do("run.step")
    assert desk.settle().visit == 1, "training is not held any more"


def test_the_way_to_the_origin_covers_no_number_of_an_axis(desk: Desk) -> None:
    desk.show(SQUARE)
    canvas, seen = desk.window.canvas, 0
    for step in range(40):
        canvas.fit()
        canvas.pan(QPointF(-2.0 * canvas.width(), (1.5 + 0.02 * step) * canvas.height()))
        desk.settle()
        desk.wait(lambda: any(label.text.endswith(" 0") for label in canvas._marks.labels))
        (way,) = (label for label in canvas._marks.labels if label.text.endswith(" 0"))
        left, top, right, bottom = way.box
        words = canvas._layers.grid.word_boxes()
        assert not [box for box in words if left < box[2] and box[0] < right and top < box[3] and box[1] < bottom]
        seen += bool(words)
    assert seen > 30


def at_its_end(desk: Desk) -> tuple[QPointF, QPointF]:
    """Show the textbook's points at the end, where w = (1, 1) lies on x₃; return the tip's pixel and one of the head.

    By pencil: its last mistake leads to w = (1, 1), b = −3.
    """
    desk.show(BY_NAME["textbook"].make())
    desk.do("run.end")
    desk.wait(lambda: desk.snapshot.theta.tolist() == [[1, 1, -3]])
    desk.settle()
    head = desk.window.canvas._marks.head
    assert head is not None
    assert desk.window.canvas.point_near(head.p2()) == 2
    return head.p2(), head.pointAt(0.4)


def test_w_is_dragged_by_its_head_where_its_tip_lies_on_a_point(desk: Desk) -> None:
    """A drag took the point, and there was no way to take w."""
    _, on_head = at_its_end(desk)
    before = desk.dataset
    desk.drag(desk.window.canvas.frame.data(on_head), (2, 0), (2, 1))
    assert desk.settle().theta[0, 2] == -3
    assert desk.snapshot.theta[0].tolist() != [1, 1, -3]
    assert desk.dataset is before


def test_a_point_below_the_tip_of_w_is_dragged_by_the_rest_of_it(desk: Desk) -> None:
    tip, _ = at_its_end(desk)
    before = desk.document.settings
    x, y = desk.window.canvas.frame.data(tip + QPointF(3, -3))
    desk.drag((x, y), (2, 0.5), (2, 0))
    assert desk.settle().dataset.X[2].tolist() == [2, 0]
    assert desk.document.settings == before


def test_a_click_on_the_head_of_w_means_the_point_below(desk: Desk) -> None:
    _, on_head = at_its_end(desk)
    desk.click(*desk.window.canvas.frame.data(on_head))
    assert desk.settle().dataset.n_samples == 3
    assert desk.window.gestures.selected == [2]


@pytest.mark.parametrize("tool", ["tools.place", "tools.select"])
def test_the_hand_tells_beforehand_whether_a_drag_takes_w_or_the_point(desk: Desk, tool: str) -> None:
    tip, _ = at_its_end(desk)
    desk.do(tool)
    gestures, hover = desk.window.gestures, desk.window.details.hover
    taken = set()
    for x, y in [(x, y) for x in range(-16, 17, 2) for y in range(-16, 17, 2)]:
        at = tip + QPointF(x, y)
        hover.on_moved(at, NO_MODIFIER)
        is_hand = desk.window.canvas.viewport().cursor().shape() is Qt.CursorShape.OpenHandCursor
        lit = desk.window.controller.view_state.lit_point
        stroke = gestures._begin(at, NO_MODIFIER) if is_hand or lit is not None else None
        assert isinstance(stroke, DragWeights) == is_hand
        assert isinstance(stroke, Move) == (lit is not None)
        taken.add(type(stroke))
        if stroke is not None:
            stroke.give_up()
    assert taken == {DragWeights, Move, type(None)}


@pytest.mark.parametrize("meanwhile", ["one feature", "a kernel", "no bias"])
def test_weights_that_are_let_go_after_points_or_rules_have_changed_begin_no_run(desk: Desk, meanwhile: str) -> None:
    desk.show(LONG, TrainingSettings(Mode.DUAL))
    controller = desk.window.controller
    desk.do("run.next_mistake")
    desk.settle()
    controller.preview_start((1.0, 0.5, -2.0))
    if meanwhile == "one feature":
        controller.set_dataset(Dataset.of([[3], [4], [-1]], [1, 1, 0]), "one feature")
    elif meanwhile == "a kernel":
        desk.do("run.poly")
    else:
        controller.edit(controller.document.with_settings(replace(controller.document.settings, bias=False)), "bias")
    left = controller.document
    controller.preview_start((1.0, 0.5, -2.5))
    controller.start_from((1.0, 0.5, -3.0))
    desk.settle()
    assert controller.document is left
    desk.do("run.step")
    assert desk.settle().visit == 1


@pytest.mark.parametrize(("name", "mistakes"), [("textbook", 3), ("two-classes", 2)])
def test_the_visited_point_is_seen_where_w_ends_in_it_or_lies_on_it(desk: Desk, name: str, mistakes: int) -> None:
    desk.window.canvas.animation.is_reduced = True
    desk.show(BY_NAME[name].make())
    for _ in range(mistakes):
        desk.do("run.next_mistake")
    desk.wait(lambda: desk.settle().mistakes == mistakes and desk.window.canvas.snapshot is desk.snapshot)
    canvas, last = desk.window.canvas, desk.snapshot.last
    assert last is not None
    (x, y), label = canvas.positions[last.point].tolist(), int(desk.dataset.labels[last.point])
    picture, size = canvas.viewport().grab().toImage(), canvas._points.diameter / 4
    middle = canvas.frame.point(x, y)
    around = [middle + QPointF(dx, dy) for dx in (-size, 0, size) for dy in (-size, 0, size)]
    own = desk.window.theme.class_colour(label).getRgb()[:3]
    for seen in (picture.pixelColor(at.toPoint()).getRgb()[:3] for at in around):
        assert max(abs(one - other) for one, other in zip(seen, own, strict=True)) < 10  # edges are smoothed
