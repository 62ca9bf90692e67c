"""What "Predict first" asks are kinds of question of lessons: the same words, judged alike (L3, G7)."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.exercises import predict_first
from perceptron_gui.session.exercises.predict_first import PredictFirst
from perceptron_gui.session.lessons.questions import KINDS
from perceptron_gui.session.lessons.standing import Standing
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.session.bench import TEXTBOOK
from tests.session.exercises.blackboard import Blackboard

RULES = [
    *(TrainingSettings(mode, order) for mode in Mode for order in (Order.CYCLIC, Order.RANDOM)),
    TrainingSettings(beta=2.0),
    TrainingSettings(order=Order.BATCH),
]


def test_predict_first_asks_kinds_of_the_registry() -> None:
    for ask in (predict_first.RIGHT_OR_WRONG, predict_first.WHICH_WAY):
        assert KINDS[ask.kind] is type(ask)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.mode}-{rules.order}-{rules.beta}")
@pytest.mark.parametrize("choice", [1, 2])
def test_an_exercise_and_a_lesson_say_the_same_at_every_visit(rules: TrainingSettings, choice: int) -> None:
    board, ask = Blackboard(PredictFirst, TEXTBOOK, rules), predict_first.RIGHT_OR_WRONG
    for visit in range(5):
        at = Standing(SavedSession(Document(TEXTBOOK, rules), replace(Place(), visit=visit)))
        assert board.prompt.question == ask.kind and board.prompt.text == ask.words(at)
        assert board.prompt.answers == tuple(f"{i}  {words}" for i, (_, words) in enumerate(ask.choices(at), 1))
        value, _ = ask.choices(at)[choice - 1]
        correct = board.prompt.tally.correct
        board.answer(choice)
        if board.prompt.question == predict_first.WHICH_WAY.kind:
            board.answer(1)
        assert board.prompt.tally.correct - correct >= bool(ask.is_right(at, value))
        assert ask.told(at) in board.prompt.text
        board.answer(1)
