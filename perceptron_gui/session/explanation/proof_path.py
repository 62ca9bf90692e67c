"""A run in the wedge of the proof: θ_t·θ* and ‖θ_t‖ after some of its mistakes (T8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.theory.bounds import start_weights
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.formula.line import Formula, Part, line
from perceptron_gui.session.formula.nodes import Norm, Power, Product, Relation, Root
from perceptron_gui.session.formula.symbols import (
    BY_TIME,
    ETA,
    MARGIN,
    RADIUS,
    THETA,
    THETA_STAR,
    T,
    of,
    squared,
)

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.run.mistake_states import MistakeStates
    from perceptron_gui.session.explanation.theorem_numbers import TheoremNumbers


class ProofPath(Frozen, eq=False):
    """θ_t·θ* and ‖θ_t‖ over t."""

    mistakes: Floats  # shape (n,): t, ascending
    along: Floats  # shape (n,): θ_t·θ*; NaN without a margin
    length: Floats  # shape (n,): ‖θ_t‖


NO_PATH = ProofPath(np.empty(0), np.empty(0), np.empty(0))


def side_names(numbers: TheoremNumbers) -> tuple[Formula, Formula | None]:
    """Return what the upper side and the lower side of the wedge say; no lower one without a margin.

    `numbers`: of the points.
    """
    one: Part = "" if numbers.eta == 1 else ETA
    square = line(T, "·", "" if numbers.eta == 1 else squared(ETA), numbers.square_name)
    first, theta = of(THETA, 0), of(THETA, BY_TIME)
    has_start = bool(start_weights(numbers.settings))
    if has_start:
        longest: Part = Root(line(Power(Norm(first), "2"), " + ", square))
    else:
        longest = line(Root(T), " ", one, RADIUS) if numbers.has_plain_square else Root(square)
    upper = line(Norm(theta), Relation("≤"), longest)
    if not numbers.has_margin:
        return upper, None
    start = line(" + ", Product((first, THETA_STAR))) if has_start else ""
    return upper, line(Product((theta, THETA_STAR)), Relation("≥"), T, " ", one, MARGIN, start)


def proof_path(numbers: TheoremNumbers, states: MistakeStates) -> ProofPath:
    """Return where a run is in the wedge. `numbers`: of the run's points and rules. `states`: of the run."""
    return ProofPath(states.mistakes.astype(np.float64), along_of(numbers, states.after), length_of(states.after))


def along_of(numbers: TheoremNumbers, theta: Floats) -> Floats:
    """Return θ·θ* of some θ, shape (n,); NaN without a margin.

    `theta`: shape (n, n_rows, n_entries): each with rows as in (W2), in data units.
    """
    separator = numbers.verdict.separator
    if separator is None or not numbers.has_margin:
        return np.full(len(theta), np.nan)
    rows = np.atleast_2d(separator)[: theta.shape[1]]  # the last classes may have come to the palette later
    products: Floats = np.einsum("tkj,kj->t", theta[:, : len(rows)], rows)
    return products


def length_of(theta: Floats) -> Floats:
    """Return ‖θ‖ of some θ, shape (n,).

    `theta`: shape (n, n_rows, n_entries): each with rows as in (W2), in data units.
    """
    lengths: Floats = np.sqrt(np.square(theta).sum(axis=(1, 2)))
    return lengths
