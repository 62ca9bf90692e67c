"""With the bias as one more feature a step is told with x̂ = (x, 1) and θ: the same numbers (W2, P8)."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import POLY2
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.explanation.step import Explanation, as_text
from perceptron_gui.session.worker import training_worker as moves
from tests.engine.cases import random_case
from tests.session.bench import TEXTBOOK, XOR, Bench
from tests.session.explanation.test_explain import worked_out

THREE = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", "B", "C"])


def both(
    dataset: Dataset, visits: int, settings: TrainingSettings | None = None, is_full: bool = False
) -> tuple[Explanation, Explanation]:
    """Return a step as it is usually told, and with x̂."""
    bench = Bench.on(dataset, settings)
    bench.worker.want(Wants(alpha=True))
    for _ in range(visits):
        snapshot = bench.do(moves.step)
    plain, augmented = explain(snapshot, is_full), explain(snapshot, is_full, is_augmented=True)
    assert plain is not None and augmented is not None
    return plain, augmented


def lines(step: Explanation) -> list[str]:
    return as_text(step).splitlines()


def test_a_mistake_by_hand() -> None:
    assert lines(both(TEXTBOOK, 3)[1]) == [
        "VISIT 3 · EPOCH 1 · POINT x₃, y = −1",
        "x̂ = (x, 1) = (1, 1, 1)",
        "f(x) = θ·x̂",
        "= 3·1 + 3·1 + 1·1",
        "= 7",
        "∠(θ, x̂) ≈ 22° < 90°",
        "Mistake. y·f = −7 ≤ 0: this point is on the wrong side.",
        "θ ← θ + η y x̂",
        "= (3, 3, 1) + (−1, −1, −1)",
        "= (2, 2, 0)",
        "(θ + η y x̂)·x̂ = θ·x̂ + η y x̂·x̂",
        "y·f rose by ‖x̂‖² = 3: from −7 to −4. The point is still wrong: it needs another visit.",
    ]


def test_in_alpha_by_hand() -> None:
    told = lines(both(TEXTBOOK, 7, TrainingSettings(mode=Mode.DUAL))[1])
    assert told[1:5] == ["x̂ = (x, 1) = (3, 3, 1)", "f(x) = Σ αⱼ yⱼ (x̂ⱼ·x̂)", "= 1·19 − 2·7", "= 5"]
    mistake = lines(both(TEXTBOOK, 3, TrainingSettings(mode=Mode.DUAL))[1])
    assert "Gram row of x₃ (K + 1) = (7, 8, 3)" in mistake and "θ = Σ αⱼ yⱼ x̂ⱼ = (2, 2, 0)" in mistake


def test_from_start_weights_the_start_is_one_of_theta() -> None:
    settings = TrainingSettings(mode=Mode.DUAL, initial=(1.0, 1.0, -2.0))
    plain, augmented = both(TEXTBOOK, 1, settings)
    assert [str(line) for line in augmented.rule][1:] == [
        "f(x) = θ₀·x̂ + Σ αⱼ yⱼ (x̂ⱼ·x̂)",
        "= (1, 1, −2)·(3, 3, 1)",
        "= 4",
    ]
    assert str(plain.rule[-1]) == "= 4"


def test_a_batch_sum_and_classes_by_hand() -> None:
    batch = lines(both(TEXTBOOK, 3, TrainingSettings(order=Order.BATCH))[1])
    assert "θ ← θ + η(y₁ x̂₁ + y₂ x̂₂ + y₃ x̂₃)" in batch and "= (6, 5, 1)" in batch
    plain, augmented = both(THREE, 1, TrainingSettings(mode=Mode.MULTICLASS))
    assert "sₖ = θₖ·x̂" in lines(augmented) and "= (−1, 0, −1)" in lines(augmented)
    assert augmented.matrix == plain.matrix, "the table of W has a column for b in either"


def test_features_come_before_the_1() -> None:
    told = lines(both(XOR, 2, TrainingSettings(features=POLY2))[1])
    assert told[1].startswith("x̂ = (φ(x), 1) = (")


@pytest.mark.parametrize(
    "settings",
    [TrainingSettings(bias=False), TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.POLY))],
    ids=["no bias", "a curved kernel"],
)
def test_where_there_is_no_bias_beside_weights_nothing_changes(settings: TrainingSettings) -> None:
    plain, augmented = both(TEXTBOOK, 3, settings)
    assert plain == augmented


def test_the_effect_on_the_activation_is_told_of_single_updates_only() -> None:
    assert both(TEXTBOOK, 2)[0].moved is None
    assert both(TEXTBOOK, 3, TrainingSettings(order=Order.BATCH))[0].moved is None
    assert str(both(XOR, 1, TrainingSettings(bias=False, initial=(1.0, 1.0)))[0].moved) == (
        "(w + η y x)·x = w·x + η y x·x"
    )
    kernel = TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.POLY))
    assert str(both(TEXTBOOK, 3, kernel)[0].moved) == "f(x) ← f(x) + η y (K(x, x) + 1)"


@pytest.mark.parametrize("mode", ["primal", "dual"])
def test_theta_is_w_with_b_and_f_is_the_same(mode: str) -> None:
    rng, compared = np.random.default_rng([89, len(mode)]), 0
    for _ in range(20):
        case = random_case(rng, mode, "cyclic")
        if not case.settings.bias or case.settings.has_curved_kernel or case.n_features > 3:
            continue
        plain, augmented = both(case.dataset, int(rng.integers(1, 6)), case.settings, is_full=True)
        assert plain.verdict == augmented.verdict
        numbers = [[str(line) for line in step.rule if str(line).startswith("= ")] for step in (plain, augmented)]
        assert numbers[0][-1] == numbers[1][-1]
        assert worked_out_products(numbers[1][0]) == worked_out(numbers[0][-1])
        if augmented.update and mode == "primal":
            _, summed, result, *more = map(str, augmented.update)
            assert not more and worked_out(summed) == worked_out(result)
            w, b = worked_out(str(plain.update[2])), str(plain.update[-1]).split("= ")[-1]
            entries = w if isinstance(w, tuple) else (w,)
            assert worked_out(result) == (*entries, decimal_fraction(float(b.replace("−", "-"))))
        compared += bool(augmented.update)
    assert compared > 2


def worked_out_products(line: str) -> Fraction:
    """Work out a line in which vectors may be multiplied."""
    dots = re.sub(r"(\([^()]*,[^()]*\))·(\([^()]*,[^()]*\))", lambda match: f"({dotted(*match.groups())})", line)
    value = worked_out(dots)
    assert isinstance(value, Fraction)
    return value


def dotted(one: str, other: str) -> str:
    """Return the scalar product of two written vectors as one sum."""
    pairs = zip(one[1:-1].split(", "), other[1:-1].split(", "), strict=True)
    return " + ".join(f"({a})·({b})" for a, b in pairs)
