"""What a picture of weight space shows at a moment: the way up to the cursor, and nothing of what comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, SettingsError, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.run.records.curves import WeightPath, weight_path_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.weight_space import weight_space as words
from perceptron_gui.session.weight_space.weight_space import WeightScene, pairs_of, way_of, weight_space_of
from perceptron_gui.session.wording import index_text
from tests.session.bench import TEXTBOOK, XOR

THREE = Dataset.of([[0, 0], [4, 0], [0, 4], [1, 1]], [0, 1, 2, 1], ["A", "B", "C"])


def at(dataset: Dataset, visit: int, frontier: int = 400, **settings: object) -> tuple[Snapshot, WeightPath]:
    """Return a run at a visit, and its whole way."""
    run = Run(dataset, TrainingSettings(**settings))  # type: ignore[arg-type]
    run.advance(frontier)
    path = weight_path_of(run)
    run.seek(visit)
    return take_snapshot(run, 1, Wants(path=True)), path


def scene_of(snapshot: Snapshot, path: WeightPath | None, **more: object) -> WeightScene:
    """Return the scene of a binary run."""
    space = weight_space_of(snapshot.dataset, snapshot.settings)
    names = words.entry_names(snapshot.dataset.n_features, snapshot.settings.bias)
    return WeightScene(space, way_of(snapshot, path, None), names, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("visit", [0, 1, 3, 6, 9])
def test_the_way_ends_at_the_cursor_though_more_is_known(visit: int) -> None:
    snapshot, path = at(TEXTBOOK, visit)
    way = way_of(snapshot, path, None)
    assert np.array_equal(way.current, snapshot.theta[0])
    assert len(way.thetas) == snapshot.updates + 1
    assert not way.is_thinned
    shown = way_of(hide_future(snapshot), path, None)
    assert np.array_equal(shown.thetas, way.thetas)


def test_without_the_way_only_the_weights_are_known() -> None:
    snapshot, _ = at(TEXTBOOK, 6)
    way = way_of(snapshot, None, None)
    assert np.array_equal(way.thetas, snapshot.theta)
    assert way.is_thinned


def test_where_the_way_is_not_known_yet_there_is_a_gap() -> None:
    late, _ = at(TEXTBOOK, 9)
    _, early = at(TEXTBOOK, 3, frontier=3)
    way = way_of(late, early, None)
    assert late.updates > early.n_updates + 1
    assert np.isnan(way.thetas[-2]).all()
    assert np.array_equal(way.current, late.theta[0])
    assert way.is_thinned


def test_a_way_of_other_points_is_not_taken_for_this_one() -> None:
    snapshot, _ = at(TEXTBOOK, 6)
    _, other = at(TEXTBOOK, 6, bias=False)
    assert len(way_of(snapshot, other, None).thetas) == 1


def test_the_step_is_named_after_what_was_added() -> None:
    steps = {visit: way_of(*at(TEXTBOOK, visit), None).step for visit in (1, 2, 3)}
    assert {visit: step.name if step else None for visit, step in steps.items()} == {1: "+ηx₁", 2: None, 3: "−ηx₃"}
    batch = way_of(*at(TEXTBOOK, 3, order=Order.BATCH), None).step
    assert batch is not None
    assert batch.name == "−η∇L"


def test_of_two_classes_the_step_counts_both_rows() -> None:
    """At x₁ of A the rival is B: A's row gains x₁, and B's loses it."""
    snapshot, path = at(THREE, 1, mode=Mode.MULTICLASS)
    names = {pair: way_of(snapshot, path, pair).step for pair in ((0, 1), (0, 2), (1, 2))}
    told = {pair: step.name if step else None for pair, step in names.items()}
    assert told == {(0, 1): "+2ηx₁", (0, 2): "+ηx₁", (1, 2): "−ηx₁"}


def test_a_cycle_is_a_closed_way_once_it_is_closed() -> None:
    snapshot, path = at(XOR, 8)
    assert snapshot.cycle is not None
    closed = way_of(snapshot, path, None).round
    assert np.array_equal(closed[0], closed[-1])
    assert len(closed) == snapshot.cycle.mistakes + 1
    before, _ = at(XOR, 7)
    assert not len(way_of(before, path, None).round)


@pytest.mark.parametrize("dataset", [TEXTBOOK, XOR])
@pytest.mark.parametrize("initial", [None, (0.5, -1.0, 2.0)])
def test_room_is_kept_for_every_line_that_comes_while_the_run_moves_on(
    dataset: Dataset, initial: tuple[float, ...] | None
) -> None:
    for visit in range(14):
        snapshot, path = at(dataset, visit, initial=initial)
        for known in (path, None):
            scene = scene_of(snapshot, known)
            said, most = words.said_below(scene), words.most_said_below(scene)
            assert len(said) <= len(most) == 3
            assert all(line in most or len(line) <= len(most[1]) for line in said)


def test_while_it_asks_nothing_is_said_of_sides_or_errors() -> None:
    snapshot, path = at(TEXTBOOK, 6)
    shown = scene_of(snapshot, path, lit=0, tried=(1.0, 1.0, -2.0))
    assert words.about_tried(shown, snapshot.settings).endswith("w = (1, 1), b = −2: 1 error")
    assert "side" in words.about_point(shown, snapshot.dataset)
    hidden = scene_of(snapshot, path, lit=0, tried=(1.0, 1.0, -2.0), is_veiled=True)
    assert words.about_tried(hidden, snapshot.settings) == "w = (1, 1), b = −2"
    assert words.about_point(hidden, snapshot.dataset) == words.about_point(shown, snapshot.dataset).partition(":")[0]


def test_a_point_is_said_to_be_wrong_where_training_counts_an_error() -> None:
    for visit in range(1, 12):
        snapshot, path = at(TEXTBOOK, visit)
        for lit in range(3):
            shown = scene_of(snapshot, path, lit=lit)
            is_error = bool(snapshot.errors[int(shown.space.points[lit])])
            assert ("error" in words.about_point(shown, snapshot.dataset)) is is_error


def small_sets(count: int) -> Iterator[tuple[Dataset, dict[str, object]]]:
    """Yield points on a small grid of decimals, on which a line often meets points exactly, and rules for them."""
    for seed in range(count):
        generator = np.random.default_rng([14, seed])
        step, bias = Fraction(str(generator.choice([1, 0.1, 0.3, 0.7, 0.000001]))), bool(generator.integers(0, 4))
        n = int(generator.integers(2, 8))
        rows = generator.integers(-5, 6, (n, 2 if bias else 3)).tolist()
        labels = generator.permutation([*range(3), *generator.integers(0, 3, 8)][:n]).tolist()
        mode, order = (
            Mode(generator.choice([*Mode])),
            Order(generator.choice([Order.CYCLIC, Order.RANDOM, Order.BATCH])),
        )
        eta, start = float(generator.choice([1, 0.1, 0.25, 3])), None
        if mode.is_binary and generator.integers(0, 2):
            start = tuple(round(float(v) / 10, 1) for v in generator.integers(-9, 10, 3))
        if mode.is_binary:
            labels = [min(label, 1) for label in labels]
        positive = 1 if mode.is_binary else None
        dataset = Dataset.of([[float(step * v) for v in row] for row in rows], labels, ("A", "B", "C"))
        yield (
            dataset,
            {"mode": mode, "order": order, "eta": eta, "bias": bias, "initial": start, "positive": positive, "seed": 2},
        )


def height(theta: Sequence[Fraction], dataset: Dataset, point: int, sign: int, bias: bool) -> Fraction:
    """Return y·f of a point by fractions."""
    inputs = [*map(decimal_fraction, dataset.X[point].tolist()), *[Fraction(1)] * bias]
    return sign * sum((a * b for a, b in zip(theta, inputs, strict=True)), Fraction(0))


def exact_theta(dataset: Dataset, visit: int, settings: TrainingSettings) -> list[list[Fraction]]:
    """Return θ after some visits in fractions, of the trainer's own whole numbers."""
    run = Run(dataset, settings)
    run.advance(visit)
    unit, held = run.data.scale.weight_unit, run.state.theta
    size = len(held) // run.data.n_rows
    return [[Fraction(v) * unit for v in held[k : k + size]] for k in range(0, len(held), size)]


@pytest.mark.seldom
def test_what_is_said_of_sides_and_errors_is_what_fractions_say() -> None:
    said, ties = 0, 0
    for dataset, rules in small_sets(50):
        settings = TrainingSettings(**rules)  # type: ignore[arg-type]
        pairs = pairs_of(dataset, settings) or (None,)
        if not settings.mode.is_binary and len(dataset.present) < 2:
            continue
        spaces = cache(partial(weight_space_of, dataset, settings))
        for visit in (1, 2, 5, 9):
            snapshot, path = at(dataset, visit, visit, **rules)
            rows, pair = exact_theta(dataset, snapshot.visit, settings), pairs[visit % len(pairs)]
            theta = rows[0] if pair is None else [a - b for a, b in zip(rows[pair[0]], rows[pair[1]], strict=True)]
            tried = tuple(float(value) for value in theta)
            space, way = spaces(pair), way_of(snapshot, path, pair)
            first = 1 if pair is None else pair[0]
            heights = {
                point: height(theta, dataset, point, 1 if dataset.labels[point] == first else -1, settings.bias)
                for point in space.constraints.points.tolist()
            }
            for lit, point in enumerate(space.points.tolist()):
                told = words.about_point(WeightScene(space, way, (), lit), dataset)
                side = "border" if heights[point] == 0 else "right side" if heights[point] > 0 else "wrong side"
                assert side in told, (told, heights[point])
                assert ("error" in told) is (heights[point] <= 0)
                said, ties = said + 1, ties + (heights[point] == 0)
            if [*map(decimal_fraction, tried)] == theta:
                n_errors = sum(value <= 0 for value in heights.values())
                asked = WeightScene(space, way, (), None, tried)
                assert f": {n_errors} error" in words.about_tried(asked, settings)
                said += 1
    assert said > 200 and ties > 10


@pytest.mark.parametrize("dataset", [TEXTBOOK, XOR])
def test_where_theta_is_names_the_points_whose_score_is_on_the_wrong_side(dataset: Dataset) -> None:
    y = np.where(dataset.labels == 1, 1, -1).tolist()
    for visit in range(12):
        snapshot, path = at(dataset, visit)
        *w, b = map(Fraction, snapshot.theta[0].tolist())
        scores = [sum(map(Fraction.__mul__, w, map(decimal_fraction, x)), b) for x in dataset.X.tolist()]
        wrong = [index_text(i) for i, f in enumerate(scores) if y[i] * f <= 0]
        told = words.where_theta_is(scene_of(snapshot, path))
        assert [name for name in map(index_text, range(dataset.n_samples)) if name in told] == wrong
        assert ("right side" in told) is not bool(wrong)
        assert words.where_theta_is(scene_of(snapshot, path, is_veiled=True)) == ""


def test_what_cannot_be_shown_is_said_with_its_reason() -> None:
    four = Dataset.of([[1.0, 2.0, 3.0, 4.0]], [0])
    assert "5 dimensions" in words.why_not_shown(four, TrainingSettings())
    assert "single number" in words.why_not_shown(Dataset.of([[1.0]], [0]), TrainingSettings(bias=False))
    assert words.why_not_shown(Dataset.empty(), TrainingSettings()).startswith("Place a point")
    gaussian = TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.RBF))
    assert "no picture can show them all" in words.why_not_shown(four, gaussian)


def test_a_curved_kernel_has_no_space_that_a_picture_could_show() -> None:
    settings = TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.RBF))
    with pytest.raises(SettingsError, match="no picture can show them all"):
        weight_space_of(Dataset.of([[0, 1], [1, 0]], [0, 1]), settings)
