"""The bound by the widest street for a run from start weights (T3, P5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from perceptron_gui.engine.theory.bounds import start_weights
from perceptron_gui.engine.theory.max_margin import change_by_start
from perceptron_gui.session.formula.line import EXACT, Formula, line, sentence
from perceptron_gui.session.formula.nodes import Norm, Power, Symbol
from perceptron_gui.session.formula.sums import bracketed
from perceptron_gui.session.formula.symbols import ETA, THETA, N, of, squared
from perceptron_gui.session.wording import written
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.explanation.theorem_numbers import TheoremNumbers


def street_from_start(numbers: TheoremNumbers) -> Iterator[Formula]:
    """Yield what start weights change at the bound by the widest street, and whether that from zero holds with them."""
    street, start = numbers.analysis.street, start_weights(numbers.settings)
    if street is None or len(start) != len(street.separator):
        return
    n_errors = numbers.n_samples if numbers.is_batch else 1
    from_zero, change = street.bound * n_errors, change_by_start(street, start, numbers.eta, n_errors)
    yield sentence(
        tr("The start changes what the widest street allows by {change}, to {bound}."),
        change=line(_change(numbers), EXACT, written(change)),
        bound=written(from_zero + change),
    )
    if change <= 0:
        yield sentence(tr("That is not above 0: {bound} is a bound from here, too."), bound=written(from_zero))
    else:
        yield sentence(tr("That is above 0: {bound} alone is no bound from here."), bound=written(from_zero))


def _change(numbers: TheoremNumbers) -> Formula:
    """Return ‖θ₀‖²/(η²(1 + M²)) − 2θ₀·(w*, b*)/(ηρ) in symbols."""
    w, b = (Symbol(name, upper="*", is_vector=name == "w") for name in "wb")
    size = bracketed(line("1 + ", squared(Symbol("M"))))
    has_eta, n = numbers.eta != 1, N if numbers.is_batch else ""
    below = line(squared(ETA) if has_eta else "", n, size)
    under = line("/", bracketed(below)) if has_eta or numbers.is_batch else line("/", size)
    rate = bracketed(line(ETA, Symbol("ρ"))) if has_eta else Symbol("ρ")
    start = of(THETA, 0)
    return line(Power(Norm(start), "2"), under, " − 2", start, "·(", w, ", ", b, ")/", rate)
