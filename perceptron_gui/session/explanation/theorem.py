"""The convergence theorem with the numbers of a set of points: at most how many mistakes, and by which rule (T2–T6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from perceptron_gui.engine.theory.bounds import MistakeBound, dot_exactly, start_weights
from perceptron_gui.engine.theory.max_margin import MaxMargin
from perceptron_gui.session.explanation.formula import Formula, formula
from perceptron_gui.session.explanation.sentence import sentence
from perceptron_gui.session.explanation.theorem_numbers import RADIUS_SQUARED, STAR, TheoremNumbers
from perceptron_gui.session.run_end import what_fails
from perceptron_gui.session.wording import bound_text, grouped, number_text, written
from perceptron_gui.translation import tr


@dataclass(frozen=True)
class Theorem:
    """What the theorem says about a set of points under some rules.

    Attributes
    ----------
    bound : tuple of Formula
        The bound in symbols, with numbers, and its value; empty where there is none.
    street : Formula or None
        The bound by the widest street (T3).
    reasons : tuple of Formula
        Why this bound applies, or why there is none: each a sentence.
    """

    bound: tuple[Formula, ...]
    street: Formula | None
    reasons: tuple[Formula, ...]


def theorem(numbers: TheoremNumbers) -> Theorem:
    """State the theorem with the numbers of a document.

    Parameters
    ----------
    numbers : TheoremNumbers
    """
    bound = numbers.analysis.bound
    if bound is None or not numbers.has_margin:
        return Theorem((), None, (_why_no_bound(numbers),))
    if start_weights(numbers.settings):
        return Theorem(_start_lines(numbers, bound), None, tuple(_reasons(numbers)))
    street = _street_line(numbers, numbers.analysis.street)
    return Theorem((_ratio_line(numbers, bound),), street, tuple(_reasons(numbers)))


def so_far(count: int, at_most: int) -> str:
    """Say how far a run is from its bound.

    Parameters
    ----------
    count : int
        Mistakes so far.
    at_most : int
        The bound.
    """
    if count == at_most:
        return tr("The bound is reached: not one mistake more is possible.")
    share = number_text(Fraction(100 * count, at_most), digits=2)
    return tr("{share} % of what the theorem allows.").format(share=share)


def _ratio_line(numbers: TheoremNumbers, bound: MistakeBound) -> Formula:
    """Return (R̂/γ̂)² with its numbers (T2, T5, T6)."""
    margin = written(numbers.verdict.margin_squared or Fraction(0), 4)
    is_plain = numbers.square_name == RADIUS_SQUARED
    ratio = "(*R̂*/*γ̂*)²" if is_plain else f"{numbers.square_name}/*γ̂*²"
    return formula(
        f"{ratio} = {{}} / {{}} = **{{}}**", written(numbers.square), margin, written(bound.exact or Fraction(0))
    )


def _start_lines(numbers: TheoremNumbers, bound: MistakeBound) -> tuple[Formula, ...]:
    """Return the largest t that start weights allow (T4)."""
    start, has_eta = start_weights(numbers.settings), numbers.eta != 1
    one, two = ("*η*", "*η*²") if has_eta else ("", "")
    return (
        formula(f"*t*·{one}*γ̂* + *θ*₀·{{}} ≤ √(‖*θ*₀‖² + *t*·{two}{numbers.square_name})", STAR),
        formula(
            f"*γ̂* = {{}}, *θ*₀·{{}} = {{}}, ‖*θ*₀‖² = {{}}, {numbers.square_name} = {{}}",
            written(numbers.margin, 4),
            STAR,
            written(numbers.along(start), 4),
            written(dot_exactly(start, start)),
            written(numbers.square),
        ),
        formula("*t* ≤ **{}**", bound_text(bound.at_most)),
    )


def _street_line(numbers: TheoremNumbers, street: MaxMargin | None) -> Formula | None:
    """Return the bound by the widest street with its numbers, or None without a street (T3)."""
    if street is None:
        return None
    squares, n = street.squares, numbers.n_samples if numbers.is_batch else 1
    symbol, times = ("*n*", f"{grouped(n)}·") if numbers.is_batch else ("", "")
    return formula(
        f"{symbol}(*b*{{}}² + 1)(1 + *M*²)/*ρ*² = {times}({{}} + 1)(1 + {{}})/{{}} = {{}}",
        "*",
        *(written(square, 4) for square in (squares.b, squares.M, squares.rho)),
        written(street.bound * n),
    )


def _reasons(numbers: TheoremNumbers) -> Iterator[Formula]:
    """Yield why this bound applies."""
    radius, margin = formula("*R̂*"), formula("*γ̂*")
    if numbers.settings.bias:
        words = tr("The bias is the weight of a feature that is always 1: {radius} and {margin} are those of {inputs}.")
        yield sentence(words, radius=radius, margin=margin, inputs=formula("*x̂* = (**x**, 1)"))
    else:
        words = tr("Without a bias, {radius} and {margin} are those of the points themselves.")
        yield sentence(words, radius=radius, margin=margin)
    if numbers.has_class_rows:
        words = tr("A mistake moves the rows of two classes: {double} stands for {single}.")
        yield sentence(words, double=formula("2*R̂*²"), single=formula("*R̂*²"))
    if numbers.is_batch:
        words = tr("An update sums up as many as {count} errors of a pass. Errors are counted, not updates.")
        yield sentence(words, count=formula("*n* = {}", grouped(numbers.n_samples)))
    if start_weights(numbers.settings):
        yield sentence(tr("The run does not start from zero: the bound is the largest t that the two sides allow."))
    elif numbers.eta != 1:
        yield sentence(tr("η stretches both sides alike: the bound does not depend on it."))


def _why_no_bound(numbers: TheoremNumbers) -> Formula:
    verdict, dataset = numbers.verdict, numbers.document.dataset
    if verdict.separable is None:
        return sentence(tr("Too close to tell: the points are no short decimals, and their classes almost touch."))
    if verdict.separable:
        return sentence(tr("With one class there is no rival, and so no mistake."))
    fails = what_fails(numbers.settings, dataset.n_features)
    words = tr("No bound: {fails}. {margin}, there is no {star}, and whatever the order, an error is left.")
    return sentence(words, fails=sentence(fails), margin=formula("*γ̂* = 0"), star=STAR)
