"""Lasso, spray, relabel brush and the grips of the selection: exact places, one undo each, and nothing after Esc."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from PySide6.QtCore import QPointF

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.gui.canvas.tools.editing import TURN, Grip
from perceptron_gui.session.view.view_state import Tool
from tests.gui.desk import Desk, Key, Modifier

FIVE = Dataset.of([[0, 0], [2, 0], [2, 1], [5, 5], [-4, -3]], [0, 1, 1, 0, 1])
SELECTED = [0, 1, 2]
NONE, SHIFT = Modifier.NoModifier, Modifier.ShiftModifier


def show_five(desk: Desk, tool: Tool) -> Dataset:
    desk.show(FIVE)
    desk.window.controller.change_view(tool=tool, current_class=1)
    return desk.dataset


def stroke(desk: Desk, *pixels: QPointF, keys: Modifier = NONE, lets_go: bool = True) -> None:
    """Press, move and let go as the canvas tells it: on the pixel, not rounded to whole ones."""
    canvas = desk.window.canvas
    canvas.pressed.emit(pixels[0], keys)
    for at in pixels[1:]:
        canvas.moved.emit(at, keys)
    if lets_go:
        canvas.released.emit(pixels[-1], keys)


def at(desk: Desk, x: float, y: float) -> QPointF:
    return desk.window.canvas.frame.point(x, y)


def grip_at(desk: Desk, grip: Grip) -> QPointF:
    return desk.window.gestures.grips.places[grip]


def loop_around(desk: Desk) -> list[QPointF]:
    """Return corners around the first three points, with (2, 0) in a bay."""
    corners = [(-0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (3, 0.5), (3, 1.5), (-0.5, 1.5), (-0.5, -0.4)]
    return [at(desk, *corner) for corner in corners]


def test_the_lasso_selects_what_it_goes_around_and_shift_adds(desk: Desk) -> None:
    show_five(desk, Tool.LASSO)
    stroke(desk, *loop_around(desk))
    assert desk.window.gestures.selected == [0, 2]
    around = [at(desk, 5 + dx, 5 + dy) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    stroke(desk, *around, keys=SHIFT)
    assert desk.window.gestures.selected == [0, 2, 3]
    stroke(desk, at(desk, -2, 3))
    assert desk.window.gestures.selected == []
    assert desk.window.canvas.tool_layer.loop == []


def test_escape_in_a_loop_or_a_frame_leaves_what_was_selected(desk: Desk) -> None:
    for tool in (Tool.LASSO, Tool.SELECT):
        show_five(desk, tool)
        desk.window.gestures.select([3, 4])
        stroke(desk, *loop_around(desk), lets_go=False)
        desk.key(Key.Key_Escape)
        assert desk.window.gestures.selected == [3, 4]
        assert (desk.window.canvas.tool_layer.loop, desk.window.canvas._marks.band) == ([], None)
        desk.key(Key.Key_Escape)
        assert desk.window.gestures.selected == []


def test_the_spray_keeps_coming_within_its_ring_and_is_one_step_of_undo(desk: Desk) -> None:
    before = show_five(desk, Tool.SPRAY)
    desk.window.controller.change_view(brush_radius=24, spray_density=5)
    middle = at(desk, 1, 3)
    stroke(desk, middle, lets_go=False)
    desk.wait(lambda: desk.window.canvas.drawn.dataset.n_samples >= 5 + 3 * 5)
    desk.window.canvas.released.emit(middle, NONE)
    new = desk.dataset.X[5:]
    pixels = desk.window.canvas.frame.pixels(new) - [middle.x(), middle.y()]
    assert np.hypot(*pixels.T).max() <= 24 + 2, "snapped to about a pixel"
    assert (desk.dataset.labels[5:] == 1).all()
    assert all(len(repr(v)) <= 7 for v in new.ravel().tolist())
    desk.do("edit.undo")
    assert desk.dataset is before


def test_a_stroke_given_up_leaves_no_veil_where_its_points_were(desk: Desk) -> None:
    show_five(desk, Tool.BRUSH)
    desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 1)
    stroke(desk, at(desk, 1, 3), at(desk, 2, 3), lets_go=False)
    desk.window.canvas.zoom(1.1)
    assert desk.window.canvas.drawn.dataset.n_samples > 5
    assert desk.window.canvas._marks.pending == []
    desk.key(Key.Key_Escape)
    assert desk.window.canvas._marks.pending == []


def test_the_spray_stops_with_escape_and_with_undo_in_the_middle_of_it(desk: Desk) -> None:
    for end in (lambda: desk.key(Key.Key_Escape), lambda: desk.do("edit.undo")):
        show_five(desk, Tool.SPRAY)
        desk.window.controller.place([[0, 9]], [0])
        stroke(desk, at(desk, 1, 3), at(desk, 2, 3), lets_go=False)
        end()
        assert not desk.window.gestures.is_busy
        assert desk.window.canvas.drawn.dataset is desk.dataset
        assert desk.dataset.n_samples in (5, 6)


def test_the_relabel_brush_gives_the_class_to_all_it_touches_however_fast_it_goes(desk: Desk) -> None:
    before = show_five(desk, Tool.RELABEL)
    stroke(desk, at(desk, -4, -3), at(desk, 0, 0), lets_go=False)
    assert len(desk.window.canvas.tool_layer.touched) == 1, "one wears the class already"
    assert desk.dataset is before
    desk.window.canvas.moved.emit(at(desk, 5, 5), NONE)
    desk.window.canvas.released.emit(at(desk, 5, 5), NONE)
    assert desk.dataset.labels.tolist() == [1, 1, 1, 1, 1]
    assert len(desk.window.canvas.tool_layer.touched) == 0
    desk.do("edit.undo")
    assert desk.dataset is before


def test_a_relabel_stroke_that_changes_nothing_is_no_step(desk: Desk) -> None:
    show_five(desk, Tool.RELABEL)
    before = desk.document
    stroke(desk, at(desk, -4, -3), at(desk, -3, -3))
    desk.window.controller.change_view(current_class=0)
    stroke(desk, at(desk, 0, 0), at(desk, 0, 0.1))
    assert desk.document is before


def test_a_side_scales_to_where_it_snaps_and_the_other_stays(desk: Desk) -> None:
    before = show_five(desk, Tool.SELECT)
    desk.window.gestures.select(SELECTED)
    grip = grip_at(desk, Grip(1, 0))
    stroke(desk, grip, grip + QPointF(20, 0), grip + at(desk, 4, 0) - at(desk, 2, 0))
    assert desk.dataset.X.tolist() == [[0, 0], [4, 0], [4, 1], [5, 5], [-4, -3]]
    assert desk.window.gestures.selected == SELECTED
    desk.do("edit.undo")
    assert desk.dataset is before


def test_a_corner_scales_both_ways_with_shift_in_proportion_and_over_the_edge_it_mirrors(desk: Desk) -> None:
    for keys, to, meant in (
        (NONE, (3, 3), [[0, 0], [3, 0], [3, 3]]),
        (SHIFT, (4, 1.1), [[0, 0], [4, 0], [4, 2]]),
        (NONE, (-2, 1), [[0, 0], [-2, 0], [-2, 1]]),
    ):
        show_five(desk, Tool.SELECT)
        desk.window.gestures.select(SELECTED)
        grip = grip_at(desk, Grip(1, 1))
        stroke(desk, grip, grip + QPointF(9, 0), grip + at(desk, *to) - at(desk, 2, 1), keys=keys)
        assert desk.dataset.X[:3].tolist() == meant


def test_points_are_never_squeezed_into_a_line(desk: Desk) -> None:
    show_five(desk, Tool.SELECT)
    desk.window.gestures.select(SELECTED)
    grip = grip_at(desk, Grip(1, 0))
    stroke(desk, grip, grip + QPointF(-9, 0), grip + at(desk, 0, 0) - at(desk, 2, 0))
    assert len(set(desk.dataset.X[:3, 0].tolist())) == 2


def test_the_round_grip_turns_by_whole_degrees_and_with_shift_by_fifteen(desk: Desk) -> None:
    show_five(desk, Tool.SELECT)
    desk.window.gestures.select(SELECTED)
    middle, grip = at(desk, 1, 0.5), grip_at(desk, TURN)
    away = grip - middle
    left = middle + QPointF(away.y(), -away.x())
    stroke(desk, grip, left + QPointF(3, 5), keys=SHIFT, lets_go=False)
    assert desk.window.canvas.tool_layer.word is not None
    assert desk.window.canvas.tool_layer.word[1] == "90°"
    desk.window.canvas.released.emit(left + QPointF(3, 5), SHIFT)
    assert desk.dataset.X[:3].tolist() == [[1.5, -0.5], [1.5, 1.5], [0.5, 1.5]]
    assert desk.window.canvas.tool_layer.word is None
    desk.do("edit.undo")
    grip = grip_at(desk, TURN)
    stroke(desk, grip, grip + QPointF(30, 3))
    fine = desk.window.gestures.steps(NONE, 10)[0]
    assert all((Fraction(repr(v)) / fine).denominator == 1 for v in desk.dataset.X[:3].ravel().tolist())


STROKES: dict[str, Callable[[Desk], QPointF]] = {
    "move": lambda desk: at(desk, 2, 0),
    "scale": lambda desk: grip_at(desk, Grip(-1, -1)),
    "turn": lambda desk: grip_at(desk, TURN),
}


def test_escape_brings_every_bit_back_and_undo_in_the_middle_ends_a_drag(desk: Desk) -> None:
    for name in STROKES:
        is_given_up_and_taken_back(desk, name)


def is_given_up_and_taken_back(desk: Desk, name: str) -> None:
    """Give a stroke up, and take a point back in the middle of another one."""
    before = show_five(desk, Tool.SELECT)
    desk.window.controller.place([[0, 9]], [0])
    placed = desk.dataset
    for end, left in ((lambda: desk.key(Key.Key_Escape), placed), (lambda: desk.do("edit.undo"), before)):
        desk.window.gestures.select(SELECTED)
        begin = STROKES[name](desk)
        stroke(desk, begin, begin + QPointF(30, 8), begin + QPointF(60, 30), lets_go=False)
        desk.wait(lambda: desk.window.canvas.drawn.dataset is not placed)
        end()
        assert desk.dataset is left, name
        assert desk.window.canvas.drawn.dataset is left
        assert not desk.window.gestures.is_busy
        assert desk.window.canvas.tool_layer.word is None
        assert not desk.window.controller.is_dragging
    assert desk.window.gestures.selected == []


def test_where_there_is_nothing_to_scale_there_is_no_grip(desk: Desk) -> None:
    show_five(desk, Tool.SELECT)
    grips = desk.window.gestures.grips
    for selection, names in (
        ([], set()),
        ([0], set()),
        ([0, 1], {Grip(-1, 0), Grip(1, 0), TURN}),
        ([1, 2], {Grip(0, -1), Grip(0, 1), TURN}),
    ):
        desk.window.gestures.select(selection)
        assert set(grips.places) == names
    desk.window.gestures.select(SELECTED)
    assert len(grips.places) == 9
    desk.window.controller.change_view(tool=Tool.PLACE)
    assert not grips.places
    desk.show(Dataset.of([[1.0], [2.0], [4.0]], [0, 0, 1]))
    desk.window.controller.change_view(tool=Tool.SELECT, selection=(0, 1, 2))
    assert set(grips.places) == {Grip(-1, 0), Grip(1, 0)}
    desk.show(Dataset.of(np.eye(3), [0, 1, 1]))
    desk.window.controller.change_view(tool=Tool.SELECT, selection=(0, 1, 2))
    assert not grips.places


def test_selected_points_that_are_dragged_keep_their_decimals(desk: Desk) -> None:
    desk.show(Dataset.of([[0.1, 0.7], [1.123456, 0.3], [3, 3]], [0, 1, 1]))
    desk.window.controller.change_view(tool=Tool.SELECT, selection=(0, 1))
    canvas = desk.window.canvas
    begin = at(desk, 0.1, 0.7)
    stroke(desk, begin, begin + QPointF(20, 0), at(desk, 0.3, 0.9))
    (x, y), (u, v), _ = desk.dataset.X.tolist()
    assert abs(canvas.frame.point(x, y).x() - at(desk, 0.3, 0.9).x()) < 10
    decimals = [Fraction(repr(each)) for each in (x, y, u, v)]
    assert decimals[2] - decimals[0] == Fraction("1.023456")
    assert decimals[3] - decimals[1] == Fraction("-0.4")


def test_keys_do_what_the_mouse_does_with_grips_and_loops(desk: Desk) -> None:
    show_five(desk, Tool.SELECT)
    desk.window.gestures.select(SELECTED)
    canvas = desk.window.canvas
    canvas.setFocus()
    cursor = desk.window.cursor_keys
    cursor.show(grip_at(desk, Grip(1, 0)))
    desk.key(Key.Key_M)
    for _ in range(3):
        desk.key(Key.Key_Right)
    desk.key(Key.Key_M)
    assert desk.dataset.X[0].tolist() == [0, 0]
    assert desk.dataset.X[1, 0] == desk.dataset.X[2, 0] > 2
    assert desk.window.controller.history.undo_text == "scale"
    desk.key(Key.Key_Escape)


def test_the_size_of_the_brush_is_chosen_by_keys_and_shown_beside_the_tool(desk: Desk) -> None:
    show_five(desk, Tool.SPRAY)
    brush = desk.window.left.brush
    desk.window.controller.change_view(brush_radius=32, spray_density=3)
    desk.window.activateWindow()
    desk.do("tools.larger")
    desk.do("tools.sparser")
    assert (brush.numbers["radius"].text(), brush.numbers["density"].text()) == ("48", "2")
    assert desk.message == "Points per dab of the spray: 2"
    brush.buttons["tools.smaller"].click()
    assert desk.window.controller.view_state.brush_radius == 32
    desk.window.controller.change_view(tool=Tool.BRUSH)
    assert (brush.isVisible(), brush.numbers["density"].isVisible()) == (True, False)
    desk.window.controller.change_view(tool=Tool.SELECT)
    assert not brush.isVisible()


def test_the_ring_of_the_brush_follows_the_mouse_and_goes_with_the_tool(desk: Desk) -> None:
    show_five(desk, Tool.RELABEL)
    layer = desk.window.canvas.tool_layer
    desk.window.canvas.moved.emit(at(desk, 1, 1), NONE)
    assert layer.ring == (at(desk, 1, 1), desk.window.controller.view_state.brush_radius)
    desk.window.controller.change_view(tool=Tool.PLACE)
    assert layer.ring is None


def test_a_button_stands_for_its_last_tool(desk: Desk) -> None:
    button = desk.window.left.tools["select"]
    desk.window.controller.change_view(tool=Tool.LASSO)
    assert (button.tool, button.isChecked(), button.accessibleName()) == (Tool.LASSO, True, "Lasso")
    desk.window.controller.change_view(tool=Tool.PLACE)
    assert (button.tool, button.isChecked()) == (Tool.LASSO, False)
    button.click()
    assert desk.window.controller.view_state.tool is Tool.LASSO
    desk.window.controller.change_view(tool=Tool.SELECT)
    assert button.tool is Tool.SELECT
