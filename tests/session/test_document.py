"""What counts as the same run, as a run that goes on, and as a new one; and which class is +."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.dataset import Dataset, in_class_order
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Change, Document

TWO = Dataset.of([[0, 0], [1, 1]], [0, 1], ["A", "B", "C"])


def test_a_new_document_is_an_empty_plane_with_the_textbook_rule() -> None:
    document = Document()
    assert document.dataset.n_samples == 0
    assert document.settings == TrainingSettings()
    assert document.positive == 1


@pytest.mark.parametrize(("labels", "expected"), [([0, 1], 1), ([0, 2], 2), ([1, 2], 2), ([1], 1), ([0], 1)])
def test_of_two_classes_the_later_one_in_the_palette_is_plus(labels: list[int], expected: int) -> None:
    dataset = Dataset.of([[i, 0] for i in range(len(labels))], labels, ["A", "B", "C"])
    assert Document().with_dataset(dataset).positive == expected


def test_a_third_class_leaves_the_class_that_is_plus() -> None:
    before = Document().with_dataset(TWO)
    after = before.with_dataset(TWO.with_points([[2, 2]], [2]))
    assert before.positive == after.positive == after.settings.positive == 1


def test_a_third_class_in_front_leaves_the_class_that_is_plus() -> None:
    dataset = Dataset.of([[0, 0], [1, 1]], [1, 2], ["A", "B", "C"])
    after = Document().with_dataset(dataset).with_dataset(dataset.with_points([[2, 2]], [0]))
    assert after.positive == 2


def test_taking_the_third_class_away_leaves_the_class_that_is_plus() -> None:
    three = Document().with_dataset(TWO.with_points([[2, 2]], [2]))
    assert three.with_dataset(TWO).positive == 1
    without_first = three.with_dataset(three.dataset.without([0]))
    assert without_first.positive == 1, "of B and C the order alone would choose C"


def test_when_the_plus_class_loses_its_points_the_order_decides_again() -> None:
    three = Document().with_dataset(TWO.with_points([[2, 2]], [2]))
    document = three.with_dataset(three.dataset.without([1]))
    assert document.settings.positive is None
    assert document.positive == 2


def test_a_binary_mode_for_three_classes_gets_a_plus_class() -> None:
    multiclass = Document(settings=TrainingSettings(mode=Mode.MULTICLASS))
    three = multiclass.with_dataset(TWO.with_points([[2, 2]], [2]))
    binary = three.with_settings(replace(three.settings, mode=Mode.DUAL))
    assert binary.settings.positive in three.dataset.present


def test_points_added_behind_continue_the_run() -> None:
    earlier = Document().with_dataset(TWO)
    assert earlier.with_dataset(TWO.with_points([[5, 5]], [0])).change_since(earlier) is Change.EXTENDED


@pytest.mark.parametrize(
    "dataset",
    [
        TWO.moved([0], [[9, 9]]),
        TWO.relabelled([0], 1),
        TWO.without([0]),
        TWO.without([0]).with_points([[0, 0], [3, 3]], [0, 0]),
        TWO.moved([1], [[9, 9]]).with_points([[5, 5]], [0]),
    ],
    ids=["moved", "relabelled", "removed", "reordered", "moved and added"],
)
def test_other_edits_do_not_continue_the_run(dataset: Dataset) -> None:
    earlier = Document().with_dataset(TWO)
    after = earlier.with_dataset(dataset)
    assert after.change_since(earlier) is Change.NEW


def test_a_first_point_starts_a_run_instead_of_continuing_one() -> None:
    earlier = Document()
    assert earlier.with_dataset(earlier.dataset.with_points([[1, 1]], [0])).change_since(earlier) is Change.NEW


def test_a_point_that_makes_another_class_plus_does_not_continue_the_run() -> None:
    earlier = Document().with_dataset(Dataset.of([[0, 0]], [1], ["A", "B", "C"]))
    assert earlier.with_dataset(earlier.dataset.with_points([[1, 1]], [2])).change_since(earlier) is Change.NEW


def test_a_third_class_continues_the_run() -> None:
    earlier = Document().with_dataset(TWO)
    assert earlier.with_dataset(TWO.with_points([[2, 2]], [2])).change_since(earlier) is Change.EXTENDED


def test_primal_and_dual_are_the_same_run_in_other_words() -> None:
    primal = Document().with_dataset(TWO)
    dual = primal.with_settings(replace(primal.settings, mode=Mode.DUAL))
    assert dual.change_since(primal) is Change.SAME


def test_names_and_titles_do_not_make_another_run() -> None:
    document = Document().with_dataset(TWO)
    assert document.with_dataset(TWO.with_classes(["no", "yes", "C"])).change_since(document) is Change.SAME
    assert replace(document, title="other").change_since(document) is Change.SAME


@pytest.mark.parametrize(
    "changes",
    [{"mode": Mode.MULTICLASS}, {"eta": 0.5}, {"bias": False}, {"order": Order.SHUFFLED}, {"seed": 1}, {"positive": 0}],
    ids=lambda changes: str(next(iter(changes))),
)
def test_another_rule_makes_another_run(changes: dict[str, object]) -> None:
    document = Document().with_dataset(TWO)
    other = document.with_settings(replace(document.settings, **changes))  # type: ignore[arg-type]
    assert other.change_since(document) is Change.NEW


def test_naming_the_plus_class_that_it_is_anyway_changes_nothing() -> None:
    document = Document().with_dataset(TWO)
    assert document.with_settings(replace(document.settings, positive=1)).change_since(document) is Change.SAME


def test_another_kernel_asks_for_another_verdict() -> None:
    dual = Document().with_dataset(TWO).with_settings(TrainingSettings(mode=Mode.DUAL))
    poly = dual.with_settings(replace(dual.settings, kernel=Kernel(KernelName.POLY)))
    assert not poly.has_geometry_of(dual)
    assert not poly.is_variant_of(dual)
    assert poly.change_since(dual) is Change.NEW
    same = poly.with_settings(replace(poly.settings, kernel=Kernel(KernelName.POLY, gamma=3.0)))
    assert same.has_geometry_of(poly)


def test_start_weights_give_way_to_points_with_other_columns() -> None:
    """They were pasted where all were deleted, and the run failed in its thread."""
    document = Document(TWO, TrainingSettings(initial=(1.0, 2.0, 3.0)))
    pasted = Dataset.of([[1, 2, 3]], [0], ["A", "B"])
    assert document.with_dataset(pasted).settings.initial is None
    assert document.with_dataset(Dataset.of([[7, 7]], [0], features=["u", "v"])).settings.initial == (1.0, 2.0, 3.0)


def test_rules_that_points_cannot_have_are_a_problem_of_the_document() -> None:
    document = Document(Dataset.of([[1, 2, 3]], [0]), TrainingSettings(initial=(1.0, 2.0, 3.0)))
    assert document.problem.startswith("There must be 4 start weights")


def test_with_a_class_that_moves_its_sign_and_its_start_weights_go() -> None:
    a, b, c = (1.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 3.0)
    points = Dataset.of([[0, 0], [1, 1], [2, 2]], [0, 1, 2], ["A", "B", "C"])
    rules = TrainingSettings(Mode.MULTICLASS, positive=1, initial=(*a, *b, *c))
    moved = Document(points, rules).with_dataset(in_class_order(points, [2, 0, 1]))
    assert (moved.settings.initial, moved.settings.positive) == ((*c, *a, *b), 2)
    renamed = Document(points, rules).with_dataset(points.with_classes(["A", "a longer name", "C"]))
    assert renamed.settings == rules


def test_with_a_class_that_is_removed_its_start_weights_go() -> None:
    a, b, c = (1.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 3.0)
    document = Document(TWO, TrainingSettings(Mode.MULTICLASS, initial=(*a, *b, *c)))
    two = document.with_dataset(in_class_order(TWO, [0, 1]))
    assert two.settings.initial == (*a, *b)
    again = two.with_dataset(two.dataset.with_classes(["A", "B", "D"]))
    assert again.change_since(two) is Change.SAME, "a class that comes begins with zeros, now as later"
    swapped = Document(TWO, TrainingSettings(Mode.MULTICLASS, initial=a)).with_dataset(in_class_order(TWO, [2, 0, 1]))
    assert swapped.settings.initial == (0.0, 0.0, 0.0, *a)


@pytest.mark.parametrize("gone", range(4))
def test_a_class_that_goes_with_its_points_leaves_a_class_that_is_plus(gone: int) -> None:
    """The index of the last of four stayed where three were left, and no version could open what was saved."""
    points = Dataset.of([[0, 0], [1, 1], [2, 2], [3, 3]], [0, 1, 2, 3], ["A", "B", "C", "D"])
    document = Document(points, TrainingSettings(positive=gone))
    without = document.with_dataset(points.without([gone]))
    left = without.with_dataset(in_class_order(without.dataset, [k for k in range(4) if k != gone]))
    assert left.settings.positive == left.positive == min(gone, 2)


OWN = FeatureMap.read("w,h,w*h")
"""Features that name columns."""


@pytest.mark.parametrize("mode", [Mode.PRIMAL, Mode.MULTICLASS])
def test_rules_with_features_of_named_columns_take_up_points_of_other_classes(mode: Mode) -> None:
    """Until the points are there, there are no such columns."""
    points = Dataset.of([[1, 2], [3, 4], [2, 2]], [0, 1, 2], ["cat", "dog", "owl"], ["w", "h"])
    for initial in (None, (1.0, 2.0, 3.0, 4.0)):
        document = Document(settings=TrainingSettings(mode, features=OWN, initial=initial)).with_dataset(points)
        assert document.settings.features == OWN and not document.problem
