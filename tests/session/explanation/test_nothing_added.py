"""What adds 0 is not said to change anything, and rounded numbers are not said to come to an exact one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Split, with_split
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings, with_kernel
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session.both_forms import cost_curves, costs_of
from perceptron_gui.session.explanation.explain import explain, step_summary
from perceptron_gui.session.explanation.facts.place_facts import place_facts, point_facts
from perceptron_gui.session.formula.line import Formula
from perceptron_gui.session.gram import rows_in_use
from perceptron_gui.session.output.run_table import row_texts
from perceptron_gui.session.worker import training_worker as moves
from tests.session.bench import XOR, Bench

ORIGIN = Dataset.of([[0, 0], [1, 2]], [1, 0], ("A", "C"))
MIRRORED = Dataset.of([[1, 0], [-1, 0]], [0, 1])
POLY2 = Kernel(KernelName.POLY, degree=2, coef0=0.0)


def visits(dataset: Dataset, settings: TrainingSettings, count: int) -> Iterator[tuple[Run, Snapshot]]:
    """Yield the run at each of its first visits."""
    run = Run(dataset, settings)
    for _ in range(count):
        if run.visit_once() is None:
            return
        yield run, take_snapshot(run, 1, Wants(alpha=True))


def effect(snapshot: Snapshot) -> str:
    step = explain(snapshot)
    assert step is not None
    return str(step.effect)


# Points that are 0


def test_scores_that_stay_are_not_said_to_rise_or_fall() -> None:
    ((_, snapshot),) = visits(ORIGIN, TrainingSettings(Mode.MULTICLASS, bias=False), 1)
    told = effect(snapshot)
    assert told.startswith("C stays at 0, and A at 0: ‖x‖² = 0. The point is still wrong")
    ((_, snapshot),) = visits(ORIGIN, TrainingSettings(bias=False, eta=0.5), 1)
    assert effect(snapshot).startswith("y·f stays at 0: η(‖x‖²) = 0. ")
    settings = TrainingSettings(Mode.MULTICLASS, bias=False, kernel=POLY2)
    ((_, snapshot),) = visits(ORIGIN, settings, 1)
    assert effect(snapshot).startswith("C stays at 0, and A at 0: K(x, x) = 0. ")
    ((_, snapshot),) = visits(ORIGIN, TrainingSettings(Mode.MULTICLASS), 1)
    assert effect(snapshot).startswith("C rose to 1, and A fell to −1."), "the bias is added"


@pytest.mark.parametrize("settings", [TrainingSettings(bias=False), TrainingSettings(Mode.MULTICLASS, bias=False)])
@pytest.mark.parametrize("kernel", [Kernel(), POLY2])
@pytest.mark.parametrize("beta", [0.0, 1.0])
def test_a_point_that_no_update_moves_needs_no_other_visit(
    settings: TrainingSettings, kernel: Kernel, beta: float
) -> None:
    rules = replace(with_kernel(settings, kernel), beta=beta)
    ((_, snapshot),) = visits(ORIGIN, rules, 1)
    assert effect(snapshot).endswith("= 0. The point is still wrong, and no visit can change that.")
    moved = Dataset.of([[1e-9, 0], [1, 2]], [1, 0], ("A", "C"))
    ((_, snapshot),) = visits(moved, rules, 1)
    assert "no visit can change that" not in effect(snapshot)


def test_alphas_that_rise_are_not_said_to_stay() -> None:
    settings = TrainingSettings(Mode.DUAL, Order.BATCH, bias=False, kernel=POLY2)
    *_, (_, snapshot) = visits(MIRRORED, settings, 2)
    assert snapshot.alpha is not None and snapshot.alpha.tolist() == [1, 1]
    assert "nothing changed" not in effect(snapshot)


@pytest.mark.parametrize("mode", [*Mode])
def test_an_only_error_that_adds_0_is_not_said_to_change_the_weights(mode: Mode) -> None:
    dataset = Dataset.of([[0, 0], [1, 2], [-1, -2]], [1, 1, 0])
    *_, (_, snapshot) = visits(dataset, TrainingSettings(mode, Order.BATCH, bias=False), 6)
    assert snapshot.last is not None
    assert snapshot.last.learned.tolist() == [0] and not snapshot.last.changed
    assert "its only error, x₁, adds 0, so the weights stay the same: ∇L = 0." in effect(snapshot)


# Sums that are 0


def test_errors_that_cancel_out_under_a_kernel_are_not_said_to_change_the_weights() -> None:
    settings = TrainingSettings(Mode.DUAL, Order.BATCH, bias=False, kernel=POLY2)
    *_, (run, snapshot) = visits(MIRRORED, settings, 2)
    assert snapshot.last is not None and not snapshot.last.changed and snapshot.last.has_learned
    assert "add up to 0, so the weights stay the same: ∇L = 0." in effect(snapshot)
    assert rows_in_use(snapshot) == (0, 1), "their rows were added all the same"
    assert row_texts(snapshot.last, run.settings, run.dataset)[3].endswith("Σ")


def kernel_of(kernel: Kernel, a: list[Fraction], b: list[Fraction]) -> Fraction:
    """Return K by fractions; of the Gaussian kernel 1 in one place, and else what no sum of few others makes up for."""
    if kernel.name is KernelName.RBF:
        return Fraction(1) if a == b else Fraction(0)
    total = sum((x * y for x, y in zip(a, b, strict=True)), decimal_fraction(kernel.coef0))
    return total**kernel.degree


def is_changed(before: np.ndarray, after: np.ndarray, dataset: Dataset, settings: TrainingSettings) -> bool:
    """Whether the square of what a row of counts gained is not 0."""
    points = [[*map(decimal_fraction, row)] for row in dataset.X.tolist()]
    for row in (after - before).tolist():
        used = [j for j, count in enumerate(row) if count]
        square = sum(row[i] * row[j] * kernel_of(settings.kernel, points[i], points[j]) for i in used for j in used)
        if square or (settings.bias and sum(row)):
            return True
    return False


@pytest.mark.drawn
@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
@pytest.mark.parametrize("order", [Order.CYCLIC, Order.BATCH])
def test_a_visit_changed_what_was_learned_where_fractions_say_so(mode: Mode, order: Order) -> None:
    found = {True: 0, False: 0}
    for seed in range(60):
        if seed > 20 and found[True] > 100 and found[False] > 1:
            break
        generator = np.random.default_rng([16, seed])
        rows = generator.integers(-1, 2, (int(generator.integers(2, 6)), 2))
        rows = np.vstack([rows, -rows]) if generator.integers(0, 2) else np.vstack([rows, rows])
        labels = np.concatenate([[0, 1], generator.integers(0, 2 + (mode is Mode.MULTICLASS), len(rows) - 2)])
        dataset = Dataset.of(rows.tolist(), labels.tolist(), ("A", "B", "C"))
        degree, coef0 = int(generator.integers(1, 4)), float(generator.integers(0, 2))
        kernel = Kernel(KernelName.RBF) if generator.integers(0, 3) == 0 else Kernel(KernelName.POLY, degree, coef0)
        settings = TrainingSettings(mode, order, bias=bool(generator.integers(0, 2)), kernel=kernel, positive=None)
        before = np.zeros((1 if mode.is_binary else 3, dataset.n_samples), dtype=np.int64)
        for run, snapshot in visits(dataset, settings, 3 * dataset.n_samples):
            assert run.state.sums is not None and snapshot.last is not None
            after = run.state.sums.counts.copy()
            expected = is_changed(before, after, dataset, settings)
            assert snapshot.last.changed is expected, (dataset.X.tolist(), labels.tolist(), settings)
            found[expected] += bool((after != before).any())
            before = after
    assert found[True] > 100 and found[False] > 1


# Rounded numbers


def rounded_below(lines: tuple[Formula, ...]) -> Iterator[tuple[Formula, Formula]]:
    """Yield each line that goes on from one with rounded numbers, and that line."""
    for above, line in pairwise(lines):
        if line.is_continuation and above.is_rounded:
            yield above, line


@pytest.mark.drawn
@pytest.mark.parametrize("order", [Order.CYCLIC, Order.BATCH])
@pytest.mark.parametrize("mode", [*Mode])
def test_no_line_below_a_rounded_one_claims_that_it_comes_to_an_exact_number(mode: Mode, order: Order) -> None:
    renamed = 0
    for seed in range(12):
        if seed > 3 and renamed:
            break
        generator = np.random.default_rng([161, seed])
        points = (generator.integers(-(10**7), 10**7, (5, 2)) / 10 ** generator.integers(4, 8)).tolist()
        settings = TrainingSettings(mode, order, eta=float(generator.choice([1, 0.333333, 0.0000001])))
        for _, snapshot in visits(Dataset.of(points, [0, 1, 1, 0, 1]), settings, 10):
            step = explain(snapshot)
            assert step is not None
            for lines in (step.rule, step.update):
                for above, line in rounded_below(lines):
                    assert line.is_rounded, f"{above}\n{line}"
                renamed += sum(a.is_rounded and not b.is_rounded for a, b in pairwise(lines))
            x = snapshot.dataset.X[0] + 0.5
            rows = place_facts(snapshot, x.tolist()).rows
            for (_, above_text), (name, text) in pairwise(rows):
                assert name or not above_text.startswith("≈") or text.startswith("≈"), rows
            if mode.is_binary:
                summary, value = step_summary(snapshot), step.rule[2]
                assert summary is not None
                first, _, anew = str(summary.rule[0]).partition(",   ")
                assert "≈" not in first.partition(" = ")[0] or " = " not in first, first
                assert (anew or first).endswith(str(value).partition(")")[2] if anew else str(value)), (first, anew)
    assert renamed > 0


def test_a_point_that_was_rounded_in_reading_wears_it_also_where_nobody_learns_from_it() -> None:
    plain = Dataset.of([[0, 0], [1, 2], [0.1, 0.25]], [0, 1, 1])
    dataset = Dataset(plain.X, plain.labels, plain.classes, plain.features, (2,))
    document = with_split(dataset, Split(np.array([0, 1]), np.array([2]), np.array([], dtype=np.int64)))
    bench = Bench.on(document)
    snapshot = bench.do(lambda worker: moves.seek(worker, 4))
    assert snapshot.weight_unit is not None, "the run itself is exact"
    facts = point_facts(snapshot, document, 2)
    assert facts.title == "x₃ ≈ (0.1, 0.25)"
    told = dict(facts.rows)
    assert all(told[name].startswith("≈") for name in ("f", "y·f", "to the boundary")), told
    assert point_facts(snapshot, document, 1).title == "x₂ = (1, 2)"


# Costs (D4)


@pytest.mark.parametrize("order", [*Order])
def test_costs_count_what_was_learned_from_so_far(order: Order) -> None:
    for _, snapshot in visits(XOR, TrainingSettings(Mode.DUAL, order, bias=False), 11):
        assert snapshot.alpha is not None
        costs = costs_of(snapshot)
        assert costs.dual == int(snapshot.alpha.sum()) * 4
        if order is Order.BATCH and snapshot.visit < 4:
            assert costs.dual == 0 < snapshot.mistakes
        assert cost_curves(snapshot)[2].tolist()[-1] == costs.dual
