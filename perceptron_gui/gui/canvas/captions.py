"""Words of a picture: the visited point's name, α and ×n beside points, S₊ and S₋ in their corners."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont

from perceptron_gui.gui.canvas.labels import Label, formula_label
from perceptron_gui.gui.style.theme import SMALL, Theme
from perceptron_gui.session.contours.field import region_classes
from perceptron_gui.session.modes import words_of
from perceptron_gui.session.wording import index_text
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.gui.canvas.picture import Picture
    from perceptron_gui.session.contours.field import Field

MOST_ALPHAS = 60
"""Points with α > 0 whose α is written on the canvas, as far as there is room."""
LOOK = 1000
"""Points that are looked at first for more of them: mostly these say it, and a million take half a millisecond."""
NAME_GAP = 19.0
"""Pixels between the middle of the visited point and its name, which stands outside its ring."""
SIDE_PLACES = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 0.3), (1, 0.3), (0, 0.7), (1, 0.7), (0.75, 1), (0.25, 1))
"""Where S₊ and S₋ may stand: shares of the free width and height."""

UNDECIDED_PLACES = ((0.0, 0.95), (0.3, 0.95), (0.0, 0.5), (0.4, 0.15), (0.3, 0.5))
"""Where it may stand that there are no sides: shares of the width and the height."""


def point_name(picture: Picture) -> list[Label]:
    """Return the name of the visited point, if one was visited and is in view."""
    at, last, theme = picture.visited(), picture.snapshot.last, picture.theme
    if at is None or last is None or not picture.frame.contains(*picture.positions[last.point].tolist()):
        return []
    side = QPointF(19, -10) * theme.scale
    text = index_text(last.point)
    return [formula_label(at + side, text, theme.text, theme, at, NAME_GAP * theme.scale)]


def alpha_labels(picture: Picture) -> list[Label]:
    """Return α beside its points, the largest first, if there are few enough to read (D1)."""
    alpha = picture.snapshot.alpha
    if alpha is None or "alpha" not in picture.model.parts:
        return []
    if any(np.count_nonzero(some) > MOST_ALPHAS for some in (alpha[:LOOK], alpha)):
        return []
    used = np.flatnonzero(alpha)
    used = used[np.argsort(-alpha[used], kind="stable")]
    texts = [f"α={value}" for value in alpha[used].tolist()]
    return _beside(picture.pixels_of(picture.positions[used]), texts, QPointF(-26, 22), 10.0, picture.theme)


def stack_labels(pixels: Floats, sizes: Ints, theme: Theme) -> list[Label]:
    """Return ×n beside every place where several points coincide.

    `pixels`: shape (n_places, 2): the places in pixels. `sizes`: shape (n_places,): how many points lie in each.
    """
    texts = [f"×{count}" for count in sizes.tolist()]
    return _beside([QPointF(x, y) for x, y in pixels.tolist()], texts, QPointF(8, 14), 9.0, theme)


def _beside(places: list[QPointF], texts: list[str], side: QPointF, gap: float, theme: Theme) -> list[Label]:
    """Return words beside points, which are left out where there is no room."""
    font, scale = theme.font(SMALL, QFont.Weight.DemiBold), theme.scale
    return [
        Label(at + side * scale, text, theme.text, font, anchor=at, gap=gap * scale, is_optional=True)
        for at, text in zip(places, texts, strict=True)
    ]


def side_labels(picture: Picture, field: Field | None) -> list[Label]:
    """Return the names of S₊ and S₋ where they are deepest, at the edge of the view, unless it is full (P8).

    `field`: what is shown of a curved boundary.
    """
    height_at = _height_at(picture, field)
    if height_at is None:
        return []
    frame, scale = picture.frame, picture.theme.scale
    left, top, width, height = 28.0, 34.0 * scale, frame.width - 28 - 110 * scale, frame.height - 24 - 34 * scale
    places = [QPointF(left + x * max(width - left, 0.0), top + y * height) for x, y in SIDE_PLACES]
    heights = [(height_at(*frame.data(at)), i) for i, at in enumerate(places)]
    owners = dict(zip(picture.model.owners, region_classes(picture.model), strict=True))
    font = picture.theme.font(14, QFont.Weight.DemiBold)
    deepest = sorted(heights, reverse=True)
    above = [places[i] for height, i in deepest if height > 0]
    below = [places[i] for height, i in reversed(deepest) if height < 0]
    return [
        Label(found[0], text, picture.theme.classes[owners[owner] % 10], font, found[1:], is_optional=True)
        for owner, found, text in ((1, above, tr("S₊  f > 0")), (0, below, tr("S₋  f < 0")))
        if found
    ]


def _height_at(picture: Picture, field: Field | None) -> Callable[[float, float], float] | None:
    """Return f of two classes as a function of the place; None where it is not known, or there are no sides."""
    if picture.line is not None:
        a, b, c = picture.line
        return None if (a, b) == (0.0, 0.0) else lambda x, y: a * x + b * y + c
    if picture.planes or field is None or field.is_undecided or -1 not in picture.model.owners.values():
        return None
    return lambda x, y: field.height_at(1, x, y)


def undecided_label(picture: Picture, field: Field | None) -> list[Label]:
    """Return the words for a curved f that is 0 everywhere, as before the first mistake.

    `field`: what is shown of it.
    """
    if picture.planes or field is None or not field.is_undecided:
        return []
    frame, font = picture.frame, picture.theme.font(14, QFont.Weight.DemiBold)
    text = tr(words_of(picture.snapshot.settings).undecided)
    places = [QPointF(28 + x * frame.width, y * frame.height) for x, y in UNDECIDED_PLACES]
    return [Label(places[0], text, picture.theme.muted, font, places[1:], is_optional=True)]
