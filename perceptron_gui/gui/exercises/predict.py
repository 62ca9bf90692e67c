"""Predict first: before a visit the run asks, and the answer stands against the truth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.visit_record import VisitRecord
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.exercises.grading import (
    PredictionAnswer,
    judge_mistake,
    judge_way,
    vector_name,
    why_nothing_is_asked,
)
from perceptron_gui.gui.exercises.question_bar import QuestionBar
from perceptron_gui.session.exercises.predict_first import Question, Quiz, ends_pass, will_update
from perceptron_gui.session.exercises.update_direction import Way, seen_on, update_of
from perceptron_gui.session.messages.run_end import Outcome, run_end
from perceptron_gui.session.view_state import ViewState
from perceptron_gui.session.wording import index_text
from perceptron_gui.session.worker.training_worker import TrainingWorker
from perceptron_gui.translation import N_, tr

RIGHT_OR_WRONG = (N_("1  right"), N_("2  a mistake"))
TOWARDS_OR_AWAY = (N_("1  towards x"), N_("2  away from x"))
NEXT, NO_ANSWERS = (N_("1  next"), ""), ("", "")
LEFT_OR_RIGHT = (N_("1  to the left"), N_("2  to the right"))


class PredictBar(QuestionBar):
    """Asks over the canvas; keys 1 and 2, its buttons, or an arrow on the canvas answer.

    Signals
    -------
    changed
        The question is another one, or gone.

    Parameters
    ----------
    controller : Controller
    axes : callable
        Returns the features across and upwards on the canvas.
    parent : QWidget or None
    """

    changed = Signal()

    def __init__(
        self, controller: Controller, axes: Callable[[], tuple[int, int | None]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.answered.connect(self.answer)
        self._controller = controller
        self._axes = axes
        self.quiz = Quiz()
        self.way: Way | None = None
        self._upcoming: int | None = None
        self._said = PredictionAnswer()
        self._is_visiting = self._is_looking = False
        self._visit_before = self._awaited = 0
        self._asked_at: tuple[object, ...] = ()
        controller.view_changed.connect(self._on_view_changed)
        self.hide()

    @property
    def is_on(self) -> bool:
        """Whether the run asks."""
        return self._controller.view_state.is_predicting

    @property
    def only_mistakes(self) -> bool:
        """Whether it asks only before visits that change the parameters."""
        return self._controller.view_state.only_before_mistakes

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        """Start asking, ask before other visits, or stop."""
        self.only.setChecked(state.only_before_mistakes)
        if state.is_predicting is not earlier.is_predicting:
            self._start_or_stop()
        elif state.is_predicting and state.only_before_mistakes is not earlier.only_before_mistakes:
            self._controller.post(TrainingWorker.pause)
            self.begin()

    def _start_or_stop(self) -> None:
        """Start asking, with a new score, or stop."""
        self.quiz, self.way = Quiz(), None
        self._is_visiting = self._is_looking = False
        if self.is_on:
            self._controller.post(TrainingWorker.pause)
            self.begin()
        elif self.only_mistakes:
            self._controller.post(TrainingWorker.pause)  # it may be on its way to the next one
        self.setVisible(self.is_on)
        self.changed.emit()

    def begin(self, goes_on: bool = False) -> None:
        """Ask about the point that comes next.

        Parameters
        ----------
        goes_on : bool
            Whether the user asked to go on: after a cycle the run repeats it only then (T9).
        """
        snapshot = self._controller.snapshot
        self._is_visiting = self._is_looking = False
        self._said, self.way = PredictionAnswer(), None
        self._asked_at = _place(snapshot) if snapshot is not None else ()
        self._upcoming = snapshot.upcoming if snapshot is not None else None
        end = run_end(snapshot) if snapshot is not None else None
        if snapshot is None or self._upcoming is None:
            self._show(None, why_nothing_is_asked(snapshot))
        elif self.only_mistakes and end is not None and end.outcome is Outcome.CYCLE and not goes_on:
            self._show(None, end.sentence)
        elif self.only_mistakes:
            self._begin_at_mistake(snapshot)
        else:
            words = tr("The next point is {name}. Is it right, or a mistake?")
            self._show(Question.RIGHT_OR_WRONG, words.format(name=index_text(self._upcoming)))

    def _begin_at_mistake(self, snapshot: Snapshot) -> None:
        if will_update(snapshot) and not snapshot.is_playing:
            self._ask_way(snapshot)
            return
        self._is_looking = True
        self._show(None, "…")
        if not snapshot.is_playing:
            self._controller.post(TrainingWorker.go_before_next_mistake)
            self._awaited = self._controller.training_thread.n_posted

    def answer(self, choice: int) -> None:
        """Take an answer to the question that is shown; if none is shown, ask the next one.

        Parameters
        ----------
        choice : int
            1 or 2.
        """
        snapshot = self._controller.snapshot
        if snapshot is None or self._is_visiting or self._is_looking:
            return
        if self.quiz.question is Question.RIGHT_OR_WRONG:
            self._said = PredictionAnswer(is_mistake=choice == 2)
            if self._moves(snapshot, choice == 2):
                self._ask_way(snapshot)
            else:
                self._visit()
        elif self.quiz.question is Question.WHICH_WAY:
            self._said = replace(self._said, choice=choice, way=self.way)
            self._visit()
        else:
            self.begin(goes_on=True)

    def take_arrow(self, across: float, upwards: float) -> None:
        """Take an arrow as the answer to "which way".

        Parameters
        ----------
        across, upwards : float
            Components of the arrow along the axes, in the units of w.
        """
        if self.quiz.question is Question.WHICH_WAY and self.way is not None:
            self.way = replace(self.way, drawn=(across, upwards))
            self._said = replace(self._said, way=self.way)
            self._visit()

    @property
    def upcoming(self) -> int | None:
        """The point that is asked about."""
        return self._upcoming if self.is_on and self.quiz.question is not None else None

    @property
    def asks_way(self) -> bool:
        """Whether an arrow would be an answer."""
        return self.is_on and self.quiz.question is Question.WHICH_WAY

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Judge the answers after the visit; ask again where the run was moved elsewhere.

        Parameters
        ----------
        snapshot : Snapshot
        """
        if not self.is_on:
            return
        last, is_new = snapshot.last, self._asked_at[:1] != (snapshot.run_id,)
        if is_new and not snapshot.frontier:
            self.quiz = Quiz(self.quiz.question)  # the score of another run
        is_there = snapshot.visit == self._visit_before + 1
        if self._is_visiting and snapshot.n_commands < self._awaited:
            return  # of before the answer
        if self._is_visiting and is_there and last is not None and last.point == self._upcoming:
            self._judge(snapshot, last)
        elif self._is_visiting or self._has_looked(snapshot) or _place(snapshot) != self._asked_at:
            self.begin()  # also where somebody has gone back at once, to the place of the question

    def _has_looked(self, snapshot: Snapshot) -> bool:
        """Whether the way to the next mistake is over, or was broken off."""
        return self._is_looking and snapshot.n_commands >= self._awaited and not snapshot.is_playing

    def _moves(self, snapshot: Snapshot, says_mistake: bool) -> bool:
        """Whether the parameters change next, if that answer is right; in batch order at the end of a pass."""
        if snapshot.settings.order is not Order.BATCH:
            return says_mistake
        others = snapshot.errors.copy()
        others[self._upcoming] = False
        return ends_pass(snapshot) and (says_mistake or bool(others[snapshot.learned :].any()))

    def _ask_way(self, snapshot: Snapshot) -> None:
        point, is_batch = self._upcoming or 0, snapshot.settings.order is Order.BATCH
        self.way = Way(snapshot.model.row_of(int(snapshot.dataset.labels[point])))
        first = ""
        if is_batch:
            first = tr("The pass ends with {name}: all its errors count together.")
        elif self.only_mistakes:
            first = tr("{name} will be a mistake.")
        question = tr("Which way will {vector} move? Drag an arrow from its tip, or choose.")
        words = f"{first} {question}".strip()
        words = words.format(name=index_text(point), vector=vector_name(snapshot, self.way.row))
        self._show(Question.WHICH_WAY, words, LEFT_OR_RIGHT if is_batch else TOWARDS_OR_AWAY)

    def _visit(self) -> None:
        snapshot = self._controller.snapshot
        self._visit_before = snapshot.visit if snapshot is not None else 0
        self._is_visiting = True
        self._show(None, "…")
        self._controller.post(TrainingWorker.step)
        self._awaited = self._controller.training_thread.n_posted

    def _judge(self, snapshot: Snapshot, last: VisitRecord) -> None:
        self._is_visiting, self._asked_at = False, _place(snapshot)
        said, words = self._said, []
        if self.way is not None:
            self.way = self.way.told(seen_on(self._axes(), update_of(last, self.way.row)))
        verdicts = []
        if said.is_mistake is not None:
            verdicts.append(judge_mistake(snapshot, last, said.is_mistake))
        if said.has_way and last.changed:
            verdicts.append(judge_way(snapshot, last, replace(said, way=self.way)))
        else:
            self.way = None
        for is_right, text in verdicts:
            words.append(text)
            self.quiz = self.quiz.answer(is_right) if is_right is not None else self.quiz
        self._show(None, " ".join(words))

    def _show(self, question: Question | None, text: str, answers: tuple[str, str] = RIGHT_OR_WRONG) -> None:
        self.quiz = self.quiz.ask(question)
        if question is None:
            has_next = not self._is_visiting and not self._is_looking and self._upcoming is not None
            answers = NEXT if has_next else NO_ANSWERS
        first, second = answers
        score = tr("score {score}").format(score=self.quiz.score_text) if self.quiz.asked else ""
        self.show_question(text, (tr(first), tr(second)), score)
        self.changed.emit()


def _place(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what a question holds for: where it differs, one asks anew."""
    return snapshot.run_id, snapshot.visit, snapshot.upcoming, snapshot.is_playing
