"""An exercise without a window: a worker on a bench, a voice that answers, and the prompts that were shown."""

from __future__ import annotations

from collections.abc import Callable

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import replace
from perceptron_gui.session.exercises.exercise import Desk, Exercise, Prompt
from perceptron_gui.session.worker.training_worker import Command, TrainingWorker
from tests.session.bench import Bench

MOST_COMMANDS = 50
"""Commands that one answer may lead to."""


class Blackboard:
    """What an exercise sees and does; it is on from the start."""

    axes = (0, 1)

    def __init__(
        self,
        make: Callable[[Desk, frozenset[str]], Exercise],
        dataset: Dataset,
        settings: TrainingSettings | None = None,
        options: frozenset[str] = frozenset(),
    ) -> None:
        self.bench = Bench.on(dataset, settings)
        self.commands: list[Command] = []
        self.n_posted = 0
        self.prompt = Prompt()
        self.snapshot: Snapshot | None = self.bench.do(TrainingWorker.pause)
        self.exercise = make(self, options)
        self.exercise.start()
        self.settle()

    def post(self, command: Command) -> int:
        """Take a command, to be done when the run is next looked at."""
        self.commands.append(command)
        self.n_posted += 1
        return self.n_posted

    def show_prompt(self, prompt: Prompt) -> None:
        """Write it down."""
        self.prompt = prompt

    @property
    def shown(self) -> Snapshot:
        """The run as the exercise sees it."""
        assert self.snapshot is not None
        return self.snapshot

    def settle(self) -> Prompt:
        """Do what was posted, and show the run after each, until nothing more is wanted; return what is shown."""
        for _ in range(MOST_COMMANDS):
            if not self.commands:
                return self.prompt
            self.bench.worker.publication.n_commands += 1
            self.look(self.bench.do(self.commands.pop(0)))
        raise AssertionError("it never stands")

    def look(self, snapshot: Snapshot) -> None:
        """Let the exercise see the run."""
        snapshot = replace(snapshot, n_commands=self.bench.worker.publication.n_commands)
        self.snapshot = self.exercise.hide(snapshot)
        self.exercise.follow(self.snapshot)

    def do(self, command: Command) -> Prompt:
        """Let somebody else move the run; return what is shown then."""
        self.post(command)
        return self.settle()

    def edit(self, dataset: Dataset) -> Prompt:
        """Give other points; return what is shown then."""
        self.look(self.bench.edit(dataset))
        return self.settle()

    def answer(self, *choices: int) -> str:
        """Give answers one after the other; return what is said to the last."""
        for choice in choices:
            self.exercise.answer(choice)
            self.settle()
        return self.prompt.text

    def draw(self, across: float, upwards: float) -> str:
        """Answer with an arrow; return what is said to it."""
        self.exercise.take_arrow(across, upwards)
        return self.settle().text
