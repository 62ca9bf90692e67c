"""Points outside the view are counted, each beyond one side."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.session.points import point_edits
from perceptron_gui.session.points.point_edits import OutsideQuestion, Side, count_outside

VIEW = (-1.0, -2.0, 1.0, 2.0)
PLACE = st.tuples(*[st.sampled_from([-1e12, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 1e12])] * 2)


def counts(places: list[tuple[float, float]]) -> list[int]:
    found = count_outside(OutsideQuestion(np.array(places).reshape(-1, 2), VIEW))
    return [found[side] for side in (Side.LEFT, Side.RIGHT, Side.ABOVE, Side.BELOW)]


def test_each_side_is_told_and_what_is_in_view_or_on_its_edge_is_not() -> None:
    assert counts([]) == [0, 0, 0, 0]
    assert counts([(0, 0), (1, 2), (-1, -2)]) == [0, 0, 0, 0]
    assert counts([(-2, 0), (-2, 9), (2, -9), (0, 3), (1, 3), (-1, 3), (0, -3)]) == [2, 1, 3, 1]


@settings(max_examples=30)
@given(st.lists(PLACE, max_size=30), st.integers(1, 7))
def test_no_point_is_forgotten_or_counted_twice_however_many_are_looked_at_at_once(
    places: list[tuple[float, float]], at_once: int
) -> None:
    left, bottom, right, top = VIEW
    unseen = sum(not (left <= x <= right and bottom <= y <= top) for x, y in places)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(point_edits, "AT_ONCE", at_once)
        assert sum(counts(places)) == unseen


def test_the_work_ends_where_it_is_not_wanted_any_more() -> None:
    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        count_outside(OutsideQuestion(np.zeros((1, 2)), VIEW), stop)
