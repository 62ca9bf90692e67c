"""Which actions are checked: they show what the view's state says, and are never asked for it."""

from __future__ import annotations

from perceptron_gui.session.exercises.registry import EXERCISES, OPTIONS
from perceptron_gui.session.switches import SWITCHES
from perceptron_gui.session.tools import Tool
from perceptron_gui.session.view_state import DARK, PROJECTOR, ViewState


def checked_actions(state: ViewState) -> dict[str, bool]:
    """Return whether each action that can be checked is, by its id."""
    return {
        **{switch.action: state.shows(switch.name) for switch in SWITCHES},
        **{f"tools.{tool.value}": state.tool is tool for tool in Tool},
        **{entry.action: state.exercise == entry.name for entry in EXERCISES},
        **{option.action: option.name in state.exercise_options for option in OPTIONS},
        "run.pause_mistake": state.pauses_at_mistake,
        "run.pause_epoch": state.pauses_at_epoch,
        "run.pause_point": state.pauses_at_point,
        "view.dark": state.theme == DARK,
        "view.projector": state.theme == PROJECTOR,
        "view.panels": state.has_side_panel,
        "view.presentation": state.is_presenting,
    }
