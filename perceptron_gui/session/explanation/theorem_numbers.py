"""The numbers of the convergence theorem for a document's points and rules, exact where they are rational (T1–T6)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.parts import n_trained
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.theory.proof_curves import ProofCurves, proof_curves
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.scores import root
from perceptron_gui.session.formula.line import Formula, line
from perceptron_gui.session.formula.sums import bracketed
from perceptron_gui.session.formula.symbols import BETA, ETA, RADIUS, N, squared

if TYPE_CHECKING:
    from perceptron_gui.engine.theory.bounds import Analysis
    from perceptron_gui.engine.theory.verdict import Verdict
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.explanation.terms import Value


class TheoremNumbers(Frozen, eq=False, dict=True):
    """What the theorem is about: points, rules, and what was found about them."""

    document: Document  # with points
    analysis: Analysis  # what was found about it
    verdict: Verdict  # that of the analysis

    @property
    def settings(self) -> TrainingSettings:
        """The rules."""
        return self.document.settings

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return n_trained(self.document.dataset)

    @property
    def has_class_rows(self) -> bool:
        """Whether every class has a row of weights (T6)."""
        return model_kind(self.settings).has_class_rows

    @property
    def is_batch(self) -> bool:
        """Whether an update learns from all errors of a pass (T5)."""
        return self.settings.order is Order.BATCH

    @property
    def has_margin(self) -> bool:
        """Whether the points are known to be separable, by a margin: there is a θ*."""
        return bool(self.verdict.margin) and self.verdict.nearest is not None

    @cached_property
    def eta(self) -> Fraction:
        """The learning rate."""
        return decimal_fraction(self.settings.eta)

    @cached_property
    def margin(self) -> Value:
        """γ̂; 0 without one."""
        return root(self.verdict.margin_squared or Fraction(0))

    @property
    def has_plain_square(self) -> bool:
        """Whether it is R̂² itself that the proof has (T2, T4)."""
        return not (self.has_class_rows or self.is_batch or self.has_beta)

    @property
    def has_beta(self) -> bool:
        """Whether near misses count, too (T10)."""
        return self.settings.beta > 0

    @property
    def square_name(self) -> Formula:
        """What stands for R̂² (T5, T6, T10), as a factor."""
        return line(bracketed(self.square_terms)) if self.has_beta else self.square_terms

    @property
    def square_terms(self) -> Formula:
        """What stands for R̂², alone."""
        square = line("2" if self.has_class_rows else "", N if self.is_batch else "", squared(RADIUS))
        if not self.has_beta:
            return square
        return line(square, " + 2", BETA, "" if self.eta == 1 else line("/", ETA))

    @property
    def square(self) -> Fraction:
        """What stands for R̂²."""
        return self.curves.growth / self.eta**2

    @cached_property
    def curves(self) -> ProofCurves:
        """The two sides of the proof."""
        return proof_curves(self.verdict, self.settings, self.n_samples)

    @property
    def nearest(self) -> tuple[Fraction, ...]:
        """γ̂·θ*, row after row, with zeros for classes without points; empty without a margin."""
        return self.verdict.nearest or ()

    def along(self, theta: Sequence[Value]) -> Value:
        """Return θ·θ*; only with a margin.

        `theta`: row after row; all exact, or all rounded. Rows of classes without points may be missing at the end.
        """
        if isinstance(theta[0], Fraction):
            return quotient(dot(theta, self.nearest), self.margin)
        return dot(theta, self._separator)

    @cached_property
    def _separator(self) -> list[float]:
        """θ* as doubles, row after row."""
        separator = self.verdict.separator
        assert separator is not None
        flat: list[float] = separator.ravel().tolist()
        return flat


def theorem_numbers(document: Document, analysis: Analysis) -> TheoremNumbers | None:
    """Return the numbers of the theorem, or None without points. `analysis`: what was found about it."""
    return None if analysis.verdict is None else TheoremNumbers(document, analysis, analysis.verdict)


def dot(first: Sequence[Value], second: Sequence[Value]) -> Value:
    """Return a scalar product; entries that only one of both has count as beside 0.

    `first`, `second`: not empty; all exact, or all rounded.
    """
    return sum(map(mul, first, second), Fraction(0) if isinstance(first[0], Fraction) else 0.0)


def quotient(value: Value, divisor: Value) -> Value:
    """Return a quotient, exact where both numbers are.

    `value`, `divisor`: floats were rounded; the divisor is not 0.
    """
    if isinstance(value, Fraction) and isinstance(divisor, Fraction):
        return value / divisor
    return float(value) / float(divisor) if value else value
