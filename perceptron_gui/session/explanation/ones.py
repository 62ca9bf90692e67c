"""Other looks at w: the bias as one more weight of points with a 1, and which mistakes weigh most (W2, P6, P10)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.parts import trained_points
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.step import sign_text
from perceptron_gui.session.explanation.theorem_terms import dot
from perceptron_gui.session.explanation.visit_numbers import input_values
from perceptron_gui.session.formula.line import EXACT, Formula, line, sentence
from perceptron_gui.session.formula.nodes import THETA, X_HAT, B, of
from perceptron_gui.session.scripts import subscript
from perceptron_gui.session.wording import Written, counted, grouped, index_text, written
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.explanation.terms import Value


MOST_ROWS, MOST_COLUMNS = 8, 3
"""Points, and features before the ones, that are written out."""
DIGITS = 4
"""Of rounded numbers."""


class OnesRow(Frozen):
    """A point with its 1, or θ."""

    name: Formula  # x̂₁, or θ
    entries: tuple[Written, ...]  # the first ones, and the last
    target: str = ""  # y, or the class; empty for θ
    product: Written | None = None  # θ·x̂; None for θ, and where it is not to be told
    is_visited: bool = False  # whether it is the point of the last visit


class Ones(Frozen):
    """The points with a column of ones."""

    sentence: Formula  # what is to be seen
    columns: tuple[str, ...] = ()  # what stands before the ones: names of features, or "…"
    # points in their order, the visited one among them, then θ, in multiclass that of every class
    rows: tuple[OnesRow, ...] = ()
    left_out: int = 0  # points that are not among them


def ones_of(snapshot: Snapshot) -> Ones:
    """Return a run's points with a column of ones.

    `snapshot`: while it is veiled no product is told: its sign says which points are errors.
    """
    if not snapshot.settings.bias:
        return Ones(sentence(tr("There is no bias that could become a weight: the boundary goes through the origin.")))
    words = tr(
        "With a feature that is always 1, {bias} is one more weight: in {count} dimensions the boundary {plane} goes "
        "through the origin, and the run is the same."
    )
    names = snapshot.model.weight_names
    told = sentence(words, bias=B, count=grouped(len(names) + 1), plane=line(THETA, "·", X_HAT, EXACT, "0"))
    shown = _shown_points(snapshot)
    columns = [f"x{subscript(j + 1)}" for j in range(len(names))]
    if not snapshot.settings.features.is_identity:
        columns = [*names]
    columns[MOST_COLUMNS:] = ["…"] * (len(names) > MOST_COLUMNS)
    rows = (*(_point_row(snapshot, i) for i in shown), *_theta_rows(snapshot))
    return Ones(told, tuple(columns), rows, snapshot.trained.n_samples - len(shown))


def _shown_points(snapshot: Snapshot) -> list[int]:
    """Return the first points, and the visited one."""
    first: list[int] = trained_points(snapshot.dataset)[:MOST_ROWS].tolist()
    visited = snapshot.last.point if snapshot.last is not None else None
    return first if visited is None or visited in first else [*first[:-1], visited]


def _point_row(snapshot: Snapshot, index: int) -> OnesRow:
    dataset, label = snapshot.dataset, int(snapshot.dataset.labels[index])
    values = [*input_values(dataset, snapshot.settings, index), Fraction(1)]
    target = snapshot.model.target(label)
    return OnesRow(
        line(of(X_HAT, index + 1)),
        _entries(values),
        dataset.classes[label] if target is None else sign_text(target),
        None if target is None or snapshot.is_veiled else written(_product(snapshot, values), DIGITS),
        snapshot.last is not None and snapshot.last.point == index,
    )


def _product(snapshot: Snapshot, values: list[Value]) -> Value:
    """Return θ·x̂, exact where both are."""
    theta = _theta(snapshot, 0)
    if all(isinstance(value, Fraction) for value in (*theta, *values)):
        return dot(theta, values)
    return dot([float(value) for value in theta], [float(value) for value in values])


def _theta(snapshot: Snapshot, row: int) -> list[Value]:
    return [true_value(value, snapshot.weight_unit) for value in snapshot.theta[row].tolist()]


def _theta_rows(snapshot: Snapshot) -> Iterator[OnesRow]:
    """Yield θ, in multiclass that of every class with points."""
    classes = snapshot.dataset.classes
    for row in snapshot.model.rows:
        owner = snapshot.model.row_classes(len(classes))[row]
        yield OnesRow(line(THETA), _entries(_theta(snapshot, row)), "" if owner is None else classes[owner])


def _entries(values: list[Value]) -> tuple[Written, ...]:
    """Write the first entries, and the last one."""
    shown = values[:MOST_COLUMNS] if len(values) > MOST_COLUMNS else values[:-1]
    return tuple(written(value, DIGITS) for value in (*shown, values[-1]))


MOST_POINTS = 3


def recency_text(snapshot: Snapshot) -> str:
    """Say which points were added last, and why they weigh most.

    `snapshot`: with the ages of influences, unless nobody asked for them.
    """
    if snapshot.age is None:
        return tr("Which points were added last is known neither in batch order nor in very long runs.")
    known = np.flatnonzero(snapshot.age >= 0)
    if not len(known):
        return tr("No point was added yet. Those of the last mistakes will be ringed, the freshest strongest.")
    latest = known[np.argsort(snapshot.age[known], kind="stable")][:MOST_POINTS]
    points = ", ".join(f"{index_text(int(i))} ({_age_text(int(snapshot.age[i]))})" for i in latest)
    words = tr(
        "Added last: {points}. Nothing is averaged: what was added last is in θ whole, and nothing has pulled θ back "
        "from it yet. The rings fade with every update."
    )
    return words.format(points=points)


def _age_text(age: int) -> str:
    return counted("{count} update ago", "{count} updates ago", age) if age else tr("just now")
