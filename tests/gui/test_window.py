"""The first minute: the window opens on an example, and time goes forwards and backwards."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.samples import OPENING
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.files.program.preferences import Preferences, load_preferences
from perceptron_gui.files.sessions.session_file import write_session
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.features.user_guide import Page
from perceptron_gui.gui.window import focus_chain
from perceptron_gui.session.document import Document
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.view_state import SPEEDS, ViewState
from perceptron_gui.session.wording import grouped
from tests.gui.conftest import Desks
from tests.gui.desk import Desk, Key, Modifier, actions_in
from tests.session.bench import TEXTBOOK, XOR, XOR_CYCLE_VISIT


@pytest.mark.new_window
def test_it_opens_on_the_example_ready_to_play(desk: Desk) -> None:
    assert desk.dataset.n_samples == OPENING.make().n_samples
    assert OPENING.title in desk.window.windowTitle()
    assert not desk.window.isWindowModified()
    assert desk.snapshot.visit == 0
    assert desk.window.actions_by_id["run.play"].isEnabled()
    assert not desk.window.actions_by_id["run.step_back"].isEnabled()
    assert desk.window.canvas.hasFocus()


def test_all_points_are_in_view(desk: Desk) -> None:
    assert all(desk.window.canvas.frame.contains(x, y, 10) for x, y in desk.dataset.X.tolist())


def test_one_unit_is_as_long_upwards_as_across(desk: Desk) -> None:
    frame = desk.window.canvas.frame
    assert frame.units[0] == pytest.approx(frame.units[1], rel=1e-6)


def test_space_plays_and_pauses(desk: Desk) -> None:
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.is_playing and desk.snapshot.visit >= 3)
    assert int(desk.window.score.shown[0]) > 0
    desk.key(Key.Key_Space)
    desk.wait(lambda: not desk.snapshot.is_playing)
    visit = desk.settle().visit
    desk.qtbot.wait(150)
    assert desk.snapshot.visit == visit


def test_words_and_picture_show_the_same_visit_also_in_slow_play(desk: Desk) -> None:
    desk.set_speed(1)  # a visit every half second
    desk.key(Key.Key_Space)
    texts = (desk.window.side.panel(StepPanel).label, desk.window.status.counts)

    def agree(least: int) -> bool:
        visit = desk.snapshot.visit
        return visit >= least and all(f"visit {visit} " in text.text().lower() for text in texts)

    for least in (2, 3):
        desk.wait(lambda least=least: agree(least))
        assert desk.snapshot.is_playing


def test_played_to_the_end_it_says_why_it_stands(desk: Desk) -> None:
    desk.set_speed(len(SPEEDS) - 1)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.stop is Stop.CONVERGED)
    assert desk.message.startswith("Converged")
    assert desk.snapshot.n_errors == 0
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.stop is Stop.CONVERGED and not desk.snapshot.is_playing)


def test_a_run_that_ends_in_one_go_has_a_tick_for_every_mistake(desk: Desk) -> None:
    desk.key(Key.Key_Right, Modifier.ShiftModifier)
    desk.settle()
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is Stop.CONVERGED)
    timeline = desk.window.transport.timeline
    desk.wait(lambda: timeline.span >= desk.snapshot.frontier)
    desk.wait(lambda: desk.snapshot.ticks is not None and desk.snapshot.ticks.sum() == desk.snapshot.mistakes)
    assert desk.snapshot.span == timeline.span


def test_right_and_left_go_one_visit_on_and_back(desk: Desk) -> None:
    desk.key(Key.Key_Right)
    desk.key(Key.Key_Right)
    desk.wait(lambda: desk.snapshot.visit == 2)
    theta = desk.snapshot.theta.tolist()
    desk.key(Key.Key_Right)
    desk.wait(lambda: desk.snapshot.visit == 3)
    desk.key(Key.Key_Left)
    desk.wait(lambda: desk.snapshot.visit == 2)
    assert desk.snapshot.theta.tolist() == theta


def test_shift_right_and_left_go_from_mistake_to_mistake(desk: Desk) -> None:
    seen = []
    for count in (1, 2, 3):
        desk.key(Key.Key_Right, Modifier.ShiftModifier)
        desk.wait(lambda count=count: desk.snapshot.updates == count)
        assert desk.snapshot.last is not None
        assert desk.snapshot.last.is_mistake
        seen.append(desk.snapshot.visit)
    desk.key(Key.Key_Left, Modifier.ShiftModifier)
    desk.wait(lambda: desk.snapshot.visit == seen[1])


def test_control_arrows_end_and_home_go_to_epochs_end_and_start(desk: Desk) -> None:
    n = desk.dataset.n_samples
    desk.key(Key.Key_Right, Modifier.ControlModifier)
    desk.wait(lambda: desk.snapshot.visit == n)
    desk.key(Key.Key_Left, Modifier.ControlModifier)
    desk.wait(lambda: desk.snapshot.visit == 0)
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is Stop.CONVERGED)
    desk.key(Key.Key_Home)
    desk.wait(lambda: desk.snapshot.visit == 0)
    assert desk.snapshot.frontier > n


def test_a_held_right_key_never_goes_astray(desk: Desk) -> None:
    for _ in range(60):
        desk.key(Key.Key_Right)
    end = desk.settle()
    assert end.visit == min(60, end.frontier)
    for _ in range(90):
        desk.key(Key.Key_Left)
    assert desk.settle().visit == 0


def test_a_cycle_is_named_once_and_play_goes_round(desk: Desk) -> None:
    desk.show(XOR)
    desk.set_speed(5)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.stop is Stop.CYCLE)
    assert desk.snapshot.visit == XOR_CYCLE_VISIT
    assert "4 mistakes a round" in desk.message
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit > XOR_CYCLE_VISIT + 12)
    assert desk.snapshot.is_playing


@pytest.mark.parametrize("begin", ["run.play", "run.end"])
def test_paused_on_a_fast_way_it_tells_the_last_visit(desk: Desk, begin: str) -> None:
    generator = np.random.default_rng(3)
    desk.show(Dataset.of(generator.normal(size=(60, 2)), generator.integers(0, 2, 60)))
    desk.set_speed(len(SPEEDS) - 1)
    desk.do(begin)
    desk.wait(lambda: desk.snapshot.visit > 1000)
    desk.wait(lambda: "the start of the run" not in desk.window.side.panel(StepPanel).label.text())
    desk.key(Key.Key_Space)
    desk.wait(lambda: not desk.snapshot.is_playing)
    shown = desk.settle()
    assert shown.last is not None
    assert shown.last.number == shown.visit
    desk.wait(lambda: f"VISIT {grouped(shown.visit)} " in desk.window.side.panel(StepPanel).label.text().upper())


def test_the_timeline_goes_where_it_is_clicked(desk: Desk) -> None:
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is not None)
    timeline, end = desk.window.transport.timeline, desk.snapshot.visit
    middle = QPoint(round(timeline._picture.x(end // 2)), timeline.height() // 2)
    desk.qtbot.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=middle)
    desk.wait(lambda: abs(desk.snapshot.visit - end // 2) <= 2)
    desk.qtbot.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=QPoint(timeline.width() - 1, 20))
    desk.wait(lambda: desk.snapshot.visit == end)
    desk.qtbot.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=QPoint(0, 20))
    desk.wait(lambda: desk.snapshot.visit == 0)


def test_dragging_the_timeline_stops_play(desk: Desk) -> None:
    desk.show(XOR)
    desk.set_speed(len(SPEEDS) - 1)
    for _ in range(2):  # the first play ends at the cycle
        desk.key(Key.Key_Space)
        desk.settle()
    desk.wait(lambda: desk.snapshot.visit > 1000)
    timeline = desk.window.transport.timeline
    desk.qtbot.mousePress(timeline, Qt.MouseButton.LeftButton, pos=QPoint(200, 20))
    for x in range(200, 20, -20):
        desk.qtbot.mouseMove(timeline, QPoint(x, 20))
    desk.qtbot.mouseRelease(timeline, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    shown = desk.settle()
    assert not shown.is_playing
    assert shown.visit < shown.frontier


def test_the_speed_slider_has_steps_from_one_visit_a_second_to_unlimited(desk: Desk) -> None:
    assert SPEEDS[0] == 1
    assert SPEEDS[-1] is None
    desk.set_speed(0)
    assert desk.window.transport._caption.text() == "1 visit/s"
    desk.key(Key.Key_Plus)
    assert desk.window.transport.slider.value() == 1
    desk.key(Key.Key_Minus)
    assert desk.window.transport.slider.value() == 0


def test_without_points_play_is_disabled_and_says_why(desk: Desk) -> None:
    desk.clear()
    play = desk.window.actions_by_id["run.play"]
    assert not play.isEnabled()
    assert "place a point first" in play.toolTip()
    assert "place a point first" in desk.window.transport.buttons["run.play"].toolTip()


def test_one_class_runs_and_says_so(desk: Desk) -> None:
    desk.show(Dataset.of([[1, 1], [2, 1]], [1, 1]))
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is Stop.CONVERGED)
    assert desk.message.startswith("Only one class has points")


def test_deleting_everything_while_playing_leaves_an_empty_plane(desk: Desk) -> None:
    desk.show(XOR)
    desk.set_speed(len(SPEEDS) - 1)
    desk.key(Key.Key_Space)
    desk.do("edit.clear")
    shown = desk.settle()
    assert (shown.visit, shown.dataset.n_samples, shown.is_playing) == (0, 0, False)
    desk.click(0.5, 0.5)
    assert desk.settle().dataset.n_samples == 1


def test_the_verdict_comes_by_itself(desk: Desk) -> None:
    desk.wait(lambda: desk.window.top.verdict.text.startswith("separable"))
    desk.show(XOR)
    desk.wait(lambda: desk.window.top.verdict.text == "not separable")
    desk.show(TEXTBOOK)
    desk.wait(lambda: desk.window.top.verdict.text.startswith("separable"))


def test_the_dark_theme_changes_colours_and_no_key_and_is_remembered(desk: Desk, make_desk: Desks) -> None:
    light = desk.window.grab().toImage().pixelColor(2, 2)
    desk.key(Key.Key_D, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert desk.window.theme.is_dark
    assert desk.window.grab().toImage().pixelColor(2, 2).lightness() < light.lightness() / 2
    before = desk.window.gestures.current_class
    desk.key(Key.Key_2 if before == 0 else Key.Key_1, on=desk.rules.order)
    assert desk.window.gestures.current_class == 1 - before
    make_desk.close()
    from perceptron_gui.files.program.preferences import load_preferences

    kept = load_preferences()
    assert kept.theme == "dark"
    assert make_desk(kept).window.theme.is_dark


def test_a_dark_window_is_dark_from_its_first_frame(qtbot: QtBot) -> None:
    from perceptron_gui.gui.app import make_window

    window = make_window(Preferences(theme="dark"))
    with qtbot.waitSignal(window.ready):
        picture = window.grab().toImage()  # the canvas is not there yet
        assert not window.has_canvas
        window.show()
    assert all(picture.pixelColor(x, 30).lightness() < 60 for x in (2, 640, 1270))
    window.close()


def test_long_start_weights_are_shown_in_full_and_taken_again(desk: Desk) -> None:
    weights = (0.1234567890123, -1e-7, 2.0)
    desk.window.controller.change_settings("start weights", initial=weights)
    rules = desk.rules
    assert "≈" not in rules.initial.text()
    rules.max_updates.setText("5")
    desk.key(Key.Key_Return, on=rules.max_updates)
    assert desk.document.settings.initial == weights
    assert desk.document.settings.max_updates == 5


def test_canvas_only_hides_the_rest_and_comes_back(desk: Desk) -> None:
    desk.rules.eta.setFocus()
    desk.key(Key.Key_F11, on=desk.rules.eta)
    assert not desk.window.top.isVisible()
    assert desk.window.canvas.isVisible()
    assert desk.window.transport.timeline.isVisible()
    assert desk.window.focusWidget() is desk.window.canvas, "the frame stood around a button that nobody chose"
    desk.key(Key.Key_F11)
    assert desk.window.top.isVisible()
    assert desk.window.side.panel(StepPanel).isVisible()


@pytest.mark.seldom
def test_closed_in_canvas_only_it_opens_with_its_bars(desk: Desk, make_desk: Desks) -> None:
    from perceptron_gui.files.program.preferences import load_preferences

    desk.key(Key.Key_F11)
    make_desk.close()
    again = make_desk(load_preferences())
    assert again.window.top.isVisible()
    assert again.window.left.isVisible()
    again.window.resize(1280, 800)  # Qt opens it as small as the test's screen, where the panels fold
    again.wait(again.window.side.panel(StepPanel).isVisible)


def test_that_the_panels_made_room_is_said_until_they_are_back(desk: Desk) -> None:
    window = desk.window
    window.resize(1280, 800)
    desk.wait(window.side.panel(StepPanel).isVisible)
    window.resize(960, 600)
    desk.wait(lambda: "to make room" in window.status.message.text())
    desk.key(Key.Key_F9)
    desk.wait(window.side.panel(StepPanel).isVisible)
    assert "to make room" not in window.status.message.text()


def test_place_size_and_speed_are_remembered(desk: Desk, make_desk: Desks) -> None:
    desk.set_speed(7)
    desk.window.resize(960, 700)
    make_desk.close()
    kept = load_preferences()
    assert kept.speed == 7
    again = make_desk(kept)
    assert again.window.transport.slider.value() == 7
    assert (again.window.width(), again.window.height()) == (960, 700)


def test_the_speed_of_a_session_is_not_the_user_s_choice_for_later(make_desk: Desks, tmp_path: Path) -> None:
    path = tmp_path / "fast.perceptron"
    write_session(path, SavedSession(Document(XOR), view=ViewState(speed=None)))
    desk = make_desk(Preferences(speed=2))
    desk.open(path)
    assert desk.window.transport.slider.value() == len(SPEEDS) - 1
    desk.do("file.new")
    make_desk.close()
    assert load_preferences().speed == 2


def test_the_window_that_closes_last_does_not_bring_back_what_another_was_changed_from(
    make_desk: Desks, tmp_path: Path
) -> None:
    path = tmp_path / "xor.perceptron"
    write_session(path, SavedSession(Document(XOR)))
    untouched, changed = make_desk(load_preferences()), make_desk(load_preferences())
    changed.open(path)
    changed.window.controller.change_view(theme="dark")
    changed.do("show.levels")
    untouched.window.controller.change_view(has_side_panel=False)
    changed.window.close()
    found = load_preferences()
    assert (found.theme, found.recent, found.has_side_panel) == ("dark", (str(path),), True)
    untouched.window.close()
    later = load_preferences()
    assert (later.theme, later.chosen, later.recent) == (found.theme, found.chosen, found.recent)
    assert later.switches == found.switches
    assert not later.has_side_panel


@pytest.mark.parametrize("size", [(960, 600), (1024, 768), (1600, 1000)])
def test_at_every_size_all_parts_are_inside_the_window(desk: Desk, size: tuple[int, int]) -> None:
    desk.window.resize(*size)
    window = desk.window
    desk.wait(lambda: (window.width(), window.height()) == size == (window.grab().width(), window.grab().height()))
    parts = [
        window.canvas,
        window.transport.timeline,
        window.top.verdict,
        window.score,
        window.model_bar,
        window.status.counts,
    ]
    parts += [*window.left.tools.values(), window.left.add_button, *window.transport.buttons.values()]
    parts += [*window.top.modes.values(), window.top.rules, window.top.examples]
    for part in parts:
        corner = part.mapTo(window, part.rect().bottomRight())
        assert part.isVisible(), part
        assert corner.x() < window.width(), part
        assert corner.y() < window.height(), part
    assert window.canvas.height() >= 250


def test_help_pages_open_and_close(desk: Desk) -> None:
    desk.do("help.about")
    boxes = desk.boxes()
    assert len(boxes) == 1
    boxes[0].close()
    desk.wait(lambda: not desk.boxes())
    desk.do("help.keys")
    pages = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, Page)]
    assert len(pages) == 1
    assert "Space" in pages[0].label.text()
    assert pages[0].label.width() >= pages[0].label.sizeHint().width()
    pages[0].close()
    desk.wait(lambda: not any(isinstance(widget, Page) for widget in QApplication.topLevelWidgets()))


def test_menus_hold_every_action_of_the_table(desk: Desk) -> None:
    from perceptron_gui.session.actions import ACTIONS

    in_menus = {
        action.objectName() for menu in desk.window.actions_by_id.menus for action in actions_in(desk.window, menu)
    }
    assert {action.id for action in ACTIONS} <= in_menus


def test_menus_belong_to_the_window(desk: Desk) -> None:
    """PySide forgets their bar after some use, and what it thinks is the bar's: a menu could be asked nothing then."""
    assert {menu.parent() for menu in desk.window.actions_by_id.menus.values()} == {desk.window}


def test_every_action_is_handled_by_one_feature(desk: Desk) -> None:
    from perceptron_gui.session.actions import ACTIONS

    late = desk.commands.late.values()
    handled = [name for feature in (*desk.commands.features, *late) for name in feature.handlers()]
    assert all({*feature.handlers()} == {*feature.made.handlers()} for feature in late)
    assert sorted(handled) == sorted(action.id for action in ACTIONS)


def test_closing_ends_everything_at_once_while_playing(desk: Desk, make_desk: Desks) -> None:
    desk.show(XOR)
    desk.set_speed(len(SPEEDS) - 1)
    desk.key(Key.Key_Space)
    desk.settle()
    threads = {
        thread for thread in threading.enumerate() if thread.name in ("training", "AnalysisCommands.take_finding")
    }
    assert len(threads) == 2
    make_desk.close()
    assert not threads & set(threading.enumerate())
    assert QApplication.activeWindow() is None


@pytest.mark.new_window
def test_with_a_part_that_goes_none_behind_it_in_the_order_of_tab_is_forgotten(desk: Desk) -> None:
    """Once an import had no button to accept it, and menus were gone, after a hall was shown and a part of it went."""
    first, box = QPushButton(desk.window), QDialogButtonBox(QDialogButtonBox.StandardButton.Ok, parent=desk.window)
    accepting, bar = box.button(QDialogButtonBox.StandardButton.Ok), desk.window.menuBar()
    chain = focus_chain(desk.window, desk.window)
    assert chain.index(first) < chain.index(box) < chain.index(accepting)
    assert desk.window not in chain and len({*chain}) == len(chain)
    first.deleteLater()
    QCoreApplication.sendPostedEvents(first, QEvent.Type.DeferredDelete)
    assert not isValid(first)
    assert isValid(accepting) and isValid(bar) and all(map(isValid, focus_chain(desk.window, box)))
    assert box.button(QDialogButtonBox.StandardButton.Ok) is accepting
