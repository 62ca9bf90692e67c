"""The update at the end of a batch pass: the sum over its errors, written out where it is short (SPEC P4)."""

from __future__ import annotations

from collections.abc import Sequence

from perceptron_gui.engine.settings import Mode
from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.engine.visited import MOST_RIVALS, Visited
from perceptron_gui.session.formulas import signed_text, vector_text
from perceptron_gui.session.ways import update_of
from perceptron_gui.session.wording import MINUS, SUBSCRIPTS, counted, index_text, number_text

LONGEST_SUM = MOST_RIVALS
"""Errors of a sum that is written out."""
Term = tuple[int, int]
"""A sign, and the point that is added with it."""


def batch_update(snapshot: Snapshot, last: Visited) -> tuple[str, ...]:
    """Write the update of the pass that a visit ended; nothing within a pass, or after one without errors."""
    if not len(last.learned):
        return ()
    if snapshot.settings.mode is Mode.MULTICLASS:
        return _class_sums(snapshot, last)
    if snapshot.settings.mode is Mode.DUAL and snapshot.alpha is not None:
        return _dual_sum(snapshot, last)
    return (*_weights_sum(snapshot, last), *_bias_sum(snapshot, last, 0, "*b*", _terms(snapshot, last)))


def batch_effect(last: Visited) -> str:
    """Say what became of a visit: noted for the end of the pass, or learned from there."""
    learned = last.learned.tolist()
    if not learned:
        return "Noted. The update comes at the end of the pass, for all errors together." if last.is_mistake else ""
    if len(learned) == 1:
        return f"The pass is over: its only error, {index_text(learned[0])}, changed the weights."
    who = f"its {counted(len(learned), 'error')}"
    if len(learned) <= LONGEST_SUM:
        *others, final = map(index_text, learned)
        who = f"its errors {', '.join(others)} and {final}"
    return f"The pass is over: {who} were added up and changed the weights together."


def _terms(snapshot: Snapshot, last: Visited) -> list[Term]:
    labels, positive = snapshot.dataset.labels, snapshot.positive
    return [(1 if int(labels[i]) == positive else -1, i) for i in last.learned.tolist()]


def _weights_sum(snapshot: Snapshot, last: Visited) -> list[str]:
    terms = _terms(snapshot, last)
    if len(terms) > LONGEST_SUM:
        first = f"**w** ← **w** + *η* Σ *y* **x** over the {counted(len(terms), 'error')}"
        return [first, *_plain_sum(snapshot, last, 0)]
    products = [f"*y*{_index(i)} **x**{_index(i)}" for _, i in terms]
    total = f"({' + '.join(products)})" if len(products) > 1 else f" {products[0]}"
    return [f"**w** ← **w** + *η*{total}", *_written_out(snapshot, last, 0, terms)]


def _written_out(snapshot: Snapshot, last: Visited, row: int, terms: list[Term]) -> list[str]:
    """Return a vector before, plus η times the sum with its points, and after."""
    X, before = snapshot.dataset.X, _weights(snapshot, last.before[row].tolist())
    total = _signed_sum(snapshot, [(sign, vector_text(X[i].tolist())) for sign, i in terms])
    return [f"= {vector_text(before, last.is_exact)} {total}", _result(snapshot, last, row)]


def _plain_sum(snapshot: Snapshot, last: Visited, row: int) -> list[str]:
    """Return a vector before, plus the sum as one vector, and after."""
    before, step = (_weights(snapshot, values) for values in (last.before[row].tolist(), update_of(last, row)))
    sum_text = f"= {vector_text(before, last.is_exact)} + {vector_text(step, last.is_exact)}"
    return [sum_text, _result(snapshot, last, row)]


def _result(snapshot: Snapshot, last: Visited, row: int) -> str:
    return f"= **{vector_text(_weights(snapshot, last.after[row].tolist()), last.is_exact)}**"


def _weights(snapshot: Snapshot, values: list[float]) -> list[float]:
    return values[: snapshot.dataset.n_features]


def _signed_sum(snapshot: Snapshot, parts: Sequence[tuple[int, str]]) -> str:
    """Return "+ η·(a − b)", or "− η·a" for a single part, with η as a number."""
    eta = number_text(snapshot.settings.eta)
    if len(parts) == 1:
        sign, text = parts[0]
        return f"{'+' if sign > 0 else MINUS} {eta}·{text}"
    (first_sign, first), *others = parts
    rest = "".join(f" {'+' if sign > 0 else MINUS} {text}" for sign, text in others)
    return f"+ {eta}·({MINUS if first_sign < 0 else ''}{first}{rest})"


def _bias_sum(snapshot: Snapshot, last: Visited, row: int, name: str, terms: list[Term]) -> list[str]:
    if not snapshot.settings.bias:
        return []
    before, after = (float(values[row][-1]) for values in (last.before, last.after))
    if len(terms) > LONGEST_SUM:
        total = f"+ {signed_text(update_of(last, row)[-1], last.is_exact)}"
    elif len(terms) == 1:
        total = f"{'+' if terms[0][0] > 0 else MINUS} {number_text(snapshot.settings.eta)}"
    else:
        total = _signed_sum(snapshot, [(sign, "1") for sign, _ in terms])
    return [f"{name} ← {number_text(before, last.is_exact)} {total} = **{number_text(after, last.is_exact)}**"]


def _dual_sum(snapshot: Snapshot, last: Visited) -> tuple[str, ...]:
    """Count every error of the pass once more in its α (D1, P7)."""
    settings, learned, alpha = snapshot.settings, last.learned.tolist(), snapshot.alpha
    assert alpha is not None
    lines = [f"*α*{_index(i)} ← {int(alpha[i]) - 1} + 1 = **{int(alpha[i])}**" for i in learned[:LONGEST_SUM]]
    if len(learned) > LONGEST_SUM:
        lines = [f"*α*ⱼ ← *α*ⱼ + 1 for each of the {counted(len(learned), 'error')}"]
    eta, start = "*η* " if settings.eta != 1 else "", "**w**₀ + " if settings.has_start_weights else ""
    w = vector_text(_weights(snapshot, last.after[0].tolist()), last.is_exact)
    lines += _bias_sum(snapshot, last, 0, "*b*", _terms(snapshot, last))
    return (*lines, f"**w** = {start}{eta}Σ *α*ⱼ *y*ⱼ **x**ⱼ = **{w}**")


def _class_sums(snapshot: Snapshot, last: Visited) -> tuple[str, ...]:
    """Add every error to its class and take it from its rival (M2)."""
    dataset, learned, lines = snapshot.dataset, last.learned.tolist(), list[str]()
    is_short = len(learned) <= LONGEST_SUM
    if not is_short:
        lines.append(
            f"over the {counted(len(learned), 'error')}, to each class + *η* **x**, to its rival {MINUS} *η* **x**"
        )
    for k in dataset.present:
        name, terms = dataset.classes[k], _class_terms(snapshot, last, k)
        if is_short and terms:
            total = " ".join(f"{'+' if sign > 0 else MINUS} **x**{_index(i)}" for sign, i in terms)
            first = (MINUS if total.startswith(MINUS) else "") + total[2:]
            total = f"+ *η*({first})" if len(terms) > 1 else total.replace("**x**", "*η* **x**")
            lines += [f"**w**({name}) ← **w**({name}) {total}", *_written_out(snapshot, last, k, terms)]
            lines += _bias_sum(snapshot, last, k, f"*b*({name})", terms)
        elif not is_short and any(update_of(last, k)):
            start, result = _plain_sum(snapshot, last, k)
            lines += [f"**w**({name}) ← {start.removeprefix('= ')}", result]
            lines += _bias_sum(snapshot, last, k, f"*b*({name})", [(1, i) for i in learned])
    return tuple(lines)


def _class_terms(snapshot: Snapshot, last: Visited, k: int) -> list[Term]:
    """Return the errors that are added to class k, or taken from it."""
    labels = snapshot.dataset.labels
    pairs = zip(last.learned.tolist(), last.rivals, strict=False)
    return [(1 if int(labels[i]) == k else -1, i) for i, rival in pairs if k in (int(labels[i]), rival)]


def _index(point: int) -> str:
    return str(point + 1).translate(SUBSCRIPTS)
