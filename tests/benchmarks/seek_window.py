"""A window with a long run behind it, and what going to any of its visits takes: run as a module, prints JSON."""

from __future__ import annotations

import json
import random
import sys
import time

from PySide6.QtCore import QEventLoop

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.gui.app import make_application
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from tests.benchmarks import data
from tests.benchmarks.picture_window import SETTLE, play, ready_window
from tests.benchmarks.probes import wait

POINTS = 1_000


def window_after(visits: int, mode: Mode) -> MainWindow:
    """Return a window whose run has made at least `visits` visits and stands."""
    window = ready_window()
    classes = 2 if mode.is_binary else 3
    window.controller.open_document(Document(data.noise(POINTS, classes), TrainingSettings(mode=mode)))
    window.transport.slider.setValue(window.transport.slider.maximum())
    wait(SETTLE)
    while window.controller.snapshot is None or window.controller.snapshot.frontier < visits:
        play(window)
        wait(0.1)
    window.actions_by_id["run.play"].trigger()
    wait(SETTLE)
    return window


def seconds_to(window: MainWindow, visit: int) -> float:
    """Go to `visit` and return the seconds until the canvas is painted with it."""
    loop = QEventLoop()

    def look() -> None:
        if window.controller.snapshot is not None and window.controller.snapshot.visit == visit:
            loop.quit()

    connection = window.canvas.painted.connect(look)
    begin = time.perf_counter()
    window.controller.seek(visit)
    loop.exec()
    taken = time.perf_counter() - begin
    window.canvas.painted.disconnect(connection)
    return taken


def main(visits: int, seeks: int, mode: Mode) -> list[float]:
    """Return what each of `seeks` ways to random places took, in seconds."""
    app = make_application()
    window = window_after(visits, mode)
    draw = random.Random(4)
    taken = []
    for _ in range(seeks):
        taken.append(seconds_to(window, draw.randrange(visits)))
        wait(0.02 + draw.uniform(0, 0.02))
    window.controller.history.mark_saved()
    window.close()
    app.processEvents()
    return taken


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]), Mode(sys.argv[3]))))
