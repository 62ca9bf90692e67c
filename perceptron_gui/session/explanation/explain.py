"""Which explanation a visit gets, by mode and order: with the sum over a batch (P4), and in few lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.model.models import Model, MulticlassModel
from perceptron_gui.engine.run.records.visit_record import MOST_RIVALS, VisitRecord
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation import binary_visit as binary
from perceptron_gui.session.explanation import multiclass_visit as multiclass
from perceptron_gui.session.explanation import step as steps
from perceptron_gui.session.explanation.binary_visit import alpha_line, weights_line
from perceptron_gui.session.explanation.multiclass_visit import count_update, for_each_learned
from perceptron_gui.session.explanation.terms import Value
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import (
    BECOMES,
    EXACT,
    Formula,
    Part,
    added,
    bracketed,
    factor,
    line,
    listed,
    result,
    sentence,
    signed,
    strong,
    total,
)
from perceptron_gui.session.wording import MINUS, counted, grouped, written
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot


LOSS = nodes.Symbol("L")
CHANGE = line(MINUS, nodes.ETA, "∇", LOSS)
NO_GRADIENT = line("∇", LOSS, EXACT, "0")
"""What a pass does to the weights, and what it says that it did nothing, in a sentence."""
LONGEST_SUM = MOST_RIVALS
"""Errors of a sum that is written out."""
Term = tuple[int, int]
"""A sign, and the point that is added with it."""


def pass_update(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return the update at the end of a pass; empty within a pass, or after one without errors."""
    if not len(numbers.last.learned):
        return ()
    return _pass_sum(numbers.snapshot.model, numbers)


@singledispatch
def _pass_sum(model: Model, numbers: VisitNumbers) -> tuple[Formula, ...]:
    if numbers.has_alpha:
        return _dual_sum(numbers)
    return (*_weights_sum(numbers), *_bias_sum(numbers, 0, nodes.B, _terms(numbers)))


@_pass_sum.register(MulticlassModel)
def _class_sum(model: Model, numbers: VisitNumbers) -> tuple[Formula, ...]:
    return _class_sums(numbers) if numbers.has_weights else count_update(numbers)


def pass_effect(numbers: VisitNumbers) -> Formula | None:
    """Return what follows from a visit: its error waits for the end of the pass, or what was learned at the end."""
    learned = numbers.last.learned.tolist()
    if numbers.settings.beta:
        return _effect_with_margin(numbers, len(learned))
    if not learned:
        noted = tr("Noted. The update comes at the end of the pass, for all errors together.")
        return sentence(noted) if numbers.last.is_mistake else None
    if len(learned) == 1:
        only = tr("The pass is over: its only error, {name}, changed the weights by {change}.")
        if not numbers.last.changed:
            only = tr("The pass is over: its only error, {name}, adds 0: the weights stay, {none}.")
        return sentence(only, name=nodes.point_symbol(learned[0]), change=CHANGE, none=NO_GRADIENT)
    if len(learned) <= LONGEST_SUM:
        return _effect_of_named(numbers, learned)
    return sentence(
        _effect_of_many(numbers, len(learned)), count=grouped(len(learned)), change=CHANGE, none=NO_GRADIENT
    )


def _effect_with_margin(numbers: VisitNumbers, count: int) -> Formula | None:
    """Say what follows from a visit where near misses are summed up, too (V4)."""
    if not count:
        noted = tr("Noted. The update comes at the end of the pass, for all whose margin is at most β together.")
        return sentence(noted) if numbers.last.is_learned_from else None
    if not numbers.last.changed:
        words = ntr(
            "The pass is over: the {count} point whose margin is at most β was added up, and the sum is 0.",
            "The pass is over: the {count} points whose margin is at most β were added up, and their sum is 0.",
            count,
        )
    else:
        words = ntr(
            "The pass is over: the {count} point whose margin is at most β changed the weights.",
            "The pass is over: the {count} points whose margin is at most β changed the weights together.",
            count,
        )
    return sentence(words, count=grouped(count))


def _effect_of_many(numbers: VisitNumbers, count: int) -> str:
    if not numbers.last.changed:
        return ntr(
            "The pass is over: its {count} error was added up, and the sum is 0: the weights stay, {none}.",
            "The pass is over: its {count} errors were added up, and their sum is 0: the weights stay, {none}.",
            count,
        )
    return ntr(
        "The pass is over: its {count} error was added up and changed the weights, by {change}.",
        "The pass is over: its {count} errors were added up and changed the weights together, by {change}.",
        count,
    )


def _effect_of_named(numbers: VisitNumbers, learned: Sequence[int]) -> Formula:
    """Say what so few errors did that each is named."""
    *others, last = map(nodes.point_symbol, learned)
    if numbers.last.changed:
        words = tr(
            "The pass is over: its errors {others} and {last} were added up and changed the weights together, "
            "by {change}."
        )
    else:
        words = tr(
            "The pass is over: its errors {others} and {last} were added up, and their sum is 0: "
            "the weights stay, {none}."
        )
    return sentence(words, others=listed(others), last=last, change=CHANGE, none=NO_GRADIENT)


def _terms(numbers: VisitNumbers) -> list[Term]:
    labels, positive = numbers.snapshot.dataset.labels, numbers.snapshot.positive
    return [(1 if int(labels[i]) == positive else -1, i) for i in numbers.last.learned.tolist()]


def _weights_sum(numbers: VisitNumbers) -> list[Formula]:
    terms = _terms(numbers)
    if len(terms) > LONGEST_SUM:
        first = line(
            nodes.W,
            BECOMES,
            nodes.W,
            " + ",
            nodes.ETA,
            " Σ ",
            nodes.Y,
            " ",
            numbers.symbol(),
            " ",
            nodes.Words(_over_errors(numbers, len(terms))),
        )
        return [first, *_plain_sum(numbers, 0)]
    inner = total([line(nodes.of(nodes.Y, i + 1), " ", numbers.symbol(i)) for _, i in terms])
    step: list[Part] = [bracketed(inner)] if len(terms) > 1 else [" ", inner]
    return [line(nodes.W, BECOMES, nodes.W, " + ", nodes.ETA, *step), *_written_out(numbers, 0, terms)]


def _over_errors(numbers: VisitNumbers, count: int) -> str:
    if numbers.settings.beta:
        return counted("over the {count} point up to β", "over the {count} points up to β", count)
    return counted("over the {count} error", "over the {count} errors", count)


def _written_out(numbers: VisitNumbers, row: int, terms: Sequence[Term]) -> list[Formula]:
    """Return a vector before, plus η times the sum with its points, and after."""
    parts = [(sign, numbers.vector(numbers.point(i))) for sign, i in terms]
    before = numbers.vector(numbers.weights(numbers.last.before[row]))
    summed = line(EXACT, before, _signed_sum(numbers, parts))
    return [summed, _result(numbers, row, summed)]


def _plain_sum(numbers: VisitNumbers, row: int) -> list[Formula]:
    """Return a vector before, plus the sum as one vector, and after."""
    before, after = (numbers.weights(theta[row]) for theta in (numbers.last.before, numbers.last.after))
    change = [b - a for a, b in zip(before, after, strict=True)]
    summed = line(EXACT, numbers.vector(before), " + ", numbers.vector(change))
    return [summed, _result(numbers, row, summed)]


def _result(numbers: VisitNumbers, row: int, above: Formula) -> Formula:
    return result(
        line(nodes.W, numbers.of_owner(row)),
        above,
        nodes.Strong(numbers.vector(numbers.weights(numbers.last.after[row]))),
    )


def _signed_sum(numbers: VisitNumbers, parts: Sequence[tuple[int, nodes.Node]]) -> nodes.Row:
    """Return + η·(a − b), or − η·a for a single part, with η as a number."""
    eta = written(numbers.eta)
    if len(parts) == 1:
        ((sign, part),) = parts
        return line(added(sign), eta, "·", part)
    return line(" + ", eta, "·", bracketed(total([signed(sign, part) for sign, part in parts])))


def _bias_sum(numbers: VisitNumbers, row: int, name: Part, terms: Sequence[Term]) -> list[Formula]:
    if not numbers.has_bias:
        return []
    before, after = (numbers.bias(theta[row]) for theta in (numbers.last.before, numbers.last.after))
    change = _bias_change(numbers, after - before, terms)
    return [line(name, BECOMES, written(before), change, EXACT, strong(written(after)))]


def _bias_change(numbers: VisitNumbers, change: Value, terms: Sequence[Term]) -> nodes.Row:
    if len(terms) > LONGEST_SUM:
        return line(" + ", factor(written(change)))
    if len(terms) == 1:
        return line(added(terms[0][0]), written(numbers.eta))
    return _signed_sum(numbers, [(sign, nodes.Text("1")) for sign, _ in terms])


def _dual_sum(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Count every error of the pass once more in its α (D1, P7)."""
    learned = numbers.last.learned.tolist()
    if len(learned) > LONGEST_SUM:
        alpha = nodes.of(nodes.ALPHA, nodes.BY_POINT)
        lines = [line(alpha, BECOMES, alpha, " + 1 ", nodes.Words(for_each_learned(numbers, len(learned))))]
    else:
        lines = [alpha_line(numbers, i) for i in learned]
    return (*lines, *_bias_sum(numbers, 0, nodes.B, _terms(numbers)), *weights_line(numbers))


def _class_sums(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Add every error to its class and take it from its rival (M2)."""
    learned = numbers.last.learned.tolist()
    classes = numbers.snapshot.trained.present
    if len(learned) <= LONGEST_SUM:
        return tuple(each for k in classes for each in _short_class_sum(numbers, k))
    words = tr("{over}, to each class {reward}, to its rival {punishment}")
    x = numbers.symbol()
    reward, punishment = line("+ ", nodes.ETA, " ", x), line(f"{MINUS} ", nodes.ETA, " ", x)
    first = sentence(words, over=_over_errors(numbers, len(learned)), reward=reward, punishment=punishment)
    return (first, *(each for k in classes for each in _long_class_sum(numbers, k, learned)))


def _short_class_sum(numbers: VisitNumbers, k: int) -> list[Formula]:
    terms, name = _class_terms(numbers, k), steps.of_class(numbers.snapshot.dataset.classes[k])
    if not terms:
        return []
    if len(terms) > 1:
        change = line(" + ", nodes.ETA, bracketed(total([signed(sign, numbers.symbol(i)) for sign, i in terms])))
    else:
        ((sign, i),) = terms
        change = line(added(sign), nodes.ETA, " ", numbers.symbol(i))
    first = line(nodes.W, name, BECOMES, nodes.W, name, change)
    return [first, *_written_out(numbers, k, terms), *_bias_sum(numbers, k, line(nodes.B, name), terms)]


def _long_class_sum(numbers: VisitNumbers, k: int, learned: list[int]) -> list[Formula]:
    last, name = numbers.last, steps.of_class(numbers.snapshot.dataset.classes[k])
    if (last.before[k] == last.after[k]).all():
        return []
    bias = _bias_sum(numbers, k, line(nodes.B, name), [(1, i) for i in learned])
    return [
        line(nodes.W, name, BECOMES, nodes.W, name, " + ", nodes.ETA, " Σ ± ", numbers.symbol()),
        *_plain_sum(numbers, k),
        *bias,
    ]


def _class_terms(numbers: VisitNumbers, k: int) -> list[Term]:
    """Return the errors that are added to class k, or taken from it."""
    labels = numbers.snapshot.dataset.labels
    pairs = zip(numbers.last.learned.tolist(), numbers.last.rivals, strict=False)
    return [(1 if int(labels[i]) == k else -1, i) for i, rival in pairs if k in (int(labels[i]), rival)]


def explain(snapshot: Snapshot, is_full: bool = False) -> steps.Explanation | None:
    """Explain the last visit; None at the start of a run.

    `snapshot`: the run after the visit. `is_full`: whether long sums, vectors and matrices are written out.
    """
    if snapshot.last is None:
        return None
    numbers = VisitNumbers(snapshot, snapshot.last, is_full)
    return _explained(snapshot.model, numbers)


@singledispatch
def _explained(model: Model, numbers: VisitNumbers) -> steps.Explanation:
    last, settings = numbers.last, numbers.settings
    is_dual = numbers.has_alpha
    is_batch = settings.order is Order.BATCH
    learn = pass_update if is_batch else binary.alpha_update if is_dual else binary.weights_update
    return steps.Explanation(
        heading=steps.heading(numbers, steps.sign_line(last.target)),
        rule=binary.kernel_sum(numbers) if is_dual else binary.activation(numbers),
        is_mistake=last.is_mistake,
        is_near_miss=last.is_near_miss,
        verdict=binary.verdict(numbers),
        update=learn(numbers) if is_batch or last.is_learned_from else (),
        effect=_effect(numbers, binary.effect),
    )


@_explained.register(MulticlassModel)
def _explained_classes(model: Model, numbers: VisitNumbers) -> steps.Explanation:
    last, is_batch = numbers.last, numbers.settings.order is Order.BATCH
    learn = pass_update if is_batch else multiclass.class_update
    rows = multiclass.weight_rows(numbers)
    return steps.Explanation(
        heading=steps.heading(numbers, tr("class {name}").format(name=numbers.snapshot.dataset.classes[last.target])),
        rule=multiclass.score_lines(numbers),
        is_mistake=last.is_mistake,
        is_near_miss=last.is_near_miss,
        verdict=multiclass.class_verdict(numbers),
        update=learn(numbers) if is_batch or last.is_learned_from else (),
        effect=_effect(numbers, multiclass.class_effect),
        bars=multiclass.score_bars(numbers),
        matrix=rows,
        left_out=len(last.classes) - len(rows) if rows else 0,
        features=() if numbers.settings.features.is_identity else numbers.snapshot.model.weight_names,
    )


def _effect(numbers: VisitNumbers, of_point: Callable[[VisitNumbers], Formula | None]) -> Formula | None:
    """Return what followed from the visit: in batch order what the pass did, else what became of the point."""
    if numbers.last.is_refused:
        return sentence(tr("The update would take a sum of α·y·K beyond 10²⁸⁰: it is not made, and the run ends."))
    return pass_effect(numbers) if numbers.settings.order is Order.BATCH else of_point(numbers)


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


def _activation(step: steps.Explanation, last: VisitRecord) -> tuple[Formula, ...]:
    name, first = line(nodes.F, "(", nodes.of(nodes.X, last.point + 1), ")"), line(nodes.F).parts
    numbers = [k for k, each in enumerate(step.rule) if each.is_continuation]
    # What rounded numbers do not come to themselves is a line of its own, from f anew.
    values = [each for each in step.rule[numbers[-1] + 1 :] if each.parts[:1] == first]
    anew = [line(",   ", name, *each.parts[each.parts.index(EXACT) :]) for each in values]
    return (line(name, *[step.rule[k] for k in numbers], *anew),)


def _scores(step: steps.Explanation) -> tuple[Formula, ...]:
    """Return the scores of the true class and of its rival."""
    shown = [bar for bar in step.bars if bar.remark] or list(step.bars[:2])
    lines = [steps.score_line(bar) for bar in shown]
    return (line(*lines[:1], *[part for each in lines[1:] for part in (",   ", each)]),)


def _parameters(snapshot: Snapshot, last: VisitRecord) -> tuple[Formula, ...]:
    numbers = VisitNumbers(snapshot, last)
    if not numbers.has_weights:
        return _biases(numbers)
    changed = (last.target, last.rival) if last.is_learned_from else ()
    shown = last.classes if len(last.classes) <= MOST_CLASSES else changed
    return tuple(_row(numbers, k) for k in shown)


def _biases(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return b, or B: all that a curved kernel has of θ."""
    after = numbers.last.after
    shown = numbers.last.classes[:MOST_CLASSES] if numbers.has_bias else ()
    return tuple(line(nodes.B, numbers.of_owner(k), EXACT, strong(written(numbers.bias(after[k])))) for k in shown)


def _row(numbers: VisitNumbers, k: int) -> Formula:
    theta = numbers.last.after[k]
    vector, bias = numbers.vector(numbers.weights(theta)), numbers.bias_text(theta)
    return steps.parameters_line(vector, bias, numbers.of_owner(k))
