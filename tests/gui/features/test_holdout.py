"""Points are held out and brought back by keys, dialog and menu; the test part is hidden until the one look (H1)."""

from __future__ import annotations

from PySide6.QtCore import Qt

from perceptron_gui.engine.data.dataset import Dataset, Part, part_of, with_part
from perceptron_gui.gui.features.curves import CurvesPanel
from tests.gui.desk import Desk

Key, Shift = Qt.Key, Qt.KeyboardModifier.ShiftModifier
SIX = Dataset.of([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 1]], [0, 0, 0, 1, 1, 1])


def parts(desk: Desk) -> list[int]:
    """Return the part of every point."""
    return [int(part_of(desk.dataset, i)) for i in range(desk.dataset.n_samples)]


def told(desk: Desk) -> str:
    """Return what the line below the plane says."""
    line = desk.window.model_bar.line
    return line.errors if line is not None else ""


def test_selected_points_go_into_a_part_by_a_key_and_come_back_by_undo(desk: Desk) -> None:
    desk.show(SIX)
    desk.window.gestures.select([1, 4])
    desk.key(Key.Key_V, Shift)
    assert parts(desk) == [0, 1, 0, 0, 1, 0]
    assert desk.message == "4 points are used for training; held out: 2 for validation, 0 for testing."
    desk.key(Key.Key_T, Shift)
    assert parts(desk) == [0, 2, 0, 0, 2, 0]
    desk.settle()
    assert desk.snapshot.passes[0].size == 4
    desk.do("edit.undo")
    assert parts(desk) == [0, 1, 0, 0, 1, 0]
    desk.key(Key.Key_R, Shift)
    assert desk.dataset.parts is None
    assert desk.settle().passes[0].size == 6


def test_all_points_held_out_are_refused_in_a_sentence_and_nothing_changes(desk: Desk) -> None:
    desk.show(SIX)
    desk.do("edit.select_all")
    desk.key(Key.Key_V, Shift)
    assert desk.dataset is SIX
    assert desk.message == "All points would be held out: leave at least one to train on."


def test_a_placed_point_is_trained_on_and_the_run_goes_on(desk: Desk) -> None:
    desk.show(with_part(SIX, [0, 5], Part.VALIDATION))
    desk.do("run.step")
    visit = desk.settle().visit
    desk.window.controller.place([[2.5, 2.0]], [1])
    assert parts(desk) == [1, 0, 0, 0, 0, 1, 0]
    shown = desk.settle()
    assert shown.visit == visit == 1
    assert shown.trained.n_samples == 5
    assert shown.dataset.n_samples == 7


def test_the_dialog_says_what_shares_come_to_and_draws_them(desk: Desk) -> None:
    desk.show(SIX)
    desk.do("data.hold_out")
    dialog = desk.commands.late["hold_out"].made.dialog
    dialog.validation.setText("34 %")
    dialog.test.setText("33,4")
    assert dialog.told.text() == "2 points are used for training; held out: 2 for validation, 2 for testing."
    dialog.test.setText("70")
    assert "add up to less than 1" in dialog.told.text()
    dialog.apply()
    assert desk.dataset is SIX
    dialog.test.setText("")
    dialog.apply()
    assert sorted(parts(desk)) == [0, 0, 0, 0, 1, 1]
    assert dialog.now.text() == "Now: 4 points are used for training; held out: 2 for validation, 0 for testing."
    dialog.close()


def test_the_test_part_is_told_after_the_one_look(desk: Desk) -> None:
    panel = desk.window.side.panel(CurvesPanel)
    desk.window.side.bring_named(panel.objectName())
    desk.show(with_part(with_part(SIX, [0], Part.VALIDATION), [5], Part.TEST))
    desk.do("run.end")
    desk.wait(lambda: panel.plots is not None and "accuracy" in panel.plots.plots)
    assert panel.plots is not None
    lines = panel.plots.lines
    desk.wait(lambda: lines["validation"].yData is not None and len(lines["validation"].yData) > 0)
    assert lines["test"].yData is None or not len(lines["test"].yData)
    assert panel.look.button.isVisible()
    assert "? of 1 in test" in told(desk)
    panel.look.button.click()
    desk.wait(lambda: lines["test"].yData is not None and len(lines["test"].yData) > 0)
    desk.wait(lambda: not panel.look.button.isVisible())
    assert "of 1 in test" in told(desk)
    assert "?" not in told(desk)
    assert panel.look.said.text().startswith("You looked at the test part at visit")
    assert not desk.window.actions_by_id["data.look"].isEnabled()
    desk.do("data.train_all")
    desk.wait(lambda: not panel.plots.plots["accuracy"].isVisible())  # type: ignore[union-attr]
    assert not panel.look.isVisible()


def test_the_line_below_the_plane_tells_errors_held_out_on_the_canvas_alone_too(desk: Desk) -> None:
    desk.show(with_part(with_part(SIX, [0], Part.VALIDATION), [5], Part.TEST))
    for is_presenting in (False, True):
        desk.window.controller.change_view(is_presenting=is_presenting)
        desk.wait(lambda: told(desk).endswith("1 of 1 in validation, ? of 1 in test"))
