"""Predict first: before a visit the run asks, and the answer stands against the truth."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from perceptron_gui.engine.settings import Mode, Order
from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.engine.visited import Visited
from perceptron_gui.gui.lab import Lab
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.theme import LIGHT, Theme
from perceptron_gui.session.engineer import Engineer
from perceptron_gui.session.explain import index_text
from perceptron_gui.session.quiz import Question, Quiz
from perceptron_gui.session.wording import number_text

ANSWERS = {
    Question.RIGHT_OR_WRONG: ("1  right", "2  a mistake"),
    Question.WHICH_WAY: ("1  towards x", "2  away from x"),
}


class PredictBar(QFrame):
    """Asks over the canvas; keys 1 and 2 or its buttons answer.

    Signals
    -------
    changed : the question is another one, or gone.
    """

    changed = Signal()

    def __init__(self, lab: Lab, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("predictBar")
        self._lab = lab
        self._theme = LIGHT
        self.quiz = Quiz()
        self.is_on = False
        self._upcoming: int | None = None
        self._says_mistake = False
        self._says_away: bool | None = None
        self._is_visiting = False
        self._visit_before = 0
        self._asked_at: tuple[object, ...] = ()
        self.text, self.score = QLabel(), QLabel()
        self.text.setWordWrap(True)
        self.buttons = (QPushButton(), QPushButton())
        for choice, button in enumerate(self.buttons, start=1):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _=False, choice=choice: self.answer(choice))
        row = QHBoxLayout()
        for widget in (*self.buttons, self.score):
            row.addWidget(widget)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.addWidget(self.text)
        column.addLayout(row)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.text.setFont(theme.font(15, QFont.Weight.DemiBold))

    def set_on(self, is_on: bool) -> None:
        """Begin to ask, with a new score, or stop."""
        self.is_on = is_on
        self.quiz = Quiz()
        if is_on:
            self._lab.post(Engineer.pause)
            self.begin()
        self.setVisible(is_on)
        self.changed.emit()

    def begin(self) -> None:
        """Ask about the point that comes next."""
        snapshot = self._lab.snapshot
        self._is_visiting = False
        self._asked_at = _place(snapshot) if snapshot is not None else ()
        self._upcoming = snapshot.upcoming if snapshot is not None else None
        if self._upcoming is None:
            self._show(None, tr("The run stands at its end: nothing is left to predict."))
            return
        name = index_text(self._upcoming)
        self._show(
            Question.RIGHT_OR_WRONG, tr("The next point is {name}. Is it right, or a mistake?").format(name=name)
        )

    def answer(self, choice: int) -> None:
        """Take answer 1 or 2 to the question on the table; with none on it, ask the next."""
        if self.quiz.question is Question.RIGHT_OR_WRONG:
            self._says_mistake, self._says_away = choice == 2, None
            if self._says_mistake and self._is_binary:
                self._show(Question.WHICH_WAY, tr("Then which way will w move?"))
            else:
                self._visit()
        elif self.quiz.question is Question.WHICH_WAY:
            self._says_away = choice == 2
            self._visit()
        else:
            self.begin()

    @property
    def upcoming(self) -> int | None:
        """The point that is asked about."""
        return self._upcoming if self.is_on and self.quiz.question is not None else None

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Judge the answers when the visit was made; ask anew where the run stands elsewhere."""
        if not self.is_on:
            return
        last, is_new = snapshot.last, self._asked_at[:1] != (snapshot.run_id,)
        if is_new and not snapshot.frontier:
            self.quiz = Quiz(self.quiz.question)  # the score of another run
        if self._is_visiting:
            is_there = snapshot.visit == self._visit_before + 1
            if is_there and last is not None and last.point == self._upcoming:
                self._judge(snapshot, last)
            elif is_new or is_there or snapshot.visit != self._visit_before:
                self.begin()
        elif _place(snapshot) != self._asked_at:
            self.begin()

    @property
    def _is_binary(self) -> bool:
        settings = self._lab.document.settings
        return settings.mode.is_binary and settings.order is not Order.BATCH

    def _visit(self) -> None:
        snapshot = self._lab.snapshot
        self._visit_before = snapshot.visit if snapshot is not None else 0
        self._is_visiting = True
        self._show(None, "…")
        self._lab.post(Engineer.step)

    def _judge(self, snapshot: Snapshot, last: Visited) -> None:
        self._is_visiting, self._asked_at = False, _place(snapshot)
        is_correct = self._says_mistake == last.is_mistake
        self.quiz = self.quiz.answer(is_correct)
        truth = tr("a mistake") if last.is_mistake else tr("right")
        words = _praise(is_correct) + tr("The point was {truth}: {why}.").format(truth=truth, why=_why(snapshot, last))
        if last.is_mistake and self._says_away is not None:
            words += " " + self._judge_way(last, self._says_away)
        self._show(None, words)

    def _judge_way(self, last: Visited, says_away: bool) -> str:
        is_away = last.target < 0
        self.quiz = self.quiz.answer(says_away == is_away)
        ways = (tr("towards x, for y = +1: ηx is added"), tr("away from x, for y = −1: ηx is taken away"))
        return _praise(says_away == is_away) + tr("w moves {way}.").format(way=ways[is_away])

    def _show(self, question: Question | None, text: str) -> None:
        self.quiz = self.quiz.ask(question)
        self.text.setText(text)
        answers = ANSWERS.get(question) if question is not None else None
        for button, answer in zip(self.buttons, answers or (tr("1  next"), ""), strict=True):
            button.setText(tr(answer))
            button.setVisible(bool(answer))
        self.score.setText(tr("score {score}").format(score=self.quiz.score_text) if self.quiz.asked else "")
        self.changed.emit()


def _place(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what a question holds for: where it differs, one asks anew."""
    return snapshot.run_id, snapshot.visit, snapshot.upcoming


def _praise(is_correct: bool) -> str:
    return (tr("Yes.") if is_correct else tr("No.")) + " "


def _why(snapshot: Snapshot, last: Visited) -> str:
    """Return y·f, or the scores that decided."""
    if snapshot.settings.mode is not Mode.MULTICLASS:
        margin = last.target * float(last.scores[0])
        return f"y·f = {number_text(margin, last.is_exact)} {'≤' if last.is_mistake else '>'} 0"
    rivals = [float(last.scores[k]) for k in snapshot.dataset.present if k != last.target]
    own = number_text(float(last.scores[last.target]), last.is_exact)
    best = number_text(max(rivals, default=float("-inf")), last.is_exact)
    return tr("its class has {own}, the best rival {best}").format(own=own, best=best)
