"""Kills windows at random moments of their use: `python -m tests.gui.killing N [SEED]`.

Each child opens the program's window and uses it as fast as a hand can, until it is killed: it places points with the
mouse, edits, plays, undoes, changes rules, saves and exports; one of four answers the pages of a lesson and hands them
in. What it kept must be whole, must have been on its screen, and may lack the last two seconds; the next start must
find it. Files that were said to be written are there, whole, and as they were asked for. Children are forks of one
process, which share what takes long to import.

Seconds count as far as a child had them: a thread of its own waits a moment and writes a session, over and over; where
the machine is too busy for that, nothing could have been kept either.
"""

from __future__ import annotations

import hashlib
import json
import os
import pkgutil
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
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import numpy.random  # noqa: F401 — late in the program, here once for all children
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QMessageBox

import perceptron_gui
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.samples import OPENING
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.files.lessons import ANSWERS_SUFFIX, SUFFIX, lesson_file, progress
from perceptron_gui.files.points.points_file import read_points
from perceptron_gui.files.program.kept_state import Trouble
from perceptron_gui.files.sessions.session_file import form_of, plain_of, read_session, write_session
from perceptron_gui.frozen import replace
from perceptron_gui.gui import app
from perceptron_gui.gui.filing import background_work, file_commands, table_export
from perceptron_gui.gui.filing.copy_folders import FOLDER, find_kept
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.folders import state_folder
from perceptron_gui.session.lessons.lesson import Answers
from perceptron_gui.session.saved.saved_session import CanvasView, SavedSession
from perceptron_gui.session.view.switches import NAMES
from perceptron_gui.session.view.view_state import SPEEDS
from tests.arguments import numbers
from tests.gui.features.lessons import made

MOST_LOST = 2.0
"""Seconds before the end whose changes may be lost."""
LIVES = (0.3, 6.0)
"""Seconds after its first act within which a child is killed."""
ACT_MS = (1, 300)
AT_ONCE = 2 * (os.cpu_count() or 1)
BEAT_S = 0.2
PATIENCE_S = 120.0
"""Seconds within which a child must have begun."""
LESSONS = 4
"""One child of so many plays a lesson."""
WORK, ASIDE, BEAT, FAULT, ASKED, WRITTEN = "work", "aside", "beat", "fault", "asked", "written"
"""What a line of a journal tells of: what there is to lose from then on, which unsaved documents others have taken the
place of, a moment that the process had, a fault of the program, a file that is to be written, and one that was."""
NOTHING, EMPTY = "nothing", "empty"
"""What stands where all is saved, and where there is nothing on the plane that could be lost."""
OUT = "out"
"""The name of files that are written, before the suffix."""
SCREEN = Path(__file__).parents[1] / "screen.json"


class Line(NamedTuple):
    """A line of a journal: when, of what, and what tells it from any other."""

    at: float
    kind: str
    what: str


class Journal:
    """A file to which lines are added, which outlive the process."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def note(self, kind: str, what: str = "") -> None:
        """Write something down, with the time."""
        os.write(self._file, f"{time.monotonic()} {kind} {what}\n".encode())


def lines_of(path: Path) -> list[Line]:
    """Return the lines of a journal."""
    parts = [line.split(" ", 2) for line in path.read_text().splitlines()]
    return [Line(float(at), kind, what) for at, kind, what in parts]


def digest(plain: object) -> str:
    """Return what tells a value from any other."""
    return hashlib.sha256(json.dumps(plain, default=str).encode()).hexdigest()


def of_session(session: SavedSession) -> str:
    """Return what tells a session from any other, wherever its run stands and whatever part of the plane it shows."""
    return digest(plain_of(replace(session, place=Place(), canvas=CanvasView(), front_panels=())))


def of_document(document: Document) -> str:
    """Return what tells points, rules and note from any others; the title may come from the name of the file."""
    return digest(plain_of(SavedSession(replace(document, title=""))))


def of_points(points: Dataset) -> str:
    """Return what tells points with the names of their classes from any others."""
    return digest([points.features, points.X.tolist(), [points.classes[k] for k in points.labels]])


def of_progress(kept: progress.Progress) -> str:
    """Return what tells how far somebody has come from anything else."""
    is_begun = kept.page > 1 or kept.answers.answers or kept.left or kept.answers.name
    return digest(form_of(progress.Progress).written(kept)) if is_begun else NOTHING


def tries_in(kept: progress.Progress) -> int:
    """Return how many answers were judged."""
    return sum(each.tries or 0 for each in kept.answers.answers)


def of_answers(answers: Answers) -> str:
    """Return what tells answers from any others."""
    return digest(lesson_file.plain_of(answers))


READERS: dict[str, Callable[[Path], str]] = {
    ".perceptron": lambda path: of_document(read_session(path).session.document),
    ".csv": lambda path: of_points(read_points(path).dataset),
    ANSWERS_SUFFIX: lambda path: of_answers(lesson_file.read_answers(path)),
}
"""What tells the content of a file that was written, by its suffix."""


def beat(folder: Path) -> None:
    """Write down, as long as the process lives, that it had a moment, and time to write a session."""
    journal, session = Journal(folder / "journal"), SavedSession(Document(OPENING.make()))
    while True:
        time.sleep(BEAT_S)
        write_session(folder / "beat", session)
        journal.note(BEAT)


class Hand:
    """Does at random what a person does, and writes down what is on the screen after each act."""

    def __init__(self, window: MainWindow, rng: random.Random, folder: Path) -> None:
        self.window, self.controller, self.rng = window, window.controller, rng
        self.filing = app.commands_of(window).filing
        self.journal = Journal(folder / "journal")
        self._asked: dict[str, str] = {}
        self._aside: list[str] = []
        self.acts: tuple[Callable[[], object], ...] = ()
        self.filing.saving.ended.connect(self._note_written)
        for change in (self.controller.document_changed, self.controller.view_changed):
            change.connect(self.note)
        self.note()

    def act(self) -> None:
        """Do something, write it down, and go on in a moment."""
        self.rng.choice(self.acts)()
        self.note()
        if self.window.failures.dialog is not None:
            self.journal.note(FAULT, repr(self.window.failures.dialog.details.toPlainText()[-2000:]))
        QTimer.singleShot(self.rng.randint(*ACT_MS), self.act)

    def note(self, *_: object) -> None:
        """Write down when something was done, and what there is to lose since then."""
        aside = self.aside()
        if aside != self._aside:
            self._aside = aside
            self.journal.note(ASIDE, " ".join(aside))
        self.journal.note(WORK, self.state())

    def aside(self) -> list[str]:
        """Return what stands for each unsaved document that another has taken the place of."""
        return []

    def state(self) -> str:
        """Return what stands for what would be lost."""
        raise NotImplementedError

    def trigger(self, action: str) -> None:
        """Do an action of the table, where it can be done."""
        if self.window.actions_by_id[action].isEnabled():
            self.window.actions_by_id[action].trigger()

    def write(self, action: str, suffix: str, what: str) -> None:
        """Write a file by an action. `what`: tells its content."""
        if self.window.actions_by_id[action].isEnabled():
            self._asked[suffix] = what
            self.journal.note(ASKED, f"{suffix} {what}")
            self.trigger(action)

    def _note_written(self) -> None:
        """Note that all that was asked for is on disk."""
        for suffix, what in self._asked.items():
            self.journal.note(WRITTEN, f"{suffix} {what}")
        self._asked.clear()
        self.note()


class Editing(Hand):
    """Edits points and rules, saves and exports them."""

    def __init__(self, window: MainWindow, rng: random.Random, folder: Path) -> None:
        super().__init__(window, rng, folder)
        controller = self.controller
        self.acts = (
            *[self._click] * 5, self._delete, self._relabel, self._set_rule, self._say, self._paste, self._look,
            self._look, controller.undo, controller.undo, controller.redo, controller.toggle_play, self._seek,
            self._save, self._save, self._export, self._open,
        )  # fmt: skip

    def state(self) -> str:
        keeper, document = self.filing.keeper, self.controller.document
        if not keeper.has_work:
            return EMPTY if keeper.is_changed else NOTHING
        return of_session(self.filing.parts.draft(document).session)

    def aside(self) -> list[str]:
        drafts = [keeper._left for keeper in self.filing.aside.keepers]
        return [of_session(draft.session) for draft in drafts if draft is not None]

    @property
    def _n(self) -> int:
        return self.controller.document.dataset.n_samples

    def _click(self) -> None:
        """Press and release the button on the plane: where nothing is, this places a point."""
        viewport = self.window.canvas.viewport()
        at = QPoint(self.rng.randrange(viewport.width()), self.rng.randrange(viewport.height()))
        before = self._n
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        if self._n > before:
            self.journal.note("placed")

    def _point(self) -> tuple[float, float]:
        return self.rng.randint(-99, 99) / 10, self.rng.randint(-999, 999) / 100

    def _some(self) -> list[int]:
        return self.rng.sample(range(self._n), min(self._n, self.rng.randint(1, 3)))

    def _delete(self) -> None:
        self.controller.delete(self._some())

    def _relabel(self) -> None:
        self.controller.relabel(self._some(), self.rng.randrange(2))

    def _paste(self) -> None:
        n = self.rng.choice((0, 1, 10, 800))
        points = Dataset.of([self._point() for _ in range(n)] or [[]], [self.rng.randrange(2) for _ in range(n)])
        self.controller.set_dataset(points, "paste")

    def _set_rule(self) -> None:
        rng = self.rng
        rules = ({"eta": rng.randint(1, 50) / 10}, {"order": rng.choice([*Order])}, {"mode": rng.choice([*Mode])})
        self.controller.change_settings("rule", **rng.choice([*rules, {"bias": rng.random() < 0.5}]))

    def _say(self) -> None:
        number = self.rng.randrange(10**6)
        words = replace(self.controller.document, title=f"Title {number}/ä", note=f"Note {number}")
        self.controller.edit(words, "title")

    def _look(self) -> None:
        rng, controller = self.rng, self.controller
        selection = tuple(self._some()) if self._n else ()
        switches = controller.view_state.switches ^ {rng.choice(sorted(NAMES))}
        change = rng.choice([{"speed": rng.choice(SPEEDS[:4])}, {"selection": selection}, {"switches": switches}])
        controller.change_view(**change)

    def _seek(self) -> None:
        self.controller.seek(self.rng.randrange(200))

    def _save(self) -> None:
        self.write("file.save", ".perceptron", of_document(self.controller.document))

    def _export(self) -> None:
        self.write("file.export", ".csv", of_points(self.controller.document.dataset))

    def _open(self) -> None:
        """Open what an earlier start kept: it counts as unsaved."""
        if self.rng.random() < 0.3:
            document = Document(OPENING.make(), TrainingSettings(), f"kept {self.rng.randrange(99)}", "kept")
            self.controller.open_document(document, is_safe=False)


class Answering(Hand):
    """Plays a lesson: turns its pages, answers their questions, and hands the answers in."""

    def __init__(self, window: MainWindow, rng: random.Random, folder: Path) -> None:
        self.lessons = app.commands_of(window).late["lessons"].made
        self.player, self._count = self.lessons.player, 0
        super().__init__(window, rng, folder)
        self._keep, progress.keep = progress.keep, self._kept_now  # answers are judged beside the window
        self.acts = (*[self._answer] * 6, self._turn, self._turn, self._turn_back, self._place, self._hand_in)
        self.lessons.take_name("Ada")

    def state(self) -> str:
        count = tries_in(self.player.now.kept)
        for _ in range(self._count, count):
            self.journal.note("answered")
        self._count = count
        return of_progress(self.player.now.kept)

    def _kept_now(self, kept: progress.Progress) -> Trouble | None:
        """Write down what is about to be kept, keep it, and write down what is safe by then."""
        self.journal.note(WORK, of_progress(kept))
        trouble = self._keep(kept)
        self.note()
        return trouble

    def _answer(self) -> None:
        """Press a figure on the plane, or type into the fields, and hand it over."""
        player = self.player
        if player.asked is None or not player.now.is_open(player.now.number):
            self._turn()
        elif not player.card.ask.take_digit(self.rng.randint(1, 2)) and player.card.ask.control is not None:
            for field in player.card.ask.control.stops():
                if isinstance(field, QLineEdit):
                    field.selectAll()
                    QTest.keyClicks(field, self.rng.choice(("7", "2", "0", "-0.5", "x")))
            QTest.mouseClick(player.card.ask.check, Qt.MouseButton.LeftButton)

    def _turn(self) -> None:
        self.trigger("lessons.next")

    def _turn_back(self) -> None:
        self.trigger("lessons.previous")

    def _place(self) -> None:
        if self.player.now.page.ask == made.QUESTIONS["make"].ask:
            self.controller.place([(self.rng.randint(-9, 9), self.rng.randint(-9, 9))], [self.rng.randrange(2)])

    def _hand_in(self) -> None:
        self.player.keep()  # what is not judged yet would be judged on the way, and handed in, too
        self.write("lessons.hand_in", ANSWERS_SUFFIX, of_answers(self.player.now.kept.answers))
        self._note_written()  # at once, unlike sessions


def lesson_path(folder: Path) -> Path:
    """Return the file of the lesson that a child plays."""
    return folder / f"lesson{SUFFIX}"


def live(seed: str, folder: Path, plays_lesson: bool) -> None:
    """Use the window until the end."""
    rng, hands, make_window = random.Random(seed), list[Hand](), app.make_window
    QFileDialog.getSaveFileName = staticmethod(  # type: ignore[method-assign, assignment]
        lambda parent, title, proposed, *_, **__: (str(folder / (OUT + Path(proposed).suffix)), "")
    )
    for module in (background_work, file_commands, table_export):
        module.ask = lambda *_: QMessageBox.StandardButton.Yes  # type: ignore[attr-defined]

    def make(*arguments: object, **others: object) -> MainWindow:
        window = make_window(*arguments, **others)  # type: ignore[arg-type]
        window.ready.connect(lambda: begin_when_there(window))
        return window

    def begin_when_there(window: MainWindow) -> None:
        late = app.commands_of(window).late["lessons"] if plays_lesson else None
        if late is not None and ("made" not in vars(late) or late.made.player.playing is None):
            QTimer.singleShot(10, lambda: begin_when_there(window))
            return
        hands.append((Answering if plays_lesson else Editing)(window, rng, folder))
        threading.Thread(target=beat, args=(folder,), daemon=True).start()
        QTimer.singleShot(0, hands[0].act)

    app.make_window = make  # type: ignore[assignment]
    if plays_lesson:
        lesson_file.write(lesson_path(folder), made.lesson(*[*made.QUESTIONS.values()] * 4))
    app.run_window(str(lesson_path(folder)) if plays_lesson else None, False)


@dataclass
class Child:
    """A process that uses a window.

    Attributes
    ----------
    seed : str
        Of its acts.
    folder : Path
        Of its preferences, its state, and the files that it writes.
    end : float
        Seconds that it lives after its first act.
    plays_lesson : bool
        Whether it answers, and does not edit.
    """

    seed: str
    folder: Path
    end: float
    plays_lesson: bool

    def __post_init__(self) -> None:
        """Start it."""
        self.folder.mkdir()
        self._begun, self._due, self.killed = time.monotonic(), 0.0, 0.0
        self.pid = os.fork()
        if not self.pid:
            try:
                os.environ["PERCEPTRON_LAB_CONFIG"] = str(self.folder)
                live(self.seed, self.folder, self.plays_lesson)
            finally:
                os._exit(1)

    @property
    def _journal(self) -> Path:
        return self.folder / "journal"

    def is_due(self) -> bool:
        """Whether it has lived for so long."""
        if not self._due and self._journal.exists() and "\n" in (lines := self._journal.read_text()):
            self._due = float(lines.split(" ", 1)[0]) + self.end
        assert self._due or time.monotonic() < self._begun + PATIENCE_S, f"{self.seed}: its window does not come"
        return 0 < self._due < time.monotonic()

    def kill(self) -> None:
        """End it as nothing else does."""
        os.kill(self.pid, signal.SIGKILL)
        self.killed = time.monotonic()
        _, status = os.waitpid(self.pid, 0)
        assert os.WIFSIGNALED(status), f"{self.seed}: it ended by itself with {status}"

    def lost(self) -> tuple[Counter[str], float, float]:
        """Return how much of what it did and left, how many of its seconds of work are lost, and how many by the clock.

        Raises
        ------
        PointsFileError, AssertionError
            Where the next start finds no whole session, or one that never was, or where a file is missing.
        """
        os.environ["PERCEPTRON_LAB_CONFIG"] = str(self.folder)
        lines = lines_of(self._journal)
        faults = [line.what for line in lines if line.kind == FAULT]
        assert not faults, f"{self.seed}: {faults[0]}"
        for suffix, read in READERS.items():
            self._check_file(suffix, read, lines)
        counts = Counter(line.kind for line in lines if line.kind in ("placed", "answered", WRITTEN))
        kept = [self._kept_answers(counts["answered"])] if self.plays_lesson else self._kept_sessions(lines)
        counts["nothing unsaved" if NOTHING in kept else "progress" if self.plays_lesson else "a session"] += 1
        work = [line for line in lines if line.kind in (WORK, BEAT)]
        seen = {NOTHING if line.what == EMPTY else line.what for line in work}
        assert seen.issuperset(kept), f"{self.seed}: what it kept was never on its screen"
        same = [i for i, line in enumerate(work) if line.what in kept or (line.what == EMPTY and NOTHING in kept)]
        return counts, *self._since(work[same[-1] + 1 :])

    def _kept_sessions(self, lines: list[Line]) -> list[str]:
        """Return what is kept of the document on the screen: one that another took the place of is no part of it."""
        for path in (state_folder() / FOLDER).glob("*/*.perceptron"):
            read_session(path)
        found = find_kept()
        kept = [of_session(read_session(each.path).session) for each in found]
        for each in found:
            each.discard()
        asides = [(line.at, line.what.split()) for line in lines if line.kind == ASIDE]
        if asides and asides[-1][0] < self.killed - MOST_LOST:
            assert set(asides[-1][1]) <= {*kept}, f"{self.seed}: what was left unsaved is not kept"
        left = {what for _, whats in asides for what in whats}
        return [what for what in kept if what not in left] or [NOTHING, *kept]

    def _kept_answers(self, count: int) -> str:
        """Return what is kept of a lesson: no answer to which something was said is lost, of `count`."""
        kept = progress.kept(lesson_file.read_lesson(lesson_path(self.folder)).digest)
        there = tries_in(kept)
        assert there >= count, f"{self.seed}: {count} answers were judged, {there} are kept"
        return of_progress(kept)

    def _check_file(self, suffix: str, read: Callable[[Path], str], lines: list[Line]) -> None:
        """Read a file: it is what was written last, or what was to be written since."""
        about = [(line.kind, line.what.split(" ")[1]) for line in lines if line.what.startswith(f"{suffix} ")]
        path = self.folder / (OUT + suffix)
        last = max((i for i, (kind, _) in enumerate(about) if kind == WRITTEN), default=-1)
        if not path.exists():
            assert last < 0, f"{self.seed}: {path} is gone"
            return
        assert read(path) in [what for _, what in about[max(last, 0) :]], f"{self.seed}: {path} is of another time"

    def _since(self, work: list[Line]) -> tuple[float, float]:
        """Return for how long there has been something else than what was kept, in its seconds and by the clock.

        From when somebody cleared the plane for good there was nothing to lose: an older copy is better than none.
        """
        last = max((i for i, line in enumerate(work) if line.kind == WORK and line.what != EMPTY), default=-1)
        cleared = next((i for i, line in enumerate(work) if i > last and line.kind == WORK), len(work))
        end, work = work[cleared].at if cleared < len(work) else self.killed, work[:cleared]
        while work and (work[0].kind == BEAT or work[0].what == EMPTY):
            work = work[1:]
        n_beats = sum(line.kind == BEAT for line in work)
        by_clock = end - work[0].at if work else 0.0
        return min(by_clock, n_beats * BEAT_S), by_clock


def import_all() -> None:
    """Import all of the program, once for all children."""
    for each in pkgutil.walk_packages(perceptron_gui.__path__, "perceptron_gui."):
        if not each.name.endswith("__main__"):
            import_module(each.name)


def run(n: int, seed: int) -> int:
    """Kill `n` children; print what they lost, or which one lost too much, and return the exit code."""
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={SCREEN}"
    import_all()
    folder = Path(tempfile.mkdtemp(prefix="killing-"))
    rng = random.Random(seed)
    waiting = [*range(n)]
    alive: list[Child] = []
    losses: list[float] = []
    longest = 0.0
    found: Counter[str] = Counter()
    try:
        while waiting or alive:
            while waiting and len(alive) < AT_ONCE:
                number = waiting.pop(0)
                end = rng.uniform(*LIVES)
                alive.append(Child(f"{seed}/{number}", folder / f"{seed}-{number}", end, number % LESSONS == 1))
            for child in filter(Child.is_due, alive[:]):
                alive.remove(child)
                child.kill()
                what, lost, by_clock = child.lost()
                assert lost <= MOST_LOST, f"{child.seed}: {lost:.1f} s are lost; see {child.folder}"
                found += what
                losses.append(lost)
                longest = max(longest, by_clock)
                shutil.rmtree(child.folder)
            time.sleep(0.02)
    finally:
        for child in alive:
            child.kill()
    folder.rmdir()
    losses.sort()
    told = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
    most = f"{losses[-1]:.1f} s at most ({longest:.1f} s by the clock)"
    print(f"{n} kills of seed {seed}: {told}; lost {losses[n // 2]:.1f} s at the median, {most}")
    return 0


if __name__ == "__main__":
    sys.exit(run(*numbers(count=None, seed=0)))
