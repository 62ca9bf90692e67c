"""Whether a picture shows the window, as far as a program can tell."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

from installers.shell import BuildError

SMALLEST = (780, 560)
"""On the smallest screen, that of Qt without a screen."""
FEWEST_COLOURS = 200
"""The window has over a thousand: letters are smoothed."""
MOST_OF_ONE = 0.9
"""Part of the picture that one colour may take: an empty window is all of one."""


def look(path: Path) -> str:
    """Return what a picture is like.

    Parameters
    ----------
    path : Path

    Raises
    ------
    BuildError
        When it is too small, or empty.
    """
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)
    width, height = image.width(), image.height()
    if width < SMALLEST[0] or height < SMALLEST[1]:
        raise BuildError(f"{path} is no picture of a window: {width} × {height}")
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(height, -1)[:, :width]
    colours, counts = np.unique(pixels, return_counts=True)
    part = counts.max() / counts.sum()
    if len(colours) < FEWEST_COLOURS or part > MOST_OF_ONE:
        raise BuildError(f"{path} shows nothing: {len(colours)} colours, {part:.0%} of it one of them")
    return f"{width} × {height}, {len(colours)} colours"
