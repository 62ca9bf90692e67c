"""Predict first: what the next visit will do, right or wrong, and which way w will move."""

from collections.abc import Iterator
from enum import StrEnum

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import replace
from perceptron_gui.session.exercises import grading
from perceptron_gui.session.exercises.exercise import Exercise
from perceptron_gui.session.messages.run_end import Outcome, run_end
from perceptron_gui.session.wording import index_text
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import TrainingWorker
from perceptron_gui.translation import N_, tr


def ends_pass(snapshot: Snapshot) -> bool:
    """Whether the next visit is the last of its pass; never in random order, which has none."""
    part = next(part for part in reversed(snapshot.passes) if part.visit <= snapshot.visit)
    return bool(part.size) and (snapshot.visit + 1 - part.visit) % part.size == 0


def will_update(snapshot: Snapshot) -> bool:
    """Whether the next visit changes the parameters: an error that is visited is a mistake, or with β a near miss."""
    if snapshot.upcoming is None:
        return False
    if snapshot.settings.order is Order.BATCH:
        return ends_pass(snapshot) and bool(snapshot.to_learn[snapshot.learned :].any())
    return bool(snapshot.to_learn[snapshot.upcoming])


ONLY_MISTAKES = "predict_mistakes"
"""The option to ask only before visits that change the parameters."""
RIGHT_OR_WRONG = (N_("1  right"), N_("2  a mistake"))
STAYS_OR_LEARNS = (N_("1  no"), N_("2  yes"))
TOWARDS_OR_AWAY = (N_("1  towards x"), N_("2  away from x"))
LEFT_OR_RIGHT = (N_("1  to the left"), N_("2  to the right"))


class Question(StrEnum):
    """The two questions of this exercise."""

    RIGHT_OR_WRONG = "right_or_wrong"
    WHICH_WAY = "which_way"


def mistake_words(snapshot: Snapshot) -> str:
    """Return the question whether the next point is right, or with β whether it stays (V4)."""
    words = tr("The next point is {name}. Is it right, or a mistake?")
    if snapshot.settings.beta:
        words = tr("The next point is {name}. Is its margin at most β, so that it is learned from?")
    return words.format(name=index_text(snapshot.upcoming or 0))


def way_words(snapshot: Snapshot, row: int, tells_mistake: bool) -> str:
    """Return the question which way a weight vector will move.

    `row`: of the weights. `tells_mistake`: whether it is said that the next point is a mistake.
    """
    first = ""
    if snapshot.settings.order is Order.BATCH:
        first = tr("The pass ends with {name}: all its errors count together.")
        if snapshot.settings.beta:
            first = tr("The pass ends with {name}: all whose margin is at most β count together.")
    elif tells_mistake:
        first = tr("{name} will be a mistake.")
        if snapshot.settings.beta:
            first = tr("{name} will be learned from.")
    question = tr("Which way will {vector} move? Draw an arrow from its tip, or choose.")
    words = f"{first} {question}".strip()
    return words.format(name=index_text(snapshot.upcoming or 0), vector=grading.vector_name(snapshot, row))


class PredictFirst(Exercise):
    """Whether the next point is right; and, of a mistake, which way its weight vector will move. See `Exercise`."""

    _says_learned: bool | None = None
    """Whether the answer was "a mistake", or with β "learned from"; None where that was not asked."""
    _choice: int | None = None
    """Answer 1 or 2 to "which way"."""

    @property
    def only_mistakes(self) -> bool:
        """Whether it asks only before visits that change the parameters."""
        return ONLY_MISTAKES in self.options

    def end(self) -> None:
        """Stop a run that may be on its way to the next mistake. See `Exercise.end`."""
        if self.only_mistakes:
            self.desk.post(lambda worker: worker.unless_returning(TrainingWorker.pause))

    def ask(self, snapshot: Snapshot, goes_on: bool) -> None:
        """Ask whether the next point is right, or go to the next mistake and ask which way. See `Exercise.ask`.

        A curved boundary has no w in the plane that could be asked about.
        """
        self._says_learned = self._choice = None
        if not self.only_mistakes or "line" not in snapshot.model.parts:
            self._ask_right_or_wrong(snapshot)
            return
        end = run_end(snapshot)
        if end is not None and end.outcome is Outcome.CYCLE and not goes_on:
            self.say(end.sentence)
        elif will_update(snapshot) and not snapshot.is_playing:
            self._ask_way(snapshot)
        else:
            self.look(snapshot, moves.go_before_next_mistake)

    def take(self, snapshot: Snapshot, choice: int) -> None:
        """Ask which way after "a mistake"; else the visit is made. See `Exercise.take`."""
        if self.prompt.question is Question.WHICH_WAY:
            self._choice = choice
            self.visit()
            return
        self._says_learned, self._choice = choice == 2, None
        if self.moves(snapshot, choice == 2) and "line" in snapshot.model.parts:
            self._ask_way(snapshot)
        else:
            self.visit()

    def take_arrow(self, across: float, upwards: float) -> None:
        """Take an arrow as the answer to "which way". See `Exercise.take_arrow`."""
        if self.prompt.question is Question.WHICH_WAY and self.way is not None:
            self.way = replace(self.way, drawn=(across, upwards))
            self.visit()

    def judge(self, snapshot: Snapshot, last: VisitRecord) -> Iterator[grading.Verdict]:
        """Yield what is said to each answer. See `Exercise.judge`."""
        way = self.way
        if way is not None and last.changed and (self._choice is not None or way.drawn is not None):
            way = replace(way, truth=grading.seen_on(self.desk.axes, grading.update_of(last, way.row)))
        else:
            way = None
        self.way = way
        if self._says_learned is not None:
            yield grading.judge_mistake(snapshot, last, self._says_learned)
        if way is not None:
            yield grading.judge_way(snapshot, last, way, self._choice)

    def _ask_right_or_wrong(self, snapshot: Snapshot) -> None:
        """Ask whether the next point is a mistake; with β, whether it is learned from (V4)."""
        answers = STAYS_OR_LEARNS if snapshot.settings.beta else RIGHT_OR_WRONG
        self.ask_question(Question.RIGHT_OR_WRONG, mistake_words(snapshot), answers)

    def moves(self, snapshot: Snapshot, says_mistake: bool) -> bool:
        """Whether the parameters change next, if an answer is right; in batch order at the end of a pass.

        `snapshot`: has a point that comes next. `says_mistake`: the answer: whether that point is a mistake, or with β
        learned from.
        """
        if snapshot.settings.order is not Order.BATCH:
            return says_mistake
        others = snapshot.to_learn.copy()
        others[self.point] = False
        return ends_pass(snapshot) and (says_mistake or bool(others[snapshot.learned :].any()))

    def _ask_way(self, snapshot: Snapshot) -> None:
        point, is_batch = self.point or 0, snapshot.settings.order is Order.BATCH
        self.way = grading.Way(snapshot.model.row_of(int(snapshot.dataset.labels[point])))
        words = way_words(snapshot, self.way.row, self.only_mistakes)
        answers = LEFT_OR_RIGHT if is_batch else TOWARDS_OR_AWAY
        self.ask_question(Question.WHICH_WAY, words, answers, takes_arrow=True)
