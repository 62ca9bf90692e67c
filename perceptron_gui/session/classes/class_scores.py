"""W at the cursor as a table, the scores that it gives a point, and two classes beside the binary rule (M1, M3, M5)."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.parts import trained_points
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.explanation import step as steps
from perceptron_gui.session.explanation.scores import Number, parameter_rows, scores_at, weights
from perceptron_gui.session.explanation.step import Bar, WeightRow, of_class, parameters_line
from perceptron_gui.session.explanation.terms import written_vector
from perceptron_gui.session.explanation.visit_numbers import bias_value
from perceptron_gui.session.formula.line import Formula, Part, line
from perceptron_gui.session.formula.nodes import ALPHA, B, Strong, Symbol, W, Y
from perceptron_gui.session.wording import MINUS, Written, counted, grouped, index_text, written
from perceptron_gui.translation import tr

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
    rows, expansion = parameter_rows(snapshot), snapshot.expansion
    found = tuple(weight_row(snapshot, k, rows[k], MOST_COLUMNS) for k in snapshot.model.rows)
    if expansion is None:
        return found
    counts, is_folded = expansion.counts[:, :MOST_COLUMNS].tolist(), len(expansion.indices) > MOST_COLUMNS
    figures = [tuple(Written(str(count).replace("-", MINUS)) for count in counts[row.index]) for row in found]
    return tuple(replace(row, weights=own, is_folded=is_folded) for row, own in zip(found, figures, strict=True))


def weight_row(snapshot: Snapshot, k: int, row: Sequence[Number], most: int, said: str = "") -> WeightRow:
    """Return a row of θ. `k`: its class. `row`: its entries. `most`: weights that are written. `said`: what of it."""
    settings, n_weights = snapshot.settings, len(row) - snapshot.settings.bias
    bias = written(bias_value(float(row[-1]), snapshot.weight_unit, settings)) if settings.bias else None
    weights = tuple(map(written, row[: min(n_weights, most)]))
    return WeightRow(k, snapshot.dataset.classes[k], weights, n_weights > most, bias, said)


def row_lines(snapshot: Snapshot, rows: Sequence[WeightRow]) -> tuple[Formula, ...]:
    """Return the rows one below the other, where columns have no room. `rows`: from `weight_rows`."""
    return tuple(steps.row_line(row, W if snapshot.expansion is None else COUNTS) for row in rows)


def score_bars(snapshot: Snapshot, point: int) -> tuple[Bar, ...]:
    """Return the scores of a point under the parameters of now, as bars. `point`: its index."""
    dataset = snapshot.dataset
    scores = scores_at(snapshot, dataset.X[point].tolist(), is_decimal=point not in dataset.rounded)
    present, label = snapshot.model.rows, int(dataset.labels[point])
    rival = max((k for k in present if k != label), key=lambda k: (scores[k], -k), default=None)
    return steps.bars_of({k: scores[k] for k in present}, dataset.classes, steps.remarks_of(label, rival))


class TwoClasses(Frozen):
    """What stands side by side: the rows of both classes, their difference, and twice the binary parameters.

    With a curved kernel A takes the place of W, and α·y that of w.
    """

    names: tuple[str, str]  # the classes; the second is +
    has_kernel: bool  # whether a curved kernel leaves no w
    rows: tuple[list[Number], list[Number]]  # w of both classes
    biases: tuple[Number, Number] | None  # None without bias
    binary: list[Number]  # w of the binary run
    binary_bias: Number  # its b; 0 without bias
    mistakes: tuple[int, int]  # of the multiclass run, and of the binary one

    @property
    def difference(self) -> list[Number]:
        """w₁ − w₀."""
        return [one - zero for zero, one in zip(*self.rows, strict=True)]

    @property
    def doubled(self) -> list[Number]:
        """2w."""
        return [2 * value for value in self.binary]

    @property
    def is_same(self) -> bool:
        """Whether w₁ − w₀ = 2w, the biases included, to the last digit."""
        biases = self.biases is None or self.biases[1] - self.biases[0] == 2 * self.binary_bias
        return biases and self.difference == self.doubled and self.mistakes[0] == self.mistakes[1]

    @property
    def lines(self) -> tuple[Formula, ...]:
        """All of it as formulas."""
        one, other = map(of_class, self.names)
        w: Part = COUNTS if self.has_kernel else W
        b = self.biases
        rows = [
            _line(line(w, name), row, line(B, name), b[place] if b is not None else None)
            for place, (name, row) in enumerate(zip((one, other), self.rows, strict=True))
        ]
        difference = line(w, other, f" {MINUS} ", w, one)
        between = line(B, other, f" {MINUS} ", B, one)
        twice = line("2 ", ALPHA, " ", Y) if self.has_kernel else line("2 ", W)
        return (
            *rows,
            _line(difference, self.difference, between, b[1] - b[0] if b is not None else None, is_strong=True),
            _line(twice, self.doubled, line("2 ", B), 2 * self.binary_bias if b is not None else None, is_strong=True),
        )

    @property
    def said(self) -> tuple[str, ...]:
        """What is to be seen in them."""
        counts = tr("Mistakes: {multiclass} in multiclass, {binary} by the binary rule with {name} as +.").format(
            multiclass=grouped(self.mistakes[0]), binary=grouped(self.mistakes[1]), name=self.names[1]
        )
        is_exact = all(isinstance(value, Fraction) for value in (*self.difference, *self.doubled))
        if not self.is_same:
            return counts, tr("They differ: rounded numbers, added in another order.")
        if self.has_kernel:
            return counts, tr("The same mistakes, and the difference of the two rows of A is 2·α·y for every point.")
        if is_exact:
            return counts, tr("The same mistakes, and the difference of the two rows is 2w, to the last digit.")
        return counts, tr("The same mistakes, and the difference of the two rows is 2w, as far as it is rounded.")


def _line(
    name: Part, values: Sequence[Number], bias_name: Part, bias: Number | None, is_strong: bool = False
) -> Formula:
    vector = written_vector(values)
    b = None if bias is None else written(bias)
    return parameters_line(name, Strong(vector) if is_strong else vector, bias_name, b)


def two_classes(snapshot: Snapshot, binary: Snapshot) -> TwoClasses:
    """Return a multiclass run of two classes and the binary run of the same points at the same visit.

    `snapshot`: of the multiclass run. `binary`: of the binary run in which the later of the two classes is +.
    """
    zero, one = snapshot.trained.present
    names = snapshot.dataset.classes[zero], snapshot.dataset.classes[one]
    has_kernel, has_bias = snapshot.expansion is not None, snapshot.settings.bias
    both, alone = parameter_rows(snapshot), parameter_rows(binary)
    biases = (both[zero][-1], both[one][-1]) if has_bias else None
    own, single = (_counts(snapshot), _counts(binary)) if has_kernel else (weights(snapshot), weights(binary))
    return TwoClasses(
        names,
        has_kernel,
        (own[zero], own[one]),
        biases,
        single[0],
        alone[0][-1] if has_bias else Fraction(0),
        (snapshot.mistakes, binary.mistakes),
    )


def _counts(snapshot: Snapshot) -> list[list[Number]]:
    """Return the rows of A, in a binary mode α·y, for the points that are trained on."""
    expansion = snapshot.expansion
    counts = np.zeros((len(snapshot.theta), snapshot.dataset.n_samples), dtype=np.int64)
    if expansion is not None:
        counts[:, expansion.indices] = expansion.counts
    return [[Fraction(value) for value in row] for row in counts[:, trained_points(snapshot.dataset)].tolist()]


def why_not_two(snapshot: Snapshot) -> str:
    """Say why there is nothing to compare; empty where there is."""
    n = len(snapshot.trained.present)
    if n == 2:
        return ""
    return counted(
        "Points of {count} class: with two classes multiclass is the binary rule, and their numbers stand here.",
        "Points of {count} classes: with two of them multiclass is the binary rule, and their numbers stand here.",
        n,
    )
