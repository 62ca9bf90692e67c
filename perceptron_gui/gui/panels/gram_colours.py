"""Numbers as colours, with 0 in the middle: the cells of the Gram matrix, its lit row and its scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor, QImage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.gui.style.theme import Theme

DEEPEST = 0.9
"""Share of the colour where |K| is largest."""


def coloured(values: Floats, largest: float, theme: Theme, depth: float = DEEPEST) -> QImage:
    """Return numbers as colours: those above 0 in one, those below in another, and the ground for 0.

    `values`: shape (n_rows, n_columns). `largest`: the size that gets the deepest colour. `depth`: share of the colour
    there.
    """
    shares = np.clip(np.nan_to_num(values / largest if largest > 0 else 0.0 * values), -1.0, 1.0)
    ground, above, below = (_rgb(name) for name in (theme.panel, theme.accent, theme.warn))
    ends = np.where(shares[..., None] >= 0, above, below)
    mixed = ground + np.abs(shares)[..., None] * (depth * (ends - ground))
    pixels = np.full((*values.shape, 4), 255, dtype=np.uint8)
    pixels[..., :3] = np.rint(mixed)
    rows, columns = values.shape
    return QImage(pixels.data, columns, rows, 4 * columns, QImage.Format.Format_RGBX8888).copy()


def _rgb(name: str) -> NDArray[np.float64]:
    colour = QColor(name)
    return np.array([colour.red(), colour.green(), colour.blue()], dtype=np.float64)
