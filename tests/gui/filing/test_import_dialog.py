"""The preview of an import: what is shown follows every choice, and points are taken only when all is agreed to."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.opened_file import take_sample
from perceptron_gui.files.points.import_choice import Doubtful, ImportChoice
from perceptron_gui.files.points.points_file import read_points
from perceptron_gui.gui.filing.import_dialog import ImportDialog

Key, Role = Qt.Key, Qt.ItemDataRole
FLOWERS = "Nr;Länge;Breite;Art;Bemerkung\n1;5,1;3,5;setosa;\n2;4,9;NA;setosa;klein\n3;7,0;3,2;versicolor;\n"


class Asked:
    """A dialog over a file; every choice reads it at once."""

    def __init__(self, qtbot: QtBot, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        self.path, self.dialog = path, ImportDialog()
        qtbot.addWidget(self.dialog)
        self.dialog.chosen.connect(self.read)
        self.dialog.show_table(Doubtful(path, ImportChoice.of(take_sample(path, lambda part: None)), "Look at it."))
        self.read(self.dialog.choice)

    def read(self, choice: ImportChoice) -> None:
        """Read all of the file as the window does beside itself."""
        try:
            self.dialog.show_outcome(read_points(self.path, options=choice.head.options))
        except PointsFileError as error:
            self.dialog.show_outcome(error)

    def choose(self, box: str, words: str) -> None:
        """Choose from a list as a user does."""
        list_of = getattr(self.dialog.controls, box)
        list_of.setCurrentIndex(list_of.findText(words))
        list_of.activated.emit(list_of.currentIndex())

    @property
    def told(self) -> str:
        return str(self.dialog.outcome.text())

    @property
    def header(self) -> list[str]:
        model = self.dialog.model
        return [model.headerData(j, Qt.Orientation.Horizontal) for j in range(model.columnCount())]

    def shown(self, row: int) -> list[str]:
        model = self.dialog.model
        return [model.index(row, j).data() for j in range(model.columnCount())]


@pytest.fixture
def flowers(qtbot: QtBot, tmp_path: Path) -> Asked:
    return Asked(qtbot, tmp_path / "flowers.csv", FLOWERS)


def test_lines_above_the_table_are_skipped_and_can_be_had_back(qtbot: QtBot, tmp_path: Path) -> None:
    asked = Asked(qtbot, tmp_path / "flowers.csv", "Garten;;;;\n" + FLOWERS)
    field = asked.dialog.controls.n_above
    assert field.text() == "1" and asked.header[1] == "Länge ↑"
    qtbot.keyClick(field, Key.Key_Down)
    assert field.text() == "0" and asked.header[0].startswith("Garten")
    field.selectAll()
    qtbot.keyClicks(field, "1")
    assert asked.header[1] == "Länge ↑" and asked.told.startswith("2 points")
    qtbot.keyClicks(field, "000")
    assert field.property("bad") or field.text() == "1"


def test_the_first_rows_stand_there_as_they_are_read(flowers: Asked) -> None:
    assert flowers.dialog.windowTitle() == "Import flowers.csv"
    assert flowers.dialog.reason.text() == "Look at it."
    assert flowers.header == ["Nr →", "Länge ↑", "Breite", "Art (label)", "Bemerkung (left out)"]
    assert flowers.shown(0) == ["1", "5.1", "3.5", "setosa", ""]
    assert flowers.told == "2 points with 3 features in 2 classes: setosa (1), versicolor (1)."


def test_rows_that_lack_something_are_left_out_only_where_that_is_agreed_to(flowers: Asked) -> None:
    dialog = flowers.dialog
    assert dialog.leaves_out.text() == "Leave out 1 row that lacks a number or a label, on line 3"
    assert not dialog.accepting.isEnabled()
    assert dialog.table.currentIndex().data() == "NA"
    dialog.leaves_out.click()
    assert dialog.accepting.isEnabled()
    flowers.choose("label", "Nr")
    assert not dialog.leaves_out.isChecked()
    item = next(item for i in range(4) if (item := dialog.controls.trained_on.item(i)).text() == "Breite")
    item.setCheckState(Qt.CheckState.Unchecked)
    assert dialog.leaves_out.isHidden()
    assert dialog.accepting.isEnabled()
    assert flowers.told.startswith("3 points with 1 feature in 3 classes")


def test_columns_without_numbers_are_offered_as_label_only(flowers: Asked) -> None:
    controls = flowers.dialog.controls
    items = [controls.trained_on.item(i) for i in range(controls.trained_on.count())]
    assert [(item.text(), bool(item.flags() & Qt.ItemFlag.ItemIsEnabled)) for item in items] == [
        ("Nr", True),
        ("Länge", True),
        ("Breite", True),
        ("Bemerkung", False),
    ]
    assert [controls.label.itemText(i) for i in range(controls.label.count())][-1] == "Bemerkung"
    assert [controls.across.itemText(i) for i in range(controls.across.count())] == ["Nr", "Länge", "Breite"]


def test_what_is_drawn_is_marked_and_two_change_places(flowers: Asked) -> None:
    flowers.choose("upwards", "Breite")
    assert flowers.header[:3] == ["Nr →", "Länge", "Breite ↑"]
    flowers.choose("across", "Breite")
    assert flowers.header[:3] == ["Nr ↑", "Länge", "Breite →"]
    assert flowers.dialog.choice.axes == (2, 0)


def test_a_fault_names_its_line_in_one_sentence_and_is_brought_into_view(qtbot: QtBot, tmp_path: Path) -> None:
    asked = Asked(qtbot, tmp_path / "bad.csv", "a,b,label\n" + "1,2,A\n" * 60 + "3,x,B\n")
    assert asked.told.startswith('Line 62: "x" in column "b" is not a number')
    assert asked.dialog.outcome.objectName() == "problem"
    assert asked.dialog.table.currentIndex().data() == "x"
    assert not asked.dialog.accepting.isEnabled()


def test_another_separator_and_decimal_show_at_once(flowers: Asked) -> None:
    flowers.choose("delimiter", "comma")
    assert len(flowers.header) < 5
    assert not flowers.dialog.accepting.isEnabled()
    flowers.choose("delimiter", "semicolon")
    assert flowers.shown(0)[1] == "5.1"
    flowers.choose("decimal", "1.5 with a point")
    assert flowers.shown(0)[1] == "5,1"
    assert flowers.header[1] == "Länge (left out)"


@pytest.mark.parametrize("way", ["click", "toggle"])
def test_a_table_without_names_gets_them_by_the_box(flowers: Asked, way: str) -> None:
    getattr(flowers.dialog.controls.has_header, way)()  # a screen reader toggles
    assert flowers.dialog.model.rowCount() == 4
    assert flowers.dialog.model.headerData(0, Qt.Orientation.Vertical) == "1"
    assert flowers.dialog.choice.head.options.has_header is False


def test_an_encoding_that_makes_no_text_leaves_all_as_it_was(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    asked = Asked(qtbot, path, FLOWERS)
    path.write_bytes(FLOWERS.encode("utf-16"))
    asked.dialog.show_table(Doubtful(path, ImportChoice.of(take_sample(path, lambda part: None))))
    asked.choose("encoding", "Windows-1252")
    assert "NUL byte" in asked.told
    assert asked.dialog.controls.encoding.currentText() == "UTF-16"
    assert asked.shown(0)[1] == "5.1"
    assert asked.dialog.reason.isHidden()


def test_all_of_it_can_be_done_by_keyboard(flowers: Asked, qtbot: QtBot) -> None:
    dialog = flowers.dialog
    dialog.show()
    qtbot.waitExposed(dialog)
    focusable = []
    dialog.controls.delimiter.setFocus()
    for _ in range(20):
        focusable.append(dialog.focusWidget())
        qtbot.keyClick(dialog.focusWidget(), Key.Key_Tab)
    controls = dialog.controls
    wanted = (
        controls.delimiter,
        controls.decimal,
        controls.encoding,
        controls.label,
        controls.across,
        controls.upwards,
    )
    for widget in (*wanted, controls.has_header, controls.trained_on, dialog.table, dialog.leaves_out):
        assert widget in focusable
    controls.trained_on.setFocus()
    controls.trained_on.setCurrentRow(2)
    qtbot.keyClick(controls.trained_on, Key.Key_Space)
    assert flowers.header[2] == "Breite (left out)"
    qtbot.keyClick(controls.trained_on, Key.Key_Return)
    assert dialog.result() == ImportDialog.DialogCode.Accepted


def test_names_that_look_like_markup_are_plain_text(qtbot: QtBot, tmp_path: Path) -> None:
    asked = Asked(qtbot, tmp_path / "bold.csv", "<b>a</b>,b,label\n1,2,<i>A</i>\n")
    assert "<i>A</i> (1)" in asked.told
    assert asked.dialog.outcome.textFormat() == Qt.TextFormat.PlainText
    assert asked.header[0].startswith("<b>a</b>")
