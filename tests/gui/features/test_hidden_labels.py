"""With hidden labels the run asks, and nothing in the window tells a class before a visit has shown the point."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QLabel, QWidget

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.files.sessions.session_file import write_session
from perceptron_gui.gui.panels.panel_registry import STATIONS
from perceptron_gui.gui.pictures.still import paint_plane
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.lessons.page_rules import PageRules
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.view_state import ViewState
from tests.gui.desk import Desk, Key

ROWS = [[3, 3], [4, 3], [1, 1], [0, 2], [2, 0.5], [3.5, 1]]
LABELS = [1, 1, 0, 0, 1, 0]
VISIT = 3
OTHERS = [*LABELS[:VISIT], 1, 0, 1]
"""Labels that differ where they are hidden."""


def shown(desk: Desk, labels: list[int], mode: Mode, order: Order = Order.ONLINE) -> None:
    """Show points with hidden labels, after some visits in an order."""
    settings = TrainingSettings(mode=mode, order=order, positive=1 if mode.is_binary else None)
    desk.show(Dataset.of(ROWS, labels), settings)
    if not desk.window.controller.view_state.shows("hide_labels"):
        desk.do("run.hide_labels")
    for _ in range(VISIT):
        desk.do("run.step")
        desk.settle()
    desk.window.canvas.animation.finish()
    settled(desk)


def settled(desk: Desk) -> None:
    """Wait until all that was asked of the run is shown."""
    desk.wait(lambda: not desk.window.controller.background.is_busy)
    desk.settle()
    desk.qtbot.waitUntil(lambda: not desk.window.controller.views.is_outdated)


def told(desk: Desk) -> list[str]:
    """Return all that the window says, also to who cannot see it."""
    parts = [part for part in desk.window.findChildren(QWidget) if part.isVisible()]
    texts = [part.text() for part in parts if isinstance(part, QLabel)]
    return [*texts, *(part.accessibleName() for part in parts), *(part.toolTip() for part in parts)]


def painted(desk: Desk) -> QImage:
    """Return the plane, painted anew."""
    canvas = desk.window.canvas
    picture = QImage(canvas.viewport().size(), QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    paint_plane(painter, canvas)
    painter.end()
    return picture


@pytest.mark.seldom
@pytest.mark.drawn
@pytest.mark.parametrize(
    "mode, order",
    [(Mode.PRIMAL, Order.CYCLIC), (Mode.DUAL, Order.BATCH), (Mode.MULTICLASS, Order.ONLINE)],
)
def test_the_window_is_the_same_whatever_the_hidden_labels_are(desk: Desk, mode: Mode, order: Order) -> None:
    shown(desk, LABELS, mode, order)
    desk.do("show.pocket")
    desk.do("run.by_hand") if mode.is_binary else None
    desk.do("show.street")
    desk.do("show.rings") if desk.window.actions_by_id["show.rings"].isEnabled() else None
    pages = [page.name for station in STATIONS for page in station.pages]
    seen = []
    for labels in (LABELS, OTHERS):
        shown(desk, labels, mode, order)
        desk.move(3.5, 1)
        desk.window.details.hover._show_card()
        assert "hidden until the run has predicted it" in desk.window.details.hover.card.text
        said = {}
        for page in pages:
            desk.window.side.bring_named(page)
            settled(desk)
            said[page] = told(desk)
        seen.append((said, painted(desk)))
    (one, picture), (other, other_picture) = seen
    for page, texts in one.items():
        assert texts == other[page], page
    assert picture == other_picture


def test_a_point_shows_its_class_with_the_visit_and_all_is_back_after_the_pass(desk: Desk) -> None:
    shown(desk, LABELS, Mode.PRIMAL)
    canvas, panel = desk.window.canvas, desk.window.side.panels[0]
    assert [canvas.hides(i) for i in range(6)] == [False] * 3 + [True] * 3
    assert not desk.window.top.verdict.isVisible()
    desk.do("run.end")
    desk.wait(lambda: not any(map(canvas.hides, range(6))))
    desk.settle()
    assert desk.window.top.verdict.isVisible() and desk.snapshot.loss is not None and panel is not None
    desk.do("run.reset")
    desk.wait(lambda: all(map(canvas.hides, range(6))))


def test_pages_that_tell_classes_are_covered_and_come_back(desk: Desk) -> None:
    desk.window.side.bring_named("points")
    shown(desk, LABELS, Mode.PRIMAL)
    panel = next(each for each in desk.window.side.panels if each.isVisible())
    words = [part.text() for part in panel.findChildren(QLabel) if part.isVisible()]
    assert words == ["Hidden until all points are predicted, because this page shows their classes."]
    desk.do("run.hide_labels")
    desk.settle()
    words = [part.text() for part in panel.findChildren(QLabel) if part.isVisible()]
    assert not any("Hidden" in each for each in words)


def test_editing_and_selecting_tell_no_hidden_class(desk: Desk) -> None:
    shown(desk, LABELS, Mode.PRIMAL)
    desk.window.controller.change_view(current_class=0)
    desk.do("edit.select_class")
    assert desk.window.controller.view_state.selection == (2,), "of those that were predicted"
    desk.window.gestures.edit_asked.emit(5, None)
    assert "hidden" in desk.message


@pytest.mark.parametrize("order", list(Order))
def test_switching_it_on_or_off_keeps_the_order_and_the_visit_and_it_asks(desk: Desk, order: Order) -> None:
    desk.show(Dataset.of(ROWS, LABELS), TrainingSettings(order=order))
    for _ in range(2):
        desk.do("run.step")
        desk.settle()
    before, run_id = desk.document, desk.snapshot.run_id
    desk.do("run.hide_labels")
    bar, actions = desk.window.exercise, desk.window.actions_by_id
    desk.wait(lambda: desk.snapshot.hides_labels and bar.prompt.question == "right_or_mistake")
    assert bar.isVisible() and actions["run.hide_labels"].isChecked() and not actions["run.predict"].isChecked()
    assert desk.document is before and desk.snapshot.visit == 2 and desk.snapshot.run_id == run_id
    point = bar.prompt.point
    assert point is not None and desk.window.canvas.hides(point) is (point not in (0, 1) or order is Order.SHUFFLED)
    desk.key(Key.Key_2)
    desk.wait(lambda: desk.snapshot.visit == 3 and bar.prompt.question is None)
    assert not desk.window.canvas.hides(point) and bar.score.text().endswith("/ 1")
    desk.key(Key.Key_1)
    desk.wait(lambda: bar.prompt.question is not None)
    desk.key(Key.Key_Space)
    assert "Hide labels until predicted is on" in desk.message and "J" in desk.message
    desk.do("run.hide_labels")
    desk.settle()
    assert not bar.isVisible() and not desk.snapshot.hides_labels and not desk.snapshot.is_veiled
    assert not any(map(desk.window.canvas.hides, range(len(ROWS))))
    assert desk.document is before and desk.snapshot.visit == 3 and desk.snapshot.run_id == run_id


def test_predict_first_and_hidden_labels_take_turns(desk: Desk) -> None:
    desk.show(Dataset.of(ROWS, LABELS))
    state = lambda: desk.window.controller.view_state  # noqa: E731
    for action, asks in (("run.predict", "predict"), ("run.hide_labels", "hide_labels"), ("run.predict", "predict")):
        desk.do(action)
        assert state().asks == asks and state().shows("hide_labels") is (asks == "hide_labels")
        checked = [desk.window.actions_by_id[each].isChecked() for each in ("run.predict", "run.hide_labels")]
        assert checked == [asks == "predict", asks == "hide_labels"]
        assert any(map(desk.window.canvas.hides, range(len(ROWS)))) is (asks == "hide_labels")
    desk.do("run.hide_labels")
    desk.do("run.predict_mistakes")
    assert state().asks == "predict" and not state().shows("hide_labels"), (
        "which point is a mistake would tell its label"
    )
    desk.do("run.hide_labels")
    desk.do("view.presentation")
    desk.wait(lambda: state().is_presenting)
    desk.key(Key.Key_Escape)
    assert state().asks == "" and state().is_presenting, "Esc closes the question first"
    desk.key(Key.Key_Escape)
    desk.wait(lambda: not state().is_presenting)


def test_esc_tells_a_hall_no_labels_where_a_page_of_a_lesson_asks_instead(desk: Desk) -> None:
    desk.show(Dataset.of(ROWS, LABELS), TrainingSettings())
    desk.do("run.hide_labels")
    desk.window.controller.keep_to(PageRules(asks=True))
    state = lambda: desk.window.controller.view_state  # noqa: E731
    assert not desk.window.exercise.is_on
    desk.do("view.presentation")
    desk.wait(lambda: state().is_presenting)
    desk.key(Key.Key_Escape)
    desk.wait(lambda: not state().is_presenting)
    assert all(map(desk.window.canvas.hides, range(len(ROWS))))
    desk.window.controller.keep_to(None)


def test_a_session_of_before_hides_and_asks_at_its_visit(desk: Desk, tmp_path: Path) -> None:
    """Until then the switch came with the order online, and perhaps with *Predict first*."""
    document = Document(settings=TrainingSettings(order=Order.ONLINE)).with_dataset(Dataset.of(ROWS, LABELS))
    bar = desk.window.exercise
    for exercise in ("", "predict"):
        view = ViewState(switches=frozenset({"hide_labels"}), exercise=exercise)
        write_session(tmp_path / "old.perceptron", SavedSession(document, Place(2), view))
        desk.commands.filing.open_path(tmp_path / "old.perceptron")
        desk.wait(lambda: desk.document.settings.order is Order.ONLINE and desk.snapshot.visit == 2)
        desk.wait(lambda: bar.prompt.question == "right_or_mistake" and bar.prompt.point == 2)
        assert [desk.window.canvas.hides(i) for i in range(6)] == [False] * 2 + [True] * 4
        desk.do("run.hide_labels")
        desk.settle()
        assert not bar.isVisible() and desk.document.settings.order is Order.ONLINE and desk.snapshot.visit == 2
        desk.show(Dataset.of(ROWS, LABELS))
