"""Writes into a lesson in a window of its own, says when a copy of that is kept, and goes on until it is killed.

Started by tests/gui/features/lessons/test_killed.py with the path of a lesson, and what is to be written.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.app import commands_of, make_application, make_window
from perceptron_gui.gui.filing import copy_folders
from perceptron_gui.session.folders import state_folder

LOOK_MS = 20


def main() -> int:
    """Make the lesson further, write, and tell when that is kept."""
    app = make_application()
    window = make_window(Preferences())
    path, words = Path(sys.argv[1]), sys.argv[2]
    done: list[str] = []

    def look() -> None:
        maker = commands_of(window).late["making"].made
        if not done:
            done.append("opened")
            maker.open_path(path)
        elif done == ["opened"] and maker.draft.number:
            done.append("written")
            QTest.keyClicks(maker.window.form.text, words)
        elif done == ["opened", "written"]:
            kept = (state_folder() / copy_folders.FOLDER).glob("*/*.lesson")
            if any(words in each.read_text(encoding="utf-8") for each in kept):
                done.append("kept")
                print(f"kept {path.name}", flush=True)

    timer = QTimer(window, interval=LOOK_MS)
    timer.timeout.connect(look)
    window.ready.connect(timer.start)
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
