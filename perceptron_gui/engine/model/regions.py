"""The picture of a linear classifier in a rectangle of the plane: cells and the lines between them (P8, M4)."""

from collections.abc import Sequence

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.frozen import Frozen

Point = tuple[float, float]
HalfPlane = tuple[float, float, float]
"""a, b, c: the points with a·x + b·y + c ≥ 0."""
BORDER = -1


class Cell(Frozen):
    """The part of the rectangle where one class wins."""

    owner: int  # index of the class; in the binary modes 0 is S₋ and 1 is S₊
    corners: tuple[Point, ...]  # a convex polygon in data units; empty when the class wins nowhere
    # for each edge from corner i to corner i + 1: the class beyond it, or −1 at the edge of the rectangle
    rivals: tuple[int, ...]

    def edges(self) -> list[tuple[Point, Point, int]]:
        """Return (from, to, rival) for the edges towards other classes."""
        following = (*self.corners[1:], *self.corners[:1])
        pairs = zip(self.corners, following, self.rivals, strict=True)
        return [(p, q, rival) for p, q, rival in pairs if rival != BORDER]


def binary_cells(plane: HalfPlane, rectangle: tuple[float, float, float, float]) -> list[Cell]:
    """Return S₋ and S₊ in a rectangle; none where f is 0 everywhere.

    `plane`: f(x, y) = a·x + b·y + c. `rectangle`: data units.
    """
    if plane == (0.0, 0.0, 0.0):
        return []
    a, b, c = plane
    return [_cell(0, [((-a, -b, -c), 1)], rectangle), _cell(1, [((a, b, c), 0)], rectangle)]


def class_cells(
    planes: Sequence[HalfPlane], present: Sequence[int], rectangle: tuple[float, float, float, float]
) -> list[Cell]:
    """Return the arg-max cells of the scores a_k·x + b_k·y + c_k (M4).

    `planes`: one for every class of the palette. `present`: the classes that take part. `rectangle`: data units.
    """
    cells = []
    for k in present:
        rivals = [(_difference(planes[k], planes[j]), j) for j in present if j != k]
        if all(any(plane) for plane, _ in rivals):
            cells.append(_cell(k, rivals, rectangle))
    return cells


def lifted(planes: Sequence[HalfPlane], row: int, by: float) -> list[HalfPlane]:
    """Return the planes with one of them higher."""
    a, b, c = planes[row]
    return [*planes[:row], (a, b, c + by), *planes[row + 1 :]]


def slice_plane(theta: Floats, axes: tuple[int, int | None], held: Floats, has_bias: bool) -> HalfPlane:
    """Return f on the plane of two features, the other features fixed.

    `theta`: shape (n_entries,): (w, b), or w without bias. `axes`: the features across and upwards; None where there is
    one feature only. `held`: shape (n_features,): values of the features that are not shown. `has_bias`: whether the
    last entry of `theta` is b. Returns f(x, y) = a·x + b·y + c.
    """
    weights = theta[: len(held)]
    offset = float(theta[-1]) if has_bias else 0.0
    hidden = [j for j in range(len(held)) if j not in axes]
    offset += sum(float(weights[j] * held[j]) for j in hidden)
    upwards = float(weights[axes[1]]) if axes[1] is not None else 0.0
    return float(weights[axes[0]]), upwards, offset


def _difference(one: HalfPlane, other: HalfPlane) -> HalfPlane:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _cell(owner: int, limits: Sequence[tuple[HalfPlane, int]], rectangle: tuple[float, float, float, float]) -> Cell:
    left, bottom, right, top = rectangle
    corners: list[Point] = [(left, bottom), (right, bottom), (right, top), (left, top)]
    rivals = [BORDER] * 4
    for plane, rival in limits:
        corners, rivals = _clipped(corners, rivals, plane, rival)
    return Cell(owner, tuple(corners), tuple(rivals))


def _clipped(corners: list[Point], rivals: list[int], plane: HalfPlane, rival: int) -> tuple[list[Point], list[int]]:
    """Cut a convex polygon by a half-plane (Sutherland and Hodgman 1974), remembering whose edge is whose."""
    a, b, c = plane
    heights = [a * x + b * y + c for x, y in corners]
    kept: list[Point] = []
    kept_rivals: list[int] = []
    for i, (p, h) in enumerate(zip(corners, heights, strict=True)):
        q, g = corners[(i + 1) % len(corners)], heights[(i + 1) % len(corners)]
        if h >= 0:
            kept.append(p)
            kept_rivals.append(rivals[i])
        if (h >= 0) != (g >= 0):
            t = h / (h - g)
            kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
            kept_rivals.append(rival if h >= 0 else rivals[i])
    return kept, kept_rivals
