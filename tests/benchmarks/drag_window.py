"""A window in which one point is dragged through the other class: run as a module, prints JSON."""

from __future__ import annotations

import json
import math
import sys
import threading
import time

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent

from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.gui.app import make_application
from perceptron_gui.gui.garbage import GarbageCollector
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker.training_worker import Finding
from tests.benchmarks import data
from tests.benchmarks.figures import percentile
from tests.benchmarks.picture_window import SETTLE, ready_window
from tests.benchmarks.plain_qt import painted
from tests.benchmarks.probes import FrameProbe, wait

RATE = 60.0
"""Places of the mouse a second."""
SHOWN = ("street", "radius", "optimum")
MARGIN = 0.2


class DragProbe(QObject):
    """Moves the mouse from another thread, and notes when verdict and geometry about each place were painted.

    Attributes
    ----------
    verdicts, pictures : list of float
        Seconds from the moment the mouse moved to the end of the first paint that is about that place or a later one.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.window = window
        self.verdicts: list[float] = []
        self.pictures: list[float] = []
        self._posted: list[float] = []
        self._places: dict[int, int] = {}
        self._documents: list[Document] = []
        self._found = -1
        self._said = ""
        self._painted = {"verdict": -1, "picture": -1}
        window.controller.previewed.connect(self._on_previewed)
        window.canvas.painted.connect(lambda: self._on_paint("picture", self.pictures))
        window.top.verdict.installEventFilter(self)
        take = window.canvas.figures.set_finding
        window.canvas.figures.set_finding = lambda finding: (self._on_finding(finding), take(finding))  # type: ignore[method-assign]

    def drag(self, path: list[QPointF]) -> None:
        """Press at the first place, move along, and let go at the last."""
        mover = threading.Thread(target=self._move_all, args=(path,), daemon=True)
        mover.start()
        while mover.is_alive():
            wait(0.05)

    def _move_all(self, path: list[QPointF]) -> None:
        kinds = QEvent.Type
        self._post(kinds.MouseButtonPress, path[0])
        begin = time.perf_counter()
        for i, place in enumerate(path):
            time.sleep(max(begin + i / RATE - time.perf_counter(), 0.0))
            self._posted.append(time.perf_counter())
            self._post(kinds.MouseMove, place)
        time.sleep(0.3)
        self._post(kinds.MouseButtonRelease, path[-1])

    def _post(self, kind: QEvent.Type, place: QPointF) -> None:
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        button, held = (none if kind == QEvent.Type.MouseMove else left), left
        event = QMouseEvent(kind, place, place, button, held, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.postEvent(self.window.canvas.viewport(), event)

    def _on_previewed(self, document: Document) -> None:
        self._documents.append(document)  # kept, so that no other gets its id
        self._places[id(document)] = len(self._posted) - 1

    def _on_finding(self, finding: Finding) -> None:
        self._found = self._places.get(id(finding.document), self._found)
        if self.window.top.verdict.text == self._said:
            self._on_paint("verdict", self.verdicts)  # it says so already, and is not painted again
        self._said = self.window.top.verdict.text

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._on_paint("verdict", self.verdicts)
        return False

    def _on_paint(self, what: str, lags: list[float]) -> None:
        now = time.perf_counter()
        for place in range(self._painted[what] + 1, self._found + 1):
            lags.append(now - self._posted[place])
        self._painted[what] = max(self._painted[what], self._found)


def path_through(window: MainWindow, seconds: float) -> list[QPointF]:
    """Return the way of a − point to the + class and back, again and again."""
    canvas, dataset = window.canvas, window.controller.document.dataset
    x, y = dataset.X[(dataset.labels == 0).argmax()].tolist()
    begin, end = canvas.frame.point(x, y), canvas.frame.point(2.0, 1.5)
    steps = round(seconds * RATE)
    shares = [0.5 - 0.5 * math.cos(2 * math.pi * i / RATE) for i in range(steps)]
    return [begin + (end - begin) * share for share in shares]


def measure(n: int, seconds: float, is_playing: bool) -> dict[str, float]:
    """Drag one of `n` separable points while all geometry is on."""
    app = make_application()
    garbage = GarbageCollector(app)
    plain = painted(1200, 800, round(RATE * seconds / 2), every=1 / RATE)
    window = ready_window()
    garbage.set_aside()  # as in the program
    dataset = data.with_margin(n, MARGIN)
    window.controller.open_document(Document(dataset, TrainingSettings()))
    for name in SHOWN:
        window.actions_by_id[f"show.{name}"].trigger()
    window.actions_by_id["tools.select"].trigger()
    wait(SETTLE)
    window.canvas.fit()
    if is_playing:
        window.transport.slider.setValue(window.transport.slider.maximum())
        window.actions_by_id["run.play"].trigger()
    wait(SETTLE)
    frames, probe = FrameProbe(window), DragProbe(window)
    probe.drag(path_through(window, seconds))
    plain += painted(1200, 800, round(RATE * seconds / 2), every=1 / RATE)
    begin = time.thread_time()
    analyze(dataset, TrainingSettings())
    alone = time.thread_time() - begin
    found = {
        "plain_p50": percentile(plain, 50),
        "plain_p99": percentile(plain, 99),
        "analyze": alone,
        "frame_p50": percentile(frames.taken, 50),
        "frame_p99": percentile(frames.taken, 99),
        "places": len(probe.pictures),
        **{f"{name}_p{p}": percentile(lags, p) for p in (50, 99, 100) for name, lags in _lags(probe)},
    }
    window.controller.history.mark_saved()
    window.close()
    app.processEvents()
    return found


def _lags(probe: DragProbe) -> list[tuple[str, list[float]]]:
    return [("verdict", probe.verdicts), ("picture", probe.pictures)]


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3] == "playing")))
