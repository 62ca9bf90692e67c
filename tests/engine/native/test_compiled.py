"""The compiled loop is optional: with it and without it a run has the same bits, and nothing fails without it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import dev
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.fixed_point import decimal_places
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.loader import Library
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training import state, training_data
from perceptron_gui.engine.training.factory import detector_from, make_trainer, train
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.engine.training.trainer import Judged, judge, permutation
from perceptron_gui.engine.training.training_data import make_training_data
from perceptron_gui.frozen import replace
from tests.engine.cases import (
    IRRATIONAL,
    Case,
    bits,
    irrational_case,
    irrational_kernel_case,
    kernel_case,
    logged,
    logged_by,
    random_case,
)
from tests.engine.referee import Rules
from tests.pace import within

MODES = ("primal", "dual", "multiclass")
DIMENSIONS = (1, 2, 3, 4, 5, 6, 7, 12)
"""Numbers of features; in each of the first few a product is written out."""
POINT_BY_POINT = ("cyclic", "shuffled", "online", "random")
Outcome = tuple[object, ...]


@pytest.fixture(scope="module", autouse=True)
def library() -> Library:
    if not dev.build_kernel():
        pytest.skip("there is no C compiler here to build the loop with")
    return Library(loader.LIBRARY)


@contextmanager
def using(library: Library | None) -> Iterator[None]:
    before, loader.library = loader.library, library
    try:
        yield
    finally:
        loader.library = before


@cache
def trained_by_python() -> list[tuple[Case, Outcome]]:
    """Return random sets and what Python alone makes of them, worked out once."""
    with using(None):
        return [(case, trained(case)) for case in cases(70)]


def trained(case: Case) -> Outcome:
    done = train(case.dataset, case.settings)
    return bits(done.state), done.cycle, logged(done), done.margins().tobytes()


def assert_same(several: list[Case], outcome: Callable[[Case], Outcome], library: Library) -> None:
    with using(None):
        expected = [outcome(case) for case in several]
    with using(library):
        for case, wanted in zip(several, expected, strict=True):
            assert outcome(case) == wanted, case


def wide_case(rng: np.random.Generator, mode: str, order: str, d: int) -> Case:
    """Return points that are no decimals, with or without bias and start weights."""
    case = irrational_case(rng, mode, order, int(rng.integers(2, 60)), d)
    bias = bool(rng.random() < 0.5)
    initial = tuple(rng.normal(size=d + bias).tolist()) if mode != "multiclass" and rng.random() < 0.5 else None
    return case.with_rules(bias=bias, initial=initial, max_epochs=int(rng.integers(1, 12)))


def long_case(rng: np.random.Generator, mode: str, order: str) -> Case:
    """Return whole numbers so large that the run soon leaves the exact range."""
    n_classes = 3 if mode == "multiclass" else 2
    size = 10.0 ** rng.uniform(7.6, 7.95)
    points = np.rint(rng.uniform(-size, size, (9, 2)))
    limit = 200 if order == "random" else None
    rules = Rules(mode=mode, order=order, n_classes=n_classes, max_epochs=30, max_updates=limit)
    return Case(points.tolist(), rng.integers(0, n_classes, 9).tolist(), rules)


def circling_case(rng: np.random.Generator, mode: str) -> Case:
    """Return whole numbers with random labels that go round, if no line separates them."""
    n_classes = 3 if mode == "multiclass" else 2
    points, labels = rng.integers(-2, 3, (8, 2)).astype(float).tolist(), rng.integers(0, n_classes, 8).tolist()
    return Case(points, labels, Rules(mode=mode, n_classes=n_classes))


def cases(seed: int) -> list[Case]:
    rng, found = np.random.default_rng(seed), []
    for mode in MODES[1:]:
        found += [circling_case(rng, mode) for _ in range(4)]
        for order in POINT_BY_POINT:
            found += [wide_case(rng, mode, order, d) for d in DIMENSIONS]
            found += [random_case(rng, mode, order) for _ in range(3)]
            found += [long_case(rng, mode, order) for _ in range(2)]
    return found


def test_runs_have_the_same_bits_cycles_and_logs(library: Library) -> None:
    done = []
    with using(library):
        for case, wanted in trained_by_python():
            assert trained(case) == wanted, case
            done.append(train(case.dataset, case.settings))
    ended = [trainer.state.exact_visits for trainer in done]
    assert sum(visits is not None and visits > 0 for visits in ended) > 3
    assert sum(trainer.cycle is not None for trainer in done) > 5


@pytest.mark.parametrize(("mistakes", "passes"), [(1, 1), (7, 2)])
def test_a_call_may_end_anywhere(library: Library, monkeypatch: pytest.MonkeyPatch, mistakes: int, passes: int) -> None:
    monkeypatch.setattr(loader, "MOST_UPDATES", mistakes)
    monkeypatch.setattr(loader, "MOST_PASSES", passes)
    with using(library):
        for case, wanted in trained_by_python():
            assert trained(case) == wanted, case


@pytest.mark.parametrize("mode", MODES)
def test_the_update_and_epoch_limits_hold_at_every_place(library: Library, mode: str) -> None:
    points, labels = [[i % 7, i % 5] for i in range(12)], [i % 2 for i in range(12)]
    several = [Case(points, labels, Rules(mode=mode, max_updates=limit)) for limit in range(1, 40)]
    several += [Case(points, labels, Rules(mode=mode, max_epochs=limit)) for limit in range(1, 12)]
    assert_same(several, trained, library)


def test_any_slices_of_work_and_visits_give_the_same_run(library: Library) -> None:
    def in_slices(case: Case) -> Outcome:
        rng = np.random.default_rng(72)
        trainer, run = make_trainer(make_training_data(case.dataset, case.settings)), Run(case.dataset, case.settings)
        trainer.watch = detector_from(trainer.data)
        while trainer.state.stop is None:
            until = trainer.state.visits + int(rng.integers(1, 90))
            trainer.advance(until, float(rng.choice([1.0, 1e3, 1e4, 1e6])))
        while run.visit < trainer.state.visits:
            run.advance(run.visit + int(rng.integers(1, 90)), float(rng.choice([1.0, 1e3, 1e4, 1e6])))
        past = [bits(run.trainer_at(int(visit)).state) for visit in rng.integers(0, run.frontier + 1, 5)]
        assert bits(run.state) == bits(trainer.state)
        assert logged_by(run) == logged(trainer)
        return bits(trainer.state), trainer.cycle, logged(trainer), trainer.margins().tobytes(), [p[0] for p in past]

    with using(library):
        for case, wanted in trained_by_python():
            assert in_slices(case)[:4] == wanted


def test_points_may_arrive_at_any_visit(library: Library) -> None:
    def with_arrivals(case: Case) -> Outcome:
        rng, n = np.random.default_rng(74), len(case.points)
        first = max(1, n // 2)
        run = Run(case.dataset.first(first), case.settings)
        for count in range(first + 1, n + 1):
            run.advance(run.visit + int(rng.integers(1, 3 * n)))
            run.add_points(case.dataset.first(count))
        run.advance(run.visit + 5 * n)
        return bits(run.state), run.cycle, logged_by(run), run.stages.arrivals, run.trainer.margins().tobytes()

    unlimited = [replace(case.rules, max_epochs=None, max_updates=None) for case in cases(75)]
    several = [replace(case, rules=rules) for case, rules in zip(cases(75), unlimited, strict=True)]
    assert_same([case for case in several if len(case.points) <= 20][::2], with_arrivals, library)


def test_a_large_set_has_the_same_bits(library: Library) -> None:
    rng = np.random.default_rng(76)
    several = [irrational_case(rng, mode, order, 25_000) for mode in MODES[::2] for order in ("cyclic", "shuffled")]
    assert_same([case.with_rules(max_epochs=2) for case in several], trained, library)


@pytest.mark.parametrize("n", [63, 64, 65, 128, 3_000])
@pytest.mark.parametrize("mode", MODES[1:])
def test_a_random_order_over_many_points_has_the_same_bits(library: Library, mode: str, n: int) -> None:
    """Errors are counted block by block, of which the last may be full or not; coordinates that agree make ties."""
    rng = np.random.default_rng([79, n])
    several = [irrational_case(rng, mode, "random", n, d) for d in (1, 2, 3, 4, 5, 9)]
    n_classes = 5 if mode == "multiclass" else 2
    labels = rng.integers(0, n_classes, n).tolist()
    for bias in (True, False):
        rules = Rules(mode=mode, order="random", bias=bias, n_classes=n_classes, seed=n)
        several.append(Case(rng.integers(-2, 3, (n, 2)).astype(float).tolist(), labels, rules))
    assert_same([case.with_rules(max_updates=40) for case in several], trained, library)


def test_a_random_order_may_end_at_every_update(library: Library) -> None:
    points, labels = [[i % 7, i % 5] for i in range(70)], [i % 2 for i in range(70)]
    rules = [Rules(mode=mode, order="random", max_updates=limit) for mode in MODES for limit in range(1, 20)]
    assert_same([Case(points, labels, rule) for rule in rules], trained, library)


def test_a_random_order_of_a_million_updates_takes_less_than_the_blink_of_a_lecture(library: Library) -> None:
    """XOR to its limit took 16 s, a visit at a time; the bound is wide, since machines that test are busy."""
    xor = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])
    with using(library), within(2.0):
        done = make_trainer(make_training_data(xor, TrainingSettings(order=Order.RANDOM, max_updates=1_000_000)))
        done.advance(2**62)
    assert (done.state.updates, done.state.stop) == (1_000_000, Stop.UPDATE_LIMIT)


@pytest.mark.parametrize("bits", [0, 0x0000_0003_FFFF_FFFF, 7, 2**64 - 1])
def test_cycles_are_found_also_where_digests_agree_and_tables_are_small(
    library: Library, monkeypatch: pytest.MonkeyPatch, bits: int
) -> None:
    rng, real = np.random.default_rng(78), state.digest_of
    several = [circling_case(rng, mode) for mode in MODES[::2] for _ in range(8)]
    expected = [trained(case) for case in several]
    monkeypatch.setattr(state, "digest_of", lambda held: real(held) & bits)
    monkeypatch.setattr(state, "FIRST_TABLE", 4)
    with using(library):
        assert [trained(case) for case in several] == expected
    assert sum(outcome[1] is not None for outcome in expected) > 5


@pytest.mark.parametrize("d", [1, 2, 3])
def test_points_are_held_in_the_same_bits(library: Library, d: int) -> None:
    rng = np.random.default_rng(79)
    for _ in range(60):
        places, size, bias = int(rng.integers(0, 9)), 10.0 ** rng.integers(-3, 13), bool(rng.random() < 0.7)
        X = np.clip(np.round(rng.uniform(-size, size, (int(rng.integers(1, 9)), d)), places), -1e12, 1e12)
        X *= rng.choice([-1.0, -0.0, 1.0], X.shape)
        dataset = Dataset.of(X, rng.integers(0, 2, len(X)).tolist())
        held = []
        for chosen in (None, library):
            with using(chosen):
                data = make_training_data(dataset, TrainingSettings(bias=bias))
                assert data.inputs.shape == (len(X), d + bias)
                values = (data.signed.tobytes(), data.inputs.tobytes(), data.largest_weight)
                held.append((decimal_places(X), data.scale, *values))
        assert held[0] == held[1]


def test_a_gram_matrix_that_has_no_room_is_left_to_numpy(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_data, "WHOLE_GRAM", 4)
    assert_same([case for case in cases(77) if case.rules.mode == "dual"], trained, library)


def test_the_loop_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(loader.SWITCH, "off")
    assert loader.load() is None
    monkeypatch.delenv(loader.SWITCH)
    assert loader.load() is not None


def test_a_library_of_another_source_is_not_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(loader.SWITCH, raising=False)
    newer = tmp_path / "visits.c"
    newer.write_bytes(loader.SOURCE.read_bytes() + b"\n")
    monkeypatch.setattr(loader, "SOURCE", newer)
    assert loader.load() is None


def test_what_is_no_library_is_not_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(loader.SWITCH, raising=False)
    assert loader.load(tmp_path / "none.so") is None
    (tmp_path / "text.so").write_text("not a library")
    assert loader.load(tmp_path / "text.so") is None


def test_a_changed_source_is_compiled_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(dev, "KERNEL", tmp_path / "visits.c")
    dev.KERNEL.write_bytes(b"const char source[] = SOURCE;\n")
    assert dev.build_kernel()
    first = dev.kernel_file().read_bytes()
    assert dev.build_kernel()
    assert dev.kernel_file().read_bytes() == first
    dev.KERNEL.write_bytes(dev.KERNEL.read_bytes() + b"\n")
    assert dev.build_kernel()
    assert dev.kernel_file().read_bytes() != first
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["visits.c", dev.kernel_file().name])


def test_without_a_compiler_there_is_a_note_and_no_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "KERNEL", tmp_path / "visits.c")
    dev.KERNEL.write_text("this is no C")
    assert not dev.build_kernel()
    assert "was not built" in capsys.readouterr().out
    monkeypatch.setattr(dev, "compilers", list)
    assert not dev.build_kernel()
    assert "no C compiler" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["visits.c"]


def test_a_class_without_points_takes_no_part_in_a_cycle_under_a_kernel(library: Library) -> None:
    """Its scores are −∞ among those that decide, and 0 in the state."""
    rng, kernel = np.random.default_rng(22), ("poly", 1, 0.0)
    rules = Rules(mode="multiclass", n_classes=3, bias=False, kernel=kernel)
    several = [
        Case(rng.integers(-2, 3, (8, 2)).tolist(), (2 * rng.integers(0, 2, 8)).tolist(), rules) for _ in range(4)
    ]
    assert_same(several, trained, library)
    with using(library):
        assert any(train(case.dataset, case.settings).cycle for case in several)


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_the_order_of_a_pass_is_drawn_as_numpy_draws_it(library: Library, seed: int) -> None:
    for n, epoch in [(0, 1), (1, 1), (5, 2), (1_000, 2**40), (2_047, 3), (2_048, 4), (70_000, 5)]:
        with using(None):
            expected = permutation(seed, epoch, n)
        assert (library.shuffle(seed, epoch, n) == expected).all()


def test_all_rivals_are_those_of_one_point_after_the_other(library: Library) -> None:
    rng = np.random.default_rng(24)
    several = [random_case(rng, "multiclass", "cyclic") for _ in range(20)]
    several += [kernel_case(rng, "multiclass", "cyclic") for _ in range(10)]
    for case in several:
        trainer = train(case.dataset, case.settings)
        with using(library):
            compiled = trainer.all_rivals().tolist()
        with using(None):
            assert trainer.all_rivals().tolist() == compiled
            assert trainer.rivals(list(range(len(case.points)))) == compiled


def test_points_are_judged_as_their_margins_say(library: Library) -> None:
    """Errors, what is learned from, losses and rivals, beyond one block of points; rounded losses in the same bits."""
    rng = np.random.default_rng(25)
    several = [random_case(rng, mode, "cyclic") for mode in MODES for _ in range(8)]
    several += [irrational_case(rng, mode, "cyclic", 40) for mode in MODES for _ in range(3)]
    several += [kernel_case(rng, mode, "cyclic") for mode in ("dual", "multiclass") for _ in range(3)]
    for case, beta in zip(several, itertools.cycle([0.0, 2.5])):
        more = np.round(rng.normal(size=(int(rng.integers(0, 150)), case.n_features)), 3)
        points = np.concatenate([case.dataset.X, more])
        labels = rng.integers(0, len(case.dataset.classes), len(points))
        dataset = Dataset.of(points, labels.tolist(), case.dataset.classes)
        if not case.settings.mode.is_binary or len(dataset.classes) == 2:
            trainer = train(dataset, replace(case.settings, beta=beta, max_updates=30))
            with using(library):
                compiled = judge(trainer, has_rivals=True)
            with using(None):
                assert_judged_alike(judge(trainer, has_rivals=True), compiled)
                assert trainer.margins_of(np.arange(len(points))).tobytes() == trainer.margins().tobytes()


def assert_judged_alike(one: Judged, other: Judged) -> None:
    assert (one.errors == other.errors).all()
    assert (one.to_learn == other.to_learn).all()
    assert one.loss == other.loss
    assert (one.rivals is None) == (other.rivals is None)
    if one.rivals is not None and other.rivals is not None:
        assert (one.rivals.of_points == other.rivals.of_points).all()
        assert (one.rivals.counts == other.rivals.counts).all()


def test_rows_of_the_gram_matrix_have_the_bits_of_numpy(library: Library) -> None:
    """To exponents whose powers of e are no longer normal numbers, and to 0."""
    rng = np.random.default_rng(23)
    for number in range(120):
        n, d = int(rng.integers(1, 150)), int(rng.integers(1, 5))
        X = np.round(rng.normal(size=(n, d)) * 10.0 ** rng.uniform(-3, 4), int(rng.integers(0, 9)))
        distance = Kernel(IRRATIONAL[number % len(IRRATIONAL)], gamma=float(10.0 ** rng.uniform(-4, 1)))
        polynomial = Kernel(KernelName.POLY, int(rng.integers(1, 11)), float(rng.choice([0.0, 0.5, 1.0])))
        settings = TrainingSettings(mode=Mode.DUAL, kernel=distance if number % 5 else polynomial)
        data = make_training_data(Dataset.of(X, [0] * n), settings)
        point, start = rng.integers(0, n, 2).tolist()
        rows = []
        for chosen in (None, library):
            with using(chosen):
                rows.append(data.gram.entries(point, start, n).tobytes())
        assert rows[0] == rows[1], (settings.kernel, X.tolist())


@pytest.mark.parametrize("mode", MODES[1:])
def test_a_curved_kernel_has_the_bits_of_python(library: Library, mode: str) -> None:
    rng, made = np.random.default_rng(21), []
    for number in range(30):
        order = ("cyclic", "shuffled", "online", "batch", "random")[number % 5]
        case = kernel_case(rng, mode, order) if number % 3 else irrational_kernel_case(rng, mode, order, 30)
        if number % 2 == 0:  # soon out of the exact range
            size = 10.0 ** float(rng.uniform(6.6, 6.9)) / (np.abs(case.points).max() or 1.0)
            points = np.round(np.array(case.points) * size, 1)
            case = replace(case, points=points.tolist()).with_rules(kernel=("poly", 1, 1.0), initial=None)
        made.append(case)
    assert_same(made, trained, library)
    with using(library):
        left = [train(case.dataset, case.settings).state.exact_visits for case in made]
    assert any(visits not in (None, 0) for visits in left)
