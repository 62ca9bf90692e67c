"""What is chosen beside the document has one owner: whoever shows it shows what it says."""

from __future__ import annotations

from PySide6.QtCore import QPoint

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.bars.transport import speed_text
from perceptron_gui.session.actions import BY_ID
from perceptron_gui.session.view.switches import SWITCHES
from tests.gui.conftest import Desks
from tests.gui.desk import Button, Desk, Key, actions_in
from tests.session.bench import XOR


def test_controls_canvas_and_training_thread_follow_the_view_state(desk: Desk) -> None:
    window, controller = desk.window, desk.window.controller
    changes = {"pauses_at_mistake": True, "pauses_at_epoch": True, "pauses_at_point": True, "marked_visit": 9}
    controller.change_view(speed=10_000, selection=(1,), current_class=0, **changes)
    assert window.transport.slider.value() == 7
    assert window.transport._caption.text() == speed_text(10_000)
    assert [button.isChecked() for button in window.left.classes] == [True, False]
    for name in ("mistake", "epoch", "point"):
        assert window.actions_by_id[f"run.pause_{name}"].isChecked()
    assert window.transport.timeline._mark == 9
    assert window.gestures.selected == [1]
    assert len(window.canvas._marks.selected) == 1
    told: list[object] = []
    controller.post(lambda worker: told.extend([worker.pace.speed, worker.pauses]))
    desk.wait(lambda: told)
    assert told == [10_000, controller.view_state.pauses]


def test_a_click_on_the_class_that_is_current_leaves_it_marked(desk: Desk) -> None:
    button = desk.window.left.classes[1]
    for _ in range(2):
        button.click()
        assert button.isChecked()
    assert desk.window.controller.view_state.current_class == 1


def test_a_right_click_on_the_timeline_marks_a_visit_and_another_takes_the_mark_away(desk: Desk) -> None:
    timeline, controller = desk.window.transport.timeline, desk.window.controller
    place = QPoint(timeline.width() // 2, timeline.height() // 2)
    desk.qtbot.mouseClick(timeline, Button.RightButton, pos=place)
    marked = controller.view_state.marked_visit
    assert marked == timeline._picture.visit_at(place.x()) == controller.view_state.pauses.visit
    desk.qtbot.mouseClick(timeline, Button.RightButton, pos=place)
    assert controller.view_state.marked_visit is None


def test_points_under_an_eraser_that_is_given_up_are_ringed_no_longer(desk: Desk) -> None:
    desk.do("tools.erase")
    desk.press(*desk.dataset.X[0].tolist())
    assert len(desk.window.canvas._marks.selected) == 1
    assert desk.window.gestures.selected == []
    desk.key(Key.Key_Escape)
    assert desk.window.canvas._marks.selected.size == 0


def test_points_that_were_erased_leave_no_rings(desk: Desk) -> None:
    desk.do("tools.erase")
    desk.click(*desk.dataset.X[0].tolist())
    assert desk.window.canvas._marks.selected.size == 0


def test_what_is_shown_and_which_entries_are_checked_follow_the_switches(desk: Desk) -> None:
    window, controller = desk.window, desk.window.controller
    desk.show(XOR, TrainingSettings(mode=Mode.DUAL))  # where most of them mean something
    assert window.requests.wanted is not None
    means = {"classes": TrainingSettings(mode=Mode.MULTICLASS)}
    for switch in sorted(SWITCHES, key=lambda each: each.needs):
        action = window.actions_by_id[switch.action]
        if switch.needs:
            desk.show(XOR, means.get(switch.needs, TrainingSettings(mode=Mode.DUAL)))
        controller.change_view(is_presenting=switch.needs == "hall")
        assert action in actions_in(window, BY_ID[switch.action].menu)
        assert action.isChecked() is switch.is_on
        controller.change_view(switches=controller.view_state.switches ^ {switch.name})
        assert action.isChecked() is not switch.is_on
        desk.do(switch.action)
        assert controller.view_state.shows(switch.name) is action.isChecked() is switch.is_on
    controller.change_view(switches=frozenset({"influence", "still"}))
    assert window.requests.wanted.age
    assert window.canvas.animation.is_reduced


def test_the_training_thread_has_the_speed_of_the_preferences_from_the_start(make_desk: Desks) -> None:
    desk = make_desk(Preferences(speed=4))
    told: list[object] = []
    desk.window.controller.post(lambda worker: told.append(worker.pace.speed))
    desk.wait(lambda: told)
    assert told == [desk.window.controller.view_state.speed] == [30]


def test_a_second_press_of_space_pauses_whatever_was_on_its_way_at_the_first(desk: Desk) -> None:
    desk.show(XOR)
    desk.settle()
    controller = desk.window.controller
    desk.do("run.play")
    controller.training_thread.mailbox.put(desk.snapshot)  # of before the wish to play, taken after it
    controller._take_message()
    assert controller.view_state.is_playing
    desk.do("run.play")
    assert not controller.view_state.is_playing
    desk.settle()
    assert not desk.snapshot.is_playing
    assert not controller.view_state.is_playing
