"""Fingers on the canvas: tap, double tap, drag, pinch and hold, in any order, without a complaint of Qt."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from perceptron_gui.engine.data.dataset import Dataset
from tests.effort import random_sets
from tests.gui.desk import Desk

SQUARE = Dataset.of([[0, 0], [2, 0], [2, 2], [0, 2]], [0, 1, 1, 0])


class Fingers:
    """Fingers of one hand, on the pixels of the canvas."""

    device: QPointingDevice | None = None

    def __init__(self, desk: Desk) -> None:
        # Of all tests: Qt does not let go of a touch device.
        Fingers.device = Fingers.device or QTest.createTouchDevice()
        self._desk = desk

    def do(self, what: str, *places: QPoint) -> None:
        """Press, move or release one finger a place."""
        window, viewport = self._desk.window, self._desk.window.canvas.viewport()
        touches = QTest.touchEvent(window.windowHandle(), self.device, False)
        for finger, at in enumerate(places):
            getattr(touches, what)(finger, viewport.mapTo(window, at))
        touches.commit()

    def tap(self, at: QPoint) -> None:
        """Press and let go."""
        self.do("press", at)
        self.do("release", at)

    def drag(self, *places: QPoint) -> None:
        """Press at the first place, and let go at the last."""
        self.do("press", places[0])
        for at in places[1:]:
            self.do("move", at)
        self.do("release", places[-1])


@pytest.fixture
def fingers(desk: Desk) -> Fingers:
    """Return fingers on an empty canvas."""
    desk.clear()
    return Fingers(desk)


def test_a_tap_places_and_a_second_one_later_selects(desk: Desk, fingers: Fingers) -> None:
    fingers.tap(desk.pixel(1, 1))
    assert desk.dataset.X.tolist() == [[1, 1]]
    desk.qtbot.wait(QApplication.doubleClickInterval() + 20)
    fingers.tap(desk.pixel(1, 1) + QPoint(15, 10))  # a finger means a point from farther away
    assert desk.dataset.n_samples == 1
    assert desk.window.gestures.selected == [0]
    assert not desk.window.details.editor.isVisible()


def test_a_double_tap_types_coordinates(desk: Desk, fingers: Fingers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QApplication, "doubleClickInterval", lambda: 60_000)  # a busy machine taps slowly
    for _ in range(2):
        fingers.tap(desk.pixel(1, 1))
    assert desk.dataset.n_samples == 1
    assert desk.window.details.editor.isVisible()


def test_a_finger_that_shakes_taps_where_it_came_down(desk: Desk, fingers: Fingers) -> None:
    at = desk.pixel(1, 1)
    fingers.drag(at, at + QPoint(3, 4), at + QPoint(4, 3))
    assert desk.dataset.X.tolist() == [[1, 1]]


def test_a_finger_drags_a_point(desk: Desk, fingers: Fingers) -> None:
    desk.show(SQUARE)
    fingers.drag(desk.pixel(2, 2), desk.pixel(2.2, 2.1), desk.pixel(2.4, 2.4))
    assert desk.dataset.X[2].tolist() == [2.4, 2.4]


def test_two_fingers_zoom_and_move_the_picture_and_place_nothing(desk: Desk, fingers: Fingers) -> None:
    frame, middle = desk.window.canvas.frame, desk.pixel(0, 0)
    fingers.do("press", middle - QPoint(50, 0), middle + QPoint(50, 0))
    for apart in (60, 80, 100):
        fingers.do("move", middle - QPoint(apart, 0), middle + QPoint(apart, 0))
    zoomed = desk.window.canvas.frame
    assert zoomed.units[0] == pytest.approx(2 * frame.units[0])
    fingers.do("move", middle + QPoint(-80, 30), middle + QPoint(120, 30))
    moved = desk.window.canvas.frame
    assert (moved.x(0) - zoomed.x(0), moved.y(0) - zoomed.y(0)) == pytest.approx((20, 30))
    fingers.do("release", middle + QPoint(-80, 30), middle + QPoint(120, 30))
    assert desk.dataset.n_samples == 0
    assert not desk.window.gestures.is_busy


def test_a_finger_that_waits_gets_the_menu_and_places_nothing(desk: Desk, fingers: Fingers) -> None:
    fingers.do("press", desk.pixel(1, 1))
    desk.wait(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.close()
    fingers.do("release", desk.pixel(1, 1))
    assert desk.dataset.n_samples == 0


def test_a_mouse_after_a_finger_points_as_finely_as_before(desk: Desk, fingers: Fingers) -> None:
    fingers.tap(desk.pixel(1, 1))
    assert desk.window.canvas.is_finger
    desk.move(-1, -1)
    assert not desk.window.canvas.is_finger
    assert desk.window.canvas.pointer.text == "(−1, −1)"


def test_any_touches_anywhere_are_taken_without_a_word_of_qt(desk: Desk, fingers: Fingers) -> None:
    chance = random.Random(3)
    size = desk.window.canvas.viewport().size()

    def somewhere() -> QPoint:
        return QPoint(chance.randrange(size.width()), chance.randrange(size.height()))

    for _ in range(random_sets(30)):
        hand = [somewhere() for _ in range(chance.randint(1, 3))]
        fingers.do("press", *hand)
        for _ in range(chance.randrange(4)):
            hand = [at + QPoint(chance.randrange(-60, 60), chance.randrange(-60, 60)) for at in hand]
            fingers.do("move", *hand)
        fingers.do("release", *hand)
    desk.window.details.editor.give_up()
    assert not desk.window.gestures.is_busy
    assert desk.window.failures.dialog is None


def test_fingers_where_the_window_leaves_the_screen_are_no_reason_to_complain(desk: Desk, fingers: Fingers) -> None:
    desk.window.resize(1600, 1000)  # larger than the screen of tests
    size = desk.window.canvas.viewport().size()
    corner = QPoint(size.width() - 80, size.height() - 20)
    fingers.do("press", corner - QPoint(20, 0), corner + QPoint(20, 0))
    for apart in (30, 45, 60):
        fingers.do("move", corner - QPoint(apart, 0), corner + QPoint(apart, 0))
    fingers.do("release", corner - QPoint(60, 0), corner + QPoint(60, 0))
    fingers.do("press", corner)
    desk.wait(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    QApplication.activePopupWidget().close()
    fingers.do("release", corner)
    assert desk.dataset.n_samples == 0


def test_fingers_may_come_from_beside_the_canvas_and_leave_the_window(desk: Desk, fingers: Fingers) -> None:
    """Qt complained that it could not find whom to tell of its own gesture for scrolling."""
    across, down = desk.window.canvas.viewport().width(), desk.window.canvas.viewport().height()
    fingers.do("press", QPoint(round(1.033 * across), down // 3), QPoint(round(1.034 * across), down // 2))
    fingers.do("move", QPoint(round(0.99 * across), down // 3), QPoint(round(1.01 * across), down // 2))
    fingers.do("release", QPoint(round(0.99 * across), down // 3), QPoint(round(1.01 * across), down // 2))
    assert desk.dataset.n_samples == 0
