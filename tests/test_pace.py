"""What takes too long fails, however slow the machine is; what a slow machine needs is granted."""

import pytest

from tests import pace
from tests.pace import assert_within, within


def test_a_loop_that_is_too_long_fails_and_a_pause_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "slowness", lambda: 1.0)
    with pytest.raises(AssertionError, match=r"and 1e-06 s are allowed"), within(1e-6):
        sum(range(100_000))
    clock = iter((5.0, 5.5))
    with within(1, lambda: next(clock)):
        pass


def test_a_machine_that_is_half_as_quick_may_take_twice_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "slowness", lambda: 2.0)
    assert_within(1.0, 1.9)
    with pytest.raises(AssertionError):
        assert_within(1.0, 2.1)


def test_the_pace_of_this_machine_is_measured() -> None:
    assert 1 <= pace.slowness() < 1000
