"""What is told about points and places: the numbers that fractions give, exact ones exact, and no answer too early."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.explanation.facts.place_facts import HIDDEN, place_facts, point_facts
from perceptron_gui.session.explanation.scores import scores_at
from tests.session.bench import TEXTBOOK

DIAGONAL = Dataset.of([[3, 4], [-1, 0]], [1, 0])
"""One visit gives w = (3, 4), b = 1: whole distances."""
THREE = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", "B", "C"])


def after(dataset: Dataset, visits: int, settings: TrainingSettings | None = None) -> Snapshot:
    """Return a snapshot after so many visits."""
    run = Run(dataset, settings or TrainingSettings())
    for _ in range(visits):
        run.visit_once()
    return take_snapshot(run, 1, Wants(alpha=True))


def rows(snapshot: Snapshot, index: int) -> dict[str, str]:
    """Return what is told of a point, by name."""
    return dict(point_facts(snapshot, snapshot.dataset, index).rows)


def test_a_point_by_hand() -> None:
    facts = point_facts(after(DIAGONAL, 1), DIAGONAL, 1)
    assert facts.title == "x₂ = (−1, 0)"
    assert facts.rows == (
        ("class", "A, y = −1"),
        ("α", "= 0"),
        ("f", "= −2"),
        ("y·f", "= 2, right"),
        ("loss max(0, −y·f)", "= 0"),
        ("to the boundary", "= 0.4"),
    )


def test_an_error_and_its_loss_by_hand() -> None:
    told = rows(after(TEXTBOOK, 1), 2)  # w = (3, 3), b = 1: f(1, 1) = 7
    assert told["y·f"] == "= −7, an error"
    assert told["loss max(0, −y·f)"] == "= 7"
    assert told["to the boundary"] == "≈ 1.64992"


def test_at_the_start_everything_lies_on_a_boundary_that_is_nowhere() -> None:
    told = rows(after(TEXTBOOK, 0), 0)
    assert told["f"] == "= 0"
    assert told["y·f"] == "= 0, on the boundary: an error"
    assert "to the boundary" not in told


def test_a_place_by_hand_in_primal_and_in_dual() -> None:
    primal = place_facts(after(TEXTBOOK, 3), (2, -1))  # w = (2, 2), b = 0
    assert primal.title == "x = (2, −1)"
    assert primal.rows == (("f", "= w·x + b"), ("", "= 2·2 + 2·(−1) + 0"), ("", "= 2"), ("class", "B (+)"))
    dual = place_facts(after(TEXTBOOK, 3, TrainingSettings(mode=Mode.DUAL)), (2, -1))
    assert dual.rows == (
        ("f", "= Σ αⱼ yⱼ (xⱼ·x) + b"),
        ("", "= 1·3 − 1·1 + 0"),
        ("", "= 2"),
        ("class", "B (+)"),
    )


def test_scores_of_the_classes_by_hand() -> None:
    snapshot = after(THREE, 3, TrainingSettings(mode=Mode.MULTICLASS))
    names = [f"s({name})" for name in "ABC"]
    told = dict(place_facts(snapshot, (0, 0)).rows)
    assert [told[name] for name in names] == [f"= {int(b)}".replace("-", "−") for b in snapshot.theta[:, -1]]
    told = rows(snapshot, 2)
    assert set(names) < set(told)
    assert told["verdict"].startswith(("right", "an error", "a tie"))


def test_a_tie_names_who_goes_first() -> None:
    snapshot = after(THREE, 0, TrainingSettings(mode=Mode.MULTICLASS))
    assert dict(place_facts(snapshot, (1, 1)).rows)["class"] == "A and B and C tie; A wins"


def test_what_is_rounded_says_so_and_what_is_exact_does_not() -> None:
    thirds = Dataset.of([[1 / 3, 1], [-1, 0.5]], [1, 0])
    snapshot = after(thirds, 1)
    assert not snapshot.is_exact
    assert point_facts(snapshot, thirds, 0).rows[2][1].startswith("≈ ")
    decimals = after(Dataset.of([[0.1, 0.2], [-0.3, 0.7]], [1, 0]), 1, TrainingSettings(bias=False))
    assert rows(decimals, 0)["f"] == "= 0.05"  # not 0.05000000000000001


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("bias", [True, False])
def test_scores_are_those_of_fractions(mode: Mode, bias: bool) -> None:
    generator = np.random.default_rng(4)
    for visits in range(1, 20, 2):
        dataset = Dataset.of(np.round(generator.uniform(-3, 3, (6, 2)), 2), [0, 1, 1, 0, 1, 0])
        snapshot = after(dataset, visits, TrainingSettings(mode=mode, bias=bias))
        x = np.round(generator.uniform(-4, 4, 2), 1).tolist()
        for row, score in zip(snapshot.theta.tolist(), scores_at(snapshot, x), strict=True):
            values = [*map(repr, x), *["1"] * bias]
            pairs = zip(row, values, strict=True)
            assert score == sum(Fraction(repr(w)) * Fraction(v) for w, v in pairs)


@pytest.mark.parametrize("mode", [Mode.PRIMAL, Mode.MULTICLASS])
def test_errors_are_those_that_the_run_counts(mode: Mode) -> None:
    generator = np.random.default_rng(5)
    for visits in range(0, 30, 3):
        dataset = Dataset.of(np.round(generator.uniform(-3, 3, (9, 2)), 1), generator.integers(0, 2, 9).tolist())
        snapshot = after(dataset, visits, TrainingSettings(mode=mode))
        for i, is_error in enumerate(snapshot.errors.tolist()):
            told = " ".join(rows(snapshot, i).values())
            assert is_error == bool(re.search("error", told)), told


def test_the_distance_is_that_of_the_nearest_line() -> None:
    snapshot = after(THREE, 3, TrainingSettings(mode=Mode.MULTICLASS))
    x = THREE.X[0]
    scores = snapshot.theta[:, :2] @ x + snapshot.theta[:, 2]
    best = int(scores.argmax())
    lines = [
        (scores[best] - scores[k]) / math.hypot(*(snapshot.theta[best, :2] - snapshot.theta[k, :2]))
        for k in range(3)
        if k != best
    ]
    told = rows(snapshot, 0)["to the boundary"]
    assert float(told.lstrip("=≈ ")) == pytest.approx(min(lines), rel=1e-5)


@pytest.mark.parametrize("mode", list(Mode))
def test_while_a_question_is_open_nothing_gives_the_answer(mode: Mode) -> None:
    snapshot = hide_future(after(TEXTBOOK, 1, TrainingSettings(mode=mode)))
    for facts in (point_facts(snapshot, TEXTBOOK, 2), place_facts(snapshot, (1, 1))):
        names = {name for name, _ in facts.rows}
        assert names <= {"class", "α", "f", "scores"}
        assert HIDDEN in [value for _, value in facts.rows]
    assert point_facts(snapshot, TEXTBOOK, 2).rows[0][1].startswith("A")


def test_a_point_of_later_and_points_of_another_run() -> None:
    snapshot = after(TEXTBOOK, 2)
    longer = TEXTBOOK.with_points([[5, 5]], [1])
    told = point_facts(snapshot, longer, 3).rows
    assert ("", "arrives later in the run") in told
    other = Dataset.of([[9, 9], [8, 8]], [0, 1])
    assert point_facts(snapshot, other, 0).rows == (("class", "A"),)


def test_many_classes_in_a_binary_mode_and_one_class_alone() -> None:
    snapshot = after(THREE, 2, TrainingSettings(positive=2))
    assert dict(place_facts(snapshot, (9, 9)).rows)["class"] in ("C (+)", "the rest (−)")
    alone = Dataset.of([[1, 1]], [1])
    assert dict(place_facts(after(alone, 1), (-9, -9)).rows)["class"] == "A (−)"
    empty = after(Dataset.empty(), 0, TrainingSettings(mode=Mode.MULTICLASS))
    assert dict(place_facts(empty, (1, 1)).rows)["class"] == "none"


def test_a_sum_of_many_points_and_a_point_of_many_features_stay_short_and_quick() -> None:
    generator = np.random.default_rng(6)
    wide = Dataset.of(generator.normal(size=(4, 3000)), [0, 1, 0, 1])
    assert len(point_facts(after(wide, 3), wide, 0).title) < 100
    many = Dataset.of(np.round(generator.normal(size=(1000, 2)), 1), generator.integers(0, 2, 1000).tolist())
    told = place_facts(after(many, 1000, TrainingSettings(mode=Mode.DUAL)), (0.5, 0.5)).rows
    assert "more" in told[1][1]
    assert len(told[1][1]) < 100


@pytest.mark.parametrize("far", [1e12, 1e-6])
def test_the_limits_of_numbers_are_told_too(far: float) -> None:
    dataset = Dataset.of([[far, far], [-far, 0.5 * far]], [0, 1])
    for mode in Mode:
        snapshot = after(dataset, 3, TrainingSettings(mode=mode))
        assert point_facts(snapshot, dataset, 0).rows
        assert place_facts(snapshot, (far, -far)).rows
