"""What labels on the canvas avoid: points, also in a crowd, numbers of the axes and ×n."""

from copy import copy
from functools import cached_property

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.frozen import Mutable, replace
from perceptron_gui.gui.canvas.figures.backdrop import GridLayer
from perceptron_gui.gui.canvas.figures.foreground import ErrorMarks
from perceptron_gui.gui.canvas.figures.labels import PADDING, Box, Label, place_labels, stack_labels
from perceptron_gui.gui.canvas.figures.point_layer import PointsLayer
from perceptron_gui.gui.canvas.scene import Places
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import LIGHT

CELL = 3.0
"""Pixels of the squares in which it is told whether there is a point."""
NEIGHBOURHOOD = 10.0
"""Pixels of the squares in which points are counted: two within one, or in squares side by side, are close."""
MOST_POINTS = 20_000
"""Points that are looked at; of more, evenly many are, which fill the screen as well."""


class Crowd:
    """Which parts of the canvas points cover.

    `positions`: shape (n, 2): in data units. `diameter`: of a point, in pixels.
    """

    def __init__(self, positions: Floats, frame: ViewFrame, diameter: float) -> None:
        self._few = frame.pixels(positions[:: len(positions) // MOST_POINTS + 1])
        self._shape = int(frame.height / CELL) + 2, int(frame.width / CELL) + 2
        self._taken = self._spread(self._marked(self._few), diameter / 2)
        self._scale = max(diameter / 13.0, 0.6)
        self._rows: bytes | None = None

    def with_marks(self, pixels: Floats, radius: float) -> "Crowd":
        """Return the crowd with further marks beside the points.

        `pixels`: shape (n, 2): their middles in pixels. `radius`: of a mark, in pixels.
        """
        other = copy(self)
        other._taken = self._taken | self._spread(self._marked(pixels), radius)
        other._rows = None
        return other

    def meets(self, box: Box) -> bool:
        """Whether there is a point in a box. `box`: left, top, right and bottom in pixels."""
        height, width = self._shape
        left, right = min(max(int(box[0] / CELL), 0), width), min(max(int(box[2] / CELL) + 1, 0), width)
        top, bottom = min(max(int(box[1] / CELL), 0), height), min(max(int(box[3] / CELL) + 1, 0), height)
        if self._rows is None:
            self._rows = self._taken.tobytes()  # quicker to look into than an array is
        find = self._rows.find
        for row in range(top * width, bottom * width, width):  # noqa: SIM110 — a generator takes twice as long
            if find(b"\1", row + left, row + right) >= 0:
                return True
        return False

    def is_close(self, pixels: Floats) -> Bools:
        """Return for every place of a point whether other points lie close to it.

        `pixels`: shape (n, 2): the places in pixels. Returns shape (n,): True where others are close.
        """
        if not len(pixels):
            return np.zeros(0, dtype=bool)
        close: Bools = self._counts[self._squares(pixels)] > 1
        return close

    @property
    def lone(self) -> Floats:
        """The places of points to which no other lies close, shape (n, 2): in pixels."""
        return self._few[~self.is_close(self._few)]

    def _marked(self, pixels: Floats) -> Bools:
        taken = np.zeros(self._shape, dtype=bool)
        cells = np.floor(pixels / CELL).astype(np.int64)
        height, width = self._shape
        inside = (cells[:, 0] >= 0) & (cells[:, 0] < width) & (cells[:, 1] >= 0) & (cells[:, 1] < height)
        taken[cells[inside, 1], cells[inside, 0]] = True
        return taken

    def _spread(self, taken: Bools, radius: float) -> Bools:
        """Also mark all cells within `radius` pixels of a marked one, across and upwards."""
        for _ in range(max(int(np.ceil(radius / CELL - 0.5)), 1)):
            wider = taken.copy()
            wider[:, 1:] |= taken[:, :-1]
            wider[:, :-1] |= taken[:, 1:]
            taken = wider.copy()
            taken[1:] |= wider[:-1]
            taken[:-1] |= wider[1:]
        return taken

    def _squares(self, pixels: Floats) -> tuple[Ints, Ints]:
        """Return row and column of the square of every pixel; all outside share the outermost squares."""
        size = NEIGHBOURHOOD * self._scale
        most = [int(self._shape[axis] * CELL / size) + 3 for axis in (0, 1)]
        cells = np.floor(pixels / size).astype(np.int64) + 1
        rows, columns = cells[:, 1], cells[:, 0]
        return np.minimum(np.maximum(rows, 0), most[0]), np.minimum(np.maximum(columns, 0), most[1])

    @cached_property
    def _counts(self) -> Ints:
        """How many points lie in every square and those around it."""
        size = NEIGHBOURHOOD * self._scale
        height, width = (int(length * CELL / size) + 4 for length in self._shape)
        rows, columns = self._squares(_different(self._few))
        at = (rows + 1) * (width + 2) + columns + 1  # with a margin of one square all round
        counts = np.bincount(at, minlength=(height + 2) * (width + 2)).reshape(height + 2, width + 2)
        counts = counts[:-2] + counts[1:-1] + counts[2:]
        return counts[:, :-2] + counts[:, 1:-1] + counts[:, 2:]


def _different(pixels: Floats) -> Floats:
    """Return every place once, however many points lie there."""
    tenths = np.round(10 * pixels).astype(np.int64)
    _, first = np.unique(tenths[:, 0] * 2**32 + tenths[:, 1], return_index=True)
    return pixels[first]


CROSS_AT, CROSS_RADIUS, RING_RADIUS = (9.5, -10.0), 4.0, 11.0
"""Where the cross of an error stands beside its point, and how large it and the ring are, in pixels."""
RING_GAP = 1.5
"""Pixels of a ring's width that ×n may touch: it would stand too far from its points."""


class Known(Mutable):
    """What depends on points and view alone, and is worked out once for all frames of a run."""

    crowd: Crowd
    words: list[Box]  # names and numbers of the axes
    stacks: list[Label]  # ×n, where there is room
    about: tuple[object, ...]  # what words and stacks depend on beside the places of other points


class Surroundings:
    """What labels must avoid whatever the run does; computed on demand and kept.

    `grid`: its numbers give way to points. `covered`: what stands over the canvas, in pixels.
    """

    def __init__(self, points: PointsLayer, grid: GridLayer, error_marks: ErrorMarks) -> None:
        self.frame, self.theme = ViewFrame(), LIGHT
        self.covered: list[Box] = []
        self._points, self._grid, self._error_marks = points, grid, error_marks
        self._crowd: Crowd | None = None
        self._known: Known | None = None
        self._earlier: Known | None = None
        self._is_moving = False

    def set_covered(self, covered: list[Box]) -> bool:
        """Set the boxes that lie over the canvas; return False if they are unchanged. `covered`: in pixels."""
        if covered == self.covered:
            return False
        # It covers other words, as the arrows at the edges do, but no points: the crowd is as it was.
        self.covered, self._known = covered, None
        return True

    def take_points(self, added: Places | None = None) -> None:
        """Forget what was computed from the points; with `added`, keep the crowd and add these points to it.

        `added`: shape (n, 2) or None: in data units.
        """
        self._known = None
        if added is None or self._crowd is None:
            self._crowd = None
        else:
            self._crowd = self._crowd.with_marks(self.frame.pixels(added), self._points.diameter / 2)

    def set_moving(self, is_moving: bool) -> None:
        """Keep the axes' numbers and ×n in place while points are moved; place them anew afterwards.

        `is_moving`: whether points are being moved.
        """
        if self._is_moving and not is_moving:
            self.take_points()
        self._is_moving = is_moving

    @property
    def area(self) -> Box:
        """The box in pixels that labels must stay inside."""
        return 2.0, 2.0, self.frame.width - 2, self.frame.height - 2

    @property
    def known(self) -> Known:
        """What depends on points and view only, for the present points and view."""
        if self._known is None:
            crowd = self._crowd = self._crowd or Crowd(self._points.positions, self.frame, self._points.diameter)
            stacks, sizes = self._points.stacks.places.tolist(), self._points.stacks.sizes.tolist()
            about = (self.frame, self.theme, self._points.diameter, self.covered, stacks, sizes)
            if self._is_moving and self._earlier is not None and self._earlier.about == about:
                self._known = replace(self._earlier, crowd=crowd)
            else:
                self._known = self._placed(crowd, about)
            self._earlier = self._known
        return self._known

    def _placed(self, crowd: Crowd, about: tuple[object, ...]) -> Known:
        """Find places for numbers and names of the axes, and for ×n beside every place with several points."""
        self._grid.meets_points = crowd.meets
        self._grid.update()
        known = Known(crowd, self._grid.word_boxes(), [], about)
        if len(self._points.stacks.places):
            places = self.frame.pixels(self._points.stacks.places)
            stacks = stack_labels(places, self._points.stacks.sizes, self.theme)
            taken = [*self.covered, *known.words]
            worn = np.concatenate([places, crowd.lone])  # crosses that may come: ×n does not come and go with them
            scale, crowd = self._error_marks.scale, self._with_crosses(worn)
            rings = crowd.with_marks(worn, (RING_RADIUS - RING_GAP) * scale - PADDING)
            known.stacks = place_labels(stacks, self.area, taken, [], rings)
        return known

    def _with_crosses(self, errors: Floats) -> Crowd:
        """Return the crowd with the crosses that errors wear or may come to wear. `errors`: shape (n, 2): in pixels."""
        assert self._crowd is not None
        scale = self._error_marks.scale
        return self._crowd.with_marks(errors + scale * np.array(CROSS_AT), CROSS_RADIUS * scale)

    def marked(self) -> Crowd:
        """Return what rings and crosses of errors cover, and the points in them."""
        marks = self._error_marks
        ringed, crossed = marks.places
        crowd = Crowd(np.empty((0, 2)), self.frame, self._points.diameter)
        for pixels, radius in (
            (ringed, RING_RADIUS),
            (ringed + marks.scale * np.array(CROSS_AT), CROSS_RADIUS),
            (crossed, CROSS_RADIUS),
        ):
            crowd = crowd.with_marks(pixels, radius * marks.scale) if len(pixels) else crowd
        return crowd
