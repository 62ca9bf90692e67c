"""A view switch is one entry of the registry: its action, and its place in view state and preferences, follow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptron_gui.files.program.preferences import Preferences, load_preferences, save_preferences
from perceptron_gui.session.actions import BY_ID, checked_actions
from perceptron_gui.session.view.switches import KEPT, SWITCHES, Switch
from perceptron_gui.session.view.view_state import ViewState


def test_no_two_switches_share_a_name() -> None:
    names = [switch.name for switch in SWITCHES]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch("[a-z_]+", name) for name in names)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_a_switch_has_an_action_with_its_words_and_key_and_stands_in_the_state_as_it_is_at_first(
    switch: Switch,
) -> None:
    action = BY_ID[switch.action]
    assert (action.text, action.shortcut, action.hint) == (switch.text, switch.shortcut, switch.hint)
    assert switch.action in checked_actions(ViewState())
    assert ViewState().shows(switch.name) is Preferences().view_state.shows(switch.name) is switch.is_on


@pytest.mark.parametrize("name", [switch.name for switch in SWITCHES])
def test_turning_a_switch_changes_it_alone(name: str) -> None:
    first = ViewState()
    turned = first.switched(name, not first.shows(name))
    assert turned.switches ^ first.switches == {name}
    assert turned.switched(name, turned.shows(name)) == turned
    assert turned.switched(name, first.shows(name)) == first


def test_a_switch_that_nobody_registered_is_no_question_to_ask() -> None:
    with pytest.raises(KeyError):
        ViewState().shows("lossy")
    with pytest.raises(KeyError):
        ViewState().switched("lossy", True)


def test_the_next_start_finds_the_kept_switches_as_they_were_left_and_the_others_as_at_first(tmp_path: Path) -> None:
    first = ViewState()
    left = first
    for switch in SWITCHES:
        left = left.switched(switch.name, not switch.is_on)
    path = tmp_path / "preferences.json"
    assert save_preferences(Preferences().with_view_state(left), path)
    again = load_preferences(path).view_state
    assert again.switches ^ first.switches == KEPT


@pytest.mark.parametrize(
    "switches", ["yes", [], {"still": "yes"}, {"still": 1}, {"unheard of": True}, {"influence": True}]
)
def test_damaged_switches_are_as_at_first(tmp_path: Path, switches: object) -> None:
    path = tmp_path / "preferences.json"
    save_preferences(Preferences(switches=switches), path)  # type: ignore[arg-type]
    assert load_preferences(path).view_state.switches == ViewState().switches


@given(acts=st.lists(st.sampled_from(["wish", "wish nothing", "turn", "start again"])))
def test_reduced_motion_is_what_the_desktop_wishes_or_what_was_turned_against_it(acts: list[str]) -> None:
    state, wish = ViewState(), False
    own: bool | None = None
    for act in acts:
        if act == "turn":
            own = not state.shows("still")
            state = state.switched("still", own)
        elif act == "start again":
            state = Preferences().with_view_state(state).view_state
        else:
            wish = act == "wish"
            state = state.wished(wish)
        own = None if own is wish else own
        assert state.shows("still") is (wish if own is None else own)
