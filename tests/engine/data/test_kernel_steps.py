"""Arrow keys and the wheel lead through all parameters of a kernel that make sense, and back."""

from __future__ import annotations

from perceptron_gui.engine.data.kernel import OWNERS

next_degree, next_constant, next_factor = (OWNERS[name][0].next for name in ("degree", "coef0", "gamma"))


def test_degrees_end_at_1_and_10() -> None:
    assert [next_degree(p, True) for p in (1, 9, 10)] == [2, 10, 10]
    assert [next_degree(p, False) for p in (10, 2, 1)] == [9, 1, 1]


def test_the_constant_goes_by_one_down_to_0() -> None:
    assert next_constant(1.0, True) == 2.0
    assert [next_constant(c, False) for c in (2.5, 0.5, 0.0)] == [1.5, 0.0, 0.0]


def test_g_goes_by_1_2_5_up_and_the_same_way_down() -> None:
    way = [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]
    assert [next_factor(g, True) for g in way[:-1]] == way[1:]
    assert [next_factor(g, False) for g in way[1:]] == way[:-1]
    assert (next_factor(0.7, True), next_factor(0.7, False)) == (1.0, 0.5)
    assert (next_factor(1e6, True), next_factor(1e-6, False)) == (1e6, 1e-6)
    assert (next_factor(1e9, True), next_factor(1e-9, False)) == (1e9, 1e-9)
