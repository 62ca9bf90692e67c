"""Points of unlike units fill the plane when each axis has its own scale; hands do to the data what they always do."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QLineF, QPoint, QPointF, QRectF, Qt

from perceptron_gui.cli import main
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.points.points_file import read_points, write_points
from perceptron_gui.files.sessions.session_file import plain_of, read_session
from perceptron_gui.gui.canvas.view import ViewFrame, own_frame_around
from perceptron_gui.session.classes.small_plane import rectangle_around
from perceptron_gui.session.document import Document
from perceptron_gui.session.points.point_edits import have_unlike_ranges
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.switches import OWN_SCALES
from perceptron_gui.session.view.view_state import ViewState
from tests.gui.desk import Desk, Modifier

AGE_AND_PAY = Dataset.of(
    [[22, 19000], [35, 20000], [26, 43000], [47, 25000], [45, 26000], [46, 28000], [48, 29000], [19, 76000]],
    [0, 0, 0, 1, 1, 1, 1, 0],
    features=["age", "pay"],
)
SMALL = Dataset.of([[-2, 1], [1, 2], [2, -1], [-1, -2], [0.5, -1.5]], [0, 1, 1, 0, 1])
SETTINGS = {
    "primal": TrainingSettings(),
    "dual": TrainingSettings(mode=Mode.DUAL),
    "multiclass": TrainingSettings(mode=Mode.MULTICLASS),
}
ACTION = f"view.{OWN_SCALES}"
modes = pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
scales = pytest.mark.parametrize("is_own", [False, True], ids=["one scale", "own scales"])


def show(desk: Desk, dataset: Dataset, settings: TrainingSettings, is_own: bool) -> None:
    desk.show(dataset, settings)
    if is_own:
        desk.do(ACTION)
        desk.window.canvas.fit()
    assert desk.window.canvas.frame.has_own_scales is is_own


def spread(desk: Desk) -> list[float]:
    """Return which shares of the width and the height the points take."""
    canvas = desk.window.canvas
    pixels = canvas.frame.pixels(canvas.positions)
    return (np.ptp(pixels, axis=0) / (canvas.frame.width, canvas.frame.height)).tolist()


def test_what_is_one_vertical_line_fills_the_plane_with_axes_of_its_own(desk: Desk) -> None:
    desk.show(AGE_AND_PAY)
    assert spread(desk)[0] < 0.01
    desk.do(ACTION)
    assert min(spread(desk)) > 0.3
    desk.do("view.zoom_in")
    frame = desk.window.canvas.frame
    assert frame.aspect == pytest.approx(frame.units[1] / frame.units[0]) and frame.aspect < 0.01
    desk.do(ACTION)
    assert spread(desk)[0] < 0.01 and desk.window.canvas.frame.aspect == 1.0


@pytest.mark.parametrize("scale", [(1.0, 1e-9), (1e9, 1.0), (1e-12, 1e11), (1.0, 1.0)])
def test_points_of_any_two_scales_fill_the_view(scale: tuple[float, float]) -> None:
    points = SMALL.X * scale
    frame = ViewFrame(*own_frame_around(points), 800, 600, has_own_scales=True)
    pixels = frame.pixels(points)
    assert (np.ptp(pixels, axis=0) > 150).all() and (pixels > 0).all() and (pixels < (800, 600)).all()


@pytest.mark.parametrize("points", [np.empty((0, 2)), np.array([[3.0, 5e9]]), np.array([[1.0, 2.0], [1.0, 7.0]])])
def test_no_axis_is_without_length(points: np.ndarray) -> None:  # type: ignore[type-arg]
    left, bottom, right, top = own_frame_around(points)
    assert right - left > 0 and top - bottom > 0


@scales
@modes
def test_a_click_places_a_point_on_the_grid_of_each_axis(desk: Desk, settings: TrainingSettings, is_own: bool) -> None:
    show(desk, SMALL, settings, is_own)
    steps = desk.window.gestures.steps(Modifier.NoModifier)
    desk.click(-1.013, 0.517)
    placed = desk.dataset.X[-1].tolist()
    for value, meant, step in zip(placed, (-1.013, 0.517), steps, strict=True):
        exact = Fraction(repr(value))
        assert (exact / step).denominator == 1
        assert abs(exact - Fraction(repr(meant))) <= step
    desk.click(*placed, modifiers=Modifier.NoModifier)
    assert desk.window.controller.view_state.selection == (5,), "the point that lies there"


@scales
@modes
def test_a_drag_moves_a_point_to_the_same_place(desk: Desk, settings: TrainingSettings, is_own: bool) -> None:
    show(desk, SMALL, settings, is_own)
    steps = desk.window.gestures.steps(Modifier.NoModifier)
    desk.drag((1, 2), (1.2, 1.2), (1.5, 0.5))
    desk.settle()
    moved = desk.dataset.X.tolist()
    assert [abs(a - b) <= step for a, b, step in zip(moved[1], (1.5, 0.5), steps, strict=True)] == [True, True]
    assert moved[:1] + moved[2:] == SMALL.X.tolist()[:1] + SMALL.X.tolist()[2:]
    desk.do("edit.undo")
    assert desk.dataset.X.tolist() == SMALL.X.tolist()


@modes
def test_age_and_pay_are_placed_dragged_and_typed_as_numbers_of_their_own_sizes(
    desk: Desk, settings: TrainingSettings
) -> None:
    show(desk, AGE_AND_PAY, settings, is_own=True)
    steps = desk.window.gestures.steps(Modifier.NoModifier)
    assert steps[0] < 5 and steps[1] > 200
    desk.click(30, 60_000)
    placed = desk.dataset.X[-1].tolist()
    assert abs(placed[0] - 30) <= steps[0] and abs(placed[1] - 60_000) <= steps[1]
    desk.drag((placed[0], placed[1]), (33, 55_000), (36, 50_000))
    desk.settle()
    moved = desk.dataset.X[-1].tolist()
    assert abs(moved[0] - 36) <= 2 * steps[0] and abs(moved[1] - 50_000) <= 2 * steps[1]
    assert desk.dataset.X[:8].tolist() == AGE_AND_PAY.X.tolist()


@scales
def test_a_frame_and_a_loop_take_the_points_that_they_go_around(desk: Desk, is_own: bool) -> None:
    show(desk, SMALL, SETTINGS["primal"], is_own)
    desk.do("tools.select")
    desk.drag((0.2, 2.4), (1, 1), (2.4, -1.2))
    assert desk.window.controller.view_state.selection == (1, 2)
    desk.do("tools.lasso")
    desk.drag((-2.5, 1.5), (-0.4, 1.5), (-0.4, -2.4), (-2.5, -2.4), (-2.5, 1.4))
    assert desk.window.controller.view_state.selection == (0, 3)


def test_a_brush_reaches_as_far_on_the_screen(desk: Desk) -> None:
    show(desk, AGE_AND_PAY, SETTINGS["primal"], is_own=True)
    desk.do("tools.brush")
    canvas, radius = desk.window.canvas, desk.window.controller.view_state.brush_radius
    desk.drag((30, 60_000), (31, 60_000), (32, 60_000))
    painted = canvas.frame.pixels(desk.dataset.X[8:])
    assert len(painted) >= 2
    path = canvas.frame.pixels(np.array([[30.0, 60_000.0], [32.0, 60_000.0]]))
    low, high = path.min(axis=0) - radius - 9, path.max(axis=0) + radius + 9
    assert ((painted >= low) & (painted <= high)).all()


@scales
def test_the_grip_that_turns_points_turns_what_is_seen(desk: Desk, is_own: bool) -> None:
    show(desk, SMALL if not is_own else AGE_AND_PAY, SETTINGS["primal"], is_own)
    desk.do("tools.select")
    desk.do("edit.select_all")
    canvas, grips = desk.window.canvas, desk.window.gestures.grips
    turn = next(at for grip, at in grips.places.items() if grip.turns)
    assert grips.box is not None
    middle = canvas.frame.point(*map(float, grips.box.centre))
    before = canvas.frame.pixels(desk.dataset.X)
    away = turn - middle
    aside = middle + QPointF(-away.y(), away.x())  # a quarter to the right, as y points down
    for emit, at in ((canvas.pressed, turn), (canvas.moved, turn + QPointF(30, 30)), (canvas.moved, aside)):
        emit.emit(at, Qt.KeyboardModifier.NoModifier)
    canvas.released.emit(aside, Qt.KeyboardModifier.NoModifier)
    desk.settle()
    after = canvas.frame.pixels(desk.dataset.X)
    centre = np.array(middle.toTuple())
    turned = np.column_stack([-(before - centre)[:, 1], (before - centre)[:, 0]]) + centre
    assert np.abs(after - turned).max() < 2.5, "degrees are whole, and points snap"


@scales
def test_the_keys_cursor_goes_step_by_step_on_both_axes(desk: Desk, is_own: bool) -> None:
    show(desk, SMALL if not is_own else AGE_AND_PAY, SETTINGS["primal"], is_own)
    canvas, cursor, gestures = desk.window.canvas, desk.window.cursor_keys, desk.window.gestures
    cursor.show()
    steps = gestures.steps(Modifier.NoModifier)
    for key, axis in ((Qt.Key.Key_Right, 0), (Qt.Key.Key_Up, 1)):
        assert cursor.at is not None
        before = gestures.coordinates(cursor.at, Modifier.NoModifier)
        desk.key(key, on=canvas)
        after = gestures.coordinates(cursor.at, Modifier.NoModifier)
        gone = [Fraction(repr(b)) - Fraction(repr(a)) for a, b in zip(before, after, strict=True)]
        assert gone == [steps[0] if axis == 0 else 0, steps[1] if axis == 1 else 0]


@scales
@modes
def test_the_run_is_the_same_and_so_are_the_files(
    desk: Desk, settings: TrainingSettings, is_own: bool, tmp_path: Path
) -> None:
    show(desk, AGE_AND_PAY, settings, is_own)
    desk.window.controller.seek(20)
    snapshot = desk.settle()
    alone = desk.window.controller.document
    write_points(tmp_path / "points.csv", desk.dataset, "label")
    assert read_points(str(tmp_path / "points.csv")).dataset.X.tolist() == AGE_AND_PAY.X.tolist()
    assert alone.dataset is AGE_AND_PAY or alone.dataset == AGE_AND_PAY
    assert snapshot.visit == 20 and np.isfinite(snapshot.theta).all()
    desk.do(ACTION)
    assert desk.settle().theta.tolist() == snapshot.theta.tolist(), "no number changes"


def test_beside_w_stands_that_right_angles_look_slanted(desk: Desk) -> None:
    desk.show(AGE_AND_PAY)
    desk.window.controller.seek(20)
    desk.settle()

    def says() -> bool:
        return any("right angles look slanted" in label.text for label in desk.window.canvas._marks.labels)

    assert not says()
    desk.do(ACTION)
    desk.wait(says)
    desk.do(ACTION)
    desk.wait(lambda: not says())


def test_the_small_planes_of_classes_follow() -> None:
    size = (200.0, 100.0)
    for has_own_scales in (False, True):
        left, bottom, right, top = rectangle_around(AGE_AND_PAY, size, has_own_scales=has_own_scales)
        shares = np.ptp(AGE_AND_PAY.X, axis=0) / (right - left, top - bottom)
        assert shares[1] > 0.5 and bool(shares[0] > 0.5) is has_own_scales


# When it is offered, and how long it stays


@pytest.mark.parametrize(
    ("points", "is_unlike"),
    [
        (AGE_AND_PAY.X, True),
        (AGE_AND_PAY.X[:, ::-1], True),
        (SMALL.X, False),
        (SMALL.X * (1, 19), False),
        (np.array([[0.0, 1.0], [0.0, 9.0]]), False),
        (np.empty((0, 2)), False),
    ],
)
def test_ranges_are_unlike_from_twenty_times_on(points: np.ndarray, is_unlike: bool) -> None:  # type: ignore[type-arg]
    assert have_unlike_ranges(points) is is_unlike


def test_it_is_offered_in_a_line_on_the_plane_which_a_click_takes(desk: Desk, tmp_path: Path) -> None:
    write_points(tmp_path / "pay.csv", AGE_AND_PAY, "label")
    desk.open(tmp_path / "pay.csv")
    desk.settle()
    hints = desk.window.stage.hints
    desk.do("run.step")
    desk.settle()
    assert "its own scale" in hints.words and hints.isVisible()
    desk.qtbot.mouseClick(hints, Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
    assert desk.window.canvas.has_own_scales
    assert "its own scale" not in hints.words


def test_nothing_is_offered_for_points_of_like_ranges_or_after_another_edit(desk: Desk, tmp_path: Path) -> None:
    hints = desk.window.stage.hints
    write_points(tmp_path / "small.csv", SMALL, "label")
    desk.open(tmp_path / "small.csv")
    assert "its own scale" not in hints.words
    write_points(tmp_path / "pay.csv", AGE_AND_PAY, "label")
    desk.open(tmp_path / "pay.csv")
    desk.settle()
    assert "its own scale" in hints.words
    desk.window.gestures.select([0])
    desk.do("edit.delete")
    assert "its own scale" not in hints.words


def test_it_is_offered_with_the_two_features_that_want_it(desk: Desk, tmp_path: Path) -> None:
    wide = Dataset.of([[1, 2, 3000], [2, 1, 9000], [3, 4, 1000]], [0, 1, 0], features=["a", "b", "c"])
    write_points(tmp_path / "wide.csv", wide, "label")
    desk.open(tmp_path / "wide.csv")
    desk.settle()
    hints, bar = desk.window.stage.hints, desk.window.axes_bar
    for upwards, is_offered in ((2, True), (1, False)):
        bar.upwards.setCurrentIndex(upwards)
        bar.upwards.activated.emit(upwards)
        assert ("its own scale" in hints.words) is is_offered


@pytest.mark.parametrize("wanted", [(0, 0, 8, 1e-320), (1e12, 0, 1e-5, 1e9), (0, 0, 1e-9, 1e14)])
def test_any_part_of_the_plane_that_a_file_names_can_be_shown(
    desk: Desk, wanted: tuple[float, float, float, float]
) -> None:
    show(desk, AGE_AND_PAY, SETTINGS["primal"], is_own=True)
    desk.window.canvas.show_wanted(QRectF(*wanted))
    frame = desk.window.canvas.frame
    assert frame.right > frame.left and frame.top > frame.bottom
    desk.window.canvas.viewport().grab()


@scales
def test_what_is_under_the_hand_stays_there_when_it_zooms_and_moves_with_it(desk: Desk, is_own: bool) -> None:
    show(desk, AGE_AND_PAY if is_own else SMALL, SETTINGS["primal"], is_own)
    canvas, at, by = desk.window.canvas, QPointF(211, 87), QPointF(-33, 21)
    x, y = canvas.frame.data(at)
    canvas.zoom(1.7, at)
    assert (canvas.frame.point(x, y) - at).manhattanLength() < 1e-6
    aspect = canvas.frame.aspect
    canvas.pan(by)
    assert (canvas.frame.point(x, y) - at - by).manhattanLength() < 1e-6
    assert canvas.frame.aspect == pytest.approx(aspect) and canvas.frame.has_own_scales is is_own


@pytest.mark.parametrize("factor", [1e9, 1e-9])
def test_zooming_ends_where_numbers_do_on_either_axis(desk: Desk, factor: float) -> None:
    show(desk, Dataset.of(SMALL.X * (1.0, 1e8), SMALL.labels.tolist()), SETTINGS["primal"], is_own=True)
    canvas = desk.window.canvas
    for _ in range(30):
        canvas.zoom(factor**0.1)
    frame = canvas.frame
    assert 1e-9 < frame.right - frame.left < 1e14 and 1e-9 < frame.top - frame.bottom < 1e14
    canvas.viewport().grab()


def distance(line: QLineF, at: QPointF) -> float:
    """Return how far a place is from a whole line, in pixels."""
    way = at - line.p1()
    return abs(line.dx() * way.y() - line.dy() * way.x()) / line.length()


def drag(desk: Desk, start: QPointF, end: QPointF, modifiers: Qt.KeyboardModifier = Modifier.NoModifier) -> None:
    """Drag by pixels."""
    canvas = desk.window.canvas
    canvas.pressed.emit(start, Modifier.NoModifier)
    for share in (0.1, 0.5, 1.0):
        canvas.moved.emit(start + (end - start) * share, modifiers)
    desk.settle()
    canvas.released.emit(end, modifiers)
    desk.settle()


@scales
def test_the_students_line_and_w_follow_the_mouse(desk: Desk, is_own: bool) -> None:
    show(desk, AGE_AND_PAY if is_own else SMALL, SETTINGS["primal"], is_own)
    canvas = desk.window.canvas
    desk.do("run.by_hand")
    desk.wait(lambda: canvas.hand.line is not None)
    aside = QPointF(60, 35)
    end = canvas.hand.rings[0] + aside
    drag(desk, canvas.hand.rings[0], end)
    assert canvas.hand.line is not None and distance(canvas.hand.line, end) < 8
    drag(desk, canvas.hand.rings[0], canvas.hand.rings[0] + QPointF(40, 60), Modifier.ShiftModifier)
    assert abs((canvas.hand.line.angle() + 7.5) % 15 - 7.5) < 0.6, "whole steps of 15° on the screen"
    desk.do("run.by_hand")
    tip = canvas.frame.point(*(30, 40_000) if is_own else (1.5, 1.0))
    drag(desk, canvas.frame.point(0, 0), tip)
    initial = desk.document.settings.initial
    assert initial is not None
    factor = canvas.weight_factor
    there = canvas.frame.point(initial[0] * factor, initial[1] * factor)
    assert (there - tip).manhattanLength() < 20
    (edge,) = canvas._layers.line.lines["boundary"]
    middle = next(at for share in (0.4, 0.6, 0.2, 0.8) if canvas.point_near(at := edge.pointAt(share)) is None)
    drag(desk, middle, middle + QPointF(8, -50))
    (edge,) = canvas._layers.line.lines["boundary"]
    assert distance(edge, middle + QPointF(8, -50)) < 12, "points snap"


def test_other_points_are_seen_with_one_scale_again(desk: Desk, tmp_path: Path) -> None:
    desk.show(AGE_AND_PAY)
    desk.do(ACTION)
    write_points(tmp_path / "small.csv", SMALL, "label")
    desk.open(tmp_path / "small.csv")
    desk.settle()
    assert not desk.window.canvas.has_own_scales
    assert not desk.window.actions_by_id[ACTION].isChecked()


def test_points_with_one_feature_have_one_scale(desk: Desk) -> None:
    desk.show(AGE_AND_PAY)
    desk.do(ACTION)
    desk.show(Dataset.of([[1.0], [2.0], [500.0]], [0, 0, 1]))
    assert not desk.window.canvas.frame.has_own_scales


def test_a_session_says_it_only_where_it_is_on_and_shows_the_same_part_again(desk: Desk, tmp_path: Path) -> None:
    assert OWN_SCALES not in json.dumps(plain_of(SavedSession()))
    desk.show(AGE_AND_PAY)
    desk.do(ACTION)
    desk.do("view.zoom_in")
    seen = desk.window.canvas.frame
    desk.commands.filing.save_to(tmp_path / "pay.perceptron")
    desk.wait(lambda: not desk.commands.filing.saving.is_busy)
    saved = read_session(tmp_path / "pay.perceptron").session
    assert saved.view.shows(OWN_SCALES)
    desk.clear()
    desk.window.controller.change_view(switches=ViewState().switches)
    desk.open(tmp_path / "pay.perceptron")
    desk.settle()
    assert desk.window.canvas.has_own_scales
    assert desk.window.canvas.frame.rectangle == pytest.approx(seen.rectangle)


def test_a_picture_is_rendered_with_axes_of_their_own(
    qapp: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_points(tmp_path / "pay.csv", AGE_AND_PAY, "label")
    for name in ("equal", "own"):
        out = tmp_path / f"{name}.svg"
        assert main(["render", str(tmp_path / "pay.csv"), "--axes", name, "-o", str(out)]) == 0, capsys.readouterr().err
    assert "right angles look slanted" in (tmp_path / "own.svg").read_text(encoding="utf-8")
    assert "right angles look slanted" not in (tmp_path / "equal.svg").read_text(encoding="utf-8")
    assert main(["render", str(tmp_path / "pay.csv"), "--axes", "log", "-o", str(tmp_path / "o.png")]) == 2
    assert "needs equal or own" in capsys.readouterr().err


def test_a_document_of_other_points_forgets_it() -> None:
    state = ViewState().switched(OWN_SCALES, True)
    one, other = Document(AGE_AND_PAY, origin="a"), Document(SMALL, origin="b")
    assert state.fitting(replace_points(one), one).shows(OWN_SCALES)
    assert not state.fitting(other, one).shows(OWN_SCALES)


def replace_points(document: Document) -> Document:
    return document.with_dataset(document.dataset.moved([0], [[23.0, 19500.0]]))
