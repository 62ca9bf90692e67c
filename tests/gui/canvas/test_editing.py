"""Mouse and keys on the canvas: place, move, select, brush, erase, relabel, and one step of undo for each."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit, QMenu

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.session.view.view_state import SPEEDS
from tests.gui.desk import Desk, Key, Modifier
from tests.session.bench import TEXTBOOK, XOR

TITLE_BUTTONS = 120
"""Pixels of the buttons and edges beside a title."""
FAST = len(SPEEDS) - 1
GRID = Modifier.ControlModifier | Modifier.ShiftModifier
CLOUD = Dataset.of(np.round(np.random.default_rng(3).normal(size=(200, 2)), 4), [0, 1] * 100)
"""Random labels: a run that goes on for long."""
SQUARE = Dataset.of([[0, 0], [2, 0], [2, 2], [0, 2]], [0, 1, 1, 0])


def test_a_click_places_a_point_of_the_current_class_on_a_tenth_of_the_grid(desk: Desk) -> None:
    desk.clear()
    canvas = desk.window.canvas
    desk.click(1.2345678, -0.7654321)
    assert desk.dataset.labels.tolist() == [desk.window.gestures.current_class] == [1]
    tenth = Fraction(str(canvas.grid_steps[0])) / 10
    assert 9 <= float(tenth) * canvas.frame.units[0] <= 25
    for placed, meant in zip(desk.dataset.X[0].tolist(), (1.2345678, -0.7654321), strict=True):
        assert (Fraction(repr(placed)) / tenth).denominator == 1
        assert abs(placed - meant) <= tenth / 2 + Fraction(1 / canvas.frame.units[0])


def test_the_whole_numbers_of_the_textbook_are_one_click_each(desk: Desk) -> None:
    desk.clear()
    for x, y in ((1, 1), (1.04, -0.96), (-2, 0.03), (0, 0)):
        desk.click(x, y)
    assert desk.dataset.X.tolist() == [[1, 1], [1, -1], [-2, 0], [0, 0]]


def test_placed_coordinates_have_few_places_at_every_zoom(desk: Desk) -> None:
    for zoom in (1.0, 3.7, 140.0, 1e-3, 1e-8):
        desk.clear()
        desk.window.canvas.zoom(zoom)
        frame = desk.window.canvas.frame
        for row, modifiers in enumerate((Modifier.NoModifier, GRID, Modifier.ControlModifier)):
            for part in (0.31, 0.57, 0.93):
                desk.click(*frame.data(QPointF(part * frame.width, (0.3 + 0.25 * row) * frame.height)), modifiers)
        assert desk.dataset.n_samples == 9
        coordinates = desk.dataset.X.ravel().tolist()
        assert all(len(Decimal(repr(v)).normalize().as_tuple().digits) <= 8 for v in coordinates), zoom


def test_control_and_shift_place_a_point_on_the_grid_itself(desk: Desk) -> None:
    desk.clear()
    desk.click(1.2345678, -0.7654321, GRID)
    step = Fraction(str(desk.window.canvas.grid_steps[0]))
    assert all((Fraction(repr(v)) / step).denominator == 1 for v in desk.dataset.X[0].tolist())


@pytest.mark.parametrize("key", [Modifier.AltModifier, Modifier.ControlModifier])
def test_alt_and_control_place_a_point_where_the_mouse_is(desk: Desk, key: Modifier) -> None:
    desk.clear()
    frame = desk.window.canvas.frame
    desk.click(1.2345678, -0.7654321, key)
    x, y = desk.dataset.X[0].tolist()
    at = frame.point(x, y) - QPointF(desk.pixel(1.2345678, -0.7654321))
    assert abs(at.x()) < 0.1
    assert abs(at.y()) < 0.1
    tenth = Fraction(str(desk.window.canvas.grid_steps[0])) / 10
    assert (Fraction(repr(x)) / tenth).denominator > 1


def test_a_second_click_in_one_place_means_the_point_that_snapped_away_from_the_mouse(desk: Desk) -> None:
    desk.clear()
    canvas = desk.window.canvas
    while canvas.grid_steps[0] / 10 * canvas.frame.units[0] < 20:
        canvas.zoom(1.1)
    aside = 0.44 * canvas.grid_steps[0] / 10
    for _ in range(2):
        desk.click(0.5 + aside, 0.5 + aside)
    assert desk.dataset.X.tolist() == [[0.5, 0.5]]
    assert desk.window.gestures.selected == [0]


def test_the_panel_says_what_to_do_next(desk: Desk) -> None:
    desk.clear()
    assert "Place points on the plane" in desk.window.side.panel(StepPanel).label.text()
    desk.click(1, 1)
    desk.settle()
    assert "Space plays it" in desk.window.side.panel(StepPanel).label.text()


def test_undo_takes_a_placed_point_back_and_redo_brings_it_again(desk: Desk) -> None:
    before = desk.dataset
    desk.clear()
    desk.click(1, 1)
    placed = desk.dataset
    assert desk.window.isWindowModified()
    desk.key(Key.Key_Z, Modifier.ControlModifier)
    assert desk.dataset.n_samples == 0
    desk.wait(lambda: desk.message == "undone: place")
    desk.key(Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert desk.dataset is placed
    desk.key(Key.Key_Z, Modifier.ControlModifier)
    desk.key(Key.Key_Z, Modifier.ControlModifier)
    assert desk.dataset is before
    assert not desk.window.actions_by_id["edit.undo"].isEnabled()


def test_a_click_where_w_begins_places_a_point_too(desk: Desk) -> None:
    desk.clear()
    desk.click(1, 1)
    desk.click(0, 0)
    assert desk.dataset.n_samples == 2
    assert desk.document.settings.initial is None


def test_w_is_dragged_to_where_the_run_shall_start(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    desk.drag((0, 0), (0.5, 0.2), (1, 0.5))
    assert desk.document.settings.initial == pytest.approx((1, 0.5, 0), abs=0.02)
    assert desk.settle().theta[0].tolist() == list(desk.document.settings.initial or ())
    desk.do("edit.undo")
    assert desk.settle().theta.tolist() == [[0, 0, 0]]


def test_the_view_stays_still_under_clicks(desk: Desk) -> None:
    frame = desk.window.canvas.frame
    for x, y in ((0.3, 0.3), (-0.7, 1.1), (1.3, -0.9)):
        desk.click(x, y)
    desk.settle()
    assert desk.window.canvas.frame == frame


def test_undo_and_redo_to_a_set_out_of_view_fit_the_view(desk: Desk) -> None:
    canvas = desk.window.canvas
    desk.show(SQUARE)
    desk.show(Dataset.of([[1000, 1000], [1010, 1004]], [0, 1]))
    assert not canvas.frame.contains(0, 0)
    desk.do("edit.undo")
    assert all(canvas.frame.contains(x, y) for x, y in SQUARE.X.tolist())
    desk.do("edit.redo")
    assert all(canvas.frame.contains(x, y) for x, y in desk.dataset.X.tolist())


def test_undo_of_points_in_view_leaves_the_view_alone(desk: Desk) -> None:
    canvas = desk.window.canvas
    desk.show(SQUARE)
    canvas.zoom(4.0)  # some points are out of view, because somebody wanted so
    desk.click(0.8, 0.6)
    frame = canvas.frame
    for name in ("edit.undo", "edit.redo", "edit.undo"):
        desk.do(name)
        assert canvas.frame == frame
    desk.do("edit.clear")
    desk.do("edit.undo")
    assert all(canvas.frame.contains(x, y) for x, y in SQUARE.X.tolist())


def test_two_quick_clicks_in_one_place_do_no_harm(desk: Desk) -> None:
    desk.clear()
    desk.click(1, 1)
    desk.qtbot.mouseDClick(desk.window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=desk.pixel(1, 1))
    assert desk.dataset.n_samples == 1
    assert desk.window.gestures.selected == [0]


def test_digits_and_palette_choose_the_class_of_clicks(desk: Desk) -> None:
    desk.clear()
    desk.key(Key.Key_1)
    desk.click(0, 1)
    desk.key(Key.Key_2)
    desk.click(0, -1)
    desk.qtbot.mouseClick(desk.window.left.classes[0], Qt.MouseButton.LeftButton)
    desk.click(1, 0)
    desk.key(Key.Key_9)  # there is no ninth class
    desk.click(-1, 0)
    assert desk.dataset.labels.tolist() == [0, 1, 0, 0]


def test_a_drag_moves_a_point_in_one_step_of_undo(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.drag((2, 2), (2.2, 2.1), (2.3, 2.2), (2.5, 2.2))
    assert desk.dataset.X[2].tolist() == pytest.approx([2.5, 2.2], abs=0.02)
    assert desk.dataset.n_samples == 4
    desk.do("edit.undo")
    assert desk.dataset.X[2].tolist() == [2, 2]


def test_moving_a_point_leaves_the_others_as_they_were(desk: Desk) -> None:
    odd = Dataset.of([[0.123456789, 0.1], [1 / 3, 2], [2, 2]], [0, 1, 1])
    desk.show(odd)
    desk.drag((2, 2), (1.8, 1.8), (1.5, 1.5))
    assert desk.dataset.X[:2].tolist() == odd.X[:2].tolist()


def test_while_a_point_is_dragged_training_holds_and_errors_follow(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is Stop.CONVERGED)
    visit = desk.snapshot.visit
    desk.drag((1, 1), (2, 2), (3.5, 3.5), lets_go=False)
    desk.wait(lambda: desk.snapshot.errors.tolist() == [False, False, True])
    assert desk.snapshot.visit == visit
    assert desk.dataset is not None and desk.dataset.X[2].tolist() == [1, 1]
    desk.release(3.5, 3.5)
    assert desk.settle().visit == 0


def test_of_the_places_between_two_frames_the_first_and_the_newest_count(desk: Desk) -> None:
    desk.show(SQUARE)
    previewed: list[list[float]] = []
    desk.window.controller.previewed.connect(lambda document: previewed.append(document.dataset.X[-1].tolist()))
    x, y = SQUARE.X[-1].tolist()
    places = [(x + step / 2, y) for step in range(5)]
    desk.window.controller.clock.stop()
    desk.drag(*places, lets_go=False)
    assert previewed == [list(places[1])]
    desk.window.controller.ticked.emit()
    assert previewed == [list(places[1]), list(places[4])]
    assert desk.window.canvas.positions[-1].tolist() == list(places[4])
    desk.window.controller.clock.start()
    desk.release(*places[4])
    assert desk.dataset.X[-1].tolist() == list(places[4])


def test_a_release_before_the_next_frame_drops_the_point_at_the_newest_place(desk: Desk) -> None:
    desk.show(SQUARE)
    x, y = SQUARE.X[-1].tolist()
    desk.window.controller.clock.stop()
    desk.drag(*[(x + step / 2, y) for step in range(4)])
    assert desk.dataset.X[-1].tolist() == [x + 1.5, y]
    desk.window.controller.clock.start()


def test_escape_gives_a_drag_up(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.key(Key.Key_Right)
    before = desk.settle()
    steps = len(desk.window.controller.history._entries)
    desk.drag((2, 2), (2.2, 2.2), (2.4, 2.4), lets_go=False)
    desk.key(Key.Key_Escape)
    desk.release(2.4, 2.4)
    after = desk.settle()
    assert desk.dataset.X.tolist() == SQUARE.X.tolist()
    assert desk.window.canvas._points.positions.tolist() == SQUARE.X.tolist()
    assert (after.visit, after.theta.tolist()) == (before.visit, before.theta.tolist())
    assert len(desk.window.controller.history._entries) == steps


@pytest.mark.parametrize("speed", [5, FAST])
def test_a_drag_in_a_playing_run_keeps_it_playing(desk: Desk, speed: int) -> None:
    desk.show(CLOUD.with_points([[4, 4]], [1]))
    desk.set_speed(speed)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit >= 2)
    desk.drag((4, 4), (3.8, 3.8), (3.5, 3.5), (3.2, 3.4))
    desk.settle()
    assert desk.dataset.X[200].tolist() == [3.2, 3.4]
    assert desk.window.controller.is_dragging is False
    desk.wait(lambda: desk.snapshot.visit >= 2)


@pytest.mark.parametrize(("tool", "key"), [("erase", Key.Key_E), ("select", Key.Key_S), ("brush", Key.Key_B)])
def test_an_edit_in_the_middle_of_a_stroke_ends_it(desk: Desk, tool: str, key: Key) -> None:
    desk.show(SQUARE)
    desk.click(1, 1)
    desk.key(key)
    desk.press(1, 1)  # the point that goes, and others come into its place of the list
    desk.key(Key.Key_Z, Modifier.ControlModifier)
    assert not desk.window.gestures.is_busy
    desk.move(1.4, 1.4)
    desk.release(1.4, 1.4)
    assert desk.dataset.X.tolist() == SQUARE.X.tolist()
    assert desk.window.canvas._points.positions.tolist() == SQUARE.X.tolist()
    assert desk.window.gestures.selected == []


def test_another_set_of_as_many_points_does_not_inherit_the_selection(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.window.top.sample_chosen.emit("xor")
    assert desk.dataset.n_samples == 4
    desk.click(*desk.dataset.X[2].tolist())
    desk.do("edit.undo")
    assert desk.window.gestures.selected == []


def test_undo_in_the_middle_of_a_drag_leaves_a_run_that_plays(desk: Desk) -> None:
    desk.show(XOR)
    desk.click(0.5, 1.5)
    desk.drag((1, 1), (1.2, 1.2), (1.3, 1.3), lets_go=False)
    desk.key(Key.Key_Z, Modifier.ControlModifier)
    desk.release(1.3, 1.3)
    assert desk.dataset.X.tolist() == XOR.X.tolist()
    assert desk.window.canvas._points.positions.tolist() == XOR.X.tolist()
    desk.set_speed(6)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit >= 4)


def test_a_frame_selects_and_delete_removes(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.key(Key.Key_S)
    desk.drag((1.5, -0.5), (2, 1), (2.4, 2.3))
    assert desk.window.gestures.selected == [1, 2]
    desk.key(Key.Key_Delete)
    assert desk.dataset.X.tolist() == [[0, 0], [0, 2]]
    assert desk.window.gestures.selected == []
    assert not desk.window.actions_by_id["edit.delete"].isEnabled()
    desk.do("edit.undo")
    assert desk.dataset.X.tolist() == SQUARE.X.tolist()


def test_shift_click_adds_to_the_selection_and_takes_from_it(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.click(0, 0)
    desk.click(2, 0, Modifier.ShiftModifier)
    assert desk.window.gestures.selected == [0, 1]
    desk.click(0, 0, Modifier.ShiftModifier)
    assert desk.window.gestures.selected == [1]
    desk.key(Key.Key_Escape)
    assert desk.window.gestures.selected == []


def test_selected_points_move_together(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.key(Key.Key_S)
    desk.do("edit.select_all")
    desk.drag((0, 0), (0.3, 0.3), (0.5, 0.5))
    shift = desk.dataset.X[0].tolist()
    assert desk.dataset.X.tolist() == [[x + shift[0], y + shift[1]] for x, y in SQUARE.X.tolist()]


def test_digits_relabel_the_selection_in_one_step(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.do("edit.select_all")
    desk.key(Key.Key_2)
    assert desk.dataset.labels.tolist() == [1, 1, 1, 1]
    desk.do("edit.undo")
    assert desk.dataset.labels.tolist() == SQUARE.labels.tolist()


def test_the_menu_of_a_point_relabels_and_deletes(desk: Desk) -> None:
    desk.show(SQUARE)
    menu = desk.menu_at(0, 0)
    assert [action.text() for action in menu.actions() if action.text()] == [
        "Make it class A",
        "Make it class B",
        "Train on the selected points",
        "Validate on the selected points",
        "Test on the selected points",
        "Cut points",
        "Copy",
        "Delete points",
    ]
    menu.actions()[1].trigger()
    menu.close()
    assert desk.dataset.labels.tolist() == [1, 1, 1, 0]
    menu = desk.menu_at(2, 2)
    menu.actions()[-1].trigger()
    menu.close()
    assert desk.dataset.X.tolist() == [[0, 0], [2, 0], [0, 2]]


def test_an_edit_closes_the_menu_of_a_point(desk: Desk) -> None:
    desk.show(SQUARE)
    menu = desk.menu_at(2, 2)
    desk.window.controller.delete([0])
    assert not menu.isVisible()
    menu = desk.menu_at(2, 2)
    relabel = menu.actions()[0]
    desk.window.controller.delete([0, 1])
    relabel.trigger()
    assert desk.dataset.X.tolist() == [[0, 2]]
    assert desk.dataset.labels.tolist() == [0]


def test_menus_do_not_pile_up(desk: Desk) -> None:
    desk.show(SQUARE)
    before = len(desk.window.findChildren(QMenu))
    for _ in range(5):
        desk.menu_at(0, 0).close()
        desk.menu_at(1, 1).close()
    desk.wait(lambda: len(desk.window.findChildren(QMenu)) == before)


def test_the_brush_is_one_step_of_undo(desk: Desk) -> None:
    desk.clear()
    desk.key(Key.Key_B)
    desk.drag((-2, 0), (-1, 0), (2, 0))
    across = np.sort(desk.dataset.X[:, 0])
    assert np.diff(across).max() * desk.window.canvas.frame.units[0] < 64, "no gaps, however fast the mouse goes"
    assert set(desk.dataset.labels.tolist()) == {1}
    desk.do("edit.undo")
    assert desk.dataset.n_samples == 0


def test_a_brush_beyond_the_largest_number_says_so_and_goes_on(desk: Desk) -> None:
    desk.show(Dataset.of([[1e12, 1e12], [-1e12, 5e11]], [0, 1]))
    desk.key(Key.Key_B)
    desk.drag((1.3e12, 0), (1.2e12, 1e11), (0.5e12, 1e11), (0.4e12, 1e11))
    assert "10¹²" in desk.message
    assert desk.dataset.n_samples > 2
    assert desk.window.failures.dialog is None


def test_a_brush_stroke_given_up_leaves_no_ghosts(desk: Desk) -> None:
    desk.clear()
    desk.key(Key.Key_B)
    desk.drag((-2, 0), (-1, 0), (0, 0), lets_go=False)
    desk.key(Key.Key_Escape)
    desk.release(0, 0)
    assert desk.dataset.n_samples == 0
    assert len(desk.window.canvas._points.positions) == 0


def test_another_tool_in_the_middle_of_a_stroke_leaves_no_ghosts(desk: Desk) -> None:
    desk.clear()
    desk.key(Key.Key_B)
    desk.drag((-2, 0), (-1, 0), (0, 0), lets_go=False)
    desk.key(Key.Key_S)
    desk.release(0, 0)
    assert len(desk.window.canvas._points.positions) == desk.dataset.n_samples


def test_the_eraser_is_one_step_of_undo(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.key(Key.Key_E)
    desk.drag((-0.5, 0), (0, 0), (1, 0), (2, 0), (2.4, 0))
    assert desk.dataset.X.tolist() == [[2, 2], [0, 2]]
    desk.do("edit.undo")
    assert desk.dataset.X.tolist() == SQUARE.X.tolist()


def test_a_selection_never_jumps_to_other_points(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.click(0, 0)
    desk.key(Key.Key_Delete)
    desk.click(2, 2)
    assert desk.window.gestures.selected == [1]
    desk.do("edit.undo")
    selected = [desk.dataset.X[i].tolist() for i in desk.window.gestures.selected]
    assert selected in ([], [[2, 2]])


def test_a_point_added_in_a_run_arrives(desk: Desk) -> None:
    for _ in range(3):
        desk.key(Key.Key_Right)
    before, n = desk.settle(), desk.dataset.n_samples
    desk.click(-1.5, 1.5)
    after = desk.settle()
    assert after.visit == before.visit == 3
    assert after.dataset.n_samples == n + 1
    desk.key(Key.Key_Home)
    desk.wait(lambda: desk.snapshot.visit == 0)
    assert desk.snapshot.dataset.n_samples == n
    assert len(desk.window.canvas._marks.pending) == 1


def test_a_removed_point_starts_again_and_says_why(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.key(Key.Key_Right)
    desk.settle()
    desk.click(0, 0)
    desk.key(Key.Key_Delete)
    assert desk.settle().visit == 0
    assert desk.message == "1 point was removed: the run starts again."


def test_undo_of_a_placed_point_comes_back_to_the_visit_where_it_arrived_and_says_so(desk: Desk) -> None:
    desk.show(SQUARE)
    for _ in range(3):
        desk.key(Key.Key_Right)
    before = desk.settle()
    desk.click(1, 0.5)
    desk.key(Key.Key_Right)
    desk.settle()
    desk.key(Key.Key_Z, Modifier.ControlModifier)
    desk.wait(lambda: desk.message == "undone: place. The run goes back to visit 3.")
    after = desk.settle()
    assert (after.visit, after.theta.tolist()) == (3, before.theta.tolist())
    assert after.dataset.n_samples == SQUARE.n_samples
    desk.key(Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier)
    desk.wait(lambda: desk.message == "redone: place. The run goes on from visit 3.")
    assert (desk.settle().visit, desk.snapshot.arrivals) == (3, (3,))


def test_why_a_run_starts_again_is_still_told_where_the_new_one_has_ended(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.set_speed(FAST)
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is not None)
    desk.click(0, 0)
    desk.key(Key.Key_Delete)
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is not None and desk.snapshot.dataset.n_samples < SQUARE.n_samples)
    assert desk.message == "1 point was removed: the run starts again."


def test_primal_and_dual_keep_the_place(desk: Desk) -> None:
    for _ in range(5):
        desk.key(Key.Key_Right)
    before = desk.settle()
    desk.window.top.modes[Mode.DUAL].click()
    after = desk.settle()
    assert after.settings.mode is Mode.DUAL
    assert (after.visit, after.theta.tolist()) == (before.visit, before.theta.tolist())
    desk.window.top.modes[Mode.PRIMAL].click()
    assert desk.settle().visit == before.visit


def test_quick_changes_of_mode_while_playing_end_in_the_last(desk: Desk) -> None:
    desk.show(CLOUD)
    desk.set_speed(FAST)
    desk.key(Key.Key_Space)
    for _ in range(5):
        for mode in (Mode.DUAL, Mode.MULTICLASS, Mode.PRIMAL, Mode.MULTICLASS):
            desk.window.top.modes[mode].click()
    desk.wait(lambda: desk.snapshot.settings.mode is Mode.MULTICLASS and desk.snapshot.visit > 1000)
    assert desk.window.top.modes[Mode.MULTICLASS].isChecked()


def test_a_changed_rule_starts_again_and_says_so(desk: Desk) -> None:
    for change in (
        lambda: desk.rules.bias.click(),
        lambda: desk.rules.order.activated.emit(desk.rules.order.findData(Order.SHUFFLED)),
        lambda: desk.window.top.modes[Mode.MULTICLASS].click(),
        lambda: desk.window.top.modes[Mode.PRIMAL].click(),
    ):
        desk.window.status.notice("…")
        desk.key(Key.Key_Right, on=desk.window.canvas)
        desk.wait(lambda: desk.snapshot.visit > 0)
        change()
        assert desk.settle().visit == 0
        assert "starts again" in desk.message
    assert desk.document.settings == TrainingSettings(order=Order.SHUFFLED, bias=False)


def test_undo_takes_a_rule_back(desk: Desk) -> None:
    desk.rules.bias.click()
    desk.do("edit.undo")
    assert desk.document.settings.bias
    assert desk.rules.bias.isChecked()


def test_a_third_class_in_a_binary_mode_keeps_and_shows_the_plus_class(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.key(Key.Key_Right)
    before = desk.settle()
    assert not desk.rules.positive.isVisible()
    desk.qtbot.mouseClick(desk.window.left.add_button, Qt.MouseButton.LeftButton)
    assert desk.window.gestures.current_class == 2
    desk.click(1, 1)
    after = desk.settle()
    assert after.visit == before.visit, "the point arrives, the run goes on"
    assert after.positive == before.positive == 1
    assert desk.rules.positive.isVisible()
    assert desk.rules.positive.words == "B  ▾"
    assert desk.window.failures.dialog is None
    desk.rules.positive.activated.emit(2)
    assert desk.settle().positive == 2
    assert desk.snapshot.visit == 0


def test_ten_classes_run_in_multiclass_and_an_eleventh_is_refused(desk: Desk) -> None:
    desk.clear()
    desk.window.top.modes[Mode.MULTICLASS].click()
    for _ in range(8):
        desk.window.left.add_button.click()
    assert not desk.window.left.add_button.isEnabled()
    digits = [Key(Key.Key_0.value + (k + 1) % 10) for k in range(10)]
    for k in range(10):
        desk.key(digits[k])
        desk.click(-3 + 0.6 * k, 1 if k % 2 else -1)
    assert desk.dataset.labels.tolist() == list(range(10))
    desk.set_speed(FAST)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit > 1000 or desk.snapshot.stop is not None)
    assert desk.snapshot.theta.shape == (10, 3)


@pytest.mark.parametrize("name", ["A", "Iris virginica subsp. shrevei, from the garden"])
def test_the_dialog_that_renames_has_room_for_its_title_and_for_the_name(desk: Desk, name: str) -> None:
    desk.show(SQUARE.with_classes([name, "B"]))
    seen: list[tuple[int, int]] = []
    timer = QTimer(desk.window)

    def look() -> None:
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QInputDialog) and dialog.isVisible():
                timer.stop()
                field = dialog.findChild(QLineEdit)
                seen.append((dialog.width(), field.width() - field.fontMetrics().horizontalAdvance(name)))
                dialog.reject()

    timer.timeout.connect(look)
    timer.start(10)
    desk.commands.palette.ask_name(0)
    width, room = seen[0]
    assert width >= desk.window.fontMetrics().horizontalAdvance("Rename class") + TITLE_BUTTONS
    assert room >= 24


def test_a_class_gets_another_name_everywhere(desk: Desk) -> None:
    desk.show(SQUARE)
    desk.key(Key.Key_Right)
    desk.settle()
    desk.commands.palette.rename(1, "yes")
    shown = desk.settle()
    assert shown.visit == 1
    assert shown.dataset.classes == ("A", "yes")
    desk.commands.palette.rename(0, "yes")
    assert desk.dataset.classes == ("A", "yes")
    assert "already" in desk.message


def test_points_of_four_features_are_seen_and_not_placed(desk: Desk) -> None:
    desk.show(Dataset.of([[1, 2, 3, 4], [4, 3, 2, 1]], [0, 1]))
    desk.click(2.2, 2.2)
    assert desk.dataset.n_samples == 2
    assert "two features" in desk.message
    desk.key(Key.Key_B)
    desk.drag((2, 2.5), (2.5, 2.5))
    assert desk.dataset.n_samples == 2


def test_a_single_feature_is_a_line_of_points(desk: Desk) -> None:
    desk.show(Dataset.of([[1], [4]], [0, 1]))
    desk.click(2.5, 0.7)
    assert desk.dataset.X[2].tolist() == pytest.approx([2.5], abs=0.02)
    desk.drag((1, 0), (1.2, 0.5), (1.5, 0.5))
    assert desk.dataset.X[0].tolist() == pytest.approx([1.5], abs=0.02)
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is Stop.CONVERGED)


@pytest.mark.parametrize("far", [1e12, 1e-6])
def test_huge_and_tiny_coordinates_are_seen_zoomed_and_edited(desk: Desk, far: float) -> None:
    desk.show(Dataset.of([[far, far], [-far, 0.5 * far], [far, 0]], [0, 1, 1]))
    for _ in range(8):
        desk.key(Key.Key_Right, Modifier.ShiftModifier)
    desk.settle()
    assert all(desk.window.canvas.frame.contains(x, y) for x, y in desk.dataset.X.tolist())
    desk.click(0, 0.25 * far)
    assert desk.dataset.n_samples == 4
    for name, factor in (("view.zoom_in", 40.0), ("view.zoom_out", 1 / 40)):
        for _ in range(9):
            desk.window.canvas.zoom(factor)
        for _ in range(20):  # as far as it goes
            desk.do(name)
        desk.window.grab()
    desk.do("view.fit")
    desk.click(far, far)
    assert desk.window.gestures.selected == [0]


def test_zooming_into_a_place_far_out_stays_usable(desk: Desk) -> None:
    desk.show(Dataset.of([[1e12, 1e12], [1e12 - 5, 1e12]], [0, 1]))
    viewport = desk.window.canvas.viewport()
    for _ in range(60):
        desk.window.canvas.zoom(3.0, desk.window.canvas.frame.point(1e12, 1e12))
    desk.window.grab()
    desk.qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(200, 300))
    desk.settle()
    desk.do("view.fit")
    desk.window.grab()
    assert desk.window.failures.dialog is None


def test_play_no_longer_pauses_at_a_point_that_is_no_longer_selected(desk: Desk) -> None:
    action, gestures = desk.window.actions_by_id["run.pause_point"], desk.window.gestures
    assert not action.isEnabled()
    assert "select one point first" in action.toolTip()
    gestures.select([2])
    desk.do("run.pause_point")
    assert action.isChecked()
    gestures.select([])
    assert not action.isChecked()
    assert not action.isEnabled()
    assert "no longer pauses" in desk.message
    points: list[object] = []
    desk.window.controller.post(lambda worker: points.append(worker.pauses.point))
    desk.wait(lambda: points == [None])
