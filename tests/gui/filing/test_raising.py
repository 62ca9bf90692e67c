"""A second start with the same file shows the first window; nothing else that may lie there holds a start up."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.gui import first_window
from perceptron_gui.gui.filing import open_files
from perceptron_gui.gui.filing.open_files import Raising
from perceptron_gui.gui.first_window import channel, connected, question, show_first_window
from tests.gui.desk import PATIENCE_MS, Desk
from tests.gui.filing.saved import write

Buttons = QMessageBox.StandardButton
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has pipes instead, which go with their process")


class BareController(QObject):
    """Tells of another document."""

    document_changed = Signal(object)


class BareWindow(QWidget):
    """What comes to the front."""

    closed = Signal()

    def __init__(self, path: Path | None) -> None:
        super().__init__()
        self.path = path
        self.controller = BareController(self)
        self.raising = Raising(self, lambda: self.path)  # type: ignore[arg-type]
        self.raising.follow()

    def end(self) -> None:
        """Close it, as it is closed."""
        self.closed.emit()
        self.close()


class Windows:
    """Makes bare windows, and asks them as a second start does."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.made: list[BareWindow] = []

    def __call__(self, path: Path | None) -> BareWindow:
        """Return a window that shows a file."""
        window = BareWindow(path)
        self.made.append(window)
        return window

    def answers(self, path: Path) -> bool:
        """Whether a window comes when a file is asked for."""
        client = connected(channel(path))
        if client is None:
            return False
        client.write(question())
        self.qtbot.waitUntil(lambda: client.canReadLine(), timeout=PATIENCE_MS)
        client.abort()
        return True


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put sockets into a folder that nobody else uses; their paths must be short."""
    folder = tmp_path_factory.mktemp("run")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.setattr(open_files, "FOLLOW_MS", 1)
    return folder


@pytest.fixture
def windows(qtbot: QtBot) -> Iterator[Windows]:
    made = Windows(qtbot)
    yield made
    for window in made.made:
        window.end()
        window.deleteLater()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(tmp_path / "lesson.perceptron")


def test_a_second_start_shows_the_window_and_ends_before_it_makes_another(
    desk: Desk, path: Path, own_folder: Path
) -> None:
    desk.open(path)
    desk.wait(lambda: desk.commands.filing.raising.name)
    desk.window.showMinimized()
    link = path.with_name("link.perceptron")
    link.symlink_to(path)
    command = [sys.executable, "-m", "perceptron_gui", str(link)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as second:
        desk.wait(lambda: second.poll() is not None)
        assert second.returncode == 0
        assert second.stderr is not None and second.stderr.read() == ""
    assert desk.window.isVisible() and not desk.window.isMinimized()
    desk.click(0.7, 2.2)
    edited = desk.document
    desk.commands.filing.open_asked(str(path))  # by the desktop of macOS
    assert not desk.commands.filing.opening.is_busy and desk.document is edited
    desk.answer(Buttons.Discard)
    assert desk.window.close()
    assert not [*own_folder.iterdir()]


def test_a_window_listens_for_what_it_shows_and_for_nothing_else(desk: Desk, path: Path) -> None:
    found = desk.commands.filing.raising
    assert not found.name
    desk.open(path)
    desk.wait(lambda: found.name == channel(path))
    points = path.with_name("points.csv")
    points.write_text("x1,x2,label\n1,2,A\n3,4,B\n")
    desk.open(points)
    desk.wait(lambda: found.name == channel(points))
    assert connected(channel(path)) is None
    desk.commands.filing.save_to(path.with_name("new.perceptron"))
    desk.wait(lambda: found.name == channel(path.with_name("new.perceptron")))
    desk.do("file.new")
    desk.wait(lambda: not found.name)
    desk.commands.filing.open_asked(str(path))
    desk.wait(lambda: found.name == channel(path))


@posix
def test_what_a_killed_window_left_holds_nobody_up_and_is_taken_over(windows: Windows, path: Path) -> None:
    name = Path(channel(path))
    name.parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(name))
    assert not show_first_window(str(path))
    windows(path)
    assert windows.answers(path)


@posix
def test_a_window_that_hangs_is_not_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_window, "LONGEST_ANSWER_MS", 1)
    Path(channel(path)).parent.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind(channel(path))
        hanging.listen()
        assert not show_first_window(str(path))


def test_a_second_window_leaves_the_first_its_name_until_that_is_closed(windows: Windows, path: Path) -> None:
    first, second = windows(path), windows(path)
    assert first.raising.name and not second.raising.name
    assert windows.answers(path)
    first.end()
    second.raising.follow()
    assert second.raising.name == channel(path)


@posix
def test_a_folder_that_others_can_write_is_not_trusted(windows: Windows, path: Path) -> None:
    folder = Path(channel(path)).parent
    folder.mkdir()
    folder.chmod(0o777)
    with socket.socket(socket.AF_UNIX) as hostile:
        hostile.bind(channel(path))
        hostile.listen()
        assert not show_first_window(str(path))
        assert not windows(path).raising.name


@posix
def test_where_the_path_is_too_long_for_a_socket_nothing_is_left(
    windows: Windows, path: Path, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = own_folder / ("long" * 30)
    folder.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    assert not windows(path).raising.name
    assert not [*folder.iterdir()]


@posix
def test_only_the_user_may_connect(windows: Windows, path: Path) -> None:
    name = Path(windows(path).raising.name)
    assert name.parent.stat().st_mode & 0o777 == 0o700
    assert name.stat().st_mode & 0o077 == 0


def test_other_words_are_not_answered(windows: Windows, path: Path) -> None:
    windows(path)
    client = connected(channel(path))
    assert client is not None
    for words in (b"\xff" * 5000, b"\n", b"close\n"):
        client.write(words)
    client.flush()
    assert windows.answers(path)
    assert client.bytesAvailable() == 0
    client.abort()


def test_the_desktop_s_token_reaches_the_window(windows: Windows, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(first_window.TOKEN, "token-1")
    tokens: list[str] = []
    monkeypatch.setattr(windows(path).raising, "come_to_front", tokens.append)
    assert windows.answers(path)
    assert tokens == ["token-1"]


def test_a_window_that_was_minimised_is_as_large_as_before(windows: Windows, path: Path) -> None:
    window = windows(path)
    window.setWindowState(Qt.WindowState.WindowFullScreen | Qt.WindowState.WindowMinimized)
    assert windows.answers(path)
    assert window.windowState() & Qt.WindowState.WindowFullScreen
    assert not window.isMinimized()


def test_where_qt_lacks_libraries_every_start_has_its_own_window(
    windows: Windows, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtNetwork", None)
    assert not windows(path).raising.name
    assert not show_first_window(str(path))


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux which sockets there are")
def test_no_socket_of_a_network_is_opened(windows: Windows, path: Path) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        one.listen()
        assert len(sockets_of_a_network()) == 1  # it would be found
    windows(path)
    assert windows.answers(path)
    assert Path(channel(path)).is_socket()
    assert not sockets_of_a_network()


def sockets_of_a_network() -> set[str]:
    """Return the sockets of this process that are those of a network."""
    own = {os.readlink(entry) for entry in Path("/proc/self/fd").iterdir() if entry.is_symlink()}
    tables = (Path("/proc/net", kind) for kind in ("tcp", "tcp6", "udp", "udp6"))
    rows = [line.split() for table in tables if table.exists() for line in table.read_text().splitlines()[1:]]
    return own & {f"socket:[{row[9]}]" for row in rows}
