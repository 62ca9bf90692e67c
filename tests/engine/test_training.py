"""Training is what pencil and paper give: same mistakes, same order, same numbers, same stop (SPEC §0, §2–§4, T9)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from perceptron_gui.engine.dataset import Dataset
from perceptron_gui.engine.orders import permutation
from perceptron_gui.engine.problem import make_problem
from perceptron_gui.engine.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.state import Stop
from perceptron_gui.engine.trainer import Trainer
from perceptron_gui.engine.training import make_trainer, train
from perceptron_gui.engine.visited import parameters
from tests.engine.cases import (
    ORDERS,
    Case,
    bits,
    counts,
    cycle_of,
    doubles,
    irrational_case,
    logged,
    random_case,
)
from tests.engine.referee import Referee, Rules

SETS = 350
"""Random sets per mode and order."""


def assert_is_the_same_run(trainer: Trainer, referee: Referee) -> None:
    state = trainer.state
    assert logged(trainer) == referee.log
    assert (state.visits, state.epoch, state.mistakes, state.updates) == (
        referee.visits,
        referee.epoch,
        len(referee.log),
        len(referee.log),
    )
    assert state.alpha.tolist() == referee.alpha
    assert state.stop == referee.stop
    assert cycle_of(trainer.cycle) == referee.cycle
    assert parameters(trainer).tolist() == doubles(referee.parameters())
    assert (trainer.margins() <= 0).tolist() == referee.errors()
    assert state.exact_visits is None


@pytest.mark.parametrize("mode", ["primal", "dual", "multiclass"])
def test_decimals_train_as_fractions_do_where_floats_would_not(mode: str) -> None:
    rng = np.random.default_rng(20)
    stops: Counter[str | None] = Counter()
    differ = 0
    for order in ORDERS:
        for _ in range(SETS):
            case = random_case(rng, mode, order)
            referee = case.referee().run()
            assert_is_the_same_run(train(case.dataset, case.settings), referee)
            stops[referee.stop] += 1
            differ += case.referee("floats").run().log != referee.log
    assert differ > 30, "without ties and near ties this test would say nothing"
    expected = {"converged", "pass_done", "cycle", "update_limit", "epoch_limit"}
    assert expected <= stops.keys()
    assert min(stops[stop] for stop in expected) >= 10


@pytest.mark.parametrize("mode", ["primal", "multiclass"])
def test_other_numbers_train_as_plain_floats_do_in_every_bit(mode: str) -> None:
    rng = np.random.default_rng(21)
    for order in ORDERS:
        for _ in range(10):
            case = irrational_case(rng, mode, order, n=70, d=3)
            referee = case.referee("floats").run()
            trainer = train(case.dataset, case.settings)
            assert logged(trainer) == referee.log
            assert parameters(trainer).tolist() == referee.parameters()
            assert (trainer.state.stop, trainer.state.exact_visits) == (referee.stop, 0)


def test_xor_goes_round_after_two_passes() -> None:
    X, labels = [(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)], [1, 1, 0, 0]
    for mode in Mode:
        trainer = train(Dataset.of(X, labels), TrainingSettings(mode=mode))
        assert trainer.state.stop is Stop.CYCLE
        assert (trainer.state.epoch, trainer.state.mistakes, cycle_of(trainer.cycle)) == (2, 7, (1, 1, 4))


def test_late_and_long_cycles_are_found_at_their_first_repeat() -> None:
    rng = np.random.default_rng(22)
    lengths = []
    for mode in ("primal", "dual", "multiclass"):
        for _ in range(12):
            case = random_case(rng, mode, "cyclic", n_features=2).with_rules(max_epochs=400, max_updates=None)
            referee = case.referee().run()
            trainer = train(case.dataset, case.settings)
            assert (trainer.state.stop, cycle_of(trainer.cycle)) == (referee.stop, referee.cycle)
            lengths += [referee.cycle[0] + referee.cycle[1]] if referee.cycle else []
    assert max(lengths) > 50


def test_the_shuffled_orders_are_those_of_the_page() -> None:
    assert permutation(0, 1, 5).tolist() == [0, 1, 3, 2, 4]
    assert permutation(0, 2, 5).tolist() == [2, 1, 0, 3, 4]


def test_primal_and_dual_are_the_same_run_in_every_bit() -> None:
    rng = np.random.default_rng(23)
    for order in ORDERS:
        cases = [random_case(rng, "primal", order) for _ in range(150)]
        cases += [irrational_case(rng, "primal", order, n=60) for _ in range(8)]
        for case in cases:
            for bias in (False, True):
                initial = case.rules.initial and tuple([0.7] * (case.n_features + bias))
                primal = case.with_rules(bias=bias, initial=initial, max_epochs=6)
                dual = primal.with_rules(mode="dual")
                ours, theirs = (train(c.dataset, c.settings) for c in (primal, dual))
                assert logged(ours) == logged(theirs)
                assert bits(ours.state) == bits(theirs.state)
                n = len(case.points)
                assert ours.margins().tobytes() == theirs.margins().tobytes()
                assert ours.scores(0, n).tobytes() == theirs.scores(0, n).tobytes()


def test_primal_and_dual_stay_together_at_every_visit() -> None:
    rng = np.random.default_rng(24)
    for order in ORDERS:
        for maker in (random_case, lambda *args: irrational_case(*args, n=40)):
            case = maker(rng, "primal", order)
            both = [make_trainer(make_problem(c.dataset, c.settings)) for c in (case, case.with_rules(mode="dual"))]
            while both[0].state.stop is None and both[0].state.visits < 200:
                assert both[0].next_point() == both[1].next_point()
                for trainer in both:
                    trainer.advance(trainer.state.visits + 1)
                assert bits(both[0].state) == bits(both[1].state)
                assert both[0].margins().tobytes() == both[1].margins().tobytes()


def test_two_classes_make_the_mistakes_of_the_binary_rule() -> None:
    rng = np.random.default_rng(25)
    cases = [random_case(rng, "primal", order).with_rules(initial=None) for order in ORDERS for _ in range(150)]
    for case in cases:
        binary = train(case.dataset, case.settings)
        two = case.with_rules(mode="multiclass")
        if len(two.dataset.present) < 2:
            continue
        multiclass = train(two.dataset, two.settings)
        assert multiclass.log.visits == binary.log.visits
        assert multiclass.log.points == binary.log.points
        assert counts(multiclass.state) == counts(binary.state)
        assert multiclass.state.stop == binary.state.stop
        W, w = parameters(multiclass), parameters(binary)[0]
        assert (W[1] == -W[0]).all()
        assert np.array_equal(W[1], w)


def test_a_single_class_converges_without_a_rival() -> None:
    dataset = Dataset.of([(1.0, 2.0), (3.0, 4.0)], [1, 1], "ABC")
    trainer = train(dataset, TrainingSettings(mode=Mode.MULTICLASS))
    assert trainer.state.stop is Stop.CONVERGED
    assert trainer.state.mistakes == 0
    assert (trainer.margins() == np.inf).all()
    assert trainer.scores(0, 1).ravel().tolist() == [-np.inf, 0.0, -np.inf]


def test_classes_without_points_are_no_rivals() -> None:
    rng = np.random.default_rng(26)
    for _ in range(40):
        case = random_case(rng, "multiclass", "cyclic")
        spread = Case(case.points, [2 * label for label in case.labels], case.rules).with_rules(n_classes=8)
        referee = spread.referee().run()
        assert_is_the_same_run(train(spread.dataset, spread.settings), referee)
        assert all(rival % 2 == 0 for _, _, rival in referee.log)


def test_of_several_stops_the_first_of_the_list_counts() -> None:
    # One point of each class at opposite places without bias: a mistake at the first visit, then a clean pass.
    X, labels = [(1.0, 0.0), (-1.0, 0.0)], [1, 0]
    case = Case(X, labels, Rules(bias=False, max_epochs=2, max_updates=2))
    assert train(case.dataset, case.settings).state.stop is Stop.CONVERGED
    xor = Case([(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)], [1, 1, 0, 0], Rules())
    for rules, stop in (
        ({"max_epochs": 2, "max_updates": 7}, Stop.CYCLE),
        ({"max_epochs": 1, "max_updates": 3}, Stop.UPDATE_LIMIT),
        ({"max_epochs": 1, "max_updates": 4}, Stop.EPOCH_LIMIT),
        ({"max_updates": 2}, Stop.UPDATE_LIMIT),
        ({"order": "online", "max_updates": 3}, Stop.PASS_DONE),
        ({"order": "online", "max_updates": 2}, Stop.UPDATE_LIMIT),
        ({"order": "online", "max_epochs": 1}, Stop.PASS_DONE),
    ):
        for mode in ("primal", "dual", "multiclass"):
            ours = xor.with_rules(mode=mode, **rules)
            assert train(ours.dataset, ours.settings).state.stop is stop
            assert ours.referee().run().stop == stop


def test_a_shuffled_run_looks_for_no_cycle() -> None:
    xor = Dataset.of([(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)], [1, 1, 0, 0])
    trainer = train(xor, TrainingSettings(order=Order.SHUFFLED, max_epochs=50))
    assert (trainer.state.stop, trainer.cycle) == (Stop.EPOCH_LIMIT, None)


def test_without_points_nothing_runs() -> None:
    trainer = train(Dataset.empty(), TrainingSettings())
    assert (trainer.state.visits, trainer.state.stop) == (0, None)
