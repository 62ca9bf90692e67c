"""Random features against fractions, random texts against the parser: `python -m tests.engine.fuzz_features N [SEED]`.

A feature has the value of its tree, in fractions or in plain floats, and is marked where it is rounded. Any text at all
is read or refused with a sentence, within a second.
"""

from __future__ import annotations

import time
import warnings

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, DatasetError
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.settings import SettingsError
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.feature_values import mapped_points
from perceptron_gui.engine.exact.fixed_point import decimal_places
from tests.arguments import numbers
from tests.engine.data.expressions import INEXACT, random_feature, value_of

PIECES = [
    *"+-*^(),.·−²³¹⁰ \t\n'\"\\/=:;[]{}!?@#%&|<>_½₁éß\0\ud800",
    *(
        "x1",
        "x2",
        "x3",
        "sin",
        "cos(",
        "exp(",
        "abs",
        "min(",
        "max(",
        "1",
        "2",
        "0.5",
        "1e9",
        "inf",
        "nan",
        "__class__",
    ),
    *("import", "lambda", "x1^2", "x1*x2", "9999999999999999999", "poly2", "identity"),
]


def check_values(rng: np.random.Generator) -> None:
    """Compare a random feature with its tree, in fractions or floats."""
    is_exact = bool(rng.random() < 0.7)
    text, tree = random_feature(rng, int(rng.integers(0, 5)), is_exact)
    if is_exact == any(name in text for name in INEXACT):
        return
    places, digits = int(rng.integers(0, 7)), int(rng.integers(1, 13))
    X = np.round(rng.integers(-(10**digits), 10**digits, (4, 2)) / 10.0**places, places)
    try:
        exact = [value_of(tree, x, is_exact) for x in X.tolist()]
        wanted = [float(value) for value in exact]
    except (OverflowError, ValueError):
        return
    try:
        mapped = mapped_points(Dataset.of(X, [0] * 4), FeatureMap.read(text))
    except DatasetError:
        assert not np.isfinite(wanted).all(), text
        return
    assert mapped.X[:, 0].tolist() == wanted, (text, X.tolist())
    looks = [i for i, value in enumerate(wanted) if decimal_places([value]) is not None]
    off = {i for i in looks if decimal_fraction(wanted[i]) != exact[i]} if is_exact else {0, 1, 2, 3}
    assert set(mapped.rounded) == off, (text, X.tolist())


def check_text(rng: np.random.Generator) -> float:
    """Read a random text; return the seconds it took."""
    text = "".join(rng.choice(PIECES, int(rng.integers(0, 30) if rng.random() < 0.95 else rng.integers(0, 3000))))
    start = time.perf_counter()
    try:
        features = FeatureMap.read(text)
        names = features.names(("x1", "x2"))
        mapped_points(Dataset.of([[0.5, -1.25]], [0]), features)
        assert all(names)
        assert FeatureMap.read(features.text) == features
    except (SettingsError, DatasetError) as refused:
        sentence = str(refused)
        assert sentence.endswith(".")
        assert len(sentence) < 300 or isinstance(refused, DatasetError), sentence
    return time.perf_counter() - start


def main(count: int, seed: int) -> None:
    """Check as many as asked for."""
    warnings.simplefilter("error")
    slowest = 0.0
    for i in range(count):
        rng = np.random.default_rng([seed, i])
        try:
            check_values(rng)
            slowest = max(slowest, check_text(rng))
        except Exception:
            print(f"seed {seed}, set {i}")
            raise
    print(f"{count} features and {count} texts, the slowest text took {slowest:.3f} s")


if __name__ == "__main__":
    main(*numbers(count=1_000, seed=0))
