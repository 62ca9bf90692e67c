"""A window that imports a points file, and how long its thread was busy at a stretch: run as a module, prints JSON."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.app import commands_of, make_application, make_window

TICK_MS = 5


def main(path: Path) -> dict[str, float]:
    """Return the seconds until the points are painted, the processor time, and the longest time without a tick."""
    app = make_application()
    window = make_window(Preferences(switches={"still": True}))
    loop = QEventLoop()
    window.ready.connect(loop.quit)
    window.show_fitting()
    loop.exec()
    commands = commands_of(window)
    last, gaps = [time.perf_counter()], [0.0]
    timer = QTimer()
    timer.setInterval(TICK_MS)

    def tick() -> None:
        now = time.perf_counter()
        gaps.append(now - last[0] if commands.filing.opening.is_busy else 0.0)
        last[0] = now

    def look() -> None:
        if window.controller.document.title == path.stem:
            loop.quit()

    timer.timeout.connect(tick)
    window.canvas.painted.connect(look)
    wall, cpu = time.perf_counter(), time.process_time()
    last[0] = wall
    timer.start()
    commands.filing.open_path(path)
    loop.exec()
    shown = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu, "gap": max(gaps)}
    timer.stop()
    window.controller.history.mark_saved()
    window.close()
    app.processEvents()
    return shown


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
