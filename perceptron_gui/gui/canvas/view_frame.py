"""The rectangle of data space that is on the screen, and the way between data units and pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

FARTHEST = 1e8
"""Pixels from the corner of the view beyond which nobody asks how far: a point at 10¹² may have 10²¹, no integer."""


class ViewFrame(Frozen):
    """A view of the plane, in data units, and its size on the screen."""

    # in data units
    left: float = -4.0
    bottom: float = -3.0
    right: float = 4.0
    top: float = 3.0
    # in pixels
    width: float = 800.0
    height: float = 600.0

    @property
    def rectangle(self) -> tuple[float, float, float, float]:
        """Return (left, bottom, right, top) in data units."""
        return self.left, self.bottom, self.right, self.top

    @property
    def unit(self) -> float:
        """Pixels of one data unit."""
        return self.width / (self.right - self.left)

    def x(self, value: float) -> float:
        """Return the pixel of a value on the first axis. `value`: in data units."""
        return (value - self.left) * self.width / (self.right - self.left)

    def y(self, value: float) -> float:
        """Return the pixel of a value on the second axis. `value`: in data units."""
        return (self.top - value) * self.height / (self.top - self.bottom)

    def point(self, x: float, y: float) -> QPointF:
        """Return the pixel of a point. `x`, `y`: in data units."""
        return QPointF(self.x(x), self.y(y))

    def pixels(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the pixels of points.

        `points`: shape (n, 2): in data units. Returns shape (n, 2): in pixels, none farther away than `FARTHEST`.
        """
        corner = np.array([self.left, self.top])
        scale = np.array([self.width / (self.right - self.left), self.height / (self.bottom - self.top)])
        pixels: NDArray[np.float64] = (points - corner) * scale
        # Twenty times a frame: `np.clip` takes twice as long.
        return np.minimum(np.maximum(pixels, -FARTHEST, out=pixels), FARTHEST, out=pixels)

    def data(self, pixel: QPointF) -> tuple[float, float]:
        """Return the point under a pixel, in data units. `pixel`: in pixels."""
        x = self.left + pixel.x() * (self.right - self.left) / self.width
        y = self.top - pixel.y() * (self.top - self.bottom) / self.height
        return x, y

    def contains(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point is on the screen.

        `x`, `y`: in data units. `margin`: least distance from the edge, in pixels.
        """
        return margin <= self.x(x) <= self.width - margin and margin <= self.y(y) <= self.height - margin


def frame_showing(wanted: QRectF, width: float, height: float) -> ViewFrame:
    """Return the view with equal axes that shows a part of the plane in its middle, and as little more as it can.

    `wanted`: in data units; its top is the least value upwards. `width`, `height`: size of the canvas in pixels.
    """
    ratio = width / height
    wider, higher = 0.0, 0.0
    if wanted.width() > ratio * wanted.height():
        higher = (wanted.width() / ratio - wanted.height()) / 2
    else:
        wider = (wanted.height() * ratio - wanted.width()) / 2
    left, right = wanted.left() - wider, wanted.right() + wider
    return ViewFrame(left, wanted.top() - higher, right, wanted.bottom() + higher, width, height)


MARGIN = 1.4
"""How much larger than the points the view is, so that counter, arrows and labels have room."""
ROOM_FOR_W = 0.4
"""Room on every side of an origin among the points, as a share of their spread: w begins there and may point to any
side."""
ONE_PLACE = 1e-13
"""Share of their size up to which points that differ count as one place: a double tells little smaller ones apart."""
LEAST = 1e-150
"""Data units up to which points count as one place, too: squares of smaller numbers are 0 in a double."""
MOST_COVERED = 1 / 3
"""Share of the canvas's height that is left to what stands over it."""
FLAT = 1e-6
"""Least height, as a share of its width, of what is to be shown."""
Rectangle = tuple[float, float, float, float]


def frame_around(
    points: NDArray[np.float64],
    width: float,
    height: float,
    covered: tuple[float, float] = (0.0, 0.0),
    strip: float = 0.0,
) -> Rectangle:
    """Return the view (left, bottom, right, top) that shows points, and the origin if it is near, with equal axes.

    What stands over the canvas costs a third of its height at most: what needs more covers points in a low canvas.

    `points`: shape (n, 2): in data units. `width`, `height`: size of the canvas in pixels. `covered`: width and height
    in pixels of a corner, top left: where a point would be in it, all are shown below it. `strip`: pixels at the top
    below which all points are shown in any case.
    """
    corners, most = _corners(points), MOST_COVERED * height
    across, down = covered[0], min(covered[1], most)
    strip = min(strip, most)
    found = _frame_below(strip, *corners, width, height)
    if down <= strip:
        return found
    x, y = ViewFrame(*found, width, height).data(QPointF(across, down))
    is_under = bool(((points[:, 0] < x) & (points[:, 1] > y)).any())
    return _frame_below(down, *corners, width, height) if is_under else found


def _frame_below(
    strip: float, low: NDArray[np.float64], high: NDArray[np.float64], width: float, height: float
) -> Rectangle:
    left, bottom, right, top = _frame_around(low, high, width, height - strip)
    return left, bottom, right, top + strip * (right - left) / width


def _corners(points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the smallest and the largest coordinates; a plane without points has some room, too."""
    if not len(points):
        return np.array([-3.0, -2.0]), np.array([3.0, 2.0])
    # Column by column: numpy takes sixteen times as long for the rows of a million points.
    return np.array([column.min() for column in points.T]), np.array([column.max() for column in points.T])


def _frame_around(low: NDArray[np.float64], high: NDArray[np.float64], width: float, height: float) -> Rectangle:
    most = float(np.maximum(np.abs(low), np.abs(high)).max())
    if float((high - low).max()) <= max(ONE_PLACE * most, LEAST):
        # As far as the origin, but on the scale of a plane that is empty where that is far.
        reach = min(most, 1.0) if most > LEAST else 1.0
        low, high = low - reach, high + reach
    spread = float((high - low).max())
    with_origin = np.minimum(low, 0.0), np.maximum(high, 0.0)
    if float((with_origin[1] - with_origin[0]).max()) <= 2.0 * spread:
        # Points that lie beside the origin have made room by bringing it into view.
        room = ROOM_FOR_W * spread if (low <= 0).all() and (high >= 0).all() else 0.0
        low, high = np.minimum(low, -room), np.maximum(high, room)
    centre, size = (low + high) / 2, MARGIN * (high - low)
    unit = float((np.array([width, height]) / np.maximum(size, FLAT * size.max())).min())
    half = np.array([width, height]) / unit / 2
    left, bottom = (centre - half).tolist()
    right, top = (centre + half).tolist()
    return left, bottom, right, top
