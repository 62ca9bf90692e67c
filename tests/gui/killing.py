"""Kills the program at random moments of editing: `python -m tests.gui.killing N [SEED]`.

Each child edits, plays, undoes, renames and changes rules as fast as a hand can, with the real autosave, until it is
killed. What it kept must be a whole session, one that was on its screen, with all but its last 5 seconds, and the next
start must find it. Children are forks of one process, without a window: they share what takes long to import.

Seconds count as far as a child had them: a thread of its own waits a second and writes a session, over and over; where
the machine is too busy for that, nothing could have been kept either.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import numpy.random  # noqa: F401 — late in the program, here once for all children
from PySide6.QtCore import QCoreApplication, QTimer

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.samples import OPENING
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.files.sessions.session_file import plain_of, read_session, write_session
from perceptron_gui.frozen import replace
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.filing.unsaved_copy import FOLDER, Draft, Keeper, find_kept
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.folders import state_folder
from perceptron_gui.session.points.history import History
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.switches import NAMES
from perceptron_gui.session.view.view_state import SPEEDS, ViewState
from perceptron_gui.session.worker import training_worker  # noqa: F401 — as numpy.random

MOST_LOST = 5.0
"""Seconds before the end whose changes may be lost."""
LIVES = (0.3, 9.0)
"""Seconds after its first act within which a child is killed."""
ACT_MS = (1, 300)
AT_ONCE = 20
BEAT_S = 1.0
BEAT = "beat"
NOTHING = "nothing"
"""What stands for an empty folder: there is no unsaved work."""


class Parts:
    """Gathers a session as the window does, but for the parts that it has on the screen."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller

    def draft(self, document: Document) -> Draft:
        """Return the session of now."""
        places: SimpleQueue[Place] = SimpleQueue()
        self._controller.post(lambda worker: worker.tell_place(places.put))
        return Draft(SavedSession(document, Place(), self._controller.view_state), places)


def digest(session: SavedSession) -> str:
    """Return what tells a session from any other, wherever its run stands."""
    plain = plain_of(replace(session, place=Place()))
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()


def opened(journal: Path) -> int:
    """Return a file to which lines are added."""
    return os.open(journal, os.O_WRONLY | os.O_CREAT | os.O_APPEND)


def note(journal: int, what: str) -> None:
    """Write something down, with the time."""
    os.write(journal, f"{time.monotonic()} {what}\n".encode())


def beat(path: Path) -> None:
    """Write down, as long as the process lives, that it had a second, and time to write a session."""
    journal, session = opened(path), SavedSession(Document(OPENING.make()))
    while True:
        time.sleep(BEAT_S)
        write_session(path.with_name("beat"), session)
        note(journal, BEAT)


class Hand:
    """Does at random what a person does, and writes down what is on the screen after each act."""

    def __init__(self, controller: Controller, keeper: Keeper, seed: str, journal: Path) -> None:
        self._controller = controller
        self._keeper = keeper
        self._rng = random.Random(seed)
        self._journal = opened(journal)
        self._acts: tuple[Callable[[], object], ...] = (
            self._place, self._place, self._place, self._delete, self._relabel, self._set_rule, self._say,
            self._paste, self._look, self._look, controller.undo, controller.undo, controller.redo,
            controller.toggle_play, self._seek, self._save, self._open,
        )  # fmt: skip

    def act(self) -> None:
        """Do something, write it down, and go on in a moment."""
        self._rng.choice(self._acts)()
        self.write()
        QTimer.singleShot(self._rng.randint(*ACT_MS), self.act)

    def write(self) -> None:
        """Write down when something was done, and what there is to lose since then."""
        controller = self._controller
        session = SavedSession(controller.document, Place(), controller.view_state)
        state = digest(session) if self._keeper.has_work else NOTHING
        note(self._journal, state)

    @property
    def _n(self) -> int:
        return self._controller.document.dataset.n_samples

    def _point(self) -> tuple[float, float]:
        return self._rng.randint(-99, 99) / 10, self._rng.randint(-999, 999) / 100

    def _place(self) -> None:
        self._controller.place([self._point()], [self._rng.randrange(2)])

    def _some(self) -> list[int]:
        return self._rng.sample(range(self._n), min(self._n, self._rng.randint(1, 3)))

    def _delete(self) -> None:
        self._controller.delete(self._some())

    def _relabel(self) -> None:
        self._controller.relabel(self._some(), self._rng.randrange(2))

    def _paste(self) -> None:
        n = self._rng.choice((0, 1, 10, 800))
        points = Dataset.of([self._point() for _ in range(n)] or [[]], [self._rng.randrange(2) for _ in range(n)])
        self._controller.set_dataset(points, "paste")

    def _set_rule(self) -> None:
        rng = self._rng
        rules = ({"eta": rng.randint(1, 50) / 10}, {"order": rng.choice([*Order])}, {"mode": rng.choice([*Mode])})
        self._controller.change_settings("rule", **rng.choice([*rules, {"bias": rng.random() < 0.5}]))

    def _say(self) -> None:
        number = self._rng.randrange(10**6)
        words = replace(self._controller.document, title=f"Title {number}/ä", note=f"Note {number}")
        self._controller.edit(words, "title")

    def _look(self) -> None:
        rng, controller = self._rng, self._controller
        selection = tuple(self._some()) if self._n else ()
        switches = controller.view_state.switches ^ {rng.choice(sorted(NAMES))}
        change = rng.choice([{"speed": rng.choice(SPEEDS[:4])}, {"selection": selection}, {"switches": switches}])
        controller.change_view(**change)

    def _seek(self) -> None:
        self._controller.seek(self._rng.randrange(200))

    def _save(self) -> None:
        if self._rng.random() < 0.3:
            self._controller.history.mark_saved(self._controller.document, is_whole=True)
            self._keeper.note()

    def _open(self) -> None:
        """Open what an earlier start kept: it counts as unsaved."""
        if self._rng.random() < 0.3:
            document = Document(OPENING.make(), TrainingSettings(), f"kept {self._rng.randrange(99)}", "kept")
            self._controller.open_document(document, is_safe=False)


def live(seed: str, journal: Path) -> None:
    """Edit until the end."""
    app = QCoreApplication([])
    document = Document(OPENING.make(), TrainingSettings(), "Two classes", "example")
    controller = Controller(ViewState(speed=SPEEDS[2]))
    controller.open_first(History(document))
    keeper = Keeper(controller, Parts(controller))  # type: ignore[arg-type]
    controller.start()
    hand = Hand(controller, keeper, seed, journal)
    hand.write()
    threading.Thread(target=beat, args=(journal,), daemon=True).start()
    QTimer.singleShot(0, hand.act)
    app.exec()


@dataclass
class Child:
    """A process that edits.

    Attributes
    ----------
    seed : str
        Of its acts.
    folder : Path
        Of its preferences and its state.
    end : float
        Seconds that it edits.
    """

    seed: str
    folder: Path
    end: float

    def __post_init__(self) -> None:
        """Start it."""
        self.folder.mkdir()
        self._due = self.killed = 0.0
        self.pid = os.fork()
        if not self.pid:
            try:
                os.environ["PERCEPTRON_LAB_CONFIG"] = str(self.folder)
                live(self.seed, self._journal)
            finally:
                os._exit(1)

    @property
    def _journal(self) -> Path:
        return self.folder / "journal"

    def is_due(self) -> bool:
        """Whether it has edited for so long."""
        if not self._due and self._journal.exists() and "\n" in (lines := self._journal.read_text()):
            self._due = float(lines.split(" ", 1)[0]) + self.end
        return 0 < self._due < time.monotonic()

    def kill(self) -> None:
        """End it as nothing else does."""
        os.kill(self.pid, signal.SIGKILL)
        self.killed = time.monotonic()
        _, status = os.waitpid(self.pid, 0)
        assert os.WIFSIGNALED(status), f"{self.seed}: it ended by itself with {status}"

    def lost(self) -> tuple[str, float]:
        """Return what the next start finds, and how many seconds of work are lost.

        Raises
        ------
        PointsFileError, AssertionError
            Where it finds no whole session, or one that never was.
        """
        os.environ["PERCEPTRON_LAB_CONFIG"] = str(self.folder)
        for path in (state_folder() / FOLDER).glob("*/*.perceptron"):
            read_session(path)
        found = find_kept()
        assert len(found) <= 1, f"{self.seed}: {found}"
        kept = digest(read_session(found[0].path).session) if found else NOTHING
        lines = [line.split(" ") for line in self._journal.read_text().splitlines()]
        same = [i for i, (_, state) in enumerate(lines) if state == kept]
        assert same, f"{self.seed}: what it kept was never on its screen"
        for each in found:
            each.discard()
        return "a session" if found else NOTHING, self._since(lines[same[-1] + 1 :])

    def _since(self, lines: list[list[str]]) -> float:
        """Return for how long there has been something else than what was kept."""
        while lines and lines[0][1] == BEAT:
            lines = lines[1:]
        n_beats = sum(what == BEAT for _, what in lines)
        return min(self.killed - float(lines[0][0]), n_beats * BEAT_S) if lines else 0.0


def run(n: int, seed: int) -> int:
    """Kill `n` children; print what they lost, or which one lost too much, and return the exit code."""
    folder = Path(tempfile.mkdtemp(prefix="killing-"))
    rng = random.Random(seed)
    waiting = [f"{seed}/{number}" for number in range(n)]
    alive: list[Child] = []
    losses: list[float] = []
    found: Counter[str] = Counter()
    try:
        while waiting or alive:
            while waiting and len(alive) < AT_ONCE:
                name = waiting.pop()
                alive.append(Child(name, folder / name.replace("/", "-"), rng.uniform(*LIVES)))
            for child in filter(Child.is_due, alive[:]):
                alive.remove(child)
                child.kill()
                what, lost = child.lost()
                assert lost <= MOST_LOST, f"{child.seed}: {lost:.1f} s are lost; see {child.folder}"
                found[what] += 1
                losses.append(lost)
                shutil.rmtree(child.folder)
            time.sleep(0.02)
    finally:
        for child in alive:
            child.kill()
    folder.rmdir()
    losses.sort()
    kept = ", ".join(f"{count} left {what}" for what, count in sorted(found.items()))
    print(f"{n} kills of seed {seed}: {kept}; lost {losses[n // 2]:.1f} s at the median, {losses[-1]:.1f} s at most")
    return 0


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
