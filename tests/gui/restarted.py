"""Starts the window three times, with the preferences that the start before wrote, and prints what each looks like.

Started by tests/gui/whole_window/test_second_start.py, so that no font or style of another test is there before.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView, QWidget

from perceptron_gui.files.program.preferences import Preferences, load_preferences
from perceptron_gui.gui.app import commands_of, make_application, make_window
from perceptron_gui.gui.commands.commands import Commands
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.window import MainWindow

SIZES = ((1024, 768), (1280, 800), (1600, 900))
PANEL = 400
"""Pixels to which the first start drags the panel."""
LOOK_MS = 20


@dataclass(frozen=True)
class Look:
    """What a start looks like: sizes in pixels, and the text size of every part."""

    size: tuple[int, int]
    canvas: int
    panel: int
    score: tuple[int, int]
    fonts: dict[str, int]


def look_at(window: MainWindow) -> Look:
    """Return what a window looks like."""
    return Look(
        (window.width(), window.height()),
        window.canvas.width(),
        window.side.panel(StepPanel).width(),
        window.score.size().toTuple(),  # type: ignore[arg-type]
        {path_of(part, window): part.fontInfo().pixelSize() for part in window.findChildren(QWidget) if is_ours(part)},
    )


def is_ours(widget: QWidget) -> bool:
    """Whether a widget was made by the program: Qt's own bars between docks say nothing, and keep any font.

    A table behind a tab is left out: it fits its letters to its width when somebody looks at it.
    """
    return not widget.objectName().startswith("qt_qmainwindow") and not is_in_hidden_table(widget)


def is_in_hidden_table(widget: QWidget | None) -> bool:
    """Whether a widget is, or belongs to, a table that nobody can see."""
    while widget is not None:
        if isinstance(widget, QTableView):
            return widget.visibleRegion().isEmpty()  # Qt moves a dock behind a tab away, and calls it visible
        widget = widget.parentWidget()
    return False


def path_of(widget: QWidget, window: QWidget) -> str:
    """Return where a widget stands in the window, as the places among its parents' children."""
    steps = []
    while widget is not window:
        parent = widget.parentWidget()
        kin = [child for child in parent.children() if type(child) is type(widget)]
        steps.append(f"{type(widget).__name__}{kin.index(widget)}")
        widget = parent
    return "/".join(reversed(steps))


def started(preferences: Preferences) -> tuple[MainWindow, Commands]:
    """Return a window that is ready, made as a fresh process makes it."""
    app = make_application()
    app.setStyleSheet("")
    window = make_window(preferences)
    is_ready: list[bool] = []
    window.ready.connect(lambda: is_ready.append(True))
    window.show_fitting()
    while not is_ready:
        QTest.qWait(LOOK_MS)
    QTest.qWait(5 * LOOK_MS)
    return window, commands_of(window)


def closed(window: MainWindow) -> None:
    """Close a window, and let all of it go."""
    window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def chosen_by_hand(theme: str, size: tuple[int, int]) -> Look:
    """Start for the first time, choose a theme, a size and a width of the panel, and quit."""
    window, _ = started(Preferences())
    if theme != "light":
        window.actions_by_id[f"view.{theme}"].trigger()
    window.resize(*size)
    QTest.qWait(LOOK_MS)
    window.side.take_width(PANEL)
    QTest.qWait(5 * LOOK_MS)
    look = look_at(window)
    closed(window)
    return look


def restored() -> Look:
    """Start again, and quit."""
    window, _ = started(load_preferences())
    look = look_at(window)
    closed(window)
    return look


def main() -> None:
    """Print a line for a theme and each size, which is given by its place: the first starts."""
    theme, *places = sys.argv[1:]
    for size in (SIZES[int(place)] for place in places):
        looks = [chosen_by_hand(theme, size), restored(), restored()]
        print(json.dumps({"theme": theme, "looks": [asdict(look) for look in looks]}), flush=True)
    QApplication.quit()


if __name__ == "__main__":
    main()
