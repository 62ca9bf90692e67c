"""The common course of exercises: a question before a visit, an answer, and the visit that shows the truth.

Meanwhile the run's future is hidden.
"""

from collections.abc import Iterable
from typing import Protocol

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, trained_points
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.grading import Way, why_nothing_is_asked
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import together
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import Command, TrainingWorker
from perceptron_gui.translation import N_, tr

NEXT = N_("1  next")
UNDER_WAY = "…"
NO_ANSWERS = ("", "")


class Tally(Frozen):
    """The score of one run."""

    # questions answered, and answered correctly
    asked: int = 0
    correct: int = 0

    def counting(self, is_correct: bool) -> "Tally":
        """Return the tally with one more answer. `is_correct`: whether the answer was correct."""
        return Tally(self.asked + 1, self.correct + is_correct)

    @property
    def text(self) -> str:
        """The score as text; empty before the first answer."""
        return f"{self.correct} / {self.asked}" if self.asked else ""


class Prompt(Frozen):
    """What stands over the canvas."""

    text: str = ""  # the question, or what is said to an answer
    answers: tuple[str, str] = NO_ANSWERS  # what the keys 1 and 2 mean; empty for a key that means nothing
    question: str | None = None  # its kind, as in lessons; None where nothing is asked
    point: int | None = None  # the point that is asked about
    # the question which way a weight vector moves, with the arrow and the truth as far as they are known
    way: Way | None = None
    takes_arrow: bool = False  # whether an arrow would be an answer
    tally: Tally = Tally()


def hide_future(snapshot: Snapshot) -> Snapshot:
    """Return the snapshot without anything that reveals what comes after the cursor."""
    ticks = snapshot.ticks
    if ticks is not None and snapshot.span:
        known = (np.arange(len(ticks)) + 1) * snapshot.span <= snapshot.visit * len(ticks)
        ticks = np.where(known, ticks, 0)
    n_logged = min(snapshot.n_logged, snapshot.updates)
    hidden = replace(snapshot, loss=None, losses=None, rivals=None, is_veiled=True)
    return replace(hidden, frontier=snapshot.visit, ticks=ticks, n_logged=n_logged)


def hidden_points(document: Document, state: ViewState, snapshot: Snapshot | None) -> Bools | None:
    """Return whose labels are not told, shape (n_samples,): points to train on that no visit has shown yet (P4).

    Those held out are never shown, and keep theirs.

    `snapshot`: the run; of other points or rules than the document's it says nothing, and all are hidden. Returns None
    where all labels are told.
    """
    if not state.shows("hide_labels"):
        return None
    hidden = np.zeros(document.dataset.n_samples, dtype=bool)
    hidden[trained_points(document.dataset)] = True
    shown = snapshot.shown if snapshot is not None else None
    if snapshot is not None and shown is not None and snapshot.is_about(document.dataset):
        hidden[: len(shown)] &= ~shown | (snapshot.rules != document.rules)
    return frozen(hidden) if hidden.any() else None


def seen_by(document: Document, state: ViewState, snapshot: Snapshot) -> Snapshot:
    """Return what may be seen of a run where labels may be hidden."""
    return snapshot if hidden_points(document, state, snapshot) is None else hide_labels(snapshot)


def hide_labels(snapshot: Snapshot) -> Snapshot:
    """Return what may be seen of a run while labels are hidden: neither what comes, nor how many points are wrong."""
    return replace(hide_future(snapshot), hides_labels=True)


class Desk(Protocol):
    """An exercise's access to the program: the run it sees, and how it sends commands and shows prompts."""

    @property
    def snapshot(self) -> Snapshot | None:
        """The run as it is shown; None before the first."""

    @property
    def axes(self) -> tuple[int, int | None]:
        """The features across and upwards on the canvas."""

    def post(self, command: Command) -> int:
        """Send a command to the training thread; return how many were sent up to now.

        `command`: called with the `TrainingWorker`, in its thread.
        """

    def show_prompt(self, prompt: Prompt) -> None:
        """Show a question, or what is said to an answer."""


class Exercise:
    """Base of exercises that ask about the next visit; a subclass defines questions and grading.

    An instance is made when the exercise is switched on, and dropped when it is switched off.

    `options`: names of its options that are on. `prompt`: what it shows. `tally`: the score. `point`: the point that
    comes next; None at the end of the run. `way`: the question which way a weight vector moves.
    """

    hide = staticmethod(hide_future)
    """What may be seen of a run while this exercise is on."""

    def __init__(self, desk: Desk, options: frozenset[str] = frozenset()) -> None:
        self.desk, self.options = desk, options
        self.prompt, self.tally = Prompt(), Tally()
        self.point: int | None = None
        self.way: Way | None = None
        self._is_visiting = self._is_looking = False
        self._visit_before = self._awaited = 0
        self._asked_at: tuple[object, ...] = ()

    # What a subclass says

    def ask(self, snapshot: Snapshot, goes_on: bool) -> None:
        """Ask about the next visit (`ask_question`), or move the run to a visit that can be asked about (`look`).

        `snapshot`: has a point that comes next. `goes_on`: whether the user asked to go on: after a cycle a run repeats
        it only then (T9).
        """
        raise NotImplementedError

    def take(self, snapshot: Snapshot, choice: int) -> None:
        """Handle an answer: ask a follow-up, or show the truth by `visit`. `choice`: 1 or 2."""
        raise NotImplementedError

    def take_arrow(self, across: float, upwards: float) -> None:
        """Take an arrow as the answer, where one is asked for.

        `across`, `upwards`: components of the arrow along the axes, in the units of w.
        """

    def judge(self, snapshot: Snapshot, last: VisitRecord) -> Iterable[tuple[bool | None, str]]:
        """Return for each answer whether it was right, and the reply.

        `snapshot`: taken after the visit. `last`: the visit.
        """
        raise NotImplementedError

    # From question to question

    def start(self) -> None:
        """Ask about the point that comes next, once the run stands."""
        self.desk.post(lambda worker: worker.unless_returning(TrainingWorker.pause))
        self.begin()

    def end(self) -> None:
        """Tidy up when the exercise is switched off; the run stays where it is."""

    def set_options(self, options: frozenset[str]) -> None:
        """Ask anew, in another way. `options`: names of the options that are on."""
        self.options = options
        self.start()

    def begin(self, goes_on: bool = False) -> None:
        """Ask about the point that comes next. `goes_on`: whether the user asked to go on."""
        snapshot = self.desk.snapshot
        self._is_visiting = self._is_looking = False
        self.way = None
        self._asked_at = _place(snapshot) if snapshot is not None else ()
        self.point = snapshot.upcoming if snapshot is not None else None
        if snapshot is None or self.point is None:
            self.say(why_nothing_is_asked(snapshot))
        else:
            self.ask(snapshot, goes_on)

    def answer(self, choice: int) -> None:
        """Take an answer to the question that is shown; if none is shown, ask the next one. `choice`: 1 or 2."""
        snapshot = self.desk.snapshot
        if snapshot is None or self._is_visiting or self._is_looking:
            return
        if self.prompt.question is not None:
            self.take(snapshot, choice)
        else:
            self.begin(goes_on=True)

    def follow(self, snapshot: Snapshot) -> None:
        """Judge the answers after the visit; ask again where the run was moved elsewhere."""
        is_same = self._asked_at[:1] == (snapshot.run_id,)
        if not is_same and not snapshot.frontier:
            self.tally = Tally()  # the score of another run
        if self._is_visiting and snapshot.n_commands < self._awaited:
            return  # of before the answer
        last, is_there = snapshot.last, is_same and snapshot.visit == self._visit_before + 1
        if self._is_visiting and is_there and last is not None and last.point == self.point:
            self._reveal(snapshot, last)
        elif self._is_visiting or self._has_looked(snapshot) or _place(snapshot) != self._asked_at:
            self.begin()  # also where somebody has gone back at once, to the place of the question

    def visit(self) -> None:
        """Make the visit that shows what is right; `judge` is called after it.

        On its way back to where it was saved the run goes on instead, and the question is asked anew.
        """
        snapshot = self.desk.snapshot
        self._visit_before = snapshot.visit if snapshot is not None else 0
        self._is_visiting = True
        self.say(UNDER_WAY)
        self._awaited = self.desk.post(lambda worker: worker.unless_returning(moves.step))

    def look(self, snapshot: Snapshot, command: Command) -> None:
        """Move the run with `command` to where a question is possible, and ask there; a moving run is stopped first.

        `command`: takes the run there; called with the `TrainingWorker`, in its thread.
        """
        self._is_looking = True
        self.say(UNDER_WAY)
        if not snapshot.is_playing:
            self._awaited = self.desk.post(lambda worker: worker.unless_returning(command))

    def ask_question(self, question: str, text: str, answers: tuple[str, str], *, takes_arrow: bool = False) -> None:
        """Show a question.

        `question`: which kind it is. `text`: its words. `answers`: what the keys 1 and 2 mean.
        `takes_arrow`: whether an arrow would be an answer.
        """
        self._show(Prompt(text, answers, question, self.point, takes_arrow=takes_arrow))

    def say(self, text: str) -> None:
        """Show a text without a question; key 1 continues if there is more.

        `text`: something that needs no answer.
        """
        has_next = not self._is_visiting and not self._is_looking and self.point is not None
        self._show(Prompt(text, (tr(NEXT), "") if has_next else NO_ANSWERS))

    def _show(self, prompt: Prompt) -> None:
        self.prompt = replace(prompt, way=self.way, tally=self.tally)
        self.desk.show_prompt(self.prompt)

    def _has_looked(self, snapshot: Snapshot) -> bool:
        """Whether the move that `look` started is complete or was interrupted."""
        return self._is_looking and snapshot.n_commands >= self._awaited and not snapshot.is_playing

    def _reveal(self, snapshot: Snapshot, last: VisitRecord) -> None:
        self._is_visiting, self._asked_at = False, _place(snapshot)
        verdicts = list(self.judge(snapshot, last))
        for is_right, _ in verdicts:
            self.tally = self.tally.counting(is_right) if is_right is not None else self.tally
        self.say(together(*(words for _, words in verdicts)))


def _place(snapshot: Snapshot) -> tuple[object, ...]:
    """Return the key of the place a question is about; if it changes, the question is asked anew."""
    return snapshot.run_id, snapshot.visit, snapshot.upcoming, snapshot.is_playing
