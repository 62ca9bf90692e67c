"""What a model sees of a point: x, or φ(x) with its entries, in symbols and in numbers (W2, F1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.feature_values import exact_features
from perceptron_gui.session.explanation.terms import EVERY_TERM, Value, is_rounded, point_values
from perceptron_gui.session.explanation.vectors import written_vector
from perceptron_gui.session.formula.line import EXACT, Formula, line
from perceptron_gui.session.formula.nodes import Node, Row, Text, Vector, Words
from perceptron_gui.session.formula.symbols import PHI, X, of

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.data.feature_map import FeatureMap
    from perceptron_gui.engine.data.settings import TrainingSettings

MOST_REMEMBERED = 2 * EVERY_TERM
"""Points whose φ is remembered: those of the sum that is written out, and as many again."""


def input_symbol(settings: TrainingSettings, lower: str | int = "") -> Node:
    """Return x, or φ(x), perhaps of a point.

    `settings`: their feature map. `lower`: which point, a letter or a number; empty for any.
    """
    x = of(X, lower) if lower != "" else X
    return x if settings.features.is_identity else Row((PHI, Text("("), x, Text(")")))


def input_values(dataset: Dataset, settings: TrainingSettings, index: int) -> list[Value]:
    """Return the entries of φ(x) of a point, exact where they are known.

    `settings`: their feature map. `index`: which point.
    """
    if settings.features.is_identity:
        return point_values(dataset, index)
    place = dataset.X[index].tobytes()
    return [*_mapped_values(settings.features, dataset.features, place, not is_rounded(dataset, index))]


@lru_cache(maxsize=MOST_REMEMBERED)
def _mapped_values(features: FeatureMap, names: tuple[str, ...], place: bytes, is_decimal: bool) -> tuple[Value, ...]:
    """Return φ of a place, of which a sum over all points asks at every visit; bytes tell 0 from −0."""
    return tuple(exact_features(features.of(names).programs, np.frombuffer(place).tolist(), is_decimal))


def features_line(names: Sequence[str], values: Sequence[Value], most: int) -> Formula:
    """Return φ(x) = (x1, x2, x1², …) = (2, 3, 4, …).

    `names`: of the features. `values`: those of a point; floats were rounded. `most`: of so many entries or more the
    last are left out.
    """
    shown = tuple(Words(name) for name in names[: most - 1])
    entries = Vector(shown, len(names) >= most)
    return line(PHI, "(", X, ")", EXACT, entries, EXACT, written_vector(values, most))
