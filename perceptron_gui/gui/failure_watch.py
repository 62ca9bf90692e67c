"""An exception anywhere ends in one dialog with details to copy, and a usable window."""

from __future__ import annotations

import contextlib
import platform
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from types import TracebackType

import PySide6
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from perceptron_gui import __version__
from perceptron_gui.files.file_work import say
from perceptron_gui.session.memory import is_memory_short, no_memory
from perceptron_gui.translation import tr


class CrashDialog(QDialog):
    """Says that something went wrong, with the details.

    `said`: what happened, in one sentence. `details`: what a report needs. `parent`: the window.
    """

    def __init__(self, said: str, details: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Something went wrong"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.details = QPlainTextEdit(details)
        self.details.setReadOnly(True)
        # L10n: of a fault of the program
        self.details.setAccessibleName(tr("Details"))
        self.details.setMinimumSize(560, 240)
        column = QVBoxLayout(self)
        words = said + "\n" + tr("If it happens again, please report these details:")
        column.addWidget(QLabel(words, textFormat=Qt.TextFormat.PlainText, wordWrap=True))
        column.addWidget(self.details)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton(tr("Copy details"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.details.toPlainText()))
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)


SILENT_SECONDS = 6.0
"""For so long a sentence is in the status line."""


class FailureWatch(QObject):
    """Shows uncaught exceptions of any thread in one dialog; while it is open, later ones are added to it.

    An exception that recurs with every frame or paint is shown once, as further dialogs would prevent saving.

    Too little memory is no fault of the program, and a sentence.

    `window`: the parent of the dialog. `happened`: details of an exception, empty where memory did not suffice; may be
    emitted by any thread. `noted`: a sentence about what needs no dialog.
    """

    happened = Signal(str)
    noted = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: CrashDialog | None = None
        self._told: set[str] = set()
        self._next_sentence = 0.0
        self.happened.connect(self.show_details, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Install hooks for uncaught exceptions of any thread."""
        self._told.clear()
        sys.excepthook = self._on_exception
        threading.excepthook = lambda args: self.happened.emit(_details(args.exc_value))

    def uninstall(self) -> None:
        """Put Python's own hooks back."""
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__

    def show_details(self, details: str) -> None:
        """Open the dialog, or add to the open one; a repeated report gets one line.

        `details`: what a report needs, a traceback for instance; empty where memory did not suffice.
        """
        if not details:
            if time.monotonic() >= self._next_sentence:  # it may come with every paint
                self._next_sentence = time.monotonic() + SILENT_SECONDS
                self.noted.emit(no_memory())
            return
        if details in self._told:
            self.noted.emit(tr("The program hit the same bug again. Save your work and restart it."))
            return
        self._told.add(details)
        if self.dialog is not None:
            self.dialog.details.appendPlainText("\n" + details)
            return
        said = tr("The program has hit a bug. Your points are safe, and you can go on working.")
        self._open(said, f"{versions()}\n\n{details}")

    def show_earlier(self, reports: Sequence[str]) -> None:
        """Show that the program crashed last time, with its crash reports.

        `reports`: what each crash wrote; nothing is shown where there are none.
        """
        if reports and self.dialog is None:
            self._open(tr("The program crashed last time."), "\n\n".join(reports))

    def _open(self, said: str, details: str) -> None:
        self.dialog = CrashDialog(said, details, self._window)
        self.dialog.destroyed.connect(self._forget)
        self.dialog.open()

    def _forget(self) -> None:
        self.dialog = None

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        details = _details(error)
        self.happened.emit(details)
        # The terminal may be gone, and a second exception would end this hook.
        with contextlib.suppress(OSError, ValueError):
            say(details or no_memory(), sys.stderr)


def _details(error: BaseException | None) -> str:
    """Return what a report of an exception needs; nothing where memory did not suffice."""
    return "" if is_memory_short(error) else "".join(traceback.format_exception(error))


def versions() -> str:
    """Return versions of program, libraries and system for a report, without names or paths."""
    numpy = sys.modules.get("numpy")  # it comes after the first paint (A9)
    return ", ".join(
        (
            f"Perceptron Lab {__version__}",
            f"Python {platform.python_version()}",
            f"PySide6 {PySide6.__version__}",
            *([f"numpy {numpy.__version__}"] if numpy is not None else []),
            f"{platform.system()} {platform.release()}",
        )
    )
