"""Who stays beside the monkey: answers questions, chooses files, and closes what stands in the way."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import QProcess, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFileDialog, QInputDialog, QMenu
from shiboken6 import isValid

LOOKS_MS = 15
MOST_WINDOWS = 6
"""Dialogs that may stand beside the window."""
LONGEST_MENU = 0.7
"""Seconds that a menu may stay open within one act: a button with a menu waits for it."""


class Valet:
    """Decides what a person would decide, each time something else.

    Parameters
    ----------
    folder : Path
        Where files are opened and saved.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._decisions = 0
        self._began = time.monotonic()
        self._patch_the_world()
        self._timer = QTimer()
        self._timer.timeout.connect(self._answer_questions)
        self._timer.start(LOOKS_MS)

    def note_act(self) -> None:
        """Note that an act begins."""
        self._began = time.monotonic()

    def _patch_the_world(self) -> None:
        """Let no dialog of the system open and no process start: a monkey could not end them."""
        QProcess.startDetached = staticmethod(lambda *_: True)  # type: ignore[method-assign, assignment]
        QFileDialog.getOpenFileName = staticmethod(lambda *_, **__: (self._file_to_open(), ""))  # type: ignore[method-assign, assignment]
        QFileDialog.getSaveFileName = staticmethod(lambda *_, **__: (self._file_to_save(), ""))  # type: ignore[method-assign, assignment]

    def _file_to_open(self) -> str:
        good, bad = self._folder / "good.csv", self._folder / "bad.csv"
        good.write_text("x1,x2,label\n0,1,A\n1,0,B\n0.5,0.25,A\n", encoding="utf-8")
        bad.write_text("x1,x2,label\n0,what,A\n", encoding="utf-8")
        return ("", str(good), str(bad), str(self._folder / "none.csv"))[self._decision() % 4]

    def _file_to_save(self) -> str:
        choice = self._decision()
        return ("", str(self._folder / f"saved{choice % 4}"), "/nowhere/at/all.csv")[choice % 3]

    def _decision(self) -> int:
        """Return a number by which to choose: another one each time, for who asks again wants another answer."""
        self._decisions += 1
        return self._decisions

    def _answer_questions(self) -> None:
        """Answer what waits for an answer; close what there is too much of, and a menu that a button waits for."""
        # Not from here: what waits for an answer in its turn would keep this timer waiting, too.
        if time.monotonic() - self._began > LONGEST_MENU and QApplication.activePopupWidget() is not None:
            QTimer.singleShot(0, self.leave_popup)
        dialogs = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]
        for place, dialog in enumerate(dialogs):
            if (dialog.isModal() or place >= MOST_WINDOWS) and not dialog.property("isAnswered"):
                dialog.setProperty("isAnswered", True)
                QTimer.singleShot(0, dialog, partial(self._answer, dialog))

    def _answer(self, dialog: QDialog) -> None:
        buttons = [button for button in dialog.findChildren(QAbstractButton) if button.isVisible()]
        choice = self._decision()
        dialog.setProperty("isAnswered", False)
        if isinstance(dialog, QInputDialog):
            dialog.setTextValue(f"name {choice % 4}")
        if buttons and choice % 5:
            buttons[choice % len(buttons)].click()
        else:
            dialog.reject()

    def close_dialogs(self) -> None:
        """Close menus, lists and dialogs."""
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        for widget in QApplication.topLevelWidgets():
            # With one that goes others may go, too: they are its own.
            if isValid(widget) and isinstance(widget, QDialog) and widget.isVisible():
                widget.reject()

    def leave_popup(self) -> None:
        """Choose something of a menu or list that is open, or leave it: a mouse cannot click through it."""
        popup = QApplication.activePopupWidget()
        for _ in range(4):
            if popup is None:
                return
            # Not every second one: of a menu whose entries open others these alone would be closed, for ever.
            if self._decision() % 3 and isinstance(popup, QMenu):
                QTest.keyClick(popup, Qt.Key.Key_Down)
                QTest.keyClick(popup, Qt.Key.Key_Return)
            else:
                popup.close()
            popup = QApplication.activePopupWidget()
