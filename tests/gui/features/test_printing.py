"""Ctrl+P prints: the worked solution, a picture, or a table, as lines and letters on the paper that was chosen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSizeF, qInstallMessageHandler
from PySide6.QtGui import QPageLayout, QPageRanges, QPageSize
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QMessageBox

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.features.printing import Job, PrintCommands, Printed
from perceptron_gui.gui.pictures.paper import table_html
from perceptron_gui.gui.pictures.printed_pages import AROUND, _laid_out
from perceptron_gui.gui.window_actions import ActionSet
from perceptron_gui.session.lessons.lesson import Page
from perceptron_gui.session.lessons.run_questions import Weights
from perceptron_gui.session.output.picture_choice import CANVAS, PAGE
from perceptron_gui.session.view.switches import ALTERNATIVES
from perceptron_gui.session.worked.solution import points_table
from tests.gui.desk import Desk, Key, Modifier
from tests.gui.features.lessons import made
from tests.gui.filing.test_saving import typing
from tests.gui.pdf_pages import PdfPages

Choose = Callable[[QPrinter], object]
KINDS = QPageLayout.Orientation


@pytest.fixture(autouse=True)
def own_dialog(desk: Desk) -> Iterator[None]:
    """Leave the window with the dialog of the system."""
    yield
    if "made" in vars(desk.commands.late["printing"]):
        commands_of(desk).ask = commands_of(desk).ask_in_dialog


def commands_of(desk: Desk) -> PrintCommands:
    commands: PrintCommands = desk.commands.late["printing"].made
    return commands


def printed(desk: Desk, path: Path, what: str, choose: Choose = lambda printer: None) -> PdfPages:
    """Print something to a PDF file, as the system's dialog would have it; return the pages."""

    def ask(printer: QPrinter) -> bool:
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(path))
        printer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        choose(printer)
        return True

    commands = commands_of(desk)
    commands.ask = ask
    desk.do("file.print")
    dialog = commands.dialog
    dialog.what.setCurrentIndex(dialog.what.findData(what))
    assert dialog.what.currentData() == what
    dialog.go_on.click()
    desk.wait(lambda: desk.message == f"Wrote {path.name}.")
    return PdfPages(path)


def at_the_end(desk: Desk, name: str) -> None:
    """Open an example, and train to the end."""
    desk.show(BY_NAME[name].make())
    desk.do("run.end")
    desk.wait(lambda: desk.snapshot.stop is not None)


def test_the_key_of_printing_prints_and_the_projector_has_another(desk: Desk) -> None:
    theme = desk.window.theme
    desk.key(Key.Key_P, Modifier.ControlModifier, on=desk.window.canvas)
    assert commands_of(desk).dialog.isVisible() and desk.window.theme == theme
    commands_of(desk).dialog.reject()
    desk.key(Key.Key_L, Modifier.ControlModifier | Modifier.ShiftModifier, on=desk.window.canvas)
    assert desk.window.theme.name == "projector"
    (projector,) = (each for each in ALTERNATIVES if each.name == "projector")
    assert projector.shortcut == "Ctrl+Shift+L"
    actions: ActionSet = desk.window.actions_by_id
    assert actions["file.print"] in actions.menus["file"].actions()


def test_the_worked_solution_is_printed_as_letters_on_as_many_pages_as_it_takes(desk: Desk, tmp_path: Path) -> None:
    at_the_end(desk, "textbook")
    pages = printed(desk, tmp_path / "solution.pdf", Printed.SOLUTION)
    assert len(pages.texts) > 2 and set(pages.sizes) == {(595, 842)} and not pages.has_dots
    assert "x₁=(3,3)" in pages.texts[0] and "f(x)=w·x+b" in pages.texts[0]
    assert "w=(1,1),b=−3" in "".join(pages.texts) and "Converged" in pages.texts[-1]


@pytest.mark.parametrize(("what", "columns"), [(Printed.RUN, "visitpointf"), (Printed.POINTS, "isepal_length_cm")])
def test_a_long_table_has_its_columns_named_on_every_page(
    desk: Desk, tmp_path: Path, what: Printed, columns: str
) -> None:
    desk.show(BY_NAME["iris"].make())
    desk.do("run.next_epoch")
    desk.wait(lambda: desk.snapshot.visit == 150)
    pages = printed(desk, tmp_path / "table.pdf", what)
    assert len(pages.texts) == 3 and all(columns in text for text in pages.texts)
    assert "".join(pages.texts).count("setosa") == 50
    assert pages.texts[0].startswith("Iris") or columns in pages.texts[0]


@pytest.mark.parametrize(("theme", "what"), [("dark", CANVAS), ("projector", PAGE)])
def test_the_picture_is_light_on_white_in_lines_on_lying_paper(
    desk: Desk, tmp_path: Path, what: str, theme: str
) -> None:
    at_the_end(desk, "two-classes")
    desk.window.controller.change_view(theme=theme)
    desk.wait(lambda: desk.window.score.height() == desk.window.score.sizeHint().height())
    ways: list[QPageLayout.Orientation] = []
    path = tmp_path / "picture.pdf"
    pages = printed(desk, path, what, lambda printer: ways.append(printer.pageLayout().orientation()))
    assert ways == [KINDS.Landscape] and pages.sizes == [(842, 595)] and not pages.has_dots
    assert "S" in pages.texts[0] and "w" in pages.texts[0] and ("Converged" in pages.texts[0]) is (what == PAGE)
    assert desk.window.theme.name == theme, "the window keeps its own"


def test_only_the_pages_that_were_chosen_are_printed_as_often_as_was_asked_for(desk: Desk, tmp_path: Path) -> None:
    desk.show(BY_NAME["iris"].make())
    third = QPageRanges()
    third.addPage(3)
    pages = printed(desk, tmp_path / "third.pdf", Printed.POINTS, lambda printer: printer.setPageRanges(third))
    (text,) = pages.texts
    assert "virginica" in text and "setosa" not in text

    def twice(printer: QPrinter) -> None:
        printer.setCopyCount(2)
        printer.setPageSize(QPageSize(QPageSize.PageSizeId.Letter))

    pages = printed(desk, tmp_path / "copies.pdf", Printed.POINTS, twice)
    assert set(pages.sizes) == {(612, 792)} and pages.texts[: len(pages.texts) // 2] * 2 == pages.texts


def test_a_table_of_many_columns_stays_on_the_paper(desk: Desk, tmp_path: Path) -> None:
    names = tuple(f"measured_at_{'abcdefghijklmnopqrst'[j]}" for j in range(20))
    X = np.arange(80.0).reshape(4, 20)
    desk.show(Dataset.of(X, [0, 1, 0, 1], features=names))
    pages = printed(desk, tmp_path / "wide.pdf", Printed.POINTS)
    assert len(pages.texts) == 1
    assert all(name in pages.texts[0] for name in names)
    document, size = _laid_out([table_html(points_table(desk.document))], QSizeF(803, 1122))
    assert size < 1 and (document.size().width() - 2 * AROUND) * size <= 804


def test_while_the_run_plays_the_place_of_the_moment_is_printed(desk: Desk, tmp_path: Path) -> None:
    desk.show(BY_NAME["xor"].make())
    desk.set_speed(2)
    desk.do("run.play")
    desk.wait(lambda: desk.snapshot.visit > 2)
    seen: list[int] = []

    def choose(printer: QPrinter) -> None:
        visit = desk.snapshot.visit
        desk.wait(lambda: desk.snapshot.visit > visit + 1)  # it plays on behind the dialog
        seen.append(desk.snapshot.visit)

    pages = printed(desk, tmp_path / "moment.pdf", PAGE, choose)
    assert desk.window.controller.view_state.is_playing
    assert f"x{'₁₂₃₄'[(seen[0] - 1) % 4]}" in pages.texts[0]


def test_an_open_question_is_not_answered_on_paper(desk: Desk, tmp_path: Path) -> None:
    at_the_end(desk, "xor")
    desk.do("run.reset")
    desk.do("run.step")
    desk.do("run.predict")
    desk.wait(lambda: desk.snapshot.is_veiled and desk.snapshot.visit == 1)
    pages = printed(desk, tmp_path / "veiled.pdf", Printed.RUN)
    assert "x₁" in pages.texts[0] and "x₂" not in pages.texts[0]
    dialog = commands_of(desk).dialog
    assert dialog.fields.last.text() == "1"


def test_hidden_labels_are_hidden_on_paper_too(desk: Desk, tmp_path: Path) -> None:
    desk.show(BY_NAME["iris"].make(), TrainingSettings(order=Order.ONLINE))
    desk.do("run.hide_labels")
    desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 1)
    text = "".join(printed(desk, tmp_path / "hidden.pdf", Printed.POINTS).texts)
    assert text.count("setosa") == 1 and text.count("?") == 149
    desk.do("file.print")
    what = commands_of(desk).dialog.what
    assert what.findData(Printed.SOLUTION) < 0 < what.findData(Printed.POINTS)


def test_without_a_visit_or_a_point_only_pictures_are_offered(desk: Desk) -> None:
    desk.clear()
    desk.do("file.print")
    dialog = commands_of(desk).dialog
    offered = [dialog.what.itemData(i) for i in range(dialog.what.count())]
    assert not {*offered} & {*Printed} and offered == [PAGE, CANVAS]
    assert not dialog.fields.first.isVisible() and not dialog.told.isVisible()


def test_wrong_visits_are_told_in_the_dialog_and_put_away_with_their_fields(desk: Desk) -> None:
    at_the_end(desk, "textbook")
    desk.do("file.print")
    dialog = commands_of(desk).dialog
    dialog.what.setCurrentIndex(dialog.what.findData(Printed.RUN))
    dialog.fields.last.setText("999")
    dialog.go_on.click()
    assert dialog.isVisible() and dialog.fields.last.check() == f"It can be at most {desk.snapshot.frontier}."
    dialog.what.setCurrentIndex(dialog.what.findData(CANVAS))
    assert not dialog.fields.last.isVisible() and not any(line.isVisible() for line in dialog.fields.problems)


def test_a_printer_that_takes_nothing_is_told_in_a_sentence(desk: Desk, tmp_path: Path) -> None:
    desk.show(BY_NAME["xor"].make())
    commands, told = commands_of(desk), list[str]()

    def ask(printer: QPrinter) -> bool:
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / "no folder" / "out.pdf"))
        return True

    commands.ask = ask
    texts = desk.answer(QMessageBox.StandardButton.Ok)
    before = qInstallMessageHandler(lambda kind, context, message: told.append(message))
    try:
        commands.print(Job(CANVAS))
        desk.wait(lambda: texts)
    finally:
        qInstallMessageHandler(before)
    assert texts == ["out.pdf did not accept the pages. Choose another printer or file."]


def test_whoever_gives_up_in_the_dialog_of_the_system_prints_nothing(desk: Desk, tmp_path: Path) -> None:
    at_the_end(desk, "textbook")
    commands, asked = commands_of(desk), list[QPrinter]()

    def ask(printer: QPrinter) -> bool:
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / "none.pdf"))
        asked.append(printer)
        return False

    commands.ask = ask
    commands.print(Job(Printed.POINTS))
    desk.wait(lambda: asked)
    assert not (tmp_path / "none.pdf").exists()


@pytest.mark.parametrize("system", ["win32", "linux"])
def test_without_a_printer_the_pages_go_to_a_pdf(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    """The dialog of Qt offers it; those of Windows and macOS do not open without a printer."""
    desk.show(BY_NAME["xor"].make())
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", staticmethod(list))
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(QPrintDialog, "exec", lambda dialog: dialog.printer().setOutputFileName(str(path)) or 1)
    path = tmp_path / "out.pdf"
    typing(monkeypatch, path)
    commands_of(desk).print(Job(CANVAS))
    desk.wait(lambda: desk.message == "Wrote out.pdf.")
    assert len(PdfPages(path).texts) == 1


@pytest.mark.parametrize("is_hiding", [True, False])
def test_a_page_of_a_lesson_that_hides_something_does_without_printing(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_hiding: bool
) -> None:
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))
    hide = frozenset({"model", "step"}) if is_hiding else frozenset[str]()
    made.played(desk, tmp_path, made.lesson(Page("three", 3, made.text("A page."), hide=hide, ask=Weights())))
    action = desk.window.actions_by_id["file.print"]
    assert action.isEnabled() is not is_hiding
    assert ("not available on this page of the lesson" in action.toolTip()) is is_hiding


@pytest.mark.new_window
def test_no_start_imports_what_prints(desk: Desk) -> None:
    assert "made" not in vars(desk.commands.late["printing"])
