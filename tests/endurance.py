"""Hours of use in one window, in pieces: ``python -m tests.endurance FOLDER [--pieces 12] [--hours 2]``.

While it trains at unlimited speed the mouse clicks once a second, and every panel is shown in turn; between the clicks
come edits, seeks, undo, other modes, orders, examples and themes. At the end of every period it is paused and left
alone. A piece is a process of its own, whose rows stay in the folder: the same command goes on where it stopped, and a
piece that was not finished is begun again. A table says what it holds and what it costs, the last line by how much
memory and open descriptors rise, in each piece and over all. Ends with 1 where the program failed or an aim was missed.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.benchmarks.figures import descriptors, is_flat, percentile, pooled_slope, resident_mb
from tests.benchmarks.table import Table, aim

PERIOD, IDLE, FALLS_ASLEEP = 60.0, 6.0, 6.0
"""Seconds of a period, those of it that are measured idle, and those until a sentence in the status line is gone."""
TURN, PANEL_TURNS = 1.0, 2
"""Seconds from one click to the next, and clicks from one panel to the next."""
MOST_POINTS = 400
MOST_MEGABYTES, MOST_RISE, MOST_MORE = 280.0, 10.0, 1.0
"""MB, two full logs of mistakes among them, 32 MB; and what may come in an hour: MB, and descriptors."""
WARM, FEWEST = 20.0, 10
"""Minutes after which a rise counts: by then panels and fonts are in, caches are full, and undo has all the steps that
it remembers, see the column; and so many periods it takes to tell one."""
HEADS = (
    *("minute", "MB", "descriptors", "answers p50 ms", "p99 ms", "most ms", "10³ visits/s", "clicks", "deeds"),
    *("idle %", "wake-ups/s", "undo"),
)
BEAT_MS = 10


@dataclass(frozen=True)
class Period:
    """What was seen in one period; see `HEADS`. Answers are seconds between two beats of a timer of 10 ms."""

    minute: float
    megabytes: float
    descriptors: int
    answers: tuple[float, float, float]
    visits: float
    clicks: int
    deeds: int
    idle_percent: float
    wakeups: float
    steps: int = 0  # that undo and redo remember; earlier pieces have not counted them

    def cells(self) -> tuple[str, ...]:
        """Return it as a row."""
        return (
            f"{self.minute:.1f}", f"{self.megabytes:.0f}", str(self.descriptors),
            *(f"{1000 * seconds:.0f}" for seconds in self.answers), f"{self.visits / 1e3:.1f}",
            str(self.clicks), str(self.deeds), f"{self.idle_percent:.2f}", f"{self.wakeups:.2f}", str(self.steps),
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
        self.turns = 0
        self.grown: dict[str, list[float]] = {}
        self.deeds: tuple[Callable[[], object], ...] = (
            self.place, self.place, self.place, self.undo, self.redo, self.seek, self.seek, self.switch_mode,
            self.switch_order, self.open_example, self.switch_theme, self.step, self.set_eta,
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

    def turn(self) -> None:
        """Click on the plane, and now and then look at the next panel, in a mode that has it."""
        from PySide6.QtCore import QPoint, Qt
        from PySide6.QtTest import QTest

        from perceptron_gui.engine.data.settings import Mode
        from perceptron_gui.gui.panels.panel_registry import PANELS

        viewport = self.window.canvas.viewport()
        at = QPoint(self.random.randrange(viewport.width()), self.random.randrange(viewport.height()))
        if self.window.controller.document.dataset.n_samples >= MOST_POINTS:
            self.open_example()
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        if self.turns % PANEL_TURNS == 0:
            entry = PANELS[self.turns // PANEL_TURNS % len(PANELS)]
            if entry not in self.window.side.offered:
                self.window.controller.change_settings("mode", mode=Mode(entry.modes[0]))
            self.window.side.bring(entry)
            assert self.window.side.entry is entry, entry.name
        self.turns += 1

    # Periods

    def period(self, begun: float, seconds: float) -> Period:
        """Use the window, then leave it alone; return what was seen."""
        from tests.benchmarks.picture_window import play, visit_of
        from tests.benchmarks.probes import wait

        self.beat.start()
        busy = max(seconds - IDLE - FALLS_ASLEEP, 1.0)
        end, deeds, visits, clicks = time.perf_counter() + busy, 0, 0, self.turns
        self.window.transport.slider.setValue(self.window.transport.slider.maximum())
        while (now := time.perf_counter()) < end and not self.has_failed:
            self.turn()
            deed, held = self.random.choice(self.deeds), resident_mb()
            deed()
            deeds += 1
            play(self.window)
            wait(0.05)
            before = visit_of(self.window)
            wait(max(now + TURN - time.perf_counter(), 0.05))
            visits += max(visit_of(self.window) - before, 0)
            self.grown.setdefault(deed.__name__, []).append(resident_mb() - held)
        gaps = self.beat.stop()
        idle, wakeups = self._idle()
        minute = (time.perf_counter() - begun) / 60
        answers = (percentile(gaps, 50), percentile(gaps, 99), percentile(gaps, 100))
        clicks = self.turns - clicks
        steps = len(self.window.controller.history._entries) - 1
        return Period(minute, resident_mb(), descriptors(), answers, visits / busy, clicks, deeds, idle, wakeups, steps)

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


def soak(path: Path, hours: float, seed: int) -> int:
    """Use the window for so long; print a row a period as it comes, and keep them; return the exit code."""
    from perceptron_gui.gui.app import make_application
    from perceptron_gui.gui.garbage import GarbageCollector

    app = make_application()
    garbage = GarbageCollector(app)
    use, begun, rows = Soak(seed), time.perf_counter(), list[Period]()
    garbage.set_aside()  # as in the program
    seconds = min(PERIOD, max(3600 * hours / 6, IDLE + FALLS_ASLEEP + 3))
    print("  ".join(HEADS), flush=True)
    while time.perf_counter() - begun < 3600 * hours and not use.has_failed:
        rows.append(use.period(begun, seconds))
        print("  ".join(rows[-1].cells()), flush=True)
    fault = ""
    if use.window.failures.dialog is not None:
        fault = use.window.failures.dialog.details.toPlainText()
        use.window.failures.dialog.close()
    use.close()
    app.processEvents()
    print(use.deeds_text(), fault, sep="\n", flush=True)
    piece = {"hours": hours, "seed": seed, "fault": fault, "rows": [asdict(row) for row in rows]}
    path.with_suffix(".new").write_text(json.dumps(piece), encoding="utf-8")
    path.with_suffix(".new").replace(path)
    return 1 if fault else 0


# Pieces


@dataclass(frozen=True)
class Piece:
    """What a finished piece has left in the folder."""

    hours: float
    seed: int
    fault: str
    rows: tuple[Period, ...]

    @classmethod
    def read(cls, path: Path) -> Piece:
        """Return what stands in a file."""
        plain = json.loads(path.read_text(encoding="utf-8"))
        return cls(**{**plain, "rows": tuple(Period(**row) for row in plain["rows"])})

    @property
    def warm(self) -> list[Period]:
        """The periods that tell of a rise; none where they are too few."""
        warm = [row for row in self.rows if row.minute >= WARM]
        return warm if len(warm) >= FEWEST else []

    def table(self) -> str:
        """Return all periods, below each other."""
        table = Table("", f"{self.hours:g} h of use, seed {self.seed}", HEADS)
        for row in self.rows:
            table.add(*row.cells())
        return table.text().rpartition("\nrepeat:")[0]


def told(pieces: Sequence[Piece]) -> tuple[str, str]:
    """Return how memory and descriptors rose in some pieces together, and which aims that holds or misses.

    That a paused window sleeps is told by its wake-ups: of the processor time of six seconds most is the system's, to
    bring back pages when the window wakes once at their end. `bench idle` has an aim for it, over longer.
    """
    hours = [[row.minute / 60 for row in piece.warm] for piece in pieces]
    held = [[row.megabytes for row in piece.warm] for piece in pieces]
    opened = [[float(row.descriptors) for row in piece.warm] for piece in pieces]
    rise, error = pooled_slope([*zip(hours, held, strict=True)])
    more, doubt = pooled_slope([*zip(hours, opened, strict=True)])
    rows = [row for piece in pieces for row in piece.rows]
    most = max((row.megabytes for row in rows), default=0.0)
    verdict = aim(
        ("no fault", float(any(piece.fault for piece in pieces)), 0.0),
        (f"≤ {MOST_MEGABYTES:g} MB", most, MOST_MEGABYTES),
        (f"≤ {MOST_RISE:g} MB/h", float(not is_flat(rise, error, MOST_RISE)), 0.0),
        (f"≤ {MOST_MORE:g} descriptor/h", float(not is_flat(more, doubt, MOST_MORE)), 0.0),
        ("< 2 wake-ups/s idle", percentile([row.wakeups for row in rows], 50), 2.0),
    )
    words = f"{rise:+.2f} ± {error:.2f} MB/h, {more:+.2f} ± {doubt:.2f} descriptors/h"
    if not any(hours):
        words = "too short to tell a rise"
    return f"at most {most:.0f} MB, {words}", verdict


def place_of(folder: Path, number: int) -> Path:
    """Return where the rows of a piece stay. `number`: from 0."""
    return folder / f"piece-{number + 1:02}.json"


def go_on(folder: Path, count: int, hours: float) -> int:
    """Play the pieces that are missing, one after the other; tell of all; return 0 where all aims are held."""
    from tests.benchmarks.children import ROOT, screen

    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        path = place_of(folder, number)
        if path.exists():
            continue
        with screen() as env:
            command = [sys.executable, "-m", "tests.endurance", "--here", str(path), str(hours), str(number)]
            subprocess.call(command, cwd=ROOT, env=dict(env))
        if not path.exists():
            print(f"piece {number + 1} did not come to its end; the same command begins it again")
            return 1
    pieces = [Piece.read(place_of(folder, number)) for number in range(count)]
    for piece in pieces:
        print(piece.table(), *told([piece]), sep="\n")
    words, verdict = told(pieces)
    print(f"{count} pieces, {sum(piece.hours for piece in pieces):g} h: {words}; {verdict}", flush=True)
    return 0 if verdict == "held" else 1


def main(arguments: list[str]) -> int:
    """Do what the command line says; a piece is played on a screen of its own where there is none."""
    if arguments[:1] == ["--here"]:
        path, hours, seed = arguments[1:]
        return soak(Path(path).absolute(), float(hours), int(seed))
    parser = argparse.ArgumentParser(prog="python -m tests.endurance", description="use a window for hours")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="keeps what was seen in each piece")
    parser.add_argument("--pieces", type=int, default=1, metavar="N")
    parser.add_argument("--hours", type=float, default=1.0, metavar="H", help="of each piece")
    given = parser.parse_args(arguments)
    return go_on(given.folder.absolute(), given.pieces, given.hours)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
