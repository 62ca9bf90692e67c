"""Ends a window's process in the middle of something: ``python -m tests.gui.endings SITUATION ENDING``.

The program is started as a user starts it. Nothing may be heard of its end on standard error: not of a timer that
starts after Qt's event loop is gone, nor of a part of the window that is called after it was destroyed. With
``--folder`` there may be many pairs of SITUATION and ENDING, each of which has a process of its own with its home in
there: forks of one that has imported all, once. A line says how each ended, in JSON: situation, ending, exit code, what
was heard.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import shiboken6
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QLineEdit, QMenu, QToolTip, QWidget

from perceptron_gui.gui import app
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.exercises.exercise_registry import EXERCISES
from tests.arguments import command_line
from tests.gui.killing import import_all

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
LOOK_MS, ANSWERS_MS = 20, 500
PATIENCE_S = 240
"""A process that has not ended by then hangs, and says where."""
EARLY = ("shown", "framed", "built")
"""Situations in which there is no more than a part of the window."""

# Situations


def _do(window: MainWindow, *names: str) -> None:
    for name in names:
        window.actions_by_id[name].trigger()


def _pixel(window: MainWindow, number: int) -> QPoint:
    """Return where a point is."""
    return QPoint(*(round(value) for value in window.canvas.frame.pixels(window.canvas.positions)[number].tolist()))


def _animation(window: MainWindow) -> None:
    """A mistake is shown in two beats."""
    _do(window, "run.next_mistake", "run.next_mistake", "run.step")
    QTest.qWait(60)


def _hover(window: MainWindow) -> None:
    """The card at the pointer is to come in half a second."""
    QTest.mouseMove(window.canvas.viewport(), _pixel(window, 3))
    QTest.qWait(30)


def _card(window: MainWindow) -> None:
    _hover(window)
    while window.details.hover.card.isHidden():
        QTest.qWait(LOOK_MS)


def _playing(window: MainWindow) -> None:
    window.transport.slider.setValue(window.transport.slider.maximum())
    _do(window, "run.play")
    while not window.controller.snapshot.visit:
        QTest.qWait(LOOK_MS)


def _drag(window: MainWindow) -> None:
    at = _pixel(window, 2)
    QTest.mousePress(window.canvas.viewport(), LEFT, NONE, at)
    for step in (20, 40):
        QTest.mouseMove(window.canvas.viewport(), at + QPoint(step, step))
    QTest.qWait(20)


def _spray(window: MainWindow) -> None:
    """Points come as long as the button is held."""
    _do(window, "tools.spray")
    QTest.mousePress(window.canvas.viewport(), LEFT, NONE, window.canvas.viewport().rect().center())
    QTest.qWait(40)


def _unsaved(window: MainWindow) -> None:
    QTest.mouseClick(window.canvas.viewport(), LEFT, NONE, window.canvas.viewport().rect().center())


def _exercise(window: MainWindow) -> None:
    _do(window, EXERCISES[0].action)
    _animation(window)


def _panels(window: MainWindow) -> None:
    """Every panel has been seen, and the lists of some are about to be laid out."""
    for entry in window.side.offered:
        window.side.bring(entry)
        QApplication.processEvents()
    for view in window.findChildren(QAbstractItemView):
        view.selectAll()
        view.scheduleDelayedItemsLayout()


def _loose(window: MainWindow) -> None:
    """Panels have windows of their own."""
    for name in ("step", "curves", "table"):
        window.side.bring_named(name)
        window.side.take_out()
    QTest.qWait(30)


def _menu(window: MainWindow) -> None:
    window.menuBar().findChildren(QMenu)[0].popup(QPoint(20, 20))
    QTest.qWait(30)


def _typing(window: MainWindow) -> None:
    _do(window, "run.rules")
    field = next(each for each in window.findChildren(QLineEdit) if each.isVisible() and each.isEnabled())
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_1)


def _tooltip(window: MainWindow) -> None:
    QToolTip.showText(QPoint(100, 100), "so", window)


def _dialog(name: str) -> Callable[[MainWindow], None]:
    """What waits for an answer may do so in a loop of its own."""
    return lambda window: _do(window, name)


SITUATIONS: dict[str, Callable[[MainWindow], None]] = {
    **dict.fromkeys((*EARLY, "ready"), lambda window: None),
    "animation": _animation, "hover": _hover, "card": _card, "playing": _playing, "drag": _drag, "spray": _spray,
    "unsaved": _unsaved, "exercise": _exercise, "panels": _panels, "loose": _loose, "menu": _menu, "typing": _typing,
    "tooltip": _tooltip,
    **{name: _dialog(name) for name in ("file.preview", "data.gallery", "data.generate", "run.features", "help.guide")},
}  # fmt: skip

# Endings


def _forget(window: MainWindow) -> None:
    """Let nothing be unsaved."""
    if window.has_canvas:
        window.controller.history.mark_saved()


def _close(window: MainWindow) -> None:
    _forget(window)
    window.close()


def _delete(window: MainWindow) -> None:
    """The window goes before the application."""
    _close(window)
    shiboken6.delete(window)


ENDINGS: dict[str, Callable[[MainWindow], object]] = {
    "close": _close,
    "ask": lambda window: window.close(),  # with its question, if anything is unsaved
    "close all": lambda window: (_forget(window), QTimer.singleShot(0, QApplication.closeAllWindows)),
    "quit": lambda window: QTimer.singleShot(0, QApplication.quit),
    "exit": lambda window: QTimer.singleShot(15, lambda: QApplication.exit(0)),
    "SIGTERM": lambda window: (_forget(window), os.kill(os.getpid(), signal.SIGTERM)),
    "SIGINT": lambda window: (_forget(window), os.kill(os.getpid(), signal.SIGINT)),
    "delete": _delete,
}


def end_in(situation: str, ending: str) -> int:
    """Start the program, bring it into a situation, end it there, and return its exit code."""
    faulthandler.dump_traceback_later(PATIENCE_S, exit=True)
    make = app.make_window

    def make_window(*arguments: object) -> MainWindow:
        window = make(*arguments)  # type: ignore[arg-type]

        def end() -> None:
            _answer(window)
            ENDINGS[ending](window)

        def begin() -> None:
            if "." in situation:
                _when(lambda: any(each.isVisible() for each in _others(window)), end)
                SITUATIONS[situation](window)
            else:
                SITUATIONS[situation](window)
                end()

        _begin_when(window, situation, begin)
        return window

    app.make_window = make_window  # type: ignore[assignment]
    return app.run_window(None, False)


def _begin_when(window: MainWindow, situation: str, begin: Callable[[], None]) -> None:
    """Begin when there is so much of a window as a situation needs."""
    if situation == "shown":
        QTimer.singleShot(0, begin)
    elif situation == "framed":
        window.framed.connect(lambda: QTimer.singleShot(0, begin))
    elif situation == "built":
        window.canvas_built.connect(lambda: QTimer.singleShot(0, begin))
    else:
        window.ready.connect(lambda: QTimer.singleShot(50, begin))


def _others(window: MainWindow) -> list[QWidget]:
    """Return what else may be on the screen: dialogs, the guide."""
    return [each for each in QApplication.topLevelWidgets() if each is not window and not isinstance(each, QMenu)]


def _when(is_so: Callable[[], bool], act: Callable[[], None]) -> None:
    """Act, once, when something is so, whichever loop runs by then."""
    timer = QTimer(QApplication.instance())

    def look() -> None:
        if is_so():
            timer.stop()
            act()

    timer.timeout.connect(look)
    timer.start(LOOK_MS)


def _answer(window: MainWindow) -> None:
    """Take back what waits for an answer, and then close."""
    timer = QTimer(QApplication.instance())

    def answer() -> None:
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isModal() and dialog.isVisible():
                _forget(window)
                dialog.reject()
                QTimer.singleShot(0, window, window.close)

    timer.timeout.connect(answer)
    timer.start(ANSWERS_MS)


# Many of them


def ended(situation: str, ending: str, folder: Path) -> tuple[int, str]:
    """End a process of its own; return its exit code and what was heard of it."""
    folder.mkdir()
    homes = {name: str(folder) for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
    env = {**homes, "PERCEPTRON_LAB_CONFIG": str(folder / "config")}
    if not hasattr(os, "fork"):
        command = [sys.executable, "-m", "tests.gui.endings", situation, ending]
        done = subprocess.run(command, env=os.environ | env, stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stderr
    with (folder / "heard.txt").open("w+b") as heard:
        child = os.fork()
        if not child:
            os.environ.update(env)
            os.dup2(heard.fileno(), sys.stderr.fileno())
            sys.exit(end_in(situation, ending))
        _, status = os.waitpid(child, 0)
        heard.seek(0)
        return os.waitstatus_to_exitcode(status), heard.read().decode()


def main() -> int:
    """Do what the command line says."""
    parser = command_line()
    parser.add_argument("words", nargs="+", metavar="SITUATION ENDING", help=", ".join([*SITUATIONS, "or", *ENDINGS]))
    parser.add_argument("--folder", type=Path, help="an empty one")
    given = parser.parse_args()
    pairs = [*zip(given.words[::2], given.words[1::2], strict=False)]
    if len(given.words) % 2 or not all(one in SITUATIONS and other in ENDINGS for one, other in pairs):
        parser.error("it takes a situation and an ending, or more of both in turn")
    if given.folder is None:
        return end_in(*pairs[0])
    import_all()
    gc.collect()
    gc.freeze()  # a look for garbage would write to all of what the forks share
    for number, pair in enumerate(pairs):
        print(json.dumps([*pair, *ended(*pair, given.folder / str(number))]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
