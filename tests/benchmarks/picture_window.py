"""A window that trains at unlimited speed, and what its picture costs: run as a module, prints JSON."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict, dataclass

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.app import make_application, make_window
from perceptron_gui.gui.garbage import GarbageCollector
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from tests.benchmarks import data
from tests.benchmarks.figures import percentile, resident_mb
from tests.benchmarks.plain_qt import circles_seconds, painted
from tests.benchmarks.probes import ClickProbe, FrameProbe, wait

SIZE = (1200, 800)
SETTLE = 0.8
RATE = 60.0
"""Plain frames a second, as many as ours."""
GAUSSIAN = Kernel(KernelName.RBF)
CURVED = {
    "curved": (2, TrainingSettings(mode=Mode.DUAL, kernel=GAUSSIAN)),
    "laplacian": (2, TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.LAPLACIAN))),
    "polynomial": (2, TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.POLY, degree=3))),
    "three": (3, TrainingSettings(mode=Mode.MULTICLASS, kernel=GAUSSIAN)),
}
"""How many classes, and the rules; by the names of `--mode`."""


@dataclass
class Picture:
    """What was measured, in seconds."""

    baseline: float
    plain_p50: float
    plain_p99: float
    frame_p50: float
    frame_p99: float
    baseline_work: float
    work_p50: float
    work_p99: float
    interval_p50: float
    interval_p99: float
    n_frames: int
    click_p50: float
    click_p99: float
    n_clicks: int
    visits_per_second: float
    memory_mb: float
    canvas: tuple[int, int]


def ready_window() -> MainWindow:
    """Return a window of the measured size that shows its first document, all panels made and Step in front."""
    window = make_window(Preferences())
    is_ready: list[bool] = []
    window.ready.connect(lambda: is_ready.append(True))
    window.resize(*SIZE)
    window.show()
    while not is_ready:
        wait(0.05)
    window.resize(*SIZE)
    for entry in (*window.side.offered, PANELS[0]):
        window.side.bring(entry)
    return window


def play(window: MainWindow) -> None:
    """Let the run go on, at unlimited speed; a cycle it found is gone round again."""
    if not window.controller.view_state.is_playing:
        window.actions_by_id["run.play"].trigger()


def run_for(window: MainWindow, seconds: float) -> float:
    """Let the window train and return the visits a second, without those of the past that a restart repeats."""
    begin, visits, last = time.perf_counter(), 0, visit_of(window)
    while time.perf_counter() - begin < seconds:
        play(window)
        wait(min(0.1, seconds))
        now = visit_of(window)
        visits, last = visits + max(now - last, 0), now
    return visits / (time.perf_counter() - begin)


def visit_of(window: MainWindow) -> int:
    """Return the visits completed, as the window shows them."""
    return window.controller.snapshot.visit if window.controller.snapshot is not None else 0


def document_of(n: int, mode: str) -> Document:
    """Return `n` points that take long to learn, nearly all of them with α > 0 where the boundary is curved."""
    if mode in CURVED:
        n_classes, settings = CURVED[mode]
        return Document(data.noise(n, n_classes), settings)
    return Document(data.overlapping(n), TrainingSettings(mode=Mode(mode)))


def measure(n: int, seconds: float, clicks: int, mode: str) -> Picture:
    """Open `n` points of overlapping classes, train, and click."""
    app = make_application()
    garbage = GarbageCollector(app)
    baseline, baseline_work = circles_seconds(*SIZE), circles_seconds(*SIZE, clock=time.thread_time)
    plain = painted(*SIZE, round(RATE * seconds / 2), every=1 / RATE)
    window = ready_window()
    garbage.set_aside()  # as in the program
    window.controller.open_document(document_of(n, mode))
    window.transport.slider.setValue(window.transport.slider.maximum())
    wait(SETTLE)
    window.canvas.fit()
    run_for(window, SETTLE)
    frames = FrameProbe(window)
    rate = run_for(window, seconds)
    taken, worked, intervals = list(frames.taken), list(frames.worked), frames.intervals
    clicking = ClickProbe(window)
    play(window)
    clicking.click(clicks)
    canvas = window.canvas
    plain += painted(*SIZE, round(RATE * seconds / 2), every=1 / RATE)
    picture = Picture(
        baseline=baseline,
        plain_p50=percentile(plain, 50),
        plain_p99=percentile(plain, 99),
        frame_p50=percentile(taken, 50),
        frame_p99=percentile(taken, 99),
        baseline_work=baseline_work,
        work_p50=percentile(worked, 50),
        work_p99=percentile(worked, 99),
        interval_p50=percentile(intervals, 50),
        interval_p99=percentile(intervals, 99),
        n_frames=len(taken),
        click_p50=percentile(clicking.taken, 50),
        click_p99=percentile(clicking.taken, 99),
        n_clicks=len(clicking.taken),
        visits_per_second=rate,
        memory_mb=resident_mb(),
        canvas=(canvas.width(), canvas.height()),
    )
    window.controller.history.mark_saved()
    window.close()
    app.processEvents()
    return picture


if __name__ == "__main__":
    print(json.dumps(asdict(measure(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))))
