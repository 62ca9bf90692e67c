"""While a point is dragged only what moves is drawn again; afterwards the picture is the one drawn afresh."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import preview_snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.commands.commands import MOST_WAITS
from perceptron_gui.session.document import Document
from tests.benchmarks.data import overlapping
from tests.gui.desk import Desk

POINTS = overlapping(60).with_points([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]], [0, 1, 1])
"""Two of them in one place, in the way of others."""


def run_on(dataset: Dataset) -> Run:
    """Return a run after so many visits that there are errors and a boundary."""
    run = Run(dataset, Document().settings)
    for _ in range(40):
        run.visit_once()
    return run


def shown(qtbot: QtBot, dataset: Dataset) -> Canvas:
    """Return a canvas that shows points and a run on them."""
    canvas = Canvas()
    qtbot.addWidget(canvas)
    canvas.resize(500, 400)
    canvas.show()
    qtbot.waitExposed(canvas)
    canvas.animation.is_reduced = True
    show(canvas, dataset)
    return canvas


def show(canvas: Canvas, dataset: Dataset) -> None:
    """Show a document, and a run on its points."""
    canvas.set_document(Document().with_dataset(dataset))
    canvas.render_snapshot(take_snapshot(run_on(dataset), 1, Wants()))


def pixels(canvas: Canvas) -> QImage:
    """Return the picture of a canvas."""
    return canvas.grab().toImage()


@pytest.mark.parametrize("point", [3, 62])
def test_after_a_drag_the_picture_is_the_one_drawn_afresh(qtbot: QtBot, point: int) -> None:
    canvas = shown(qtbot, POINTS)
    canvas.fit()
    run, dataset, before = run_on(POINTS), POINTS, pixels(canvas)
    for place in ([0.3, 0.2], [1.0, 1.0], [-1.5, 0.7], [0.0, 0.4]):
        dataset = POINTS.moved([point], [place])
        canvas.show_points(dataset)
        canvas.set_moving(True)
        canvas.render_snapshot(preview_snapshot(run, 1, Wants(), dataset))
        assert pixels(canvas) != before
    canvas.set_moving(False)
    show(canvas, dataset)
    afresh = shown(qtbot, dataset)
    afresh.show_wanted(canvas.wanted)
    assert afresh.frame == canvas.frame
    assert pixels(canvas) == pixels(afresh)


def test_why_the_verdict_holds_is_worked_out_when_the_point_is_let_go(desk: Desk) -> None:
    """A sentence for every place of the mouse took longer than to paint the points."""
    desk.show(Dataset.of([[0, 0], [2, 2], [4, 4], [0, 4]], [0, 1, 1, 1]))
    pill = desk.window.top.verdict
    desk.wait(lambda: pill.text.startswith("separable") and "radius R̂" in pill.hint)
    desk.drag((0, 0), (1, 1), (3, 3), lets_go=False)
    desk.wait(lambda: pill.text == "not separable")
    assert pill.toolTip() == pill.hint == ""
    desk.release(3, 3)
    desk.wait(lambda: "No line separates the points" in pill.toolTip())


def test_a_short_question_waits_for_the_paint_of_a_frame_but_on_a_busy_machine_not_for_ever(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.show(POINTS)
    analysis, controller = desk.commands.analysis, desk.window.controller
    work = analysis._work
    desk.wait(lambda: not work.is_busy)
    work._took = 0.0
    places = [Document().with_dataset(POINTS.moved([0], [[0.1 * i, 3.0]])) for i in range(5)]
    answered: list[Document] = []
    monkeypatch.setattr(work, "answer_here", lambda question: answered.append(question.args[0]) is None)
    monkeypatch.setattr(controller, "is_dragging", True)
    controller.ticked.emit()  # a frame begins
    for document in places[:MOST_WAITS]:
        controller.previewed.emit(document)
        analysis._analyze_preview()
    assert answered == []
    analysis._analyze_preview()
    assert answered == [places[MOST_WAITS - 1]]
    controller.previewed.emit(places[3])

    def answered_after_a_paint() -> bool:
        desk.window.canvas.painted.emit()  # each time: another frame may have begun before the answer's turn
        return answered[1:] == [places[3]]

    desk.wait(answered_after_a_paint)
    work._took = 1.0
    controller.previewed.emit(places[4])
    assert work.is_busy or not work._answers.is_empty, "a long one is not asked at once"
    desk.wait(lambda: not work.is_busy)


def test_a_frame_that_is_not_painted_keeps_no_verdict_back(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.show(POINTS)
    analysis, controller, canvas = desk.commands.analysis, desk.window.controller, desk.window.canvas
    desk.wait(lambda: not analysis._work.is_busy)
    analysis._work._took = 0.0
    document, answered = Document().with_dataset(POINTS.moved([0], [[0.1, 3.0]])), list[Document]()
    monkeypatch.setattr(analysis._work, "answer_here", lambda question: answered.append(question.args[0]) is None)
    monkeypatch.setattr(controller, "is_dragging", True)
    canvas.painted.disconnect(analysis._on_painted)
    try:
        controller.ticked.emit()
        controller.previewed.emit(document)
        desk.wait(lambda: answered)
    finally:
        canvas.painted.connect(analysis._on_painted)
    assert answered == [document]


def test_words_stand_still_while_a_point_passes_and_make_room_afterwards(qtbot: QtBot) -> None:
    canvas = shown(qtbot, POINTS)
    canvas.fit()
    surroundings = canvas._layers.surroundings
    words = surroundings.known.words
    left, top, right, bottom = words[0]
    place = canvas.frame.data(QPointF((left + right) / 2, (top + bottom) / 2))
    canvas.show_points(POINTS.moved([3], [place]))
    canvas.set_moving(True)
    assert surroundings.known.words == words
    canvas.set_moving(False)
    assert words[0] not in surroundings.known.words
