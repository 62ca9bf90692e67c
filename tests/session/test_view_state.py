"""What is chosen beside the document: where play pauses follows from it, and it fits the document."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.dataset import Dataset, in_class_order
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.view.view_state import Pin, ViewState
from perceptron_gui.session.worker.scheduler import Pauses

THREE = Document(Dataset.of([[0, 0], [1, 1], [2, 2]], [0, 1, 2], ["A", "B", "C"]), origin="three")


@pytest.mark.parametrize(
    ("state", "pauses"),
    [
        (ViewState(), Pauses()),
        (ViewState(pauses_at_mistake=True, pauses_at_epoch=True), Pauses(mistake=True, epoch=True)),
        (ViewState(marked_visit=31), Pauses(visit=31)),
        (ViewState(selection=(2,)), Pauses()),
        (ViewState(selection=(2,), pauses_at_point=True), Pauses(point=2)),
    ],
)
def test_where_play_pauses_follows_from_what_is_chosen(state: ViewState, pauses: Pauses) -> None:
    assert state.pauses == pauses


@pytest.mark.parametrize(("selection", "point"), [((), None), ((4,), 4), ((4, 5), None)])
def test_only_a_single_selected_point_is_one_to_pause_at(selection: tuple[int, ...], point: int | None) -> None:
    state = ViewState().changed(selection=selection, pauses_at_point=True)
    assert state.single_point == state.pauses.point == point
    assert state.pauses_at_point is (point is not None)


@pytest.mark.parametrize("selection", [(), (1, 2)])
def test_a_pause_at_a_point_does_not_come_back_with_another_single_point(selection: tuple[int, ...]) -> None:
    state = ViewState(selection=(1,), pauses_at_point=True)
    assert state.changed(selection=(2,)).pauses.point == 2
    assert state.changed(selection=selection).changed(selection=(2,)).pauses.point is None


@pytest.mark.parametrize(
    ("document", "selection"),
    [
        (THREE.with_dataset(THREE.dataset.moved([1], [[5, 5]])), (1, 2)),
        (THREE.with_dataset(THREE.dataset.relabelled([1], 0)), (1, 2)),
        (THREE.with_dataset(THREE.dataset.with_points([[7, 7]], [0])), (1, 2)),
        (THREE.with_dataset(THREE.dataset.without([0])), ()),
        (replace(THREE, origin="copy"), (1, 2)),
        (Document(Dataset.of([[9, 9], [8, 8], [7, 7]], [0, 1, 1]), origin="other"), ()),
    ],
    ids=["moved", "relabelled", "added", "removed", "same points", "other points"],
)
def test_a_selection_stays_while_it_means_the_same_points(document: Document, selection: tuple[int, ...]) -> None:
    assert ViewState(selection=(1, 2)).fitting(document, THREE).selection == selection


def test_a_selection_that_is_lost_takes_the_pause_at_its_point_along() -> None:
    state = ViewState(selection=(2,), pauses_at_point=True)
    assert not state.fitting(THREE.with_dataset(THREE.dataset.without([0])), THREE).pauses_at_point


@pytest.mark.parametrize(("n_classes", "current"), [(2, 1), (3, 2), (4, 2)])
def test_the_current_class_is_one_that_there_is(n_classes: int, current: int) -> None:
    document = Document(Dataset.empty(["A", "B", "C", "D"][:n_classes]))
    assert ViewState(current_class=2).fitting(document, THREE).current_class == current


def test_a_pinned_run_means_the_same_classes_in_another_palette() -> None:
    pins = tuple(Pin(letter, TrainingSettings(positive=k)) for k, letter in enumerate("PQR"))
    moved = replace(THREE, dataset=in_class_order(THREE.dataset, [2, 0, 1]))
    there = ViewState(pins=pins).fitting(moved, THREE)
    assert [pin.settings.positive for pin in there.pins] == [1, 2, 0]
    assert there.fitting(THREE, moved).pins == pins


def test_a_pinned_run_goes_with_the_class_that_was_plus() -> None:
    two = replace(THREE, dataset=THREE.dataset.without([1]))
    pins = tuple(Pin(letter, TrainingSettings(positive=k)) for k, letter in enumerate("PQR"))
    left = ViewState(pins=pins).fitting(replace(two, dataset=in_class_order(two.dataset, [0, 2])), two)
    assert [(pin.letter, pin.settings.positive) for pin in left.pins] == [("P", 0), ("R", 1)]


def test_the_chosen_class_is_the_same_in_another_palette() -> None:
    moved = replace(THREE, dataset=in_class_order(THREE.dataset, [2, 0, 1]))
    assert [ViewState(current_class=k).fitting(moved, THREE).current_class for k in range(3)] == [1, 2, 0]
    without = replace(THREE, dataset=THREE.dataset.without([0]))
    removed = replace(without, dataset=in_class_order(without.dataset, [1, 2]))
    assert [ViewState(current_class=k).fitting(removed, without).current_class for k in range(3)] == [1, 0, 1]


def test_a_pinned_run_with_features_of_columns_that_are_gone_is_no_fault_where_classes_change() -> None:
    own = TrainingSettings(Mode.MULTICLASS, features=FeatureMap.read("w,h"), initial=(1.0, 2.0, 3.0, 4.0, 5.0, 6.0))
    pins = Pin("P", own), Pin("Q", replace(own, mode=Mode.PRIMAL, initial=None, positive=2))
    moved = replace(THREE, dataset=in_class_order(THREE.dataset, [2, 0, 1]))
    first, second = ViewState(pins=pins).fitting(moved, THREE).pins
    assert first.settings.initial == (0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
    assert second.settings.positive == 0
