"""A training worker on a bench: a clock wound by hand, no thread, and data sets that fit on a blackboard."""

from __future__ import annotations

from dataclasses import dataclass, field
from queue import SimpleQueue

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker.scheduler import Answer, Failure, Mailbox, WorkerMessage
from perceptron_gui.session.worker.training_worker import Command, TrainingWorker

TEXTBOOK = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
"""Converges to w = (1, 1), b = −3."""
XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])
"""Not separable: from pass 1 on every pass ends where it began."""
XOR_CYCLE_VISIT = 8
"""After two passes the weights come back (T9)."""
TICK = 5e-4
"""Seconds that a slice of work takes here."""


@dataclass
class Clock:
    """Seconds that pass only when told."""

    now: float = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@dataclass
class Bench:
    """Does by hand what the training thread does."""

    clock: Clock = field(default_factory=Clock)
    mailbox: Mailbox[WorkerMessage] = field(default_factory=Mailbox)
    answers: SimpleQueue[tuple[int, Answer]] = field(default_factory=SimpleQueue)
    run_id: int = 0
    shown: WorkerMessage | None = None

    def __post_init__(self) -> None:
        """Put a worker on the bench."""
        self.worker = TrainingWorker(self.mailbox, self.answers, self.clock)

    @classmethod
    def on(cls, dataset: Dataset, settings: TrainingSettings | None = None) -> Bench:
        """Return a bench with a run over `dataset`."""
        bench = cls()
        bench.load(Document().with_settings(settings or TrainingSettings()).with_dataset(dataset))
        return bench

    @property
    def run(self) -> Run:
        """The run."""
        assert self.worker.run is not None
        return self.worker.run

    @property
    def document(self) -> Document:
        """The document that the worker works on."""
        assert self.worker.publication.document is not None
        return self.worker.publication.document

    def load(self, document: Document) -> Snapshot:
        """Give another document, as the window does after an edit."""
        self.run_id += 1
        return self.do(lambda worker: worker.load(document, self.run_id))

    def edit(self, dataset: Dataset) -> Snapshot:
        """Give other points."""
        return self.load(self.document.with_dataset(dataset))

    def do(self, command: Command) -> Snapshot:
        """Carry out a command to its end, as long as that takes no time."""
        command(self.worker)
        self.worker.work_once()
        while self.worker.goal is not None:
            self.worker.work_once()
        return self.taken()

    def taken(self) -> Snapshot:
        """Take the snapshot that must be there once the window has taken all before it."""
        letter = self.mailbox.take()
        if letter is None:
            self.worker.work_once()
            letter = self.mailbox.take()
        assert isinstance(letter, Snapshot), letter
        return letter

    def failure(self) -> Failure:
        """Take the failure that must be there."""
        letter = self.mailbox.take()
        assert isinstance(letter, Failure)
        return letter

    def play_for(self, seconds: float, frame: float = 1 / 60) -> None:
        """Let time pass: the thread works when it is due, the window takes a snapshot a frame."""
        end, next_frame = self.clock.now + seconds, self.clock.now + frame
        while self.clock.now < end:
            wait = self.worker.work_once()
            self.clock.now = min(self.clock.now + max(wait, TICK), end)
            if self.clock.now >= next_frame:
                self.shown = self.mailbox.take() or self.shown
                next_frame += frame
