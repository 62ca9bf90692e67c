"""An exercise is one entry of the registry: its actions follow, and what it makes asks and hides by itself."""

from __future__ import annotations

import pytest

from perceptron_gui.session.actions import BY_ID, checked_actions
from perceptron_gui.session.exercises.exercise_registry import EXERCISES, OPTIONS, ExerciseEntry
from perceptron_gui.session.view.view_state import ViewState
from tests.session.bench import TEXTBOOK
from tests.session.exercises.blackboard import Blackboard


def test_no_two_exercises_or_options_share_a_name_or_words() -> None:
    entries = [*EXERCISES, *OPTIONS]
    assert len({entry.name for entry in entries}) == len({entry.text for entry in entries}) == len(entries)


@pytest.mark.parametrize("entry", EXERCISES, ids=lambda entry: entry.name)
def test_an_exercise_and_its_option_have_actions_with_their_words_and_keys(entry: ExerciseEntry) -> None:
    for each in (entry, entry.option) if entry.option is not None else (entry,):
        action = BY_ID[each.action]
        assert (action.text, action.shortcut, action.hint) == (each.text, each.shortcut, each.hint)
        assert each.action in checked_actions(ViewState())


@pytest.mark.parametrize("entry", EXERCISES, ids=lambda entry: entry.name)
def test_an_exercise_asks_at_once_hides_what_comes_and_counts_the_answer_after_the_visit(entry: ExerciseEntry) -> None:
    board = Blackboard(entry.make, TEXTBOOK)
    assert board.prompt.question is not None
    assert board.shown.is_veiled
    assert board.prompt.point == board.shown.upcoming
    while board.prompt.question is not None:
        assert board.shown.visit == 0
        board.answer(1)
    assert board.shown.visit == 1
    assert board.prompt.tally.asked > 0
    assert board.prompt.text.startswith(("Yes", "No"))
