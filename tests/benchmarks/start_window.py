"""The program's start, timed from outside: run as a module with the time at which it was started, prints JSON.

``lab`` goes the way of ``python -m perceptron_gui --language`` with the language after the time; ``plain`` shows a bare
QWidget.
"""

from __future__ import annotations

import json
import sys
import time

STARTED = float(sys.argv[2])


class FirstPaint:
    """Notes when the first frame of any window is on the screen."""

    def __init__(self) -> None:
        from PySide6.QtCore import QEvent, QObject
        from PySide6.QtWidgets import QApplication

        paint, told = QEvent.Type.Paint, QEvent.registerEventType()
        probe = self
        app = QApplication.instance() or QApplication([])
        self.seconds = self.cpu = 0.0

        class Filter(QObject):
            def eventFilter(self, watched: QObject, event: QEvent) -> bool:
                if event.type() == paint:
                    app.removeEventFilter(self)
                    # Delivered when Qt is done with this frame, and not before it was flushed.
                    QApplication.postEvent(self, QEvent(QEvent.Type(told)))
                return False

            def event(self, event: QEvent) -> bool:
                if event.type() == told and not probe.seconds:
                    probe.seconds, probe.cpu = time.time() - STARTED, time.process_time()
                return True

        self._filter = Filter()
        app.installEventFilter(self._filter)


def start_lab() -> dict[str, float]:
    """Open the window as the program does, and close it when it was usable for half a second."""
    # An installation has it not: only the tools of the tests bring it, and msgspec would import it here.
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    from perceptron_gui.__main__ import spare_the_start

    spare_the_start()
    from perceptron_gui import cli  # noqa: F401, I001 — what __main__ imports first, and in its order
    from perceptron_gui.cli.window_start import read_arguments
    from perceptron_gui.gui import app as gui

    from PySide6.QtCore import QTimer

    from tests.benchmarks.figures import resident_mb

    read_arguments([])

    app = gui.make_application()
    first = FirstPaint()
    preferences = gui.load_preferences()
    gui.speak(sys.argv[3])
    window = gui.make_window(preferences)
    window.failures.install()
    found: dict[str, float] = {}

    def on_ready() -> None:
        found["ready"], found["ready_cpu"] = time.time() - STARTED, time.process_time()
        QTimer.singleShot(500, on_quiet)

    def on_quiet() -> None:
        found["memory_mb"] = resident_mb()
        window.close()
        app.quit()

    window.ready.connect(lambda: gui.GarbageCollector(app).set_aside())  # as the program does
    window.ready.connect(on_ready)
    window.show_fitting()
    app.exec()
    return {**found, "first_paint": first.seconds, "first_paint_cpu": first.cpu}


def start_plain() -> dict[str, float]:
    """Open a bare window and close it when it was painted."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QWidget

    app = QApplication([])
    first = FirstPaint()
    window = QWidget()
    window.resize(1280, 800)
    window.show()
    timer = QTimer()
    timer.timeout.connect(lambda: app.quit() if first.seconds else None)
    timer.start(5)
    app.exec()
    from tests.benchmarks.figures import resident_mb

    return {"first_paint": first.seconds, "first_paint_cpu": first.cpu, "memory_mb": resident_mb()}


if __name__ == "__main__":
    print(json.dumps(start_lab() if sys.argv[1] == "lab" else start_plain()))
