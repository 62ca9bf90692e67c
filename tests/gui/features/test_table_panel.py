"""The run as a table: rows come when they are looked at, follow the run, and lead back to their visits."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.files.program import languages
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.run_table import TablePanel, run_model
from perceptron_gui.gui.features.run_table.run_model import RunModel
from perceptron_gui.gui.panels.frozen_table import FrozenTable
from perceptron_gui.gui.style.theme import SMALL
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.output.run_table import (
    PAGE,
    PENDING,
    PageRequest,
    Selection,
    columns_of,
    page_of,
    row_texts,
)
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import END, LEFT_TO_RIGHT
from tests.engine.cases import ORDERS, random_case
from tests.gui.desk import Desk, Key, Modifier
from tests.pace import within
from tests.session.bench import TEXTBOOK, XOR

LONG = Dataset.of(
    np.round(np.random.default_rng(81).uniform(-3, 3, (40, 2)), 5),
    np.random.default_rng(82).integers(0, 2, 40).tolist(),
)
"""Points whose run goes on for long."""


class Desked:
    """A model beside a run, with what it asked for."""

    def __init__(self, run: Run, selection: Selection | None = None) -> None:
        self.run, self.run_id = run, 1
        self.asked: list[PageRequest] = []
        self.model = RunModel()
        self.model.selection = selection or Selection()
        self.model.page_wanted.connect(self.asked.append)
        self.show()

    def show(self) -> None:
        """Show the model the run as it is."""
        self.model.show_snapshot(take_snapshot(self.run, self.run_id, Wants()))

    def answer(self) -> int:
        """Answer all that was asked; return how much that was."""
        asked, self.asked[:] = list(self.asked), []
        for request in asked:
            self.model.take_page(page_of(self.run, request))
        return len(asked)

    def first_cells(self, rows: range) -> list[str]:
        """Return what stands in the first column; the other cells of a row, which take longer, are not written."""
        visits = [self.model.row(row) for row in rows]
        return [PENDING if visit is None else grouped(visit.number) for visit in visits]


def run_over(dataset: Dataset, visits: int, settings: TrainingSettings | None = None) -> Run:
    """Return a run of so many visits."""
    run = Run(dataset, settings or TrainingSettings())
    while run.visit < visits and run.state.stop in (None, Stop.CYCLE):
        run.advance(visits)
    return run


# The model


def test_each_page_is_asked_for_once() -> None:
    desk = Desked(run_over(LONG, 300))
    assert desk.model.rowCount() == 300
    for _ in range(3):
        assert desk.first_cells(range(70)) == ["…"] * 70
    assert [request.first for request in desk.asked] == [0, PAGE]
    assert desk.answer() == 2
    assert desk.first_cells(range(2 * PAGE)) == [str(row + 1) for row in range(2 * PAGE)]
    assert desk.asked == []


def test_rows_grow_with_the_run_and_a_page_that_was_not_full_is_filled() -> None:
    desk = Desked(run_over(LONG, 70))
    desk.first_cells(range(70))
    desk.answer()
    desk.run.advance(150)
    desk.show()
    assert desk.model.rowCount() == 150
    assert desk.first_cells(range(64, 70)) == ["65", "66", "67", "68", "69", "70"]
    assert desk.asked == []
    assert desk.first_cells(range(70, 128)) == ["…"] * 58
    assert desk.answer() == 1
    assert desk.first_cells(range(128)) == [str(row + 1) for row in range(128)]
    assert desk.asked == []


def test_a_late_answer_leaves_no_gaps() -> None:
    desk = Desked(run_over(LONG, 70))
    desk.model.texts(69)
    late = page_of(desk.run, desk.asked.pop())
    desk.run.advance(100)
    desk.show()
    desk.model.take_page(late)
    while desk.model.texts(99)[0] == "…":
        assert desk.answer() == 1
    assert desk.first_cells(range(64, 100)) == [str(row + 1) for row in range(64, 100)]


def test_rows_of_another_run_are_forgotten_and_its_late_pages_too() -> None:
    desk = Desked(run_over(LONG, 100))
    desk.model.texts(0)
    late = page_of(desk.run, desk.asked.pop())
    desk.run, desk.run_id = run_over(TEXTBOOK, 6), 2
    desk.show()
    assert desk.model.rowCount() == 6
    desk.model.take_page(late)
    assert desk.model.rowCount() == 6
    assert desk.model.texts(0)[0] == "…"
    assert desk.answer() == 1
    assert desk.model.texts(0)[6] == "(3, 3)"


def test_going_back_in_the_run_forgets_nothing() -> None:
    desk = Desked(run_over(LONG, 100))
    desk.model.texts(0)
    desk.answer()
    desk.run.seek(10)
    desk.show()
    assert desk.model.rowCount() == 100
    assert desk.model.texts(0)[0] == "1"
    assert desk.asked == []


def test_many_pages_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_model, "MOST_PAGES", 4)
    desk = Desked(run_over(LONG, 600))
    for page in range(600 // PAGE):
        desk.model.texts(page * PAGE)
        desk.answer()
    assert len(desk.model._pages) == 4
    desk.model.texts(0)
    assert desk.answer() == 1
    assert desk.model.texts(0)[0] == "1"


@pytest.mark.parametrize("dataset, settings", [(LONG, TrainingSettings()), (XOR, TrainingSettings(mode=Mode.DUAL))])
def test_only_mistakes_and_those_of_a_point(dataset: Dataset, settings: TrainingSettings) -> None:
    run = run_over(dataset, 400, settings)
    log = list(zip(run.log.visits.tolist(), run.log.points.tolist(), strict=True))
    for point in (None, 0, 3):
        desk = Desked(run, Selection(True, point))
        desk.first_cells(range(desk.model.rowCount()))
        while desk.answer():
            desk.first_cells(range(desk.model.rowCount()))
        expected = [visit + 1 for visit, at in log if point is None or at == point]
        assert [int(cell) for cell in desk.first_cells(range(desk.model.rowCount()))] == expected
        assert all(desk.model.texts(row)[3] == "✗" for row in range(desk.model.rowCount()))


def test_the_rows_of_a_point_grow_and_end() -> None:
    """How many there are only the run knows: nothing is asked for that will never be there."""
    desk = Desked(run_over(LONG, 2_000), Selection(True, 3))
    desk.answer()
    before = desk.model.rowCount()
    assert before == int(np.count_nonzero(desk.run.log.points == 3))
    desk.run.advance(9_000)
    for _ in range(3):
        desk.show()
        desk.answer()
    total = int(np.count_nonzero(desk.run.log.points == 3))
    assert desk.model.rowCount() == total > before
    desk.run_id = 2  # the same run in other words
    desk.show()
    desk.answer()
    assert desk.model.rowCount() == total
    for _ in range(50):
        desk.first_cells(range(total))
        if not desk.answer():
            break
    assert desk.asked == []
    assert "…" not in desk.first_cells(range(total))


def test_it_is_a_model_as_qt_wants_it(qtmodeltester: ModelTester) -> None:
    desk = Desked(run_over(LONG, 70))
    qtmodeltester.check(desk.model)
    desk.answer()
    desk.run.advance(200)
    desk.show()
    desk.answer()
    desk.model.selection = Selection(True)
    desk.model.reset()
    desk.answer()
    desk.run, desk.run_id = Run(Dataset.empty(), TrainingSettings()), 2
    desk.show()
    assert desk.model.rowCount() == 0


# Cells


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["primal", "dual", "multiclass"])
def test_decimals_stay_decimals_in_every_cell(mode: str, order: str) -> None:
    rng = np.random.default_rng([83, ["primal", "dual", "multiclass"].index(mode), ORDERS.index(order)])
    case = random_case(rng, mode, order).with_rules(eta=float(rng.choice([0.1, 0.3, 0.7])), initial=None)
    points = np.round(np.array(case.points), 1)
    run = Run(Dataset.of(points, case.labels, case.dataset.classes), case.settings)
    for _ in range(30):
        visited = run.visit_once()
        if visited is None:
            break
        cells = row_texts(visited, run.settings, run.dataset)
        assert len(cells) == len(columns_of(run.settings))
        assert not any("000000" in cell or "99999" in cell or "≈" in cell for cell in cells), cells


def names_of(settings: TrainingSettings) -> list[str]:
    """Return the headers."""
    return [column.name for column in columns_of(settings)]


def cells_of(run: Run, visits: int) -> list[dict[str, str]]:
    """Make so many visits; return the cells of each by their headers."""
    rows = []
    for _ in range(visits):
        visited = run.visit_once()
        assert visited is not None
        rows.append(dict(zip(names_of(run.settings), row_texts(visited, run.settings, run.dataset), strict=True)))
    return rows


def test_a_row_by_hand() -> None:
    run = Run(TEXTBOOK, TrainingSettings(eta=0.1))
    assert names_of(run.settings) == ["visit", "point", "f", "mistake", "w", "b", "x", "class", "epoch"]
    plus, minus = f"{TEXTBOOK.classes[1]} (+)", f"{TEXTBOOK.classes[0]} (−)"
    assert [list(cells.values()) for cells in cells_of(run, 3)] == [
        ["1", "x₁", "0", "✗", "(0.3, 0.3)", "0.1", "(3, 3)", plus, "1"],
        ["2", "x₂", "2.2", "", "(0.3, 0.3)", "0.1", "(4, 3)", plus, "1"],
        ["3", "x₃", "0.7", "✗", "(0.2, 0.2)", "0", "(1, 1)", minus, "1"],
    ]


def test_without_a_bias_there_is_no_column_for_it() -> None:
    run = Run(TEXTBOOK, TrainingSettings(bias=False))
    assert "b" not in names_of(run.settings)
    assert cells_of(run, 1)[0]["w"] == "(3, 3)"


THREE = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", "B", "C"])


def test_rows_of_a_multiclass_run_tell_both_scores_and_both_vectors() -> None:
    """Visit 1: all scores 0, so A's rival is B (M2): A gets (1, 0), 1 and B (−1, 0), −1. Then B: s = 0 − 1, A 0 + 1."""
    one, two = cells_of(Run(THREE, TrainingSettings(mode=Mode.MULTICLASS)), 2)
    assert list(one) == [
        *("visit", "point", "s own", "s rival", "mistake", "w own", "b own"),
        *("class", "rival", "w rival", "b rival", "x", "epoch"),
    ]
    assert list(one.values())[2:11] == ["0", "0", "✗", "(1, 0)", "1", "A", "B", "(−1, 0)", "−1"]
    assert list(two.values())[2:11] == ["−1", "1", "✗", "(−1, 1)", "0", "B", "A", "(1, −1)", "0"]


def test_the_rival_of_a_right_visit_is_told_too() -> None:
    run = Run(THREE, TrainingSettings(mode=Mode.MULTICLASS))
    run.advance(1_000)
    last = run.visit
    run.seek(last - 1)
    visited = run.visit_once()
    assert visited is not None
    assert not visited.is_mistake
    cells = dict(zip(names_of(run.settings), row_texts(visited, run.settings, run.dataset), strict=True))
    best = max((float(visited.scores[k]), -k) for k in range(3) if k != visited.target)
    assert cells["rival"] == THREE.classes[-best[1]]
    assert cells["s rival"].replace("−", "-") == repr(best[0]).removesuffix(".0")


def test_a_class_alone_has_no_rival() -> None:
    run = Run(Dataset.of([[1, 0]], [0], ["A", "B"]), TrainingSettings(mode=Mode.MULTICLASS))
    (cells,) = cells_of(run, 1)
    assert (cells["s rival"], cells["rival"], cells["w rival"], cells["b rival"]) == ("—", "—", "—", "—")


def test_the_end_of_a_batch_pass_is_marked() -> None:
    run = Run(TEXTBOOK, TrainingSettings(order=Order.BATCH))
    assert [cells["mistake"] for cells in cells_of(run, 4)] == ["✗", "✗", "✗ Σ", ""]


# While it asks


def asking(desk: Desked) -> None:
    """Show the model the run as it may be seen while it asks."""
    desk.model.show_snapshot(hide_future(take_snapshot(desk.run, desk.run_id, Wants())))


def all_rows(desk: Desked) -> list[int]:
    """Turn all pages; return the visits that the model knows of."""
    for _ in range(20):
        desk.first_cells(range(desk.model.rowCount()))
        if not desk.answer():
            break
    assert desk.asked == []
    cells = desk.first_cells(range(desk.model.rowCount()))
    assert "…" not in cells, "a row that nobody may see is counted"
    return [int(cell.replace("\u202f", "")) for cell in cells]


@pytest.mark.parametrize("selection", [Selection(), Selection(True), Selection(True, 0), Selection(True, 1)])
def test_while_it_asks_no_row_beyond_the_cursor_is_there_or_counted(selection: Selection) -> None:
    run = run_over(XOR, 8)
    run.advance(300)
    run.seek(100)
    desk = Desked(run, selection)
    everything = all_rows(desk)
    known = [visit for visit in everything if visit <= 100]
    assert 0 < len(known) < len(everything)
    asking(desk)
    assert all_rows(desk) == known
    for place in (140, 150, 90):
        desk.run.seek(place)
        asking(desk)
        assert all_rows(desk) == [visit for visit in everything if visit <= place]
    desk.show()
    assert all_rows(desk) == everything


def test_a_page_asked_for_before_the_question_tells_nothing() -> None:
    run = run_over(XOR, 8)
    run.advance(300)
    desk = Desked(run, Selection(True, 1))
    desk.model.texts(0)
    late = [page_of(run, request) for request in desk.asked]
    desk.asked.clear()
    run.seek(40)
    asking(desk)
    for page in late:
        desk.model.take_page(page)
    assert desk.model.rowCount() == 0
    assert all(visit <= 40 for visit in all_rows(desk))


# Long runs


def test_of_more_rows_than_qt_counts_those_around_the_cursor_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_model, "MOST_ROWS", 200)
    desk = Desked(run_over(LONG, 1_000))
    assert desk.model.rowCount() == 200
    for number, first in ((999, 800), (10, 0), (500, 400), (599, 400), (600, 500)):
        desk.model.show_around(number)
        assert desk.model.first == first
        assert all_rows(desk) == list(range(first + 1, first + 201))
        assert desk.model.known_rows()[0] == 0
    desk.run.advance(1_500)
    desk.show()
    desk.model.show_around(1_499)
    assert all_rows(desk) == list(range(1_301, 1_501))


def test_a_run_of_ten_digits_has_a_table() -> None:
    run = run_over(XOR, 8)
    desk = Desked(run)
    snapshot = replace(take_snapshot(run, 1, Wants()), frontier=4_000_000_000, visit=4_000_000_000)
    desk.model.show_snapshot(snapshot)
    desk.model.show_around(3_999_999_999)
    assert desk.model.rowCount() == run_model.MOST_ROWS
    assert desk.model.first + desk.model.rowCount() == 4_000_000_000


# In the window


def opened(desk: Desk, dataset: Dataset, settings: TrainingSettings | None = None, visits: int = 0) -> TablePanel:
    """Open the panel beside a run of so many visits."""
    desk.show(dataset, settings)
    desk.window.side.bring_named("table")
    panel = desk.window.side.panel(TablePanel)
    desk.wait(panel.isVisible)
    if visits:
        desk.window.controller.seek(visits)
        desk.wait(lambda: desk.snapshot.visit == visits)
        desk.wait(lambda: panel.model.rowCount() == desk.snapshot.frontier)
    return panel


def click_row(desk: Desk, panel: TablePanel, row: int) -> None:
    """Click on a row as soon as it is there."""
    panel.table.scrollTo(panel.model.index(row, 0))
    desk.wait(lambda: panel.model.texts(row)[0] != "…")
    at: QPoint = panel.table.visualRect(panel.model.index(row, 0)).center()
    desk.qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_a_click_goes_to_the_visit_and_the_row_follows_the_cursor(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=300)
    assert panel.table.currentIndex().row() == 299
    click_row(desk, panel, 100)
    desk.wait(lambda: desk.snapshot.visit == 101)
    assert desk.snapshot.frontier == 300
    desk.key(Key.Key_Left)
    desk.wait(lambda: desk.snapshot.visit == 100 and panel.table.currentIndex().row() == 99)
    panel.only_mistakes.setChecked(True)
    click_row(desk, panel, 20)
    desk.wait(lambda: desk.snapshot.updates == 21)
    assert desk.snapshot.last is not None
    assert desk.snapshot.last.is_mistake
    desk.key(Key.Key_Right, Modifier.ShiftModifier)
    desk.wait(lambda: desk.snapshot.updates == 22 and panel.table.currentIndex().row() == 21)


def test_at_its_start_no_row_is_that_of_the_cursor(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=300)
    for only_mistakes in (False, True):
        panel.only_mistakes.setChecked(only_mistakes)
        desk.window.controller.seek(300)
        desk.wait(lambda: desk.snapshot.visit == 300 and panel.table.currentIndex().row() > 0)
        desk.key(Key.Key_Home)
        desk.wait(lambda: desk.snapshot.visit == 0 and panel.table.currentIndex().row() == -1)
        assert not panel.table.selectionModel().hasSelection() and not panel.rest.text()
        assert panel.table.verticalScrollBar().value() == 0


def test_far_rows_of_a_long_run_are_there_soon(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=50_000)
    for row in (40_000, 7, 19_999):
        click_row(desk, panel, row)
        desk.wait(lambda row=row: desk.snapshot.visit == row + 1)
        assert panel.model.texts(row)[0].replace("\u202f", "") == str(row + 1)


def test_while_it_plays_the_rows_grow(desk: Desk) -> None:
    panel = opened(desk, LONG)
    desk.set_speed(8)
    desk.do("run.play")
    desk.wait(lambda: panel.model.rowCount() > 2_000)
    desk.do("run.play")
    desk.wait(lambda: not desk.snapshot.is_playing)
    desk.wait(lambda: panel.model.rowCount() == desk.settle().frontier)
    last = panel.model.rowCount() - 1
    desk.wait(lambda: panel.model.texts(last)[0].replace("\u202f", "") == str(last + 1))


def test_an_empty_table_says_what_will_be_here_and_how_to_get_it(desk: Desk) -> None:
    panel = opened(desk, Dataset.empty())
    assert panel.table.empty_text == "Every visit of the run will be a row here: place a point, then press Space."
    panel = opened(desk, TEXTBOOK)
    desk.wait(lambda: panel.table.empty_text.endswith("press Space to play, or → for one visit."))
    blank = panel.table.viewport().grab().toImage()
    panel.table.set_empty_text("")
    assert panel.table.viewport().grab().toImage() != blank


def test_why_there_are_no_rows_is_said_only_while_there_are_none(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    desk.wait(lambda: "press Space" in panel.table.accessibleDescription())
    desk.do("run.end")
    desk.wait(lambda: desk.snapshot.mistakes > 3 and panel.model.rowCount() == desk.snapshot.frontier)
    assert panel.table.accessibleDescription() == ""
    panel.only_mistakes.setChecked(True)
    assert panel.table.accessibleDescription() == "", "there were mistakes"


def test_while_it_asks_an_empty_table_offers_no_key_that_gives_the_answer_away(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    desk.do("run.predict")
    desk.wait(lambda: panel.table.empty_text.endswith("answer the question to make the first."))


def test_a_filter_without_rows_says_so(desk: Desk) -> None:
    panel = opened(desk, Dataset.of([[1, 1], [2, 2]], [0, 0]), visits=2)
    desk.settle()
    desk.window.controller.change_view(selection=(1,))
    panel.only_point.setChecked(True)
    assert panel.table.empty_text == "No mistakes at x₂ so far."
    desk.wait(lambda: panel.table.accessibleDescription() == panel.table.empty_text)


def test_it_filters_by_the_selected_point(desk: Desk) -> None:
    panel = opened(desk, XOR, visits=8)
    desk.window.gestures.select([2])
    panel.only_point.setChecked(True)
    desk.wait(lambda: panel.model.rowCount() == 2)
    desk.wait(lambda: [panel.model.texts(row)[1] for row in range(2)] == ["x₃", "x₃"])
    desk.window.gestures.select([1])
    desk.wait(lambda: panel.model.rowCount() > 0 and panel.model.texts(0)[1] == "x₂")
    panel.only_point.setChecked(False)
    desk.wait(lambda: panel.model.rowCount() == 8)


def test_in_batch_order_the_filters_say_what_they_mean(desk: Desk) -> None:
    panel = opened(desk, LONG, TrainingSettings(order=Order.BATCH), visits=200)
    assert panel.only_mistakes.text() == "only updates"
    assert not panel.only_point.isEnabled()
    assert "share one update" in panel.only_point.toolTip()
    panel.only_mistakes.setChecked(True)
    desk.wait(lambda: panel.model.rowCount() == desk.snapshot.updates)
    desk.window.controller.change_settings("order", order=Order.CYCLIC)
    desk.settle()
    assert panel.only_mistakes.text() == "only mistakes"
    assert "share one update" not in panel.only_point.toolTip()


def test_a_filter_by_one_point_needs_one_point(desk: Desk) -> None:
    panel = opened(desk, XOR, visits=8)
    assert not panel.only_point.isEnabled()
    assert "Select one point" in panel.only_point.toolTip()
    desk.window.gestures.select([2])
    assert panel.only_point.isEnabled()
    panel.only_point.setChecked(True)
    desk.wait(lambda: panel.model.rowCount() == 2)
    desk.window.gestures.select([1, 2])
    assert not panel.only_point.isEnabled()
    assert not panel.only_point.isChecked()
    desk.wait(lambda: panel.model.rowCount() == 8)


def test_an_edit_begins_the_table_anew(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=100)
    desk.window.controller.set_dataset(TEXTBOOK, "example")
    desk.wait(lambda: panel.model.rowCount() == 0)
    desk.key(Key.Key_Right)
    desk.wait(lambda: panel.model.rowCount() == 1 and panel.model.texts(0)[6] == "(3, 3)")


def test_chosen_rows_are_copied_with_tabs(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK, visits=6)
    desk.wait(lambda: panel.model.texts(5)[0] == "6")
    panel.table.setFocus()
    panel.table.selectAll()
    desk.do("edit.copy")
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == names_of(TrainingSettings())
    assert [line.split("\t")[0] for line in lines[1:]] == ["1", "2", "3", "4", "5", "6"]
    name = f"{TEXTBOOK.classes[0]} (-)"
    assert lines[3].split("\t") == ["3", "x₃", "7", "✗", "(2, 2)", "0", "(1, 1)", name, "1"]
    click_row(desk, panel, 1)
    panel.table.setFocus()
    desk.do("edit.copy")
    assert len(QApplication.clipboard().text().splitlines()) == 2


def test_copying_all_of_a_long_run_takes_what_was_in_view(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=20_000)
    desk.wait(lambda: panel.model.known(19_999) is not None)
    panel.table.selectAll()
    panel.table.setFocus()
    desk.do("edit.copy")
    assert "of 20\u202f000 rows" in desk.message
    lines = QApplication.clipboard().text().splitlines()
    assert 1 < len(lines) <= run_model.MOST_PAGES * PAGE + 1
    assert not any("…" in line.split("\t")[0] for line in lines)


def test_a_hundred_thousand_rows_are_selected_at_once(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=100_000)
    far = panel.model.index(99_999, 0)
    panel.table.selectRow(0)
    panel.table.scrollTo(far)
    with within(1.0):  # 10 s for five times as many while the header asked which columns are selected whole
        place = panel.table.visualRect(far).center()
        desk.qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, Modifier.ShiftModifier, place)
        panel.grab()
    assert panel.table.selectionModel().selection().contains(panel.model.index(50_000, 0))


def test_rows_of_a_point_that_arrives_behind_the_cursor_are_whole(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK, visits=3)
    desk.window.controller.place([[7, 7]], [1])
    desk.settle()
    for _ in range(6):
        desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 9)
    desk.wait(lambda: all(panel.model.texts(row)[0] == str(row + 1) for row in range(9)))
    new = next(row for row in range(9) if panel.model.texts(row)[1] == "x₄")
    desk.window.controller.seek(1)
    desk.wait(lambda: desk.snapshot.visit == 1 and desk.snapshot.dataset.n_samples == 3)
    panel.model.reset()
    desk.wait(lambda: [panel.model.texts(new)[k] for k in (1, 6)] == ["x₄", "(7, 7)"])


# What is seen of it

TEN = Dataset.of(
    np.round(np.random.default_rng(85).uniform(-3, 3, (30, 12)), 2),
    np.random.default_rng(86).integers(0, 2, 30).tolist(),
    ["a class with a very long name that goes on", "no"],
)
NAMED = Dataset.of(LONG.X, [k % 3 for k in range(40)], ["Iris setosa of the long name", "B", "C"])
LOOKS = {
    "binary": (LONG, TrainingSettings()),
    "ten features": (TEN, TrainingSettings(eta=0.01)),
    "multiclass": (NAMED, TrainingSettings(mode=Mode.MULTICLASS)),
    "no bias": (TEN, TrainingSettings(mode=Mode.DUAL, bias=False)),
}


@pytest.mark.seldom
@pytest.mark.drawn
@pytest.mark.parametrize(
    ("case", "theme"),
    [
        ("binary", "view.light"),
        ("ten features", "view.projector"),
        ("multiclass", "view.projector"),
        ("no bias", "view.light"),
    ],
)
def test_what_is_seen_is_whole_and_what_found_no_room_is_told_below(desk: Desk, case: str, theme: str) -> None:
    if theme == "view.projector":
        desk.do(theme)
    panel = opened(desk, *LOOKS[case], visits=300)
    table, header = panel.table, panel.table.horizontalHeader()
    all_is_shown_or_told(desk, panel)
    for visit in (300, 150, 20):
        desk.window.controller.seek(visit)
        desk.wait(lambda visit=visit: table.currentIndex().row() == visit - 1)
        desk.wait(lambda: all(panel.model.texts(row)[0] != "…" for row in table.rows_in_view()))
        assert header.count() == len(columns_of(LOOKS[case][1]))
        for section in range(header.count()):
            if header.isSectionHidden(section):
                continue
            assert header.sectionSize(section) >= header.sectionSizeHint(section)
            for row in table.rows_in_view():
                hint = table.sizeHintForIndex(panel.model.index(row, section)).width()
                assert hint <= table.columnWidth(section), panel.model.texts(row)[section]
        # Texts that came later may have made the letters smaller, and the rows lower: then they are put right.
        desk.wait(lambda: table.rowViewportPosition(table.rowAt(0)) == 0)
        assert table.viewport().height() % table.rowHeight(0) == 0
        assert table.fontMetrics().height() <= table.rowHeight(0)


def test_f_mistake_w_and_b_are_seen_without_scrolling(desk: Desk) -> None:
    desk.window.resize(1280, 800)
    panel = opened(desk, TEXTBOOK, visits=6)
    desk.wait(lambda: panel.model.texts(5)[0] == "6")
    for section in range(6):
        right = panel.table.columnViewportPosition(section) + panel.table.columnWidth(section)
        assert right <= panel.table.viewport().width(), panel.model.columns[section].name


def all_is_shown_or_told(desk: Desk, panel: TablePanel) -> None:
    """Look at two visits of three hundred: each of their cells is in the table, unscrolled, or below it."""
    table = panel.table
    desk.wait(lambda: all(panel.model.texts(row)[0] != "…" for row in table.rows_in_view()))
    for visit in (300, 299):
        desk.wait(lambda visit=visit: table.currentIndex().row() == visit - 1)
        assert sum(map(table.columnWidth, range(len(panel.model.columns)))) <= table.viewport().width()
        assert table.horizontalScrollBar().maximum() == 0
        told = panel.rest.text().replace("\u00a0", " ")
        cells = zip(names_of(desk.document.settings), panel.model.texts(visit - 1), strict=True)
        for section, (name, text) in enumerate(cells):
            assert table.isColumnHidden(section) is (f" {name} {text}" in told and section > 1), (name, text)
        desk.key(Key.Key_Left)


@pytest.mark.seldom
def test_in_arabic_what_found_no_room_keeps_its_order(desk: Desk) -> None:
    """(0.38, 2.56) was told as (2.56, 0.38), after a name that goes from the right."""
    languages.speak("ar")
    try:
        for case, look in LOOKS.items():
            panel = opened(desk, *look, visits=5)
            desk.wait(lambda panel=panel: panel.table.currentIndex().row() == 4 and panel.model.texts(4)[0] == "5")
            told, cells = panel.rest.text().replace("\u00a0", " "), panel.model.texts(4)
            hidden = [text for section, text in enumerate(cells) if panel.table.isColumnHidden(section)]
            wanted = [text for text in hidden if "(" in text or "−" in text]
            assert all(f"{LEFT_TO_RIGHT}{text}{END}" in told for text in wanted), case
    finally:
        languages.speak("en")


def test_where_a_kernel_takes_the_place_of_w_there_is_no_column_for_it() -> None:
    kernel = Kernel(KernelName.RBF)
    for mode in (Mode.DUAL, Mode.MULTICLASS):
        names = names_of(TrainingSettings(mode=mode, kernel=kernel))
        assert not any(name.split()[0] == "w" for name in names), names
        assert any(name.split()[0] == "b" for name in names)


def test_visits_of_ten_digits_are_whole(desk: Desk) -> None:
    panel = opened(desk, XOR, visits=8)
    desk.do("view.projector")
    panel.render_snapshot(replace(desk.snapshot, frontier=4_000_000_000))
    text = "4\u202f000\u202f000\u202f000"
    assert panel.table.columnWidth(0) > panel.table.fontMetrics().horizontalAdvance(text) + 6
    assert "of 4\u202f000\u202f000\u202f000" in panel.part.text()
    assert panel.part.isVisible()


# Export


def test_the_table_is_exported(desk: Desk, tmp_path: Path) -> None:
    opened(desk, LONG, visits=1_000)
    said: list[str] = []
    desk.window.controller.noticed.connect(said.append)
    desk.commands.filing.exporting.write(tmp_path / "run.csv", Selection())
    desk.wait(lambda: said and said[-1] == "Wrote run.csv.")
    assert said[:-1] == [f"Writing run.csv: {p} %" for p in (26, 51, 77, 100)]
    with (tmp_path / "run.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["visit"]) for row in rows] == list(range(1, 1_001))
    assert desk.snapshot.visit == 1_000


@pytest.mark.seldom
def test_while_it_asks_the_table_is_exported_up_to_the_cursor(desk: Desk, tmp_path: Path) -> None:
    panel = opened(desk, LONG, visits=1_000)
    desk.window.controller.seek(333)
    desk.wait(lambda: desk.snapshot.visit == 333)
    desk.key(Key.Key_Q)
    desk.wait(lambda: panel.model.seen_selection.until == 333)
    said: list[str] = []
    desk.window.controller.noticed.connect(said.append)
    panel.export_asked.disconnect()
    panel.export_asked.connect(lambda selection: desk.commands.filing.exporting.write(tmp_path / "run.csv", selection))
    panel.export.click()
    desk.wait(lambda: said and said[-1] == "Wrote run.csv up to visit 333, where the question is.")
    with (tmp_path / "run.csv").open(encoding="utf-8") as file:
        visits = [int(row["visit"]) for row in csv.DictReader(file)]
    assert visits == list(range(1, 334))


def test_a_bad_folder_is_a_sentence_and_the_run_goes_on(desk: Desk, tmp_path: Path) -> None:
    opened(desk, LONG, visits=500)
    desk.commands.filing.exporting.write(tmp_path / "no" / "run.csv", Selection())
    desk.wait(lambda: desk.message.endswith("the file cannot be written because there is no such folder."))
    assert list(tmp_path.iterdir()) == []
    assert desk.boxes() == []
    desk.key(Key.Key_Right)
    desk.wait(lambda: desk.snapshot.visit == 501)


def test_points_may_be_placed_while_it_is_written(desk: Desk, tmp_path: Path) -> None:
    opened(desk, LONG, visits=3_000)
    desk.window.controller.seek(50)
    desk.wait(lambda: desk.snapshot.visit == 50)
    said: list[str] = []
    desk.window.controller.noticed.connect(said.append)
    desk.commands.filing.exporting.write(tmp_path / "run.csv", Selection())
    desk.window.controller.place([[1.0, 1.0]], [0])
    desk.wait(lambda: said and (said[-1].endswith("has changed in the meantime.") or "Wrote run.csv." in said))
    assert desk.boxes() == []
    assert desk.settle().dataset.n_samples == 41
    assert [path.name for path in tmp_path.iterdir()] in ([], ["run.csv"])
    desk.key(Key.Key_Right)
    desk.wait(lambda: desk.snapshot.visit == 51)


def test_f_mistake_w_and_b_are_seen_without_scrolling_in_the_projector_theme(desk: Desk) -> None:
    desk.do("view.projector")
    desk.window.resize(1280, 800)
    panel = opened(desk, BY_NAME["two-classes"].make(), visits=9)
    desk.window.side.take_width(368)
    table, bias = panel.table, names_of(desk.document.settings).index("b")
    # The cells that a visit fills are wider than the headers: before they are there, any letters fit.
    desk.wait(lambda: panel.width() == 368 and all(panel.model.texts(row)[0] != "…" for row in range(9)))
    desk.wait(lambda: table.columnViewportPosition(bias) + table.columnWidth(bias) <= table.viewport().width())
    assert table.horizontalHeader().viewport().font().pixelSize() == table.font().pixelSize() > SMALL


def test_the_weights_of_the_own_class_are_seen_whole_at_the_width_of_a_new_window(desk: Desk) -> None:
    desk.window.resize(1280, 800)
    panel = opened(desk, BY_NAME["four-classes"].make(), TrainingSettings(mode=Mode.MULTICLASS), visits=5)
    table, weights = panel.table, names_of(desk.document.settings).index("w own")
    desk.wait(lambda: table.columnViewportPosition(weights) + table.columnWidth(weights) <= table.viewport().width())
    widest = max(table.fontMetrics().horizontalAdvance(panel.model.texts(row)[weights]) for row in range(5))
    assert widest <= table.columnWidth(weights)


def test_no_number_runs_into_the_right_edge_of_the_table(qtbot: QtBot) -> None:
    """Half a number reads like another: header and cell that are cut end in dots, a little before the edge."""
    full, empty = table_with(qtbot, "8" * 12), table_with(qtbot, "")
    for width in range(150, 200):
        assert edge_of(full, width) == edge_of(empty, width), width


def table_with(qtbot: QtBot, text: str) -> FrozenTable:
    """Return a table whose second column holds a text, in its header and in its row."""
    table, model = FrozenTable(1), QStandardItemModel()
    qtbot.addWidget(table)
    model.setHorizontalHeaderLabels(["visit", text])
    model.appendRow([QStandardItem("1"), QStandardItem(text)])
    table.setModel(model)
    table.setColumnWidth(1, 160)
    table.show()
    return table


def edge_of(table: FrozenTable, width: int) -> list[int]:
    """Return the pixels at the right edge of header and rows of a table that is so wide."""
    table.resize(width, 90)
    pictures = [part.grab().toImage() for part in (table.horizontalHeader().viewport(), table.viewport())]
    return [picture.pixel(picture.width() - 1, y) for picture in pictures for y in range(picture.height())]
