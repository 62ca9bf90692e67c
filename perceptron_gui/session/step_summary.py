"""The last visit in few lines, for the last row: f in numbers, the verdict, the parameters (SPEC P1, P2, M1)."""

from __future__ import annotations

from dataclasses import dataclass

from perceptron_gui.engine.settings import Mode
from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.engine.visited import Visited
from perceptron_gui.session.explain import Explanation, explain
from perceptron_gui.session.formulas import vector_text, without_false_equals
from perceptron_gui.session.wording import number_text, subscript

MOST_CLASSES = 3
"""Classes whose weights are all written; of more, those that a mistake changed."""

NO_BREAK = "\u00a0"
"""A space at which no line ends."""


@dataclass(frozen=True)
class StepSummary:
    """What stands over the picture while only the canvas is shown.

    Attributes
    ----------
    rule : tuple of str
        f, or the scores, with this point's numbers, in the small markup of formulas.
    verdict : str
    is_mistake : bool
    parameters : tuple of str
        w and b after the visit, in that markup.
    """

    rule: tuple[str, ...]
    verdict: str
    is_mistake: bool
    parameters: tuple[str, ...]


def step_summary(snapshot: Snapshot) -> StepSummary | None:
    """Return the visit that led to `snapshot` in few lines; None at the start of a run."""
    step, last = explain(snapshot), snapshot.last
    if step is None or last is None:
        return None
    is_multiclass = snapshot.settings.mode is Mode.MULTICLASS
    rule = _scores(step) if is_multiclass else _activation(step, last)
    return StepSummary(rule, step.verdict.partition(":")[0], step.is_mistake, _parameters(snapshot, last))


def _activation(step: Explanation, last: Visited) -> tuple[str, ...]:
    point = subscript(last.point + 1)
    numbers = " ".join(line for line in step.rule if line[:1] in "=≈")
    return (f"*f*(**x**{point}) {numbers}".replace("= **", f"={NO_BREAK}**"),)


def _scores(step: Explanation) -> tuple[str, ...]:
    """Return the scores of the true class and of its rival."""
    shown = [bar for bar in step.bars if bar.remark] or list(step.bars[:2])
    return (",   ".join(without_false_equals(f"*s*({bar.name}) = **{bar.value}**") for bar in shown),)


def _parameters(snapshot: Snapshot, last: Visited) -> tuple[str, ...]:
    settings, d = snapshot.settings, snapshot.dataset.n_features
    if settings.mode is not Mode.MULTICLASS:
        rows = {"": 0}
    elif len(last.classes) <= MOST_CLASSES:
        rows = {f"({snapshot.dataset.classes[k]})": k for k in last.classes}
    else:
        changed = [k for k in (last.target, last.rival) if last.is_mistake]
        rows = {f"({snapshot.dataset.classes[k]})": k for k in changed}
    lines = []
    for name, k in rows.items():
        row = last.after[k].tolist()
        bias = f",   *b*{name} = {number_text(row[-1], last.is_exact)}" if settings.bias else ""
        lines.append(without_false_equals(f"**w**{name} = {vector_text(row[:d], last.is_exact)}{bias}"))
    return tuple(lines)
