"""Points painted, sprayed, put into another class, erased along the path of the pointer; each is one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt, QTimer

from perceptron_gui.engine.data.dataset import DatasetError
from perceptron_gui.gui.canvas.snapping import NO_MODIFIER
from perceptron_gui.gui.canvas.strokes import Stroke
from perceptron_gui.session.painting.brush import dab
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.editing import PointEditing

BRUSH_POINTS = 2
"""Points of a dab of the brush."""
BRUSH_APART, SPRAY_APART = 0.45, 0.5
"""Between two dabs, in radii."""
LEAST_APART = 4.0
"""Pixels between two dabs at least."""
MOST_DABS = 200
"""Dabs between two places of the pointer: it may have jumped across the screen under the smallest brush."""
SPRAY_MS = 50
"""Between two dabs of a spray that is held in one place."""
FINER = 10
"""Painted points snap finer than others, or they would coincide."""
Keys = Qt.KeyboardModifier


class Painting(Stroke):
    """Points of the current class that appear around the pointer.

    `at`: the pixel of the press. `count`: points of a dab. `apart`: between two dabs, in radii.
    """

    def __init__(self, editing: PointEditing, at: QPointF, count: int, apart: float) -> None:
        super().__init__(editing, at)
        self._chance = np.random.default_rng()
        self._painted = editing.dataset
        self._radius = editing.controller.view_state.brush_radius
        self._count, self._apart = count, max(apart * self._radius, LEAST_APART)
        self._last = at
        self._dab([at])

    def move(self, at: QPointF, modifiers: Keys) -> None:
        """See `Stroke.move`."""
        way = QLineF(self._last, at)
        count = min(int(way.length() / self._apart), MOST_DABS)
        if count:
            self._last = at
            self._dab([way.pointAt((i + 1) / count) for i in range(count)])

    def _dab(self, middles: list[QPointF]) -> None:
        """Add points around some places."""
        editing, around = self._editing, dab(self._chance, self._count * len(middles), self._radius).tolist()
        places = [middles[i // self._count] + QPointF(*offset) for i, offset in enumerate(around)]
        points = np.array([editing.coordinates(place, NO_MODIFIER, FINER) for place in places])
        try:
            labels = [editing.current_class] * len(points)
            self._painted = self._painted.with_points(points[:, : self._painted.n_features], labels)
        except DatasetError as error:
            editing.controller.noticed.emit(str(error))
        self._canvas.show_points(self._painted, editing.dataset.n_samples)

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        """See `Stroke.finish`."""
        if self._painted is not self._editing.dataset:
            self._editing.controller.set_dataset(self._painted, self.name)

    @property
    def name(self) -> str:
        """The step of undo, translated."""
        return tr("paint")

    def give_up(self) -> None:
        self._canvas.show_points(self._editing.dataset)


class Brush(Painting):
    """Points painted along the way; where the pointer rests no more come. `at`: the pixel of the press."""

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at, BRUSH_POINTS, BRUSH_APART)


class Spray(Painting):
    """Points that keep coming for as long as the button is held. `at`: the pixel of the press."""

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at, editing.controller.view_state.spray_density, SPRAY_APART)
        self._timer = QTimer(editing)
        self._timer.setInterval(SPRAY_MS)
        self._timer.timeout.connect(lambda: self._dab([self._last]))
        self._timer.start()

    def move(self, at: QPointF, modifiers: Keys) -> None:
        """See `Stroke.move`."""
        super().move(at, modifiers)
        self._last = at

    @property
    def name(self) -> str:
        return tr("spray")

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        """See `Stroke.finish`."""
        self._stop()
        super().finish(at, modifiers)

    def give_up(self) -> None:
        self._stop()
        super().give_up()

    def _stop(self) -> None:
        self._timer.stop()
        self._timer.deleteLater()


class Relabel(Stroke):
    """Points that the brush touches, which get the current class at the end and wear it at once.

    `at`: the pixel of the press.
    """

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at)
        self._label, self._last = editing.current_class, at
        self._radius = editing.controller.view_state.brush_radius
        self._is_touched = np.zeros(editing.dataset.n_samples, dtype=bool)
        self.move(at, NO_MODIFIER)

    def move(self, at: QPointF, modifiers: Keys) -> None:
        """See `Stroke.move`."""
        near = self._canvas.points_along(self._last, at, self._radius)
        self._last = at
        others = near[self._editing.dataset.labels[near] != self._label]
        if not self._is_touched[others].all():
            self._is_touched[others] = True
            self._canvas.show_touched(np.flatnonzero(self._is_touched), self._label)

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        """See `Stroke.finish`."""
        self.give_up()
        self._editing.controller.relabel(np.flatnonzero(self._is_touched).tolist(), self._label)

    def give_up(self) -> None:
        self._canvas.show_touched(np.empty(0, dtype=np.int64), 0)


class Erase(Stroke):
    """Points that are touched, and deleted at the end. `at`: the pixel of the press."""

    def __init__(self, editing: PointEditing, at: QPointF) -> None:
        super().__init__(editing, at)
        self._touched: set[int] = set()
        self.move(at, NO_MODIFIER)

    def move(self, at: QPointF, modifiers: Keys) -> None:
        """See `Stroke.move`."""
        near = self._canvas.point_near(at)
        if near is not None:
            self._touched.add(near)
            self._canvas.ring_points(sorted(self._touched))

    def finish(self, at: QPointF, modifiers: Keys) -> None:
        """See `Stroke.finish`."""
        self.give_up()
        self._editing.select([])
        self._editing.controller.delete(sorted(self._touched))

    def give_up(self) -> None:
        self._canvas.ring_points(self._editing.selected)
