"""The theme of a window: what its user has chosen, and else what the desktop asks for."""

import sys
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QFontInfo, QGuiApplication

from perceptron_gui.frozen import replace
from perceptron_gui.gui.style.sight import seen_with
from perceptron_gui.gui.style.theme import THEMES, Theme
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
