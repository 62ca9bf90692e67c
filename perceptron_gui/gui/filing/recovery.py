"""Offers unsaved work that an earlier start kept; without an answer, it is offered again next time."""

from datetime import datetime

from PySide6.QtCore import QObject

from perceptron_gui.gui.bars.note_bar import NoteBar
from perceptron_gui.gui.filing.copy_folders import Kept, find_kept
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.translation import tr


class KeptOffer(QObject):
    """A line below the canvas that offers one kept copy after the other. `filing`: opens a copy. `found`: not empty."""

    def __init__(self, window: MainWindow, filing: FileCommands, found: list[Kept]) -> None:
        super().__init__(window)
        self._filing = filing
        self._found = found
        self.bar = NoteBar(wraps=True)
        # L10n: a button: show what was kept
        self.open_button = self.bar.add_button(tr("Open"), lambda: filing.open_kept(self._found[0], self._go_on))
        self.bar.add_button(tr("Not now"), self.bar.hide)
        # L10n: a button: throw away what was kept
        self.delete_button = self.bar.add_button(tr("Delete"), self._delete)
        window.central_area.add_note(self.bar)
        self._show()

    def _show(self) -> None:
        self.bar.setVisible(bool(self._found))
        if self._found:
            kept = self._found[0]
            sentence = tr("Autosaved at {when}: {title}")
            self.bar.say(sentence.format(when=when(kept), title=kept.title))

    def _delete(self) -> None:
        self._found[0].discard()
        self._go_on()

    def _go_on(self) -> None:
        del self._found[0]
        self._show()


def offer_kept(window: MainWindow, filing: FileCommands) -> KeptOffer | None:
    """Offer what earlier starts kept, if there is anything. `filing`: opens a copy."""
    found = find_kept()
    return KeptOffer(window, filing, found) if found else None


def when(kept: Kept) -> str:
    """Return when it was kept: the time, and the day unless it was today."""
    then = datetime.fromtimestamp(kept.path.stat().st_mtime)
    return then.strftime("%H:%M" if then.date() == datetime.now().date() else "%Y-%m-%d %H:%M")
