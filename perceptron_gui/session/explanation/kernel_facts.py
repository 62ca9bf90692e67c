"""The sum of kernels at a place, line by line, for the card at the pointer: the largest terms first (D2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.session.explanation.binary import PLUS_B
from perceptron_gui.session.explanation.kernel_terms import KernelTerm, kernel_terms
from perceptron_gui.session.formula.line import EXACT, Part, line
from perceptron_gui.session.formula.symbols import ALPHA, BY_POINT, ETA, K, X, Y, of
from perceptron_gui.session.wording import MINUS, grouped, index_text, written
from perceptron_gui.translation import ntr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.engine.run.snapshot import Snapshot

Fact = tuple[str, str]
MOST_LINES, EVERY_LINE = 5, 16
"""Terms that have a line of their own; with long sums in full."""


def kernel_rows(snapshot: Snapshot, x: Sequence[float], is_decimal: bool, is_full: bool) -> list[Fact]:
    """Return f as a sum over the points with α > 0, in symbols and term by term.

    `snapshot`: of a binary run with a curved kernel. `x`: all coordinates of the place, in data units. `is_decimal`:
    whether they are decimals; else they were rounded. `is_full`: whether long sums are written out, as far as there is
    room.
    """
    terms = sorted(kernel_terms(snapshot, x, 0, is_decimal), key=lambda term: abs(float(term.value)), reverse=True)
    most = EVERY_LINE if is_full else MOST_LINES
    shown = terms if len(terms) <= most else terms[: most - 1]
    rows = [("f", str(line(EXACT, _symbols(snapshot.settings))))]
    rows += [(index_text(term.point), _term_text(snapshot.settings, term)) for term in shown]
    if len(shown) < len(terms):
        rows.append(_rest_row(terms[len(shown) :], is_full))
    if snapshot.settings.bias:
        rows.append(("b", written(decimal_fraction(float(snapshot.model.biases[0]))).after_name))
    return rows


def _symbols(settings: TrainingSettings) -> Part:
    eta = line(ETA, " ") if settings.eta != 1 else ""
    bias = PLUS_B if settings.bias else ""
    return line(eta, "Σ ", of(ALPHA, BY_POINT), " ", of(Y, BY_POINT), " ", K, "(", of(X, BY_POINT), ", ", X, ")", bias)


def _term_text(settings: TrainingSettings, term: KernelTerm) -> str:
    """Return "≈ 2·0.37 ≈ 0.74", or what the point adds alone where that is K or −K."""
    if settings.eta == 1 and abs(term.count) == 1:
        return written(term.value).after_name
    sign = MINUS if term.count < 0 else ""
    eta = f"{written(decimal_fraction(settings.eta)).text}·" if settings.eta != 1 else ""
    kernel, value = written(term.kernel), written(term.value)
    if value.is_exact and not kernel.is_exact:
        return value.after_name  # which the rounded factors do not come to themselves
    relation = "=" if kernel.is_exact else "≈"
    return f"{relation} {sign}{eta}{abs(term.count)}·{kernel.text} {value.after_name}"


def _rest_row(rest: Sequence[KernelTerm], is_full: bool) -> Fact:
    """Say what the terms without a line add together."""
    count, value = len(rest), written(sum((term.value for term in rest[1:]), rest[0].value)).after_name
    if is_full:
        return ntr("… {count} more", "… {count} more", count).format(count=grouped(count)), value
    return ntr("… {count} more (M)", "… {count} more (M)", count).format(count=grouped(count)), value
