"""What hands do on the canvas: clicks, strokes, fingers, the wheel."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from perceptron_gui.gui.window import MainWindow
from tests.gui.monkey.valet import Valet

MODIFIER = {
    "": Qt.KeyboardModifier.NoModifier,
    "shift": Qt.KeyboardModifier.ShiftModifier,
    "ctrl": Qt.KeyboardModifier.ControlModifier,
    "ctrl+shift": Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    "alt": Qt.KeyboardModifier.AltModifier,
}
LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton


def within(box: QRect, x: float, y: float) -> QPoint:
    """Return a place of a box that is not empty, from parts of its width and height; its edge for what is outside."""
    part_x, part_y = (min(max(part, 0.0), 1.0) for part in (x, y))
    return QPoint(box.left() + round(part_x * (box.width() - 1)), box.top() + round(part_y * (box.height() - 1)))


class CanvasActs:
    """Acts on the canvas of one window, each a method called do_ and the kind of the act.

    Parameters
    ----------
    window : MainWindow
    valet : Valet
    device : QPointingDevice
        The screen that fingers touch.

    Attributes
    ----------
    placed : int
        Points that clicks of `do_place` have placed.
    """

    def __init__(self, window: MainWindow, valet: Valet, device: QPointingDevice) -> None:
        self.window = window
        self.valet = valet
        self._device = device
        self.placed = 0

    def pixel(self, x: float, y: float, widget: QWidget | None = None) -> QPoint:
        """Return a place of a widget, that of the points by default, from parts of its width and height."""
        size = (widget or self.window.canvas.viewport()).size()
        return QPoint(round(x * size.width()), round(y * size.height()))

    def do_press(self, x: float, y: float, modifiers: str) -> None:
        """Press the left button."""
        self.valet.leave_popup()
        QTest.mousePress(self.window.canvas.viewport(), LEFT, MODIFIER[modifiers], self.pixel(x, y))

    def do_press_point(self, number: int, modifiers: str) -> None:
        """Press the left button on a point."""
        self.valet.leave_popup()
        QTest.mousePress(self.window.canvas.viewport(), LEFT, MODIFIER[modifiers], self._pixel_of_point(number))

    def do_select(self, number: int, tool: str) -> None:
        """Select some points, with a tool that selects."""
        count = self.window.controller.document.dataset.n_samples
        self.window.actions_by_id[tool].trigger()
        self.window.gestures.select(range(min(number % 7, count), min(number, count)))

    def do_press_grip(self, number: int, modifiers: str) -> None:
        """Press the left button on a grip of the box around the selected points; in the middle where there is none."""
        self.valet.leave_popup()
        places = list(self.window.gestures.grips.places.values())
        at = places[number % len(places)].toPoint() if places else self.pixel(0.5, 0.5)
        QTest.mousePress(self.window.canvas.viewport(), LEFT, MODIFIER[modifiers], at)

    def do_move_point(self, number: int) -> None:
        """Move the mouse to a point."""
        QTest.mouseMove(self.window.canvas.viewport(), self._pixel_of_point(number))

    def _pixel_of_point(self, number: int) -> QPoint:
        """Return where a point is, of those in view; the middle where there is none."""
        canvas = self.window.canvas
        pixels = canvas.frame.pixels(canvas.positions)
        seen = pixels[(pixels >= 0).all(axis=1) & (pixels < (canvas.frame.width, canvas.frame.height)).all(axis=1)]
        return QPointF(*seen[number % len(seen)].tolist()).toPoint() if len(seen) else self.pixel(0.5, 0.5)

    def do_move(self, x: float, y: float) -> None:
        """Move the mouse."""
        QTest.mouseMove(self.window.canvas.viewport(), self.pixel(x, y))

    def do_release(self, x: float, y: float, modifiers: str) -> None:
        """Let the left button go."""
        QTest.mouseRelease(self.window.canvas.viewport(), LEFT, MODIFIER[modifiers], self.pixel(x, y))

    def do_click(self, x: float, y: float, modifiers: str) -> None:
        """Click."""
        self.do_press(x, y, modifiers)
        self.do_release(x, y, modifiers)

    def do_place(self, x: float, y: float) -> None:
        """Click with the tool that places, as the system sends it: it lands on what is in front, be it the plane."""
        self.valet.leave_popup()
        window = self.window
        window.actions_by_id["tools.place"].trigger()
        seen = self._seen_plane()
        if not seen.isEmpty():
            before = window.controller.document.dataset.n_samples
            QTest.mouseClick(window.windowHandle(), LEFT, MODIFIER[""], within(seen, x, y))
            self.placed += max(window.controller.document.dataset.n_samples - before, 0)

    def _seen_plane(self) -> QRect:
        """Return where a mouse can reach the plane, in the window: nowhere while that is minimised."""
        window, viewport = self.window, self.window.canvas.viewport()
        if window.isMinimized() or not viewport.isVisible():
            return QRect()
        return QRect(viewport.mapTo(window, QPoint()), viewport.size()) & window.rect()

    def do_double(self, x: float, y: float) -> None:
        """Double click."""
        self.valet.leave_popup()
        QTest.mouseDClick(self.window.canvas.viewport(), LEFT, MODIFIER[""], self.pixel(x, y))

    def do_hover(self, x: float, y: float, rests: int) -> None:
        """Move the mouse and let it rest for some milliseconds."""
        self.do_move(x, y)
        QTest.qWait(rests)

    def do_pan(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Move the picture with the middle button."""
        viewport = self.window.canvas.viewport()
        QTest.mousePress(viewport, MIDDLE, MODIFIER[""], self.pixel(x, y))
        QTest.mouseMove(viewport, self.pixel(to_x, to_y))
        QTest.mouseRelease(viewport, MIDDLE, MODIFIER[""], self.pixel(to_x, to_y))

    def do_wheel(self, x: float, y: float, steps: int, number: int) -> None:
        """Turn the wheel over the canvas, the timeline or a panel."""
        side, canvas = self.window.side.panels, self.window.canvas.viewport()
        widget = (canvas, canvas, self.window.transport.timeline, side[number % len(side)])[number % 4]
        at, none = QPointF(self.pixel(x, y, widget)), Qt.MouseButton.NoButton
        turned = QPoint(), QPoint(0, 120 * steps)
        phase = Qt.ScrollPhase.NoScrollPhase
        turn = QWheelEvent(at, widget.mapToGlobal(at), *turned, none, MODIFIER[""], phase, False)
        QApplication.sendEvent(widget, turn)

    def do_touch(self, what: str, *places: float) -> None:
        """Press, move or release fingers."""
        self.valet.leave_popup()
        viewport = self.window.canvas.viewport()
        touches = QTest.touchEvent(self.window.windowHandle(), self._device, False)
        for finger in range(len(places) // 2):
            at = viewport.mapTo(self.window, self.pixel(places[2 * finger], places[2 * finger + 1]))
            getattr(touches, what)(finger, at)
        touches.commit()
