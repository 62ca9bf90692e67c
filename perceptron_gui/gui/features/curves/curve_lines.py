"""The curves as step functions of the visit, for training, validation and test parts (H1)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints, Part
from perceptron_gui.session.messages.run_end import PART_NAMES
from perceptron_gui.session.wording import grouped, joined, number_text
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.records.curves import Curves


HALF = 0.5
"""A visit reaches half a visit to either side: what lies above its number is its state."""


def steps(curves: Curves, values: Floats | Ints) -> tuple[Floats, Floats, Ints]:
    """Return x and y of a step function, and which of its points are joined with the next.

    `values`: shape (n_places,): may be empty; what is no number is left out. `x`, `y`: shape (2 n_steps,). `is_joined`:
    shape (2 n_steps,): 1 within a step, and where the next visit has another state; 0 where some visits between are not
    known.
    """
    is_there = np.isfinite(values)
    first, last = curves.visits[: len(values)][is_there], curves.through[: len(values)][is_there]
    x = np.column_stack([first - HALF, last + HALF]).ravel()
    y = np.repeat(values[is_there].astype(np.float64), 2)
    is_joined = np.ones(len(x), dtype=np.int64)
    is_joined[1::2] = np.append(last[:-1] + 1 == first[1:], [False])[: len(last)]
    return x, y, is_joined


def epoch_steps(curves: Curves) -> tuple[Floats, Floats]:
    """Return the line of mistakes per epoch: through each end, or from the fewest to the most of those up to it.

    `x`, `y`: shape (4 n_ends,).
    """
    edges = np.concatenate([[0], curves.epoch_ends]) + HALF
    middles = (edges[:-1] + edges[1:]) / 2
    x = np.column_stack([edges[:-1], middles, middles, edges[1:]]).ravel()
    return x, np.repeat(np.column_stack([curves.fewest, curves.most]).ravel(), 2)


def shows_share(curves: Curves, name: str) -> bool:
    """Whether a plot shows the share of mistakes so far: the first does in online order. `name`: name of the plot."""
    return name == "mistakes" and len(curves.seen) > 0


def visit_at(curves: Curves, name: str, at: float) -> int | None:
    """Return the known visit nearest to a place in a plot; None without any.

    `name`: name of the plot. `at`: A visit, or a fraction between two visits.
    """
    if shows_share(curves, name):
        return int(curves.seen[np.abs(curves.seen - at).argmin()])
    if not len(curves.visits):
        return None
    nearest = np.clip(math.floor(at + 0.5), curves.visits, curves.through)
    return int(nearest[np.abs(nearest - at).argmin()])


ACCURACY = {Part.TRAINING: "accuracy", Part.VALIDATION: "validation", Part.TEST: "test"}
"""The line of each part in the plot of accuracies."""
ERRORS = {Part.VALIDATION: "validation errors", Part.TEST: "test errors"}
"""The line of each part held out in the plot of errors."""
# L10n: how a curve is drawn: unbroken
# L10n: how a curve is drawn
# L10n: how a curve is drawn
MARKS = {Part.TRAINING: N_("line"), Part.VALIDATION: N_("dashed"), Part.TEST: N_("dotted")}


def counts(curves: Curves) -> Mapping[Part, tuple[Ints, Ints]]:
    """Return errors and number of points of each visible part, at every state; empty if nothing is held out."""
    if not curves.held_out:
        return {}
    others = {each.part: (each.errors, np.full(len(each.errors), each.n_points)) for each in curves.held_out}
    return {Part.TRAINING: (curves.errors, curves.n_points), **others}


def line_values(curves: Curves) -> dict[str, Floats | Ints]:
    """Return the values of all parts' lines at the places of the curves, by name; empty where there is no line."""
    values: dict[str, Floats | Ints] = dict.fromkeys((*ACCURACY.values(), *ERRORS.values()), np.empty(0))
    for part, (errors, n_points) in counts(curves).items():
        values[ACCURACY[part]] = 1 - errors / np.maximum(n_points, 1)
        if part in ERRORS:
            values[ERRORS[part]] = errors
    return values


def named(parts: Iterable[Part]) -> str:
    """List parts with the style of their lines."""
    return joined(f"{tr(PART_NAMES[part])} ({tr(MARKS[part])})" for part in parts)


def parts_text(curves: Curves, i: int) -> list[str]:
    """Return the errors of each part held out at a place, and the share that is right in each.

    `i`: index of the place.
    """
    texts = []
    for part, (errors, n_points) in counts(curves).items():
        wrong, n = int(errors[i]), int(n_points[i])
        share = number_text(Fraction(n - wrong, max(n, 1)), digits=3)
        words = tr("{part}: {errors} of {n} wrong, accuracy {share}")
        texts.append(words.format(part=tr(PART_NAMES[part]), errors=grouped(wrong), n=grouped(n), share=share))
    return texts
