"""An analysis that begins at an earlier one says the same as one that begins anew, bit for bit (T1, T3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.theory import min_norm_point
from perceptron_gui.engine.theory.separability import Analysis, analyze
from perceptron_gui.frozen import Frozen, replace


def values_of(value: Any) -> Any:
    """Return everything a result says, as values that compare."""
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    if isinstance(value, Frozen):
        return {name: values_of(getattr(value, name)) for name in value.__struct_fields__}
    return value


def assert_same(dataset: Dataset, settings: TrainingSettings, earlier: Analysis | None) -> Analysis:
    """Return the analysis that begins at an earlier one; it is that of one which begins anew."""
    anew, again = analyze(dataset, settings), analyze(dataset, settings, earlier=earlier)
    assert values_of(again) == values_of(anew)
    return again


def grid(rng: np.random.Generator) -> list[float]:
    return (rng.integers(-3, 4, 2) / 2).tolist()  # type: ignore[no-any-return]


def plane(rng: np.random.Generator) -> list[float]:
    return np.round(rng.normal(0, 1.5, 2), 1).tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize(("bias", "place"), [(True, grid), (True, plane), (False, plane)])
def test_a_dragged_point_changes_no_answer(bias: bool, place: Callable[[np.random.Generator], list[float]]) -> None:
    rng, settings, seen = np.random.default_rng(29), TrainingSettings(bias=bias), Counter[str]()
    for _ in range(4):
        if len(seen) == 4 and min(seen.values()) >= 2:
            break
        points = np.array([place(rng) for _ in range(9)])
        dataset = separable = Dataset.of(points, (points @ [1.0, 0.6] > 0.25 * bias).astype(int).tolist())
        earlier: Analysis | None = None
        for step in range(12):
            now = assert_same(dataset, settings, earlier)
            verdict = now.verdict
            assert verdict is not None
            if earlier is not None and earlier.verdict is not None:
                seen[f"{earlier.verdict.separable} {verdict.separable}"] += 1
            earlier = now
            index, by = int(rng.integers(9)), np.array(place(rng))
            # Now and then all are back where they can be told apart.
            dataset = dataset.moved([index], np.round(dataset.X[[index]] + by, 1)) if step % 4 != 3 else separable
    assert min(seen[f"{was} {now}"] for was in (True, False) for now in (True, False)) >= 2


def test_an_answer_on_other_points_rules_or_modes_is_no_harm() -> None:
    rng, earlier = np.random.default_rng(31), None
    for _ in range(60):
        n = int(rng.integers(2, 9))
        points = np.array([grid(rng) for _ in range(n)]) + np.array([rng.integers(0, 2) * 3, 0])
        labels = (points[:, 0] > 1).astype(int)
        if rng.random() < 0.3:
            labels[0] = 1 - labels[0]
        mode = Mode.MULTICLASS if rng.random() < 0.4 else Mode.PRIMAL
        settings = TrainingSettings(mode=mode, bias=bool(rng.integers(2)))
        earlier = assert_same(Dataset.of(points, labels.tolist(), ["a", "b"]), settings, earlier)


def test_nothing_is_searched_where_the_earlier_answer_still_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    dataset = Dataset.of([[0.0, 0.0], [0.2, 1.0], [3.0, 0.5], [4.0, 0.1], [-4.0, 0.3]], [0, 0, 1, 1, 0])
    earlier = analyze(dataset, TrainingSettings())
    moved = dataset.moved([4], np.array([[-4.1, 0.2]]))
    anew = analyze(moved, TrainingSettings())
    monkeypatch.setattr(min_norm_point, "search", None)
    assert values_of(analyze(moved, TrainingSettings(), earlier=earlier)) == values_of(anew)
    with pytest.raises(TypeError):
        analyze(moved, replace(TrainingSettings()))
