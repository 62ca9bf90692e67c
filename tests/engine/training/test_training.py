"""Training is what pencil and paper give: same mistakes, same order, same numbers, same stop (E1–E5, P2, D1, M2)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.factory import make_trainer, train
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.engine.training.trainer import WORDS_AT_ONCE, Trainer, permutation, random_words
from perceptron_gui.engine.training.training_data import TrainingData, make_training_data
from perceptron_gui.frozen import replace
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
from tests.engine.referee import random_word as word_by_hand

SETS = {"cyclic": 33, "shuffled": 20, "random": 8, "batch": 33, "online": 20}
"""Random sets in each mode; the referee looks at all points at every step of a random order, which takes long.

tests.engine.fuzz asks the same of as many as you like."""


def assert_is_the_same_run(trainer: Trainer, referee: Referee) -> None:
    state = trainer.state
    assert logged(trainer) == referee.log
    assert (state.visits, state.epoch, state.mistakes, state.updates) == (
        referee.visits,
        referee.epoch,
        referee.mistakes,
        len(referee.log),
    )
    assert state.alpha.tolist() == referee.alpha
    assert state.stop == referee.stop
    assert cycle_of(trainer.cycle) == referee.cycle
    assert parameters(trainer).tolist() == doubles(referee.parameters())
    assert (trainer.margins() <= 0).tolist() == referee.errors()
    assert state.exact_visits is None


@pytest.mark.parametrize("mode", ["primal", "dual", "multiclass"])
@pytest.mark.seldom
def test_decimals_train_as_fractions_do_where_floats_would_not(mode: str) -> None:
    rng = np.random.default_rng(20)
    stops: Counter[str | None] = Counter()
    differ = 0
    for order in ORDERS:
        for _ in range(SETS[order]):
            case = random_case(rng, mode, order)
            referee = case.referee().run()
            assert_is_the_same_run(train(case.dataset, case.settings), referee)
            stops[referee.stop] += 1
            differ += differ <= 5 and case.referee("floats").run().log != referee.log
    assert differ > 5, "without ties and near ties this test would say nothing"
    expected = {"converged", "pass_done", "cycle", "update_limit", "epoch_limit"}
    assert expected <= stops.keys()
    assert min(stops[stop] for stop in expected) >= 2


@pytest.mark.parametrize("mode", ["primal", "multiclass"])
def test_other_numbers_train_as_plain_floats_do_in_every_bit(mode: str) -> None:
    rng = np.random.default_rng(21)
    for order in ORDERS:
        for _ in range(2):
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


@pytest.mark.parametrize("order", ["cyclic", "batch"])
def test_late_and_long_cycles_are_found_at_their_first_repeat(order: str) -> None:
    rng = np.random.default_rng(22)
    reached, lengths = [], []
    for mode in ("primal", "dual", "multiclass"):
        for _ in range(2):
            case = random_case(rng, mode, order, n_features=2).with_rules(max_epochs=250, max_updates=None)
            referee = case.referee().run()
            trainer = train(case.dataset, case.settings)
            assert (trainer.state.stop, cycle_of(trainer.cycle)) == (referee.stop, referee.cycle)
            assert logged(trainer) == referee.log
            reached += [referee.cycle[0] + referee.cycle[1]] if referee.cycle else []
            lengths += [referee.cycle[1]] if referee.cycle else []
    assert max(reached) > 50
    assert max(lengths) > 5


def test_batch_xor_comes_back_to_the_start_after_one_pass() -> None:
    # From zero all four are wrong, and Σ y·x̂ = (1, 1, 2) − (1, 1, 2) = 0: the state of pass 0 stands again.
    X, labels = [(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)], [1, 1, 0, 0]
    for mode in Mode:
        trainer = train(Dataset.of(X, labels), TrainingSettings(mode=mode, order=Order.BATCH))
        assert trainer.state.stop is Stop.CYCLE
        assert cycle_of(trainer.cycle) == (0, 1, 4)
        assert (trainer.state.visits, trainer.state.mistakes, trainer.state.updates) == (4, 4, 1)
        assert trainer.state.alpha.tolist() == [1, 1, 1, 1]


def test_batch_adds_the_sum_over_the_errors_and_counts_as_the_page_says() -> None:
    # Pass 1: f = 0 everywhere, so θ = (1, 2, 1) + (3, 0, 1) − (−1, 1, 1) − (0, 4, 1) = (5, −3, 0).
    # Pass 2: f = −1, 15, −8, −12 and y·f = −1, 15, 8, 12: only the first is wrong, θ = (6, −1, 1).
    # Pass 3: f = 5, 19, −6, −3: clean. So α = 2, 1, 1, 1.
    case = Case([[1.0, 2.0], [3.0, 0.0], [-1.0, 1.0], [0.0, 4.0]], [1, 1, 0, 0], Rules(order="batch"))
    for mode in Mode:
        ours = case.with_rules(mode=mode.value)
        trainer = train(ours.dataset, ours.settings)
        state = trainer.state
        assert parameters(trainer)[-1].tolist() == [6.0, -1.0, 1.0]
        assert state.alpha.tolist() == [2, 1, 1, 1]
        assert (state.epoch, state.visits, state.mistakes, state.updates) == (3, 12, 5, 2)
        assert (state.stop, logged(trainer)) == (Stop.CONVERGED, [(3, -1, -1), (7, -1, -1)])
        half = make_trainer(make_training_data(ours.dataset, ours.settings))
        half.advance(6)
        assert parameters(half)[-1].tolist() == [5.0, -3.0, 0.0]
        assert (half.state.visits, half.state.mistakes, half.state.updates) == (6, 5, 1)
        assert half.state.alpha.tolist() == [1, 1, 1, 1]


def test_batch_takes_the_rivals_as_the_pass_begins() -> None:
    # From zero every point is wrong and its rival is the lowest other class: 1, 0, 0 (M2, P4).
    case = Case([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]], [0, 1, 2], Rules("multiclass", "batch", n_classes=3))
    trainer = make_trainer(make_training_data(case.dataset, case.settings))
    trainer.advance(3)
    own, taken = [[1, 0, 1], [0, 1, 1], [2, 2, 1]], [[2, 3, 2], [1, 0, 1], [0, 0, 0]]
    assert parameters(trainer).tolist() == (np.array(own) - np.array(taken)).tolist()


def test_the_random_order_is_that_of_the_page() -> None:
    # Five points at the origin without bias stay errors for ever: |M| is always 5 (P4).
    for mode in Mode:
        settings = TrainingSettings(mode=mode, order=Order.RANDOM, bias=False, max_updates=6)
        trainer = train(Dataset.of([(0.0, 0.0)] * 5, [0, 1, 1, 0, 1]), settings)
        assert trainer.log.points.tolist() == [3, 4, 3, 1, 1, 2]
        assert trainer.state.alpha.tolist() == [0, 2, 1, 2, 1]
        assert (trainer.state.visits, trainer.state.epoch) == (6, 0)
        assert trainer.state.stop is Stop.UPDATE_LIMIT


def test_the_words_of_the_random_order_are_those_of_one_long_stream() -> None:
    for seed in (0, 5, 2**64 - 1):
        stream = np.random.Philox(key=seed, counter=[0, 0, 1, 0]).random_raw(10_000).tolist()
        for step in (0, 1, 3, 4, 4095, 4096, 4097, 8191, 8192, 9999):
            end = min(10_000, (step // WORDS_AT_ONCE + 1) * WORDS_AT_ONCE)
            assert random_words(seed, step)[: end - step].tolist() == stream[step:end]
            assert len(random_words(seed, step)) == WORDS_AT_ONCE - step % WORDS_AT_ONCE
        assert random_words(seed, 0)[:30].tolist() == [word_by_hand(seed, step) for step in range(30)]


def test_a_random_order_ends_where_no_errors_are_left_even_before_its_first_step() -> None:
    for mode in (Mode.PRIMAL, Mode.DUAL):
        settings = TrainingSettings(mode=mode, order=Order.RANDOM, initial=(1.0, 0.0, 0.0))
        solved = train(Dataset.of([(1.0, 2.0), (-1.0, 0.0)], [1, 0]), settings)
        assert (solved.state.visits, solved.state.mistakes, solved.state.stop) == (0, 0, Stop.CONVERGED)
    for mode in Mode:
        settings = TrainingSettings(mode=mode, order=Order.RANDOM, bias=False, max_updates=1)
        done = train(Dataset.of([(1.0, 2.0), (-1.0, 0.0)], [1, 0]), settings)
        assert (done.state.visits, done.state.updates, done.state.stop) == (1, 1, Stop.CONVERGED)
        alone = train(Dataset.of([(0.0, 0.0)] * 2, [0, 1]), replace(settings, max_updates=1))
        assert alone.state.stop is Stop.UPDATE_LIMIT


def test_random_steps_are_mistakes_and_know_no_limit_of_epochs() -> None:
    rng = np.random.default_rng(27)
    for mode in ("primal", "dual", "multiclass"):
        for _ in range(20):
            case = random_case(rng, mode, "random").with_rules(max_epochs=1)
            state = train(case.dataset, case.settings).state
            assert state.visits == state.mistakes == state.updates == state.alpha.sum()
            assert state.stop in (Stop.CONVERGED, Stop.UPDATE_LIMIT)


def test_the_shuffled_orders_are_those_of_the_page() -> None:
    assert permutation(0, 1, 5).tolist() == [0, 1, 3, 2, 4]
    assert permutation(0, 2, 5).tolist() == [2, 1, 0, 3, 4]


def test_primal_and_dual_are_the_same_run_in_every_bit() -> None:
    rng = np.random.default_rng(23)
    for order in ORDERS:
        cases = [random_case(rng, "primal", order) for _ in range(15)]
        cases += [irrational_case(rng, "primal", order, n=60) for _ in range(4)]
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
            both = [
                make_trainer(make_training_data(c.dataset, c.settings)) for c in (case, case.with_rules(mode="dual"))
            ]
            while both[0].state.stop is None and both[0].state.visits < 200:
                assert both[0].next_point() == both[1].next_point()
                for trainer in both:
                    trainer.advance(trainer.state.visits + 1)
                assert bits(both[0].state) == bits(both[1].state)
                assert both[0].margins().tobytes() == both[1].margins().tobytes()


def test_two_classes_make_the_mistakes_of_the_binary_rule() -> None:
    rng = np.random.default_rng(25)
    cases = [random_case(rng, "primal", order).with_rules(initial=None) for order in ORDERS for _ in range(20)]
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
        ({"order": "batch", "max_epochs": 1, "max_updates": 1}, Stop.CYCLE),
        ({"order": "batch", "max_epochs": 1, "max_updates": 1, "eta": 0.5}, Stop.CYCLE),
        ({"order": "random", "max_epochs": 1, "max_updates": 4}, Stop.UPDATE_LIMIT),
    ):
        for mode in ("primal", "dual", "multiclass"):
            ours = xor.with_rules(mode=mode, **rules)
            assert train(ours.dataset, ours.settings).state.stop is stop
            assert ours.referee().run().stop == stop


def test_of_several_stops_of_a_batch_run_the_first_of_the_list_counts() -> None:
    points, labels = [[1.0, 2.0], [3.0, 0.0], [-1.0, 1.0], [0.0, 4.0]], [1, 1, 0, 0]
    case = Case(points, labels, Rules(order="batch"))
    for rules, stop, visits in (
        ({"max_epochs": 3, "max_updates": 3}, Stop.CONVERGED, 12),
        ({"max_epochs": 2, "max_updates": 2}, Stop.UPDATE_LIMIT, 8),
        ({"max_epochs": 2}, Stop.EPOCH_LIMIT, 8),
        ({"max_updates": 1}, Stop.UPDATE_LIMIT, 4),
    ):
        for mode in ("primal", "dual", "multiclass"):
            ours = case.with_rules(mode=mode, **rules)
            state = train(ours.dataset, ours.settings).state
            assert (state.stop, state.visits) == (stop, visits)
            assert ours.referee().run().stop == stop


def test_a_shuffled_run_looks_for_no_cycle() -> None:
    xor = Dataset.of([(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)], [1, 1, 0, 0])
    trainer = train(xor, TrainingSettings(order=Order.SHUFFLED, max_epochs=50))
    assert (trainer.state.stop, trainer.cycle) == (Stop.EPOCH_LIMIT, None)


def test_without_points_nothing_runs() -> None:
    trainer = train(Dataset.empty(), TrainingSettings())
    assert (trainer.state.visits, trainer.state.stop) == (0, None)


def test_one_visit_of_a_dual_looks_at_no_other_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot tells of one visit: with a million points it would take longer than the visits between two of them."""
    points = np.random.default_rng(3).normal(size=(200, 2))
    run = Run(Dataset.of(points, [0, 1] * 100), TrainingSettings(mode=Mode.DUAL))
    run.advance(150)
    asked: list[int] = []
    dot = TrainingData.dot

    def counting(data: TrainingData, theta: list[float], start: int, stop: int, order: Ints | None = None) -> Floats:
        asked.append(stop - start)
        return dot(data, theta, start, stop, order)

    monkeypatch.setattr(TrainingData, "dot", counting)
    before = run.trainer.scores(150, 151)
    assert asked == [1]
    record = run.visit_once()
    assert record is not None
    assert record.scores.tolist() == run.data.scale.scores(before).tolist()
    if loader.library is not None:  # else numpy finds the next mistake among the scores of all
        assert set(asked) == {1}
