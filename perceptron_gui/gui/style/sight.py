"""How a theme is seen by eyes without one kind of cones, and without any: every colour goes through one matrix.

The matrices for red, green and blue light are those of complete dichromacy in Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer
Graphics 15 (6), 2009; grey is relative luminance (WCAG 2).
"""

from PySide6.QtGui import QColor

from perceptron_gui.frozen import replace
from perceptron_gui.gui.style.theme import THEMES, Theme, linear

Row = tuple[float, float, float]
LIGHT_OF: Row = (0.2126, 0.7152, 0.0722)
EYES: dict[str, tuple[Row, Row, Row]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
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
