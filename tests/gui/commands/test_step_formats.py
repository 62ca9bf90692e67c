"""A form in which a step is copied is one entry of the registry: action, menu, keys and clipboard follow."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from perceptron_gui.session.actions import ACTIONS, BY_ID, copy_actions
from perceptron_gui.session.output.exports import STEP_FORMATS, StepFormat
from tests.gui.conftest import Desks
from tests.session.bench import XOR

DUMMY = StepFormat("dummy", "Copy this step loudly", "Ctrl+Alt+C", lambda step: str(step.heading).upper() + "!")


def test_every_form_has_an_action_of_its_own() -> None:
    assert len({form.name for form in STEP_FORMATS}) == len({form.text for form in STEP_FORMATS}) == len(STEP_FORMATS)
    for form in STEP_FORMATS:
        assert (BY_ID[form.action].text, BY_ID[form.action].shortcut) == (form.text, form.shortcut)


def test_a_form_added_to_the_registry_is_in_the_menu_and_is_copied(
    make_desk: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions = (*ACTIONS, *copy_actions([DUMMY]))
    monkeypatch.setattr("perceptron_gui.gui.window_actions.ACTIONS", actions)
    monkeypatch.setattr("perceptron_gui.gui.commands.commands.STEP_FORMATS", (*STEP_FORMATS, DUMMY))
    desk = make_desk()
    desk.show(XOR)
    desk.do("run.step")
    desk.settle()
    action = desk.window.actions_by_id[DUMMY.action]
    assert action in desk.window.actions_by_id.menus["edit"].actions()
    assert action.shortcut().toString() == DUMMY.shortcut
    desk.do(DUMMY.action)
    assert QApplication.clipboard().text() == "VISIT 1 · EPOCH 1 · POINT X₁, Y = +1!"
