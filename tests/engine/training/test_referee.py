"""The referee itself, against numbers worked out by hand or given in docs/spec.md."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tests.engine.referee import Referee, Rules, philox_words, shuffled

XOR = [(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)]
XOR_SIGNS = [1, 1, -1, -1]


def test_the_shuffled_orders_are_those_of_the_page() -> None:
    assert shuffled(0, 1, 5) == [0, 1, 3, 2, 4]
    assert shuffled(0, 2, 5) == [2, 1, 0, 3, 4]


def test_the_words_of_the_random_order_are_those_of_the_page() -> None:
    assert [word % 5 for word in philox_words(0, [0, 0, 1, 0], 6)] == [3, 4, 3, 1, 1, 2]


def test_philox_written_by_hand_is_numpys() -> None:
    for seed in (0, 1, 2**64 - 1, 2**64 + 5, 2**128 - 1):
        for epoch in (0, 1, 10**9):
            theirs = np.random.Philox(key=seed, counter=[0, epoch, 0, 0]).random_raw(11).tolist()
            assert philox_words(seed, [0, epoch, 0, 0], 11) == theirs


def test_xor_from_zero_goes_round_as_on_the_blackboard() -> None:
    for mode in ("primal", "dual"):
        referee = Referee(Rules(mode=mode)).add(XOR, XOR_SIGNS).run()
        assert (referee.stop, referee.epoch, len(referee.log), referee.cycle) == ("cycle", 2, 7, (1, 1, 4))
        assert [point for _, point, _ in referee.log] == [0, 2, 3, 0, 1, 2, 3]


def test_a_tie_made_of_tenths_is_a_tie() -> None:
    # 0.1 + 0.2 − 0.3 is 0 on paper and 5.6e-17 in floats, which would call the point right.
    rules = Rules(bias=False, initial=(0.1, 0.2, 0.3))
    point, target = [(1.0, 1.0, -1.0)], [1]
    exact = Referee(rules, 3).add(point, target)
    assert exact.score(0) == 0
    assert exact.is_error(0)
    assert not Referee(rules, 3, "floats").add(point, target).is_error(0)


def test_an_arrival_waits_for_the_end_of_the_pass_begun_last() -> None:
    referee = Referee(Rules(order="shuffled")).add([(1.0, 0.0), (2.0, 1.0), (0.5, 3.0)], [1, -1, 1])
    referee.step()
    referee.add([(5.0, 5.0)], [-1])
    shown = []
    for _ in range(8):
        shown.append(referee.next_point())
        referee.step()
    assert shown[:3] == [*shuffled(0, 1, 3)[1:], 3]
    assert shown[3:7] == shuffled(0, 2, 4)


def test_the_dual_form_has_the_weights_of_its_alpha() -> None:
    referee = Referee(Rules(mode="dual", eta=0.1, initial=(0.5, 0.0, -1.0))).add(XOR, XOR_SIGNS).run(9)
    carried = [a * s for a, s in zip(referee.alpha, XOR_SIGNS, strict=True)]
    w2 = Fraction(1, 10) * sum(c * int(x2) for c, (_, x2) in zip(carried, XOR, strict=True))
    assert referee.parameters()[0] == [referee.parameters()[0][0], w2, -1 + Fraction(1, 10) * sum(carried)]
    assert any(carried)
