"""The one table of what a user can do."""

from __future__ import annotations

import re

import pytest

from perceptron_gui.engine.model.models import MODELS
from perceptron_gui.frozen import replace
from perceptron_gui.session.actions import (
    ACTIONS,
    BEFORE_LETTERS,
    BY_ID,
    Action,
    Situation,
    is_character,
    reasons_disabled,
)
from perceptron_gui.session.view.switches import (
    ALTERNATIVES,
    DESKTOP,
    LETTERS_CTRL,
    LETTERS_OFF,
    LETTERS_ON,
    is_offered,
)
from perceptron_gui.session.view.view_state import THEMES, ViewState

ALL_PARTS = frozenset().union(*(kind.own_parts for kind in MODELS.values()))
MENUS = {"file", "edit", "points", "run", "view", "lessons", "help"}


def test_ids_are_unique_and_name_their_menu() -> None:
    ids = [action.id for action in ACTIONS]
    assert len(set(ids)) == len(ids)
    assert {action.menu for action in ACTIONS} <= MENUS
    assert all(re.fullmatch(r"[a-z]+\.[a-z_]+", name) for name in ids)


def test_shortcuts_are_unique() -> None:
    shortcuts = [key.lower() for action in ACTIONS for key in action.keys]
    twice = {key for key in shortcuts if shortcuts.count(key) > 1}
    assert twice == {"pgdown", "pgup"}, "of those, a lesson takes the pages, and the hall's cards have Ctrl"


def test_no_shortcut_takes_the_keys_of_classes_questions_or_giving_up() -> None:
    taken = {key for action in ACTIONS for key in action.keys}
    assert not taken & {*"0123456789", "Esc", "Return", "Enter", "Tab"}


def test_texts_are_unique_in_their_menu_and_need_no_mending() -> None:
    texts = [(action.menu, action.text) for action in ACTIONS]
    assert len(set(texts)) == len(texts)
    assert all(action.text == action.text.strip() and action.text[0].isupper() for action in ACTIONS)


def test_no_letter_is_a_command_where_that_is_switched_off() -> None:
    letters = {action.id for action in ACTIONS if any(map(is_character, action.keys))}
    assert len(letters) > 35 and {"tools.brush", "tools.spray", "view.blank", "run.faster", "tools.larger"} <= letters
    for action in ACTIONS:
        is_letter = action.id in letters
        assert action.keys_with(LETTERS_ON) == action.keys
        assert action.keys_with(LETTERS_OFF) == (() if is_letter else action.keys)
        assert all(key.startswith(("Ctrl+K, ", action.shortcut)) for key in action.keys_with(LETTERS_CTRL)[:1])
        assert not any(map(is_character, action.keys_with(LETTERS_CTRL)))
    moved = [key.lower() for action in ACTIONS for key in action.keys_with(LETTERS_CTRL)]
    assert {key for key in moved if moved.count(key) > 1} == {"pgdown", "pgup"}
    assert BEFORE_LETTERS.lower() not in moved, "or what waits for it would never come"


def test_every_alternative_is_one_that_the_view_can_have() -> None:
    fields = {each.field for each in ALTERNATIVES}
    assert fields == {"theme", "text_size", "eyes", "letters", "spoken", "symbols"}
    assert {each.name for each in ALTERNATIVES if each.field == "theme"} == {DESKTOP, *THEMES}
    assert all(is_offered(field, getattr(ViewState(), field)) for field in fields)
    assert not is_offered("theme", "pink")


def test_the_keys_of_time_are_the_ones_a_player_has() -> None:
    time = {action.shortcut for action in ACTIONS if action.is_time}
    assert {"Space", "Right", "Left", "Home", "End"} <= time


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_what_is_disabled_says_why_and_what_is_possible_is_enabled(action: Action) -> None:
    nothing = Situation(parts=frozenset())
    everything = Situation(n_points=3, visit=2, n_selected=1, undo_text="place", redo_text="move")
    everything = replace(everything, has_held_out=True, has_hidden_test=True, parts=ALL_PARTS)
    everything = replace(everything, is_presenting=True, is_in_lesson=True)
    assert bool(reasons_disabled(nothing)[action.needs]) == bool(action.needs)
    assert reasons_disabled(everything)[action.needs] == ""


@pytest.mark.parametrize(("n_selected", "is_possible"), [(0, False), (1, True), (2, False)])
def test_pausing_at_the_selected_point_needs_one(n_selected: int, is_possible: bool) -> None:
    reason = reasons_disabled(Situation(n_points=3, n_selected=n_selected))[BY_ID["run.pause_point"].needs]
    assert reason == ("" if is_possible else "select one point first")


def test_play_needs_a_point() -> None:
    assert reasons_disabled(Situation())[BY_ID["run.play"].needs] == "place a point first"
