"""Commands about the selected points: each one step of undo, and nothing else changed."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.gui.features.forms import AlphaPanel
from tests.gui.desk import Desk, Key, Modifier

FOUR = Dataset.of([[0, 0], [2, 0], [2, 1], [9, 9]], [0, 1, 1, 0])
SELECTED = [0, 1, 2]
MAPPED = {
    "edit.mirror_across": [[2, 0], [0, 0], [0, 1]],
    "edit.mirror_upwards": [[0, 1], [2, 1], [2, 0]],
    "edit.turn_left": [[1.5, -0.5], [1.5, 1.5], [0.5, 1.5]],
    "edit.turn_right": [[0.5, 1.5], [0.5, -0.5], [1.5, -0.5]],
    "edit.double": [[-1, -0.5], [3, -0.5], [3, 1.5]],
    "edit.halve": [[0.5, 0.25], [1.5, 0.25], [1.5, 0.75]],
}


def show_four(desk: Desk) -> None:
    desk.show(FOUR)
    desk.window.gestures.select(SELECTED)


def test_mirrored_turned_and_scaled_points_lie_where_they_should_and_one_undo_brings_them_back(desk: Desk) -> None:
    show_four(desk)
    for action, meant in MAPPED.items():
        desk.do(action)
        assert desk.dataset.X[:3].tolist() == meant, action
        assert desk.dataset.X[3].tolist() == [9, 9]
        assert desk.window.gestures.selected == SELECTED
        desk.do("edit.undo")
        assert desk.dataset is desk.window.controller.document.dataset
        assert desk.dataset.X.tobytes() == FOUR.X.tobytes()


def test_six_turns_by_15_degrees_are_a_quarter_turn_and_twenty_four_none_at_all(desk: Desk) -> None:
    show_four(desk)
    for _ in range(6):
        desk.do("edit.tilt_left")
    assert desk.dataset.X[:3].tolist() == MAPPED["edit.turn_left"]
    for _ in range(18):
        desk.do("edit.tilt_left")
    assert desk.dataset.X.tobytes() == FOUR.X.tobytes()
    desk.do("edit.tilt_left")
    desk.do("edit.jitter")
    assert all(len(repr(v)) < 9 for v in desk.dataset.X.ravel().tolist())


def test_nudges_one_after_the_other_are_one_step_of_undo(desk: Desk) -> None:
    show_four(desk)
    step = float(desk.window.gestures.steps(Modifier.NoModifier)[0])
    for key in (Key.Key_Right, Key.Key_Right, Key.Key_Up, Key.Key_Left):
        desk.key(key, Modifier.AltModifier)
    assert desk.dataset.X[:3] == pytest.approx(FOUR.X[:3] + step)
    desk.window.gestures.select([3])
    desk.key(Key.Key_Down, Modifier.AltModifier)
    desk.do("edit.undo")
    assert desk.dataset.X[3].tolist() == [9, 9]
    assert desk.dataset.X[0, 0] == step
    desk.do("edit.undo")
    assert desk.dataset.X.tobytes() == FOUR.X.tobytes()


def test_copies_are_selected_and_the_run_goes_on_with_them(desk: Desk) -> None:
    show_four(desk)
    desk.key(Key.Key_D, Modifier.ControlModifier)
    assert desk.window.gestures.selected == [4, 5, 6]
    assert desk.dataset.labels[4:].tolist() == [0, 1, 1]
    assert desk.dataset.is_extension_of(FOUR)
    desk.do("edit.undo")
    assert desk.dataset.n_samples == 4
    assert desk.window.gestures.selected == []


def test_a_class_and_all_others_are_selected(desk: Desk) -> None:
    show_four(desk)
    desk.do("edit.invert")
    assert desk.window.gestures.selected == [3]
    desk.window.controller.change_view(current_class=1)
    desk.do("edit.select_class")
    assert desk.window.gestures.selected == [1, 2]
    desk.do("edit.select_all")
    assert desk.window.gestures.selected == [0, 1, 2, 3]


def test_what_cannot_be_is_said_and_nothing_changes(desk: Desk) -> None:
    for points, action, words in (
        (np.eye(3), "edit.mirror_across", "more than two features"),
        (np.array([[0.0], [1.0], [2.0]]), "edit.turn_left", "lie on a line"),
        (np.array([[0.0, 0.0], [1e12, 1e12], [0.0, 1.0]]), "edit.double", "from −10¹² to 10¹²"),
    ):
        desk.show(Dataset.of(points, [0, 1, 1]))
        desk.window.gestures.select([0, 1, 2])
        before = desk.document
        desk.do(action)
        assert desk.document is before
        assert words in desk.message


def test_without_selected_points_nothing_is_offered(desk: Desk) -> None:
    desk.show(FOUR)
    desk.window.gestures.select([])
    for action in (*MAPPED, "edit.duplicate", "edit.jitter", "edit.nudge_up"):
        assert not desk.window.actions_by_id[action].isEnabled()
        assert "select points first" in desk.window.actions_by_id[action].toolTip()


def test_a_panel_that_still_shows_points_of_before_selects_none_that_are_gone(desk: Desk) -> None:
    """A row of 225 points was clicked when there were four: to turn it failed."""
    desk.show(Dataset.of([[i, i % 7] for i in range(225)], [i % 2 for i in range(225)]))
    desk.show(FOUR)
    panel = desk.window.side.panel(AlphaPanel)
    panel.point_chosen.emit(224)
    assert not desk.window.gestures.selected
    panel.point_chosen.emit(3)
    assert desk.window.gestures.selected == [3]
