"""Predict first: right or wrong, and which way w will move; the answers are counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class Question(StrEnum):
    """What is asked."""

    RIGHT_OR_WRONG = "right_or_wrong"
    WHICH_WAY = "which_way"


@dataclass(frozen=True)
class Quiz:
    """The score of one run, and what is being asked.

    Attributes
    ----------
    question : Question or None
    asked, correct : int
        Questions answered, and answered correctly.
    """

    question: Question | None = None
    asked: int = 0
    correct: int = 0

    def ask(self, question: Question | None) -> Quiz:
        """Return the quiz with another question on the table."""
        return replace(self, question=question)

    def answer(self, is_correct: bool) -> Quiz:
        """Return the quiz with the question answered."""
        return Quiz(None, self.asked + 1, self.correct + is_correct)

    @property
    def score_text(self) -> str:
        """What stands beside the question."""
        return f"{self.correct} / {self.asked}" if self.asked else ""
