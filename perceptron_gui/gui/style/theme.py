"""Colours, sizes and fonts, the tokens of G3, and in them symbols of classes and icons, drawn once and shown often."""

import math
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPaintEngine, QPainter, QPainterPath, QPixmap, QPolygonF, QTransform
from PySide6.QtSvg import QSvgRenderer

from perceptron_gui.frozen import Frozen, replace

RESOURCES = Path(__file__).parents[2] / "resources"
SPACE = 8
RADIUS = 8
LEAST_HEIGHT = 18
"""Pixels of a button or a field without its edges."""
TEXT, SMALL = 14, 12
"""Text sizes in pixels."""
COUNTER = 54
LEAST_FORMULA = 18
"""Pixels of the smallest formulas."""
FORMULA_FAMILIES = ("STIX Two Text", "STIX Two Math", "Inter")
"""Fonts of formulas: letters and figures, signs, and the letters of words."""
FORMULA_FONT = "font-family:" + ",".join(f"'{family}'" for family in FORMULA_FAMILIES)
"""The same in the style of rich text."""
FIGURES_IN_HALL = 45
"""Capitals and figures are at least this part as high as a screen in a hall."""
FIGURE, FORMULA_FIGURE = 0.727, 0.637
"""How high they are in Inter and in STIX Two Text, as parts of the size of letters."""


def text_font(pixels: int = TEXT, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """Return the text font; its figures are of one width, so that changing numbers do not move.

    `pixels`: size in pixels.
    """
    return QFont(_kept_font(pixels, weight))


@lru_cache(maxsize=32)
def _kept_font(pixels: int, weight: QFont.Weight) -> QFont:
    """Return a font of which all of a size are copies: a frame asks for twenty, and Qt knows the letters of a copy.

    A look has less than twenty; as long as one is kept Qt keeps its letters, also of sizes that were left long ago.
    """
    font = QFont("Inter")
    font.setPixelSize(pixels)
    font.setWeight(weight)
    return font


class Theme(Frozen):
    """The colours of one theme, as #rrggbb, and how large and thick it draws."""

    name: str  # one of `session.view.view_state.THEMES`
    # grounds of the window and of bars and panels, and lines between them
    background: str
    panel: str
    line: str
    edge: str  # of fields, and whatever else shows by its outline alone where it is
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
    # of text with its ground: 4.5 (WCAG 1.4.3), or 7, and what rounding to whole colours takes
    contrast: float = 4.6
    # by how much text is larger, and lines are thicker, than on a desk
    scale: float = 1.0
    stroke: float = 1.0
    least: int = 0  # pixels of the smallest letters of text
    symbols: str = "own"  # the notation that its formulas are written in: what was set in another one is set anew
    eyes: str = ""  # as whose eyes see it (`looks.EYES`); "" for all cones

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on a dark ground."""
        return QColor(self.panel).lightness() < 128

    def for_hall(self, height: int) -> "Theme":
        """Return the theme for a screen that is `height` pixels high and is read from the last row (G9).

        Capitals and figures are at least a forty-fifth of that, whatever the size of this theme on a desk.
        """
        least, formula = (math.ceil(height / FIGURES_IN_HALL / figure) for figure in (FIGURE, FORMULA_FIGURE))
        scale = max(formula / LEAST_FORMULA, 1.0)
        return replace(self, scale=scale, stroke=self.stroke * scale, least=least)

    def of_visit(self, is_mistake: bool, is_near_miss: bool) -> str:
        """Return the colour of what is said of a visit.

        `is_mistake`, `is_near_miss`: neither: the point was right, by more than β (V4).
        """
        return self.wrong if is_mistake else self.warn if is_near_miss else self.good

    def font(self, pixels: int = TEXT, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return the text font at the size this theme needs. `pixels`: size in pixels at scale 1."""
        return text_font(self.letters(pixels), weight)

    def letters(self, pixels: int) -> int:
        """Return the size of letters of text in pixels. `pixels`: that at scale 1."""
        return max(round(pixels * self.scale), self.least)

    def formula(self, pixels: int) -> int:
        """Return the size of a formula's letters in pixels. `pixels`: that at scale 1."""
        return max(round(pixels * self.scale), math.ceil(self.least * FIGURE / FORMULA_FIGURE))

    def maths(self, pixels: int, is_italic: bool = False, is_bold: bool = False) -> QFont:
        """Return the font of formulas at the size this theme needs.

        `pixels`: size in pixels at scale 1. `is_italic`, `is_bold`: style of the letters.
        """
        font = QFont([*FORMULA_FAMILIES])
        font.setPixelSize(self.formula(pixels))
        font.setItalic(is_italic)
        font.setBold(is_bold)
        return font

    def class_colour(self, index: int) -> QColor:
        """Return the colour of a class. `index`: index of the class; colours repeat after the last; or `NEUTRAL`."""
        if index == NEUTRAL:
            return QColor(self.text)
        return QColor(self.classes[index % len(self.classes)])

    def class_text(self, index: int) -> str:
        """Return the colour of words about a class, which on all regions can be read. `index`: index of the class."""
        return _read_on_regions(self, index % len(self.classes))

    def region_colour(self, index: int) -> QColor:
        """Return the tint of a class's decision region, opaque on the panel colour. `index`: index of the class."""
        return blend(self.class_colour(index), QColor(self.panel), self.tint)


LIGHT = Theme(
    name="light",
    background="#f4f4f1",
    panel="#ffffff",
    line="#dcdcd6",
    edge="#8a8a85",
    text="#1d1d1b",
    muted="#676762",
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
        "#02986c",
        "#a23b8f",
        "#665c00",
        "#3b2fd0",
        "#7d1128",
        "#758798",
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
    edge="#6e7178",
    text="#ececea",
    muted="#a4a8af",
    accent="#7fa6ff",
    on_accent="#10131a",
    wrong="#ff8080",
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
        "#8969ff",
        "#ff4f70",
        "#a0a8b0",
        "#a07e2e",
        "#bfe8ee",
    ),
    tint=0.13,
)
PROJECTOR = replace(
    LIGHT,
    name="projector",
    background="#ffffff",
    line="#b8b8b0",
    muted="#4a4a46",
    classes=(
        "#0072b2",
        "#c26100",
        "#078e63",
        "#a23b8f",
        "#665c00",
        "#3b2fd0",
        "#7f132a",
        "#6b7f91",
        "#402a03",
        "#0d3b4f",
    ),
    tint=0.16,
    scale=1.3,
    stroke=1.7,
)
CONTRAST = replace(
    DARK,
    name="contrast",
    background="#000000",
    panel="#000000",
    line="#7c7c7c",
    edge="#ffffff",
    text="#ffffff",
    muted="#dcdcdc",
    accent="#ffe14d",
    on_accent="#000000",
    wrong="#ff9a94",
    good="#86f2ac",
    good_tint="#06301a",
    warn="#ffc766",
    warn_tint="#332200",
    tint=0.18,
    stroke=1.3,
    contrast=7.1,
)
"""Text has 7:1 (WCAG 1.4.6), also on the tints."""
THEMES = {theme.name: theme for theme in (LIGHT, DARK, PROJECTOR, CONTRAST)}


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2)."""
    low, high = sorted((light_of(one), light_of(other)))
    return (high + 0.05) / (low + 0.05)


def light_of(colour: QColor) -> float:
    """Return the relative luminance of a colour, from 0 to 1 (WCAG 2)."""
    red, green, blue = (linear(value) for value in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(value: float) -> float:
    """Return the light of a value of a channel, both from 0 to 1."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


@lru_cache(maxsize=64)
def _read_on_regions(theme: Theme, index: int) -> str:
    """Return the colour of a class with as much of the colour of text as reading takes."""
    grounds = [QColor(theme.panel), *map(theme.region_colour, range(len(theme.classes)))]
    mixed = (blend(QColor(theme.text), QColor(theme.classes[index]), share / 20) for share in range(21))
    return next(ink.name() for ink in mixed if min(contrast(ink, each) for each in grounds) >= theme.contrast)


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


SHAPES = (
    QPaintEngine.Type.SVG,
    QPaintEngine.Type.Pdf,
    QPaintEngine.Type.Picture,
    # Printers of Windows and macOS; those of Linux get a PDF.
    QPaintEngine.Type.Windows,
    QPaintEngine.Type.MacPrinter,
)


def keeps_shapes(painter: QPainter) -> bool:
    """Whether what is drawn stays shapes and text (SVG, PDF, what is painted later): nothing is kept as dots."""
    return painter.paintEngine().type() in SHAPES


def sharpness_of(painter: QPainter) -> float:
    """Return how many dots there are to a pixel: of a screen, or of a picture that is drawn larger.

    `painter`: not turned.
    """
    return abs(painter.deviceTransform().m11()) or 1.0


def drawn(size: QSizeF, sharpness: float, draw: Callable[[QPainter], object]) -> QPixmap:
    """Return a transparent picture on which `draw` has drawn, smoothly.

    `size`: width and height in pixels of the window. `sharpness`: pixels of the picture per pixel of the window.
    `draw`: gets the painter, whose origin is the left upper corner. Returns A copy: what was painted on keeps the tools
    of its painter for as long as it lives, 200 kB for a word.
    """
    picture = QPixmap(math.ceil(size.width() * sharpness), math.ceil(size.height() * sharpness))
    picture.fill(Qt.GlobalColor.transparent)
    picture.setDevicePixelRatio(sharpness)  # after it: on a screen without transparency Qt fills another picture
    with QPainter(picture) as painter:  # it must end before its picture, whatever becomes of the drawing
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # numbers have their sign before them
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter)
    return picture.copy()


NEUTRAL = -1
"""In the place of a class: of points whose class is not to be seen."""
N_SYMBOLS = 10
DOT = 0.06
"""Radius of the dot in a point to test on, before its outline."""


@cache
def symbol(index: int) -> QPainterPath:
    """Return the symbol of a class as a path in a box from −½ to ½.

    Areas are about equal, so that no class looks more important.

    `index`: index of the class; symbols repeat after `N_SYMBOLS` classes.
    """
    if index == NEUTRAL:
        return _question_mark()
    makers = (
        lambda: _circle(1.0),
        lambda: _box(0.9, 0.9),
        lambda: _regular(3, 0.66, -90, shift=0.08),
        lambda: _regular(4, 0.62, -90),
        lambda: _star(5, 0.64, 0.29),
        lambda: _cross(0.52, 0.19),
        lambda: _regular(3, 0.66, 90, shift=-0.08),
        lambda: _regular(5, 0.57, -90),
        lambda: _cross(0.54, 0.17, turn=45),
        lambda: _box(1.15, 0.62),
    )
    return makers[index % N_SYMBOLS]()


@cache
def dotted_symbol(index: int) -> QPainterPath:
    """Return the symbol of a class with a dot in its middle: that of a point to test on.

    `index`: of the class, see `symbol`.
    """
    path = QPainterPath(symbol(index))
    path.addEllipse(QPointF(0, 0), DOT, DOT)
    return path


def _question_mark() -> QPainterPath:
    path = QPainterPath()
    path.addText(0, 0, text_font(100, QFont.Weight.Black), "?")
    box = path.boundingRect()
    size = 1.3 / box.height()
    shape: QPainterPath = QTransform.fromScale(size, size).map(path.translated(-box.center()))
    return shape


def _circle(size: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QRectF(-size / 2, -size / 2, size, size))
    return path


def _box(width: float, height: float) -> QPainterPath:
    path = QPainterPath()
    path.addRect(QRectF(-width / 2, -height / 2, width, height))
    return path


def _polygon(points: Sequence[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def _regular(corners: int, radius: float, turn: float, shift: float = 0.0) -> QPainterPath:
    points = [_polar(radius, turn + 360 * i / corners) for i in range(corners)]
    return _polygon([(x, y + shift) for x, y in points])


def _star(points: int, outer: float, inner: float) -> QPainterPath:
    step = 180 / points
    return _polygon([_polar(inner if i % 2 else outer, -90 + i * step) for i in range(2 * points)])


def _cross(arm: float, half: float, turn: float = 0.0) -> QPainterPath:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    quarter, corners = [(half, half), (arm, half), (arm, -half)], list[tuple[float, float]]()
    for _ in range(4):
        corners += quarter
        quarter = [(y, -x) for x, y in quarter]
    return _polygon([(c * x - s * y, s * x + c * y) for x, y in corners])


ICON_SHARPNESS = 3
"""Pixels of an icon's picture per pixel of its size: sharp up to a scale factor of 3."""


MOST_ICONS = 64
"""Icons of a kind that are kept, 40 kB each: those of four themes. There are looks of letters, symbols and eyes by the
hundred, and whoever tries them all would hold the icons of each."""


def icon(name: str, theme: Theme, colour: str | None = None) -> QIcon:
    """Return an icon in one colour, paler where it is disabled.

    `name`: name of the file in `resources/icons`, without its suffix. `colour`: a name that Qt knows or #rrggbb; None
    for the theme's text colour.
    """
    return _kept_icon(name, colour or theme.text, blend(QColor(theme.text), QColor(theme.panel), 0.35).name())


@lru_cache(maxsize=MOST_ICONS)
def _kept_icon(name: str, colour: str, pale: str) -> QIcon:
    """Return an icon for all themes of the same colours; Qt keeps what it derives from one, and would for each new."""
    shape = _drawn(name)
    made = QIcon(_in_colour(shape, QColor(colour)))
    made.addPixmap(_in_colour(shape, QColor(pale)), QIcon.Mode.Disabled)
    return made


def _drawn(name: str, size: int = 24) -> QPixmap:
    """Return the icon in a file, which is black; to read and draw it takes as long as all else of an icon."""
    renderer = QSvgRenderer(QByteArray((RESOURCES / "icons" / f"{name}.svg").read_bytes()))
    return drawn(QSizeF(size, size), ICON_SHARPNESS, lambda painter: renderer.render(painter, QRectF(0, 0, size, size)))


def _in_colour(shape: QPixmap, colour: QColor) -> QPixmap:
    picture = shape.copy()
    with QPainter(picture) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        # Not `fillRect`: it takes gradients, whose 169 names PySide would make first (A9).
        painter.drawRect(picture.rect())
    return picture.copy()


def draw_symbol(painter: QPainter, index: int, at: QPointF, size: float, theme: Theme) -> None:
    """Draw the symbol of a class in its colour. `at`: its middle. `size`: its width and height."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(at)
    painter.scale(size, size)
    painter.fillPath(symbol(index), theme.class_colour(index))
    painter.restore()


@lru_cache(maxsize=MOST_ICONS)
def symbol_icon(index: int, theme: Theme, size: int = 24, diameter: float = 16) -> QIcon:
    """Return the symbol of a class in its colour.

    `index`: index of the class. `size`: width and height of the icon in pixels. `diameter`: width and height of the
    symbol in it, in pixels.
    """

    def draw(painter: QPainter) -> None:
        draw_symbol(painter, index, QPointF(size / 2, size / 2), diameter, theme)

    return QIcon(drawn(QSizeF(size, size), ICON_SHARPNESS, draw))
