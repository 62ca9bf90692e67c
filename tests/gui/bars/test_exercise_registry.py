"""An exercise added to the registry is in the menu, has its keys, asks over the canvas and is switched off again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.session.actions import ACTIONS, exercise_actions
from perceptron_gui.session.exercises.exercise import Exercise
from perceptron_gui.session.exercises.exercise_registry import BY_NAME, EXERCISES, ExerciseEntry
from tests.gui.conftest import Desks
from tests.gui.desk import Desk, Key, Modifier
from tests.session.bench import TEXTBOOK


class Dummy(Exercise):
    """Every answer is right, and nothing is hidden."""

    hide = staticmethod(lambda snapshot: snapshot)

    def ask(self, snapshot: Snapshot, goes_on: bool) -> None:
        self.ask_question("loud", f"LOUD? {snapshot.visit}", ("1  yes", "2  YES"))

    def take(self, snapshot: Snapshot, choice: int) -> None:
        self.visit()

    def judge(self, snapshot: Snapshot, last: VisitRecord) -> Iterator[tuple[bool, str]]:
        yield True, f"It was {last.point}."


ENTRY = ExerciseEntry("dummy", "Say it loudly", "Ctrl+Alt+Q", "be heard", "1, 2 SHOUT", "Shouts of all.", Dummy)


@pytest.fixture
def desk_with_dummy(make_desk: Desks, monkeypatch: pytest.MonkeyPatch) -> Desk:
    entries = (*EXERCISES, ENTRY)
    monkeypatch.setattr("perceptron_gui.gui.window_actions.ACTIONS", (*ACTIONS, *exercise_actions([ENTRY])))
    for user in ("session.actions", "gui.commands.commands"):
        monkeypatch.setattr(f"perceptron_gui.{user}.EXERCISES", entries)
    monkeypatch.setitem(BY_NAME, ENTRY.name, ENTRY)
    return make_desk()


def test_an_exercise_added_to_the_registry_has_all_that_an_exercise_has(desk_with_dummy: Desk) -> None:
    desk, window = desk_with_dummy, desk_with_dummy.window
    desk.show(TEXTBOOK)
    action = window.actions_by_id[ENTRY.action]
    assert action in window.actions_by_id.menus["run"].actions()
    desk.key(Key.Key_Q, Modifier.ControlModifier | Modifier.AltModifier)
    bar = window.exercise
    assert action.isChecked()
    assert (bar.text.text(), bar.score.toolTip()) == ("LOUD? 0", "Shouts of all.")
    assert [button.text() for button in bar.buttons] == ["1  yes", "2  YES"]
    assert bar.option.isHidden(), "it has none"
    assert not desk.settle().is_veiled, "what is hidden is its own"
    assert desk.message == "1, 2 SHOUT"
    desk.key(Key.Key_Space)
    assert desk.message == "Say it loudly is on: answer with 1 or 2, or switch it off with Ctrl+Alt+Q."
    desk.key(Key.Key_2)
    desk.wait(lambda: bar.text.text() == "It was 0.")
    assert bar.score.text() == "score 1 / 1"
    desk.key(Key.Key_Space)
    assert bar.text.text() == "LOUD? 1"


def test_one_exercise_is_on_at_a_time(desk_with_dummy: Desk) -> None:
    desk, window = desk_with_dummy, desk_with_dummy.window
    desk.show(TEXTBOOK)
    desk.key(Key.Key_Q)
    desk.wait(lambda: desk.snapshot.is_veiled)
    assert not window.exercise.option.isHidden()
    desk.do(ENTRY.action)
    desk.wait(lambda: not desk.snapshot.is_veiled)
    assert window.actions_by_id[ENTRY.action].isChecked()
    assert not window.actions_by_id["run.predict"].isChecked()
    assert window.exercise.option.isHidden()
    desk.do(ENTRY.action)
    assert not window.exercise.isVisible()
    assert not window.actions_by_id[ENTRY.action].isChecked()
