"""Primal = dual: both forms of every step come to the same number, and their costs are what is counted."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import POLY2
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session import both_forms as forms_module
from perceptron_gui.session.both_forms import (
    Costs,
    both_forms,
    cost_curves,
    costs_of,
    same_or_not,
    verdict,
    why_no_primal,
)
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.worker import training_worker as moves
from tests.session.bench import TEXTBOOK, XOR, Bench

DUAL = TrainingSettings(mode=Mode.DUAL)


def steps(dataset: Dataset, settings: TrainingSettings, visits: int = 25) -> list[Snapshot]:
    """Return the first snapshots of a run, with α and 10 ticks."""
    bench = Bench.on(dataset, settings)
    bench.worker.want(Wants(alpha=True, ticks=10, span=visits))
    return [bench.do(lambda worker, visit=visit: moves.seek(worker, visit)) for visit in range(1, visits)]  # type: ignore[misc]


def numbers_of(snapshot: Snapshot) -> VisitNumbers:
    assert snapshot.last is not None
    return VisitNumbers(snapshot, snapshot.last)


DECIMALS = Dataset.of(np.round(np.random.default_rng(5).normal(size=(12, 3)), 3), [0, 1] * 6)


@pytest.mark.parametrize("order", [Order.CYCLIC, Order.BATCH, Order.RANDOM], ids=lambda order: order.value)
@pytest.mark.parametrize(
    "settings",
    [
        DUAL,
        replace(DUAL, bias=False, eta=0.3),
        replace(DUAL, initial=(0.5, -1.0, 0.25, 2.0), eta=0.1),
        replace(DUAL, features=POLY2),
    ],
    ids=["plain", "no bias", "start weights", "features"],
)
def test_both_forms_of_every_step_come_to_the_same_number_to_the_last_digit(
    settings: TrainingSettings, order: Order
) -> None:
    for snapshot in steps(DECIMALS, replace(settings, order=order)):
        forms, last = both_forms(numbers_of(snapshot)), snapshot.last
        assert last is not None
        assert forms.is_exact
        assert forms.primal == forms.dual
        assert float(forms.dual) == pytest.approx(float(numbers_of(snapshot).score(last.scores)))
        assert same_or_not(forms) == "The same number, to the last digit."


def test_where_numbers_are_rounded_both_forms_are_close_and_wear_no_equals_sign() -> None:
    thirds = Dataset.of(np.random.default_rng(2).normal(size=(20, 2)) / 3, [0, 1] * 10)
    for snapshot in steps(thirds, DUAL):
        forms = both_forms(numbers_of(snapshot))
        assert not forms.is_exact
        assert float(forms.primal) == pytest.approx(float(forms.dual), abs=1e-12)
        assert "to the last digit" not in same_or_not(forms)


def test_sums_beyond_2_to_the_53_stay_exact_and_very_long_ones_are_rounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    snapshot = steps(DECIMALS, DUAL)[-1]
    exact = both_forms(numbers_of(snapshot))
    monkeypatch.setattr(forms_module, "LARGEST", 0)
    assert both_forms(numbers_of(snapshot)) == exact
    monkeypatch.setattr(forms_module, "MOST_EXACT", 0)
    rounded = both_forms(numbers_of(snapshot))
    assert isinstance(rounded.dual, float)
    assert rounded.dual == pytest.approx(float(exact.primal))


def test_a_curved_kernel_has_only_the_dual_and_says_why() -> None:
    poly, rbf = (replace(DUAL, kernel=Kernel(name)) for name in (KernelName.POLY, KernelName.RBF))
    assert "6 features" in why_no_primal(steps(XOR, poly, 3)[-1])  # 1, x, y, x², xy, y²
    without_constant = replace(DUAL, kernel=Kernel(KernelName.POLY, coef0=0.0))
    assert "3 features" in why_no_primal(steps(XOR, without_constant, 3)[-1])
    assert "infinitely many" in why_no_primal(steps(XOR, rbf, 3)[-1])
    assert why_no_primal(steps(XOR, DUAL, 3)[-1]) == ""


# Costs


def test_costs_tell_nothing_of_the_run_after_the_cursor() -> None:
    bench = Bench.on(XOR, DUAL)
    bench.worker.want(Wants(alpha=True, ticks=8, span=8))
    bench.do(lambda worker: moves.seek(worker, 8))
    snapshot = bench.do(lambda worker: moves.seek(worker, 5))
    assert snapshot.frontier == 8
    visits, _, dual = cost_curves(snapshot)
    assert visits.tolist() == [0, 1, 2, 3, 4, 5]
    assert dual[-1] == snapshot.mistakes * 4


def test_costs_are_d_a_visit_and_n_a_mistake_and_their_curves_end_there() -> None:
    for snapshot in steps(TEXTBOOK, DUAL, 12):
        costs = costs_of(snapshot)
        assert costs.primal == snapshot.visit * 2
        assert costs.dual == snapshot.mistakes * 3
        assert snapshot.alpha is not None
        assert costs.rows == np.count_nonzero(snapshot.alpha) * 3 * 2
        visits, primal, dual = cost_curves(snapshot)
        assert (visits[-1], primal[-1], dual[-1]) == (snapshot.visit, costs.primal, costs.dual)
        assert (np.diff(dual) >= 0).all()
        assert visits.max() <= snapshot.visit, "nothing after the cursor is told"


@pytest.mark.parametrize(
    ("costs", "said"),
    [
        (Costs(10, 2, 0, 0, 0), "here d = 2"),
        (Costs(10, 50, 100, 3, 3), "the dual pays off: 1\u202f530 including its rows, against 5\u202f000"),
        (Costs(10, 50, 20, 5, 5), "pays off once its rows have been computed: 50 against 1\u202f000"),
        (
            Costs(10, 2, 100, 20, 6),
            "does not pay off: 200 against 200. It would with a kernel, or if a pass made fewer mistakes",
        ),
    ],
    ids=["start", "pays", "pays later", "does not"],
)
def test_one_sentence_says_whether_the_dual_pays_with_the_numbers_of_now(costs: Costs, said: str) -> None:
    assert said in verdict(costs)
