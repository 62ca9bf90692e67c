"""Undo and redo of points that arrived in a run: the run stands at the visits at which they arrived (P9, A14)."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place, Travel, place_of
from perceptron_gui.session.messages.restart_notice import restart_notice, travel_notice
from perceptron_gui.session.points.history import History
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import TrainingWorker
from tests.session.bench import TEXTBOOK, XOR, XOR_CYCLE_VISIT, Bench

RULES = [
    *(TrainingSettings(order=order) for order in Order),
    TrainingSettings(Mode.MULTICLASS, Order.SHUFFLED, seed=3),
    TrainingSettings(Mode.DUAL, kernel=Kernel(KernelName.RBF)),
]
LATER = [[[2.0, 1.0]], [[0.5, 1.5]], [[3.0, 0.5]]]
"""Points that are placed one after the other."""


class Desk(Bench):
    """A bench with a history, whose undo and redo do what those of the window do."""

    def begin(self, dataset: Dataset, settings: TrainingSettings | None = None) -> Desk:
        """Take up points and rules, with nothing to undo."""
        document = Document().with_settings(settings or TrainingSettings()).with_dataset(dataset)
        self.history = History(document)
        self.load(document)
        return self

    def change(self, document: Document) -> None:
        """Make an edit."""
        self.history.push(document, "edit")
        self.load(document)

    def place(self, point: list[list[float]], label: int = 0) -> None:
        """Place a point."""
        self.change(self.document.with_dataset(self.document.dataset.with_points(point, [label])))

    def visit(self, times: int) -> None:
        """Make visits."""
        for _ in range(times):
            self.do(moves.step)

    def go(self, is_back: bool = True) -> Travel:
        """Undo, or redo, with all that follows from it; return what is told of it."""
        document = self.history.undo() if is_back else self.history.redo()
        self.run_id += 1
        moves.travel(self.worker, document, self.run_id, "undone: edit" if is_back else "redone: edit")
        while self.worker.returning is not None:
            self.worker.work_once()
        self.mailbox.take()
        told = [self.answers.get_nowait() for _ in range(self.answers.qsize())]
        (travel,) = (answer for run_id, answer in told if isinstance(answer, Travel) and run_id == self.run_id)
        return travel


def bits(run: Run) -> tuple[object, ...]:
    """Return all that a run is known by at its cursor."""
    return place_of(run), parameters(run.trainer).tobytes(), run.stop, run.cycle, run.stages.passes, run.frontier


@pytest.mark.parametrize("settings", RULES, ids=lambda rules: f"{rules.mode} {rules.order} {rules.kernel.name}")
def test_undo_of_a_point_that_arrived_comes_back_to_the_visit_at_which_it_arrived(settings: TrainingSettings) -> None:
    desk = Desk().begin(TEXTBOOK, settings)
    stood = []
    for point in LATER:
        desk.visit(2)
        stood.append(bits(desk.run))
        desk.place(point)
    desk.visit(3)
    with_all = desk.run.stages.arrivals
    for before in reversed(stood):
        travel = desk.go()
        assert bits(desk.run) == before
        assert travel.place is not None and travel.place.visit == desk.run.visit
        assert travel_notice(travel) == f"undone: edit. The run goes back to visit {desk.run.visit}."
    desk.visit(2)
    for i in range(3):
        desk.go(is_back=False)
        assert desk.run.stages.arrivals == with_all[: i + 1]
        assert desk.run.visit == with_all[i][0]
        desk.visit(1)


def test_points_that_arrive_in_one_stroke_are_taken_back_to_the_first_and_come_again_one_by_one() -> None:
    desk = Desk().begin(TEXTBOOK)
    desk.visit(2)
    before = desk.document
    for i, point in enumerate(LATER):
        document = desk.document.with_dataset(desk.document.dataset.with_points(point, [1]))
        desk.history.push(document, "brush", series="one stroke")
        desk.load(document)
        desk.visit(i)
    visits = [visit for visit, _ in desk.run.stages.arrivals]
    assert visits == [2, 2, 3]
    desk.go()
    assert desk.document is before and desk.run.visit == 2 and desk.run.stages.arrivals == ()
    desk.go(is_back=False)
    assert [visit for visit, _ in desk.run.stages.arrivals] == visits
    assert desk.run.visit == 3


@pytest.mark.parametrize("speed", [10.0, None])
def test_undo_of_an_arrival_keeps_playing(speed: float | None) -> None:
    desk = Desk().begin(XOR, TrainingSettings(order=Order.RANDOM))
    desk.worker.set_speed(speed)
    desk.worker.play()
    seconds = 1.0 if speed else 0.01
    desk.play_for(seconds)
    desk.place([[3.0, 3.0]])
    ((visit, _),) = desk.run.stages.arrivals
    desk.play_for(seconds)
    desk.go()
    assert desk.worker.is_playing and desk.run.visit >= visit > 1
    desk.play_for(seconds)
    assert desk.worker.is_playing and desk.run.stages.arrivals == ()


def test_undo_while_playing_rests_at_the_end_that_the_run_had_reached() -> None:
    desk = Desk().begin(TEXTBOOK)
    end = desk.do(moves.go_to_end)
    desk.place([[3.0, 2.0]])
    desk.worker.set_speed(1)
    desk.worker.play()
    desk.play_for(1.5)
    desk.go()
    desk.play_for(1.5)
    assert (desk.run.visit, desk.run.stop) == (end.visit, Stop.CONVERGED)
    assert not desk.worker.is_playing


def test_a_cycle_that_was_found_before_a_point_arrived_is_found_again() -> None:
    desk = Desk().begin(XOR)
    desk.do(moves.go_to_end)
    before = bits(desk.run)
    desk.place([[3.0, 3.0]])
    desk.visit(6)
    desk.go()
    assert bits(desk.run) == before and desk.run.visit == XOR_CYCLE_VISIT


def test_a_point_that_was_there_before_the_first_visit_begins_a_new_run_and_that_is_told() -> None:
    desk = Desk().begin(TEXTBOOK)
    desk.place([[2.0, 2.0]])
    desk.visit(3)
    travel = desk.go()
    assert desk.run.visit == 0 and travel.place is None
    assert travel_notice(travel) == "undone: edit. 1 point was removed: the run starts again."


def test_undo_of_words_keeps_the_run_with_its_arrivals() -> None:
    desk = Desk().begin(TEXTBOOK)
    desk.visit(2)
    desk.place([[2.0, 2.0]])
    desk.visit(2)
    desk.change(desk.document.with_settings(replace(desk.document.settings, mode=Mode.DUAL)))
    before = bits(desk.run)
    desk.go()
    assert bits(desk.run) == before and desk.run.settings.mode is Mode.PRIMAL
    desk.go()
    assert desk.run.visit == 2
    desk.go(is_back=False)
    desk.go(is_back=False)
    assert desk.run.settings.mode is Mode.DUAL and desk.run.stages.arrivals == ((2, 3),)


def test_a_rule_that_is_undone_begins_a_new_run_and_says_why() -> None:
    desk = Desk().begin(TEXTBOOK)
    desk.visit(2)
    desk.change(desk.document.with_settings(replace(desk.document.settings, eta=0.5)))
    desk.visit(2)
    told = travel_notice(desk.go())
    assert told == "undone: edit. A rule changed: the run starts again." and desk.run.visit == 0


def test_redo_after_another_run_lets_the_point_arrive_where_the_run_is() -> None:
    desk = Desk().begin(TEXTBOOK)
    desk.visit(2)
    desk.place([[2.0, 2.0]])
    desk.change(desk.document.with_settings(replace(desk.document.settings, eta=0.5)))
    desk.go()
    desk.go()
    desk.visit(4)
    desk.go(is_back=False)
    assert desk.run.stages.arrivals == ((4, 3),)


def test_an_edit_on_the_way_back_has_all_points() -> None:
    desk = Desk().begin(XOR, TrainingSettings(order=Order.RANDOM))
    desk.do(lambda worker: moves.seek(worker, 10**5))
    desk.place([[3.0, 3.0]])
    desk.history.push(desk.document, "more")
    document = replace(desk.document, dataset=XOR)
    moves.travel(desk.worker, document, desk.run_id, "")
    desk.worker.work_once()
    assert desk.worker.returning is not None
    desk.load(replace(document, title="other"))
    assert desk.worker.returning is not None, "another title is no reason to stay on the way"
    desk.place([[5.0, 5.0]])
    assert desk.worker.returning is None and desk.run.dataset.n_samples == 5


def test_another_undo_on_the_way_back_goes_on_to_the_earlier_visit() -> None:
    desk = Desk().begin(XOR, TrainingSettings(order=Order.RANDOM))
    for point in LATER:
        desk.do(lambda worker: moves.seek(worker, worker.run.visit + 10**5))  # type: ignore[union-attr]
        desk.place(point)
    desk.run_id += 1
    moves.travel(desk.worker, desk.history.undo(), desk.run_id, "")
    desk.worker.work_once()
    desk.go()
    assert desk.run.visit == 2 * 10**5 and desk.run.stages.arrivals == ((10**5, 4),)
    assert place_of(desk.run).visit == Place(2 * 10**5).visit


def test_who_pauses_on_the_way_back_stays_there() -> None:
    desk = Desk().begin(XOR, TrainingSettings(order=Order.RANDOM))
    desk.do(lambda worker: moves.seek(worker, 10**6))
    desk.place([[3.0, 3.0]])
    moves.travel(desk.worker, desk.history.undo(), desk.run_id, "")
    desk.worker.work_once()
    TrainingWorker.pause(desk.worker)
    assert desk.worker.returning is None and desk.run.visit < 10**6


FIVE = Dataset.of([[0, 0], [1, 1], [2, 0], [3, 1], [4, 0]], [0, 1, 0, 1, 0])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d.with_dataset(FIVE.without([1])), "1 point was removed: the run starts again."),
        (lambda d: d.with_dataset(FIVE.without([1, 2])), "2 points were removed: the run starts again."),
        (lambda d: d.with_dataset(FIVE.without(range(5))), "No points are left: the run is over."),
        (lambda d: d.with_dataset(FIVE.moved([1], [[9, 9]])), "1 point was moved: the run starts again."),
        (lambda d: d.with_dataset(FIVE.moved([1, 3], [[9, 9], [8, 8]])), "2 points were moved: the run starts again."),
        (lambda d: d.with_dataset(FIVE.moved([1], [[1, 1]])), "The points changed: the run starts again."),
        (lambda d: d.with_dataset(FIVE.relabelled([1], 0)), "1 point changed class: the run starts again."),
        (
            lambda d: d.with_dataset(FIVE.relabelled([1, 3], 0)),
            "2 points changed class: the run starts again.",
        ),
        (lambda d: d.with_settings(replace(d.settings, bias=False)), "A rule changed: the run starts again."),
        (
            lambda d: d.with_settings(replace(d.settings, initial=(1.0, 1.0, 0.0))),
            "The start weights changed: the run starts again from there.",
        ),
        (lambda d: replace(d, title="other"), ""),
        (lambda d: d.with_dataset(FIVE.with_points([[7, 7]], [1])), ""),
    ],
)
def test_every_edit_that_restarts_a_run_says_why(change: object, words: str) -> None:
    document = Document().with_dataset(FIVE)
    assert restart_notice(document, change(document)) == words  # type: ignore[operator]
