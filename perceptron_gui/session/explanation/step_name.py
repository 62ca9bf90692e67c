"""What an update added to weights, in the letters of the rule: ±ηx₃, −η∇L (P2, P4, M2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.session.wording import MINUS, index_text

if TYPE_CHECKING:
    from perceptron_gui.engine.run.visit_record import VisitRecord


def step_name(visit: VisitRecord, pair: tuple[int, int] | None) -> str:
    """Return what an update added to the weights that are shown (P2, M2): ±ηx, or of a batch its sum.

    `pair`: where every class has a row of weights: the two that are compared.
    """
    if pair is None:
        return _added(visit, visit.target)
    first, second = (_times(visit, k) for k in pair)
    return _added(visit, first - second)


def class_step_name(visit: VisitRecord, k: int) -> str:
    """Return what an update added to the weights of a class (M2): +ηx or −ηx, or of a batch its sum. `k`: the class."""
    return _added(visit, _times(visit, k))


def _times(visit: VisitRecord, k: int) -> int:
    return (visit.target == k) - (visit.rival == k)


def _added(visit: VisitRecord, times: int) -> str:
    if len(visit.learned):
        return f"{MINUS}η∇L"
    return f"{'+' if times > 0 else MINUS}{abs(times) if abs(times) > 1 else ''}η{index_text(visit.point)}"
