"""The pages of several classes: what they say, and what they keep to themselves."""

from __future__ import annotations

import re
from typing import TypeVar

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
from perceptron_gui.gui.features.forms import AgainstPanel, ConfusionPanel, RowsPanel
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.classes.claims import NOBODY, SEVERAL
from perceptron_gui.session.messages.meanings import meaning
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.background import Background
from tests.gui.desk import Desk
from tests.session.bench import TEXTBOOK, Bench
from tests.simulation.scheduler import SimulatedScheduler

MULTICLASS = TrainingSettings(mode=Mode.MULTICLASS)
ROW = BY_NAME["in-a-row"].make()
"""No line has the middle one of three classes on one side."""


def snapshot_at(dataset: Dataset, visit: int, settings: TrainingSettings = MULTICLASS) -> Snapshot:
    """Return a run at a visit with all that the panel shows."""
    bench = Bench.on(dataset, settings)
    bench.worker.want(Wants(rivals=True))
    bench.do(lambda worker: moves.seek(worker, 10_000))
    return bench.do(lambda worker: moves.seek(worker, visit))


PageType = TypeVar("PageType", bound=Panel)


class Pages:
    """Makes pages, whose questions are answered in the same thread when `answer` is called. `asked`: how often."""

    def __init__(self, qtbot: QtBot) -> None:
        self.asked, self._qtbot, self._scheduler = list[object](), qtbot, SimulatedScheduler()
        self._background = Background(self._scheduler, lambda: self.asked.append(True))

    def shown(self, kind: type[PageType]) -> PageType:
        """Return a page that is seen."""
        panel = kind()
        self._qtbot.addWidget(panel)
        panel.resize(344, 640)
        panel.set_theme(LIGHT)
        panel.asked.connect(self._background.ask)
        panel.show()
        return panel

    def answer(self) -> None:
        """Answer all questions."""
        self._scheduler.work_off()
        self._background.deliver()


@pytest.fixture
def pages(qtbot: QtBot) -> Pages:
    return Pages(qtbot)


def plain(html: str) -> str:
    """Return rich text as plain text."""
    document = QTextDocument()
    document.setHtml(html)
    return re.sub(r"\s+", " ", document.toPlainText())


def test_every_class_has_its_row_and_the_selected_point_its_scores(pages: Pages) -> None:
    panel = pages.shown(RowsPanel)
    panel.render_snapshot(snapshot_at(ROW, 10_000))
    said = plain(panel.text.text())
    assert said.startswith("W at the cursor")
    assert "Scores of x₉ now" in said
    assert said.index("rival") != said.index("true class")
    panel.set_view_state(ViewState(selection=(1,)))
    assert "Scores of x₂ now" in plain(panel.text.text())


def test_with_a_curved_kernel_a_stands_in_the_place_of_w(pages: Pages) -> None:
    panel = pages.shown(RowsPanel)
    settings = replace(MULTICLASS, kernel=Kernel(KernelName.POLY))
    panel.render_snapshot(snapshot_at(ROW, 0, settings))
    assert "There are none yet" in plain(panel.text.text())
    gaussian = replace(MULTICLASS, kernel=Kernel(KernelName.RBF))
    panel.render_snapshot(snapshot_at(ROW, 10_000, gaussian))
    said = plain(panel.text.text()).partition("Scores")[0]
    assert said.startswith("A at the cursor")
    assert "x₁" in said
    assert "≈" not in said, "A and b go up and down by whole numbers"


def test_places_of_no_class_and_of_several_are_hatched_and_named(pages: Pages) -> None:
    panel = pages.shown(AgainstPanel)
    panel.render_snapshot(snapshot_at(ROW, 10_000))
    pages.answer()
    finding = panel.map.finding
    assert finding is not None
    assert finding.picture is not None
    assert {owner for owner, *_ in finding.picture.words} == {NOBODY, SEVERAL}
    said = plain(panel.table.text())
    assert "goes round for ever" in said
    assert said.count("converged") == 2
    assert panel.note.text().startswith(
        "3 of 9 points are claimed only by their own class, 3 by no class, 3 by several, and 0 by a wrong"
    )
    panel.set_view_state(ViewState(selection=(1,)))
    assert panel.note.text().startswith("x₂: f(A) ")
    panel.map.pointed.emit((0.0, 0.0))
    assert panel.note.text().startswith("Here: f(A) ")


def test_the_lines_follow_the_cursor_and_stay_out_of_other_runs(pages: Pages) -> None:
    panel = pages.shown(AgainstPanel)
    panel.render_snapshot(snapshot_at(ROW, 4))
    pages.answer()
    assert "after 4 visits" in panel.heading.text()
    panel.render_snapshot(snapshot_at(TEXTBOOK, 4))
    assert "computing" in panel.heading.text()
    assert panel.map.finding is None


def test_a_cell_is_chosen_by_mouse_and_by_keys_and_says_what_it_counts(pages: Pages, qtbot: QtBot) -> None:
    panel = pages.shown(ConfusionPanel)
    panel.render_snapshot(snapshot_at(ROW, 1))
    view, chosen, hints = panel.view, [], []
    panel.points_chosen.connect(chosen.append)
    panel.hint_changed.connect(hints.append)
    at = view._box((1, 0)).center()
    assert view.cell_at(at) == (1, 0)
    assert view.cell_at(QPointF(2, 2)) is None
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at.toPoint())
    assert chosen == [(1, 4, 7)]
    qtbot.keyClick(view, Qt.Key.Key_Return)
    view.point_at((0, 0))
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.cell == (1, 0)
    assert "Points in B that are classified as A: 3 of 3." in panel.note.text()
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert chosen[-1] == (1, 4, 7)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert [bool(hint) for hint in hints] == [True, False]


def test_before_anything_is_decided_no_tie_stands_as_an_error(pages: Pages) -> None:
    panel = pages.shown(ConfusionPanel)
    panel.render_snapshot(snapshot_at(ROW, 0))
    assert panel.view.confusion is None and panel.note.text() == meaning("all zero")


def test_two_classes_stand_beside_the_binary_rule_and_three_do_not(pages: Pages, qtbot: QtBot) -> None:
    panel = pages.shown(RowsPanel)
    panel.render_snapshot(snapshot_at(TEXTBOOK, 5))
    assert panel.fold.isVisible() and not pages.asked, "nobody has asked for it yet"
    qtbot.mouseClick(panel.fold, Qt.MouseButton.LeftButton)
    assert "computing" in panel.binary.text()
    pages.answer()
    assert "to the last digit" in plain(panel.binary.text())
    panel.render_snapshot(snapshot_at(ROW, 5))
    assert not panel.binary.text() and not panel.fold.isVisible()
    assert len(pages.asked) == 1


@pytest.mark.parametrize("kind", [RowsPanel, AgainstPanel, ConfusionPanel])
def test_nothing_tells_the_answer_while_an_exercise_asks(pages: Pages, kind: type[Panel]) -> None:
    panel = pages.shown(kind)
    panel.render_snapshot(replace(snapshot_at(ROW, 2), is_veiled=True, rivals=None))
    shown = " ".join(text.text() for text in panel.findChildren(RichText) if text.isVisible())
    assert "Hidden until you have answered." in shown
    assert "true class" not in shown and "alone" not in shown and "Click a cell" not in shown
    assert not pages.asked


@pytest.mark.parametrize("kind", [RowsPanel, AgainstPanel, ConfusionPanel])
def test_the_run_of_another_mode_is_not_drawn_while_the_next_one_begins(pages: Pages, kind: type[Panel]) -> None:
    panel = pages.shown(kind)
    panel.render_snapshot(snapshot_at(TEXTBOOK, 2, TrainingSettings()))
    assert not any(text.text() for text in panel.findChildren(RichText))
    assert not pages.asked


@pytest.mark.parametrize("kind", [RowsPanel, AgainstPanel, ConfusionPanel])
def test_without_points_each_page_says_what_to_do(pages: Pages, kind: type[Panel]) -> None:
    panel = pages.shown(kind)
    panel.render_snapshot(snapshot_at(Dataset.empty(), 0))
    assert "Place a point first." in " ".join(text.text() for text in panel.findChildren(RichText))


def test_a_cell_selects_its_points_on_the_canvas_and_a_hidden_page_asks_for_nothing(desk: Desk) -> None:
    desk.show(ROW, MULTICLASS)
    side = desk.window.side
    panel = side.panel(ConfusionPanel)
    desk.settle()
    assert desk.snapshot.rivals is None
    side.bring_named("confusion")
    desk.window.controller.seek(1)
    desk.wait(lambda: panel.is_built and panel.view.confusion is not None)
    panel.view.chosen.emit((1, 0))
    desk.wait(lambda: desk.window.controller.view_state.selection == (1, 4, 7))
    against = side.panel(AgainstPanel)
    side.bring_named("against")
    desk.wait(lambda: against.is_built and against.map.finding is not None)
