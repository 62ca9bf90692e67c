"""Starts the window; without a screen, plays the opening example and saves a picture."""

from __future__ import annotations

import signal
import socket
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, Qt, QTimer
from PySide6.QtGui import QFileOpenEvent, QGuiApplication, QIcon, QSessionManager
from PySide6.QtWidgets import QApplication

from perceptron_gui.files.file_work import tell
from perceptron_gui.files.program.fault_log import FaultLog
from perceptron_gui.files.program.policy import Policy, read_policy
from perceptron_gui.files.program.preferences import Preferences, load_preferences
from perceptron_gui.frozen import replace
from perceptron_gui.gui import no_screen
from perceptron_gui.gui.failure_watch import versions
from perceptron_gui.gui.garbage import GarbageCollector
from perceptron_gui.gui.language import speak
from perceptron_gui.gui.override_guard import telling
from perceptron_gui.gui.paths import qt_path
from perceptron_gui.gui.style.style_sheet import load_fonts
from perceptron_gui.gui.style.theme import RESOURCES, text_font
from perceptron_gui.gui.widgets.plain_text import readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import state_folder
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.commands.commands import Commands
    from perceptron_gui.gui.filing.file_commands import FileCommands
    from perceptron_gui.gui.playthrough import Playthrough
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.points.history import History


DESKTOP_ID = "org.perceptronlab.PerceptronLab"
COMMANDS = "commands"


class Application(QApplication):
    """Qt's application; the desktop of macOS tells it by an event which file to open, not by a word at the start.

    `words`: the command line.
    """

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(list(words))
        self._asked: list[str] = []
        self._open: Callable[[str], None] = self._asked.append

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self._open(event.file())
            return True
        return super().event(event)

    def open_asked(self, open_file: Callable[[str], None]) -> None:
        """Open what was asked for before there was a window, and whatever is from now on.

        `open_file`: takes the path.
        """
        self._open = open_file
        while self._asked:
            open_file(self._asked.pop(0))


def make_application() -> QApplication:
    """Return Qt's application with our fonts and style; without a screen the process ends with a sentence."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
        # By a name of our own, as the program's may be no UTF-8. The style in this way, since Python's class of what
        # `setStyle` returns takes 7 ms to make (A9).
        with no_screen.refusing():
            app = Application(["perceptron-gui", "-style", "Fusion"])
    else:
        app.setStyle("Fusion")
    app.setApplicationName("Perceptron Lab")
    # Under this name the desktop knows the program: menu entry, icon, group of windows.
    app.setDesktopFileName(DESKTOP_ID)
    load_fonts()
    app.setFont(text_font())
    return app


def opening_document() -> Document:
    """Return a good example, ready to play."""
    # Imported only here: with it numpy comes.
    from perceptron_gui.engine.data.samples import OPENING
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.session.document import Document

    return Document(OPENING.make(), TrainingSettings(), tr(OPENING.title), f"example {OPENING.name}")


def opening_history() -> History:
    """Return a good example without a past."""
    from perceptron_gui.session.points.history import History

    return History(opening_document())


def make_window(
    preferences: Preferences,
    path: str | None = None,
    plays: bool = False,
    make_history: Callable[[], History] = opening_history,
) -> MainWindow:
    """Return a window, which gets its commands when its frame is on the screen.

    `path`: a points file or a session to open; None for that of the history. `plays`: whether that is a session to be
    played at once. `make_history`: called when the frame is on the screen.
    """
    window = MainWindow(make_history, preferences)
    window.framed.connect(lambda: _add_commands(window))
    if path is not None:
        window.controller.await_file(readable(Path(path).name))  # from the first click on: the canvas comes before it
        window.ready.connect(lambda: _open(window, Path(path), plays))
    return window


def commands_of(window: MainWindow) -> Commands:
    """Return the commands of a window, whose frame is on the screen."""
    return cast("Commands", window.findChild(QObject, COMMANDS))


def _add_commands(window: MainWindow) -> None:
    from perceptron_gui.gui.commands import commands  # imported only here: it brings in most of the program

    commands.Commands(window).setObjectName(COMMANDS)


def _open(window: MainWindow, path: Path, plays: bool) -> None:
    filing = commands_of(window).filing
    window.central_area.keep_still(window.controller)  # or the example would be there for a blink
    if plays:
        filing.open_played(path)
    else:
        filing.open_path(path)


def run_window(
    path: str | None, demo: bool, smoke: Path | None = None, plays: bool = False, asked: Mapping[str, str] | None = None
) -> int:
    """Show the window and return the exit code when it is closed.

    `path`: a points file or a session to open. `demo`: play without a screen, save a picture, print its path and the
    result. `smoke`: test the program and leave the results in this folder. `plays`: play the session that is opened.
    `asked`: values of settings by options, by name (C12).
    """
    faults = FaultLog(state_folder(), versions())
    try:
        code = _show_window(path, demo, smoke, plays, asked or {}, faults)
    except Exception:
        # Installed as a program there may be no terminal to read this on.
        faults.write(traceback.format_exc())
        raise
    finally:
        faults.close()
    return code


def _show_window(
    path: str | None, demo: bool, smoke: Path | None, plays: bool, asked: Mapping[str, str], faults: FaultLog
) -> int:
    app = make_application()
    reports = faults.open()  # not earlier: a start without a screen ends there, and would take them for shown
    is_alone = demo or smoke is not None
    policy = Policy(asked=asked) if is_alone else read_policy(asked)
    preferences = replace(Preferences() if is_alone else load_preferences(), policy=policy)
    speak(preferences.held("language"))
    for sentence in (*policy.flaws(), *policy.unheeded()):
        tell(sentence)
    window = make_window(preferences, path, plays)
    ending = EndingSignals(window)
    window.language_chosen.connect(lambda name: change_language(ending, name))
    window.failures.install()

    def begin() -> None:
        filing = commands_of(window).filing
        faults.describe(versions())
        # Not before the first picture: it is drawn from a file.
        app.setWindowIcon(QIcon(qt_path(RESOURCES / "desktop/perceptron-lab.svg")))
        # While the window was made nothing was collected (`__main__`): what there is by now stays.
        GarbageCollector(app).set_aside()
        if is_alone:
            _player(window, filing, smoke).start()
        else:
            window.failures.show_earlier(reports)
            if flaws := policy.flaws():
                _show_flaws(window, flaws)
            _offer(window, filing, is_file_named=path is not None)

    window.ready.connect(begin)
    window.show_fitting()
    return ending.code(app.exec())


def _show_flaws(window: MainWindow, flaws: list[str]) -> None:
    """Say what of the policy does not count until it is dismissed: it is no act of the user that would go on."""
    from perceptron_gui.gui.bars.note_bar import NoteBar  # imported only here: it is said to few
    from perceptron_gui.session.wording import together

    bar, words = NoteBar(wraps=True), together(*flaws)
    bar.add_button(tr("Close"), bar.hide)
    bar.say(words)
    window.central_area.add_note(bar)
    bar.show()
    window.told.emit(words)


def change_language(ending: EndingSignals, language: str) -> None:
    """Put a window that speaks another language in the place of the one on the screen, when its menu is closed.

    `ending`: ends the one, and the other from then on. `language`: one of the known ones, or "" for the desktop's.
    """
    QTimer.singleShot(0, ending.window, telling(lambda: _change_language(ending, language)))


def _change_language(ending: EndingSignals, language: str) -> None:
    from perceptron_gui.gui.succession import followed, may_follow

    window = ending.window
    if ending.filing is None:  # chosen twice: the window that follows is not whole yet
        window.ready.connect(lambda: change_language(ending, language))
        return
    commands = commands_of(window)
    if not may_follow(commands):
        return
    window.preferences = window.preferences.choosing("language", language)
    QGuiApplication.setQuitOnLastWindowClosed(False)
    successor = followed(
        commands,
        lambda preferences, make_history: make_window(preferences, make_history=make_history),
        lambda: speak(language),
    )
    ending.follow(successor)
    successor.failures.install()
    successor.language_chosen.connect(lambda name: change_language(ending, name))
    successor.ready.connect(lambda: _hear_desktop(commands_of(successor).filing))
    successor.show_fitting()
    QGuiApplication.setQuitOnLastWindowClosed(True)


def _hear_desktop(filing: FileCommands) -> None:
    app = QApplication.instance()
    if isinstance(app, Application):
        app.open_asked(filing.open_asked)


def _offer(window: MainWindow, filing: FileCommands, is_file_named: bool) -> None:
    """Open what was asked for meanwhile, and offer what an earlier start kept, or else where the last one ended."""
    from perceptron_gui.gui.filing.recovery import offer_kept

    commands = commands_of(window)
    has_kept = offer_kept(window, filing) is not None
    offer = commands.offer_lesson if is_file_named or has_kept else commands.offer_last
    QTimer.singleShot(0, window, telling(offer))
    _hear_desktop(filing)


def _player(window: MainWindow, filing: FileCommands, smoke: Path | None) -> Playthrough:
    # Imported only here: a window for people needs neither.
    from perceptron_gui.gui.playthrough import Demo, Smoke

    return Demo(window, filing) if smoke is None else Smoke(window, filing, smoke)


SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
MOST_UNHEARD = 3
"""After so many signals without an answer the window hangs, and the system's own way is left."""


class SignalWatch:
    """Hears signals while Qt's event loop runs.

    Python handles a signal only between two steps of Python, and none are made while Qt waits: the byte that the
    system writes into a socket wakes Qt up.

    `on_signal`: is called with the number of the signal, from the event loop.
    """

    def __init__(self, on_signal: Callable[[int], None]) -> None:
        self._on_signal = on_signal
        self._unheard = 0
        self._inlet, self._outlet = socket.socketpair()
        for end in (self._inlet, self._outlet):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._outlet.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._on_byte)
        # What is ignored stays ignored: nohup and the shell's & mean it.
        heard = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
        self._before = {number: signal.signal(number, self._note) for number in heard}
        self._wakeup_before = signal.set_wakeup_fd(self._inlet.fileno(), warn_on_full_buffer=False)

    def stop(self) -> None:
        """Give the signals back."""
        signal.set_wakeup_fd(self._wakeup_before)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._notifier.setEnabled(False)
        self._inlet.close()
        self._outlet.close()

    def _note(self, number: int, frame: object) -> None:
        self._unheard += 1
        if self._unheard >= MOST_UNHEARD:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    def _on_byte(self) -> None:
        numbers = self._outlet.recv(64)
        self._unheard = 0
        # Later: a question opens a loop of its own, in which the next signal must be heard.
        QTimer.singleShot(0, telling(lambda: [self._on_signal(each) for each in numbers if each in self._before]))


class EndingSignals:
    """Ends a window when the system asks for it by a signal, and keeps what is unsaved when the desktop's session ends.

    `window`: the one on the screen. `filing`: asks about unsaved points; None before there can be any.
    """

    def __init__(self, window: MainWindow, filing: FileCommands | None = None) -> None:
        self.follow(window)
        self.filing = filing
        self._code: int | None = None
        self._watch = SignalWatch(self.on_signal)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._app = app
        self._app.commitDataRequest.connect(self.on_session_end)

    def follow(self, window: MainWindow) -> None:
        """End another window from now on, which can be asked when it is ready."""
        self.window, self.filing, self._is_there = window, None, True
        window.destroyed.connect(lambda: self._on_destroyed(window))
        window.ready.connect(lambda: self._take_filing(window))

    def _take_filing(self, window: MainWindow) -> None:
        self.filing = commands_of(window).filing

    def on_session_end(self, manager: QSessionManager | None = None) -> None:
        """Keep what is unsaved: the desktop waits for it, and may end the program after it without a word.

        `manager`: could be asked to wait for an answer; nobody is asked, since nothing is lost.
        """
        if self._is_there and self.window.has_canvas and self.filing is not None:
            for keeper in self.filing.keepers:
                keeper.keep_now()

    def on_signal(self, number: int) -> None:
        """Close the window with its question; if it is asked already, leave with a copy of what is unsaved.

        `number`: number of the signal.
        """
        if not self._is_there:
            return  # it is closed already
        if not self.window.has_canvas or self.filing is None:
            self.window.ready.connect(lambda: self.on_signal(number))
        elif self.filing.is_asking:
            self.filing.is_forced, self._code = True, 128 + number
            QApplication.exit(self._code)
        else:
            for keeper in self.filing.keepers:
                keeper.keep_soon()  # who sent it may not wait for an answer
            self.window.close()

    def code(self, code: int) -> int:
        """Close what is still open after the event loop has ended, and return the exit code.

        `code`: exit code of the event loop.
        """
        if self._is_there and self.window.isVisible():
            if self.filing is not None:
                self.filing.is_forced = True  # a question would be answered by nobody
            self.window.close()
        self._app.commitDataRequest.disconnect(self.on_session_end)
        self._watch.stop()
        return code if self._code is None else self._code

    def _on_destroyed(self, window: MainWindow) -> None:
        if window is self.window:
            self._is_there = False
