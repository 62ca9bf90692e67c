"""Random features with their values worked out beside the program: in fractions, and in plain floats."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.exact.decimals import decimal_fraction

INEXACT = ("sin(", "cos(", "exp(")
SIGNS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}
FUNCTIONS = {
    "abs": abs,
    "sin": lambda a: math.sin(a),
    "cos": lambda a: math.cos(a),
    "exp": lambda a: math.exp(a),
    "min": min,
    "max": max,
}

Number = Fraction | float


def random_feature(rng: np.random.Generator, depth: int, is_exact: bool) -> tuple[str, list[object]]:
    """Return an expression, and the tree that it is read as."""
    kind = int(rng.integers(0, 8)) if depth else int(rng.integers(0, 2))
    if kind == 0:
        return f"x{(j := int(rng.integers(1, 3)))}", ["x", j - 1]
    if kind == 1:
        text = str(rng.choice(["0", "1", "2", "0.5", "3.25", ".1", "10", "0.001"]))
        return text, ["number", text]
    if kind in (2, 3, 4):
        sign = str(rng.choice([*SIGNS]))
        (a, left), (b, right) = (random_feature(rng, depth - 1, is_exact) for _ in range(2))
        return f"({a}) {sign} ({b})", [sign, left, right]
    if kind == 5:
        exponent = int(rng.integers(0, 4))
        a, tree = random_feature(rng, depth - 1, is_exact)
        return f"({a})^{exponent}", ["^", tree, exponent]
    if kind == 6:
        a, tree = random_feature(rng, depth - 1, is_exact)
        return f"-({a})", ["negate", tree]
    name = str(rng.choice(["abs", "min", "max"] if is_exact else [*FUNCTIONS]))
    arguments = [random_feature(rng, depth - 1, is_exact) for _ in range(2 if name in ("min", "max") else 1)]
    return f"{name}({', '.join(text for text, _ in arguments)})", [name, *(tree for _, tree in arguments)]


def value_of(tree: list[object], x: list[float], is_exact: bool) -> Number:
    """Return the value of a tree at a point: a fraction, or the float that float64 comes to step by step."""
    kind, *rest = tree
    if kind == "x":
        value = x[int(str(rest[0]))]
        return decimal_fraction(value) if is_exact else value
    if kind == "number":
        exact = Fraction(str(rest[0]) if str(rest[0])[0] != "." else f"0{rest[0]}")
        return exact if is_exact else float(exact)
    if kind == "^":
        base, result = value_of(rest[0], x, is_exact), Fraction(1) if is_exact else 1.0  # type: ignore[arg-type]
        for _ in range(int(str(rest[1]))):
            result *= base
        return result
    values = [value_of(each, x, is_exact) for each in rest]  # type: ignore[arg-type]
    if kind == "negate":
        return -values[0]
    known = {**SIGNS, **FUNCTIONS}
    return known[str(kind)](*values)  # type: ignore[no-any-return,operator]
