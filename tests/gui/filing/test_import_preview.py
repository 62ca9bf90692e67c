"""Points files that the rules do not read, or that are to be looked at first, come through a preview."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QFileDialog

from perceptron_gui.gui.filing.import_dialog import ImportDialog
from tests.gui.conftest import Desks
from tests.gui.desk import Desk


def asked(desk: Desk) -> ImportDialog:
    """Return the preview, once all of its table is read."""
    desk.wait(lambda: desk.commands.filing.preview.dialog.isVisible())
    desk.wait(lambda: not desk.commands.filing.preview.is_busy)
    return desk.commands.filing.preview.dialog


def test_a_file_that_the_rules_refuse_is_shown_with_the_reason_and_taken_as_it_is_chosen(
    desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "measured.csv"
    path.write_bytes("Höhe;a;b;Art\n1,5;2;7;ja\n3;NA;8;nein\n4;5,5;9;nein\n".encode("cp1252"))
    before = desk.document
    desk.open(path)
    dialog = asked(desk)
    assert dialog.reason.text() == "Line 1: this line is not UTF-8 text; save the file as CSV UTF-8."
    assert desk.document is before
    dialog.leaves_out.click()
    dialog.controls.upwards.setCurrentIndex(2)
    dialog.controls.upwards.activated.emit(2)
    dialog = asked(desk)
    dialog.leaves_out.click()
    dialog.accepting.click()
    assert desk.dataset.X.tolist() == [[1.5, 2, 7], [4, 5.5, 9]]
    assert desk.dataset.features == ("Höhe", "a", "b")
    assert desk.dataset.classes == ("ja", "nein")
    assert desk.window.canvas.axes == desk.window.axes_bar.axes == (0, 2)
    assert desk.message == "1 row was left out."
    assert desk.commands.filing.imported(desk.document).path == path  # type: ignore[union-attr]
    assert not desk.window.isWindowModified()
    assert "dialog" not in vars(desk.commands.filing.preview)


FAULTS = (
    ("x1,x2,label\n1,2,a\n3,abc,b\n", 'Line 3: "abc" in column "x2" is not a number'),
    ("x1,x2,label\n1,2\n", "Line 2: this row has 2 cells"),
    ("x1,x2,label\n1,inf,a\n2,3,b\n1,1,a\n", 'Line 2: "inf" in column "x2" is not a number'),
    (
        "x1,x2,label\n" + "".join(f"{i},0,c{i}\n" for i in range(11)),
        'Line 12: "c10" is one class too many; there can be at most 10',
    ),
)


def test_a_fault_is_one_sentence_and_who_gives_up_keeps_the_points(desk: Desk, tmp_path: Path) -> None:
    before = desk.document
    for number, (content, tells) in enumerate(FAULTS):
        path = tmp_path / f"{number}.csv"
        path.write_text(content, encoding="utf-8")
        desk.open(path)
        dialog = asked(desk)
        assert dialog.outcome.text().startswith(tells)
        assert "\n" not in dialog.outcome.text()
        assert not dialog.accepting.isEnabled()
        dialog.reject()
        assert desk.document is before
        assert not desk.boxes()


def test_any_file_is_shown_first_where_that_is_asked_for(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "two.csv"
    path.write_text("a,b,label\n1,2,A\n3,4,B\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: (str(path), ""))
    desk.do("file.preview")
    dialog = asked(desk)
    assert dialog.reason.isHidden()
    dialog.controls.across.setCurrentIndex(1)
    dialog.controls.across.activated.emit(1)
    asked(desk).accepting.click()
    assert desk.dataset.features == ("b", "a")
    assert desk.dataset.X.tolist() == [[2, 1], [4, 3]]
    desk.do("file.import")
    desk.wait_until_read()
    assert "dialog" not in vars(desk.commands.filing.preview)
    assert desk.dataset.features == ("a", "b")


def test_another_file_takes_the_place_of_the_one_that_is_asked_about(desk: Desk, tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / f"{name}.csv").write_text(f"1,2,{name}\n3,4,B\n")
        desk.open(tmp_path / f"{name}.csv")
    dialog = asked(desk)
    assert dialog.windowTitle() == "Import other.csv"
    dialog.accepting.click()
    assert desk.dataset.classes == ("B", "other")


def test_a_choice_that_comes_when_the_preview_is_closed_reads_nothing(desk: Desk, tmp_path: Path) -> None:
    """A list of it was open: what was chosen there came after the end."""
    path = tmp_path / "two.csv"
    path.write_text("1,2,A\n3,four,B\n")
    before = desk.document
    desk.open(path)
    dialog = asked(desk)
    dialog.reject()
    dialog.controls.upwards.setCurrentIndex(0)
    dialog.controls.upwards.activated.emit(0)
    assert not desk.commands.filing.preview.is_busy
    assert desk.document is before
    path.write_text("1,2,A\n3,4,B\n5,six,B\n")
    desk.open(path)
    assert asked(desk).outcome.text().startswith('Line 3: "six"')


def test_a_window_is_closed_while_a_table_is_read(make_desk: Desks, tmp_path: Path) -> None:
    desk = make_desk()
    path = tmp_path / "many.csv"
    path.write_text("1,2,A\n" * 300_000)
    desk.open(path)
    desk.wait(lambda: desk.commands.filing.preview.dialog.isVisible())
    assert desk.window.close()
    assert not desk.commands.filing.preview.is_busy


def test_a_preview_that_is_closed_is_let_go_with_its_table(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "two.csv"
    path.write_text("a,b,label\n1,2,A\n3,4,B\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_, **__: (str(path), ""))
    for ends_by in ("reject", "accept"):
        desk.do("file.preview")
        getattr(asked(desk), ends_by)()
        desk.settle()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert desk.window.findChildren(ImportDialog) == []
    assert desk.dataset.n_samples == 2
