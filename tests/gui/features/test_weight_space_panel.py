"""Weight space in the window: worked out when it is looked at, turned, pointed at, clicked, by mouse and keys."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.points.sample_files import ALL_SAMPLES, BY_NAME
from perceptron_gui.gui.features.weight_space import WeightSpacePanel
from perceptron_gui.gui.features.weight_space.weight_painter import WeightPainter, WeightPen
from perceptron_gui.gui.style.theme import THEMES
from perceptron_gui.session.weight_space.views import FlatView, PlaneView, SphereView
from perceptron_gui.session.weight_space.weight_space import WeightScene
from tests.effort import one_in
from tests.gui.canvas_words import rectangle
from tests.gui.desk import Desk, Key
from tests.session.bench import TEXTBOOK, XOR

ROUND_ZERO = Dataset.of([[1.0, 2.0], [2.0, 0.5], [-1.0, -1.0], [-2.0, 0.5]], [1, 1, 0, 0])
"""Separable by a line through the origin."""


def opened(desk: Desk, dataset: Dataset, settings: TrainingSettings | None = None) -> WeightSpacePanel:
    """Open the panel beside some points, and wait until it shows them."""
    desk.show(dataset, settings)
    panel = desk.window.side.panel(WeightSpacePanel)
    desk.window.side.bring_named("weights")
    desk.wait(lambda: panel.is_seen and panel.scene is not None and panel.scene.space.n_points == dataset.n_samples)
    return panel


def scene_of(panel: WeightSpacePanel) -> WeightScene:
    """Return what is drawn."""
    assert panel.scene is not None
    return panel.scene


def pixel_of(panel: WeightSpacePanel, theta: Floats) -> QPoint:
    """Return where weights are seen."""
    at = panel.picture.pixel_of(theta)
    assert at is not None
    return at.toPoint()


def click(desk: Desk, panel: WeightSpacePanel, at: QPoint) -> None:
    """Click into the picture."""
    desk.qtbot.mouseClick(panel.picture, Qt.MouseButton.LeftButton, pos=at)


def test_the_sphere_shows_the_solutions_and_follows_the_run(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    assert isinstance(panel.picture.view, SphereView)
    assert panel.picture.pixel_of(np.array([1.0, 1.0, -3.0])) is not None  # turned so that they are seen
    desk.window.controller.seek(9)
    desk.wait(lambda: len(scene_of(panel).way.thetas) == desk.snapshot.updates + 1 > 1)
    assert np.array_equal(scene_of(panel).way.current, desk.snapshot.theta[0])
    assert "bounded by 3 points: x₁, x₂, x₃" in panel.text.text()


def test_nothing_is_worked_out_while_nobody_looks(desk: Desk) -> None:
    asked: list[object] = []
    desk.window.side.panel(WeightSpacePanel).asked.connect(lambda question, _: asked.append(question))
    desk.show(TEXTBOOK)
    desk.settle()
    assert not asked
    assert desk.window.requests.wanted is not None
    assert not desk.window.requests.wanted.path


def test_a_border_and_its_point_light_up_together(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    layer, scene = desk.window.canvas._layers.pointed, scene_of(panel)
    which = int(np.flatnonzero(scene.space.points == 2)[0])

    def pointed() -> QPointF | None:
        """Point at the border, again and again: of moves that follow each other closely the window sees only one."""
        assert isinstance(panel.picture.view, SphereView)
        x, y = panel.picture.view.borders(scene.space.normals)[0][which][7]
        at = (panel.picture.box.center() + QPointF(x, -y) * panel.picture.unit).toPoint()
        for aside in (1, 0):
            desk.qtbot.mouseMove(panel.picture, at - QPoint(aside, 0))
            desk.qtbot.wait(12)
        return layer.lit[0] if layer.lit else None

    desk.wait(lambda: pointed() == desk.window.canvas.frame.point(1, 1))
    desk.wait(lambda: panel.note.lines == ("x₃ (A): θ is on its border: an error",))
    desk.move(4, 3)
    desk.wait(lambda: scene_of(panel).lit is not None and scene.space.points[scene_of(panel).lit] == 1)
    desk.move(2, 1)
    desk.wait(lambda: scene_of(panel).lit is None and not layer.lit)


def test_a_click_shows_the_boundary_of_the_weights_there_and_counts_their_errors(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    click(desk, panel, pixel_of(panel, np.array([0.25, 0.25, -0.9])))
    desk.wait(lambda: len(desk.window.canvas._layers.pointed.lines) == 1)
    w1, w2, b = desk.window.controller.view_state.tried_weights or ()
    line, frame = desk.window.canvas._layers.pointed.lines[0], desk.window.canvas.frame
    for end in (line.p1(), line.p2()):
        x, y = frame.data(end)
        assert w1 * x + w2 * y + b == pytest.approx(0, abs=1e-9)
    assert panel.note.lines[0].endswith(": 0 errors")
    panel.controls.start.click()
    assert desk.document.settings.initial == (w1, w2, b)
    desk.window.controller.undo()
    assert desk.document.settings.initial is None


@pytest.mark.parametrize("is_flat", [False, True])
def test_start_weights_are_dragged_along_the_sphere_and_keep_their_length(desk: Desk, is_flat: bool) -> None:
    panel = opened(desk, TEXTBOOK, TrainingSettings(initial=(2.0, 2.0, -1.0)))
    panel.controls.flat.setChecked(is_flat)
    desk.wait(lambda: scene_of(panel).can_start and panel.picture.pixel_of(scene_of(panel).way.current) is not None)
    n_steps, view = len(desk.window.controller.history._entries), panel.picture.view
    begin, end = pixel_of(panel, np.array([2.0, 2.0, -1.0])), pixel_of(panel, np.array([2.0, 1.0, -2.0]))
    desk.qtbot.mousePress(panel.picture, Qt.MouseButton.LeftButton, pos=begin)
    for share in (0.5, 1.0):
        desk.qtbot.mouseMove(panel.picture, begin + (end - begin) * share)
    desk.qtbot.mouseRelease(panel.picture, Qt.MouseButton.LeftButton, pos=end)
    initial = desk.window.controller.document.settings.initial
    assert initial == pytest.approx((2.0, 1.0, -2.0), abs=0.08)
    assert np.sqrt(np.square(initial).sum()) == pytest.approx(3.0, abs=0.02)
    assert len(desk.window.controller.history._entries) == n_steps + 1
    assert type(panel.picture.view) is type(view)
    desk.window.controller.undo()
    assert desk.window.controller.document.settings.initial == (2.0, 2.0, -1.0)


def test_in_the_type_of_a_projector_the_picture_has_the_room_and_what_is_left_out_is_in_the_tooltip(desk: Desk) -> None:
    desk.window.resize(1280, 800)
    panel = opened(desk, TEXTBOOK)
    desk.wait(lambda: panel.text.text().count("<p") == 3)
    assert panel.text.toolTip() == ""
    desk.window.controller.change_view(theme="projector")
    desk.wait(lambda: "great circle" in panel.text.toolTip())
    desk.wait(lambda: panel.picture.height() > 0.75 * panel.picture.width())


def test_start_weights_are_dragged_in_the_plane_with_one_step_of_undo(desk: Desk) -> None:
    panel = opened(desk, ROUND_ZERO, TrainingSettings(bias=False, initial=(1.0, -1.0)))
    picture = panel.picture
    assert isinstance(picture.view, PlaneView)
    desk.qtbot.mousePress(picture, Qt.MouseButton.LeftButton, pos=pixel_of(panel, np.array([1.0, -1.0])))
    for theta in ((0.5, -0.5), (0.0, 0.5), (0.5, 1.0)):
        desk.qtbot.mouseMove(picture, pixel_of(panel, np.array(theta)))
    desk.wait(lambda: abs(desk.snapshot.theta[0, 1] - 1.0) < 0.1)
    assert desk.document.settings.initial == (1.0, -1.0)
    desk.qtbot.mouseRelease(picture, Qt.MouseButton.LeftButton, pos=pixel_of(panel, np.array([0.5, 1.0])))
    assert desk.document.settings.initial == pytest.approx((0.5, 1.0), abs=0.05)
    desk.window.controller.undo()
    assert desk.document.settings.initial == (1.0, -1.0)


def test_theta_is_dragged_at_the_end_of_a_run_which_begins_anew_from_there(desk: Desk) -> None:
    panel = opened(desk, ROUND_ZERO, TrainingSettings(bias=False))
    desk.do("run.end")
    desk.wait(lambda: desk.snapshot.visit > 0 and np.array_equal(scene_of(panel).way.current, desk.snapshot.theta[0]))
    end, begin = desk.snapshot.visit, pixel_of(panel, scene_of(panel).way.current)
    for escapes in (True, False):
        desk.qtbot.mousePress(panel.picture, Qt.MouseButton.LeftButton, pos=begin)
        for aside in (10, 20, 30):
            desk.qtbot.mouseMove(panel.picture, begin + QPoint(aside, 0))
        desk.wait(lambda: desk.snapshot.visit == 0)
        assert "will restart" in desk.message
        if escapes:
            desk.key(Key.Key_Escape, on=panel.picture)
            desk.wait(lambda: desk.snapshot.visit == end)
        desk.qtbot.mouseRelease(panel.picture, Qt.MouseButton.LeftButton, pos=begin + QPoint(30, 0))
        assert (desk.document.settings.initial is None) is escapes
    assert desk.settle().visit == 0
    desk.do("edit.undo")
    assert desk.document.settings.initial is None


def test_the_keys_turn_the_sphere_and_click_without_moving_time(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    picture = panel.picture
    panel.take_focus()
    assert picture.hasFocus()
    before = picture.view
    desk.key(Key.Key_Return, on=picture)
    assert "arrows turn" in desk.message or "arrows turn" in desk.window.status.keys.text()
    for _ in range(3):
        desk.key(Key.Key_Left, on=picture)
    assert isinstance(before, SphereView)
    assert isinstance(picture.view, SphereView)
    assert not np.array_equal(picture.view.turn, before.turn)
    desk.key(Key.Key_Space, on=picture)
    desk.wait(lambda: desk.window.controller.view_state.tried_weights is not None)
    assert np.array(desk.window.controller.view_state.tried_weights) == pytest.approx(picture.view.turn[2], abs=0.01)
    desk.settle()
    assert (desk.snapshot.visit, desk.snapshot.is_playing) == (0, False)
    desk.key(Key.Key_Escape, on=picture)
    desk.key(Key.Key_Right, on=picture)
    desk.wait(lambda: desk.snapshot.visit == 1)


def test_the_flat_map_touches_at_the_solutions(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    panel.controls.flat.setChecked(True)
    middle = scene_of(panel).space.middle
    assert middle is not None
    assert isinstance(panel.picture.view, FlatView)
    assert pixel_of(panel, middle) == panel.picture.box.center().toPoint()
    panel.grab()


def test_a_cycle_is_drawn_closed_and_no_solutions_are_drawn(desk: Desk) -> None:
    panel = opened(desk, XOR)
    assert scene_of(panel).space.region is None
    assert "no weights without errors" in panel.text.text()
    desk.do("run.end")
    desk.wait(lambda: len(scene_of(panel).way.round) > 1)
    panel.grab()


def test_of_several_classes_a_pair_is_chosen(desk: Desk) -> None:
    dataset = Dataset.of([[0, 0], [4, 0], [0, 4]], [0, 1, 2], ["A", "B", "C"])
    desk.show(dataset, TrainingSettings(mode=Mode.MULTICLASS))
    panel = desk.window.side.panel(WeightSpacePanel)
    desk.window.side.bring_named("weights")
    desk.wait(lambda: panel.scene is not None)
    assert panel.controls.pair.words.endswith("▾")
    assert [panel.controls.pair.itemText(i) for i in range(panel.controls.pair.count())] == ["A − B", "A − C", "B − C"]
    assert scene_of(panel).space.points.tolist() == [0, 1] or set(scene_of(panel).space.points.tolist()) == {0, 1}
    panel.controls.pair.setCurrentIndex(2)
    panel.controls.pair.activated.emit(2)
    desk.wait(lambda: panel.scene is not None and set(panel.scene.space.points.tolist()) == {1, 2})
    assert not panel.controls.start.isEnabled()
    assert "Type start weights in Rules" in panel.controls.start.toolTip()


def test_weights_of_more_numbers_are_not_drawn_and_it_says_why(desk: Desk) -> None:
    desk.show(Dataset.of([[1, 2, 3], [2, 1, 5]], [0, 1]))
    panel = desk.window.side.panel(WeightSpacePanel)
    desk.window.side.bring_named("weights")
    desk.wait(lambda: "4 dimensions" in panel.text.text())
    assert not panel.picture.isVisible()


def names_in(panel: WeightSpacePanel, width: int, height: int) -> dict[str, QRectF]:
    """Return the names that a picture of some size has, and where they stand."""
    assert panel.picture.view is not None
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    pen = WeightPen(painter, panel.theme, panel.picture.view, QRectF(0, 0, width, height))
    found = WeightPainter(pen, scene_of(panel)).names()
    painter.end()
    return {label.text: rectangle(label) for label in found}


def marks_in(panel: WeightSpacePanel) -> dict[str, QRectF]:
    """Return what θ and θ* cover, where they are seen: a little less than they are drawn."""
    picture, scene, found = panel.picture, scene_of(panel), {}
    middle = scene.space.middle
    if isinstance(picture.view, PlaneView) and middle is not None:
        middle = middle * 0.8 * picture.view.reach  # of no length of its own
    for name, theta in (("θ", scene.way.current), ("θ*", middle)):
        at = picture.pixel_of(theta) if theta is not None else None
        if at is not None and picture.box.contains(at):
            reach = QPointF(4, 4) * panel.theme.scale
            found[name] = QRectF(at - reach, at + reach)
    return found


PLANAR = [sample.name for sample in ALL_SAMPLES if sample.make().n_features == 2]
VISITS = (0, 3), (1, 40), (0, 8), (2, 400)
"""Places from the first step to a way that is thinned; of one run and of the next."""


@pytest.mark.seldom
def test_no_name_lies_on_another_or_on_a_mark_and_both_marks_have_theirs(desk: Desk) -> None:
    panel = desk.window.side.panel(WeightSpacePanel)
    desk.window.side.bring_named("weights")
    for turn, sample in one_in(12, enumerate(PLANAR)):
        has_bias = turn // 4 % 2 == 0
        desk.clear()
        desk.wait(lambda: panel.scene is None)
        dataset = BY_NAME[sample].make()
        mode = Mode.PRIMAL if len(dataset.classes) == 2 else Mode.MULTICLASS
        desk.show(dataset, TrainingSettings(mode=mode, bias=has_bias))
        desk.wait(lambda: panel.scene is not None)
        assert panel._question is not None and panel._question.dataset is dataset
        for visit in VISITS[turn % 4]:
            desk.window.controller.seek(visit)
            desk.settle()
            for is_flat in (False, True) if has_bias else (False,):
                panel.controls.flat.setChecked(is_flat)
                names, marks = names_in(panel, panel.picture.width(), panel.picture.height()), marks_in(panel)
                for (one, here), (other, there) in combinations(names.items(), 2):
                    assert not here.intersects(there), (sample, visit, is_flat, one, other)
                assert all(panel.picture.box.contains(box) for box in names.values()), (sample, visit, is_flat, names)
                way = [*filter(None, map(panel.picture.pixel_of, scene_of(panel).way.thetas))]
                assert not any(any(map(box.contains, way)) for box in names.values()), (sample, visit, is_flat, names)
                for mark, around in marks.items():
                    assert mark in names, (sample, visit, is_flat, marks, names)
                    assert not any(map(around.intersects, names.values())), (sample, visit, is_flat, mark, names)


def test_where_there_is_no_room_for_all_names_theta_has_it_first(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    desk.window.controller.seek(1)
    desk.wait(lambda: scene_of(panel).way.step is not None)
    wanted, n_names = ["θ", "θ*", "+ηx₁", *scene_of(panel).names], []
    for size in (400, 120, 80, 50, 30):
        names = names_in(panel, size, size)
        n_names.append(len(names))
        assert "θ" in names or not names
        assert {*names} <= {*wanted}
    assert n_names[0] > n_names[-1] and n_names == sorted(n_names, reverse=True)


def test_what_lies_out_of_the_picture_has_no_name_at_its_edge(qapp: object) -> None:
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    pen = WeightPen(QPainter(image), THEMES["light"], PlaneView(), QRectF(image.rect()))
    assert [label.text for label in pen.name(QPointF(99, 50), "w₁", "#000000", 5.0)] == ["w₁"]
    assert not pen.name(QPointF(200, 50), "w₁", "#000000", 5.0)
    assert not pen.name(QPointF(50, -200), "w₁", "#000000", 5.0)
    pen.painter.end()


def test_what_stands_still_is_painted_once_while_the_run_moves(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    panel.grab()
    painted = panel.picture._kept
    desk.window.controller.seek(9)
    desk.wait(lambda: scene_of(panel).way.n_updates > 1 and not scene_of(panel).way.is_thinned)
    panel.grab()
    assert panel.picture._kept is painted
    panel.picture.turn(QPointF(9, 0))
    panel.grab()
    assert panel.picture._kept is not painted


def test_the_picture_keeps_its_size_whatever_is_said_below_it(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    size = panel.picture.size()
    desk.window.controller.change_view(lit_point=1, tried_weights=(1.0, 1.0, -2.0))
    desk.wait(lambda: len(panel.note.lines) == 2)
    desk.settle()
    assert panel.picture.size() == size


@pytest.mark.seldom
@pytest.mark.parametrize("start", [None, (0.5, -1.0, 2.0)])
def test_the_picture_does_not_jump_while_more_and_less_is_said_of_the_way(
    desk: Desk, start: tuple[float, ...] | None
) -> None:
    panel = opened(desk, TEXTBOOK, TrainingSettings(initial=start))
    heights = {}
    for visit in (0, 1, 9, 10, 0):
        desk.window.controller.seek(visit)
        desk.wait(lambda visit=visit: desk.snapshot.visit == visit)
        desk.wait(lambda: len(scene_of(panel).way.thetas) == desk.snapshot.updates + 1)
        heights[panel.text.text()] = panel.picture.height()
    assert len(heights) > 2
    assert len(set(heights.values())) == 1


def test_while_the_run_asks_the_way_ends_and_no_side_is_told(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    desk.do("run.end")
    desk.wait(lambda: not scene_of(panel).way.is_thinned and scene_of(panel).way.n_updates > 2)
    desk.window.controller.seek(3)
    desk.wait(lambda: desk.snapshot.visit == 3)
    desk.do("run.predict")
    desk.wait(lambda: scene_of(panel).is_veiled)
    desk.window.controller.change_view(lit_point=0, tried_weights=(1.0, 1.0, -2.0))
    desk.wait(lambda: panel.note.lines == ("x₁ (B)", "w = (1, 1), b = −2"))
    assert len(scene_of(panel).way.thetas) == desk.snapshot.updates + 1


def test_the_solutions_follow_a_point_that_is_dragged(desk: Desk) -> None:
    panel = opened(desk, TEXTBOOK)
    desk.do("tools.select")
    desk.drag((1, 1), (1.4, 1.2), (3.5, 3.0), lets_go=False)
    desk.wait(lambda: scene_of(panel).space.separable is False)
    desk.move(0.5, 0.5)
    desk.wait(lambda: scene_of(panel).space.separable is True)
    desk.release(0.5, 0.5)
    desk.wait(lambda: desk.dataset.X[2].tolist() == [0.5, 0.5])


def test_a_view_turned_by_hand_is_forgotten_with_its_space(desk: Desk) -> None:
    """Between two spaces there was none to be shown, and the sphere of the first was asked to show a plane."""
    panel = opened(desk, TEXTBOOK)
    middle = panel.picture.rect().center()
    desk.qtbot.mousePress(panel.picture, Qt.MouseButton.LeftButton, pos=middle + QPoint(30, 60))
    for step in (20, 40):
        desk.qtbot.mouseMove(panel.picture, middle + QPoint(30 + step, 60 + step))
    desk.qtbot.mouseRelease(panel.picture, Qt.MouseButton.LeftButton, pos=middle + QPoint(70, 100))
    assert isinstance(panel._views.by_hand, SphereView)
    for changes in ({"features": POLY2}, {"bias": False}, {"features": IDENTITY}):
        desk.window.controller.change_settings("rules", initial=None, **changes)
        desk.settle()
    desk.wait(lambda: panel.scene is not None and panel.scene.space.n_entries == 2)
    assert isinstance(panel.picture.view, PlaneView)
    panel.picture.grab()
