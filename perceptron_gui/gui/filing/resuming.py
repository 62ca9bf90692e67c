"""Offers at the start to go on with the file of the last session, unless a policy or the user does without (C12)."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLocale, QObject

from perceptron_gui.files.program.policy import OFF
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.frozen import replace
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.filing.open_files import REPLACEMENT
from perceptron_gui.gui.paths import python_path
from perceptron_gui.gui.widgets.plain_text import readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.points.history import History
from perceptron_gui.translation import tr

Offer = Callable[[str, Callable[[], None]], None]
"""Takes the words, and what to do."""
WEEK = 7
"""Days."""


class LastFile(QObject):
    """The file of the last session. `offer`: offers it. `otherwise`: called where there is nothing to offer."""

    def __init__(self, window: MainWindow, filing: FileCommands, offer: Offer, otherwise: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._filing, self._offer, self._otherwise = window, filing, offer, otherwise

    def look(self) -> None:
        """Offer the file if it is still there, beside the window: it may lie on a server that takes its time."""
        last = self._window.preferences.last
        if not last or self._window.preferences.held("resume") == OFF:
            self._otherwise()
            return
        self._window.controller.background.ask(lambda work: is_there(Path(python_path(last))), self._show)

    def _show(self, is_there: bool) -> None:
        preferences, controller = self._window.preferences, self._window.controller
        if not is_there:
            self._otherwise()
        elif not (controller.history.undo_text or controller.has_begun or self._filing.opening.is_busy):
            path = Path(python_path(preferences.last))
            words = offered_text(Path(preferences.last).stem, preferences.last_closed, datetime.now())
            self._offer(words, partial(self._filing.open_path, path))
            self._window.told.emit(words)


def is_there(path: Path) -> bool:
    """Whether a file can be looked at."""
    try:
        return path.is_file()
    except OSError:
        return False


def offered_text(name: str, closed: int, now: datetime) -> str:
    """Return what is offered, by how long ago it was. `name`: of the file. `closed`: seconds since 1970."""
    then = datetime.fromtimestamp(closed)
    days = (now.date() - then.date()).days
    if days == 0:
        return tr("Continue “{name}” from {time} today").format(name=name, time=then.strftime("%H:%M"))
    if days == 1:
        return tr("Continue “{name}” from yesterday").format(name=name)
    if 1 < days < WEEK:
        return tr("Continue “{name}” from {day}").format(name=name, day=QLocale().dayName(then.isoweekday()))
    return tr("Continue “{name}” from {day}").format(name=name, day=then.strftime("%Y-%m-%d"))


def remembering(preferences: Preferences, filing: FileCommands, history: History) -> Preferences:
    """Return preferences that remember the file of this session for the next start.

    It is that of the newest document, back from the one on the screen, that has one; without any it stays that of the
    session before. A lesson is offered by what is kept of it.
    """
    if preferences.held("resume") == OFF or filing.is_in_lesson:
        return replace(preferences, last="", last_closed=0)
    files = (filing.files.get(each.origin) or filing.imported(each) for each in history.past)
    path = next((file.path for file in files if file is not None), None)
    name = "" if path is None else readable(str(path.resolve()))
    if not name or REPLACEMENT in name:
        return preferences
    return replace(preferences, last=name, last_closed=int(time.time()))
