"""The desktop's wish for reduced motion: each system is asked in its own way, and a choice against it stays."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

import dev
from perceptron_gui.files.program.preferences import Preferences, load_preferences, save_preferences
from perceptron_gui.gui.style import motion
from tests.gui.conftest import MakeDesk
from tests.gui.desk import Desk

# In the window


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return a desktop, which wishes for reduced motion or not, and answers at once."""
    made = SimpleNamespace(is_reduced=True, asked=[])

    def ask(parent: QObject, tell: Callable[[bool], object]) -> None:
        made.asked.append(parent.parent())
        tell(made.is_reduced)

    monkeypatch.setattr(motion, "ask", ask)
    return made


def come_back(desk: Desk, desktop: SimpleNamespace) -> None:
    """Come back to the window from the desktop's settings, when it has asked for the first time."""
    desk.wait(lambda: desk.window in desktop.asked)
    n_asked = len(desktop.asked)
    app = QGuiApplication.instance()
    assert isinstance(app, QGuiApplication)
    for state in (Qt.ApplicationState.ApplicationInactive, Qt.ApplicationState.ApplicationActive):
        app.applicationStateChanged.emit(state)
    assert desk.window in desktop.asked[n_asked:]


def is_still(desk: Desk) -> bool:
    """Whether nothing moves, which its menu entry says, too."""
    action, animation = desk.window.actions_by_id["view.still"], desk.window.canvas.animation
    assert action.isChecked() == animation.is_reduced == desk.window.controller.view_state.shows("still")
    return animation.is_reduced


def preferences_after(desk: Desk, folder: Path) -> Preferences:
    """Return what the next start reads."""
    kept = desk.window.preferences.with_view_state(desk.window.controller.view_state)
    assert save_preferences(kept, folder / "preferences.json")
    return load_preferences(folder / "preferences.json")


def test_the_desktop_is_followed_when_the_window_stands_and_whenever_one_comes_back(
    make_desk: MakeDesk, desktop: SimpleNamespace, tmp_path: Path
) -> None:
    desk = make_desk()
    desk.wait(lambda: is_still(desk))
    assert preferences_after(desk, tmp_path).view_state.shows("still"), "the next start need not wait for the answer"
    desktop.is_reduced = False
    come_back(desk, desktop)
    assert not is_still(desk)
    assert not preferences_after(desk, tmp_path).view_state.shows("still")


def test_what_is_chosen_against_the_desktop_stays(
    make_desk: MakeDesk, desktop: SimpleNamespace, tmp_path: Path
) -> None:
    desk = make_desk()
    desk.wait(lambda: is_still(desk))
    desk.do("view.still")
    assert not is_still(desk)
    come_back(desk, desktop)
    assert not is_still(desk)
    again = make_desk(preferences_after(desk, tmp_path))
    come_back(again, desktop)
    assert not is_still(again)
    again.do("view.still")
    desktop.is_reduced = False
    come_back(again, desktop)
    assert not is_still(again), "as the desktop it is followed again"


def test_who_wants_nothing_to_move_gets_it_on_every_desktop(
    make_desk: MakeDesk, desktop: SimpleNamespace, tmp_path: Path
) -> None:
    desktop.is_reduced = False
    desk = make_desk(Preferences(switches={"still": True}))
    come_back(desk, desktop)
    assert is_still(desk)
    assert preferences_after(desk, tmp_path).view_state.shows("still")


def test_a_session_of_somebody_else_moves_nothing(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "moving.perceptron"
    desk.window.controller.change_view(switches=desk.window.controller.view_state.switches | {"levels"})
    desk.commands.filing.save_to(path)
    desk.wait(path.exists)
    desk.do("view.still")
    desk.do("show.levels")
    desk.commands.filing.open_path(path)
    desk.wait(lambda: desk.window.controller.view_state.shows("levels"))
    assert is_still(desk)


# Each system


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Callable[[str], list[bool]]:
    """Return what asks a system, until it has answered or nothing is waited for any more."""

    def ask(system: str) -> list[bool]:
        monkeypatch.setattr(motion, "sys", SimpleNamespace(platform=system))
        monkeypatch.setattr(motion, "OFFSCREEN", "")
        told: list[bool] = []
        parent = QObject()
        motion.ask(parent, told.append)
        qtbot.waitUntil(lambda: not parent.children(), timeout=30_000)
        return told

    return ask


@pytest.mark.parametrize(("moves", "answers", "told"), [(0, 1, [True]), (1, 1, [False]), (0, 0, [])])
def test_windows_is_asked_whether_it_animates(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[str], list[bool]], moves: int, answers: int, told: list[bool]
) -> None:
    def system_parameters(what: int, size: int, place: object, flags: int) -> int:
        assert (what, size, flags) == (0x1042, 0, 0)
        ctypes.cast(place, ctypes.POINTER(ctypes.c_int))[0] = moves  # type: ignore[arg-type]
        return answers

    user32 = SimpleNamespace(SystemParametersInfoW=system_parameters)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
    assert ask("win32") == told


@pytest.mark.skipif(sys.platform == "win32", reason="it has no scripts of this kind")
@pytest.mark.parametrize(
    ("script", "told"), [("echo 1", [True]), ("echo 0", [False]), ("echo no key >&2; exit 1", [False]), ("cat", [])]
)
def test_macos_is_asked_by_its_own_program_and_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: Callable[[str], list[bool]], script: str, told: list[bool]
) -> None:
    program = tmp_path / "defaults"
    program.write_text(f'#!/bin/sh\ntest "$2" = com.apple.universalaccess || exit 9\n{script}\n')
    program.chmod(0o755)
    if not told:
        monkeypatch.setattr(motion, "PATIENCE_MS", 50)
    assert motion.DEFAULTS[0] == "/usr/bin/defaults"
    monkeypatch.setattr(motion, "DEFAULTS", [str(program), *motion.DEFAULTS[1:]])
    assert ask("darwin") == told


CHILD = """
import sys
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from perceptron_gui.gui.style import motion

motion.OFFSCREEN, motion.PATIENCE_MS = "", int(sys.argv[1])
app = QGuiApplication([])
for _ in sys.stdin:
    parent, told = QObject(), []
    motion.ask(parent, told.append)
    while parent.children():
        app.processEvents()
    print(*told, flush=True)
"""
"""Qt keeps a process on the bus that it came to first: each bus is asked by one of its own."""


def ask_linux(env: dict[str, str], patience_ms: int = 20_000) -> str:
    """Return what is told where a program has an environment; nothing may be said beside it."""
    with asking_linux(env, patience_ms) as ask:
        return ask()


@contextlib.contextmanager
def asking_linux(env: dict[str, str], patience_ms: int = 20_000) -> Iterator[Callable[[], str]]:
    """Yield what asks, as often as it is called, where a program has an environment."""
    command, pipe = [sys.executable, "-c", CHILD, str(patience_ms)], subprocess.PIPE
    given = {**os.environ, **env}
    child = subprocess.Popen(command, cwd=dev.ROOT, env=given, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    assert child.stdin is not None and child.stdout is not None

    def ask() -> str:
        assert child.stdin is not None and child.stdout is not None
        print(file=child.stdin, flush=True)
        return child.stdout.readline().strip()

    yield ask
    rest, said = child.communicate(timeout=60)
    assert (child.returncode, rest, said) == (0, "", "")


HAS_BUS = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("dbus-daemon") is None, reason="dbus-daemon is not installed"
)
Settings = dict[tuple[str, str], tuple[str, object]]


@contextlib.contextmanager
def portal(settings: Settings, answers: bool = True) -> Iterator[dict[str, str]]:
    """Yield the environment of a bus with a desktop that has some settings, each with its type."""
    import jeepney
    from jeepney.io.blocking import open_dbus_connection

    with dev.reader_bus() as env, open_dbus_connection(env["DBUS_SESSION_BUS_ADDRESS"]) as bus:
        bus.send_and_get_reply(jeepney.message_bus.RequestName("org.freedesktop.portal.Desktop"))

        def serve() -> None:
            while True:
                try:
                    message = bus.receive()
                except (ConnectionError, OSError, ValueError):
                    return
                fields = message.header.fields
                if fields.get(jeepney.HeaderFields.member) == "Quit":
                    return
                if answers and fields.get(jeepney.HeaderFields.interface) == "org.freedesktop.portal.Settings":
                    assert fields[jeepney.HeaderFields.path] == "/org/freedesktop/portal/desktop"
                    value = settings.get(tuple(message.body))
                    missing = "org.freedesktop.portal.Error.NotFound"
                    bus.send(
                        jeepney.new_error(message, missing, "s", ("no such setting",))
                        if value is None
                        else jeepney.new_method_return(message, "v", (("v", value),))
                    )

        server = threading.Thread(target=serve)
        server.start()
        yield env
        with open_dbus_connection(env["DBUS_SESSION_BUS_ADDRESS"]) as other:
            address = jeepney.DBusAddress("/", "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Settings")
            other.send(jeepney.new_method_call(address, "Quit"))
            server.join()


APPEARANCE = ("org.freedesktop.appearance", "reduced-motion")
GNOME = ("org.gnome.desktop.interface", "enable-animations")
KDE = ("org.kde.kdeglobals.KDE", "AnimationDurationFactor")


DESKTOPS: dict[str, tuple[Settings, str]] = {
    "any desktop": ({APPEARANCE: ("u", 1)}, "True"),
    "none wishes": ({APPEARANCE: ("u", 0), GNOME: ("b", True)}, "False"),
    "GNOME": ({GNOME: ("b", False)}, "True"),
    "one of two": ({APPEARANCE: ("u", 1), GNOME: ("b", True)}, "True"),
    "KDE": ({KDE: ("s", "0")}, "True"),
    "KDE moves": ({KDE: ("s", "0.5"), GNOME: ("b", True)}, "False"),
    "no such settings": ({}, ""),
}


@HAS_BUS
def test_linux_desktops_are_asked_by_the_portal() -> None:
    now: Settings = {}
    with portal(now) as env, asking_linux(env) as ask:
        for name, (settings, told) in DESKTOPS.items():
            now.clear()
            now.update(settings)
            assert ask() == told, name


@HAS_BUS
def test_a_desktop_that_never_answers_is_not_waited_for() -> None:
    with portal({}, answers=False) as env:
        assert ask_linux(env, 100) == ""


@HAS_BUS
def test_a_bus_without_a_portal_tells_nothing() -> None:
    with dev.reader_bus() as env:
        assert ask_linux(env) == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has this bus")
def test_without_a_bus_none_is_started(tmp_path: Path) -> None:
    started = tmp_path / "dbus-launch"
    started.write_text(f"#!/bin/sh\ntouch {tmp_path}/was-started\n")
    started.chmod(0o755)
    nothing = {"DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert ask_linux({**nothing, "PATH": f"{tmp_path}:{os.environ['PATH']}"}) == ""
    assert not (tmp_path / "was-started").exists()


def test_where_there_is_no_desktop_nobody_is_asked(monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    monkeypatch.setattr(motion, "_ask_portal", lambda *words: pytest.fail("asked"))
    monkeypatch.setattr(motion, "sys", SimpleNamespace(platform="linux"))
    motion.ask(QObject(), print)
