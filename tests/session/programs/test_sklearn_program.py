"""A program in scikit-learn comes to the same weights, where it has the rule at all.

The figures are of scikit-learn 1.9.1 itself: each program was run with it, by
``python -m venv other; other/bin/pip install scikit-learn; other/bin/python run.py``. Here `Stand`, which does what the
documentation of ``SGDClassifier`` says, takes its place where it is not installed, as for the program itself.
"""

from __future__ import annotations

import importlib.util
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.session.programs.task import CannotBeSaid, Task
from perceptron_gui.session.programs.written_program import sklearn_program, why_not
from tests.session.programs.tasks import learned, make_task, printed, random_task

WHOLE = Dataset.of([[2, 1], [1, 3], [-1, -2], [-2, 1], [0, -1]], [1, 1, 0, 0, 0])
DECIMALS = Dataset.of([[-0.4, -0.1], [0.1, -0.8], [0.0, 0.9]], [1, 0, 0])
"""With η = 0.1 a tie on paper is none in float64: 13 mistakes would be 11."""


class Stand:
    """Stochastic gradient descent without a penalty, one point after the other in the order given."""

    margin = 0.0

    def __init__(self, eta0: float, fit_intercept: bool, shuffle: bool, max_iter: int, tol: None, **more: Any) -> None:
        assert not shuffle and tol is None and more in ({}, {"penalty": None, "learning_rate": "constant"})
        self.eta0, self.fit_intercept, self.n_iter_ = eta0, fit_intercept, max_iter

    def fit(self, X: Floats, y: Ints, coef_init: Any = None, intercept_init: Any = None) -> None:
        """Learn from every point whose margin is at most that of the loss."""
        w = np.zeros(X.shape[1]) if coef_init is None else np.array(coef_init, dtype=float)
        b = 0.0 if intercept_init is None else float(np.asarray(intercept_init)[0])
        for _ in range(self.n_iter_):
            for x, sign in zip(X, y, strict=True):
                total = 0.0
                for weight, value in zip(w.tolist(), x.tolist(), strict=True):
                    total += weight * value
                if sign * (total + b) <= self.margin:
                    w = w + (self.eta0 * sign) * x
                    b += self.eta0 * sign if self.fit_intercept else 0.0
        self.coef_, self.intercept_ = w[None], np.array([b])


@pytest.fixture(autouse=True)
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs find scikit-learn, or what stands for it."""
    if importlib.util.find_spec("sklearn") is None:
        hinge = type("Hinge", (Stand,), {"margin": 1.0})
        linear = SimpleNamespace(Perceptron=Stand, SGDClassifier=hinge)
        monkeypatch.setitem(sys.modules, "sklearn", SimpleNamespace(linear_model=linear))
        monkeypatch.setitem(sys.modules, "sklearn.linear_model", linear)


def same(task: Task) -> bool:
    """Whether the program prints the weights and epochs of the engine, to the digits that rounding leaves."""
    found, wanted = printed(sklearn_program(task)), learned(task)
    assert found.keys() == {"epochs", "w", "b"}
    return found["epochs"] == task.run.state.epoch and all(
        np.allclose(found[name], wanted[name], rtol=1e-9, atol=1e-9) for name in ("w", "b")
    )


@pytest.mark.parametrize("mode", [Mode.PRIMAL, Mode.DUAL])
@pytest.mark.parametrize("order", [Order.CYCLIC, Order.SHUFFLED, Order.ONLINE])
def test_its_weights_are_those_of_the_run(mode: Mode, order: Order) -> None:
    for more in (
        {},
        {"initial": (1.0, -2.0, 0.5)},
        {"bias": False},
        {"beta": 1.0},
        {"features": FeatureMap.read("poly2")},
    ):
        rules = replace(TrainingSettings(mode, order, 0.5, max_epochs=20), **more)  # type: ignore[arg-type]
        assert same(make_task(WHOLE, rules))


def test_the_weights_of_random_runs_are_those_of_the_program() -> None:
    tasks = [task for seed in range(80) if (task := random_task(seed)) is not None and not why_not(task)]
    assert len(tasks) > 5
    assert all(map(same, tasks))


FIGURES = [
    (WHOLE, TrainingSettings(), (2, [2.0, 2.0], 0.0)),
    (WHOLE, TrainingSettings(order=Order.SHUFFLED, eta=0.5, seed=3), (2, [1.0, 1.0], 0.0)),
    (WHOLE, TrainingSettings(beta=1.0), (2, [2.0, 2.0], 0.0)),
    (DECIMALS, TrainingSettings(eta=0.1), (7, [-0.28, -0.01], -0.1)),
]


@pytest.mark.parametrize(("points", "rules", "figures"), FIGURES)
def test_figures_of_the_library_itself(points: Dataset, rules: TrainingSettings, figures: Any) -> None:
    found = printed(sklearn_program(make_task(points, rules)))
    assert (found["epochs"], found["w"], found["b"]) == figures


def test_where_rounding_makes_another_run_the_program_trains_on_whole_numbers_and_says_so() -> None:
    task = make_task(DECIMALS, TrainingSettings(eta=0.1))
    program = sklearn_program(task)
    words = "it would make 11 mistakes in the same number of visits. So all inputs here are whole numbers."
    assert words in " ".join(program.split()) and "scale = 10" in program
    assert task.run.state.mistakes == 13 and same(task)
    other = sklearn_program(make_task(DECIMALS, TrainingSettings(bias=False)))
    assert "that changes no decision here" in " ".join(other.split()) and "scale" not in other


def refused(task: Task) -> str:
    """Return why there is no program."""
    with pytest.raises(CannotBeSaid) as refusal:
        sklearn_program(task)
    return str(refusal.value)


def test_what_it_has_no_rule_for_is_refused_in_one_sentence() -> None:
    three = Dataset.of([[0, 0], [1, 1], [2, 0]], [0, 1, 2], "ABC")
    gaussian = TrainingSettings(Mode.DUAL, kernel=Kernel(KernelName.RBF), max_epochs=5)
    assert "each class against the rest" in refused(make_task(three, TrainingSettings(Mode.MULTICLASS, max_epochs=5)))
    assert "curved kernel" in refused(make_task(WHOLE, gaussian))
    assert "not from the sum over a pass" in refused(make_task(WHOLE, TrainingSettings(order=Order.BATCH)))
    assert "does not draw errors" in refused(make_task(WHOLE, TrainingSettings(order=Order.RANDOM)))
    assert "supports only the margins β = 0 and β = 1" in refused(make_task(WHOLE, TrainingSettings(beta=0.5)))
    assert "points from two classes" in refused(make_task(WHOLE.only(np.array([0, 1])), TrainingSettings()))
    assert "stops in the middle of one" in refused(make_task(WHOLE, TrainingSettings(), until=3))


def test_it_says_that_no_digit_need_be_right_where_decimals_cancel_out() -> None:
    points = Dataset.of([[0.3, 0.0], [0.9, -0.8], [-0.6, -0.8]], [0, 1, 1])
    task = make_task(points, TrainingSettings())
    found, wanted = printed(sklearn_program(task)), learned(task)
    assert wanted["w"][0] == 0 != found["w"][0], "not one digit"
    assert "where they cancel out, every digit may be wrong" in " ".join(sklearn_program(task).replace("#", "").split())
