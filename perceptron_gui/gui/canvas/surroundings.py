"""Where points, numbers of the axes and ×n stand on the canvas: what other words keep clear of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.frozen import Mutable, replace
from perceptron_gui.gui.canvas import captions
from perceptron_gui.gui.canvas.crowd import Crowd
from perceptron_gui.gui.canvas.label_placing import place_labels
from perceptron_gui.gui.canvas.view_frame import ViewFrame
from perceptron_gui.gui.style.theme import LIGHT

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.gui.canvas.background import GridLayer
    from perceptron_gui.gui.canvas.error_marks import ErrorMarks
    from perceptron_gui.gui.canvas.labels import Box, Label
    from perceptron_gui.gui.canvas.point_layer import PointsLayer
    from perceptron_gui.gui.canvas.scene import Places

CROSS_AT, CROSS_RADIUS = (9.5, -10.0), 4.0
"""Where the cross of an error stands beside its point, and how large it is, in pixels."""


class Known(Mutable):
    """What depends on points and view alone, and is worked out once for all frames of a run."""

    crowd: Crowd
    words: list[Box]  # names and numbers of the axes
    stacks: list[Label]  # ×n, where there is room
    about: tuple[object, ...]  # what words and stacks depend on beside the places of other points


class Surroundings:
    """What stands on the canvas whatever the run does, worked out when it is asked for.

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
        """Take what stands over the canvas; return False if that is as before. `covered`: in pixels."""
        if covered == self.covered:
            return False
        # It covers other words, as the counter does with each new digit, but no points: the crowd is as it was.
        self.covered, self._known = covered, None
        return True

    def take_points(self, added: Places | None = None) -> None:
        """Look at the points anew, or only at those that were added to more than a crowd tells apart.

        `added`: shape (n, 2) or None: in data units.
        """
        self._known = None
        if added is None or self._crowd is None:
            self._crowd = None
        else:
            self._crowd = self._crowd.with_marks(self.frame.pixels(added), self._points.diameter / 2)

    def set_moving(self, is_moving: bool) -> None:
        """Let numbers of the axes and ×n stand where they are while points are moved, then find places for them again.

        `is_moving`: whether points are being moved.
        """
        if self._is_moving and not is_moving:
            self.take_points()
        self._is_moving = is_moving

    @property
    def area(self) -> Box:
        """What no word leaves, in pixels."""
        return 2.0, 2.0, self.frame.width - 2, self.frame.height - 2

    @property
    def known(self) -> Known:
        """What stands where now."""
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
            stacks = captions.stack_labels(places, self._points.stacks.sizes, self.theme)
            taken = [*self.covered, *known.words]
            known.stacks = place_labels(stacks, self.area, taken, [], self.with_crosses(places))
        return known

    def with_crosses(self, errors: Floats) -> Crowd:
        """Return the crowd with the crosses that errors wear or may come to wear. `errors`: shape (n, 2): in pixels."""
        assert self._crowd is not None
        scale = self._error_marks.scale
        return self._crowd.with_marks(errors + scale * np.array(CROSS_AT), CROSS_RADIUS * scale)
