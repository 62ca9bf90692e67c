"""What is painted of the geometry, under the points; pale while it is about points that have moved on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPainter

from perceptron_gui.gui.canvas.background import Layer

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.geometry.figure import Figure
    from perceptron_gui.gui.canvas.labels import Label

PALE = 0.4
"""Opacity of what is about points that are not those on the screen."""


class GeometryLayer(Layer):
    """Figures and their words; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__(-5)
        self._figures: list[Figure] = []
        self._labels: list[Label] = []
        self.hide()

    def set_figures(self, figures: list[Figure]) -> None:
        """Show other figures."""
        self._figures = figures
        self.setVisible(bool(figures))
        self.update()

    def set_labels(self, labels: list[Label]) -> None:
        """Write the words of the figures where there is room. `labels`: in their places."""
        self._labels = labels

    @property
    def labels(self) -> list[Label]:
        """The words, where they stand."""
        return self._labels

    def set_pale(self, is_pale: bool) -> None:
        """Show that the figures are not about the points as they lie now, or that they are."""
        self.setOpacity(PALE if is_pale else 1.0)

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        for figure in self._figures:
            figure.draw(painter)
        halo = QColor(self.theme.panel)
        halo.setAlphaF(0.85)
        for label in self._labels:
            label.draw(painter, halo)
