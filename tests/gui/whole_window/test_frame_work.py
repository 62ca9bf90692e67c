"""What a frame does: nothing is laid out, placed or painted again that has not changed."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPen, QTextDocument
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.figures.labels import Box
from perceptron_gui.gui.canvas.figures.point_layer import PointStyle, UniformScatter
from perceptron_gui.gui.canvas.figures.surroundings import CELL, Crowd
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.features.step import StepPanel, loss
from perceptron_gui.gui.panels.rich_text import SIDE, Column, RichText
from perceptron_gui.gui.style.theme import blend, symbol
from perceptron_gui.session.document import Document
from perceptron_gui.session.wording import grouped
from perceptron_gui.session.worker.training_worker import Finding
from tests.gui.desk import Desk
from tests.session.bench import XOR

LONG = "<p>" + "a word and another " * 200 + "</p>"


@pytest.fixture
def desk(used_desk: Desk) -> Desk:
    """Return the window that others have used: nothing here is about its start."""
    return used_desk


def rectangle(box: Box) -> QRectF:
    return QRectF(QPointF(*box[:2]), QPointF(*box[2:]))


class Seen(QObject):
    """Counts the events of widgets by their type."""

    def __init__(self, *widgets: QObject) -> None:
        super().__init__()
        self.counts: Counter[QEvent.Type] = Counter()
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.counts[event.type()] += 1
        return False


def process() -> None:
    for _ in range(5):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()


# Texts


def test_a_text_is_laid_out_once_however_often_its_height_is_asked_for(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []
    set_html = QTextDocument.setHtml
    monkeypatch.setattr(QTextDocument, "setHtml", lambda doc, text: (parsed.append(text), set_html(doc, text)))
    label = RichText()
    qtbot.addWidget(label)
    label.setText(LONG)
    heights = [label.heightForWidth(width) for width in (300, 200, 300, 200)]
    label.setText(LONG)
    heights.append(label.heightForWidth(300))
    assert parsed == [LONG]
    assert heights[0] == heights[2] == heights[4] < heights[1]
    label.setText(LONG + LONG)
    assert label.heightForWidth(300) > heights[0]


def test_a_text_looks_as_in_qts_label_which_has_it_when_the_mouse_comes(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    label = RichText()
    qtbot.addWidget(label)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setText(f'<p>{LONG}</p><table><tr><td bgcolor="red">x<sub>1</sub></td><td>2</td></tr></table>')
    label.resize(300, label.heightForWidth(300))
    ours = label.grab().toImage()
    assert QLabel.text(label) == ""
    qtbot.mousePress(label, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    qtbot.mouseRelease(label, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert QLabel.text(label) == label.text()
    assert QLabel.heightForWidth(label, 300) == label.height()
    with monkeypatch.context() as patch:
        patch.setattr(RichText, "paintEvent", QLabel.paintEvent)
        assert label.grab().toImage() == ours
    label.setSelection(0, 5)
    assert label.grab().toImage() != ours
    label.setText("another")
    assert QLabel.text(label) == "another"
    label.grab()
    assert not label.hasSelectedText()
    label.grab()
    assert label.accessibleName() == "another"


def test_a_link_of_a_text_is_followed_at_the_first_press(qtbot: QtBot) -> None:
    label = RichText()
    qtbot.addWidget(label)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
    label.setText('<a href="more">a link</a>')
    label.resize(300, label.heightForWidth(300))
    label.show()
    followed: list[str] = []
    label.linkActivated.connect(followed.append)
    qtbot.mouseClick(label, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert followed == ["more"]


def test_a_scroll_bar_leaves_the_text_as_wide_as_it_was(qtbot: QtBot) -> None:
    text, picture = RichText(), QWidget()
    column = Column(text, picture)
    qtbot.addWidget(column)
    column.resize(300, 200)
    column.show()
    widths = set()
    for words in ("short", LONG, "short"):
        text.setText(words)
        column.place()
        process()
        widths.add(text.width())
        assert text.height() >= text.heightForWidth(text.width())
        assert text.geometry().right() < column.viewport().width()
    assert widths == {column.maximumViewportSize().width() - 2 * SIDE}


def test_a_step_is_painted_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    label = desk.window.side.panel(StepPanel).label
    desk.do("run.next_mistake")
    desk.settle()
    process()
    said, seen, set_text = [], Seen(label), label.setText
    monkeypatch.setattr(label, "setText", lambda text: (said.append(text), set_text(text)))
    for _ in range(3):
        desk.do("run.next_mistake")
        desk.settle()
        process()
    assert len(said) == 3
    assert seen.counts[QEvent.Type.Paint] <= 3


def test_figures_that_change_in_the_status_line_lay_out_nothing(desk: Desk) -> None:
    status, snapshot = desk.window.status, desk.settle()
    bars = (desk.window, desk.window.statusBar(), status)
    status.render_snapshot(replace(snapshot, visit=1001))
    process()
    seen = Seen(*bars)
    status.render_snapshot(replace(snapshot, visit=1002))
    process()
    assert grouped(1002) in status.counts.text()
    assert not seen.counts[QEvent.Type.LayoutRequest]
    status.render_snapshot(replace(snapshot, visit=100_000))
    process()
    assert status.counts.width() == status.counts.sizeHint().width()


# The canvas


def test_the_numbers_of_the_axes_are_worked_out_once_a_view(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    canvas = desk.window.canvas
    grid, asked = canvas._layers.grid, []
    numbers = grid._numbers
    monkeypatch.setattr(grid, "_numbers", lambda metrics: (asked.append(metrics), numbers(metrics))[1])
    for _ in range(3):
        canvas._redraw()
        canvas.grab()
    assert not asked
    canvas.zoom(1.5)
    for _ in range(3):
        canvas.grab()
    assert len(asked) <= 2  # without points in the way, and with them
    assert grid._words()


def test_the_bounds_of_points_are_worked_out_once_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    item, asked = UniformScatter(), []
    bounds_in_view = item._bounds_in_view
    monkeypatch.setattr(item, "_bounds_in_view", lambda: (asked.append(1), bounds_in_view())[1])
    style = PointStyle(symbol(0), 9.0, QPen(Qt.PenStyle.NoPen), QBrush())
    bounds = []
    for points, side in (([[0.0, 1.0], [2.0, 3.0]], 4.0), ([[0.0, 1.0], [2.0, 3.0]], 8.0), ([[5.0, 5.0]], 8.0)):
        item.set_points(np.array(points), style)
        item.set_frame(ViewFrame(-side, -side, side, side, 400.0, 400.0))
        asked.clear()
        seen = [item.boundingRect() for _ in range(3)]
        bounds.append(seen[0])
        assert len(asked) == 1
    assert bounds[0].width() > bounds[1].width()
    assert bounds[2].center() == item.frame.point(5, 5)


def test_whether_a_point_is_in_a_box_is_told_as_by_looking_at_each_cell() -> None:
    random, frame = np.random.default_rng(0), ViewFrame()
    for count in (0, 1, 40):
        crowd = Crowd(random.uniform(-4, 4, (count, 2)), frame, 9.0)
        for seen in (crowd, crowd.with_marks(random.uniform(0, 600, (3, 2)), 4.0)):
            for left, top in random.uniform(-100, 900, (200, 2)).tolist():
                box = left, top, left + random.uniform(0, 90), top + random.uniform(0, 30)
                rows = slice(max(int(box[1] / CELL), 0), max(int(box[3] / CELL) + 1, 0))
                columns = slice(max(int(box[0] / CELL), 0), max(int(box[2] / CELL) + 1, 0))
                assert seen.meets(box) == seen._taken[rows, columns].any()


def test_the_canvas_is_on_the_screen_before_a_panel_is_drawn(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    canvas, panel, done = desk.window.canvas, desk.window.side.panel(StepPanel), []
    canvas.shown.connect(lambda _: done.append("canvas"))
    canvas.painted.connect(lambda: done.append("painted"))
    draw = panel.draw
    monkeypatch.setattr(panel, "draw", lambda snapshot: (done.append("panel"), draw(snapshot)))
    desk.show(XOR, TrainingSettings(order=Order.RANDOM))
    desk.window.controller.change_view(speed=None)
    desk.do("run.play")
    desk.wait(lambda: desk.snapshot.is_playing)
    done.clear()
    desk.wait(lambda: done.count("panel") > 5)
    while_it_moved = done[done.index("canvas") :]
    assert all(one == "painted" for one, other in pairwise(while_it_moved) if other == "panel")


def test_no_work_begins_between_a_frame_and_its_paint(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """With GLib Qt says between the two that nothing is left to do: training took the interpreter from every paint."""
    canvas, gate, done = desk.window.canvas, desk.window.controller.scheduler.gate, []
    ground, opened = canvas._layers.ground, gate.open
    draw = ground.draw
    canvas.shown.connect(lambda _: done.append("frame"))
    monkeypatch.setattr(ground, "draw", lambda painter: (done.append("paint"), draw(painter)))
    monkeypatch.setattr(gate, "open", lambda: (done.append("work"), opened()))
    desk.show(XOR, TrainingSettings(order=Order.RANDOM))
    desk.window.controller.change_view(speed=None)
    desk.do("run.play")
    desk.wait(lambda: desk.snapshot.is_playing)
    done.clear()
    desk.wait(lambda: done.count("frame") > 20)
    assert done.count("work") > 5, "it goes on all the same"
    early = [one for one, other in pairwise(done) if (one, other) == ("frame", "work")]
    # On a crowded machine a paint that is late is not waited for; without a gate it is so in all frames.
    assert len(early) < done.count("frame") / 4


def test_words_are_placed_once_in_a_frame_with_a_state_and_a_curved_boundary(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas, done = desk.window.canvas, []
    layers, curves = canvas._layers, canvas.curves
    draw, take = layers.draw_marks, curves.take_field
    desk.window.controller.ticked.connect(lambda: done.append("frame"))
    monkeypatch.setattr(curves, "take_field", lambda field: (done.append("boundary"), take(field)))
    monkeypatch.setattr(layers, "draw_marks", lambda picture, way: (done.append("words"), draw(picture, way)))
    never = Dataset.of([[0, 0], [0, 0], [1, 1], [2, 0]], [0, 1, 1, 0])  # two in one place: it never ends
    desk.show(never, TrainingSettings(order=Order.RANDOM, mode=Mode.DUAL, kernel=Kernel(KernelName.RBF)))
    desk.settle()  # the verdict, too, places words anew
    desk.window.controller.change_view(speed=None)
    desk.do("run.play")
    done.clear()
    desk.wait(lambda: done.count("boundary") > 5)
    frames = [" ".join(frame.split()) for frame in " ".join(done).split("frame")[:-1]]
    assert {frame for frame in frames if "boundary" in frame} == {"boundary words"}


# Panels


def test_the_dots_of_the_loss_are_drawn_once_a_symbol(desk: Desk) -> None:
    desk.window.side.bring_named("loss")
    desk.do("run.next_mistake")
    desk.settle()
    picture = desk.window.side.panel(loss.LossPanel).hinge
    first = picture.grab().toImage()
    shapes = loss._stamp.cache_info().misses
    for _ in range(3):
        picture.update()
        assert picture.grab().toImage() == first
    assert loss._stamp.cache_info().misses == shapes
    colours = {first.pixelColor(x, y).name() for x in range(first.width()) for y in range(first.height())}
    for index in desk.dataset.present:
        dot = blend(desk.window.theme.class_colour(index), QColor(desk.window.theme.panel), 0.8)
        assert any(near(QColor(colour), dot) for colour in colours)


def near(one: QColor, other: QColor) -> bool:
    return all(abs(a - b) <= 3 for a, b in zip(one.getRgb(), other.getRgb(), strict=True))


def test_a_point_however_far_out_of_view_takes_no_room() -> None:
    """It was farther away than an integer can tell, and was taken for one in the corner."""
    crowd = Crowd(np.array([[1e12, -1e12], [-1e12, 0.0]]), ViewFrame(0, 0, 4e-9, 3e-9), 13.0)
    assert not crowd.meets((0, 0, 800, 600))


def test_a_bound_is_not_written_beside_the_mistakes_of_a_run_on_other_points(desk: Desk) -> None:
    counter, snapshot = desk.window.score, desk.settle()
    points = snapshot.dataset
    counter.set_bound(2000, Finding(Document(points), None))
    counter.render_snapshot(snapshot)
    assert "2000" in counter.shown[2].replace(" ", "").replace("\u202f", "").replace("\u2009", "")
    # The verdict on edited points is there before their run is.
    counter.set_bound(1, Finding(Document(points.without([0])), None))
    assert not counter.shown[2]
    counter.render_snapshot(replace(snapshot, dataset=points.without([0])))
    assert counter.shown[2]
    # More points keep the bound of those before until theirs is known.
    counter.set_bound(7, Finding(Document(points.without([points.n_samples - 1])), None))
    counter.render_snapshot(snapshot)
    assert counter.shown[2]
    # That of other rules is there before their run is, too.
    counter.set_bound(7, Finding(Document(points, TrainingSettings(eta=2.0)), None))
    assert not counter.shown[2]
