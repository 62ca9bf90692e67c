"""Colours, sizes and fonts: the tokens of G3."""

from functools import lru_cache
from pathlib import Path

from PySide6.QtGui import QColor, QFont

from perceptron_gui.frozen import Frozen, replace

RESOURCES = Path(__file__).parents[2] / "resources"
SPACE = 8
RADIUS = 8
LEAST_HEIGHT = 18
"""Pixels of a button or a field without its edges."""
TEXT, SMALL = 14, 12
"""Text sizes in pixels."""
COUNTER = 54


def text_font(pixels: int = TEXT, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the text font, with figures of one width so that changing numbers do not move.

    `pixels`: size in pixels.
    """
    font = QFont("Inter")
    font.setPixelSize(pixels)
    font.setWeight(weight)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


class Theme(Frozen):
    """The colours of one theme, as #rrggbb, and how large and thick it draws."""

    name: str  # "light", "dark" or "projector"
    # grounds of the window and of bars and panels, and lines between them
    background: str
    panel: str
    line: str
    # text, and text of less weight
    text: str
    muted: str
    # chosen and focused controls, and text on them
    accent: str
    on_accent: str
    # errors, good news and warnings
    wrong: str
    good: str
    # grounds below good news and warnings
    good_tint: str
    warn: str
    warn_tint: str
    classes: tuple[str, ...]  # one colour a class
    tint: float  # share of a class's colour in its region
    # by how much text is larger, and lines are thicker, than on a desk
    scale: float = 1.0
    stroke: float = 1.0
    symbols: str = "own"  # the notation that its formulas are written in: what was set in another one is set anew

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on a dark ground."""
        return self.name == "dark"

    def enlarged(self, factor: float) -> "Theme":
        """Return the theme with larger text and thicker lines, for a screen that shows the canvas alone.

        `factor`: 1 for the size on a desk.
        """
        return self if factor == 1.0 else replace(self, scale=self.scale * factor, stroke=self.stroke * factor)

    def of_visit(self, is_mistake: bool, is_near_miss: bool) -> str:
        """Return the colour of what is said of a visit.

        `is_mistake`, `is_near_miss`: neither: the point was right, by more than β (V4).
        """
        return self.wrong if is_mistake else self.warn if is_near_miss else self.good

    def font(self, pixels: int = TEXT, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return the text font at the size this theme needs. `pixels`: size in pixels at scale 1."""
        return text_font(round(pixels * self.scale), weight)

    def maths(self, pixels: int, is_italic: bool = False, is_bold: bool = False) -> QFont:
        """Return the font of formulas at the size this theme needs.

        `pixels`: size in pixels at scale 1. `is_italic`, `is_bold`: style of the letters.
        """
        font = QFont(["STIX Two Text", "STIX Two Math", "Inter"])
        font.setPixelSize(round(pixels * self.scale))
        font.setItalic(is_italic)
        font.setBold(is_bold)
        return font

    def class_colour(self, index: int) -> QColor:
        """Return the colour of a class. `index`: index of the class; colours repeat after the last."""
        return QColor(self.classes[index % len(self.classes)])

    def region_colour(self, index: int) -> QColor:
        """Return the tint of a class's decision region, opaque on the panel colour. `index`: index of the class."""
        return blend(self.class_colour(index), QColor(self.panel), self.tint)


LIGHT = Theme(
    name="light",
    background="#f4f4f1",
    panel="#ffffff",
    line="#dcdcd6",
    text="#1d1d1b",
    muted="#6b6b66",
    accent="#2f55d4",
    on_accent="#ffffff",
    wrong="#c0182b",
    good="#14703a",
    good_tint="#e3f4e8",
    warn="#8a4b00",
    warn_tint="#fbeeda",
    classes=(
        "#0072b2",
        "#d55e00",
        "#009e73",
        "#a23b8f",
        "#665c00",
        "#3b2fd0",
        "#7d1128",
        "#77889a",
        "#3d2600",
        "#0d3b4f",
    ),
    tint=0.10,
)
DARK = Theme(
    name="dark",
    background="#15171b",
    panel="#1d2025",
    line="#31353c",
    text="#ececea",
    muted="#9da1a8",
    accent="#7aa2ff",
    on_accent="#10131a",
    wrong="#ff6b6b",
    good="#7fe0a2",
    good_tint="#16331f",
    warn="#f0c274",
    warn_tint="#3a2c14",
    classes=(
        "#4da3dd",
        "#f08a4b",
        "#2fd6a0",
        "#ffb0f0",
        "#ffe35c",
        "#7f62ff",
        "#ff4f70",
        "#a0a8b0",
        "#94772c",
        "#d5fbff",
    ),
    tint=0.13,
)
PROJECTOR = replace(
    LIGHT, name="projector", background="#ffffff", line="#b8b8b0", muted="#4a4a46", tint=0.16, scale=1.3, stroke=1.7
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, PROJECTOR)}


@lru_cache
def theme_of(name: str, symbols: str) -> Theme:
    """Return a theme whose formulas are written in a notation. `name`, `symbols`: of both."""
    return replace(THEMES[name], symbols=symbols)


def blend(colour: QColor, ground: QColor, share: float) -> QColor:
    """Return a mixture of two colours. `ground`: the colour below. `share`: share of `colour`, from 0 to 1."""
    return QColor.fromRgbF(
        colour.redF() * share + ground.redF() * (1 - share),
        colour.greenF() * share + ground.greenF() * (1 - share),
        colour.blueF() * share + ground.blueF() * (1 - share),
    )


def faded(colour: str, alpha: float) -> QColor:
    """Return a colour that what lies below shines through. `colour`: as #rrggbb. `alpha`: its share, from 0 to 1."""
    ink = QColor(colour)
    ink.setAlphaF(alpha)
    return ink
