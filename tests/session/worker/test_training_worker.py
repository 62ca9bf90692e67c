"""Every row of the table in A14, and every command, with a clock wound by hand."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import TrainingWorker
from tests.session.bench import TEXTBOOK, XOR, XOR_CYCLE_VISIT, Bench

CLOUD = Dataset.of(np.round(np.random.default_rng(3).normal(size=(200, 2)), 4), [0, 1] * 100)
"""Random labels: no line separates them, and the run goes on for long."""


def forward(dataset: Dataset, visit: int, settings: TrainingSettings | None = None) -> list[float]:
    """Return θ after `visit` visits from the start."""
    run = Run(dataset, settings or TrainingSettings())
    run.advance(visit)
    return parameters(run.trainer)[0].tolist()


# No points, one class, the end


def test_without_points_there_is_a_snapshot_and_nothing_moves() -> None:
    bench = Bench.on(Dataset.empty())
    bench.worker.play()
    bench.play_for(1)
    snapshot = bench.do(TrainingWorker.pause)
    assert (snapshot.visit, snapshot.n_errors, snapshot.stop) == (0, 0, None)


def test_without_points_the_thread_rests_whatever_it_is_told() -> None:
    bench = Bench.on(TEXTBOOK)
    bench.worker.play()
    assert bench.edit(Dataset.empty()).is_playing is False
    for command in (
        TrainingWorker.play,
        moves.go_to_end,
        moves.go_to_next_mistake,
        moves.go_to_next_epoch,
    ):
        command(bench.worker)
        waits = [bench.worker.work_once() for _ in range(3)]
        assert waits[-1] > 3600, "a thread that finds nothing to do must not spin"


def test_one_class_runs_and_stops_when_all_points_are_right() -> None:
    bench = Bench.on(Dataset.of([[1, 1], [2, 2]], [1, 1]))
    snapshot = bench.do(moves.go_to_end)
    assert snapshot.stop is Stop.CONVERGED
    assert snapshot.dataset.present == (1,)


def test_play_at_the_end_starts_again() -> None:
    bench = Bench.on(TEXTBOOK)
    end = bench.do(moves.go_to_end)
    assert (end.stop, end.theta.tolist()) == (Stop.CONVERGED, [[1.0, 1.0, -3.0]])
    bench.worker.set_speed(1)
    first = bench.do(TrainingWorker.play)
    assert (first.visit, first.is_playing) == (1, True)
    bench.play_for(60)
    again = bench.do(TrainingWorker.pause)
    assert (again.stop, again.visit, again.mistakes) == (end.stop, end.visit, end.mistakes)


def test_play_stops_playing_at_the_end() -> None:
    bench = Bench.on(TEXTBOOK)
    bench.worker.play()
    bench.play_for(1)
    assert not bench.worker.is_playing
    assert isinstance(bench.shown, Snapshot)
    assert (bench.shown.stop, bench.shown.is_playing) == (Stop.CONVERGED, False)


# Edits while a run stands or goes


def test_a_point_added_in_a_run_arrives_and_the_run_goes_on() -> None:
    bench = Bench.on(CLOUD)
    bench.worker.set_speed(10)
    bench.worker.play()
    bench.play_for(2)
    visit, theta = bench.run.visit, list(bench.run.state.theta)
    snapshot = bench.edit(CLOUD.with_points([[0.5, 0.5]], [1]))
    assert bench.worker.is_playing
    assert bench.run.stages.arrivals == ((visit, 200),)
    assert snapshot.visit >= visit
    assert bench.run.trainer_at(visit).state.theta == theta
    assert snapshot.dataset.n_samples == 201


def test_a_point_added_at_the_end_lets_the_run_go_on_from_there() -> None:
    bench = Bench.on(TEXTBOOK)
    end = bench.do(moves.go_to_end)
    snapshot = bench.edit(TEXTBOOK.with_points([[2, 1]], [0]))
    assert (snapshot.visit, snapshot.stop) == (end.visit, None)
    assert snapshot.theta.tolist() == end.theta.tolist()
    assert bench.do(moves.go_to_end).visit > end.visit


def test_points_added_at_the_start_belong_to_the_start() -> None:
    bench = Bench.on(TEXTBOOK)
    bench.edit(TEXTBOOK.with_points([[0, 0]], [0]))
    assert bench.run.stages.arrivals == ()
    end = bench.do(moves.go_to_end)
    assert end.theta[0].tolist() == forward(bench.document.dataset, end.visit)


@pytest.mark.parametrize(
    "edit",
    [
        lambda document: document.with_dataset(CLOUD.without([3])),
        lambda document: document.with_dataset(CLOUD.relabelled([3], 0)),
        lambda document: document.with_dataset(CLOUD.moved([3], [[0.25, 0.75]])),
        lambda document: document.with_settings(replace(document.settings, eta=0.5)),
        lambda document: document.with_settings(replace(document.settings, bias=False)),
        lambda document: document.with_settings(replace(document.settings, order=Order.SHUFFLED)),
        lambda document: document.with_settings(replace(document.settings, mode=Mode.MULTICLASS)),
    ],
    ids=["removed", "relabelled", "moved", "eta", "bias", "order", "multiclass"],
)
def test_other_edits_begin_a_new_run_and_playing_stays_playing(edit: object) -> None:
    bench = Bench.on(CLOUD)
    bench.worker.set_speed(None)
    bench.worker.play()
    bench.play_for(0.03)
    old = bench.run
    assert old.visit >= 50
    bench.load(edit(bench.document))  # type: ignore[operator]
    assert bench.run is not old
    assert bench.run.visit < old.visit
    assert bench.worker.is_playing
    visit = bench.run.visit
    bench.play_for(0.03)
    assert bench.run.visit > visit


@pytest.mark.parametrize("is_playing", [False, True])
def test_a_standing_run_stays_standing_when_it_begins_anew(is_playing: bool) -> None:
    bench = Bench.on(CLOUD)
    bench.do(moves.go_to_next_mistake)
    if is_playing:
        bench.worker.set_speed(1)
        bench.worker.play()
    snapshot = bench.edit(CLOUD.without([0]))
    assert snapshot.is_playing == is_playing
    assert snapshot.visit <= 1


@pytest.mark.parametrize("there", [Mode.DUAL, Mode.PRIMAL])
def test_primal_and_dual_keep_the_place_on_the_timeline(there: Mode) -> None:
    here = Mode.PRIMAL if there is Mode.DUAL else Mode.DUAL
    bench = Bench.on(CLOUD, TrainingSettings(mode=here))
    before = bench.do(lambda worker: moves.seek(worker, 333))
    after = bench.load(bench.document.with_settings(replace(bench.document.settings, mode=there)))
    assert after.settings.mode is there
    assert after.visit == before.visit == 333
    assert after.theta.tolist() == before.theta.tolist()
    assert after.mistakes == before.mistakes
    assert after.last is not None and before.last is not None
    assert (after.last.number, after.last.scores.tolist()) == (before.last.number, before.last.scores.tolist())
    assert bench.do(moves.step).theta.tolist() == [forward(CLOUD, 334)]


def test_a_third_class_in_a_binary_mode_arrives_as_the_rest() -> None:
    bench = Bench.on(Dataset.of([[0, 0], [2, 2], [1, 0]], [0, 1, 0], ["A", "B", "C"]))
    bench.do(moves.step)
    snapshot = bench.edit(bench.document.dataset.with_points([[5, -5]], [2]))
    assert snapshot.dataset.present == (0, 1, 2)
    assert snapshot.positive == 1
    assert snapshot.visit == 1
    end = bench.do(moves.go_to_end)
    assert end.stop is Stop.CONVERGED
    assert end.n_errors == 0


def test_a_new_class_without_points_keeps_the_run_and_its_first_point_arrives() -> None:
    bench = Bench.on(CLOUD, TrainingSettings(mode=Mode.MULTICLASS))
    bench.do(lambda worker: moves.seek(worker, 50))
    assert bench.edit(CLOUD.with_classes(["A", "B", "C"])).visit == 50
    snapshot = bench.edit(bench.document.dataset.with_points([[9, 9]], [2]))
    assert snapshot.visit == 50
    assert snapshot.theta.shape == (3, 3)
    assert snapshot.theta[2].tolist() == [0, 0, 0]


def test_a_class_that_gets_another_name_is_shown_under_it() -> None:
    bench = Bench.on(CLOUD)
    bench.do(moves.step)
    snapshot = bench.edit(CLOUD.with_classes(["no", "yes"]))
    assert snapshot.visit == 1
    assert snapshot.dataset.classes == ("no", "yes")
    assert bench.do(moves.step).dataset.classes == ("no", "yes")


# Dragging


def test_training_holds_while_a_point_is_dragged_and_errors_follow_it() -> None:
    bench = Bench.on(TEXTBOOK)
    end = bench.do(moves.go_to_end)
    dragged = bench.document.with_dataset(TEXTBOOK.moved([2], [[5, 5]]))
    bench.worker.preview(dragged)
    shown = bench.taken()
    assert (shown.visit, shown.theta.tolist()) == (end.visit, end.theta.tolist())
    assert shown.errors.tolist() == [False, False, True]
    assert bench.worker.work_once() > 3600


def test_a_drag_holds_a_playing_run_and_its_end_lets_it_go_on() -> None:
    bench = Bench.on(CLOUD)
    bench.worker.set_speed(100)
    bench.worker.play()
    bench.play_for(1)
    visit = bench.run.visit
    dragged = bench.document.with_dataset(CLOUD.moved([0], [[3, 3]]))
    bench.worker.preview(dragged)
    bench.play_for(1)
    assert bench.run.visit == visit
    bench.worker.end_preview()
    bench.load(dragged)
    assert bench.run.visit <= 1
    bench.play_for(1)
    assert bench.worker.is_playing
    assert bench.run.visit >= 99


def test_a_drag_given_up_goes_on_where_it_was() -> None:
    bench = Bench.on(CLOUD)
    bench.do(lambda worker: moves.seek(worker, 70))
    bench.worker.preview(bench.document.with_dataset(CLOUD.moved([0], [[3, 3]])))
    bench.worker.end_preview()
    snapshot = bench.load(bench.document)
    assert snapshot.visit == 70
    assert snapshot.dataset.X[0].tolist() == CLOUD.X[0].tolist()


def test_at_unlimited_speed_every_frame_of_a_drag_trains_anew() -> None:
    bench = Bench.on(TEXTBOOK)
    bench.worker.play()
    moved = TEXTBOOK.moved([2], [[2, 1]])
    bench.worker.preview(bench.document.with_dataset(moved))
    bench.play_for(0.1)
    assert bench.run.dataset.X[2].tolist() == [2, 1]
    assert bench.run.stop is Stop.CONVERGED


def test_a_drag_over_another_edit_does_not_hold_training_for_ever() -> None:
    bench = Bench.on(CLOUD)
    bench.worker.set_speed(100)
    bench.worker.play()
    bench.worker.preview(bench.document.with_dataset(CLOUD.moved([0], [[3, 3]])))
    bench.edit(CLOUD.without([5]))
    bench.play_for(1)
    assert bench.run.visit >= 99


# The cycle


@pytest.mark.parametrize("speed", [5.0, 1000.0, None])
def test_a_cycle_pauses_play_once_and_is_named_and_play_goes_round(speed: float | None) -> None:
    bench = Bench.on(XOR)
    bench.worker.set_speed(speed)
    bench.worker.play()
    seconds = 5 if speed == 5.0 else 0.1
    bench.play_for(seconds)
    snapshot = bench.do(TrainingWorker.pause)
    assert (snapshot.visit, snapshot.stop, snapshot.is_playing) == (XOR_CYCLE_VISIT, Stop.CYCLE, False)
    assert snapshot.cycle is not None
    assert (snapshot.cycle.entered_epoch, snapshot.cycle.length_epochs, snapshot.cycle.mistakes) == (1, 1, 4)
    bench.worker.play()
    bench.play_for(seconds)
    assert bench.worker.is_playing
    assert bench.run.visit > XOR_CYCLE_VISIT + 20


@pytest.mark.parametrize("speed", [5.0, 1000.0, None])
def test_played_from_the_start_again_the_cycle_pauses_again_at_every_speed(speed: float | None) -> None:
    bench = Bench.on(XOR)
    bench.worker.play()
    bench.play_for(1)
    moves.seek(bench.worker, 0)
    bench.worker.set_speed(speed)
    bench.worker.play()
    bench.play_for(5 if speed else 0.1)
    assert (bench.run.visit, bench.worker.is_playing) == (XOR_CYCLE_VISIT, False)


def test_to_the_end_goes_to_the_cycle() -> None:
    bench = Bench.on(XOR)
    assert bench.do(moves.go_to_end).visit == XOR_CYCLE_VISIT
    bench.do(lambda worker: moves.seek(worker, 0))
    assert bench.do(moves.go_to_end).stop is Stop.CYCLE


def test_steps_go_past_the_cycle() -> None:
    bench = Bench.on(XOR)
    bench.do(moves.go_to_end)
    assert bench.do(moves.step).visit == XOR_CYCLE_VISIT + 1
    assert bench.do(moves.go_to_next_mistake).visit > XOR_CYCLE_VISIT + 1


# Going about in time


def test_a_step_makes_one_visit_and_pauses() -> None:
    bench = Bench.on(TEXTBOOK)
    bench.worker.play()
    snapshot = bench.do(moves.step)
    assert not snapshot.is_playing
    assert snapshot.last is not None
    assert snapshot.last.number == snapshot.visit
    assert bench.do(moves.step).visit == snapshot.visit + 1


def test_a_step_at_the_end_stays_there() -> None:
    bench = Bench.on(TEXTBOOK)
    end = bench.do(moves.go_to_end)
    assert bench.do(moves.step).visit == end.visit


def test_a_step_back_shows_the_visit_before_in_the_same_numbers() -> None:
    bench = Bench.on(CLOUD)
    seen = [bench.do(moves.step) for _ in range(60)]
    for there in reversed(seen[:-1]):
        back = bench.do(moves.step_back)
        assert (back.visit, back.theta.tolist(), back.mistakes) == (there.visit, there.theta.tolist(), there.mistakes)
        assert back.last is not None and there.last is not None
        assert (back.last.point, back.last.scores.tolist()) == (there.last.point, there.last.scores.tolist())
    assert bench.do(moves.step_back).visit == 0
    assert bench.do(moves.step_back).visit == 0


def test_going_back_keeps_what_was_computed() -> None:
    bench = Bench.on(CLOUD)
    for _ in range(10):
        bench.do(moves.step)
    assert bench.do(moves.step_back).frontier == 10


def test_next_and_previous_mistake_stand_behind_the_visits_that_changed_something() -> None:
    bench, every = Bench.on(CLOUD), Bench.on(CLOUD)
    visits = []
    while len(visits) < 12:
        snapshot = every.do(moves.step)
        if snapshot.last is not None and snapshot.last.is_mistake:
            visits.append(snapshot.visit)
    there = [bench.do(moves.go_to_next_mistake) for _ in visits]
    assert [snapshot.visit for snapshot in there] == visits
    assert all(snapshot.last is not None and snapshot.last.is_mistake for snapshot in there)
    back = [bench.do(moves.go_to_previous_mistake).visit for _ in visits]
    assert back == [*reversed(visits[:-1]), 0]


def test_next_mistake_of_a_finished_run_stays_at_the_end() -> None:
    bench = Bench.on(TEXTBOOK)
    end = bench.do(moves.go_to_end)
    assert bench.do(moves.go_to_next_mistake).visit == end.visit
    bench.do(moves.go_to_previous_mistake)
    assert bench.do(moves.go_to_next_mistake).visit == end.visit


def test_epochs_end_and_begin_where_the_passes_do() -> None:
    bench = Bench.on(CLOUD)
    bench.do(lambda worker: moves.seek(worker, 30))
    assert [bench.do(moves.go_to_next_epoch).visit for _ in range(3)] == [200, 400, 600]
    assert [bench.do(moves.go_to_previous_epoch).visit for _ in range(4)] == [400, 200, 0, 0]


def test_to_the_start_and_to_the_end() -> None:
    bench = Bench.on(TEXTBOOK)
    end = bench.do(moves.go_to_end)
    start = bench.do(lambda worker: moves.seek(worker, 0))
    assert (start.visit, start.last, start.theta.tolist()) == (0, None, [[0.0, 0.0, 0.0]])
    assert start.frontier == end.visit
    assert bench.do(moves.go_to_end).theta.tolist() == end.theta.tolist()


def test_seeking_behind_the_frontier_trains_until_there() -> None:
    bench = Bench.on(CLOUD)
    snapshot = bench.do(lambda worker: moves.seek(worker, 12_345))
    assert (snapshot.visit, snapshot.frontier) == (12_345, 12_345)
    assert snapshot.last is not None
    assert snapshot.last.number == 12_345


@pytest.mark.parametrize("visit", [-5, 0])
def test_seeking_before_the_start_goes_to_the_start(visit: int) -> None:
    bench = Bench.on(TEXTBOOK)
    bench.do(moves.step)
    assert bench.do(lambda worker: moves.seek(worker, visit)).visit == 0


def test_seeking_behind_the_end_goes_to_the_end() -> None:
    bench = Bench.on(TEXTBOOK)
    end = bench.do(moves.go_to_end)
    assert bench.do(lambda worker: moves.seek(worker, 10**9)).visit == end.visit


# Speed


@pytest.mark.parametrize("speed", [1.0, 10.0, 100.0, 10_000.0])
def test_a_limited_speed_makes_its_number_of_visits_in_the_time(speed: float) -> None:
    bench = Bench.on(CLOUD)
    bench.worker.set_speed(speed)
    bench.worker.play()
    seconds = 5 if speed < 1000 else 1
    bench.play_for(seconds)
    assert bench.run.visit == pytest.approx(seconds * speed + 0.5, abs=1 + 0.002 * seconds * speed)


def test_a_short_pause_of_the_machine_is_caught_up() -> None:
    bench = Bench.on(CLOUD)
    bench.worker.set_speed(100_000)
    bench.worker.play()
    for _ in range(20):  # 8 ms of painting in every frame of 16 ms
        bench.clock.now += 0.008
        for _ in range(80):
            bench.worker.work_once()
            bench.clock.now += 0.0001
        bench.mailbox.take()
    assert bench.run.visit == pytest.approx(0.016 * 20 * 100_000, rel=0.05)


def test_after_a_long_stall_training_does_not_hurry_after_the_clock() -> None:
    bench = Bench.on(CLOUD)
    bench.worker.set_speed(1000)
    bench.worker.play()
    bench.play_for(0.3)
    visit = bench.run.visit
    bench.clock.now += 3600
    bench.play_for(0.3)
    assert bench.run.visit - visit < 20_000


def test_another_speed_counts_from_now() -> None:
    bench = Bench.on(CLOUD)
    bench.worker.set_speed(1)
    bench.worker.play()
    bench.play_for(2)
    visit = bench.run.visit
    bench.worker.set_speed(100)
    bench.play_for(2)
    assert bench.run.visit - visit == pytest.approx(200, abs=3)


def test_slow_play_shows_every_visit() -> None:
    bench = Bench.on(CLOUD)
    bench.worker.set_speed(10)
    bench.worker.play()
    numbers = []
    for _ in range(60):
        bench.worker.work_once()
        letter = bench.mailbox.take()
        if letter is not None:
            numbers.append(letter.visit)  # type: ignore[union-attr]
        bench.clock.now += 1 / 60
    assert numbers == list(range(1, len(numbers) + 1))


# Publishing


def test_unlimited_speed_publishes_only_when_the_window_took_the_last() -> None:
    bench = Bench.on(CLOUD)
    bench.worker.play()
    bench.worker.work_once()
    first = bench.mailbox._letter
    for _ in range(20):
        bench.worker.work_once()
    assert bench.mailbox.take() is first
    assert bench.run.visit > first.visit  # type: ignore[union-attr]
    bench.worker.work_once()
    assert bench.mailbox.take() is not None


def test_a_standing_run_publishes_once() -> None:
    bench = Bench.on(CLOUD)
    bench.do(moves.step)
    for _ in range(3):
        bench.worker.work_once()
    assert bench.mailbox.is_empty


def test_a_pause_is_published_even_when_the_window_did_not_take_the_last() -> None:
    bench = Bench.on(CLOUD)
    bench.worker.play()
    for _ in range(5):
        bench.worker.work_once()
    bench.worker.pause()
    bench.worker.work_once()
    snapshot = bench.taken()
    assert (snapshot.is_playing, snapshot.visit) == (False, bench.run.visit)


def test_snapshots_carry_the_id_of_their_run_and_show_the_visit_that_led_there() -> None:
    bench = Bench.on(CLOUD)
    bench.worker.play()
    for _ in range(5):
        bench.worker.work_once()
        snapshot = bench.taken()
        assert snapshot.run_id == bench.run_id
        assert snapshot.last is not None
        assert snapshot.last.number == snapshot.visit
    assert bench.edit(CLOUD.without([0])).run_id == bench.run_id == 2


def test_only_what_is_asked_for_is_copied() -> None:
    bench = Bench.on(CLOUD)
    snapshot = bench.do(moves.step)
    assert snapshot.alpha is None
    assert snapshot.ticks is None
    asked = bench.do(lambda worker: worker.want(Wants(alpha=True, ticks=16, span=32)))
    assert asked.alpha is not None
    assert asked.alpha.sum() == asked.mistakes
    assert asked.ticks is not None
    assert len(asked.ticks) == 16
    bench.worker.want(Wants(alpha=True, ticks=16, span=32))
    bench.worker.work_once()
    assert bench.mailbox.is_empty, "nothing new was asked for"


# Failures


def test_a_failure_is_a_letter_and_the_next_document_works() -> None:
    bench = Bench.on(TEXTBOOK)
    bench.worker.play()
    bench.worker.fail("Traceback …")
    failure = bench.failure()
    assert (failure.run_id, failure.details) == (1, "Traceback …")
    assert not bench.worker.is_playing
    assert bench.worker.work_once() > 3600
    snapshot = bench.edit(TEXTBOOK.without([0]))
    assert snapshot.dataset.n_samples == 2
    assert bench.do(moves.step).visit == 1


@pytest.mark.parametrize(
    "command",
    [
        TrainingWorker.pause,
        moves.step,
        moves.step_back,
        moves.go_to_next_mistake,
        moves.go_to_previous_mistake,
        moves.go_to_next_epoch,
        moves.go_to_previous_epoch,
        moves.go_to_end,
        TrainingWorker.end_preview,
        lambda worker: moves.seek(worker, 3),
        lambda worker: worker.preview(Document()),
    ],
)
@pytest.mark.parametrize("has_failed", [False, True])
def test_without_a_run_every_command_is_harmless(command: object, has_failed: bool) -> None:
    bench = Bench.on(TEXTBOOK) if has_failed else Bench()
    if has_failed:
        bench.worker.fail("…")
    command(bench.worker)  # type: ignore[operator]
    assert bench.worker.work_once() > 3600


def test_play_after_a_failure_tries_again() -> None:
    bench = Bench.on(TEXTBOOK)
    bench.worker.fail("…")
    bench.failure()
    bench.worker.play()
    bench.play_for(1)
    assert bench.run.stop is Stop.CONVERGED


@pytest.mark.parametrize("kernel", [Kernel(), Kernel(KernelName.RBF)], ids=lambda kernel: kernel.name)
def test_a_run_has_as_many_names_as_it_knows_classes_whatever_becomes_of_the_palette(kernel: Kernel) -> None:
    names, rules = ["A", "B", "C"], TrainingSettings(Mode.MULTICLASS, kernel=kernel)
    bench = Bench.on(TEXTBOOK, rules)
    bench.do(moves.step)
    wider = bench.document.with_dataset(TEXTBOOK.with_classes(names))
    moved = wider.with_dataset(wider.dataset.moved([0], [[3.0, 2.0]]))
    shown = [bench.load(wider), bench.do(lambda worker: worker.preview(moved)), bench.load(wider)]
    assert [each.dataset.classes for each in shown] == [("A", "B")] * 3

    bench = Bench.on(TEXTBOOK.with_classes(names), rules)
    bench.do(moves.step)
    narrower = bench.load(bench.document.with_dataset(TEXTBOOK.with_classes(["+", "-"])))
    assert narrower.dataset.classes == ("+", "-", "C") and len(narrower.theta) == 3


def test_on_points_that_are_dragged_and_trained_on_the_run_stands_nowhere() -> None:
    """What was saved then had the points from before, and the place of a run on others."""
    bench = Bench.on(XOR, TrainingSettings(order=Order.RANDOM))
    document = bench.document

    def place() -> Place:
        places: list[Place] = []
        bench.worker.tell_place(places.append)
        return places[0]

    bench.worker.play()
    bench.play_for(0.1)
    assert place().visit > 0
    bench.worker.preview(document.with_dataset(XOR.moved([2], [[2, 1]])))
    bench.play_for(0.1)
    assert bench.run.visit > 0 and place() == Place()
    bench.worker.pause()
    assert bench.run.visit > 0 and place() == Place()
    bench.worker.end_preview()
    bench.load(document)
    bench.do(moves.step)
    assert place().visit == 1
