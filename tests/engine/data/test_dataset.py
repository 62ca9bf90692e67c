"""Points never change in place, share what did not change, and are checked on the way in (E2, E7, W1)."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, in_class_order, positive_class, targets_of
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, SettingsError, TrainingSettings
from perceptron_gui.engine.training.training_data import make_training_data

SOME = Dataset.of([(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)], [0, 1, 1])

EDITS: dict[str, Callable[[Dataset], Dataset]] = {
    "with_points": lambda data: data.with_points([(7.0, 8.0)], [0]),
    "without": lambda data: data.without([0, 2]),
    "moved": lambda data: data.moved([1], [(0.0, 0.5)]),
    "relabelled": lambda data: data.relabelled([0, 1], 1),
    "with_classes": lambda data: data.with_classes(("A", "B", "C")),
    "with_order": lambda data: in_class_order(data, (1, 0)),
    "with_features": lambda data: data.with_features((1,)),
    "first": lambda data: data.first(2),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_leaves_the_points_as_they_were_and_its_own_frozen(name: str) -> None:
    X, labels = SOME.X.copy(), SOME.labels.copy()
    edited = EDITS[name](SOME)
    assert edited is not SOME
    assert np.array_equal(SOME.X, X)
    assert np.array_equal(SOME.labels, labels)
    for array in (edited.X, edited.labels):
        assert not array.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_edits_do_what_they_say() -> None:
    assert EDITS["with_points"](SOME).X.tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]
    assert EDITS["with_points"](SOME).labels.tolist() == [0, 1, 1, 0]
    assert EDITS["without"](SOME).X.tolist() == [[3, 4]]
    assert EDITS["without"](SOME).labels.tolist() == [1]
    assert EDITS["moved"](SOME).X.tolist() == [[1, 2], [0, 0.5], [5, 6]]
    assert EDITS["relabelled"](SOME).labels.tolist() == [1, 1, 1]
    assert EDITS["with_classes"](SOME).classes == ("A", "B", "C")
    assert EDITS["first"](SOME).labels.tolist() == [0, 1]


def test_arrays_that_did_not_change_are_shared() -> None:
    assert EDITS["moved"](SOME).labels is SOME.labels
    assert EDITS["relabelled"](SOME).X is SOME.X
    assert EDITS["with_classes"](SOME).X is SOME.X
    assert EDITS["with_classes"](SOME).labels is SOME.labels
    assert SOME.first(3) is SOME
    assert np.shares_memory(SOME.first(2).X, SOME.X)


def test_what_is_given_is_copied() -> None:
    given = np.array([[1.0, 2.0]])
    data = Dataset.of(given, [0])
    given[0, 0] = 9.0
    assert data.X[0, 0] == 1.0
    assert given.flags.writeable


def test_an_extension_is_the_same_points_with_more_behind() -> None:
    assert SOME.is_extension_of(SOME)
    assert SOME.is_extension_of(Dataset.empty())
    assert EDITS["with_points"](SOME).is_extension_of(SOME)
    assert EDITS["with_classes"](SOME).is_extension_of(SOME)
    assert Dataset.of(SOME.X, SOME.labels).is_extension_of(SOME)
    for name in ("without", "moved", "relabelled", "first"):
        assert not EDITS[name](SOME).is_extension_of(SOME)
    assert not SOME.is_extension_of(SOME.with_classes(("A", "Z")))
    assert not SOME.is_extension_of(Dataset.of(np.empty((0, 3)), []))


def test_points_that_cannot_be_are_refused_in_a_sentence() -> None:
    for value in (math.nan, math.inf, -math.inf, 1.1e12):
        for make in (
            lambda v: Dataset.of([(v, 0.0)], [0]),
            lambda v: SOME.with_points([(0.0, v)], [0]),
            lambda v: SOME.moved([1], [(v, 0.0)]),
        ):
            with pytest.raises(DatasetError, match="must be a number from −10¹² to 10¹²"):
                make(value)
    with pytest.raises(DatasetError, match="do not match 2 labels"):
        Dataset.of([(1.0, 2.0)], [0, 1])
    with pytest.raises(DatasetError, match="3 columns"):
        Dataset.of([(1.0, 2.0)], [0], features=("a", "b", "c"))
    for label in (-1, 2):
        with pytest.raises(DatasetError, match="index into the 2 classes"):
            Dataset.of([(1.0, 2.0)], [label])


def test_the_largest_value_is_accepted() -> None:
    assert Dataset.of([(1e12, -1e12)], [0]).X.tolist() == [[1e12, -1e12]]


def test_sizes_and_names() -> None:
    data = Dataset.of(np.zeros((2, 3)), [0, 2], "ABC")
    assert (data.n_samples, data.n_features, data.features, data.present) == (2, 3, ("x1", "x2", "x3"), (0, 2))
    assert data.nbytes == 2 * 3 * 8 + 2 * 8
    empty = Dataset.empty(("A", "B", "C"))
    assert (empty.n_samples, empty.n_features, empty.present, empty.classes) == (0, 2, (), ("A", "B", "C"))
    assert Dataset.of([], [], features=("u", "v", "w")).X.shape == (0, 3)


def test_of_two_classes_the_later_one_is_plus() -> None:
    for present, plus in (([0, 1], 1), ([0, 2], 2), ([1, 2], 2), ([0], 1), ([1], 1), ([2], 2), ([], 1)):
        data = Dataset.of(np.zeros((len(present), 2)), present, "ABC")
        assert positive_class(data, None) == plus
        targets = targets_of(data, TrainingSettings())
        assert targets.tolist() == [1 if label == plus else -1 for label in present]


def test_a_chosen_class_is_plus_and_the_others_are_the_rest() -> None:
    data = Dataset.of(np.zeros((3, 2)), [0, 1, 2], "ABC")
    assert positive_class(data, None) is None
    for chosen in range(3):
        assert targets_of(data, TrainingSettings(positive=chosen)).tolist() == [
            1 if label == chosen else -1 for label in range(3)
        ]
    assert positive_class(SOME, 0) == 0
    with pytest.raises(DatasetError, match="There are 3 classes: choose which one is"):
        make_training_data(data, TrainingSettings())
    assert make_training_data(data, TrainingSettings(mode=Mode.MULTICLASS)).targets is data.labels


def test_settings_that_make_no_sense_are_refused_in_a_sentence() -> None:
    for eta in (0.0, -1.0, math.nan, math.inf, 1.1e12):
        with pytest.raises(SettingsError, match="learning rate must be a number above 0"):
            TrainingSettings(eta=eta)
    for value in (math.nan, math.inf, -1.1e12):
        with pytest.raises(SettingsError, match="start weight must be a number"):
            TrainingSettings(initial=(0.0, value))
    for seed in (-1, 2**64):
        with pytest.raises(SettingsError, match="seed must be a whole number from 0 to 18446744073709551615"):
            TrainingSettings(seed=seed)
    with pytest.raises(SettingsError, match="counting from 0, not -1"):
        TrainingSettings(positive=-1)
    with pytest.raises(SettingsError, match="it starts from zero"):
        TrainingSettings(mode=Mode.MULTICLASS, initial=(0.0,), kernel=Kernel(KernelName.RBF))
    several = TrainingSettings(mode=Mode.MULTICLASS, initial=(0.0,) * 6)
    several.check_features(2)
    with pytest.raises(
        SettingsError, match=r"5 start weights .4 weights and the bias. for each class, but there are 6"
    ):
        several.check_features(4)
    with pytest.raises(SettingsError, match="epoch limit must be a whole number from 1"):
        TrainingSettings(max_epochs=0)
    with pytest.raises(SettingsError, match="update limit must be a whole number from 1"):
        TrainingSettings(max_updates=0)


def test_start_weights_have_one_number_for_every_entry() -> None:
    for bias, right in ((True, 3), (False, 2)):
        for length in range(1, 5):
            settings = TrainingSettings(bias=bias, initial=(1.0,) * length)
            if length == right:
                make_training_data(SOME, settings)
            else:
                with pytest.raises(SettingsError, match=f"must be {right} start weights .*but there are {length}"):
                    make_training_data(SOME, settings)


def test_zeros_are_no_start_weights() -> None:
    assert not TrainingSettings(initial=(0.0, -0.0)).has_start_weights
    assert not TrainingSettings().has_start_weights
    assert TrainingSettings(initial=(0.0, 1e-9)).has_start_weights


def test_the_modes_know_whether_they_are_binary() -> None:
    assert [mode.is_binary for mode in Mode] == [True, True, False]


def test_classes_in_another_order_keep_their_points() -> None:
    three = Dataset.of([(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)], [0, 2, 2], "ABC")
    turned = in_class_order(three, (2, 0, 1))
    assert turned.classes == ("C", "A", "B")
    assert [turned.classes[k] for k in turned.labels] == ["A", "C", "C"]
    fewer = in_class_order(three, (2, 0))
    assert (fewer.classes, fewer.labels.tolist()) == (("C", "A"), [1, 0, 0])
    assert turned.X is three.X


def test_features_are_chosen_with_their_names() -> None:
    wide = Dataset.of([(1.0, 2.0, 3.0), (4.0, 5.0, 6.0)], [0, 1], features=("a", "b", "c"))
    chosen = wide.with_features((2, 0))
    assert chosen.features == ("c", "a")
    assert chosen.X.tolist() == [[3.0, 1.0], [6.0, 4.0]]
    assert chosen.X.flags.c_contiguous
    assert chosen.labels is wide.labels


def test_points_that_were_rounded_are_known_through_every_edit() -> None:
    some = Dataset.of([(0, 0), (1, 0), (2, 0), (3, 0)], [0, 1, 0, 1], rounded=[3, 1])
    assert some.rounded == (1, 3)
    assert some.without([0]).rounded == (0, 2)
    assert some.without([3, 0]).rounded == (0,)
    assert some.first(3).rounded == (1,)
    assert some.moved([3], [(5, 5)]).rounded == (1,)
    assert some.moved([0, 3], [(5, 5), (6, 6)], rounded=[0]).rounded == (0, 1)
    assert some.relabelled([1], 0).rounded == (1, 3)
    longer = some.with_points([(4, 0), (5, 0)], [0, 1], rounded=[1])
    assert longer.rounded == (1, 3, 5)
    assert longer.is_extension_of(some)
    assert not longer.is_extension_of(Dataset.of(some.X, some.labels))
    assert not Dataset.of(some.X, some.labels).is_extension_of(some.first(2))
