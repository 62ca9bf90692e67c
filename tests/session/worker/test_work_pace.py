"""How much work a slice is given: about half a millisecond, and never so little that it is hardly worth its costs."""

from __future__ import annotations

import pytest

from perceptron_gui.session.worker.training_worker import SLICE_SECONDS, WorkPace

RATE = 1e9


class Machine:
    """A clock that goes on by the work that is done, and by what a slice waits for; a run that does all it is given.

    Attributes
    ----------
    wait : float
        Seconds that every slice takes beside its work.
    """

    visit = 0

    def __init__(self) -> None:
        self.now = self.wait = self.budget = 0.0

    def __call__(self) -> float:
        return self.now

    def advance(self, until: int, work: float, updates: int | None) -> float:
        """Do all of the work, as `Run.advance` does."""
        self.budget = work
        self.now += work / RATE + self.wait
        return 0.0


def worked(machine: Machine, pace: WorkPace, slices: int) -> float:
    """Return the seconds of work in the last of some slices."""
    for _ in range(slices):
        pace.advance(machine, 10**9)  # type: ignore[arg-type]
    return machine.budget / RATE


def test_a_slice_is_given_half_a_millisecond_of_work() -> None:
    machine = Machine()
    assert worked(machine, WorkPace(machine), 200) == pytest.approx(SLICE_SECONDS, rel=0.01)


def test_waiting_for_the_interpreter_does_not_bring_slices_down_to_single_visits() -> None:
    """A slice that waited longer than it worked made the next one smaller, and so on, as long as others worked."""
    machine = Machine()
    pace = WorkPace(machine)
    worked(machine, pace, 200)
    machine.wait = 2 * SLICE_SECONDS
    assert worked(machine, pace, 30) > 0.3 * SLICE_SECONDS
    machine.wait = 0.0
    assert worked(machine, pace, 100) == pytest.approx(SLICE_SECONDS, rel=0.02)


def test_where_the_machine_is_slower_for_good_a_slice_is_soon_as_short_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    pace = WorkPace(machine)
    worked(machine, pace, 200)
    monkeypatch.setattr(f"{__name__}.RATE", RATE / 20)
    assert worked(machine, pace, 1000) == pytest.approx(SLICE_SECONDS, rel=0.1)
