"""A typed number: whether it is the true one, exactly or to some decimals, and if not, which mistake leads to it (L3).

A slip is another number that somebody gets who makes a usual mistake. No sentence holds a number that is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import floor, isqrt
from typing import Any

import numpy as np

from perceptron_gui.engine.data import dataset as datasets
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.theory import separability
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session import wording
from perceptron_gui.session.explanation import scores, terms, visit_numbers
from perceptron_gui.session.explanation.theorem import theorem_terms
from perceptron_gui.session.lessons.standing import Standing, Unanswerable
from perceptron_gui.session.scripts import typed_fraction
from perceptron_gui.session.wording import MINUS, root_text, written
from perceptron_gui.translation import N_, tr

MOST_DIGITS = 12
"""Decimals that can be asked for."""
USUAL_DIGITS = 4
"""Decimals of a number that is no fraction, or that was rounded on the way, where a question does not say it."""
UNSURE = Fraction(1, 10**9)
"""Of a number that was rounded on the way: the part of it that may be wrong."""
UNSURE_KERNEL = Fraction(1, 10**7)
"""Of a bound under a kernel of which only floats know the margin (T7)."""
TEN = Fraction(10)


class Truth(Frozen):
    """A number that is asked for: a fraction, a float that was rounded on the way, or a root."""

    value: Fraction | float = Fraction(0)
    square: Fraction | None = None  # of which it is the root
    unsure: Fraction = UNSURE  # the part of a float that may be wrong

    @classmethod
    def root(cls, square: Fraction) -> Truth:
        """Return a root, as a fraction where it is one. `square`: at least 0."""
        over, under = isqrt(square.numerator), isqrt(square.denominator)
        is_fraction = over**2 == square.numerator and under**2 == square.denominator
        return cls(Fraction(over, under)) if is_fraction else cls(square=square)

    def is_met(self, text: str, digits: int | None) -> bool:
        """Whether a typed text is this number. `digits`: decimals that are asked for; None for all there are."""
        typed = typed_fraction(text)
        return typed is not None and self.is_number(typed, digits)

    def is_number(self, typed: Fraction, digits: int | None) -> bool:
        """Whether a number is this one. `digits`: see `is_met`."""
        places = self.places(digits)
        if places is None:
            return typed == self.value
        least, most = self._rounded(places)
        return least <= rounded(typed, places) <= most

    def places(self, digits: int | None) -> int | None:
        """Return to how many decimals it is asked for; None for all there are. `digits`: see `is_met`."""
        return USUAL_DIGITS if digits is None and not self.is_fraction else digits

    @property
    def is_fraction(self) -> bool:
        """Whether it is known as a fraction."""
        return isinstance(self.value, Fraction) and self.square is None

    @property
    def about(self) -> Fraction:
        """A fraction that is this number, or near to it."""
        return self._rounded(MOST_DIGITS)[0] if self.square is not None else Fraction(self.value)

    def _rounded(self, digits: int) -> tuple[Fraction, Fraction]:
        """Return the least and the largest number that this may be to some decimals."""
        if self.square is not None:
            twice = isqrt(floor(4 * self.square * 100**digits))
            found = Fraction((twice + 1) // 2, 10**digits)
            return found, found
        if isinstance(self.value, Fraction):
            found = rounded(self.value, digits)
            return found, found
        about = Fraction(self.value)
        ends = (rounded(about * (1 - self.unsure), digits), rounded(about * (1 + self.unsure), digits))
        return min(ends), max(ends)

    def __str__(self) -> str:
        """Return what follows a name: "= 3", "= 7/3 ≈ 2.33333"."""
        if self.square is not None:
            text = root_text(self.square)
            return text if text.startswith("≈") else f"= {text}"
        shown = written(self.value)
        if isinstance(self.value, Fraction) and not shown.is_exact and self.value.denominator <= LARGEST_DENOMINATOR:
            quotient = f"{'−' if self.value < 0 else ''}{abs(self.value.numerator)}/{self.value.denominator}"
            return f"= {quotient} {shown}"
        return shown.after_name

    def asked(self, digits: int | None) -> str:
        """Return the same; where that would not be right if it were typed, with the decimals that are asked for.

        `digits`: see `is_met`.
        """
        text, places = str(self), self.places(digits)
        if places is None or self.is_met(text.rpartition(" ")[2], digits):
            return text
        value = self._rounded(places)[0] if self.square is not None else rounded(Fraction(self.value), places)
        figures = str(abs(int(value * 10**places))).rjust(places + 1, "0")
        point = len(figures) - places
        return f"≈ {MINUS * (value < 0)}{figures[:point]}{'.' * (places > 0)}{figures[point:]}"


LARGEST_DENOMINATOR = 10_000
"""Of a quotient that is written out."""


def rounded(value: Fraction, digits: int) -> Fraction:
    """Return a number to some decimals, half away from zero."""
    whole = floor(abs(value) * TEN**digits + Fraction(1, 2))
    return Fraction(whole if value >= 0 else -whole) / TEN**digits


# What leads to another one

Asked = Any
"""A question of `run_questions`, which imports this module."""
MOST_POINTS = 60
"""Points with which the one that is asked for is compared, and over which sums are made once more."""
MOST_NAMED = 8
"""Entries that are named."""
NO_NUMBER = N_("That is not a number: type a decimal or a fraction.")
TOO_LARGE, TOO_SMALL = N_("It is too large."), N_("It is too small.")
FIGURES = re.compile(r"[-−]?\d+(?:[.,/]\d+)?")


class Slip(Frozen):
    """Another number, to which a usual mistake leads."""

    value: Truth
    words: str


def slip(value: Fraction | float | int, words: str) -> Slip:
    """Return a slip that leads to a number."""
    return Slip(Truth(value if isinstance(value, float) else Fraction(value)), words)


def bias_of(state: Snapshot, row: int) -> terms.Value:
    """Return b of a row; 0 without bias."""
    if not state.settings.bias:
        return Fraction(0)
    return visit_numbers.bias_value(float(state.theta[row][-1]), state.weight_unit, state.settings)


def start_score(state: Snapshot, row: int, point: int) -> terms.Value:
    """Return the score of a point under the start weights, which have no η in them (P5). `row`: of θ, from 0."""
    size, settings = state.theta.shape[1], state.settings
    start = settings.start_values(size, row + 1)[row * size :]
    inputs = visit_numbers.input_values(state.dataset, settings, point)[: len(state.model.weight_names)]
    return scores.dot([*inputs, *[Fraction(1)] * settings.bias], [*map(decimal_fraction, start)])


def of_a_number(ask: Asked, at: Standing, text: str) -> str:
    """Return why an answer to a question about a number is wrong. `text`: as it was typed."""
    typed = typed_fraction(text)
    if typed is None:
        return tr(NO_NUMBER)
    truths = ask.truths(at)
    for words in _reasons(ask, at, typed, truths[0]):
        if not tells(words, truths, ask.digits):
            return words
    return tr(TOO_LARGE) if typed > truths[0].about else tr(TOO_SMALL)


def _reasons(ask: Asked, at: Standing, typed: Fraction, truth: Truth) -> Iterator[str]:
    """Yield what may have led to a number, the likeliest first, and in the end on which side of the right one it is."""
    yield from _rounded_wrongly(typed, truth, ask.digits)
    for slips in (SLIPS[ask.of], None, _of_neighbours):
        try:
            found = [] if slips is None else [*slips(ask, at)]
        except Unanswerable:  # a number beside the one that is asked for is not known
            continue
        yield from (each.words for each in found if each.value.is_number(typed, ask.digits))
        if slips is None:
            yield from _spelled_wrongly(typed, truth, ask.digits)
    size = tr(TOO_LARGE) if typed > truth.about else tr(TOO_SMALL)
    yield wording.together(size, tr(RULES[ask.of]))


def tells(text: str, truths: Sequence[Truth], digits: int | None) -> bool:
    """Whether a number that is right stands in a text."""
    numbers = [number for each in FIGURES.findall(text) if (number := typed_fraction(each)) is not None]
    return any(truth.is_number(size, digits) for truth in truths for each in numbers for size in (each, -each))


def _rounded_wrongly(typed: Fraction, truth: Truth, digits: int | None) -> Iterator[str]:
    """Say that a number is right but for its last decimals."""
    about = truth.about
    places = next((n for n in range(MOST_DIGITS + 1) if (typed * 10**n).denominator == 1), None)
    if places is None or not typed:
        return
    is_cut = about * typed > 0 and abs(typed) == abs(about) * 10**places // 1 / Fraction(10**places)
    is_rounded = rounded(about, places) == typed
    if is_cut and places == digits and not is_rounded:
        yield tr("You cut the number off: round it.")
    elif is_rounded and digits is None and truth.is_fraction:
        yield tr("You rounded the number: give it exactly, as a fraction if necessary.")
    elif is_rounded or is_cut:
        yield tr("Your digits are right, but more decimals are needed.")


def _spelled_wrongly(typed: Fraction, truth: Truth, digits: int | None) -> Iterator[str]:
    """Say that a number is right but for its sign, its point, or which number stands below."""
    if truth.is_number(-typed, digits):
        yield tr("The size is right, but the sign is wrong.")
    if typed and any(truth.is_number(typed * Fraction(10) ** n, digits) for n in (-3, -2, -1, 1, 2, 3)):
        yield tr("The digits are right, but the decimal point is in the wrong place.")
    if typed and truth.is_number(1 / typed, digits):
        yield tr("You divided the wrong way round: swap the two numbers.")


# Numbers


def _of_neighbours(ask: Asked, at: Standing) -> Iterator[Slip]:
    """Yield what the number is in the states nearby, and of other points."""
    for state, words in states_nearby(at, ask.at) if ask.of in STATES else ():
        if not ask.point or ask.point <= state.dataset.n_samples:
            yield slip(ask.value_in(state), words)
    if ask.point:
        state = at.at(ask.at)
        for number in range(1, min(state.dataset.n_samples, MOST_POINTS) + 1):
            other = replace(ask, point=number)
            if number != ask.point and other.row(at) in state.model.rows:
                yield slip(other.value_in(state), tr("That is {name}.").format(name=other.name(at)))


def states_nearby(at: Standing, when: str) -> Iterator[tuple[Snapshot, str]]:
    """Yield states that are taken for the one that is asked about, and what is said then. `when`: "end", or "page"."""
    if when == "end":
        yield at.now, tr("That is right on this page, but the question asks about the end.")
    before = at.before
    if before is not None:
        yield before, tr("That was true before the last visit.")
    try:
        yield at.following, tr("That becomes true only after the next visit.")
    except Unanswerable:
        return


def _of_score(ask: Asked, at: Standing) -> Iterator[Slip]:
    state, row = at.at(ask.at), ask.row(at)
    f, bias, eta = ask.value_in(state), bias_of(state, row), decimal_fraction(state.settings.eta)
    first = start_score(state, row, (ask.point or 1) - 1)
    if bias:
        yield slip(f - bias, tr("You left out b: add it."))
        yield slip(f - 2 * bias, tr("You subtracted b: add it instead."))
    y = state.model.target(int(state.dataset.labels[(ask.point or 1) - 1]))
    if y == -1:
        yield slip(-f, tr("That is y·f, but the question asks for f alone."))
    if eta != 1:
        yield slip(first + (f - first) / eta, tr("You left out η."))
    for k in state.model.rows if y is None else ():
        other = replace(ask, of_class=k + 1)
        yield slip(other.value_in(state), tr("That is {name}.").format(name=other.name(at)))


def _of_alpha(ask: Asked, at: Standing) -> Iterator[Slip]:
    state = at.at(ask.at)
    assert state.alpha is not None
    count = int(state.alpha[(ask.point or 1) - 1])
    yield slip(-count, tr("α is a count: leave y out."))
    yield slip(int(state.alpha.sum()), tr("That is the sum of all α."))
    eta = decimal_fraction(state.settings.eta)
    yield slip(eta * count, tr("α is a count: leave η out."))


def margins(state: Snapshot) -> list[Fraction | float]:
    """Return y·f of the points that are trained on; nothing where they are many, or every class has its own score."""
    rows = datasets.trained_points(state.dataset).tolist()
    if len(rows) > MOST_POINTS:
        return []
    found = list[Fraction | float]()
    for point in rows:
        x, is_decimal = state.dataset.X[point].tolist(), not terms.is_rounded(state.dataset, point)
        y = state.model.target(int(state.dataset.labels[point]))
        if y is None:
            return []
        found.append(y * scores.scores_at(state, x, is_decimal)[0])
    return found


def _of_loss(ask: Asked, at: Standing) -> Iterator[Slip]:
    state = at.at(ask.at)
    loss, found = ask.value_in(state), margins(state)
    yield slip(state.n_errors, tr("That is how many points are wrong. L adds up how far wrong they are."))
    if state.n_errors > 1:
        yield slip(loss / state.n_errors, tr("That is the mean over the errors: L is the sum."))
    if len(found) > 1:
        yield slip(loss / len(found), tr("That is the mean over all points: L is a sum."))
        yield slip(-sum(found), tr("Points that are right add nothing to L."))
        yield slip(max(-min(found), 0), tr("That is only one point: L adds up all errors."))


def _of_errors(ask: Asked, at: Standing) -> Iterator[Slip]:
    state = at.at(ask.at)
    n, found = datasets.n_trained(state.dataset), margins(state)
    if found:
        yield slip(sum(margin < 0 for margin in found), tr("A point on the boundary also counts as wrong."))
    yield slip(n - state.n_errors, tr("That is how many are right, but the question asks how many are wrong."))
    yield slip(state.mistakes, tr("That is how many mistakes were made, but the question asks for the errors now."))


def _of_mistakes(ask: Asked, at: Standing) -> Iterator[Slip]:
    end = at.end
    yield slip(end.visit, tr("That counts all visits, even the right ones."))
    yield slip(end.visit - end.mistakes, tr("That is how many visits were right: count the others."))
    yield slip(end.n_learned, tr("Near misses are not mistakes."))
    yield slip(at.now.mistakes, tr("That is the number up to this page, but the question asks about the end."))
    yield slip(end.epoch, tr("That is the number of epochs."))
    bound = at.analysis.bound
    if bound is not None:
        yield slip(bound.at_most, tr("That is how many are allowed: how many does this run make?"))


def _of_bound(ask: Asked, at: Standing) -> Iterator[Slip]:
    numbers, bound = theorem_terms.theorem_numbers(at.document, _with_street(at)), at.analysis.bound
    if numbers is None or bound is None or not numbers.verdict.margin_squared:
        return
    yield slip(bound.at_most + 1, tr("You rounded up, but the run can never make that many mistakes: round down."))
    square, radius = numbers.verdict.margin_squared, numbers.verdict.radius_squared
    yield Slip(Truth.root(radius / square), tr("That is R̂/γ̂: square it."))
    yield Slip(Truth.root(radius / square**2), tr("You did not square R̂."))
    yield Slip(Truth.root(radius**2 / square), tr("You did not square γ̂."))
    from_zero = tr("That is the bound for a start from zero: the start weights change it.")
    yield slip(
        radius / square, from_zero if numbers.start else tr("That is only R̂²/γ̂²: these rules add something to it.")
    )
    street = numbers.analysis.street
    if street is not None:
        ratio = street.squares.M / street.squares.rho
        yield slip(ratio, tr("You used R and γ: first add the extra 1 for the bias to every point."))
        yield Slip(Truth.root(ratio), tr("That is R/γ: add the extra 1 for the bias to every point, then square."))
        yield slip(street.bound, tr("That is the bound from the widest street."))
    yield slip(at.end.mistakes, tr("That is how many this run makes: how many are allowed?"))


def _of_margin(ask: Asked, at: Standing) -> Iterator[Slip]:
    square, street = at.verdict.known_square, _with_street(at).street
    if square is not None:
        yield slip(square, tr("That is γ̂²: take the square root."))
    yield Slip(Truth.root(at.verdict.radius_squared), tr("That is R̂, the length of the longest point vector."))
    if street is not None:
        rho = street.squares.rho
        words = tr("That is half the width of the widest street: γ̂ includes the bias.")
        yield Slip(Truth.root(rho), words)
        yield Slip(Truth.root(4 * rho), tr("That is the width of the widest street."))


def _with_street(at: Standing) -> separability.Analysis:
    """Return the analysis with the widest street, where there is one that is found in time."""
    found, trained = at.analysis, datasets.trained_part(at.document.dataset)
    if not at.verdict.separable or trained.n_samples > MOST_POINTS:
        return found
    data = separability.geometry(trained, at.document.named_settings)
    return replace(found, street=separability.find_max_margin(data))


SLIPS: dict[str, Callable[[Asked, Standing], Iterator[Slip]]] = {
    "f": _of_score,
    "alpha": _of_alpha,
    "loss": _of_loss,
    "errors": _of_errors,
    "mistakes": _of_mistakes,
    "bound": _of_bound,
    "margin": _of_margin,
}
RULES = {
    "f": N_("Add up each weight times its feature, then add b."),
    "alpha": N_("Count the visits that learned from this point."),
    "loss": N_("Add up −y·f over the wrong points."),
    "errors": N_("A point is wrong if its y·f is not above zero."),
    "mistakes": N_("Count the visits with y·f not above zero."),
    "bound": N_("Divide R̂² by γ̂²."),
    "margin": N_("It is the smallest y·f of the best θ of length one."),
}
"""What is to be worked out, without a figure."""
STATES = ("f", "alpha", "loss", "errors")
"""Numbers that change during a run."""


# Weights


def of_weights(ask: Asked, at: Standing, typed: Sequence[str], names: Sequence[str], truths: Sequence[Truth]) -> str:
    """Return why weights are wrong, and which of them.

    `typed`: what was typed for each. `names`: what they are called. `truths`: what they are.
    """
    if len(typed) != len(names):
        return wording.counted(
            "The question asks for {count} number.", "The question asks for {count} numbers.", len(names)
        )
    values = [typed_fraction(text) for text in typed]
    wrong = [i for i, truth in enumerate(truths) if not truth.is_met(typed[i], None)]
    found = _slip_of_all(ask, at, values, truths) or _slip_of_some(
        [values[i] for i in wrong], [truths[i] for i in wrong]
    )
    if len(wrong) == len(names):
        return found or tr("None of them is right.")
    named = [names[i] for i in wrong[:MOST_NAMED]] + ["…"] * (len(wrong) > MOST_NAMED)
    which = tr("Wrong: {names}.").format(names=wording.joined(named))
    n_right, n = wording.grouped(len(names) - len(wrong)), wording.grouped(len(names))
    right = tr("{count} of {all} are right.").format(count=n_right, all=n)
    said = [right] * (not tells(right, [truths[i] for i in wrong], None)) + [which, found]
    return wording.together(*said)


def _slip_of_all(ask: Asked, at: Standing, typed: Sequence[Fraction | None], truths: Sequence[Truth]) -> str:
    """Return which usual mistake leads to all these numbers; "" where none is known."""
    for values, words in _slips_of_weights(ask, at, truths):
        if len(values) == len(typed) and all(
            number is not None and Truth(value).is_number(number, None)
            for value, number in zip(values, typed, strict=True)
        ):
            return words
    return ""


def _slips_of_weights(ask: Asked, at: Standing, truths: Sequence[Truth]) -> Iterator[tuple[list[terms.Value], str]]:
    right = [truth.value for truth in truths]
    state = at.at(ask.of)
    for other, words in states_nearby(at, ask.of):
        yield ask.values_in(other), words
    yield [-value for value in right], tr("All signs are the wrong way round.")
    if ask.form == "alpha":
        signs = np.where(state.dataset.labels == state.positive, 1, -1).tolist()
        yield [sign * value for sign, value in zip(signs, right, strict=True)], tr("α is a count: leave y out.")
        yield [decimal_fraction(state.settings.eta) * value for value in right], tr("α is a count: leave η out.")
        return
    last = state.last
    if last is None or ask.of == "end" or last.before.shape != last.after.shape:
        return
    before, d = ask.values_in(at.before) if at.before is not None else right, last.before.shape[1]
    added = [after - value for after, value in zip(right, before, strict=True)]
    if not any(added):
        return
    yield added, tr("That is only the change: add it to the weights before the visit.")
    there = tr("You changed the weights in the wrong direction: watch the sign of y.")
    yield [value - more for value, more in zip(before, added, strict=True)], there
    if state.settings.eta != 1:
        eta = decimal_fraction(state.settings.eta)
        yield [value + more / eta for value, more in zip(before, added, strict=True)], tr("You left out η.")
    if state.settings.bias:
        is_bias = [i % d == d - 1 for i in range(len(right))]
        kept = [old if is_b else new for old, new, is_b in zip(before, right, is_bias, strict=True)]
        yield kept, tr("b changes too.")
        alone = [new if is_b else old for old, new, is_b in zip(before, right, is_bias, strict=True)]
        yield alone, tr("w changes too.")


def _slip_of_some(typed: Sequence[Fraction | None], truths: Sequence[Truth]) -> str:
    """Return what is wrong with all entries that are; "" where they have nothing in common."""
    if None in typed:
        return tr(NO_NUMBER)
    pairs = [(number, truth) for number, truth in zip(typed, truths, strict=True) if number is not None]
    found = [[*_rounded_wrongly(*pair, None), *_spelled_wrongly(*pair, None)][:1] for pair in pairs]
    if found[0] and all(each == found[0] for each in found):
        return found[0][0]
    if len(pairs) == 1:
        return tr(TOO_LARGE) if pairs[0][0] > truths[0].about else tr(TOO_SMALL)
    if sorted(number for number, _ in pairs) == sorted(truth.about for _, truth in pairs):
        return tr("The numbers are right, but in the wrong places.")
    return ""
