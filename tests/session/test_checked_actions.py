"""What is checked in the menus follows from the view's state."""

from __future__ import annotations

import pytest

from perceptron_gui.frozen import replace
from perceptron_gui.session.actions import ACTIONS, checked_actions
from perceptron_gui.session.view.view_state import Tool, ViewState


def checked(state: ViewState) -> set[str]:
    return {name for name, is_on in checked_actions(state).items() if is_on}


def test_what_is_told_from_the_state_is_an_action_that_asks_for_nothing() -> None:
    assert checked_actions(ViewState()).keys() <= {action.id for action in ACTIONS if "…" not in action.text}


@pytest.mark.parametrize(
    ("changes", "added", "removed"),
    [
        ({"tool": Tool.BRUSH}, {"tools.brush"}, {"tools.place"}),
        ({"theme": "dark"}, {"view.dark"}, {"view.desktop"}),
        ({"theme": "contrast"}, {"view.contrast"}, {"view.desktop"}),
        ({"text_size": "largest"}, {"view.text_size_largest"}, {"view.text_size_desktop"}),
        ({"eyes": "grey"}, {"view.eyes_grey"}, {"view.eyes_all"}),
        ({"letters": "off"}, {"view.letters_off"}, {"view.letters_on"}),
        ({"symbols": "online"}, {"view.symbols_online"}, {"view.symbols_own"}),
        ({"spoken": "full"}, {"view.spoken_full"}, {"view.spoken_brief"}),
        ({"is_presenting": True}, {"view.presentation"}, {"tools.place"}),
        ({"is_blank": True}, {"view.blank"}, set()),
        ({"has_side_panel": False}, set(), {"view.panels"}),
        ({"exercise": "predict"}, {"run.predict"}, set()),
        ({"exercise_options": frozenset({"predict_mistakes"})}, {"run.predict_mistakes"}, set()),
        ({"pauses_at_mistake": True}, {"run.pause_mistake"}, set()),
        ({"pauses_at_epoch": True}, {"run.pause_epoch"}, set()),
        ({"pauses_at_point": True}, {"run.pause_point"}, set()),
        ({"switches": frozenset({"street"})}, {"show.street"}, {"show.card", "view.formula"}),
    ],
    ids=lambda value: "" if isinstance(value, set) else str(value),
)
def test_what_is_on_is_checked(changes: dict[str, object], added: set[str], removed: set[str]) -> None:
    first = ViewState()
    assert checked(replace(first, **changes)) == checked(first) - removed | added  # type: ignore[arg-type]
