"""Undo, redo, what they may keep in memory, and whether points are unsaved."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.session.document import Document
from perceptron_gui.session.points import history as history_module
from perceptron_gui.session.points.history import History


def grown(document: Document, count: int = 1) -> Document:
    """Return the document with `count` more points."""
    return document.with_dataset(document.dataset.with_points(np.ones((count, 2)), [0] * count))


def test_undo_and_redo_walk_through_the_documents() -> None:
    first = Document()
    second, third = grown(first), grown(first, 2)
    history = History(first)
    history.push(second, "place")
    history.push(third, "paint")
    assert (history.document, history.undo_text, history.redo_text) == (third, "paint", "")
    assert history.undo() is second
    assert (history.undo_text, history.redo_text) == ("place", "paint")
    assert history.undo() is first
    assert (history.undo_text, history.redo_text) == ("", "place")
    assert history.redo() is second
    assert history.redo() is third


def test_undo_at_the_beginning_and_redo_at_the_end_do_nothing() -> None:
    history = History(Document())
    assert history.undo() is history.redo() is history.document


@pytest.mark.parametrize("n_undone", range(4))
def test_a_history_that_begins_anew_has_its_document_alone_and_counts_its_memory(n_undone: int) -> None:
    history = History(Document())
    for count in range(1, 4):
        history.push(grown(history.document, count), "paint", series="a stroke" if count == 3 else None)
    for _ in range(n_undone):
        history.undo()
    now = history.document
    history.begin_here()
    assert (history.document, history.undo_text, history.redo_text) == (now, "", "")
    assert history.undo() is history.redo() is now
    assert history._memory.total == History(now)._memory.total
    history.push(grown(now), "place", series="a stroke")
    assert history.undo() is now


def test_an_edit_after_undo_forgets_what_could_be_done_again() -> None:
    history = History(Document())
    history.push(grown(history.document), "place")
    history.undo()
    other = grown(history.document, 3)
    history.push(other, "paint")
    assert history.redo_text == ""
    assert history.redo() is other


def test_the_oldest_documents_go_when_the_memory_is_full() -> None:
    history = History(Document(), budget=3 * 27_000)
    for step in range(10):
        dataset = Dataset.of(np.full((1000, 2), float(step)), [0] * 1000)
        history.push(Document(dataset), f"step {step}")
    steps = 0
    while history.undo_text:
        history.undo()
        steps += 1
    assert steps == 3, "three documents of 27 kB, with room for more points, beside the current one"
    assert history.document.dataset.X[0, 0] == 6.0


def test_a_document_larger_than_the_memory_is_still_the_current_one() -> None:
    history = History(Document(), budget=10)
    large = grown(history.document, 100)
    history.push(large, "paint")
    assert history.document is large
    assert history.undo() is not None


def test_arrays_that_documents_share_count_once() -> None:
    large = Document(Dataset.of(np.zeros((1000, 2)), [0] * 1000))
    history = History(large, budget=16_000 + 40 * 8_000)
    for _ in range(20):
        # X is shared by all, the labels are new
        history.push(Document(history.document.dataset.relabelled([0], 1)), "relabel")
    steps = 0
    while history.undo_text:
        history.undo()
        steps += 1
    assert steps == 20


def test_the_room_behind_points_counts() -> None:
    history = History(grown(Document()), budget=40_000)
    for _ in range(100):  # each of these is a copy, with room for 64 more points
        shorter = history.document.dataset.without([0])
        history.push(history.document.with_dataset(shorter.with_points([[1.0, 2.0]], [0])), "move to the end")
    taken: dict[int, int] = {}
    while history.undo_text:
        history.undo()
        taken.update(history_module.pieces_of(history.document))
    assert 20_000 < sum(taken.values()) <= 40_000


def test_what_was_forgotten_takes_no_memory() -> None:
    history = History(grown(Document()))
    for _ in range(3):
        history.push(Document(Dataset.of(np.zeros((1000, 2)), [0] * 1000)), "open")
        history.undo()
    history.push(grown(Document()), "place")
    assert history._memory.total == sum(
        sum(history_module.pieces_of(entry.value).values()) for entry in history._entries
    )


def test_the_history_has_a_longest_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_module, "HISTORY_LENGTH", 5)
    history = History(Document())
    for _ in range(12):
        history.push(grown(history.document), "place")
    steps = 0
    while history.undo_text:
        history.undo()
        steps += 1
    assert steps == 5


def test_points_are_unsaved_until_they_are_saved() -> None:
    history = History(Document())
    assert not history.is_changed
    history.push(grown(history.document), "place")
    assert history.is_changed
    history.mark_saved()
    assert not history.is_changed
    history.undo()
    assert history.is_changed
    history.redo()
    assert not history.is_changed


def test_a_rule_leaves_the_points_saved() -> None:
    from perceptron_gui.frozen import replace

    history = History(grown(Document()))
    document = history.document
    history.push(document.with_settings(replace(document.settings, eta=0.5)), "η")
    assert not history.is_changed


def test_undo_back_to_an_example_nobody_touched_leaves_nothing_unsaved() -> None:
    history = History(grown(Document(origin="example one")))
    history.push(grown(Document(origin="example two")), "open")
    history.mark_saved()
    history.undo()
    assert not history.is_changed
    history.push(grown(history.document), "place")
    assert history.is_changed
    history.undo()
    assert not history.is_changed


def test_a_class_without_points_is_nothing_to_save_and_its_first_point_is() -> None:
    history = History(grown(Document()))
    dataset = history.document.dataset
    history.push(history.document.with_dataset(dataset.with_classes([*dataset.classes, "C"])), "add class")
    assert not history.is_changed
    history.push(history.document.with_dataset(history.document.dataset.with_points([[5, 5]], [2])), "place")
    assert history.is_changed


def test_another_name_of_a_class_with_points_is_to_be_saved() -> None:
    history = History(grown(Document()))
    dataset = history.document.dataset
    names = ["other" if k in dataset.present else name for k, name in enumerate(dataset.classes)]
    history.push(history.document.with_dataset(dataset.with_classes(names)), "rename class")
    assert history.is_changed


def test_points_typed_again_as_they_were_are_saved() -> None:
    history = History(grown(Document()))
    dataset = history.document.dataset
    history.push(history.document.with_dataset(dataset.moved([0], dataset.X[:1] + 1)), "move")
    assert history.is_changed
    history.push(history.document.with_dataset(dataset.moved([0], dataset.X[:1])), "move")
    assert not history.is_changed


def test_points_held_out_by_hand_are_lost_with_the_window_also_those_of_an_example() -> None:
    history = History(Document(Dataset.of([[0, 0], [1, 1], [2, 0]], [0, 1, 1]), origin="example"))
    history.mark_saved()
    assert not history.is_changed
    document = history.document
    history.push(document.with_dataset(with_part(document.dataset, [1], Part.VALIDATION)), "validate")
    assert history.is_changed
    history.undo()
    assert not history.is_changed


def test_edits_of_one_series_are_one_step_until_another_edit_undo_or_a_save_comes_between() -> None:
    documents = [grown(Document(), count) for count in range(9)]
    history = History(documents[0])
    history.push(documents[1], "nudge", "right")
    history.push(documents[2], "nudge", "right")
    assert history.undo() is documents[0]
    assert history.redo() is documents[2]
    history.push(documents[3], "nudge", "up")
    assert history.undo() is documents[2]
    history.push(documents[4], "nudge", "right")
    assert (history.document, history.redo_text, history.undo()) == (documents[4], "", documents[0])
    history.redo()
    history.mark_saved(is_whole=True)
    history.push(documents[5], "nudge", "right")
    assert history.undo() is documents[4], "what was saved can be had again"
    assert not history.is_changed


def test_edits_without_a_series_stand_alone() -> None:
    history = History(Document())
    for _ in range(3):
        history.push(grown(history.document), "place")
    assert history.undo().dataset.n_samples == 2


def test_what_a_series_leaves_out_takes_no_memory() -> None:
    history = History(Document(), budget=3 * 27_000)
    for step in range(50):
        dataset = Dataset.of(np.full((1000, 2), float(step)), [0] * 1000)
        history.push(Document(dataset), "nudge", "right")
    assert history.undo().dataset.n_samples == 0
    assert history.redo().dataset.X[0, 0] == 49.0
