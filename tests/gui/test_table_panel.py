"""The run as a table: rows come when they are looked at, follow the run, and lead back to their visits."""

from __future__ import annotations

import csv
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester

from perceptron_gui.engine.dataset import Dataset
from perceptron_gui.engine.run import Run
from perceptron_gui.engine.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.snapshot import Wants, take_snapshot
from perceptron_gui.engine.state import Stop
from perceptron_gui.gui.panels.table import HEADERS, MOST_PAGES, RunModel, TablePanel, row_texts
from perceptron_gui.session.table import PAGE, PageRequest, Selection, page_of
from tests.engine.cases import ORDERS, random_case
from tests.gui.desk import Desk, Key, Modifier
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
        """Return what stands in the first column."""
        return [self.model.texts(row)[0] for row in rows]


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
    assert desk.model.texts(0)[3] == "(3, 3)"


def test_going_back_in_the_run_forgets_nothing() -> None:
    desk = Desked(run_over(LONG, 100))
    desk.model.texts(0)
    desk.answer()
    desk.run.seek(10)
    desk.show()
    assert desk.model.rowCount() == 100
    assert desk.model.texts(0)[0] == "1"
    assert desk.asked == []


def test_many_pages_are_not_kept() -> None:
    desk = Desked(run_over(LONG, 6_000))
    for page in range(6_000 // PAGE):
        desk.model.texts(page * PAGE)
        desk.answer()
    assert len(desk.model._pages) <= MOST_PAGES
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
        assert all(desk.model.texts(row)[6] == "✗" for row in range(desk.model.rowCount()))


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
    for _ in range(8):
        case = random_case(rng, mode, order).with_rules(eta=float(rng.choice([0.1, 0.3, 0.7])), initial=None)
        points = np.round(np.array(case.points), 1)
        run = Run(Dataset.of(points, case.labels, case.dataset.classes), case.settings)
        for _ in range(30):
            visited = run.visit_once()
            if visited is None:
                break
            cells = row_texts(visited, take_snapshot(run, 1, Wants()))
            assert len(cells) == len(HEADERS)
            assert not any("000000" in cell or "99999" in cell or "≈" in cell for cell in cells), cells


def test_a_row_by_hand() -> None:
    run = Run(TEXTBOOK, TrainingSettings(eta=0.1))
    cells = [row_texts(run.visit_once(), take_snapshot(run, 1, Wants())) for _ in range(3)]  # type: ignore[arg-type]
    name = TEXTBOOK.classes
    assert cells[0] == ["1", "1", "x₁", "(3, 3)", f"{name[1]} (+)", "0", "✗", "(0.3, 0.3, 0.1)"]
    assert cells[1] == ["2", "1", "x₂", "(4, 3)", f"{name[1]} (+)", "2.2", "", "(0.3, 0.3, 0.1)"]
    assert cells[2] == ["3", "1", "x₃", "(1, 1)", f"{name[0]} (−)", "0.7", "✗", "(0.2, 0.2, 0)"]


def test_rows_of_a_multiclass_run_name_the_class() -> None:
    three = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", "B", "C"])
    run = Run(three, TrainingSettings(mode=Mode.MULTICLASS))
    visited = run.visit_once()
    assert visited is not None
    cells = row_texts(visited, take_snapshot(run, 1, Wants()))
    assert cells[4:] == ["A", "0", "✗", "A: (1, 0, 1)"]


def test_the_end_of_a_batch_pass_is_marked() -> None:
    run = Run(TEXTBOOK, TrainingSettings(order=Order.BATCH))
    cells = [row_texts(run.visit_once(), take_snapshot(run, 1, Wants()))[6] for _ in range(3)]  # type: ignore[arg-type]
    assert cells == ["✗", "✗", "✗ Σ"]
    assert row_texts(run.visit_once(), take_snapshot(run, 1, Wants()))[6] == ""  # type: ignore[arg-type]


# In the window


def opened(desk: Desk, dataset: Dataset, settings: TrainingSettings | None = None, visits: int = 0) -> TablePanel:
    """Open the panel beside a run of so many visits."""
    desk.show(dataset, settings)
    desk.window.docks[3].show()
    desk.window.docks[3].raise_()
    panel = desk.window.table_panel
    desk.wait(panel.isVisible)
    if visits:
        desk.window.lab.seek(visits)
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


def test_far_rows_of_a_long_run_are_there_soon(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=200_000)
    for row in (150_000, 7, 99_999):
        click_row(desk, panel, row)
        desk.wait(lambda row=row: desk.snapshot.visit == row + 1)
        assert panel.model.texts(row)[0].replace("\u202f", "") == str(row + 1)


def test_while_it_plays_the_rows_grow(desk: Desk) -> None:
    panel = opened(desk, LONG)
    desk.set_speed(8)
    desk.do("run.play")
    desk.wait(lambda: panel.model.rowCount() > 2_000, timeout=15_000)
    desk.do("run.play")
    desk.wait(lambda: not desk.snapshot.is_playing)
    desk.wait(lambda: panel.model.rowCount() == desk.settle().frontier)
    last = panel.model.rowCount() - 1
    desk.wait(lambda: panel.model.texts(last)[0].replace("\u202f", "") == str(last + 1))


def test_it_filters_by_the_selected_point(desk: Desk) -> None:
    panel = opened(desk, XOR, visits=8)
    desk.window.gestures.select([2])
    panel.only_point.setChecked(True)
    desk.wait(lambda: panel.model.rowCount() == 2)
    desk.wait(lambda: [panel.model.texts(row)[2] for row in range(2)] == ["x₃", "x₃"])
    desk.window.gestures.select([1])
    desk.wait(lambda: panel.model.rowCount() > 0 and panel.model.texts(0)[2] == "x₂")
    panel.only_point.setChecked(False)
    desk.wait(lambda: panel.model.rowCount() == 8)


def test_in_batch_order_the_filters_say_what_they_mean(desk: Desk) -> None:
    panel = opened(desk, LONG, TrainingSettings(order=Order.BATCH), visits=200)
    assert panel.only_mistakes.text() == "only updates"
    assert not panel.only_point.isEnabled()
    assert "share one update" in panel.only_point.toolTip()
    panel.only_mistakes.setChecked(True)
    desk.wait(lambda: panel.model.rowCount() == desk.snapshot.updates)
    desk.window.lab.change_settings("order", order=Order.CYCLIC)
    desk.settle()
    assert panel.only_mistakes.text() == "only mistakes"
    assert panel.only_point.isEnabled()


def test_an_edit_begins_the_table_anew(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=100)
    desk.window.lab.set_dataset(TEXTBOOK, "example")
    desk.wait(lambda: panel.model.rowCount() == 0)
    desk.key(Key.Key_Right)
    desk.wait(lambda: panel.model.rowCount() == 1 and panel.model.texts(0)[3] == "(3, 3)")


def test_chosen_rows_are_copied_with_tabs(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK, visits=6)
    desk.wait(lambda: panel.model.texts(5)[0] == "6")
    panel.table.setFocus()
    panel.table.selectAll()
    desk.do("edit.copy_text")
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].split("\t") == list(HEADERS)
    assert [line.split("\t")[0] for line in lines[1:]] == ["1", "2", "3", "4", "5", "6"]
    assert lines[3].split("\t") == ["3", "1", "x₃", "(1, 1)", f"{TEXTBOOK.classes[0]} (-)", "7", "✗", "(2, 2, 0)"]
    click_row(desk, panel, 1)
    panel.table.setFocus()
    desk.do("edit.copy_text")
    assert len(QApplication.clipboard().text().splitlines()) == 2


def test_copying_all_of_a_long_run_takes_what_was_in_view(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=20_000)
    desk.wait(lambda: panel.model.known(19_999) is not None)
    panel.table.selectAll()
    panel.table.setFocus()
    desk.do("edit.copy_text")
    assert "of 20\u202f000 rows" in desk.message
    lines = QApplication.clipboard().text().splitlines()
    assert 1 < len(lines) <= MOST_PAGES * PAGE + 1
    assert not any("…" in line.split("\t")[0] for line in lines)


def test_half_a_million_rows_are_selected_at_once(desk: Desk) -> None:
    panel = opened(desk, LONG, visits=500_000)
    far = panel.model.index(499_999, 0)
    panel.table.selectRow(0)
    panel.table.scrollTo(far)
    begin = time.perf_counter()
    place = panel.table.visualRect(far).center()
    desk.qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, Modifier.ShiftModifier, place)
    panel.grab()
    assert time.perf_counter() - begin < 1.0  # 10 s while the header asked which columns are selected whole
    assert panel.table.selectionModel().selection().contains(panel.model.index(250_000, 0))


def test_rows_of_a_point_that_arrives_behind_the_cursor_are_whole(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK, visits=3)
    desk.window.lab.place([[7, 7]], [1])
    desk.settle()
    for _ in range(6):
        desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 9)
    desk.wait(lambda: all(panel.model.texts(row)[0] == str(row + 1) for row in range(9)))
    new = next(row for row in range(9) if panel.model.texts(row)[2] == "x₄")
    desk.window.lab.seek(1)
    desk.wait(lambda: desk.snapshot.visit == 1 and desk.snapshot.dataset.n_samples == 3)
    panel.model.reset()
    desk.wait(lambda: panel.model.texts(new)[2:4] == ["x₄", "(7, 7)"])


# Export


def test_the_table_is_exported(desk: Desk, tmp_path: Path) -> None:
    opened(desk, LONG, visits=1_000)
    said: list[str] = []
    desk.window.lab.noticed.connect(said.append)
    desk.commands.filing.export_to(tmp_path / "run.csv", Selection())
    desk.wait(lambda: said and said[-1] == "Wrote run.csv.")
    assert said[:-1] == [f"Writing run.csv: {p} %" for p in (26, 51, 77, 100)]
    with (tmp_path / "run.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["visit"]) for row in rows] == list(range(1, 1_001))
    assert desk.snapshot.visit == 1_000


def test_a_bad_folder_is_a_sentence_and_the_run_goes_on(desk: Desk, tmp_path: Path) -> None:
    opened(desk, LONG, visits=500)
    desk.commands.filing.export_to(tmp_path / "no" / "run.csv", Selection())
    desk.wait(lambda: desk.message.endswith("the file cannot be written because there is no such folder."))
    assert list(tmp_path.iterdir()) == []
    assert desk.boxes() == []
    desk.key(Key.Key_Right)
    desk.wait(lambda: desk.snapshot.visit == 501)


def test_points_may_be_placed_while_it_is_written(desk: Desk, tmp_path: Path) -> None:
    opened(desk, LONG, visits=3_000)
    desk.window.lab.seek(50)
    desk.wait(lambda: desk.snapshot.visit == 50)
    said: list[str] = []
    desk.window.lab.noticed.connect(said.append)
    desk.commands.filing.export_to(tmp_path / "run.csv", Selection())
    desk.window.lab.place([[1.0, 1.0]], [0])
    desk.wait(lambda: said and (said[-1].endswith("was changed meanwhile.") or "Wrote run.csv." in said))
    assert desk.boxes() == []
    assert desk.settle().dataset.n_samples == 41
    assert [path.name for path in tmp_path.iterdir()] in ([], ["run.csv"])
    desk.key(Key.Key_Right)
    desk.wait(lambda: desk.snapshot.visit == 51)
