"""Where words on the canvas stand so that none covers another, an arrow or a point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QLineF

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.labels import Box, Label

MOST_PLACED = 80
"""Words that are moved out of each other's way; where there are more, the last stay where they were wanted."""


class Obstacle(Protocol):
    """Something that no label covers."""

    def meets(self, box: Box) -> bool:
        """Whether any part of it lies in a box. `box`: left, top, right and bottom in pixels."""


def place_labels(
    labels: Sequence[Label],
    area: Box,
    taken: Iterable[Box],
    lines: Sequence[QLineF],
    points: Obstacle | None = None,
) -> list[Label]:
    """Give every label the first of its places that is free; the first labels choose first.

    `labels`: each gets its new `at`. `area`: left, top, right and bottom, in pixels, of what no label leaves. `taken`:
    boxes in pixels that no label covers. `lines`: arrows in pixels, which no label covers either. `points`: the points
    of the picture, which no label covers either. Returns those that are to be drawn: optional ones without room are not
    among them.
    """
    boxes, placed = list(taken), []
    ends = [(line.x1(), line.y1(), line.x2(), line.y2()) for line in lines]
    for label in labels[:MOST_PLACED]:
        cost = _put(label, area, boxes, ends, points)
        if not (cost and label.is_optional):
            boxes.append(label.box)
            placed.append(label)
    return placed + [label for label in labels[MOST_PLACED:] if not label.is_optional]


def _put(label: Label, area: Box, boxes: list[Box], ends: list[Box], points: Obstacle | None) -> float:
    """Put a label where it covers least, the first such place; return how much it covers there."""
    least, cost = label.at, float("inf")
    for way in label.ways():
        label.at = way
        box = label.box
        # The quickest question first: in a crowd every place meets a point, and none is better than the first.
        here = int(points is not None and points.meets(box))
        here += 4 * _outside(box, area) + _met(box, boxes) if here < cost else 0
        here += sum(_crosses(box, *end) for end in ends) if here < cost else 0
        if here < cost:
            least, cost = way, here
        if not here:
            break
    label.at = least
    return cost


def _met(box: Box, others: Iterable[Box]) -> int:
    """Return how many others a box meets; without a call for each: a picture asks this of thousands."""
    left, top, right, bottom = box
    return sum([left < x1 and x0 < right and top < y1 and y0 < bottom for x0, y0, x1, y1 in others])


def _outside(box: Box, area: Box) -> bool:
    return box[0] < area[0] or box[1] < area[1] or box[2] > area[2] or box[3] > area[3]


def crosses_any(box: Box, lines: Iterable[QLineF]) -> bool:
    """Whether one of some lines goes through a box.

    `box`: left, top, right and bottom in pixels. `lines`: in pixels.
    """
    return any(_crosses(box, line.x1(), line.y1(), line.x2(), line.y2()) for line in lines)


def _crosses(box: Box, x1: float, y1: float, x2: float, y2: float) -> bool:
    """Whether a line from (x1, y1) to (x2, y2) goes through a box: clipped to it on one axis, then on the other."""
    first, last = 0.0, 1.0
    for start, step, low, high in ((x1, x2 - x1, box[0], box[2]), (y1, y2 - y1, box[1], box[3])):
        if step == 0.0:
            if not low < start < high:
                return False
            continue
        one, other = (low - start) / step, (high - start) / step
        first, last = max(first, min(one, other)), min(last, max(one, other))
    return first < last
