"""Windows for tests: made like the program makes them, closed without questions, and gone afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import getAllValidWrappers, isValid

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.app import commands_of, make_application, make_window
from perceptron_gui.gui.placement import USUAL_SIZE
from perceptron_gui.gui.style.style_sheet import apply_theme
from perceptron_gui.gui.style.theme import THEMES
from tests.gui.desk import PATIENCE_MS, Desk
from tests.gui.gallery.stage import Stage
from tests.gui.leaving import close, let_go
from tests.gui.monkey.watch import hear_faults
from tests.gui.used_window import DONE_HINTS, UsedWindow

MakeDesk = Callable[..., Desk]


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """Return the application as the program makes it."""
    return make_application()


@dataclass
class Desks:
    """Makes windows and sees to it that they go."""

    qtbot: QtBot

    def __post_init__(self) -> None:
        """Begin without windows."""
        self.made: list[Desk] = []

    def __call__(self, preferences: Preferences | None = None, path: str | None = None, plays: bool = False) -> Desk:
        """Return a window that is ready."""
        window = make_window(preferences or Preferences(done_hints=DONE_HINTS), path, plays)
        if preferences is None or not preferences.geometry:
            window.resize(USUAL_SIZE)  # whatever the screen is, of which it would take three quarters
        with self.qtbot.waitSignal(window.ready, timeout=PATIENCE_MS):
            window.show()
        desk = Desk(self.qtbot, window, commands_of(window))
        self.made.append(desk)
        window.activateWindow()
        desk.wait(lambda: window.controller.snapshot is not None and window.isActiveWindow())
        return desk

    def close(self) -> None:
        """Close all windows, whatever is unsaved."""
        for desk in self.made:
            if isValid(desk.window):
                close(*desk.made)
        self.made.clear()
        let_go()


@pytest.fixture
def make_desk(qtbot: QtBot) -> Iterator[Desks]:
    """Return what makes windows."""
    desks = Desks(qtbot)
    yield desks
    desks.close()
    assert not timers_left(), "timers left running"


USED = UsedWindow()
GALLERY = UsedWindow()
"""The window in which the states of the gallery are looked at, one after the other, with its first hints."""
OWN_WINDOWS = ("whole_window",)
"""Folders whose tests are about a whole window, from its start to its end; those that are not ask for `used_desk`."""


def takes_used(node: pytest.Item) -> bool:
    """Whether a test has the window that others have used: not one that makes its own, and looks what is left."""
    fixtures = getattr(node, "fixturenames", ())
    is_of_whole = node.path.parent.name in OWN_WINDOWS and "used_desk" not in fixtures
    wants_own = node.get_closest_marker("new_window") is not None or is_of_whole
    return "desk" in fixtures and "make_desk" not in fixtures and not wants_own


@pytest.fixture(autouse=True)
def application(qapp: QApplication) -> None:
    """Have Qt's application for every test, whichever comes first in its process: without it a QPixmap ends Python."""
    del qapp


@pytest.fixture(autouse=True)
def no_fault_in_the_background(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail where work of another thread met an exception that nobody expected: the window says it in half a line."""
    faults: list[str] = []
    hear_faults(faults, monkeypatch.setattr)
    yield
    assert not faults


@pytest.fixture(autouse=True)
def no_window_of_others(request: pytest.FixtureRequest, qapp: QApplication) -> None:
    """Close the window that other tests have used, before a test that has its own, or none: it would be in the way.

    Its theme goes, too: parts without a window had the letters of whichever was there before.
    """
    takes_any = False
    for used, is_taken in ((USED, takes_used(request.node)), (GALLERY, "used_stage" in request.fixturenames)):
        takes_any |= is_taken
        if used.made is not None and not is_taken:
            used.close()
            let_go()
            assert not timers_left(), "timers of the shared window left running"
    if not takes_any and qapp.styleSheet():
        apply_theme(THEMES["light"])


@pytest.fixture
def used_desk(qtbot: QtBot) -> Iterator[Desk]:
    """Return a window that other tests have used, started over and settled."""
    yield USED.take(qtbot, Desks(qtbot))
    USED.give_back()
    if USED.made is None:
        let_go()
        assert not timers_left(), "timers left running"


@pytest.fixture
def used_stage(qtbot: QtBot) -> Iterator[Callable[[str], Stage]]:
    """Return what gives a window of a theme, started over, to look at states of the gallery."""

    def take(theme: str) -> Stage:
        GALLERY.give_back()  # after an earlier state of the same test
        if GALLERY.made is not None and GALLERY.made[0].preferences.view_state.theme != theme:
            GALLERY.close()
            let_go()
        preferences = Preferences(switches={"still": True}, theme=theme)
        return Stage(made=GALLERY.take(qtbot, lambda: Desks(qtbot)(preferences)).made)

    yield take
    GALLERY.give_back()
    if GALLERY.made is None:
        let_go()
        assert not timers_left(), "timers left running"


@pytest.fixture
def desk(request: pytest.FixtureRequest) -> Desk:
    """Return a window on the opening example, that others have used and that is like a new one.

    In tests marked ``new_window`` it is new.
    """
    is_used = takes_used(request.node)
    made: Desk = request.getfixturevalue("used_desk") if is_used else request.getfixturevalue("make_desk")()
    return made


def timers_left() -> list[str]:
    """Return the timers that still run."""
    # of Qt's things alone: of all of Python's there are a hundred thousand
    timers = [thing for thing in getAllValidWrappers() if isinstance(thing, QTimer)]
    left = [timer for timer in timers if timer.isActive()]
    return [f"{timer!r} of {timer.parent()!r}, every {timer.interval()} ms" for timer in left]


def pytest_sessionfinish() -> None:
    """Close the window that tests have used."""
    USED.close()
    GALLERY.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let Qt's offscreen screen say that it has neither window manager nor keyboard.

    Of each file those come first that share the window: it is closed before the others. A window that hundreds of
    tests have used takes longer for each than one that is made anew for every file.
    """
    files = {path: number for number, path in enumerate(dict.fromkeys(item.path for item in items))}
    items.sort(key=lambda item: (files[item.path], not takes_used(item)))
    for item in items:
        if "tests/gui/" in item.path.as_posix():
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))
