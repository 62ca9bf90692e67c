"""A visit of kernel multiclass: scores as sums over the points that were learned from, and A (M5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.session.explanation.kernel_products import kernel_rule, kernel_symbol
from perceptron_gui.session.explanation.step import of_class
from perceptron_gui.session.explanation.terms import first_terms
from perceptron_gui.session.formula.line import BECOMES, EXACT, Formula, Part, line
from perceptron_gui.session.formula.nodes import Strong, Symbol, Text, Words
from perceptron_gui.session.formula.sums import added, factor, product, signed, strong, total
from perceptron_gui.session.formula.symbols import BY_CLASS, BY_POINT, ETA, B, S, of
from perceptron_gui.session.wording import MINUS, Written, counted, written

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.session.explanation.visit_numbers import VisitNumbers

A = Symbol("A")
MOST_NAMED = 4
"""Errors of a batch pass that are told one by one."""


def score_symbols(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return s_k as a sum of kernels, in symbols, and what K is (M5)."""
    settings = numbers.settings
    eta: Part = line(ETA, " ") if settings.eta != 1 else ""
    counts = line("Σ ", of(A, f"{BY_CLASS}{BY_POINT}"), " ", kernel_symbol(settings))
    bias: Part = line(" + ", of(B, BY_CLASS)) if numbers.has_bias else ""
    return (line(of(S, BY_CLASS), EXACT, eta, counts, bias), *kernel_rule(settings))


def score_sum(numbers: VisitNumbers, k: int) -> Formula | None:
    """Return the score of a class before the visit in numbers, the first terms where they are many.

    None at the end of a batch pass with so many errors that not all of their rivals are known.

    `k`: the class.
    """
    learned = _learned_from(numbers)
    if len(learned) < len(numbers.last.learned):
        return None
    counts = _counts_before(numbers, learned)[k]
    (used, count), eta = first_terms(counts, numbers.most), numbers.settings.eta
    factors = [written(numbers.eta)] if eta != 1 else []
    terms = [
        signed(1 if counts[j] > 0 else -1, product(*factors, Written(str(abs(counts[j]))), written(numbers.product(j))))
        for j in used
    ]
    parts: list[Part] = [total(terms, numbers.most, count)] if used else []
    parts += [factor(written(numbers.bias(numbers.last.before[k])))] if numbers.has_bias else []
    return line(total(parts)) if parts else line("0")


def _counts_now(numbers: VisitNumbers) -> Ints:
    """Return A after the visit, shape (n_classes, n_samples)."""
    dataset, expansion = numbers.snapshot.dataset, numbers.snapshot.expansion
    counts = np.zeros((len(dataset.classes), dataset.n_samples), dtype=np.int64)
    if expansion is not None:
        counts[:, expansion.indices] = expansion.counts
    return counts


def _counts_before(numbers: VisitNumbers, learned: list[tuple[int, int]]) -> Ints:
    """Return A before the visit."""
    counts = _counts_now(numbers)
    for point, rival in learned:
        counts[int(numbers.snapshot.dataset.labels[point]), point] -= 1
        counts[rival, point] += 1
    return counts


def _learned_from(numbers: VisitNumbers) -> list[tuple[int, int]]:
    last = numbers.last
    if numbers.settings.order is Order.BATCH:
        return list(zip(last.learned.tolist(), last.rivals, strict=False))
    return [(last.point, last.rival)] if last.is_learned_from else []


def count_update(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return what a visit changed in A, and the biases (M5)."""
    learned = _learned_from(numbers)
    n_learned = max(len(numbers.last.learned), len(learned))
    if n_learned > MOST_NAMED:
        each = Words(for_each_learned(numbers, n_learned))
        own, rival = of(A, "yj"), of(A, "rj")
        lines = [line(own, BECOMES, own, " + 1,   ", rival, BECOMES, rival, f" {MINUS} 1 ", each)]
    else:
        labels, now = numbers.snapshot.dataset.labels, _counts_now(numbers)
        changes = [change for i, rival in learned for change in ((int(labels[i]), i, 1), (rival, i, -1))]
        lines = [_line(numbers, k, i, sign, int(now[k, i])) for k, i, sign in changes]
    return (*lines, *_biases(numbers))


def for_each_learned(numbers: VisitNumbers, count: int) -> str:
    """Say that an update is made for each of the points that a batch pass learned from (P4, V4). `count`: how many."""
    if numbers.settings.beta:
        return counted("for each of the {count} point up to β", "for each of the {count} points up to β", count)
    return counted("for each of the {count} error", "for each of the {count} errors", count)


def _line(numbers: VisitNumbers, k: int, point: int, sign: int, now: int) -> Formula:
    name = line(of(A, point + 1), of_class(numbers.snapshot.dataset.classes[k]))
    return line(name, BECOMES, _whole(now - sign), added(sign), "1", EXACT, Strong(Text(_whole(now))))


def _whole(value: int) -> str:
    return str(value).replace("-", MINUS)


def _biases(numbers: VisitNumbers) -> list[Formula]:
    last, lines = numbers.last, list[Formula]()
    for k in last.classes if numbers.has_bias else ():
        before, after = (numbers.bias(theta[k]) for theta in (last.before, last.after))
        if before != after:
            name = line(B, of_class(numbers.snapshot.dataset.classes[k]))
            change = factor(written(after - before))
            lines.append(line(name, BECOMES, written(before), " + ", change, EXACT, strong(written(after))))
    return lines
