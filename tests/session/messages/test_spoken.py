"""What is said to those who hear the window: true, with its numbers, and nothing that is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.explanation.facts.place_facts import place_facts, point_facts
from perceptron_gui.session.messages import spoken
from perceptron_gui.session.view.view_state import SPEEDS, ViewState
from perceptron_gui.session.wording import speed_words
from perceptron_gui.session.worker.training_worker import Finding, find

THREE = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
VIEW = (("x1", -1.0, 5.0), ("x2", 0.0, 4.0))


def after(visits: int, dataset: Dataset = THREE, **rules: object) -> Snapshot:
    """Return a run after so many visits."""
    run = Run(dataset, TrainingSettings(**rules))  # type: ignore[arg-type]
    for _ in range(visits):
        run.visit_once()
    return take_snapshot(run, 1, Wants())


def plane(snapshot: Snapshot, **fields: object) -> str:
    """Return what is said of the plane of a run."""
    document = Document(snapshot.dataset, snapshot.settings)
    return replace(spoken.Plane(document, snapshot, None, VIEW), **fields).words  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("order", [Order.CYCLIC, Order.RANDOM, Order.BATCH])
def test_a_visit_is_told_with_its_place_its_point_and_the_numbers_that_decided(mode: Mode, order: Order) -> None:
    for visits in (1, 2, 3):
        snapshot = after(visits, mode=mode, order=order)
        last, step = snapshot.last, explain(snapshot)
        assert last is not None and step is not None
        said = spoken.visit_words(snapshot, is_full=False)
        assert f"visit {visits}" in said and f"x{'₀₁₂₃'[last.point + 1]}" in said
        assert ("Mistake at" in said) is last.is_mistake
        assert str(step.verdict.reason) in said
        full = spoken.visit_words(snapshot, is_full=True)
        assert str(step.heading) in full and all(str(line) in full for line in step.update)


def test_the_start_is_told_and_a_place_that_nobody_visited_alone() -> None:
    assert spoken.visit_words(after(0), is_full=True) == "the run is at its start."
    far = replace(after(3), last=None, visit=12_345)
    assert spoken.visit_words(far, is_full=True) == "visit 12345 · epoch 1."


@pytest.mark.parametrize(
    ("hide", "secret"), [("counter", "Mistake"), ("step", "y·f"), ("timeline", "visit"), ("timeline", "epoch")]
)
def test_a_visit_is_told_without_what_a_page_hides(hide: str, secret: str) -> None:
    told = spoken.visit_words(after(1), is_full=False)
    assert secret in told
    assert secret not in spoken.visit_words(after(1), is_full=False, hide=frozenset({hide}))


def test_the_plane_is_told_with_counts_boundary_errors_and_view() -> None:
    snapshot = after(3)
    said = plane(snapshot)
    assert "3 points; A: 1, B: 2." in said
    assert "Boundary: 2 x₁ + 2 x₂ = 0." in said
    assert "1 of 3 wrong." in said
    assert "x1 from −1 to 5, x2 from 0 to 4" in said


def test_the_plane_of_several_classes_or_under_a_kernel_tells_the_weights_or_the_sum() -> None:
    assert "W" in plane(after(3, mode=Mode.MULTICLASS)) or "w" in plane(after(3, mode=Mode.MULTICLASS))
    from perceptron_gui.engine.data.kernel import Kernel, KernelName

    curved = after(3, mode=Mode.DUAL, kernel=Kernel(KernelName.RBF))
    assert "f(x) = " in plane(curved) and "Boundary" not in plane(curved)


def test_the_end_and_the_verdict_are_told_of_the_plane() -> None:
    snapshot = after(40)
    document = Document(snapshot.dataset, snapshot.settings)
    said = spoken.Plane(document, snapshot, find(document), VIEW).words
    assert "Converged: a whole pass without a mistake" in said and "separable" in said
    other: Finding = find(Document(Dataset.of([[0, 0], [1, 1]], [0, 1]), snapshot.settings))
    assert "separable" not in spoken.Plane(document, snapshot, other, VIEW).words, "it is about other points"


def test_a_run_of_other_points_says_nothing_of_those_that_are_there() -> None:
    document = Document(Dataset.of([[9, 9]], [0]))
    said = spoken.Plane(document, after(3), None, VIEW).words
    assert said.startswith("1 point; A: 1.") and "wrong" not in said


def test_hidden_labels_and_answers_are_not_told() -> None:
    hidden = np.array([False, True, True])
    said = plane(after(1), hidden=hidden)
    assert said.startswith("3 points.") and "A:" not in said
    assert "? of 3 wrong" in plane(hide_future(after(1)))
    assert "wrong" not in plane(after(1), hide=frozenset({"model"}))


def test_a_point_that_is_placed_is_told_with_its_name_place_and_class() -> None:
    earlier = Document(THREE)
    now = earlier.with_dataset(THREE.with_points([[0.5, 2]], [0]))
    assert spoken.edit_words(earlier, now, "place", False) == "place: x₄ = (0.5, 2), A. 4 points; A: 2, B: 2."
    hidden = np.array([False, False, False, True])
    assert spoken.edit_words(earlier, now, "place", False, hidden) == "place: x₄ = (0.5, 2). 4 points."


def test_other_edits_are_told_by_what_they_are_and_what_is_there() -> None:
    earlier = Document(THREE)
    fewer = earlier.with_dataset(THREE.without([0]))
    assert spoken.edit_words(earlier, fewer, "delete", False) == "delete. 2 points; A: 1, B: 1."
    rules = earlier.with_settings(replace(earlier.settings, eta=0.5))
    assert "η = 0.5" in spoken.edit_words(earlier, rules, "Learning rate η", False)
    opened = replace(fewer, origin="a file", title="five")
    assert spoken.edit_words(earlier, opened, "open five", False) == "five. 2 points; A: 1, B: 1."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"switches": ViewState().switches | {"street"}}, "Widest street: on."),
        ({"switches": ViewState().switches - {"card"}}, "Card at the pointer: off."),
        ({"tool": "erase"}, "Erase."),
        ({"symbols": "online"}, "Online."),
        ({"spoken": "full"}, "In full."),
        ({"theme": "dark"}, "Dark."),
        ({"speed": 10.0}, "Speed: 10 visits a second."),
        ({"speed": None}, "Speed: unlimited."),
        ({"selection": (1, 2)}, "2 points are selected."),
        ({"lit_point": 1}, ""),
    ],
)
def test_a_choice_is_told_by_its_name(changes: dict[str, object], said: str) -> None:
    from perceptron_gui.session.view.view_state import Tool

    if "tool" in changes:
        changes = {"tool": Tool.ERASE}
    before = ViewState(speed=5.0)
    assert spoken.choices_words(before, replace(before, **changes)) == said  # type: ignore[arg-type]


def test_every_speed_is_told_in_full_words() -> None:
    assert {speed_words(speed)[:1] for speed in SPEEDS} == {"1", "2", "5", "3", "u"}
    assert speed_words(1) == "1 visit a second"


def test_a_place_is_told_with_f_and_its_side_and_a_point_with_all_there_is() -> None:
    snapshot = after(3)
    facts = place_facts(snapshot, [1.0, 2.0])
    assert spoken.facts_words(facts, False) == "x = (1, 2). f = 6. class B (+)."
    assert "w·x + b" in spoken.facts_words(facts, True)
    of_point = spoken.facts_words(point_facts(snapshot, snapshot.dataset, 2), True)
    assert of_point.startswith("x₃ = (1, 1). class A, y = −1. f = 4.") and "an error" in of_point


def test_figures_in_groups_are_one_number_aloud_and_nothing_is_said_twice() -> None:
    assert spoken.aloud("12\u202f345 points", "", "Saved.", "Saved.", "one\ntwo") == "12345 points. Saved. one. two."


def test_of_points_without_a_table_as_many_are_named_as_can_be_heard_and_no_hidden_class() -> None:
    many = Dataset.of([[i, 0] for i in range(40)], [i % 2 for i in range(40)])
    snapshot = after(0, many)
    words = plane(snapshot, hide=frozenset({"points"}))
    assert "x₂₀ = (19, 0), B" in words and "x₂₁" not in words and "… 20 more" in words
    assert "x₁ =" not in plane(snapshot)
    hidden = np.ones(40, dtype=bool)
    assert "x₁ = (0, 0)." in plane(snapshot, hide=frozenset({"points"}), hidden=hidden)
