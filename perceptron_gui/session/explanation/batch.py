"""The update at the end of a batch pass: the sum over its errors, written out where it is short (P4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from perceptron_gui.engine.run.visit_record import MOST_RIVALS
from perceptron_gui.session.explanation.dual import alpha_line, weights_line
from perceptron_gui.session.explanation.formula import Formula, Part, formula, total, words
from perceptron_gui.session.explanation.terms import Value
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.wording import MINUS, Written, counted, index_text, subscript, written
from perceptron_gui.translation import tr

LONGEST_SUM = MOST_RIVALS
"""Errors of a sum that is written out."""
Term = tuple[int, int]
"""A sign, and the point that is added with it."""


def pass_update(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return the update at the end of a pass; empty within a pass, or after one without errors.

    Parameters
    ----------
    numbers : VisitNumbers
    """
    if not len(numbers.last.learned):
        return ()
    if numbers.snapshot.model.has_class_rows:
        return _class_sums(numbers)
    if numbers.has_alpha:
        return _dual_sum(numbers)
    return (*_weights_sum(numbers), *_bias_sum(numbers, 0, formula("*b*"), _terms(numbers)))


def pass_effect(numbers: VisitNumbers) -> str:
    """Return what follows from a visit: its error waits for the end of the pass, or what was learned at the end.

    Parameters
    ----------
    numbers : VisitNumbers
    """
    learned = numbers.last.learned.tolist()
    if not learned:
        is_noted = numbers.last.is_mistake
        return tr("Noted. The update comes at the end of the pass, for all errors together.") if is_noted else ""
    if len(learned) == 1:
        words = tr("The pass is over: its only error, {name}, changed the weights by −η∇L.")
        return words.format(name=index_text(learned[0]))
    if len(learned) <= LONGEST_SUM:
        return _effect_of_named(numbers, learned)
    if not numbers.last.changed:
        return counted(
            "The pass is over: its {count} error was added up, and the sum is 0: nothing changed, ∇L = 0.",
            "The pass is over: its {count} errors were added up, and their sum is 0: nothing changed, ∇L = 0.",
            len(learned),
        )
    return counted(
        "The pass is over: its {count} error was added up and changed the weights, by −η∇L.",
        "The pass is over: its {count} errors were added up and changed the weights together, by −η∇L.",
        len(learned),
    )


def _effect_of_named(numbers: VisitNumbers, learned: Sequence[int]) -> str:
    """Say what so few errors did that each is named."""
    *others, last = map(index_text, learned)
    if numbers.last.changed:
        words = tr(
            "The pass is over: its errors {others} and {last} were added up and changed the weights together, by −η∇L."
        )
    else:
        words = tr(
            "The pass is over: its errors {others} and {last} were added up, and their sum is 0: "
            "nothing changed, ∇L = 0."
        )
    return words.format(others=", ".join(others), last=last)


def _terms(numbers: VisitNumbers) -> list[Term]:
    labels, positive = numbers.snapshot.dataset.labels, numbers.snapshot.positive
    return [(1 if int(labels[i]) == positive else -1, i) for i in numbers.last.learned.tolist()]


def _weights_sum(numbers: VisitNumbers) -> list[Formula]:
    terms = _terms(numbers)
    if len(terms) > LONGEST_SUM:
        first = formula("**w** ← **w** + *η* Σ *y* **x** {}", words(_over_errors(terms)))
        return [first, *_plain_sum(numbers, 0)]
    products: list[Part] = [formula("*y*{} **x**{}", subscript(i + 1), subscript(i + 1)) for _, i in terms]
    inner = total(products, len(products))
    first = formula("**w** ← **w** + *η*({})" if len(products) > 1 else "**w** ← **w** + *η* {}", inner)
    return [first, *_written_out(numbers, 0, terms)]


def _over_errors(terms: Sequence[Term]) -> str:
    return counted("over the {count} error", "over the {count} errors", len(terms))


def _for_each_error(learned: Sequence[int]) -> str:
    return counted("for each of the {count} error", "for each of the {count} errors", len(learned))


def _written_out(numbers: VisitNumbers, row: int, terms: Sequence[Term]) -> list[Formula]:
    """Return a vector before, plus η times the sum with its points, and after."""
    parts = [(sign, numbers.vector(numbers.point(i))) for sign, i in terms]
    before = numbers.vector(numbers.weights(numbers.last.before[row]))
    return [formula("= {} {}", before, _signed_sum(numbers, parts)), _result(numbers, row)]


def _plain_sum(numbers: VisitNumbers, row: int) -> list[Formula]:
    """Return a vector before, plus the sum as one vector, and after."""
    before, after = (numbers.weights(theta[row]) for theta in (numbers.last.before, numbers.last.after))
    change = [b - a for a, b in zip(before, after, strict=True)]
    return [formula("= {} + {}", numbers.vector(before), numbers.vector(change)), _result(numbers, row)]


def _result(numbers: VisitNumbers, row: int) -> Formula:
    return formula("= **{}**", numbers.vector(numbers.weights(numbers.last.after[row])))


def _signed_sum(numbers: VisitNumbers, parts: Sequence[tuple[int, Written]]) -> Formula:
    """Return "+ η·(a − b)", or "− η·a" for a single part, with η as a number."""
    eta = written(numbers.eta)
    if len(parts) == 1:
        ((sign, part),) = parts
        return formula("{} {}·{}", "+" if sign > 0 else MINUS, eta, part)
    terms: list[Part] = [part if sign > 0 else _negative(part) for sign, part in parts]
    return formula("+ {}·({})", eta, total(terms, len(terms)))


def _negative(part: Written) -> Written:
    return Written(f"{MINUS}{part.text}", part.is_exact)


def _bias_sum(numbers: VisitNumbers, row: int, name: Formula, terms: Sequence[Term]) -> list[Formula]:
    if not numbers.has_bias:
        return []
    before, after = (numbers.bias(theta[row]) for theta in (numbers.last.before, numbers.last.after))
    change = _bias_change(numbers, after - before, terms)
    return [formula("{} ← {} {} = **{}**", name, written(before), change, written(after))]


def _bias_change(numbers: VisitNumbers, change: Value, terms: Sequence[Term]) -> Formula:
    if len(terms) > LONGEST_SUM:
        return formula("+ {}", written(change).in_product)
    if len(terms) == 1:
        return formula("{} {}", "+" if terms[0][0] > 0 else MINUS, written(numbers.eta))
    return _signed_sum(numbers, [(sign, written(Fraction(1))) for sign, _ in terms])


def _dual_sum(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Count every error of the pass once more in its α (D1, P7)."""
    learned = numbers.last.learned.tolist()
    if len(learned) > LONGEST_SUM:
        lines = [formula("*α*ⱼ ← *α*ⱼ + 1 {}", words(_for_each_error(learned)))]
    else:
        lines = [alpha_line(numbers, i) for i in learned]
    return (*lines, *_bias_sum(numbers, 0, formula("*b*"), _terms(numbers)), weights_line(numbers))


def _class_sums(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Add every error to its class and take it from its rival (M2)."""
    learned = numbers.last.learned.tolist()
    classes = numbers.snapshot.dataset.present
    if len(learned) <= LONGEST_SUM:
        return tuple(line for k in classes for line in _short_class_sum(numbers, k))
    template = counted(
        '"over the {count} error, to each class "+ *η* **x**", to its rival "− *η* **x**',
        '"over the {count} errors, to each class "+ *η* **x**", to its rival "− *η* **x**',
        len(learned),
    )
    first = formula(template)
    return (first, *(line for k in classes for line in _long_class_sum(numbers, k, learned)))


def _short_class_sum(numbers: VisitNumbers, k: int) -> list[Formula]:
    terms, name = _class_terms(numbers, k), words(numbers.snapshot.dataset.classes[k])
    if not terms:
        return []
    points: list[Part] = [formula(f"{'' if sign > 0 else MINUS}**x**{{}}", subscript(i + 1)) for sign, i in terms]
    if len(terms) > 1:
        change = formula("+ *η*({})", total(points, len(points)))
    else:
        ((sign, i),) = terms
        change = formula("{} *η* **x**{}", "+" if sign > 0 else MINUS, subscript(i + 1))
    first = formula("**w**({}) ← **w**({}) {}", name, name, change)
    return [first, *_written_out(numbers, k, terms), *_bias_sum(numbers, k, formula("*b*({})", name), terms)]


def _long_class_sum(numbers: VisitNumbers, k: int, learned: list[int]) -> list[Formula]:
    last, name = numbers.last, words(numbers.snapshot.dataset.classes[k])
    if (last.before[k] == last.after[k]).all():
        return []
    bias = _bias_sum(numbers, k, formula("*b*({})", name), [(1, i) for i in learned])
    return [formula("**w**({}) ← **w**({}) + *η* Σ ± **x**", name, name), *_plain_sum(numbers, k), *bias]


def _class_terms(numbers: VisitNumbers, k: int) -> list[Term]:
    """Return the errors that are added to class k, or taken from it."""
    labels = numbers.snapshot.dataset.labels
    pairs = zip(numbers.last.learned.tolist(), numbers.last.rivals, strict=False)
    return [(1 if int(labels[i]) == k else -1, i) for i, rival in pairs if k in (int(labels[i]), rival)]
