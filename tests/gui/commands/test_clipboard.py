"""Points go to a spreadsheet and come back by the keys of every program; without a selection the step is copied."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.gui.commands import edit_commands
from tests.gui.desk import Desk, Key, Modifier
from tests.session.bench import XOR

CTRL = Modifier.ControlModifier
THREE = Dataset.of([[0, 0], [1, 2], [0.5, -3]], [0, 1, 1])


def put_on_clipboard(text: str) -> None:
    QApplication.clipboard().setText(text)


def places(desk: Desk) -> list[list[float]]:
    return desk.dataset.X.tolist()


def test_selected_points_are_copied_and_pasted_where_they_were_as_one_step_of_undo(desk: Desk) -> None:
    desk.show(THREE)
    desk.window.gestures.select([2, 1])
    desk.key(Key.Key_C, CTRL)
    assert QApplication.clipboard().text() == "x1\tx2\tclass\n0.5\t-3\tB\n1\t2\tB\n"
    assert desk.message == "Copied 2 points."
    desk.key(Key.Key_V, CTRL)
    assert places(desk)[3:] == [[0.5, -3], [1, 2]]
    assert desk.window.gestures.selected == [3, 4]
    desk.do("edit.undo")
    assert places(desk) == THREE.X.tolist()


def test_cut_points_are_gone_and_on_the_clipboard(desk: Desk) -> None:
    desk.show(THREE)
    desk.window.gestures.select([0])
    desk.key(Key.Key_X, CTRL)
    assert places(desk) == THREE.X.tolist()[1:]
    assert QApplication.clipboard().text().splitlines()[1:] == ["0\t0\tA"]
    desk.do("edit.undo")
    assert places(desk) == THREE.X.tolist()


def test_without_selected_points_the_step_is_copied_and_at_the_start_it_is_said_what_could_be(desk: Desk) -> None:
    desk.show(XOR)
    put_on_clipboard("mine")
    desk.key(Key.Key_C, CTRL)
    assert (QApplication.clipboard().text(), desk.message) == ("mine", "Select points to copy them.")
    desk.do("run.step")
    desk.settle()
    desk.key(Key.Key_C, CTRL)
    assert QApplication.clipboard().text().startswith("VISIT 1")


def test_what_is_no_points_is_refused_in_the_status_line_and_changes_nothing(desk: Desk) -> None:
    desk.show(THREE)
    put_on_clipboard("1\t2\tA\n3\tfour\tB")
    desk.do("edit.paste")
    assert '"four" in column "x2" is not a number' in desk.message
    assert desk.dataset is THREE


def test_a_class_too_many_is_refused_in_words(desk: Desk) -> None:
    desk.show(THREE)
    put_on_clipboard("\n".join(f"1\t2\tk{i}" for i in range(9)))
    desk.do("edit.paste")
    assert "there can be only 10 in all" in desk.message
    assert desk.dataset is THREE


def test_many_points_are_written_and_read_beside_the_window(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edit_commands, "MOST_CELLS", 0)
    monkeypatch.setattr(edit_commands, "LONGEST_TEXT", 0)
    work = desk.commands.clipboard.work
    desk.show(THREE)
    desk.window.gestures.select([0, 1, 2])
    put_on_clipboard("before")
    desk.do("edit.copy")
    desk.wait(lambda: not work.is_busy)
    assert QApplication.clipboard().text().startswith("x1")
    desk.do("edit.paste")
    assert len(places(desk)) == 3
    desk.wait(lambda: not work.is_busy)
    assert len(places(desk)) == 6


def test_points_changed_while_they_were_being_cut_are_only_copied(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edit_commands, "MOST_CELLS", 0)
    desk.show(THREE)
    desk.window.gestures.select([0])
    desk.do("edit.cut")
    desk.window.controller.delete([1, 2])
    desk.wait(lambda: not desk.commands.clipboard.work.is_busy)
    assert places(desk) == [[0, 0]]
