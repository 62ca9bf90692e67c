"""The letters of the lecture."""

from __future__ import annotations

from perceptron_gui.frozen import replace
from perceptron_gui.session.formula.nodes import Symbol

W, X = Symbol("w", is_vector=True), Symbol("x", is_vector=True)
B, F, S, Y, K, N, T = map(Symbol, "bfsyKnt")
ETA, ALPHA, BETA, THETA, PHI = map(Symbol, "ηαβθφ")
THETA_STAR = Symbol("θ", upper="*")
X_HAT, RADIUS, MARGIN = (Symbol(name, has_hat=True) for name in "xRγ")
BY_CLASS, BY_POINT, BY_TIME = "k", "j", "t"
"""Indices of sums and of the states of a run."""


def of(symbol: Symbol, lower: str | int) -> Symbol:
    """Return a symbol with a subscript. `lower`: A letter, or a number."""
    return replace(symbol, lower=str(lower))


def squared(symbol: Symbol) -> Symbol:
    """Return the square of a symbol."""
    return replace(symbol, upper=f"{symbol.upper}2")


def point_symbol(index: int) -> Symbol:
    """Return the name of a point: x with its number from 1. `index`: its index, from 0."""
    return of(X, index + 1)
