"""Points that arrive cost only themselves, and give what looking at all points again would give (E2, P9)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, DatasetError
from perceptron_gui.engine.data.growable_array import GrowableArray
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.fixed_point import Scale
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.training_data import TrainingData, longer_training_data, make_training_data
from perceptron_gui.frozen import replace

KINDS = ("whole", "tenths", "fine", "no decimal", "huge")


def some_points(rng: np.random.Generator, kind: str, count: int, d: int) -> np.ndarray:
    """Return points of a kind that may change the scale or the range."""
    X = np.round(rng.normal(size=(count, d)), 0 if kind == "whole" else 1)
    extra = {"fine": 0.000125, "no decimal": np.pi, "huge": 1e11}.get(kind, 0.0)
    X[0, 0] += extra
    return X


def facts(data: TrainingData) -> list[object]:
    """Return everything a trainer reads, in a form that compares bit for bit."""
    arrays = [data.targets, data.inputs, data.signed, *data.columns]
    rows = data.rows(0, data.n_samples, None)
    return [
        data.scale,
        data.is_exact,
        data.largest_weight,
        data.present,
        rows,
        *(a.tobytes() for a in arrays),
    ]


def random_settings(rng: np.random.Generator) -> TrainingSettings:
    """Return rules that the way numbers are held depends on."""
    mode = Mode(rng.choice(["primal", "dual", "multiclass"]))
    bias = bool(rng.random() < 0.7)
    initial = tuple(rng.integers(-9, 9, 2 + bias) / 4) if mode.is_binary and rng.random() < 0.4 else None
    eta = float(rng.choice([1.0, 0.01, np.e]))
    return TrainingSettings(mode=mode, bias=bias, initial=initial, eta=eta, positive=1 if rng.random() < 0.8 else None)


def test_a_longer_problem_is_the_one_made_of_all_points() -> None:
    rng = np.random.default_rng(1)
    for _ in range(120):
        settings = random_settings(rng)
        dataset = Dataset.of(some_points(rng, "tenths", 3, 2), rng.integers(0, 2, 3).tolist(), "ABC")
        data, has_begun = make_training_data(dataset, settings), False
        for _ in range(4):
            if rng.random() < 0.7:
                facts(data)  # else nothing is known that could be taken over
            points = some_points(rng, str(rng.choice(KINDS, p=[0.35, 0.35, 0.1, 0.1, 0.1])), int(rng.integers(1, 4)), 2)
            labels = rng.integers(0, 2, len(points)).tolist()
            dataset, has_begun = dataset.with_points(points, labels), has_begun or bool(rng.random() < 0.4)
            whole = make_training_data(dataset, settings, data.scale if has_begun else None)
            data = longer_training_data(data, dataset, has_begun)
            assert facts(data) == facts(whole)


def test_several_arrivals_end_in_the_scale_of_one_by_one_whatever_the_way() -> None:
    dataset = Dataset.of([(1.0, 2.0), (0.5, 1.0)], [0, 1])
    run = Run(dataset, TrainingSettings(eta=0.1))
    run.advance(3)
    run.add_points(dataset.with_points([(0.25, 1.0), (np.pi, 1.0), (0.0001, 0.0)], [0, 1, 0]))
    assert run.data.scale == Scale(True, 2, 1.0, run.data.scale.weight_unit)
    assert not run.data.is_exact


def test_another_plus_class_is_not_taken_over_with_old_signs() -> None:
    dataset = Dataset.of([(1.0, 0.0), (2.0, 0.0)], [2, 2], "ABCD")
    data = make_training_data(dataset, TrainingSettings())
    longer = longer_training_data(data, dataset.with_points([(3.0, 0.0)], [3]), has_begun=True)
    assert longer.targets.tolist() == [-1, -1, 1]


def test_a_third_class_is_refused() -> None:
    dataset = Dataset.of([(1.0, 0.0), (2.0, 0.0)], [0, 1], "ABC")
    data = make_training_data(dataset, TrainingSettings())
    with pytest.raises(DatasetError, match="choose which one"):
        longer_training_data(data, dataset.with_points([(3.0, 0.0)], [2]), has_begun=True)


def test_points_that_are_others_are_looked_at_again() -> None:
    dataset = Dataset.of([(1.0, 0.0), (2.0, 0.0)], [0, 1])
    data = make_training_data(dataset, TrainingSettings())
    facts(data)
    moved = dataset.moved([0], [(0.5, 0.5)]).with_points([(3.0, 0.0)], [1])
    assert facts(longer_training_data(data, moved, True)) == facts(
        make_training_data(moved, TrainingSettings(), data.scale)
    )


def test_longer_points_share_the_memory_of_those_before() -> None:
    way = [Dataset.of(np.zeros((1000, 2)), [0] * 1000)]
    for i in range(1, 70):
        way.append(way[-1].with_points([(i, i)], [1]))
    sharing = [np.shares_memory(a.X, b.X) and np.shares_memory(a.labels, b.labels) for a, b in pairwise(way)]
    assert all(sharing)
    assert [len(dataset.X) for dataset in way] == list(range(1000, 1070))
    assert all(dataset.X[1000:, 0].tolist() == list(range(1, i + 1)) for i, dataset in enumerate(way))
    problems = [make_training_data(way[0], TrainingSettings())]
    facts(problems[0])
    for dataset in way[1:]:
        problems.append(longer_training_data(problems[-1], dataset, True))
    assert all(np.shares_memory(a.signed, b.signed) for a, b in pairwise(problems))


def test_two_continuations_of_the_same_points_do_not_meet() -> None:
    start = Dataset.of([(0.0, 0.0)], [0]).with_points([(1.0, 1.0)], [0])
    one, other = start.with_points([(2.0, 2.0)], [0]), start.with_points([(3.0, 3.0)], [1])
    third = start.first(1).with_points([(4.0, 4.0)], [1])
    assert one.X.tolist() == [[0, 0], [1, 1], [2, 2]]
    assert other.X.tolist() == [[0, 0], [1, 1], [3, 3]]
    assert third.X.tolist() == [[0, 0], [4, 4]]
    assert (one.labels.tolist(), other.labels.tolist(), third.labels.tolist()) == ([0, 0, 0], [0, 0, 1], [0, 1])
    assert (one.present, other.present) == ((0,), (0, 1))


def test_an_edit_lets_go_of_the_arrays_it_replaced() -> None:
    longer = Dataset.of([(0.0, 0.0)], [0]).with_points([(1.0, 1.0)], [0])
    edited = longer.relabelled([0], 1).with_points([(2.0, 2.0)], [0])
    assert (edited.X.tolist(), edited.labels.tolist()) == ([[0, 0], [1, 1], [2, 2]], [1, 0, 0])
    assert replace(longer, X=longer.X.copy())._growth is None
    assert (longer.present, longer.relabelled([0, 1], 1).present) == ((0,), (1,))


def test_a_block_outgrows_its_room_and_nobody_can_write_in_it() -> None:
    block = GrowableArray(np.arange(3.0))
    for value in range(3, 300):
        block = block.with_rows(np.array([value]))
    assert block.array.tolist() == list(range(300))
    with pytest.raises(ValueError, match="read-only"):
        block.array[0] = 1.0


def test_a_label_without_a_class_is_refused_where_it_arrives() -> None:
    dataset = Dataset.of([(0.0, 0.0)], [0])
    for labels in ([2], [-1], [0, 1], []):
        with pytest.raises(DatasetError, match="label"):
            dataset.with_points([(1.0, 1.0)], labels)
