"""Ten classes are told apart: on the plot, by colour-blind eyes, and without any colour at all (G3)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from perceptron_gui.gui.style.theme import THEMES, Theme, light_of, symbol

Floats = NDArray[np.float64]
# What is left of red, green and blue light to eyes without one kind of cone (Machado, Oliveira and Fernandes 2009).
EYES = {
    "all cones": np.eye(3),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.089])
TOLD_APART = 10.0
"""Distance in CIE L*a*b*; about 2 is the least that is noticed side by side."""


def light(colour: str) -> Floats:
    """Return linear red, green and blue of "#rrggbb"."""
    values = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def controller(linear: Floats) -> Floats:
    """Return L*, a*, b*."""
    xyz = TO_XYZ @ np.clip(linear, 0, 1) / WHITE
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 … 21 (WCAG 2)."""
    low, high = sorted(float(TO_XYZ[1] @ light(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_every_class_stands_out_from_the_plot(theme: Theme) -> None:
    assert len(theme.classes) == 10
    assert min(contrast(colour, theme.panel) for colour in theme.classes) >= 3


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_no_two_classes_look_alike_to_any_eyes(theme: Theme, eyes: str) -> None:
    seen = [controller(EYES[eyes] @ light(colour)) for colour in theme.classes]
    nearest = min(float(np.linalg.norm(a - b)) for a, b in itertools.combinations(seen, 2))
    assert nearest >= TOLD_APART


def test_every_class_has_a_symbol_of_its_own() -> None:
    for one, other in itertools.combinations(range(10), 2):
        assert symbol(one).simplified() != symbol(other).simplified()


def test_no_region_that_becomes_another_is_a_flash() -> None:
    """A flash is a change by a tenth of the light of white where the darker side has less than 0.8 of it (WCAG 2.3.1).

    While a run plays the regions may change places with every frame.
    """
    for theme in THEMES.values():
        lights = sorted(light_of(theme.region_colour(k)) for k in range(len(theme.classes)))
        assert lights[0] >= 0.8 or lights[-1] - lights[0] < 0.1, theme.name
