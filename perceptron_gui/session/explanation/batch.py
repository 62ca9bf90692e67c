"""The update at the end of a batch pass: the sum over its errors, written out where it is short (P4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perceptron_gui.engine.run.visit_record import MOST_RIVALS
from perceptron_gui.session.explanation.dual import alpha_line, weights_line
from perceptron_gui.session.explanation.kernel_classes import count_update, for_each_learned
from perceptron_gui.session.explanation.step import of_class
from perceptron_gui.session.formula.line import BECOMES, EXACT, Formula, Part, line, result, sentence
from perceptron_gui.session.formula.nodes import Node, Row, Strong, Symbol, Text, Words
from perceptron_gui.session.formula.sums import added, bracketed, factor, listed, signed, strong, total
from perceptron_gui.session.formula.symbols import ALPHA, BY_POINT, ETA, B, W, Y, of, point_symbol
from perceptron_gui.session.wording import MINUS, counted, grouped, written
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.session.explanation.terms import Value
    from perceptron_gui.session.explanation.visit_numbers import VisitNumbers

LOSS = Symbol("L")
CHANGE = line(MINUS, ETA, "∇", LOSS)
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
    if numbers.snapshot.model.has_class_rows:
        return count_update(numbers) if numbers.settings.has_curved_kernel else _class_sums(numbers)
    if numbers.has_alpha:
        return _dual_sum(numbers)
    return (*_weights_sum(numbers), *_bias_sum(numbers, 0, B, _terms(numbers)))


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
        return sentence(only, name=point_symbol(learned[0]), change=CHANGE, none=NO_GRADIENT)
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
    *others, last = map(point_symbol, learned)
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
            W, BECOMES, W, " + ", ETA, " Σ ", Y, " ", numbers.symbol(), " ", Words(_over_errors(numbers, len(terms)))
        )
        return [first, *_plain_sum(numbers, 0)]
    inner = total([line(of(Y, i + 1), " ", numbers.symbol(i)) for _, i in terms])
    step: list[Part] = [bracketed(inner)] if len(terms) > 1 else [" ", inner]
    return [line(W, BECOMES, W, " + ", ETA, *step), *_written_out(numbers, 0, terms)]


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
    snapshot = numbers.snapshot
    name = line(W, of_class(snapshot.dataset.classes[row]) if snapshot.model.has_class_rows else "")
    return result(name, above, Strong(numbers.vector(numbers.weights(numbers.last.after[row]))))


def _signed_sum(numbers: VisitNumbers, parts: Sequence[tuple[int, Node]]) -> Row:
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


def _bias_change(numbers: VisitNumbers, change: Value, terms: Sequence[Term]) -> Row:
    if len(terms) > LONGEST_SUM:
        return line(" + ", factor(written(change)))
    if len(terms) == 1:
        return line(added(terms[0][0]), written(numbers.eta))
    return _signed_sum(numbers, [(sign, Text("1")) for sign, _ in terms])


def _dual_sum(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Count every error of the pass once more in its α (D1, P7)."""
    learned = numbers.last.learned.tolist()
    if len(learned) > LONGEST_SUM:
        alpha = of(ALPHA, BY_POINT)
        lines = [line(alpha, BECOMES, alpha, " + 1 ", Words(for_each_learned(numbers, len(learned))))]
    else:
        lines = [alpha_line(numbers, i) for i in learned]
    return (*lines, *_bias_sum(numbers, 0, B, _terms(numbers)), *weights_line(numbers))


def _class_sums(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Add every error to its class and take it from its rival (M2)."""
    learned = numbers.last.learned.tolist()
    classes = numbers.snapshot.trained.present
    if len(learned) <= LONGEST_SUM:
        return tuple(each for k in classes for each in _short_class_sum(numbers, k))
    words = tr("{over}, to each class {reward}, to its rival {punishment}")
    x = numbers.symbol()
    reward, punishment = line("+ ", ETA, " ", x), line(f"{MINUS} ", ETA, " ", x)
    first = sentence(words, over=_over_errors(numbers, len(learned)), reward=reward, punishment=punishment)
    return (first, *(each for k in classes for each in _long_class_sum(numbers, k, learned)))


def _short_class_sum(numbers: VisitNumbers, k: int) -> list[Formula]:
    terms, name = _class_terms(numbers, k), of_class(numbers.snapshot.dataset.classes[k])
    if not terms:
        return []
    if len(terms) > 1:
        change = line(" + ", ETA, bracketed(total([signed(sign, numbers.symbol(i)) for sign, i in terms])))
    else:
        ((sign, i),) = terms
        change = line(added(sign), ETA, " ", numbers.symbol(i))
    first = line(W, name, BECOMES, W, name, change)
    return [first, *_written_out(numbers, k, terms), *_bias_sum(numbers, k, line(B, name), terms)]


def _long_class_sum(numbers: VisitNumbers, k: int, learned: list[int]) -> list[Formula]:
    last, name = numbers.last, of_class(numbers.snapshot.dataset.classes[k])
    if (last.before[k] == last.after[k]).all():
        return []
    bias = _bias_sum(numbers, k, line(B, name), [(1, i) for i in learned])
    return [line(W, name, BECOMES, W, name, " + ", ETA, " Σ ± ", numbers.symbol()), *_plain_sum(numbers, k), *bias]


def _class_terms(numbers: VisitNumbers, k: int) -> list[Term]:
    """Return the errors that are added to class k, or taken from it."""
    labels = numbers.snapshot.dataset.labels
    pairs = zip(numbers.last.learned.tolist(), numbers.last.rivals, strict=False)
    return [(1 if int(labels[i]) == k else -1, i) for i, rival in pairs if k in (int(labels[i]), rival)]
