"""One window that trains at unlimited speed with one view open after the other: run as a module, prints JSON."""

from __future__ import annotations

import json
import sys
import time

from perceptron_gui.gui.app import make_application
from perceptron_gui.gui.garbage import GarbageCollector
from tests.benchmarks.picture_window import SETTLE, SIZE, document_of, ready_window, run_for
from tests.benchmarks.plain_qt import circles_seconds
from tests.benchmarks.probes import FrameProbe, wait


def main(n: int, seconds: float, mode: str) -> dict[str, list[list[float]]]:
    """Return, for each view, what its frames took: in all, and in the window's own thread; and that of plain Qt."""
    app = make_application()
    garbage = GarbageCollector(app)
    found = {"": [[circles_seconds(*SIZE)], [circles_seconds(*SIZE, clock=time.thread_time)]]}
    window = ready_window()
    garbage.set_aside()
    window.controller.open_document(document_of(n, mode))
    window.transport.slider.setValue(window.transport.slider.maximum())
    wait(SETTLE)
    window.canvas.fit()
    frames = FrameProbe(window)
    for entry in window.side.offered:
        window.side.bring(entry)
        run_for(window, SETTLE)
        frames.clear()
        run_for(window, seconds)
        found[entry.title] = [list(frames.taken), list(frames.worked)]
    window.controller.history.mark_saved()
    window.close()
    app.processEvents()
    return found


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3])))
