"""The points of the built-in sets that are no curves; random ones are seeded: always the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats

Group = tuple[tuple[float, float], float, int]
"""Centre, spread and number of points of a cloud."""


def clouds(groups: Sequence[Group], seed: int, places: int = 2) -> Dataset:
    """Return round clouds of points, one a class, the classes taking turns.

    `groups`: centre, standard deviation in data units, and number of points of each cloud. `seed`: random seed.
    `places`: decimals to which coordinates are rounded.
    """
    generator = np.random.default_rng(seed)
    drawn = [
        np.round(np.array(centre) + spread * generator.standard_normal((count, 2)), places)
        for centre, spread, count in groups
    ]
    return taking_turns(drawn)


def opening() -> Dataset:
    """Return what the window opens with: two clouds that were drawn once, (−0.5, −0.4) ± 0.8 and (2.0, 1.1) ± 0.7.

    Written down, since a window would need numpy's generators for nothing else before it is usable (A9).
    """
    first = [
        [-0.24, -0.11], [-0.64, -1.43], [1.67, -1.16], [-0.94, -0.42], [0.76, 1.0], [-0.05, -0.15],
        [-2.1, -0.06], [-1.85, 0.56], [-2.48, 0.46], [-0.56, 0.06], [0.62, 0.36], [-2.62, 0.86],
    ]  # fmt: skip
    second = [
        [2.82, 0.27], [3.11, 0.97], [1.42, 1.55], [1.64, 0.51], [1.31, 1.55], [2.83, 1.44],
        [3.09, -0.13], [1.28, 1.83], [1.44, 0.85], [2.99, 2.11], [1.93, 0.83],
    ]  # fmt: skip
    return taking_turns([np.array(first), np.array(second)])


def taking_turns(groups: Sequence[Floats]) -> Dataset:
    """Return the points of several classes, one of each class in turn.

    `groups`: shape (n_points, n_features): the points of each class; the classes are named A, B, ….
    """
    longest = max(len(group) for group in groups)
    pairs = [(group[i], k) for i in range(longest) for k, group in enumerate(groups) if i < len(group)]
    names = [chr(ord("A") + k) for k in range(len(groups))]
    return Dataset.of([point for point, _ in pairs], [k for _, k in pairs], names)


def strip(seed: int, count: int, gap: float, shift: tuple[float, float] = (0.0, 0.0)) -> Dataset:
    """Return points on both sides of a slanted line, rounded to 2 decimals.

    `seed`: random seed. `count`: number of points. `gap`: no point is nearer to the line, in data units. `shift`: what
    is added to all points.
    """
    generator = np.random.default_rng(seed)
    direction = np.array([0.8, 0.6])
    points = np.round(generator.uniform(-3, 3, (20 * count, 2)), 2)
    distance = points @ direction - 0.3
    points = points[np.abs(distance) >= gap][:count]
    labels = (points @ direction - 0.3 > 0).astype(int)
    return Dataset.of(np.round(points + np.array(shift), 2), labels)


def touching() -> Dataset:
    """Return two triangles that share a point of their edges."""
    return Dataset.of([[-2, 0], [0, 0], [0, 1], [2, 1], [0, -1], [2, -1]], [0, 1, 0, 1, 0, 1])


def one_flipped() -> Dataset:
    """Return two clouds far apart, with one point on the wrong side."""
    separable = clouds([((-1.6, -0.6), 0.5, 11), ((1.6, 0.9), 0.5, 11)], seed=8)
    return separable.with_points([[2.1, 1.3]], [0])


def through_origin() -> Dataset:
    """Return classes that a line through the origin separates."""
    generator = np.random.default_rng(9)
    angle = np.concatenate([generator.uniform(0.12, 3.0, 12), generator.uniform(0.12, 3.0, 12) + np.pi])
    radius = generator.uniform(0.8, 2.6, 24)
    points = np.round(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), 2)
    return taking_turns([points[:12], points[12:]])


def order_matters() -> Dataset:
    """Return a set that takes 50 mistakes in the order of placement and 5 when shuffled with seed 0."""
    points = [[4, -3], [-3, 1], [-3, 3], [-1, 0], [4, 3], [0, 0], [-4, -1], [-4, -2], [1, -2]]
    return Dataset.of(points, [0, 1, 1, 0, 1, 0, 1, 0, 0])


def in_a_row() -> Dataset:
    """Return three classes side by side: no line has the one in the middle on one side."""
    left = np.array([[-2, 0.5], [-2.2, -0.6], [-1.8, 0]])
    middle = np.array([[0, 0.4], [0.1, -0.5], [-0.1, 0]])
    right = np.array([[2, 0.3], [1.9, -0.4], [2.1, 0]])
    return taking_turns([left, middle, right])
