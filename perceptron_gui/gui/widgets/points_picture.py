"""Points as a small picture, drawn from the points themselves: a thumbnail, or a look ahead."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.parts import Part
from perceptron_gui.gui.style.stamps import class_stamp, draw_stamps
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.session.classes.plane import positions, rectangle_around

MOST_POINTS = 2_000
"""Points that are drawn; of more, evenly many are."""
SIZES = ((12, 9.0), (80, 7.0), (400, 5.0))
"""Diameter of points in pixels, where there are at most so many; of more it is `SMALLEST`."""
SMALLEST = 3.5
MARGIN = 0.08
"""What is shown around the points, as a share of their range."""


def draw_points(painter: QPainter, box: QRectF, dataset: Dataset, theme: Theme) -> None:
    """Draw all points of the first two features, with one scale on both axes; those held out are hollow.

    Parameters
    ----------
    painter : QPainter
    box : QRectF
        Where to, in pixels.
    dataset : Dataset
    theme : Theme
    """
    if not dataset.n_samples:
        return
    chosen = np.arange(0, dataset.n_samples, (dataset.n_samples - 1) // MOST_POINTS + 1)
    size = next((size for most, size in SIZES if dataset.n_samples <= most), SMALLEST) * theme.scale
    middles, labels = _pixels(dataset, box)[chosen], dataset.labels[chosen]
    is_held_out = np.zeros(len(chosen), dtype=bool) if dataset.parts is None else dataset.parts[chosen] != Part.TRAINING
    sharpness = painter.device().devicePixelRatioF()
    for k in dataset.present:
        colour = theme.class_colour(k).name()
        for is_hollow, ground, edge in ((False, colour, theme.panel), (True, theme.panel, colour)):
            stamp = class_stamp(k, size, ground, edge, sharpness)
            draw_stamps(painter, stamp, middles[(labels == k) & (is_held_out == is_hollow)])


def _pixels(dataset: Dataset, box: QRectF) -> Floats:
    """Return where each point lies when all of them are shown in the box."""
    left, _, right, top = rectangle_around(dataset, (box.width(), box.height()), MARGIN)
    unit = box.width() / (right - left)
    corner, scale = np.array([left, top]), np.array([unit, -unit])
    pixels: Floats = (positions(dataset) - corner) * scale + np.array([box.left(), box.top()])
    return pixels
