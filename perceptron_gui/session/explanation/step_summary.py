"""The last visit in few lines, for the last row: f in numbers, the verdict, the parameters (P1, P2, M1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.explanation.step import Explanation, of_class, parameters_line, score_line
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.formula.line import EXACT, Formula, line
from perceptron_gui.session.formula.sums import strong
from perceptron_gui.session.formula.symbols import B, F, X, of
from perceptron_gui.session.wording import written

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.engine.run.visit_record import VisitRecord

MOST_CLASSES = 3
"""Classes whose weights are all written; of more, those that a mistake changed."""


class StepSummary(Frozen):
    """What is written on the canvas while only that is shown."""

    rule: tuple[Formula, ...]  # f, or the scores, with this point's numbers
    verdict: str  # whether the point was right, and the numbers that decided
    # whether the visit was a mistake; or right, but by no more than β (V4)
    is_mistake: bool
    is_near_miss: bool
    parameters: tuple[Formula, ...]  # w and b after the visit


def step_summary(snapshot: Snapshot) -> StepSummary | None:
    """Return the last visit in few lines; None at the start of a run. `snapshot`: the run after the visit."""
    step, last = explain(snapshot), snapshot.last
    if step is None or last is None:
        return None
    rule = _scores(step) if step.bars else _activation(step, last)
    return StepSummary(rule, str(step.verdict.brief), step.is_mistake, step.is_near_miss, _parameters(snapshot, last))


def _activation(step: Explanation, last: VisitRecord) -> tuple[Formula, ...]:
    name, first = line(F, "(", of(X, last.point + 1), ")"), line(F).parts
    numbers = [k for k, each in enumerate(step.rule) if each.is_continuation]
    # What rounded numbers do not come to themselves is a line of its own, from f anew.
    values = [each for each in step.rule[numbers[-1] + 1 :] if each.parts[:1] == first]
    anew = [line(",   ", name, *each.parts[each.parts.index(EXACT) :]) for each in values]
    return (line(name, *[step.rule[k] for k in numbers], *anew),)


def _scores(step: Explanation) -> tuple[Formula, ...]:
    """Return the scores of the true class and of its rival."""
    shown = [bar for bar in step.bars if bar.remark] or list(step.bars[:2])
    lines = [score_line(bar) for bar in shown]
    return (line(*lines[:1], *[part for each in lines[1:] for part in (",   ", each)]),)


def _parameters(snapshot: Snapshot, last: VisitRecord) -> tuple[Formula, ...]:
    numbers = VisitNumbers(snapshot, last)
    if snapshot.settings.has_curved_kernel:
        return _biases(numbers)
    if not snapshot.model.has_class_rows:
        return (parameters_line(numbers.vector(numbers.weights(last.after[0])), numbers.bias_text(last.after[0])),)
    changed = (last.target, last.rival) if last.is_learned_from else ()
    shown = last.classes if len(last.classes) <= MOST_CLASSES else changed
    return tuple(_row(numbers, k) for k in shown)


def _biases(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return b, or B: all that a curved kernel has of θ."""
    last, names = numbers.last, numbers.snapshot.dataset.classes
    if not numbers.has_bias:
        return ()
    if not numbers.snapshot.model.has_class_rows:
        return (line(B, EXACT, strong(written(numbers.bias(last.after[0])))),)
    shown = last.classes[:MOST_CLASSES]
    return tuple(line(B, of_class(names[k]), EXACT, strong(written(numbers.bias(last.after[k])))) for k in shown)


def _row(numbers: VisitNumbers, k: int) -> Formula:
    theta = numbers.last.after[k]
    vector, bias = numbers.vector(numbers.weights(theta)), numbers.bias_text(theta)
    return parameters_line(vector, bias, of_class(numbers.snapshot.dataset.classes[k]))
