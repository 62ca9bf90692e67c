"""The picture of weight space as a widget: what it shows, and which weights a pixel means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from perceptron_gui.gui.panels.space_painter import SpacePainter
from perceptron_gui.gui.panels.weight_painter import WeightPainter
from perceptron_gui.gui.panels.weight_pen import WeightPen
from perceptron_gui.gui.style.pictures import keeps_shapes, sharpness_of
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.session.weight_space.views import WeightView
    from perceptron_gui.session.weight_space.weight_scene import WeightScene
    from perceptron_gui.session.weight_space.weight_space import WeightSpace

HIT = 7.0
"""Pixels within which a border is pointed at."""


class WeightMap(PaintedWidget):
    """Shows a scene in a view. `cross`: the cross of the keyboard, in pixels; None while it is not shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: WeightScene | None = None
        self._view: WeightView | None = None
        self._painted: tuple[object, QPixmap] | None = None
        self.cross: QPointF | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_scene(self, scene: WeightScene | None, view: WeightView | None) -> None:
        """Show another scene. `scene`: None where there is nothing to draw."""
        self._scene, self._view = scene, view
        self.update()

    @property
    def view(self) -> WeightView | None:
        """How weights are seen now."""
        return self._view

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 160)

    def sizeHint(self) -> QSize:
        return QSize(300, 300)

    # Places

    @property
    def box(self) -> QRectF:
        """Where the picture is, in pixels."""
        return QRectF(self.rect())

    @property
    def unit(self) -> float:
        """Pixels of one unit of the view."""
        reach = self._view.reach if self._view is not None else 1.0
        return min(self.width(), self.height()) / 2 / reach

    def weights_at(self, at: QPointF) -> Floats | None:
        """Return the weights at a place; None where there are none. `at`: in pixels."""
        if self._view is None:
            return None
        away, unit = at - self.box.center(), self.unit
        return self._view.weights_at(away.x() / unit, -away.y() / unit)

    def pixel_of(self, theta: Floats) -> QPointF | None:
        """Return where weights are seen; None where they are hidden or not in the picture.

        `theta`: shape (n_entries,).
        """
        if self._view is None:
            return None
        found = self._view.places(theta[None])
        x, y = found.places[0].tolist()
        if np.isnan(x) or found.is_hidden[0]:
            return None
        return self.box.center() + QPointF(x, -y) * self.unit

    def border_at(self, at: QPointF) -> int | None:
        """Return the nearest border that is near a place, an index into those that are drawn. `at`: in pixels."""
        weights, scene = self.weights_at(at), self._scene
        if weights is None or scene is None or not len(scene.space.normals):
            return None
        aside = self.weights_at(at + QPointF(1, 0)), self.weights_at(at + QPointF(0, 1))
        heights = np.abs(scene.space.normals @ weights)
        # Pixels to the border: its height over how fast that grows from pixel to pixel.
        slopes = [np.abs(scene.space.normals @ (other - weights)) for other in aside if other is not None]
        slope = np.sqrt(sum(one**2 for one in slopes)) if slopes else np.full(len(heights), 1 / self.unit)
        away = heights / np.maximum(slope, 1e-12)
        nearest = int(away.argmin())
        return nearest if away[nearest] <= HIT * self._theme.scale else None

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._scene is not None and self._view is not None:
            if keeps_shapes(painter):
                painter.fillRect(self.rect(), QColor(self._theme.panel))
                self._draw_still(painter, self._scene.space, self._view)
            else:
                painter.drawPixmap(0, 0, self._still(self._scene.space, self._view, sharpness_of(painter)))
            WeightPainter(WeightPen(painter, self._theme, self._view, self.box), self._scene).draw()
        if self.cross is not None:
            self._draw_cross(painter, self.cross)
        self.draw_focus(painter)

    def _still(self, space: WeightSpace, view: WeightView, sharpness: float) -> QPixmap:
        """Return what stands still while the run moves; painted anew where something is another (A7)."""
        key = space, view, self._theme, self.size(), sharpness
        if self._painted is None or self._painted[0] != key:
            picture = QPixmap(self.size() * sharpness)
            picture.setDevicePixelRatio(sharpness)
            picture.fill(QColor(self._theme.panel))
            painter = QPainter(picture)
            self._draw_still(painter, space, view)
            painter.end()
            self._painted = key, picture
        return self._painted[1]

    def _draw_still(self, painter: QPainter, space: WeightSpace, view: WeightView) -> None:
        SpacePainter(WeightPen(painter, self._theme, view, self.box), space).draw()

    def _draw_cross(self, painter: QPainter, at: QPointF) -> None:
        arm = 9 * self._theme.scale
        painter.setPen(QPen(QColor(self._theme.accent), 2 * self._theme.stroke))
        painter.drawLine(at - QPointF(arm, 0), at + QPointF(arm, 0))
        painter.drawLine(at - QPointF(0, arm), at + QPointF(0, arm))
