"""Predict first: what the next visit will do, right or wrong, and which way w will move."""

from collections.abc import Iterator

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.exercises import grading, visit_questions
from perceptron_gui.session.exercises.exercise import Exercise, hide_future
from perceptron_gui.session.lessons.lesson import Value
from perceptron_gui.session.messages.run_end import Outcome, run_end
from perceptron_gui.session.wording import index_text, together
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import TrainingWorker
from perceptron_gui.translation import tr


def ends_pass(snapshot: Snapshot) -> bool:
    """Whether the next visit is the last of its pass; never in random order, which has none.

    A pass that was over goes on where points arrived at its end: seen from before that it ends where it did.
    """
    part = next(part for part in reversed(snapshot.passes) if part.visit <= snapshot.visit)
    return bool(part.size) and (snapshot.visit - part.visit) % part.size + 1 == len(snapshot.to_learn)


def will_update(snapshot: Snapshot) -> bool:
    """Whether the next visit changes the parameters: an error that is visited is a mistake, or with β a near miss."""
    if snapshot.upcoming is None:
        return False
    if snapshot.settings.order is Order.BATCH:
        return ends_pass(snapshot) and (snapshot.waiting > 0 or bool(snapshot.to_learn[snapshot.upcoming]))
    return bool(snapshot.to_learn[snapshot.upcoming])


ONLY_MISTAKES = "predict_mistakes"
"""The option to ask only before visits that change the parameters."""
RIGHT_OR_WRONG, WHICH_WAY = visit_questions.RightOrMistake(), visit_questions.Direction()
"""What it asks, as lessons do."""


class Shown(Frozen, eq=False):
    """What is known of a visit; see `visit_questions.Visit`."""

    # the run before and after the visit; the same as long as it was not made
    now: Snapshot
    following: Snapshot
    axes: tuple[int, int | None]


class PredictFirst(Exercise):
    """Whether the next point is right; and, of a mistake, which way its weight vector will move. See `Exercise`."""

    _now: Snapshot | None = None
    """The run before the visit that is asked about."""
    _said: tuple[tuple[visit_questions.RightOrMistake | visit_questions.Direction, Value], ...] = ()
    """What was answered, and to which question."""

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
        self._now, self._said = snapshot, ()
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
        ask = WHICH_WAY if self.prompt.question == WHICH_WAY.kind else RIGHT_OR_WRONG
        value, _ = ask.choices(self._shown(snapshot))[choice - 1]
        self._said = (*self._said, (ask, value)) if ask is WHICH_WAY else ((ask, value),)
        if ask is RIGHT_OR_WRONG and self.moves(snapshot, value == "mistake") and "line" in snapshot.model.parts:
            self._ask_way(snapshot)
        else:
            self.visit()

    def take_arrow(self, across: float, upwards: float) -> None:
        """Take an arrow as the answer to "which way". See `Exercise.take_arrow`."""
        if self.prompt.question == WHICH_WAY.kind and self.way is not None:
            self.way = replace(self.way, drawn=(across, upwards))
            self._said = (*self._said, (WHICH_WAY, (repr(across), repr(upwards))))
            self.visit()

    def judge(self, snapshot: Snapshot, last: VisitRecord) -> Iterator[tuple[bool | None, str]]:
        """Yield what is said to each answer. See `Exercise.judge`."""
        assert self._now is not None
        at = Shown(self._now, snapshot, self.desk.axes)
        self.way = None
        for ask, value in self._said:
            if isinstance(ask, visit_questions.Direction):
                if not last.changed:
                    continue
                self.way = ask.way(at, value)
            yield visit_questions.reply(ask, at, value)

    def _shown(self, snapshot: Snapshot) -> Shown:
        return Shown(snapshot, snapshot, self.desk.axes)

    def _ask_right_or_wrong(self, snapshot: Snapshot) -> None:
        """Ask whether the next point is a mistake; with β, whether it is learned from (V4)."""
        self._ask(RIGHT_OR_WRONG, RIGHT_OR_WRONG.words(self._shown(snapshot)), snapshot)

    def _ask_way(self, snapshot: Snapshot) -> None:
        self.way = grading.Way(visit_questions.row_of(snapshot))
        self._ask(WHICH_WAY, visit_questions.way_words(snapshot, self.only_mistakes), snapshot, takes_arrow=True)

    def _ask(
        self,
        ask: visit_questions.RightOrMistake | visit_questions.Direction,
        words: str,
        snapshot: Snapshot,
        takes_arrow: bool = False,
    ) -> None:
        (_, first), (_, second) = ask.choices(self._shown(snapshot))
        self.ask_question(ask.kind, words, (f"1  {first}", f"2  {second}"), takes_arrow=takes_arrow)

    def moves(self, snapshot: Snapshot, says_mistake: bool) -> bool:
        """Whether the parameters change next, if an answer is right; in batch order at the end of a pass.

        `snapshot`: has a point that comes next. `says_mistake`: the answer: whether that point is a mistake, or with β
        learned from.
        """
        if snapshot.settings.order is not Order.BATCH:
            return says_mistake
        return ends_pass(snapshot) and (says_mistake or snapshot.waiting > 0)


def hide_while_it_asks(snapshot: Snapshot) -> Snapshot:
    """Return the snapshot without what comes, or all of it at the end of the run, where nothing does."""
    return snapshot if snapshot.upcoming is None else hide_future(snapshot)


class PredictLabel(PredictFirst):
    """The same of points whose labels are hidden: it asks nothing that would tell one, and says it after the visit.

    It goes to no mistake by itself: which point that is would tell its label.
    """

    hide = staticmethod(hide_while_it_asks)

    def moves(self, snapshot: Snapshot, says_mistake: bool) -> bool:
        """Whether which way is asked next: not of a hidden label, by which a vector would be named. See `moves`."""
        return not _hides_next(snapshot) and super().moves(snapshot, says_mistake)

    @property
    def only_mistakes(self) -> bool:
        """It asks before every visit."""
        return False

    def judge(self, snapshot: Snapshot, last: VisitRecord) -> Iterator[tuple[bool | None, str]]:
        """Yield what is said to the answer, with the label that was hidden. See `Exercise.judge`."""
        label = ""
        if self._now is not None and _hides_next(self._now):
            name = snapshot.dataset.classes[snapshot.dataset.labels[last.point]]
            label = tr("{point} is {name}.").format(point=index_text(last.point), name=name)
        for is_right, words in super().judge(snapshot, last):
            yield is_right, together(words, label)

    def _ask_right_or_wrong(self, snapshot: Snapshot) -> None:
        """Ask it of a hidden label, too; in random order the answer is known, since only errors come."""
        words = RIGHT_OR_WRONG.words(self._shown(snapshot))
        if _hides_next(snapshot):
            words = together(words, tr("Its label is still hidden."))
        if snapshot.settings.order is Order.RANDOM:
            words = together(words, tr("Random order visits only points that are wrong."))
        self._ask(RIGHT_OR_WRONG, words, snapshot)


def _hides_next(snapshot: Snapshot) -> bool:
    """Whether the point that comes next was not shown yet, so that its label is hidden (P4)."""
    point, shown = snapshot.upcoming, snapshot.shown
    return point is not None and (shown is None or not shown[point])
