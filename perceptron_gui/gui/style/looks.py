"""The theme of a window: the one that is chosen, else what the desktop asks for, as eyes of a kind see it.

The matrices that red, green and blue light go through are those of complete dichromacy in Machado, Oliveira and
Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization
and Computer Graphics 15 (6), 2009; grey is relative luminance (WCAG 2).
"""

import sys
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontDatabase, QFontInfo, QGuiApplication

from perceptron_gui.frozen import replace
from perceptron_gui.gui.style.theme import THEMES, Theme, linear
from perceptron_gui.session.view.switches import ALL_CONES, DESKTOP, TEXT_SIZES
from perceptron_gui.session.view.view_state import CONTRAST, DARK, LIGHT, ViewState

USUAL_LETTERS = {"win32": 12.0, "darwin": 13.0}.get(sys.platform, 14.7)
"""Pixels of the letters of a desktop on which nobody has asked for other ones: 9, 13 and 11 points."""
LEAST_GROWTH, MOST_GROWTH = 1.15, 2.0
"""Desktops differ by less, and in more there is no room."""


def theme_for(state: ViewState) -> Theme:
    """Return the theme of a window. `state`: what is chosen."""
    name = wished_theme() if state.theme == DESKTOP else state.theme
    growth = wished_growth() if state.text_size == DESKTOP else TEXT_SIZES[state.text_size] / 100
    return _made(name, state.symbols, growth, state.eyes)


@cache
def _made(name: str, symbols: str, growth: float, eyes: str) -> Theme:
    theme = THEMES[name]
    theme = replace(theme, symbols=symbols, scale=theme.scale * growth)
    return theme if eyes == ALL_CONES else seen_with(theme, eyes)


def wished_theme() -> str:
    """Return the name of the theme that the desktop's contrast and colours ask for."""
    hints = QGuiApplication.styleHints()
    if hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast:
        return CONTRAST
    return DARK if hints.colorScheme() is Qt.ColorScheme.Dark else LIGHT


def wished_growth() -> float:
    """Return how much larger than usual the letters of the desktop are, at least 1."""
    pixels = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).pixelSize()
    growth = pixels / USUAL_LETTERS
    return 1.0 if growth < LEAST_GROWTH else min(round(growth, 2), MOST_GROWTH)


Row = tuple[float, float, float]
LIGHT_OF: Row = (0.2126, 0.7152, 0.0722)
EYES: dict[str, tuple[Row, Row, Row]] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": (LIGHT_OF, LIGHT_OF, LIGHT_OF),
}


def seen_colour(colour: str, eyes: str) -> str:
    """Return the colour that eyes of a kind make of another one. `colour`: as #rrggbb."""
    ink = QColor(colour)
    light = [linear(value) for value in (ink.redF(), ink.greenF(), ink.blueF())]
    seen = (sum(part * value for part, value in zip(row, light, strict=True)) for row in EYES[eyes])
    return QColor.fromRgbF(*(_channel(min(max(value, 0.0), 1.0)) for value in seen)).name()


def _channel(light: float) -> float:
    """Return the value of a channel for a light, both from 0 to 1."""
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def as_it_is(theme: Theme) -> Theme:
    """Return a theme as eyes with all cones see it: so it is saved."""
    if not theme.eyes:
        return theme
    sizes = {"scale": theme.scale, "stroke": theme.stroke, "least": theme.least}
    return replace(THEMES[theme.name], symbols=theme.symbols, **sizes)


def seen_with(theme: Theme, eyes: str) -> Theme:
    """Return a theme with the colours that eyes of a kind see in it."""
    colours = {
        name: seen_colour(value, eyes)
        for name in theme.__struct_fields__
        if isinstance(value := getattr(theme, name), str) and value.startswith("#")
    }
    classes = tuple(seen_colour(colour, eyes) for colour in theme.classes)
    return replace(theme, **colours, classes=classes, eyes=eyes)
