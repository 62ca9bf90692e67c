"""Hours of use in one window: ``python -m tests.endurance HOURS [SEED]``.

Edits, arrivals, seeks, undo, other modes, orders, examples, themes and panels, while it trains at unlimited speed; at
the end of every period it is paused and left alone. A table says what it holds and what it costs, a second one by how
much it grew with each kind of deed. Ends with 1 where the program failed or an aim was missed.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from tests.benchmarks.figures import percentile, resident_mb, slope
from tests.benchmarks.table import Table, aim

PERIOD, IDLE, FALLS_ASLEEP = 60.0, 6.0, 6.0
"""Seconds of a period, those of it that are measured idle, and those until a sentence in the status line is gone."""
MOST_POINTS = 400
MOST_MEGABYTES, MOST_RISE = 250.0, 2.0
"""MB, and MB a minute in the second half: undo remembers a thousand steps."""
HEADS = ("minute", "MB", "answers p50 ms", "p99 ms", "most ms", "10³ visits/s", "deeds", "idle %", "wake-ups/s")
BEAT_MS = 10


@dataclass(frozen=True)
class Period:
    """What was seen in one period; see `HEADS`. Gaps are seconds between two beats of a timer of 10 ms."""

    minute: float
    megabytes: float
    gaps: tuple[float, ...]
    visits: float
    deeds: int
    idle_percent: float
    wakeups: float

    def cells(self) -> tuple[str, ...]:
        """Return it as a row."""
        return (
            f"{self.minute:.1f}", f"{self.megabytes:.0f}",
            *(f"{1000 * percentile(self.gaps, percent):.0f}" for percent in (50, 99, 100)),
            f"{self.visits / 1e3:.1f}", str(self.deeds), f"{self.idle_percent:.2f}", f"{self.wakeups:.2f}",
        )  # fmt: skip


class Soak:
    """Uses a window, period by period.

    Parameters
    ----------
    seed : int
        Of the deeds.
    """

    def __init__(self, seed: int) -> None:
        from tests.benchmarks.picture_window import ready_window
        from tests.benchmarks.probes import Beat

        self.window = ready_window()
        self.window.failures.install()
        self.random = random.Random(seed)
        self.beat = Beat(BEAT_MS)
        self.grown: dict[str, list[float]] = {}
        self.deeds: tuple[Callable[[], object], ...] = (
            self.place, self.place, self.place, self.undo, self.redo, self.seek, self.seek, self.switch_mode,
            self.switch_order, self.open_example, self.switch_theme, self.bring_panel, self.step, self.set_eta,
        )  # fmt: skip

    @property
    def has_failed(self) -> bool:
        """Whether the program met a fault of its own."""
        return self.window.failures.dialog is not None

    # Deeds

    def place(self) -> None:
        """Let a point arrive."""
        controller, draw = self.window.controller, self.random
        if controller.document.dataset.n_samples >= MOST_POINTS:
            self.open_example()
        label = draw.randrange(len(controller.document.dataset.classes) or 1)
        point = [round(draw.gauss(0, 2), 1) for _ in range(controller.document.dataset.n_features)]
        controller.place([point], [label])

    def undo(self) -> None:
        """Take back, up to three times."""
        for _ in range(self.random.randint(1, 3)):
            self.window.controller.undo()

    def redo(self) -> None:
        """Do it again."""
        self.window.controller.redo()

    def seek(self) -> None:
        """Go to a place of the past."""
        snapshot = self.window.controller.snapshot
        if snapshot is not None:
            self.window.controller.seek(self.random.randint(0, max(snapshot.frontier, 1)))

    def step(self) -> None:
        """Take small steps both ways."""
        for name in ("run.step", "run.step_back", "run.next_mistake", "run.previous_mistake"):
            self.window.actions_by_id[name].trigger()

    def switch_mode(self) -> None:
        """Train in another mode."""
        from perceptron_gui.engine.data.settings import Mode

        self.window.controller.change_settings("mode", mode=self.random.choice(list(Mode)))

    def switch_order(self) -> None:
        """Train in another order."""
        from perceptron_gui.engine.data.settings import Order

        self.window.controller.change_settings("order", order=self.random.choice(list(Order)))

    def set_eta(self) -> None:
        """Train at another rate."""
        self.window.controller.change_settings("η", eta=self.random.choice((0.1, 0.5, 1.0, 2.0)))

    def open_example(self) -> None:
        """Open other points."""
        from perceptron_gui.engine.data.samples import BY_NAME
        from perceptron_gui.engine.data.settings import TrainingSettings
        from perceptron_gui.session.document import Document

        sample = BY_NAME[self.random.choice(sorted(BY_NAME))]
        self.window.controller.open_document(Document(sample.make(), TrainingSettings()))

    def switch_theme(self) -> None:
        """Take other colours."""
        self.window.actions_by_id[self.random.choice(("view.dark", "view.projector"))].trigger()

    def bring_panel(self) -> None:
        """Look at another panel."""
        self.window.side.bring(self.random.choice(self.window.side.offered))

    # Periods

    def period(self, begun: float, seconds: float) -> Period:
        """Use the window, then leave it alone; return what was seen."""
        from tests.benchmarks.picture_window import play, visit_of
        from tests.benchmarks.probes import wait

        self.beat.start()
        busy = max(seconds - IDLE - FALLS_ASLEEP, 1.0)
        end, deeds, visits = time.perf_counter() + busy, 0, 0
        self.window.transport.slider.setValue(self.window.transport.slider.maximum())
        while time.perf_counter() < end and not self.has_failed:
            deed, held = self.random.choice(self.deeds), resident_mb()
            deed()
            deeds += 1
            play(self.window)
            wait(0.05)
            before = visit_of(self.window)
            wait(self.random.uniform(0.1, 0.8))
            visits += max(visit_of(self.window) - before, 0)
            self.grown.setdefault(deed.__name__, []).append(resident_mb() - held)
        gaps = self.beat.stop()
        idle, wakeups = self._idle()
        minute = (time.perf_counter() - begun) / 60
        return Period(minute, resident_mb(), gaps, visits / busy, deeds, idle, wakeups)

    def _idle(self) -> tuple[float, float]:
        """Pause, wait until all is over, and return processor time in % and wake-ups a second."""
        from tests.benchmarks.idle_rows import measured
        from tests.benchmarks.probes import wait

        if self.window.controller.view_state.is_playing:
            self.window.actions_by_id["run.play"].trigger()
        wait(FALLS_ASLEEP)
        return measured(lambda: wait(IDLE), IDLE)

    def deeds_text(self) -> str:
        """Return what the process grew by from each kind of deed to the next, in kB: single ones take and give much."""
        kinds = sorted(self.grown.items(), key=lambda kind: -sum(kind[1]))
        return "\n".join(f"{name:15}{len(grown):6}{1000 * sum(grown) / len(grown):+9.0f} kB" for name, grown in kinds)

    def close(self) -> None:
        """Close the window; nothing is unsaved."""
        self.window.failures.uninstall()
        self.window.controller.history.mark_saved()
        self.window.close()


def soak(hours: float, seed: int) -> int:
    """Use the window for so long; print a row a period as it comes, then the aims; return the exit code."""
    from perceptron_gui.gui.app import make_application

    app = make_application()
    use, begun, rows = Soak(seed), time.perf_counter(), []
    seconds = min(PERIOD, max(3600 * hours / 6, IDLE + FALLS_ASLEEP + 3))
    table = Table("", f"{hours:g} h of use, seed {seed}", HEADS)
    print("  ".join(HEADS), flush=True)
    while time.perf_counter() - begun < 3600 * hours and not use.has_failed:
        rows.append(use.period(begun, seconds))
        table.add(*rows[-1].cells())
        print("  ".join(rows[-1].cells()), flush=True)
    failed = use.has_failed
    if use.window.failures.dialog is not None:
        print(use.window.failures.dialog.details.toPlainText())
        use.window.failures.dialog.close()
    use.close()
    app.processEvents()
    half = rows[len(rows) // 2 :]
    rise = slope([row.minute for row in half], [row.megabytes for row in half])
    verdict = aim(
        (f"≤ {MOST_MEGABYTES:g} MB", max(row.megabytes for row in rows), MOST_MEGABYTES),
        (f"≤ {MOST_RISE:g} MB/min in the second half", rise, MOST_RISE),
        ("< 0.1 % idle", percentile([row.idle_percent for row in rows], 50), 0.1),
        ("< 2 wake-ups/s idle", percentile([row.wakeups for row in rows], 50), 2.0),
    )
    text = table.text().rpartition("\nrepeat:")[0]
    print(f"\n{text}\n{use.deeds_text()}\nsecond half {rise:+.2f} MB/min; {verdict}", flush=True)
    return 1 if failed or verdict != "held" else 0


def main() -> int:
    """Start the use on a screen, of its own where there is none."""
    hours = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    if "--here" in sys.argv:
        return soak(hours, seed)
    from tests.benchmarks.children import ROOT, screen

    with screen() as env:
        command = [sys.executable, "-m", "tests.endurance", str(hours), str(seed), "--here"]
        return subprocess.call(command, cwd=ROOT, env=dict(env))


if __name__ == "__main__":
    sys.exit(main())
