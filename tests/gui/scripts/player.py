"""Shows the window that a script plays with, and answers questions about it.

Started by ``hands.py`` with a screen in its environment. Every line on standard input is a request, every line on
standard output the answer to one.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, QPoint, QSocketNotifier, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QEnterEvent, QKeyEvent, QMouseEvent, QWheelEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.program.preferences import load_preferences
from perceptron_gui.gui.app import commands_of, make_application, make_window
from perceptron_gui.session.document import Document
from tests.gui.scripts.sight import Sight, native, picture

LOOK_MS = 5
LIST_MS = 50
Answer = dict[str, Any]


@cache
def compiled(expression: str) -> CodeType:
    """Return what an expression compiles to: one that is waited for is asked two hundred times a second."""
    return compile(expression.strip(), "claim", "eval")


class Witness(QObject):
    """Counts what came from the screen, so that hands know when it has arrived."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons = self.wheels = 0
        self.pressed_at = 0.0
        self.pointer = (0, 0, 0)
        self._keys: set[tuple[int, int]] = set()

    @property
    def keys(self) -> int:
        """Keys pressed so far; those that a shortcut or a closing dialog swallowed are among them."""
        return len(self._keys)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look, and let everything pass."""
        if isinstance(event, QKeyEvent):
            kinds = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
            if event.spontaneous() and event.type() in kinds:
                self._keys.add((event.timestamp(), event.key()))
        elif isinstance(watched, QWindow) and event.spontaneous():
            self._note_mouse(watched, event)
        return False

    def _note_mouse(self, window: QWindow, event: QEvent) -> None:
        if isinstance(event, QWheelEvent):
            self.wheels += 1
        elif isinstance(event, QMouseEvent | QEnterEvent):
            at, scale = event.position(), window.devicePixelRatio()
            self.pointer = (int(window.winId()), round(at.x() * scale), round(at.y() * scale))
            if event.type() not in (QEvent.Type.MouseMove, QEvent.Type.Enter):
                self.buttons += 1
                self.pressed_at = time.monotonic()


class Player:
    """Does what requests ask for."""

    def __init__(self) -> None:
        self.app = make_application()
        self.app.setQuitOnLastWindowClosed(False)
        self.do_slow_down(1)
        self.witness = Witness()
        self.app.installEventFilter(self.witness)
        self.sight: Sight | None = None
        self._rest = b""
        self._finger: Any = None
        self._notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self.on_readable)

    # The channel

    def on_readable(self) -> None:
        """Take what has come, and answer whole lines."""
        received = os.read(sys.stdin.fileno(), 65536)
        if not received:
            os._exit(0)  # whoever asked is gone
        *lines, self._rest = (self._rest + received).split(b"\n")
        for line in lines:
            self.take(json.loads(line))

    def take(self, request: dict[str, Any]) -> None:
        """Do one request; one that waits answers later."""
        function: Callable[..., Answer | None] = getattr(self, f"do_{request.pop('do')}")
        try:
            answer = function(**request)
        except Exception as error:
            answer = {"problem": f"{type(error).__name__}: {error}"}
        if answer is not None:
            self.say(answer)

    def say(self, answer: Answer) -> None:
        """Write an answer."""
        print(json.dumps(answer), flush=True)

    # Windows

    def do_begin(self, folder: str, noted: dict[str, Any]) -> Answer:
        """Show a window; its preferences are those in `folder`."""
        path = Path(folder)
        os.environ["PERCEPTRON_LAB_CONFIG"] = str(path / "config")
        os.chdir(path)
        window = make_window(load_preferences())
        window.failures.install()
        window.show_fitting()
        self.sight = Sight(window, path)
        self.sight.noted = noted
        return {}

    def do_finish(self) -> Answer:
        """Close the window, whatever is unsaved, and say what went wrong inside."""
        assert self.sight is not None
        window = self.sight.window
        if isValid(window):
            for widget in QApplication.topLevelWidgets():
                if widget is not window and widget.isVisible():
                    widget.close()
            commands_of(self.sight.window).filing.may_close = lambda: True  # type: ignore[method-assign]
            window.close()
        self.sight = None
        QTimer.singleShot(0, lambda: QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete))
        return {}

    def do_slow_down(self, times: int) -> Answer:
        """Let a list ignore the mouse for longer after it has opened; scripts are faster than people."""
        self.app.setDoubleClickInterval(times * LIST_MS)
        return {}

    # Eyes

    def look(self, expression: str) -> Any:
        """Return what an expression is worth now."""
        assert self.sight is not None
        names = {"keys": self.witness.keys, "buttons": self.witness.buttons, "wheels": self.witness.wheels}
        names["pointer"] = list(self.witness.pointer)  # type: ignore[assignment]
        code = compiled(expression)
        if not isValid(self.sight.window):
            return eval(code, {**names, "is_closed": True}, {"written": self.sight.written})
        return eval(code, names, self.sight)  # type: ignore[arg-type]

    def do_value(self, expression: str) -> Answer:
        """Say what an expression is worth."""
        return {"value": self.look(expression)}

    def do_note(self, name: str, value: Any) -> Answer:
        """Remember a value."""
        assert self.sight is not None
        self.sight.noted[name] = value
        return {}

    def do_until(self, claim: str, seconds: float) -> None:
        """Answer as soon as a claim holds, or say that it never did."""
        end = time.monotonic() + seconds
        timer = QTimer(self.app)

        def look() -> None:
            try:
                saw = self.look(claim)
            except Exception as error:
                saw = None
                problem = f"{type(error).__name__}: {error}"
            else:
                problem = ""
            if saw or time.monotonic() > end:
                timer.stop()
                timer.deleteLater()
                self.say({"holds": bool(saw), "problem": problem or self._parts(claim)} if not saw else {"holds": True})

        timer.timeout.connect(look)
        timer.start(LOOK_MS)

    def _parts(self, claim: str) -> str:
        """Return what the names of a claim stand for, to tell why it does not hold."""
        parts = []
        for name in compile(claim, "claim", "eval").co_names:
            try:
                parts.append(f"{name} = {self.look(name)!r}"[:300])
            except Exception:
                continue
        return ", ".join(parts)

    def do_breathe(self) -> None:
        """Answer after the next look."""
        QTimer.singleShot(LOOK_MS, lambda: self.say({}))

    def do_settle(self, seconds: float) -> None:
        """Answer when the training thread has done what it was asked for, and that is shown."""
        assert self.sight is not None
        done: list[bool] = []
        self.sight.noted["_done"] = done
        self.sight.window.controller.post(lambda worker: done.append(True))
        self.do_until("_done and is_current and (is_playing or is_idle)", seconds)

    def do_picture(self, path: str) -> Answer:
        """Take a picture of the screen."""
        picture(path)
        return {}

    def do_place(self, kind: str, words: str) -> Answer:
        """Say where something is."""
        assert self.sight is not None
        if kind == "item":
            # A click that comes too early is taken for the end of the one that opened the list.
            assert time.monotonic() - self.witness.pressed_at > 2 * self.app.doubleClickInterval() / 1000, (
                "the list is not ready"
            )
        return {"place": native(self.sight.spot(kind, words))}

    def do_window(self) -> Answer:
        """Say which window of the screen is ours."""
        assert self.sight is not None
        return {"id": int(self.sight.window.winId()), "scale": self.sight.window.devicePixelRatioF()}

    # How a script begins

    def do_example(self, name: str) -> Answer:
        """Open a built-in data set."""
        assert self.sight is not None
        commands_of(self.sight.window).examples.open(name)
        self.sight.window.status.clear_notice()
        return {}

    def do_points(self, rows: list[list[Any]]) -> Answer:
        """Open points: [name of the class, x1, x2] each."""
        assert self.sight is not None
        names = sorted({str(row[0]) for row in rows} | {"A", "B"})
        dataset = Dataset.empty()
        if rows:
            dataset = Dataset.of([row[1:] for row in rows], [names.index(row[0]) for row in rows], names)
        self.sight.window.controller.open_document(Document(title="script").with_dataset(dataset))
        self.sight.window.canvas.fit()
        return {}

    # Hands that the screen does not have

    def do_drop(self, path: str) -> Answer:
        """Drop a file on the window."""
        assert self.sight is not None
        window, mime = self.sight.window, QMimeData()
        mime.setUrls([QUrl.fromLocalFile(path)])
        middle, copy = window.rect().center(), Qt.DropAction.CopyAction
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(middle, copy, mime, left, none)
        QApplication.sendEvent(window, enter)
        if not enter.isAccepted():
            return {"problem": "the window does not take the file"}
        QTimer.singleShot(0, lambda: QApplication.sendEvent(window, QDropEvent(middle, copy, mime, left, none)))
        return {}

    def do_fingers(self, kind: str, words: str, what: str) -> Answer:
        """Put one or two fingers on the screen: "tap", "down", "up", or how far "apart" and "wide" two of them are."""
        assert self.sight is not None
        if self._finger is None:
            self._finger = QTest.createTouchDevice()
        widget, at = self.sight.spot(kind, words)
        fingers = QTest.touchEvent(widget.window().windowHandle(), self._finger, False)
        at = widget.mapTo(widget.window(), at)
        if what in ("tap", "down"):
            fingers.press(0, at).commit()
        if what in ("tap", "up"):
            QTest.touchEvent(widget.window().windowHandle(), self._finger, False).release(0, at).commit()
        if what == "pinch":
            self._pinch(widget.window().windowHandle(), at)
        return {}

    def _pinch(self, window: QWindow, at: QPoint) -> None:
        """Move two fingers apart, to twice their distance."""

        def pair(apart: int) -> tuple[QPoint, QPoint]:
            return at - QPoint(apart, 0), at + QPoint(apart, 0)

        first = pair(60)
        QTest.touchEvent(window, self._finger, False).press(0, first[0]).press(1, first[1]).commit()
        for apart in range(66, 121, 6):
            left, right = pair(apart)
            QTest.touchEvent(window, self._finger, False).move(0, left).move(1, right).commit()
        left, right = pair(120)
        QTest.touchEvent(window, self._finger, False).release(0, left).release(1, right).commit()


def main() -> None:
    """Play until nobody asks any more."""
    player = Player()
    player.say({"ready": True})
    sys.exit(player.app.exec())


if __name__ == "__main__":
    main()
