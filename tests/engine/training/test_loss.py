"""The loss and its gradient are those of the page, in fractions, and the gradient is the slope (P3, M2)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.training.factory import make_trainer, start_state, train
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.engine.training.trainer import Trainer, gradient, loss
from perceptron_gui.engine.training.training_data import make_training_data
from tests.engine.cases import ORDERS, Case, doubles, irrational_case, random_case
from tests.engine.referee import Referee, added

MODES = ("primal", "dual", "multiclass")


def stands_somewhere(case: Case, rng: np.random.Generator) -> tuple[Trainer, Referee]:
    """Return a trainer and the referee after the same few visits."""
    trainer = make_trainer(make_training_data(case.dataset, case.settings))
    trainer.advance(int(rng.integers(0, 25)))
    return trainer, case.referee().run(trainer.state.visits)


def slopes(referee: Referee) -> list[list[Fraction]]:
    """Return (−Σ_M y·x̂), in multiclass row by row (P3, M2)."""
    sums: dict[int, list[Any]] = {}
    for point, is_wrong in enumerate(referee.errors()):
        x, target = referee.points[point], referee.targets[point]
        if not is_wrong:
            continue
        if referee.rules.mode == "multiclass":
            rival = referee.winning_rival(point)
            assert rival is not None
            added(sums, target, [-value for value in x])
            added(sums, rival, x)
        else:
            added(sums, 0, [-target * value for value in x])
    rows = referee.parameters()
    return [sums.get(k, [Fraction(0)] * len(row)) for k, row in enumerate(rows)]


@pytest.mark.parametrize("mode", MODES)
def test_loss_and_gradient_are_the_doubles_nearest_to_the_fractions(mode: str) -> None:
    rng = np.random.default_rng(70)
    positive = 0
    for order in ORDERS:
        for _ in range(4):
            trainer, referee = stands_somewhere(random_case(rng, mode, order), rng)
            assert loss(trainer) == float(referee.loss())
            assert gradient(trainer).tolist() == doubles(slopes(referee))
            positive += referee.loss() > 0
    assert positive > 8


@pytest.mark.parametrize("mode", ["primal", "multiclass"])
def test_the_gradient_is_the_slope_where_no_point_is_on_the_boundary(mode: str) -> None:
    # The loss is linear as long as no sign changes, so that in fractions a small difference is the slope itself.
    rng = np.random.default_rng(71)
    steps = 0
    for _ in range(15):
        case = random_case(rng, mode, "cyclic")
        trainer, referee = stands_somewhere(case, rng)
        if any(margin == 0 for margin in referee.margins()) or has_tied_rivals(referee):
            continue
        found, small = gradient(trainer), Fraction(1, 10**9)
        for k, row in enumerate(referee.rows):
            for j in range(len(row)):
                nudged = []
                for nudge in (small, -small):
                    row[j] += nudge
                    nudged.append(referee.loss())
                    row[j] -= nudge
                slope = (nudged[0] - nudged[1]) / (2 * small)
                assert found[k, j] == float(slope)
                steps += slope != 0
    assert steps > 30


def has_tied_rivals(referee: Referee) -> bool:
    """Whether the largest score among the other classes is reached twice, which bends the loss too."""
    if referee.rules.mode != "multiclass":
        return False
    for point, target in enumerate(referee.targets):
        scores = referee.class_scores(point)
        del scores[target]
        values = sorted(scores.values())
        if values[-2:-1] == values[-1:]:
            return True
    return False


@pytest.mark.parametrize("mode", MODES)
def test_a_batch_update_goes_down_the_gradient_by_the_learning_rate(mode: str) -> None:
    rng = np.random.default_rng(72)
    for _ in range(40):
        case = random_case(rng, mode, "batch").with_rules(eta=0.25, initial=None, max_updates=None, max_epochs=None)
        trainer = make_trainer(make_training_data(case.dataset, case.settings))
        for _ in range(4):
            if trainer.state.stop is not None:
                break
            before, slope = parameters(trainer), gradient(trainer)
            trainer.advance(trainer.state.visits + len(case.points))
            # The numbers have at most four places, so that rounding at six finds the decimals again.
            assert np.round(parameters(trainer), 6).tolist() == np.round(before - 0.25 * slope, 6).tolist()


def test_points_on_the_boundary_are_errors_that_lose_nothing() -> None:
    for mode in Mode:
        dataset = Dataset.of([(1.0, 2.0), (3.0, -1.0)], [1, 0])
        trainer = make_trainer(make_training_data(dataset, TrainingSettings(mode=mode)))
        assert loss(trainer) == 0.0
        assert gradient(trainer)[-1].tolist() == [2.0, -3.0, 0.0]


def test_a_run_that_converged_has_neither_loss_nor_slope() -> None:
    for mode in Mode:
        trainer = train(Dataset.of([(1.0, 2.0), (-1.0, 0.5), (2.0, 2.0)], [1, 0, 1]), TrainingSettings(mode=mode))
        assert trainer.state.stop is Stop.CONVERGED
        assert loss(trainer) == 0.0
        assert not gradient(trainer).any()
        assert math.copysign(1.0, loss(trainer)) == 1.0


def test_a_single_class_and_an_empty_plane_lose_nothing() -> None:
    for mode in Mode:
        for dataset in (Dataset.empty(), Dataset.of([(0.0, 0.0)], [1])):
            trainer = make_trainer(make_training_data(dataset, TrainingSettings(mode=mode)))
            assert loss(trainer) == 0.0
            assert gradient(trainer).shape == (1 if mode.is_binary else 2, 3)


def test_sums_beyond_the_whole_doubles_are_still_rounded_once() -> None:
    # The sum 3 · (2^52 + 1) is odd and above 2^53: rounded before it is divided, it would give another double.
    whole = 2**52 + 1
    dataset = Dataset.of([[whole / 10**4, 0.0]] * 3, [0] * 3)
    for mode in (Mode.PRIMAL, Mode.DUAL):
        trainer = make_trainer(make_training_data(dataset, TrainingSettings(mode, bias=False, initial=(0.0001, 0.0))))
        assert trainer.data.scale.places == 4
        assert loss(trainer) == float(Fraction(3 * whole, 10**8)) != float(3 * whole) / 10**8
        assert gradient(trainer)[0].tolist() == [float(Fraction(3 * whole, 10**4)), 0.0]


def test_other_numbers_are_summed_without_an_error_of_their_own() -> None:
    rng = np.random.default_rng(73)
    for mode in MODES:
        case = irrational_case(rng, mode, "cyclic", 60)
        trainer = make_trainer(make_training_data(case.dataset, case.settings))
        trainer.advance(7)
        referee = case.referee("floats").run(7)
        wrong = [-margin for margin in referee.margins() if margin < 0]
        assert loss(trainer) == pytest.approx(float(sum(map(Fraction, wrong))), rel=1e-12)
        assert gradient(trainer) == pytest.approx(np.array(doubles(slopes(referee))), rel=1e-12)


def test_primal_and_dual_lose_the_same() -> None:
    rng = np.random.default_rng(74)
    for order in Order:
        case = irrational_case(rng, "primal", order.value, 40)
        both = [make_trainer(make_training_data(c.dataset, c.settings)) for c in (case, case.with_rules(mode="dual"))]
        most = 0.0
        for visit in range(90):
            for trainer in both:
                trainer.advance(visit)
            assert loss(both[0]) == loss(both[1])
            assert gradient(both[0]).tobytes() == gradient(both[1]).tobytes()
            most = max(most, loss(both[0]))
        assert most > 0


def test_asking_changes_nothing() -> None:
    for mode in Mode:
        dataset = Dataset.of([(1.0, 2.0), (-1.0, 0.5), (2.0, 2.0)], [1, 0, 0])
        data = make_training_data(dataset, TrainingSettings(mode=mode))
        state = start_state(data)
        trainer = make_trainer(data, state)
        theta, margins = list(state.theta), trainer.margins().copy()
        assert not gradient(trainer).flags.writeable
        loss(trainer)
        assert (state.theta, trainer.margins().tolist()) == (theta, margins.tolist())
