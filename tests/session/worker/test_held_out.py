"""A run while points are held out is the run of the others alone, told with the numbers of all points (H1)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import (
    Dataset,
    HoldOut,
    Part,
    part_of,
    split_of,
    trained_part,
    trained_points,
    with_part,
    with_split,
)
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.model.models import point_errors
from perceptron_gui.engine.run.records.all_points import MistakeStates, mistake_states_of
from perceptron_gui.engine.run.records.curves import Curves, curves_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Change, Document, Place
from perceptron_gui.session.output.run_table import Page, PageRequest, Selection, page_of
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.scheduler import Pauses
from perceptron_gui.session.worker.training_worker import Analyst, TrainingWorker
from tests.session.bench import Bench

ALL = Wants(alpha=True, age=True, losses=True, test=True)
RULES = [
    *[TrainingSettings(Mode.PRIMAL, order) for order in Order],
    *[
        TrainingSettings(mode, order)
        for mode in (Mode.DUAL, Mode.MULTICLASS)
        for order in (Order.SHUFFLED, Order.BATCH)
    ],
    TrainingSettings(Mode.DUAL, kernel=Kernel(KernelName.POLY, 2, 1.0)),
    TrainingSettings(Mode.DUAL, Order.BATCH, kernel=Kernel(KernelName.RBF)),
    TrainingSettings(Mode.MULTICLASS, kernel=Kernel(KernelName.POLY, 2, 1.0)),
    TrainingSettings(Mode.DUAL, Order.SHUFFLED, beta=0.5),
    TrainingSettings(features=FeatureMap.read("poly2"), initial=(0.5, 0, 0, 0, 0, 1)),
    TrainingSettings(Mode.MULTICLASS, features=FeatureMap.read("poly3"), bias=False),
]


def drawn(seed: int, n: int = 14, validation: str = "1/4", test: str = "1/5") -> Dataset:
    """Return random points of two classes, some of them held out."""
    rng = np.random.default_rng(seed)
    points = Dataset.of(rng.integers(-20, 21, (n, 2)) / 10, rng.permutation([0, 1] * (n // 2)))
    return with_split(points, HoldOut(Fraction(validation), Fraction(test), seed).split(points))


def assert_told_of_all(shown: Snapshot, run: Run, dataset: Dataset) -> None:
    """Check a snapshot beside that of a run which knows the points to train on only."""
    alone, numbers = take_snapshot(run, shown.run_id, ALL), trained_points(shown.dataset)
    held = np.setdiff1d(np.arange(shown.dataset.n_samples), numbers)
    assert shown.dataset.X.tolist() == dataset.X[: shown.dataset.n_samples].tolist()
    for name in ("visit", "epoch", "mistakes", "updates", "stop", "passes", "is_exact", "positive", "n_errors"):
        assert getattr(shown, name) == getattr(alone, name), name
    assert shown.theta.tobytes() == alone.theta.tobytes()
    assert shown.trained.X.tolist() == alone.dataset.X.tolist()
    for name in ("errors", "to_learn", "alpha", "age"):
        one, other = getattr(shown, name), getattr(alone, name)
        assert (one is None) == (other is None)
        assert one is None or (one[numbers].tolist() == other.tolist() and (one[held] <= 0).all())
    assert shown.upcoming == (None if alone.upcoming is None else numbers[alone.upcoming])
    if alone.last is not None and shown.last is not None:
        assert shown.last.point == numbers[alone.last.point]
        assert shown.last.learned.tolist() == numbers[alone.last.learned].tolist()
        assert shown.last.scores_after.tobytes() == alone.last.scores_after.tobytes()
    assert shown.held_out is not None
    wrong = point_errors(alone.model, dataset.only(held))
    assert np.abs(int(wrong.sum()) - int(shown.held_out.errors.sum())) <= 1  # a tie may be told exactly only by the run
    assert not shown.held_out.errors[numbers].any()


@pytest.mark.parametrize("settings", RULES, ids=str)
def test_the_run_is_that_of_the_points_trained_on_with_arrivals(settings: TrainingSettings) -> None:
    rng = np.random.default_rng(7)
    seed = RULES.index(settings)
    dataset = drawn(seed)
    bench = Bench.on(dataset, replace(settings, positive=1, seed=seed, max_updates=60))
    bench.worker.want(ALL)
    alone = Run(trained_part(dataset), bench.document.named_settings)
    for _ in range(3):
        visit = alone.visit + int(rng.integers(1, 12))
        shown = bench.do(lambda worker, visit=visit: moves.seek(worker, visit))
        alone.advance(visit)
        if alone.visit:
            alone.seek(alone.visit)
        assert_told_of_all(shown, alone, bench.document.dataset)
        place, label = rng.integers(-20, 21, (1, 2)) / 10, [int(rng.integers(2))]
        bench.edit(bench.document.dataset.with_points(place, label))
        alone.add_points(alone.dataset.with_points(place, label))


def test_a_saved_place_is_reached_again_with_the_points_that_came() -> None:
    bench = Bench.on(drawn(9), TrainingSettings(max_epochs=5))
    bench.do(lambda worker: moves.seek(worker, 9))
    bench.edit(bench.document.dataset.with_points([[1, 1]], [0]))
    ended = bench.do(lambda worker: moves.seek(worker, 20))
    places: list[Place] = []
    bench.worker.tell_place(places.append)
    again = Bench()
    again.run_id = 1
    again.worker.restore(bench.document, 1, places[0])
    again.play_for(1)
    shown = again.do(TrainingWorker.pause)
    assert (shown.visit, shown.mistakes, shown.arrivals) == (20, ended.mistakes, (9,))
    assert shown.theta.tobytes() == ended.theta.tobytes()
    assert shown.dataset.n_samples == 15


def test_edits_keep_the_parts_and_new_points_are_trained_on() -> None:
    dataset = drawn(3)
    before = [part_of(dataset, i) for i in range(14)]
    fewer = dataset.without([0, 5])
    assert [part_of(fewer, i) for i in range(12)] == [part for i, part in enumerate(before) if i not in (0, 5)]
    for edited in (
        dataset.moved([2], [[9, 9]]),
        dataset.relabelled([1, 2], 1),
        dataset.with_classes(["P", "Q", "R"]),
        dataset.with_features([1, 0]),
        dataset.with_points([[1, 1]], [0]),
    ):
        assert [part_of(edited, i) for i in range(14)] == before
    assert part_of(dataset.with_points([[1, 1]], [0]), 14) is Part.TRAINING
    assert dataset.only(trained_points(dataset)).parts is None
    assert dataset.first(14) is dataset


def test_a_change_of_parts_begins_a_new_run_and_a_new_point_does_not() -> None:
    document = Document().with_dataset(drawn(1))
    first = int(trained_points(document.dataset)[0])
    other = document.with_dataset(with_part(document.dataset, [first], Part.TEST))
    assert other.change_since(document) is Change.NEW
    assert not other.has_geometry_of(document)
    assert document.with_dataset(document.dataset.with_points([[1, 1]], [0])).change_since(document) is Change.EXTENDED
    back = other.with_dataset(with_part(other.dataset, [first], Part.TRAINING))
    assert back.change_since(document) is Change.SAME


def test_all_held_out_is_refused_in_a_sentence() -> None:
    document = Document().with_dataset(drawn(1))
    all_out = document.with_dataset(with_part(document.dataset, range(14), Part.VALIDATION))
    assert all_out.problem == "All points would be held out: leave at least one to train on."
    assert not document.problem
    assert not Document().problem


def test_errors_of_the_test_part_stay_in_the_thread_until_they_are_wanted() -> None:
    dataset = drawn(2)
    split = split_of(dataset)
    assert split is not None
    bench = Bench.on(dataset)
    shown = bench.do(lambda worker: moves.seek(worker, 0)).held_out
    assert shown is not None
    assert shown.errors[split.validation].all()  # at the start f is 0
    assert not shown.errors[split.test].any()
    assert shown.test == (None, len(split.test))
    shown = bench.do(lambda worker: worker.want(Wants(test=True))).held_out
    assert shown is not None
    assert shown.test == (len(split.test), len(split.test))


def test_the_table_names_points_and_finds_a_point_by_the_numbers_of_all() -> None:
    dataset = drawn(4)
    numbers = trained_points(dataset)
    bench = Bench.on(dataset, TrainingSettings(max_epochs=3))
    bench.do(moves.go_to_end)
    run = Run(trained_part(dataset), bench.document.named_settings)
    run.advance(10**6)
    number = int(run.log.points[0])
    for selection, alone in (
        (Selection(), Selection()),
        (Selection(only_mistakes=True), Selection(only_mistakes=True)),
        (Selection(point=int(numbers[number])), Selection(point=number)),
        (Selection(point=int(np.flatnonzero(dataset.parts)[0])), Selection(point=-1)),
    ):
        bench.worker.publication.put_page(bench.worker.run, PageRequest(bench.run_id, selection, 0))
        _, page = bench.answers.get_nowait()
        expected = page_of(run, PageRequest(bench.run_id, alone, 0))
        assert isinstance(page, Page)
        assert page.request.selection == selection
        assert page.total == expected.total
        assert [row.point for row in page.rows] == [numbers[row.point] for row in expected.rows]


def test_play_pauses_at_the_point_that_is_meant() -> None:
    dataset = drawn(5)
    point = int(trained_points(dataset)[-1])
    bench = Bench.on(dataset, TrainingSettings(max_epochs=3))
    bench.worker.set_pauses(Pauses(point=point))
    bench.worker.play()
    bench.play_for(1)
    shown = bench.do(TrainingWorker.pause)
    assert shown.last is not None
    assert shown.last.point == point


def surveys(bench: Bench) -> dict[type, object]:
    bench.play_for(2)
    return {type(answer): answer for answer in iter_answers(bench)}


def iter_answers(bench: Bench) -> list[object]:
    found = []
    while not bench.answers.empty():
        found.append(bench.answers.get_nowait()[1])
    return found


def test_curves_count_errors_of_each_part_at_every_place_and_tell_the_test_part_only_when_asked() -> None:
    dataset = drawn(6)
    split = split_of(dataset)
    assert split is not None
    bench = Bench.on(dataset, TrainingSettings(max_epochs=4))
    bench.worker.want(Wants(curves=True, proof=True))
    bench.do(moves.go_to_end)
    found = surveys(bench)
    curves, states = found[Curves], found[MistakeStates]
    assert isinstance(curves, Curves)
    assert isinstance(states, MistakeStates)
    run = Run(trained_part(dataset), bench.document.named_settings)
    run.advance(10**6)
    alone = curves_of(run)
    assert curves.errors.tolist() == alone.errors.tolist()
    assert [part.part for part in curves.held_out] == [Part.VALIDATION]
    for visit, wrong in zip(curves.visits.tolist(), curves.held_out[0].errors.tolist(), strict=True):
        run.seek(visit)
        shown = bench.do(lambda worker, visit=visit: moves.seek(worker, visit)).held_out
        assert shown is not None
        assert (wrong, len(split.validation)) == shown.validation
    expected = trained_points(dataset)[mistake_states_of(run).points]
    assert states.points.tolist() == expected.tolist()
    bench.worker.want(Wants(curves=True, test=True))
    curves = surveys(bench)[Curves]
    assert isinstance(curves, Curves)
    assert [(part.part, part.n_points) for part in curves.held_out] == [
        (Part.VALIDATION, len(split.validation)),
        (Part.TEST, len(split.test)),
    ]
    assert curves.until(0).held_out[1].errors.tolist() == [len(split.test)]


def test_a_drag_keeps_the_parts_and_judges_points_where_they_are() -> None:
    dataset = drawn(8)
    split = split_of(dataset)
    assert split is not None
    bench = Bench.on(dataset, TrainingSettings(max_epochs=50))
    ended = bench.do(moves.go_to_end)
    held = int(split.validation[0])
    w, b = ended.theta[0, :2], ended.theta[0, 2]
    sign = 1 if dataset.labels[held] == ended.positive else -1
    for side in (1, -1):
        at = (side * sign * 5 - b) * w / (w @ w)
        moved = bench.document.with_dataset(dataset.moved([held], [at.tolist()]))
        shown = bench.do(lambda worker, moved=moved: worker.preview(moved))
        assert shown.held_out is not None
        assert bool(shown.held_out.errors[held]) is (side < 0)
        assert shown.theta.tolist() == ended.theta.tolist()
        assert shown.errors.tolist() == ended.errors.tolist()


def test_the_analysis_is_of_the_points_trained_on_with_the_numbers_of_all() -> None:
    analyst = Analyst()
    # 1, 3 and 5 are in one line; 0 would be on the wrong side of every line, 4 would hold the street.
    dataset = Dataset.of([[5, 0], [0, 0], [9, 9], [4, 0], [2, 0], [6, 0]], [0, 0, 0, 1, 1, 1])
    dataset = with_part(with_part(dataset, [0, 2], Part.VALIDATION), [4], Part.TEST)
    finding = analyst.find(Document().with_dataset(dataset))
    assert finding.analysis is not None
    verdict, street = finding.analysis.verdict, finding.analysis.street
    assert verdict is not None
    assert street is not None
    assert verdict.separable
    assert street.kerbs == (1, 3)
    assert street.rho == 2
    assert street.pairs == ((3, 1),)
    wrong = Document().with_dataset(with_part(dataset, [0], Part.TRAINING))
    finding = analyst.find(wrong)
    assert finding.analysis is not None
    verdict = finding.analysis.verdict
    assert verdict is not None
    assert verdict.witness is not None
    witness, signs = verdict.witness, np.where(dataset.labels == 1, 1, -1)
    assert set(witness.indices) < {0, 1, 3, 5}
    for column in (*dataset.X.T, np.ones(6)):
        shares = zip(witness.indices, witness.weights, strict=True)
        assert sum(weight * int(signs[i] * column[i]) for i, weight in shares) == 0


def test_a_held_out_point_of_a_class_that_is_not_trained_on_is_an_error() -> None:
    dataset = Dataset.of([[0, 0], [1, 1], [5, 5]], [0, 1, 2], "ABC")
    bench = Bench.on(with_part(dataset, [2], Part.VALIDATION), TrainingSettings(Mode.MULTICLASS))
    shown = bench.do(moves.go_to_end)
    assert shown.n_errors == 0
    assert shown.model.rows == (0, 1)
    assert shown.held_out is not None
    assert shown.held_out.validation == (1, 1)


def test_who_looked_at_a_test_part_is_not_told_of_another_one_before_asking() -> None:
    """The look ends with the part; the window says so a moment later than it sends the points (H1)."""
    points = with_part(Dataset.of([[3, 3], [4, 3], [1, 1], [2, 5], [5, 1]], [1, 1, 0, 0, 0]), [3], Part.TEST)
    bench = Bench.on(points)
    look: Callable[[TrainingWorker], object] = lambda worker: worker.want(Wants(test=True))  # noqa: E731
    assert has_test_of(bench.do(look))
    bench.worker.play()
    assert has_test_of(bench.edit(points.with_points([[0.0, 1.0]], [0]))), "the part is the same"
    bench.worker.play()
    other = with_part(bench.document.dataset, [4], Part.TEST)
    assert not has_test_of(bench.edit(other))
    assert has_test_of(bench.do(look))


def has_test_of(snapshot: Snapshot) -> bool:
    """Whether errors of the test part are told."""
    assert snapshot.held_out is not None
    return snapshot.held_out.has_test
