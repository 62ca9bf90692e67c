"""Points in one place are found, as slowly written."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from perceptron_gui.gui.canvas.figures.point_layer import MOST_STACKED, find_stacks


@pytest.mark.parametrize("width", [1, 2, 6, 10**6])
def test_places_sizes_and_classes_are_those_that_a_count_finds(width: int) -> None:
    rng = np.random.default_rng(width)
    positions = rng.integers(-width, width + 1, (40, 2)) / 4
    labels = rng.integers(0, 3, 40)
    members: dict[tuple[float, ...], list[int]] = defaultdict(list)
    for place, label in zip(positions.tolist(), labels.tolist(), strict=True):
        members[tuple(place)].append(label)
    many = {place: found for place, found in members.items() if len(found) > 1}
    stacks = find_stacks(positions, labels)
    found = zip(map(tuple, stacks.places.tolist()), stacks.sizes.tolist(), strict=True)
    assert dict(found) == {place: len(labels) for place, labels in many.items()}
    mixed = {tuple(place.tolist()): set(classes) for place, classes in stacks.mixed}
    assert mixed == {place: set(labels) for place, labels in many.items() if len(set(labels)) > 1}


def test_among_more_points_than_can_be_told_apart_none_are_looked_for() -> None:
    for count, expected in ((1, 0), (2, 1), (MOST_STACKED, 1), (MOST_STACKED + 1, 0)):
        assert len(find_stacks(np.zeros((count, 2)), np.zeros(count, dtype=np.int64)).places) == expected
