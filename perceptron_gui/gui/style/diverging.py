"""A function over the plane as a picture: 0 is the ground, above it the colour of +, below it that of −."""

import numpy as np
from PySide6.QtGui import QColor, QImage

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.gui.style.theme import Theme

DEEPEST = 0.75
"""Share of a class's colour where the function is farthest from 0."""


def diverging_image(heights: Floats, theme: Theme, colours: tuple[str, str] | None = None) -> QImage:
    """Return the picture of a function's values.

    `heights`: shape (n_rows, n_columns): values, the lowest row first, as the plane is drawn. `colours`: below 0 and
    above it; None for those of the first two classes.
    """
    finite = np.where(np.isfinite(heights), heights, 0.0)
    top = float(np.abs(finite).max(initial=0.0))
    shares = np.clip(finite / top, -1.0, 1.0) * DEEPEST if top > 0 else np.zeros_like(finite)
    below, above = colours or theme.classes[:2]
    return shares_image(shares[::-1], theme.panel, below, above)


def shares_image(shares: Floats, panel: str, below: str, above: str) -> QImage:
    """Return a picture that mixes colours with the ground, the first row at the top.

    `shares`: shape (n_rows, n_columns): from −1, all of `below`, to 1, all of `above`. `panel`: the ground.
    """
    ground, minus, plus = (_rgb(name) for name in (panel, below, above))
    ends = np.where(shares[..., None] < 0, minus, plus)
    blended = ground + np.abs(shares)[..., None] * (ends - ground)
    pixels = np.ascontiguousarray(np.rint(blended).astype(np.uint8))
    rows, columns = shares.shape
    return QImage(pixels.data, columns, rows, 3 * columns, QImage.Format.Format_RGB888).copy()


def _rgb(name: str) -> Floats:
    colour = QColor(name)
    return np.array([colour.red(), colour.green(), colour.blue()], dtype=np.float64)
