"""The score of a run in which one predicts first."""

from __future__ import annotations

from perceptron_gui.session.quiz import Question, Quiz


def test_a_quiz_begins_without_a_question_and_without_a_score() -> None:
    assert (Quiz().question, Quiz().asked, Quiz().correct, Quiz().score_text) == (None, 0, 0, "")


def test_answers_are_counted_and_take_the_question_off_the_table() -> None:
    quiz = Quiz()
    for is_correct, text in ((True, "1 / 1"), (False, "1 / 2"), (True, "2 / 3")):
        quiz = quiz.ask(Question.RIGHT_OR_WRONG)
        assert quiz.question is Question.RIGHT_OR_WRONG
        quiz = quiz.answer(is_correct)
        assert quiz.question is None
        assert quiz.score_text == text


def test_asking_again_counts_nothing() -> None:
    quiz = Quiz().ask(Question.RIGHT_OR_WRONG).ask(Question.WHICH_WAY).ask(None)
    assert (quiz.asked, quiz.correct, quiz.question) == (0, 0, None)


def test_a_quiz_never_changes() -> None:
    quiz = Quiz(asked=3, correct=1)
    quiz.answer(True)
    quiz.ask(Question.WHICH_WAY)
    assert quiz == Quiz(asked=3, correct=1)
