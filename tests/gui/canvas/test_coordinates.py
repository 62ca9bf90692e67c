"""Points with typed coordinates: double click or Enter opens x, y and class in place."""

from __future__ import annotations

from itertools import product

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.gui.canvas.overlays.details import CoordinateEditor
from tests.gui.desk import Desk, Key, Modifier

THREE = Dataset.of([[0, 0], [2, 0], [-1, 1.5]], [0, 1, 0])


def editor_of(desk: Desk) -> CoordinateEditor:
    return desk.window.details.editor


def double_click(desk: Desk, x: float, y: float) -> CoordinateEditor:
    """Double click on a place of the plane."""
    desk.click(x, y)
    desk.qtbot.mouseDClick(desk.window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=desk.pixel(x, y))
    return editor_of(desk)


def type_into(desk: Desk, editor: CoordinateEditor, *texts: str) -> None:
    """Replace what stands in the fields."""
    for field, text in zip(editor.fields, texts, strict=False):
        field.clear()
        field.insert(text)  # the keys of a test know no −
        field.textEdited.emit(text)


def test_the_fourth_point_is_put_at_one_one_by_hand(desk: Desk) -> None:
    desk.show(THREE)
    desk.click(1.37, 0.73)
    editor = double_click(desk, *desk.dataset.X[3].tolist())
    assert editor.isVisible()
    assert "x₄" in editor.title.text()
    type_into(desk, editor, "1", "1")
    desk.key(Key.Key_Return, on=editor.fields[1])
    assert not editor.isVisible()
    assert desk.dataset.X[3].tolist() == [1, 1]
    desk.do("edit.undo")
    assert desk.dataset.X[3].tolist() != [1, 1]
    assert desk.dataset.n_samples == 4


def test_a_point_with_more_digits_than_doubles_keep_says_so_until_both_coordinates_are_typed(desk: Desk) -> None:
    desk.show(Dataset.of([[0, 0], [2, 0], [-1, 1.5]], [0, 1, 0], rounded=[1]))
    for texts, rounded in ((("2.5",), (1,)), (("3", "1"), ())):
        editor = double_click(desk, *desk.dataset.X[1].tolist())
        type_into(desk, editor, *texts)
        desk.key(Key.Key_Return, on=editor.fields[0])
        assert desk.dataset.rounded == rounded


def test_a_comma_is_a_point_and_a_minus_may_be_typographic(desk: Desk) -> None:
    desk.show(THREE)
    editor = double_click(desk, 2, 0)
    assert [field.text() for field in editor.fields] == ["2", "0"]
    type_into(desk, editor, "−1,25", "1e-3")
    desk.key(Key.Key_Enter, on=editor.fields[0])
    assert desk.dataset.X[1].tolist() == [-1.25, 0.001]


def test_the_class_is_chosen_in_the_same_place_and_is_the_same_step_of_undo(desk: Desk) -> None:
    desk.show(THREE)
    editor = double_click(desk, 2, 0)
    type_into(desk, editor, "3")
    editor.classes.setFocus()
    desk.key(Key.Key_Up, on=editor.classes)
    desk.key(Key.Key_Return, on=editor.classes)
    assert desk.dataset.X[1].tolist() == [3, 0]
    assert desk.dataset.labels.tolist() == [0, 0, 0]
    desk.do("edit.undo")
    assert desk.dataset.X.tolist() == THREE.X.tolist()
    assert desk.dataset.labels.tolist() == THREE.labels.tolist()


def test_escape_gives_up_and_no_change_is_no_step_of_undo(desk: Desk) -> None:
    desk.show(THREE)
    editor = double_click(desk, 2, 0)
    type_into(desk, editor, "7")
    desk.key(Key.Key_Escape, on=editor.fields[0])
    assert not editor.isVisible()
    assert desk.dataset is THREE
    assert desk.window.canvas.hasFocus()
    editor = double_click(desk, 2, 0)
    desk.key(Key.Key_Return, on=editor.fields[0])
    assert desk.dataset is THREE


def test_what_is_wrong_is_said_beside_its_field(desk: Desk) -> None:
    desk.show(THREE)
    for text, flaw in (
        ("", "Type a number"),
        ("1 000", "is not a number"),
        ("nan", "is not a number"),
        ("2e12", "10¹²"),
        ("0.12345678901234567890", "15 digits"),
        ("1e-99999999999999999999", "15 digits"),
        ("1.2.3", "is not a number"),
    ):
        editor = double_click(desk, 2, 0)
        type_into(desk, editor, "1", text)
        desk.key(Key.Key_Return, on=editor.fields[1])
        assert editor.isVisible()
        assert flaw in editor.problems[1].text()
        assert not editor.problems[0].isVisible()
        assert editor.problems[1].isVisible()
        assert editor.fields[1].hasFocus()
        assert desk.dataset is THREE
        inside = QRect(editor.pos(), editor.size())
        assert desk.window.canvas.rect().contains(inside)
        type_into(desk, editor, "1", "1")
        assert not editor.problems[1].isVisible()
        desk.key(Key.Key_Escape, on=editor.fields[1])


def test_going_on_elsewhere_takes_what_can_be_taken(desk: Desk) -> None:
    desk.show(THREE)
    editor = double_click(desk, 2, 0)
    type_into(desk, editor, "1", "0.5")
    desk.click(-0.6, -0.6)
    assert not editor.isVisible()
    assert desk.dataset.X[1].tolist() == [1, 0.5]
    assert desk.dataset.n_samples == 4
    editor = double_click(desk, 1, 0.5)
    type_into(desk, editor, "much")
    desk.rules.eta.setFocus()
    assert not editor.isVisible()
    assert desk.dataset.X[1].tolist() == [1, 0.5]
    assert "stays as it was" in desk.message


def test_enter_opens_the_selected_point_and_at_the_cursor_a_point_or_a_new_one(desk: Desk) -> None:
    desk.show(THREE)
    desk.click(2, 0)
    desk.key(Key.Key_Return, on=desk.window.canvas)
    editor = editor_of(desk)
    assert editor.isVisible()
    assert "x₂" in editor.title.text()
    desk.key(Key.Key_Escape, on=editor.fields[0])
    desk.key(Key.Key_Escape, on=desk.window.canvas)
    desk.key(Key.Key_Return, on=desk.window.canvas)
    cursor = desk.window.cursor_keys
    assert cursor.at is not None
    desk.key(Key.Key_Return, on=desk.window.canvas)
    assert "x₄" in editor.title.text()
    type_into(desk, editor, "1", "1")
    desk.key(Key.Key_Return, on=editor.fields[1])
    assert desk.dataset.X[3].tolist() == [1, 1]
    assert cursor.at is not None, "the cursor is back"
    assert desk.window.canvas.hasFocus()


def test_keys_write_in_the_fields_and_mean_nothing_else(desk: Desk) -> None:
    desk.show(THREE)
    editor = double_click(desk, 2, 0)
    desk.qtbot.keyClicks(editor.fields[0], "12")
    for key in (Key.Key_Left, Key.Key_Home, Key.Key_Space, Key.Key_E, Key.Key_Delete):
        desk.key(key, on=editor.fields[0])
    editor.classes.setFocus()
    for key in (Key.Key_1, Key.Key_2, Key.Key_E):
        desk.key(key, on=editor.classes)
    assert desk.dataset is THREE
    assert not desk.settle().is_playing
    assert desk.snapshot.visit == 0
    assert desk.window.gestures.tool.value == "place"
    assert editor.isVisible()


def test_any_other_edit_closes_it(desk: Desk) -> None:
    desk.show(THREE)
    editor = double_click(desk, 2, 0)
    desk.window.controller.delete([0])
    assert not editor.isVisible()
    assert desk.dataset.n_samples == 2


def test_of_many_features_the_two_shown_are_typed(desk: Desk) -> None:
    desk.show(Dataset.of([[1, 2, 3, 4], [4, 3, 2, 1]], [0, 1], features=["length", "width", "depth", "a" * 200]))
    desk.window.canvas.set_axes((2, 1))
    editor = double_click(desk, 3, 2)
    assert [field.text() for field in editor.fields] == ["3", "2"]
    assert [name.text() for name in editor.names] == ["depth", "width"]
    type_into(desk, editor, "5", "6")
    desk.key(Key.Key_Return, on=editor.fields[0])
    assert desk.dataset.X.tolist() == [[1, 6, 5, 4], [4, 3, 2, 1]]
    desk.window.canvas.set_axes((0, 3))
    editor = double_click(desk, 4, 1)
    assert editor.width() < 400


def test_a_single_feature_has_one_field(desk: Desk) -> None:
    desk.show(Dataset.of([[1], [4]], [0, 1]))
    editor = double_click(desk, 4, 0)
    assert [field.isVisible() for field in editor.fields] == [True, False]
    type_into(desk, editor, "2.5")
    desk.key(Key.Key_Return, on=editor.fields[0])
    assert desk.dataset.X.tolist() == [[1], [2.5]]


def test_a_double_click_in_one_place_of_several_points_takes_one_after_the_other(desk: Desk) -> None:
    desk.show(Dataset.of([[1, 1], [1, 1], [0, 0]], [0, 1, 0]))
    editor = double_click(desk, 1, 1)
    assert not editor.isVisible()
    assert desk.window.gestures.selected == [1]
    desk.key(Key.Key_Return, on=desk.window.canvas)
    assert "x₂" in editor.title.text()


def test_it_stays_in_view_and_beside_its_point(desk: Desk) -> None:
    for across, upwards in product((0.01, 0.99), repeat=2):
        desk.show(THREE)
        left, bottom, right, top = desk.window.canvas.frame.rectangle
        at = left + across * (right - left), bottom + upwards * (top - bottom)
        desk.window.controller.place([at], [0])
        desk.click(*at)
        desk.key(Key.Key_Return, on=desk.window.canvas)
        editor = editor_of(desk)
        assert desk.window.canvas.rect().contains(editor.geometry())
        assert not editor.geometry().contains(desk.pixel(*at))
        assert QApplication.focusWidget() is editor.fields[0]
        desk.key(Key.Key_Escape, on=editor.fields[0])


def test_the_cursor_says_where_it_stands_and_moves_on_the_places_where_points_land(desk: Desk) -> None:
    desk.clear()
    canvas = desk.window.canvas
    desk.key(Key.Key_Return, on=canvas)
    assert canvas.pointer.text.startswith("(")
    for _ in range(40):
        if canvas.pointer.text == "(1, 1)":
            break
        x, y = desk.window.gestures.coordinates(canvas.pointer.cross, Modifier.NoModifier)
        desk.key(
            Key.Key_Right if x < 1 else Key.Key_Left if x > 1 else Key.Key_Up if y < 1 else Key.Key_Down, on=canvas
        )
    desk.key(Key.Key_Space, on=canvas)
    assert desk.dataset.X.tolist() == [[1, 1]]
    desk.do("view.zoom_in")
    assert canvas.pointer.cross is not None
    assert canvas.frame.contains(*desk.window.gestures.coordinates(canvas.pointer.cross, Modifier.NoModifier))


def test_while_it_is_open_no_card_lies_on_it(desk: Desk) -> None:
    desk.show(THREE)
    editor = double_click(desk, 2, 0)
    hover = desk.window.details.hover
    desk.move(2.01, 0)
    hover._show_card()
    assert editor.isVisible() and hover.card.isHidden() and not hover._rest.isActive()
    desk.key(Key.Key_Escape, on=editor.fields[0])
    desk.move(2, 0)
    desk.wait(lambda: not hover.card.isHidden())
