"""A visit of the multiclass rule: scores, the rewarded and the punished row of W; with kernels, of A (M1, M2, M5)."""

import numpy as np

from perceptron_gui.engine.data.dataset import Ints
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.session.explanation import binary_visit as binary
from perceptron_gui.session.explanation import step as steps
from perceptron_gui.session.explanation.binary_visit import bias_update, kernel_total, one_step, rise_of, row_update
from perceptron_gui.session.explanation.step import Bar, Judgement, WeightRow, of_class, what_became
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers, kernel_rule, kernel_symbol
from perceptron_gui.session.formula import line as formulas
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import BECOMES, EXACT, Formula, Part, added, line, sentence, strong, total
from perceptron_gui.session.wording import MINUS, counted, written, written_apart
from perceptron_gui.translation import tr

MOST_NAMED = 4
"""Errors of a batch pass that are told one by one."""


def score_symbols(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return s_k as a sum of kernels, in symbols, and what K is (M5)."""
    settings = numbers.settings
    eta: Part = line(nodes.ETA, " ") if settings.eta != 1 else ""
    counts = line("Σ ", nodes.of(nodes.COUNTS, f"{nodes.BY_CLASS}{nodes.BY_POINT}"), " ", kernel_symbol(settings))
    bias: Part = line(" + ", nodes.of(nodes.B, nodes.BY_CLASS)) if numbers.has_bias else ""
    return (line(nodes.of(nodes.S, nodes.BY_CLASS), EXACT, eta, counts, bias), *kernel_rule(settings))


def score_sum(numbers: VisitNumbers, k: int) -> Formula | None:
    """Return the score of a class before the visit in numbers, the first terms where they are many.

    None at the end of a batch pass with so many errors that not all of their rivals are known.

    `k`: the class.
    """
    learned = _learned_from(numbers)
    if len(learned) < len(numbers.last.learned):
        return None
    counts = _counts_before(numbers, learned)[k]
    parts = kernel_total(numbers.snapshot, counts, numbers.product, numbers.most)
    parts += [formulas.factor(written(numbers.bias(numbers.last.before[k])))] if numbers.has_bias else []
    return line(total(parts))


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
        each = nodes.Words(for_each_learned(numbers, n_learned))
        own, rival = nodes.of(nodes.COUNTS, "yj"), nodes.of(nodes.COUNTS, "rj")
        lines = [line(own, BECOMES, own, " + 1,   ", rival, BECOMES, rival, f" {MINUS} 1 ", each)]
    else:
        labels, now = numbers.snapshot.dataset.labels, _counts_now(numbers)
        changes = [change for i, rival in learned for change in ((int(labels[i]), i, 1), (rival, i, -1))]
        lines = [_line(numbers, k, i, sign, int(now[k, i])) for k, i, sign in changes]
    last = numbers.last
    changed = [k for k in last.classes if numbers.has_bias and last.before[k][-1] != last.after[k][-1]]
    return (*lines, *(each for k in changed for each in bias_update(numbers, k)))


def for_each_learned(numbers: VisitNumbers, count: int) -> str:
    """Say that an update is made for each of the points that a batch pass learned from (P4, V4). `count`: how many."""
    if numbers.settings.beta:
        return counted(
            "for {count} point with margin at most β", "for each of the {count} points with margin at most β", count
        )
    return counted("for {count} error", "for each of the {count} errors", count)


def _line(numbers: VisitNumbers, k: int, point: int, sign: int, now: int) -> Formula:
    name = line(nodes.of(nodes.COUNTS, point + 1), of_class(numbers.snapshot.dataset.classes[k]))
    return line(name, BECOMES, _whole(now - sign), added(sign), "1", EXACT, nodes.Strong(nodes.Text(_whole(now))))


def _whole(value: int) -> str:
    return str(value).replace("-", MINUS)


MOST_SCORES = 3
"""Scores whose numbers are put in; of more classes, those of the true one and its rival."""
MOST_ROWS = 12
"""Rows of W that are shown."""


def best_rival(numbers: VisitNumbers) -> int:
    """Return the other class with the largest score before the visit, also where it was right (M2)."""
    last = numbers.last
    others = [k for k in last.classes if k != last.target]
    return max(others, key=lambda k: (last.scores[k], -k), default=last.target)


def _name(numbers: VisitNumbers, k: int) -> str:
    return numbers.snapshot.dataset.classes[k]


def _remarks(numbers: VisitNumbers) -> dict[int | None, str]:
    return steps.remarks_of(numbers.last.target, best_rival(numbers))


def score_lines(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return the scores in symbols and in numbers; of many classes those that decide (M1)."""
    s, w, b = (nodes.of(symbol, nodes.BY_CLASS) for symbol in (nodes.S, numbers.weight_symbol, nodes.B))
    symbols = line(s, EXACT, formulas.product(w, numbers.symbol()), line(" + ", b) if numbers.has_bias else "")
    classes = numbers.last.classes
    if len(classes) > MOST_SCORES and not numbers.is_full:
        classes = (numbers.last.target, best_rival(numbers))
    first = (symbols,) if numbers.has_weights else score_symbols(numbers)
    return (*numbers.features_lines, *first, *(each for k in classes for each in _score_lines(numbers, k)))


def _score_lines(numbers: VisitNumbers, k: int) -> tuple[Formula, ...]:
    """Return a score with its terms; a value that the rounded terms do not add up to gets its own line."""
    value, remark = numbers.score_text(numbers.last.scores, k), _remarks(numbers).get(k, "")
    terms = binary.dot_text(numbers, k) if numbers.has_weights else score_sum(numbers, k)
    name, remarks = line(nodes.S, of_class(_name(numbers, k))), [nodes.Remark(remark)] * bool(remark)
    if terms is not None and str(terms) == value.text:
        terms = None  # an empty sum is what it comes to
    left = line(name, *((EXACT, terms) if terms is not None else ()))
    found = formulas.result(name, left, strong(value))
    return (line(left, found, *remarks),) if found.is_continuation else (left, line(found, *remarks))


def score_bars(numbers: VisitNumbers) -> tuple[Bar, ...]:
    """Return the scores of all classes as bars."""
    last = numbers.last
    scores = {k: numbers.score(last.scores, k) for k in last.classes}
    return steps.bars_of(scores, numbers.snapshot.dataset.classes, _remarks(numbers))


def weight_rows(numbers: VisitNumbers) -> tuple[WeightRow, ...]:
    """Return the rows of W after the visit; of many those that decide and the first. A curved kernel has none."""
    classes = numbers.last.classes
    if not numbers.has_weights:
        return ()
    if len(classes) > MOST_ROWS and not numbers.is_full:
        deciding = {numbers.last.target, best_rival(numbers)}
        others = [k for k in classes if k not in deciding]
        classes = tuple(sorted([*deciding, *others[: MOST_ROWS - len(deciding)]]))
    return tuple(_weight_row(numbers, k) for k in classes)


def _weight_row(numbers: VisitNumbers, k: int) -> WeightRow:
    name, theta = _name(numbers, k), numbers.last.after[k]
    weights = numbers.weights(theta)
    shown = weights if len(weights) < numbers.most else weights[: numbers.most - 1]
    is_folded, bias = len(shown) < len(weights), numbers.bias_text(theta)
    return steps.WeightRow(k, name, tuple(map(written, shown)), is_folded, bias, _change(numbers, k))


def _change(numbers: VisitNumbers, k: int) -> str:
    """Name the change of a row of W, as in "+ η x"; "" if it stays."""
    last = numbers.last
    if numbers.settings.order is Order.BATCH:
        return "" if (last.before[k] == last.after[k]).all() else str(line("+ ", nodes.ETA, " Σ"))
    if not last.is_learned_from:
        return ""
    sign = "+ " if k == last.target else f"{MINUS} " if k == last.rival else ""
    return str(line(sign, nodes.ETA, " ", numbers.symbol())) if sign else ""


def class_verdict(numbers: VisitNumbers) -> Judgement:
    """Return whether the point was right, and which scores decided."""
    last, best = numbers.last, best_rival(numbers)
    name, other = _name(numbers, last.target), _name(numbers, best)
    if best == last.target:
        alone = sentence(tr("{name} is the only class so far"), name=name)
        return Judgement(tr("Right."), alone, tr("it has no rival"))
    ours, theirs = written_apart(*(numbers.score(last.scores, k) for k in (last.target, best)))
    values: dict[str, Part] = {"name": name, "other": other, "ours": ours, "theirs": theirs}
    if last.is_near_miss:
        near = tr("{name} has {ours}, and its rival {other} has {theirs}")
        meaning = tr("right, but by no more than β = {beta}, so the perceptron learns from it")
        return Judgement(tr("Near miss."), sentence(near, **values), meaning.format(beta=_beta(numbers)))
    if not last.is_mistake and numbers.settings.beta:
        leads = tr("{name} has {ours}, more than β = {beta} ahead of its rival {other} with {theirs}")
        return Judgement(tr("Right."), sentence(leads, **values, beta=_beta(numbers)), tr("nothing changes"))
    if not last.is_mistake:
        leads = tr("{name} has {ours}, more than its rival {other} with {theirs}")
        return Judgement(tr("Right."), sentence(leads, **values), tr("nothing changes"))
    if last.scores[best] == last.scores[last.target]:
        ties = tr("{name} and {other} tie at {ours}")
        return Judgement(tr("Mistake."), sentence(ties, **values), tr("that counts as a mistake"))
    return Judgement(tr("Mistake."), sentence(tr("{other} has {theirs}, more than the {ours} of {name}"), **values))


def _beta(numbers: VisitNumbers) -> str:
    return str(written(decimal_fraction(numbers.settings.beta)))


def class_update(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return the update of the two rows that changed, in symbols and numbers (M2)."""
    last = numbers.last
    if not numbers.has_weights:
        return count_update(numbers)
    return (*_row_update(numbers, last.target, 1), *_row_update(numbers, last.rival, -1))


def _row_update(numbers: VisitNumbers, k: int, sign: int) -> tuple[Formula, ...]:
    symbols = line(added(sign), nodes.ETA, " ", numbers.symbol())
    return row_update(numbers, k, symbols, line(added(sign), numbers.vector(numbers.step())), one_step(numbers, sign))


def class_moved(numbers: VisitNumbers) -> Formula:
    """Return by how much an update moves the lead of the true class over its rival, in symbols (M2)."""
    lead = line(nodes.S, f" {MINUS} ", nodes.of(nodes.S, "r"))
    return line(lead, BECOMES, lead, " + 2 ", nodes.ETA, " ", binary.own_product(numbers))


def class_effect(numbers: VisitNumbers) -> Formula | None:
    """Return how both scores changed; None where nothing was learned."""
    last = numbers.last
    if not last.is_learned_from:
        return None
    ours, theirs = (numbers.score_text(last.scores_after, k) for k in (last.target, last.rival))
    best = max((k for k in last.classes if k != last.target), key=lambda k: float(last.scores_after[k]))
    first, second = (numbers.score(last.scores_after, k) for k in (last.target, best))
    gain, rise = rise_of(numbers)
    now = what_became(first - second, numbers.settings.beta, gain)
    moved = tr("{name} rose to {ours}, and {rival} fell to {theirs}.")
    if gain == 0:
        moved = tr("{name} stays at {ours}, and {rival} at {theirs}: {rise}.")
    names = {"name": _name(numbers, last.target), "rival": _name(numbers, last.rival)}
    return formulas.paragraph(sentence(moved, **names, ours=ours, theirs=theirs, rise=rise), now)
