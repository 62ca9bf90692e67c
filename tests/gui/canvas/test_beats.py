"""A visit in two beats: the picture looks, then moves from before to after, and ends exactly where the run stands."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QObject

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.canvas import LOOK_SHARE, STEP_MS, UpdateAnimation
from tests.gui.conftest import Desks
from tests.gui.desk import Desk, Key, Modifier
from tests.session.bench import TEXTBOOK, XOR

THREE = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", "B", "C"])


class Screen:
    """What the canvas was given to draw."""

    def __init__(self, run: Run) -> None:
        self.run, self.drawn = run, list[Snapshot]()
        self.owner = QObject()
        self.animation = UpdateAnimation(self.drawn.append, self.owner)
        self.taken: Snapshot | None = None
        self.lead()

    def lead(self, speed: float | None = None, **changes: object) -> Snapshot:
        """Show the run as it is."""
        snapshot = replace(take_snapshot(self.run, 1, Wants()), speed=speed, **changes)  # type: ignore[arg-type]
        self.animation.lead_to(snapshot, self.taken)
        self.taken = snapshot
        return snapshot

    def pass_time(self, *milliseconds: int) -> None:
        """Be at these times after the visit, however long a busy machine takes."""
        for time in milliseconds:
            self.animation._animation.setCurrentTime(time)

    def step(self, speed: float | None = None, **changes: object) -> Snapshot:
        """Make a visit and show it."""
        self.run.visit_once()
        return self.lead(speed, **changes)


@pytest.mark.parametrize(
    "dataset, settings",
    [
        (TEXTBOOK, TrainingSettings()),
        (TEXTBOOK, TrainingSettings(mode=Mode.DUAL)),
        (THREE, TrainingSettings(mode=Mode.MULTICLASS)),
    ],
    ids=["primal", "dual", "multiclass"],
)
def test_a_step_leads_from_before_to_after(qapp: object, dataset: Dataset, settings: TrainingSettings) -> None:
    screen = Screen(Run(dataset, settings))
    screen.drawn.clear()
    goal = screen.step()
    assert goal.last is not None
    assert screen.animation.is_moving
    screen.pass_time(*range(0, STEP_MS, 16), STEP_MS)
    assert not screen.animation.is_moving
    assert screen.drawn[-1] is goal
    assert screen.drawn[0].theta.tolist() == goal.last.before.tolist()
    way = np.array([((s.theta - goal.last.before) * goal.last.after).sum() for s in screen.drawn])
    assert (np.diff(way) >= 0).all()
    assert len(screen.drawn) > 3
    assert all(s.last is goal.last and s.visit == goal.visit for s in screen.drawn)


def test_first_it_looks_then_it_moves(qapp: object) -> None:
    screen = Screen(Run(TEXTBOOK, TrainingSettings()))
    goal = screen.step()
    assert goal.last is not None
    for value, share in ((0.0, 0.0), (LOOK_SHARE, 0.0), ((1 + LOOK_SHARE) / 2, 0.5)):
        screen.animation._on_value(value)
        assert screen.drawn[-1].theta == pytest.approx(goal.last.before + share * (goal.theta - goal.last.before))
    screen.animation._on_value(1.0)
    assert screen.drawn[-1] is goal
    assert not screen.animation.is_moving


def test_a_right_point_changes_nothing_and_moves_nothing() -> None:
    screen = Screen(Run(TEXTBOOK, TrainingSettings()))
    screen.step()
    goal = screen.step()
    assert goal.last is not None
    assert not goal.last.is_mistake
    assert not screen.animation.is_moving
    assert screen.drawn[-1] is goal


@pytest.mark.parametrize("speed, is_moving", [(1, True), (2, True), (5, False), (1_000, False), (None, False)])
def test_in_play_only_slow_visits_move(speed: float | None, is_moving: bool) -> None:
    screen = Screen(Run(TEXTBOOK, TrainingSettings()))
    goal = screen.step(speed, is_playing=True)
    assert screen.animation.is_moving == is_moving
    if is_moving:
        assert speed is not None
        assert screen.animation._animation.duration() < 1000 / speed
    else:
        assert screen.drawn[-1] is goal
    screen.animation.finish()


def test_reduced_motion_shows_the_end_at_once() -> None:
    screen = Screen(Run(TEXTBOOK, TrainingSettings()))
    screen.animation.is_reduced = True
    goal = screen.step()
    assert not screen.animation.is_moving
    assert screen.drawn[-1] is goal


def test_a_jump_another_run_and_a_way_back_do_not_move() -> None:
    screen = Screen(Run(XOR, TrainingSettings()))
    screen.run.advance(3)
    assert screen.lead().visit == 3
    assert not screen.animation.is_moving
    screen.run.seek(1)
    screen.lead()
    assert not screen.animation.is_moving
    screen.run.visit_once()
    screen.lead(run_id=2)
    assert not screen.animation.is_moving


def test_a_class_that_came_meanwhile_moves_nothing() -> None:
    screen = Screen(Run(THREE, TrainingSettings(mode=Mode.MULTICLASS)))
    screen.run.visit_once()
    wide = np.vstack([screen.run.visit_once().after, np.zeros((1, 3))])  # type: ignore[union-attr]
    screen.lead(theta=wide)
    assert not screen.animation.is_moving
    assert screen.drawn[-1].theta.shape == (4, 3)


def test_a_second_step_takes_over_and_ends_well(qapp: object) -> None:
    screen = Screen(Run(THREE, TrainingSettings(mode=Mode.MULTICLASS)))
    screen.step()
    screen.pass_time(200, 300, 400)
    assert screen.animation.is_moving
    second = screen.step()
    assert second.last is not None
    assert second.last.changed
    begin = len(screen.drawn)
    screen.pass_time(*range(0, STEP_MS, 16), STEP_MS)
    assert not screen.animation.is_moving
    assert screen.drawn[-1] is second
    assert all(s.visit == 2 for s in screen.drawn[begin:])


def test_another_snapshot_of_the_same_visit_does_not_cut_it_short(qapp: object) -> None:
    """The window asks for more as soon as it sees that a panel is open: the run then stands where it stood."""
    screen = Screen(Run(TEXTBOOK, TrainingSettings()))
    screen.step()
    screen.pass_time(200, 300, 400)
    fuller = screen.lead(n_logged=1)
    assert screen.animation.is_moving
    screen.pass_time(*range(0, STEP_MS, 16), STEP_MS)
    assert not screen.animation.is_moving
    assert screen.drawn[-1] is fuller


def test_the_first_point_of_a_class_cuts_it_short(qapp: object) -> None:
    """The visit is the same, and from then on there is a row more than at the visit."""
    screen = Screen(Run(TEXTBOOK, TrainingSettings(Mode.MULTICLASS)))
    screen.step()
    screen.pass_time(200, 300)
    assert screen.animation.is_moving
    screen.run.add_points(TEXTBOOK.with_classes(["A", "B", "C"]).with_points([[2, 4]], [2]))
    goal = screen.lead()
    screen.pass_time(400, STEP_MS)
    assert screen.drawn[-1] is goal
    assert all(len(each.theta) == len(each.dataset.classes) for each in screen.drawn)


def test_a_jump_during_the_animation_wins(qapp: object) -> None:
    screen = Screen(Run(XOR, TrainingSettings()))
    screen.step()
    screen.pass_time(200, 300, 400)
    screen.run.seek(0)
    goal = screen.lead()
    assert not screen.animation.is_moving
    assert screen.drawn[-1] is goal
    count = len(screen.drawn)
    screen.pass_time(500, STEP_MS)
    assert len(screen.drawn) == count


# In the window


def begin_step(desk: Desk, modifiers: Modifier = Modifier.NoModifier) -> None:
    """Make a visit and wait until it begins to be shown in two beats."""
    starts: list[object] = []
    desk.window.canvas.animation._animation.stateChanged.connect(lambda state, _: starts.append(state))
    desk.key(Key.Key_Right, modifiers)
    desk.wait(lambda: starts)


def is_still_at(desk: Desk, visit: int) -> bool:
    """Whether the canvas shows a visit's end."""
    canvas = desk.window.canvas
    return not canvas.animation.is_moving and canvas.snapshot is desk.snapshot and desk.snapshot.visit == visit


def test_a_step_in_the_window_moves_and_ends_at_the_snapshot(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    begin_step(desk)
    desk.wait(lambda: is_still_at(desk, 1))
    assert desk.window.canvas.snapshot is desk.snapshot


@pytest.mark.seldom
def test_during_it_all_can_happen(desk: Desk) -> None:
    desk.show(XOR)
    canvas, window = desk.window.canvas, desk.window

    def resize() -> None:
        window.resize(1000, 640)

    happenings = [
        lambda: desk.do("view.dark"),
        lambda: canvas.zoom(1.3),
        resize,
        canvas.fit,
        lambda: desk.key(Key.Key_Right),
        lambda: desk.key(Key.Key_Left),
        lambda: desk.do("view.dark"),
        lambda: window.controller.change_settings("mode", mode=Mode.DUAL),
    ]
    for happening in happenings:
        desk.key(Key.Key_Home)
        desk.wait(lambda: desk.snapshot.visit == 0)
        begin_step(desk)
        happening()
        desk.settle()
        desk.wait(lambda: is_still_at(desk, desk.snapshot.visit))
        assert canvas.snapshot is not None
        assert canvas.snapshot.theta.tolist() == desk.snapshot.theta.tolist()


def test_an_edit_during_it_shows_the_new_run(desk: Desk) -> None:
    desk.show(XOR)
    begin_step(desk)
    desk.window.controller.set_dataset(TEXTBOOK, "example")
    desk.settle()
    desk.wait(lambda: is_still_at(desk, 0))
    assert desk.window.canvas.snapshot is not None
    assert not desk.window.canvas.snapshot.theta.any()


def test_a_window_may_be_closed_in_the_middle_of_it(make_desk: Desks) -> None:
    desk = make_desk()
    desk.show(XOR)
    begin_step(desk)
    make_desk.close()


def test_reduced_motion_is_an_action_and_remembered(make_desk: Desks) -> None:
    desk = make_desk(Preferences(switches={"still": True}))
    assert desk.window.actions_by_id["view.still"].isChecked()
    desk.show(TEXTBOOK)
    desk.key(Key.Key_Right)
    desk.wait(lambda: desk.snapshot.visit == 1)
    assert not desk.window.canvas.animation.is_moving
    desk.do("view.still")
    desk.key(Key.Key_Home)
    desk.wait(lambda: desk.snapshot.visit == 0)
    begin_step(desk, Modifier.ShiftModifier)
