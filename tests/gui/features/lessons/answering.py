"""Answers a page of a lesson in a window of its own, says so, and goes on until it is killed.

Started by tests/gui/features/lessons/test_killed.py with the path of a lesson, the number of a page and a figure.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.app import commands_of, make_application, make_window

LOOK_MS = 20


def main() -> int:
    """Open the lesson, answer, and tell when that was judged."""
    app = make_application()
    window = make_window(Preferences(), sys.argv[1])
    page, figure = map(int, sys.argv[2:])
    done: list[str] = []

    def look() -> None:
        late = commands_of(window).late["lessons"]
        if "made" not in vars(late) or late.made.player.playing is None:
            return
        player = late.made.player
        if player.now.number != page:
            player.go_to(page)
        elif not done and player.asked is not None and player.card.ask.take_digit(figure):
            done.append("given")
        elif done == ["given"] and player.card.ask.reply.text():
            done.append("judged")
            print(f"judged {Path(sys.argv[1]).name}", flush=True)

    timer = QTimer(window, interval=LOOK_MS)
    timer.timeout.connect(look)
    window.ready.connect(timer.start)
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
