"""A run that was saved is computed again and stands where it stood, with the same result, or that is told."""

from __future__ import annotations

from hashlib import sha256

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place, Return, digest_of
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import TrainingWorker
from tests.session.bench import TEXTBOOK, XOR, Bench

RBF = Kernel(KernelName.RBF)
RULES = [
    *(TrainingSettings(order=order, max_updates=50) for order in Order),
    TrainingSettings(Mode.DUAL),
    TrainingSettings(Mode.MULTICLASS, Order.SHUFFLED, seed=3),
    TrainingSettings(Mode.DUAL, kernel=RBF),
    TrainingSettings(Mode.MULTICLASS, kernel=Kernel(KernelName.POLY)),
    TrainingSettings(beta=0.5, eta=0.1, initial=(1.0, -0.5, 0.2)),
]


def place_on(bench: Bench) -> Place:
    """Return where the run of a bench stands."""
    places: list[Place] = []
    bench.worker.tell_place(places.append)
    return places[0]


def restored(document: Document, place: Place) -> tuple[Bench, Return]:
    """Return a new bench with the run back at its place, and what was found there."""
    bench = Bench()
    bench.worker.restore(document, 1, place)
    while bench.worker.returning is not None:
        bench.worker.work_once()
        bench.mailbox.take()
    return bench, taken(bench)


def taken(bench: Bench) -> Return:
    """Return the one answer of a bench."""
    assert bench.answers.qsize() == 1
    _, answer = bench.answers.get_nowait()
    assert isinstance(answer, Return)
    return answer


@pytest.mark.parametrize("settings", RULES, ids=lambda rules: f"{rules.mode} {rules.order} {rules.kernel.name}")
def test_a_run_to_which_points_came_is_back_at_its_place(settings: TrainingSettings) -> None:
    bench = Bench.on(TEXTBOOK, settings)
    for i in range(7):
        bench.do(moves.step)
        if i in (3, 4):
            bench.edit(bench.document.dataset.with_points([[2.0, i], [0.5, 1.5]], [0, 1]))
    bench.do(moves.step_back)
    place = place_on(bench)
    other, found = restored(bench.document, place)
    assert place.visit == bench.run.visit and found.is_same and found.place == place == found.reached
    assert other.run.stages.arrivals == bench.run.stages.arrivals
    assert [each.visit for each in other.run.stages.passes] == [each.visit for each in bench.run.stages.passes]


@pytest.mark.parametrize("is_over", [False, True])
def test_who_plays_on_the_way_back_goes_on_from_the_place_or_again_where_the_run_is_over(is_over: bool) -> None:
    run = Run(TEXTBOOK, TrainingSettings())
    run.advance(1000)
    place = run.visit if is_over else 3
    bench = Bench()
    bench.worker.restore(Document(TEXTBOOK), 1, Place(place))
    bench.worker.play()
    while bench.worker.returning is not None:
        bench.worker.work_once()
    assert bench.worker.is_playing
    assert bench.run.visit <= 1 if is_over else place <= bench.run.visit <= place + 1


def test_a_place_before_later_arrivals_is_found_with_them() -> None:
    bench = Bench.on(XOR)
    bench.run._advance_through(30)  # round the cycle, which is closed at visit 8
    bench.edit(XOR.with_points([[3.0, 3.0]], [0]))
    bench.do(lambda worker: moves.seek(worker, 5))
    place = place_on(bench)
    other, found = restored(bench.document, place)
    assert found.is_same and other.run.visit == 5 and other.run.stages.arrivals == ((30, 4),)


def test_the_start_needs_no_way() -> None:
    bench = Bench()
    bench.worker.restore(Document(XOR), 1, Place())
    assert bench.worker.returning is None and bench.taken().visit == 0


def test_another_result_is_told() -> None:
    bench = Bench.on(XOR)
    bench.do(lambda worker: moves.seek(worker, 7))
    place = place_on(bench)
    other, found = restored(Document(XOR.moved([0], [[0.5, 0]])), place)
    assert not found.is_same and found.reached.visit == 7 == other.run.visit


def test_a_place_after_the_end_of_the_run_is_not_reached_and_all_points_are_there() -> None:
    place = Place(10**6, (10**5,), "ab")
    other, found = restored(Document(TEXTBOOK), place)
    assert not found.is_same
    assert other.run.dataset.n_samples == TEXTBOOK.n_samples and other.run.visit < 100


def on_its_way(visit: int = 10**9) -> tuple[Bench, Document]:
    """Return a bench whose run is far from its place, where one more point will come."""
    document = Document(XOR.with_points([[5.0, 5.0]], [0]), TrainingSettings(Mode.PRIMAL, Order.RANDOM))
    bench = Bench()
    bench.worker.restore(document, 1, Place(visit, (visit - 1,), "ab"))
    for _ in range(3):
        bench.worker.work_once()
    assert bench.worker.returning is not None
    return bench, document


def test_on_its_way_the_run_says_the_place_it_is_going_to() -> None:
    bench, _ = on_its_way()
    assert place_on(bench).visit == 10**9
    assert bench.mailbox.take().is_playing  # type: ignore[union-attr]


@pytest.mark.parametrize("command", [TrainingWorker.pause, moves.step, moves.step_back])
def test_whoever_moves_gives_the_way_back_up_and_has_all_points(command: object) -> None:
    bench, document = on_its_way()
    command(bench.worker)  # type: ignore[operator]
    assert bench.worker.returning is None
    assert bench.run.dataset.n_samples == document.dataset.n_samples
    assert bench.answers.empty()


def test_an_edit_on_the_way_gives_it_up() -> None:
    bench, document = on_its_way()
    more = document.with_dataset(document.dataset.with_points([[1.0, 2.0]], [1]))
    bench.run_id = 1
    bench.load(more)
    assert bench.worker.returning is None and bench.run.dataset.n_samples == more.dataset.n_samples


def test_play_on_the_way_goes_on_from_the_place() -> None:
    bench = Bench()
    document = Document(XOR, TrainingSettings(order=Order.RANDOM))
    bench.worker.restore(document, 1, Place(20_000))
    bench.worker.play()
    bench.worker.set_speed(100)
    bench.play_for(2.0)
    assert bench.worker.is_playing and 20_000 < bench.run.visit < 20_400


def test_names_and_titles_do_not_change_a_digest_but_points_do() -> None:
    bench = Bench.on(XOR)
    bench.do(moves.step)
    before = place_on(bench).digest
    bench.load(replace(bench.document, title="another", dataset=bench.document.dataset.with_classes(["no", "yes"])))
    assert place_on(bench).digest == before and len(before) == 64
    assert place_on(Bench.on(Dataset.of([[0, 0.5]], [0]))).digest != before


@pytest.mark.parametrize("bad", [(-1, ()), (2**63, ()), (0, (5, 3)), (0, (-1,)), (0, (2**63,))])
def test_visits_that_cannot_be_are_refused(bad: tuple[int, tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="Visits must be"):
        Place(*bad)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_digest_is_of_the_bytes_of_the_numbers(rules: TrainingSettings) -> None:
    """Those of sessions that were saved earlier must not change."""
    run = Run(TEXTBOOK, rules)
    run.advance(40)
    state = run.state
    counts = [] if state.sums is None else [state.sums.counts.astype("<i8").tobytes()]
    first = f"{state.visits} {state.mistakes} {state.updates}\n".encode()
    theta = (parameters(run.trainer) + 0.0).astype("<f8").tobytes()
    told = b"".join([first, theta, state.alpha.astype("<i8").tobytes(), *counts])
    assert digest_of(run) == sha256(told).hexdigest()


@pytest.mark.parametrize("kernel", [Kernel(), RBF])
@pytest.mark.parametrize("order", [Order.CYCLIC, Order.BATCH])
@pytest.mark.parametrize("comes", ["a class", "a point", "a point, and back"])
def test_a_run_to_whose_palette_a_class_came_is_back_at_its_place(kernel: Kernel, order: Order, comes: str) -> None:
    bench = Bench.on(TEXTBOOK, TrainingSettings(Mode.MULTICLASS, order, kernel=kernel))
    for _ in range(4):
        bench.do(moves.step)
    bench.edit(TEXTBOOK.with_classes(["A", "B", "C"]))
    if comes != "a class":
        bench.edit(bench.document.dataset.with_points([[2.0, 5.0]], [2]))
    bench.do(moves.step_back if comes.endswith("back") else moves.step)
    place = place_on(bench)
    assert restored(bench.document, place)[1].is_same
