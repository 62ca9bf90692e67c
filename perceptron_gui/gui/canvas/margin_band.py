"""The band of the margin perceptron: what lies between its lines is learned from, though it is right (V4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF

from perceptron_gui.gui.canvas.labels import Label
from perceptron_gui.gui.style.theme import SMALL

if TYPE_CHECKING:
    from perceptron_gui.engine.model.regions import HalfPlane
    from perceptron_gui.gui.canvas.picture import Picture

LABEL_SHARES = (0.12, 0.88, 0.3, 0.7)
"""Where along a line its value may stand."""


def band_lines(picture: Picture) -> list[QLineF]:
    """Return where f is β and −β, in multiclass where a class is β ahead, in pixels; none where they are curved."""
    beta = picture.snapshot.settings.beta
    if not beta or picture.model.is_curved:
        return []
    if not picture.model.has_class_rows:
        return [line for side in (-beta, beta) for line in picture.edges_of(_shifted(picture.planes, 0, side), owner=1)]
    return [
        line
        for k in picture.snapshot.dataset.present
        for line in picture.edges_of(_shifted(picture.planes, k, -beta), owner=k)
    ]


def band_labels(picture: Picture, lines: Sequence[QLineF]) -> list[Label]:
    """Return the values of f on the band of two classes, as far as there is room. `lines`: from `band_lines`."""
    if picture.model.has_class_rows or len(lines) != 2:
        return []
    font, labels = picture.theme.font(SMALL), []
    for line, text in zip(lines, ("f = β", "f = −β"), strict=True):
        places = [line.pointAt(share) for share in LABEL_SHARES]
        labels.append(Label(places[0], text, picture.theme.muted, font, places[1:], is_optional=True))
    return labels


def _shifted(planes: Sequence[HalfPlane], row: int, by: float) -> list[HalfPlane]:
    """Return the planes with one of them higher."""
    a, b, c = planes[row]
    return [*planes[:row], (a, b, c + by), *planes[row + 1 :]]
