"""The panel "Multiclass": four pages, what they say, and what they keep to themselves."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.forms import MulticlassPanel
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.classes.claims import NOBODY, SEVERAL
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.background import Background
from tests.gui.desk import Desk
from tests.session.bench import TEXTBOOK, Bench
from tests.simulation.scheduler import SimulatedScheduler

MULTICLASS = TrainingSettings(mode=Mode.MULTICLASS)
ROW = BY_NAME["in-a-row"].make()
"""No line has the middle one of three classes on one side."""
WEIGHTS, AGAINST, CONFUSION, TWO = range(4)


def snapshot_at(dataset: Dataset, visit: int, settings: TrainingSettings = MULTICLASS) -> Snapshot:
    """Return a run at a visit with all that the panel shows."""
    bench = Bench.on(dataset, settings)
    bench.worker.want(Wants(rivals=True))
    bench.do(lambda worker: moves.seek(worker, 10_000))
    return bench.do(lambda worker: moves.seek(worker, visit))


@pytest.fixture
def panel(qtbot: QtBot) -> MulticlassPanel:
    """Return a panel whose questions are answered at once, in the same thread."""
    panel = MulticlassPanel()
    qtbot.addWidget(panel)
    panel.resize(344, 640)
    panel.set_theme(LIGHT)
    scheduler, asked = SimulatedScheduler(), list[object]()
    background = Background(scheduler, lambda: asked.append(True))
    panel.asked.connect(background.ask)
    panel.setProperty("asked", asked)

    def answer() -> None:
        scheduler.work_off()
        background.deliver()

    panel.answer = answer  # type: ignore[attr-defined]
    panel.show()
    return panel


def plain(html: str) -> str:
    """Return rich text as plain text."""
    document = QTextDocument()
    document.setHtml(html)
    return re.sub(r"\s+", " ", document.toPlainText())


def test_every_class_has_its_row_and_the_selected_point_its_scores(panel: MulticlassPanel) -> None:
    panel.render_snapshot(snapshot_at(ROW, 10_000))
    said = plain(panel.weights.text.text())
    assert said.startswith("W AT THE CURSOR")
    assert "SCORES OF X₉ NOW" in said
    assert said.index("rival") != said.index("true class")
    panel.set_view_state(ViewState(selection=(1,)))
    assert "SCORES OF X₂ NOW" in plain(panel.weights.text.text())


def test_with_a_curved_kernel_a_stands_in_the_place_of_w(panel: MulticlassPanel) -> None:
    settings = replace(MULTICLASS, kernel=Kernel(KernelName.POLY))
    panel.render_snapshot(snapshot_at(ROW, 0, settings))
    assert "There were none yet" in plain(panel.weights.text.text())
    gaussian = replace(MULTICLASS, kernel=Kernel(KernelName.RBF))
    panel.render_snapshot(snapshot_at(ROW, 10_000, gaussian))
    said = plain(panel.weights.text.text()).partition("SCORES")[0]
    assert said.startswith("A AT THE CURSOR")
    assert "x₁" in said
    assert "≈" not in said, "A and b go up and down by whole numbers"


def test_places_of_no_class_and_of_several_are_hatched_and_named(panel: MulticlassPanel) -> None:
    panel.open_page(AGAINST)
    panel.render_snapshot(snapshot_at(ROW, 10_000))
    panel.answer()  # type: ignore[attr-defined]
    finding = panel.against.map.finding
    assert finding is not None
    assert finding.picture is not None
    assert {owner for owner, *_ in finding.picture.words} == {NOBODY, SEVERAL}
    said = plain(panel.against.table.text())
    assert "goes round for ever" in said
    assert said.count("converged") == 2
    assert panel.against.note.text().startswith("3 of 9 points get their class alone, 3 no class, 3 several, 0 a wrong")
    panel.set_view_state(ViewState(selection=(1,)))
    assert panel.against.note.text().startswith("x₂: f(A) ")
    panel.against.map.pointed.emit((0.0, 0.0))
    assert panel.against.note.text().startswith("Here: f(A) ")


def test_the_lines_follow_the_cursor_and_stay_out_of_other_runs(panel: MulticlassPanel) -> None:
    panel.open_page(AGAINST)
    panel.render_snapshot(snapshot_at(ROW, 4))
    panel.answer()  # type: ignore[attr-defined]
    assert "after 4 visits" in panel.against.heading.text()
    panel.render_snapshot(snapshot_at(TEXTBOOK, 4))
    assert "looking" in panel.against.heading.text()
    assert panel.against.map.finding is None


def test_a_cell_is_chosen_by_mouse_and_by_keys_and_says_what_it_counts(panel: MulticlassPanel, qtbot: QtBot) -> None:
    panel.open_page(CONFUSION)
    panel.render_snapshot(snapshot_at(ROW, 0))
    view, chosen, hints = panel.confusion.view, [], []
    panel.points_chosen.connect(chosen.append)
    panel.hint_changed.connect(hints.append)
    at = view._box((0, 1)).center()
    assert view.cell_at(at) == (0, 1)
    assert view.cell_at(QPointF(2, 2)) is None
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert chosen == [(0, 3, 6)]
    qtbot.keyClick(view, Qt.Key.Key_Return)
    view.point_at((0, 0))
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.cell == (1, 0)
    assert "3 of 3 points of B go to A." in panel.confusion.note.text()
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert chosen[-1] == (1, 4, 7)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert [bool(hint) for hint in hints] == [True, False]


def test_two_classes_stand_beside_the_binary_rule_and_three_say_why_not(panel: MulticlassPanel) -> None:
    panel.open_page(TWO)
    panel.render_snapshot(snapshot_at(TEXTBOOK, 5))
    assert "looking" in panel.two.text.text()
    panel.answer()  # type: ignore[attr-defined]
    assert "to the last digit" in plain(panel.two.text.text())
    panel.render_snapshot(snapshot_at(ROW, 5))
    assert "Points of 3 classes" in plain(panel.two.text.text())


@pytest.mark.parametrize("page", [WEIGHTS, AGAINST, CONFUSION, TWO])
def test_nothing_tells_the_answer_while_an_exercise_asks(panel: MulticlassPanel, page: int) -> None:
    panel.open_page(page)
    panel.render_snapshot(replace(snapshot_at(ROW, 2), is_veiled=True, rivals=None))
    shown = panel.weights.text.text() if page == WEIGHTS else panel.note.text()
    assert "Hidden until you have answered." in shown
    assert "true class" not in shown
    assert panel.pages.isVisible() is (page == WEIGHTS)
    assert not panel.property("asked")


def test_in_the_binary_modes_a_sentence_says_what_would_be_there(panel: MulticlassPanel) -> None:
    panel.render_snapshot(snapshot_at(TEXTBOOK, 2, TrainingSettings()))
    assert "choose it at the top" in panel.note.text()
    assert not panel.pages.isVisible()
    assert not panel.switch.isVisible()


def test_without_points_each_page_says_what_to_do(panel: MulticlassPanel) -> None:
    panel.render_snapshot(snapshot_at(Dataset.empty(), 0))
    for page, text in (
        (WEIGHTS, panel.weights.text),
        (AGAINST, panel.against.heading),
        (CONFUSION, panel.confusion.note),
    ):
        panel.open_page(page)
        assert "Place a point first." in text.text()
    panel.open_page(TWO)
    assert "Points of 0 classes" in panel.two.text.text()


def test_a_cell_selects_its_points_on_the_canvas_and_a_hidden_panel_asks_for_nothing(desk: Desk) -> None:
    desk.show(ROW, MULTICLASS)
    panel = desk.window.side.panel(MulticlassPanel)
    desk.settle()
    assert panel.snapshot is None or panel.snapshot.rivals is None
    desk.window.side.bring_named(panel.objectName())
    panel.open_page(CONFUSION)
    desk.wait(lambda: panel.confusion.view.confusion is not None)
    panel.confusion.view.chosen.emit((0, 1))
    desk.wait(lambda: desk.window.controller.view_state.selection == (0, 3, 6))
    panel.open_page(AGAINST)
    desk.wait(lambda: panel.against.map.finding is not None)
