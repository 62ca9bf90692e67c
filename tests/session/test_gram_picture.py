"""The Gram matrix as a picture: every K in its cell, means where pixels end, a sample where rows are not kept."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import POLY2, FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session import gram
from perceptron_gui.session import gram as pictures
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.gram import GramQuestion, gram_picture
from perceptron_gui.session.worker import training_worker as moves
from tests.session.bench import TEXTBOOK, Bench

LINEAR = TrainingSettings(mode=Mode.DUAL, bias=False)
POLY, RBF = (replace(LINEAR, kernel=Kernel(name)) for name in (KernelName.POLY, KernelName.RBF))
POINTS = Dataset.of([[3, 3], [4, 3], [1, -1], [0.5, 2]], [1, 1, 0, 1], ["A", "B"])


def scattered(n_samples: int, n_features: int = 2) -> Dataset:
    generator = np.random.default_rng(n_samples)
    return Dataset.of(generator.standard_normal((n_samples, n_features)), generator.integers(0, 2, n_samples).tolist())


def slow_kernel(settings: TrainingSettings, x: np.ndarray, z: np.ndarray) -> float:
    """Return K from its formula (D5)."""
    if settings.kernel.name is KernelName.RBF:
        return float(np.exp(-settings.kernel.gamma * ((x - z) ** 2).sum()))
    product = float((x * z).sum())
    return product if settings.kernel.name is KernelName.LINEAR else (product + 1) ** 2


@pytest.mark.parametrize("settings", [LINEAR, POLY, RBF], ids=["linear", "poly", "rbf"])
@pytest.mark.parametrize("by_class", [False, True])
def test_every_cell_is_the_kernel_of_its_pair(settings: TrainingSettings, by_class: bool) -> None:
    dataset = scattered(30)
    picture = gram_picture(GramQuestion(dataset, settings, by_class))
    assert sorted(picture.points.tolist()) == list(range(30))
    X = dataset.X[picture.points]
    slow = [[slow_kernel(settings, x, z) for z in X] for x in X]
    np.testing.assert_allclose(picture.cells, slow, rtol=1e-12, atol=1e-12)
    assert picture.largest == np.abs(picture.cells).max()
    for point in (0, 7, 29):
        assert picture.row_cells(point).tolist() == picture.cells[picture.row_of(point)].tolist()


def test_sorted_by_class_the_points_of_a_class_are_neighbours_in_their_order() -> None:
    picture = gram_picture(GramQuestion(POINTS, LINEAR, by_class=True))
    assert picture.points.tolist() == [2, 0, 1, 3]
    assert picture.class_rows == (1,)
    assert [picture.row_of(point) for point in range(4)] == [1, 2, 0, 3]
    assert gram_picture(GramQuestion(POINTS, LINEAR)).class_rows == ()


def test_the_kernel_sees_the_features() -> None:
    picture = gram_picture(GramQuestion(POINTS, replace(LINEAR, features=POLY2)))
    phi = np.array([3, 3, 9, 9, 9.0])
    assert picture.cells[0, 0] == phi @ phi


@pytest.mark.parametrize("settings", [LINEAR, RBF], ids=["linear", "rbf"])
def test_beyond_pixels_a_cell_is_the_mean_of_its_block(
    monkeypatch: pytest.MonkeyPatch, settings: TrainingSettings
) -> None:
    monkeypatch.setattr(pictures, "MOST_CELLS", 4)
    dataset = scattered(10)
    whole = [[slow_kernel(settings, x, z) for z in dataset.X] for x in dataset.X]
    picture = gram_picture(GramQuestion(dataset, settings))
    assert picture.edges.tolist() == [0, 2, 5, 7, 10]
    assert picture.block == 3
    assert picture.cells[1, 3] == pytest.approx(np.mean([row[7:10] for row in whole[2:5]]))
    assert picture.row_cells(6)[3] == pytest.approx(np.mean(whole[6][7:10]))
    assert "3 × 3" in gram.about_picture(picture)
    assert not picture.is_sampled


def test_above_4000_points_the_picture_is_a_sample_and_says_where_rows_come_when_needed() -> None:
    dataset = scattered(4_001)
    picture = gram_picture(GramQuestion(dataset, LINEAR, by_class=True))
    assert picture.is_sampled
    assert sorted(picture.points.tolist()) == list(range(0, 4_001, 2))
    assert picture.row_of(1) is None
    assert len(picture.row_cells(1)) == len(picture.cells), "the row of a point that is left out is there all the same"
    said = gram.about_picture(picture)
    assert "points, only one in 2 is shown" in said and "computed" not in said, (
        "a run with the linear kernel needs no rows"
    )
    said = gram.about_picture(gram_picture(GramQuestion(dataset, RBF)))
    assert "rows are computed when needed; only one point in 2 is shown" in said


def test_of_wide_points_fewer_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_WORK", 900)
    picture = gram_picture(GramQuestion(scattered(20, 9), LINEAR))
    assert len(picture.points) == 10
    assert "so many features" in gram.about_picture(picture)


def test_work_that_nobody_waits_for_is_given_up() -> None:
    with pytest.raises(Cancelled):
        gram_picture(GramQuestion(POINTS, LINEAR), lambda: True)


def test_no_points_make_an_empty_picture() -> None:
    picture = gram_picture(GramQuestion(Dataset.empty(), LINEAR))
    assert picture.cells.shape == (0, 0)
    assert gram.cell_numbers(picture) == ()


def test_a_point_that_comes_is_a_row_more_and_what_else_changes_is_another_matrix() -> None:
    first = GramQuestion(POINTS, LINEAR)
    more = GramQuestion(POINTS.with_points([[1, 1]], [0]), LINEAR)
    assert more.extends(first)
    assert not first.extends(more)
    assert not GramQuestion(more.dataset, RBF).extends(first)
    assert first.is_like(GramQuestion(POINTS, replace(LINEAR, eta=0.5)))
    assert not first.is_like(GramQuestion(POINTS, LINEAR, by_class=True))
    before, after = gram_picture(first), gram_picture(more)
    assert after.cells[:4, :4].tolist() == before.cells.tolist()
    assert gram.about_arrival(1, 5) == "x₅ is new: it adds one row and one column."


# Numbers


def test_numbers_of_few_points_are_those_of_the_pencil() -> None:
    numbers = gram.cell_numbers(gram_picture(GramQuestion(POINTS, LINEAR)))
    assert numbers[0] == ("18", "21", "0", "7.5")
    assert gram.cell_numbers(gram_picture(GramQuestion(POINTS, POLY)))[3][3] == "27.5625"
    assert gram.cell_numbers(gram_picture(GramQuestion(POINTS, RBF)))[0][1] == "≈0.37"
    assert gram.cell_numbers(gram_picture(GramQuestion(scattered(13), LINEAR))) == ()


def test_k_of_a_pair_is_exact_where_points_and_kernel_are() -> None:
    assert gram.kernel_of_pair(POINTS, LINEAR, 0, 3) == Fraction(15, 2)
    assert gram.about_pair(GramQuestion(POINTS, POLY), 0, 2) == "K(x₁, x₃) = 1 · B and A"
    assert gram.about_pair(GramQuestion(POINTS, RBF), 0, 1).startswith("K(x₁, x₂) ≈ 0.367879")


def test_k_of_points_with_very_many_features_is_rounded_and_says_so() -> None:
    assert gram.about_pair(GramQuestion(Dataset.of(np.ones((2, 3_000)), [0, 1]), LINEAR), 0, 1).startswith(
        "K(x₁, x₂) ≈ 3000"
    )


# What a step adds


def stepped(dataset: Dataset, visits: int, **rules: object) -> Snapshot:
    """Return a run after some visits."""
    bench = Bench.on(dataset, TrainingSettings(**{"mode": Mode.DUAL, **rules}))  # type: ignore[arg-type]
    bench.worker.want(Wants(alpha=True))
    for _ in range(visits):
        bench.do(moves.step)
    return bench.do(lambda worker: moves.seek(worker, visits))


@pytest.mark.parametrize("has_ones", [True, False])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("kernel", [Kernel(), POLY.kernel])
def test_the_cells_of_a_row_are_those_that_the_step_tells(bias: bool, kernel: Kernel, has_ones: bool) -> None:
    snapshot = stepped(TEXTBOOK, 1, bias=bias, kernel=kernel)
    question = GramQuestion(TEXTBOOK, snapshot.settings, has_ones=has_ones and not kernel.is_curved)
    row = gram.cell_numbers(gram_picture(question))[0]
    explanation = explain(snapshot, is_full=True, is_augmented=has_ones)
    assert explanation is not None
    said = "\n".join(map(str, explanation.update))
    assert f"Gram row of x₁ ({question.cell}) = ({', '.join(row)})" in said
    assert question.cell in gram.about_row(question, snapshot, 0)


WITH_BIAS = replace(LINEAR, bias=True)


@pytest.mark.parametrize("kernel", [Kernel(), POLY.kernel, RBF.kernel])
def test_a_cell_is_the_product_of_its_points_and_with_the_1_of_the_bias_only_where_that_is_wanted(
    kernel: Kernel,
) -> None:
    plain, ones = (
        gram_picture(GramQuestion(POINTS, replace(WITH_BIAS, kernel=kernel), has_ones=each)) for each in (False, True)
    )
    without_bias = gram_picture(GramQuestion(POINTS, replace(LINEAR, kernel=kernel), has_ones=True))
    assert plain.cells.tolist() == without_bias.cells.tolist()
    assert ones.cells.tolist() == (plain.cells + 1).tolist()
    assert ones.row_cells(2).tolist() == (plain.row_cells(2) + 1).tolist()
    assert gram.cell_numbers(plain) == gram.cell_numbers(without_bias)
    if not kernel.is_curved:
        assert gram.cell_numbers(plain)[0] == ("18", "21", "0", "7.5")
        assert gram.cell_numbers(ones)[0] == ("19", "22", "1", "8.5")
        assert gram.about_pair(ones.question, 0, 1) == "K(x₁, x₂) + 1 = 22 · B and B"
        assert gram.about_pair(plain.question, 0, 1) == "K(x₁, x₂) = 21 · B and B"


def test_how_the_bias_comes_into_the_scores_is_said_beside_the_matrix() -> None:
    def said(has_ones: bool = False, **rules: Any) -> str:
        return gram.about_picture(gram_picture(GramQuestion(POINTS, replace(WITH_BIAS, **rules), has_ones=has_ones)))

    first = "The bias is not in the matrix. Each update changes it too: "
    assert said() == f"{first}f(x) = Σ αⱼ yⱼ (xⱼ·x) + b, and b = Σ αⱼ yⱼ."
    assert said(eta=0.5) == f"{first}f(x) = η Σ αⱼ yⱼ (xⱼ·x) + b, and b = η Σ αⱼ yⱼ."
    assert said(kernel=RBF.kernel) == f"{first}f(x) = Σ αⱼ yⱼ K(xⱼ, x) + b, and b = Σ αⱼ yⱼ."
    assert said(initial=(0.0, 0.0, 2.0)).endswith("b = b₀ + Σ αⱼ yⱼ.")
    assert said(has_ones=True) == "A cell is K + 1: the 1 goes with the bias."
    assert not said(bias=False) and not said(has_ones=True, bias=False)


def about(snapshot: Snapshot, lit: int | None) -> str:
    return gram.about_row(GramQuestion(snapshot.dataset, snapshot.settings), snapshot, lit)


def test_a_row_is_subtracted_where_y_is_minus_1() -> None:
    assert about(stepped(TEXTBOOK, 0), None).endswith("or subtracts it where y = −1.")
    assert about(stepped(TEXTBOOK, 1), None) == "Row of x₁, y = +1: this update adds it to all 3 scores."
    third = about(stepped(TEXTBOOK, 3), None)
    assert third == "Row of x₃, y = −1: this update subtracts it from all 3 scores."
    assert about(stepped(TEXTBOOK, 3, eta=0.5), None) == f"{third} It is multiplied by η = 0.5."


def test_in_multiclass_a_row_is_added_for_the_class_and_subtracted_for_the_rival() -> None:
    said = about(stepped(TEXTBOOK, 3, mode=Mode.MULTICLASS, kernel=RBF.kernel), None)
    assert said == "Row of x₃: this update adds it to the scores of A, and subtracts it from those of B."


def test_a_batch_pass_adds_the_rows_of_one_class_and_subtracts_those_of_the_other() -> None:
    said = [about(stepped(TEXTBOOK, visits, order=Order.BATCH), None) for visits in (3, 6)]
    assert said[0] == "This update adds 2 rows to all scores, and subtracts 1 row where y = −1."
    assert said[1] == "This update subtracts 1 row from all scores."


@pytest.mark.parametrize(
    ("points", "has_ones", "ends"),
    [
        ([[3, 3], [4, 3], [1, 1]], False, ("2", "25")),
        ([[3, 3], [4, 3], [1, 1]], True, ("3", "26")),
        ([[1, 0], [-2, 1]], False, ("−2", "5")),
        ([[1, 0], [-2, 1]], True, ("−1", "6")),
        ([[1, 0], [0, 1]], False, ("0", "1")),
    ],
)
def test_the_scale_goes_from_the_least_cell_to_the_largest(
    points: list[list[float]], has_ones: bool, ends: tuple[str, str]
) -> None:
    dataset = Dataset.of(points, [k % 2 for k in range(len(points))])
    picture = gram_picture(GramQuestion(dataset, WITH_BIAS, has_ones=has_ones))
    assert gram.scale_ends(picture) == ends
    least, most = picture.shares
    assert max(abs(least), abs(most)) == 1.0 and least * picture.largest == picture.cells.min()


def scale_of(x: float, **rules: Any) -> tuple[str, str]:
    """Return the ends of the scale of two points on a line, at x and at 0."""
    dataset = Dataset.of([[x, 0.0], [0.0, 0.0]], [0, 1])
    return gram.scale_ends(gram_picture(GramQuestion(dataset, TrainingSettings(mode=Mode.DUAL, **rules))))


def test_the_ends_of_the_scale_wear_a_sign_of_rounding_where_they_are_rounded_and_nowhere_else() -> None:
    """By pencil: 1.5² = 2.25, (2² + 1)² = 25; 1/3 is no decimal, and 1.23456² has ten places."""
    assert scale_of(1.5) == ("0", "2.25")
    assert scale_of(2.0, kernel=Kernel(KernelName.POLY, 2, 1.0)) == ("1", "25")
    assert scale_of(1 / 3) == ("0", "≈ 0.111")
    assert scale_of(1.23456) == ("0", "≈ 1.52")
    assert scale_of(1e12) == ("0", "10²⁴")
    assert scale_of(2.0, kernel=Kernel(KernelName.RBF)) == ("≈ 0.0183", "≈ 1")
    many = Dataset.of([[float(i % 7), 1.0] for i in range(500)], [i % 2 for i in range(500)])
    assert scale_of_many(many)[1].startswith("≈ ")


def scale_of_many(dataset: Dataset) -> tuple[str, str]:
    picture = gram_picture(GramQuestion(dataset, TrainingSettings(mode=Mode.DUAL), by_class=True))
    assert picture.block > 1
    return gram.scale_ends(picture)


def test_a_matrix_of_numbers_beyond_all_doubles_is_written() -> None:
    dataset = Dataset.of([[1e10], [3.0]], [1, 0])
    rules = TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.POLY, 2), features=FeatureMap.read("x1^9*x1^5"))
    picture = gram_picture(GramQuestion(dataset, rules))
    assert gram.scale_ends(picture)[1] == "≈ 10⁵⁶⁰" and picture.shares == (0.0, 0.0)
    assert gram.cell_numbers(picture)[0][0] == "≈10⁵⁶⁰"
