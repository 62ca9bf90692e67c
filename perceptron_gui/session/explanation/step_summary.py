"""The last visit in few lines, for the last row: f in numbers, the verdict, the parameters (P1, P2, M1)."""

from __future__ import annotations

from dataclasses import dataclass

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.visit_record import VisitRecord
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.explanation.formula import Formula, Part, formula, words
from perceptron_gui.session.explanation.step import Explanation
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.wording import subscript, written

MOST_CLASSES = 3
"""Classes whose weights are all written; of more, those that a mistake changed."""


@dataclass(frozen=True)
class StepSummary:
    """What is written on the canvas while only that is shown.

    Attributes
    ----------
    rule : tuple of Formula
        f, or the scores, with this point's numbers.
    verdict : str
        Whether the point was right, and the numbers that decided.
    is_mistake : bool
        Whether the visit was a mistake.
    parameters : tuple of Formula
        w and b after the visit.
    """

    rule: tuple[Formula, ...]
    verdict: str
    is_mistake: bool
    parameters: tuple[Formula, ...]


def step_summary(snapshot: Snapshot) -> StepSummary | None:
    """Return the last visit in few lines; None at the start of a run.

    Parameters
    ----------
    snapshot : Snapshot
        The run after the visit.
    """
    step, last = explain(snapshot), snapshot.last
    if step is None or last is None:
        return None
    rule = _scores(step) if step.bars else _activation(step, last)
    return StepSummary(rule, step.verdict.brief, step.is_mistake, _parameters(snapshot, last))


def _activation(step: Explanation, last: VisitRecord) -> tuple[Formula, ...]:
    numbers: list[Part] = [line for line in step.rule if line.is_continuation]
    return (formula("*f*(**x**{})" + " {}" * len(numbers), subscript(last.point + 1), *numbers),)


def _scores(step: Explanation) -> tuple[Formula, ...]:
    """Return the scores of the true class and of its rival."""
    shown = [bar for bar in step.bars if bar.remark] or list(step.bars[:2])
    lines: list[Part] = [formula("*s*({}) = **{}**", words(bar.name), bar.value) for bar in shown]
    return (formula(",   ".join(["{}"] * len(lines)), *lines),)


def _parameters(snapshot: Snapshot, last: VisitRecord) -> tuple[Formula, ...]:
    names = snapshot.dataset.classes
    if not snapshot.model.has_class_rows:
        rows = {"": 0}
    elif len(last.classes) <= MOST_CLASSES:
        rows = {f"({names[k]})": k for k in last.classes}
    else:
        rows = {f"({names[k]})": k for k in (last.target, last.rival) if last.is_mistake}
    return tuple(_row(VisitNumbers(snapshot, last), name, k) for name, k in rows.items())


def _row(numbers: VisitNumbers, name: str, k: int) -> Formula:
    theta, of_class = numbers.last.after[k], words(name)
    bias = formula(",   *b*{} = {}", of_class, written(numbers.bias(theta))) if numbers.has_bias else ""
    return formula("**w**{} = {}{}", of_class, numbers.vector(numbers.weights(theta)), bias)
