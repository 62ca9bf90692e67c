"""W at the cursor as a table, with a curved kernel A, and the scores that it gives a point (M1, M5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.session.explanation.scores import Number, exact_rows, scores_at
from perceptron_gui.session.explanation.step import Bar, WeightRow, of_class
from perceptron_gui.session.explanation.visit_numbers import bias_value
from perceptron_gui.session.formula.line import EXACT, Formula, Part, line
from perceptron_gui.session.formula.nodes import Symbol
from perceptron_gui.session.formula.sums import vector
from perceptron_gui.session.formula.symbols import B, W
from perceptron_gui.session.wording import MINUS, Written, index_text, written
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot

COUNTS = Symbol("A")
MOST_COLUMNS = 6
"""Columns of W, or points with a number in A, that are shown."""


def shown_columns(snapshot: Snapshot) -> tuple[str, ...]:
    """Return what the columns of the table stand for: features, with a curved kernel points that were learned from."""
    if snapshot.expansion is None:
        return snapshot.model.weight_names[:MOST_COLUMNS]
    return tuple(index_text(point) for point in snapshot.expansion.indices[:MOST_COLUMNS].tolist())


def weight_rows(snapshot: Snapshot) -> tuple[WeightRow, ...]:
    """Return the row of every class with points."""
    rows: Sequence[Sequence[Number]] = exact_rows(snapshot) or snapshot.theta.tolist()
    has_bias = snapshot.settings.bias
    return tuple(
        WeightRow(
            k,
            snapshot.dataset.classes[k],
            _entries(snapshot, rows[k], k),
            _n_columns(snapshot) > MOST_COLUMNS,
            written(bias_value(float(rows[k][-1]), snapshot.weight_unit, snapshot.settings)) if has_bias else None,
            "",
        )
        for k in snapshot.model.rows
    )


def row_lines(snapshot: Snapshot, rows: Sequence[WeightRow]) -> tuple[Formula, ...]:
    """Return the rows one below the other, where columns have no room. `rows`: from `weight_rows`."""
    name = W if snapshot.expansion is None else COUNTS
    return tuple(_row_line(name, row) for row in rows)


def _row_line(name: Symbol, row: WeightRow) -> Formula:
    own = of_class(row.name)
    second: list[Part] = [",   ", B, own, EXACT, row.bias] if row.bias is not None else []
    return line(name, own, EXACT, vector(row.weights, row.is_folded), *second)


def _n_columns(snapshot: Snapshot) -> int:
    expansion = snapshot.expansion
    return snapshot.theta.shape[1] - snapshot.settings.bias if expansion is None else len(expansion.indices)


def _entries(snapshot: Snapshot, row: Sequence[Number], k: int) -> tuple[Written, ...]:
    if snapshot.expansion is None:
        return tuple(map(written, row[: min(_n_columns(snapshot), MOST_COLUMNS)]))
    counts = snapshot.expansion.counts[k, :MOST_COLUMNS].tolist()
    return tuple(Written(str(count).replace("-", MINUS)) for count in counts)


def score_bars(snapshot: Snapshot, point: int) -> tuple[Bar, ...]:
    """Return the scores of a point under the parameters of now, as bars. `point`: its index."""
    dataset = snapshot.dataset
    scores = scores_at(snapshot, dataset.X[point].tolist(), is_decimal=point not in dataset.rounded)
    present, label = snapshot.model.rows, int(dataset.labels[point])
    rival = max((k for k in present if k != label), key=lambda k: (scores[k], -k), default=None)
    remarks = {label: tr("true class"), rival: tr("rival")}
    largest = float(np.max([abs(float(scores[k])) for k in present])) or 1.0
    return tuple(
        Bar(k, dataset.classes[k], float(scores[k]) / largest, written(scores[k]), remarks.get(k, "")) for k in present
    )
