"""A drawing, and the forms it can take: dots, or lines and text, which other machines show alike."""

import re
from collections.abc import Callable
from html import unescape

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.style.theme import text_font
from perceptron_gui.translation import tr

STYLE = b"""<style type="text/css">
text[font-family="Inter"] { font-family: Inter, "Segoe UI", "Helvetica Neue", Arial, sans-serif }
text[font-family="STIX Two Text"] { font-family: "STIX Two Text", "STIX Two Math", "Times New Roman", serif }
</style>
"""
"""What other machines write the words in where they do not have our fonts."""
EMPTY_GROUP = re.compile(rb"<g [^<>]*>\s*</g>\s*")
"""Qt begins a group for every change of pens and fonts, even where nothing is drawn until the next."""
WORDS = re.compile(
    r'(<text [^<>]*?)(font-family="([^"]*)" font-size="([^"]*)" font-weight="([^"]*)" font-style="([^"]*)"\s*)>([^<]*)<'
)
NOT_XML = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]")
"""Characters that no XML may have, in UTF-8; names of classes and a title may have them."""
LEAST_LETTERS = 2
"""A single letter is as wide as it is."""


def tidied(svg: bytes) -> bytes:
    """Return an SVG whose words are as wide as they were measured, whatever font they are written in.

    `svg`: as `QSvgGenerator` writes it.
    """
    readable = NOT_XML.sub("\ufffd".encode(), svg)
    head, marker, rest = EMPTY_GROUP.sub(b"", readable).partition(b"<defs>")
    return head + STYLE + marker + WORDS.sub(_with_width, rest.decode()).encode()


def _with_width(match: re.Match[str]) -> str:
    begin, told, family, size, weight, slant, words = match.groups()
    text = unescape(words)
    if len(text.strip()) < LEAST_LETTERS:
        return match.group()
    font = text_font() if family == "Inter" else QFont(family)
    font.setPixelSize(max(round(float(size)), 1))
    font.setWeight(QFont.Weight(int(weight)))
    font.setItalic(slant == "italic")
    width = QFontMetricsF(font).horizontalAdvance(text)
    return f'{begin}{told}textLength="{width:g}" lengthAdjust="spacingAndGlyphs">{words}<'


DOTS_PER_INCH = 96
"""Of a screen, as CSS has it: a picture of another scale is as large on paper."""
PDF_DOTS = 1200
"""Dots per inch by which places in a PDF are rounded."""
METRES_PER_INCH = 0.0254
MOST_DOTS = 2**28
"""Dots of a picture: 1 GB while it is painted."""
PAGES = {"A4": QPageSize.PageSizeId.A4, "Letter": QPageSize.PageSizeId.Letter}
ON_EVERY_PAPER = QSizeF(259.0, 190.0)
"""Millimetres, lying, of what A4 and Letter have in common within 10 mm of their edges."""


class PictureError(ValueError):
    """A picture that cannot be made; the message is one plain sentence for the user."""


class Drawing(Frozen, eq=False):
    """Something that can be painted into any painter."""

    # pixels
    width: int
    height: int
    # gets a painter whose origin is the left upper corner, and whose unit is the pixel
    paint: Callable[[QPainter], object]
    # colour of what is not painted over, as #rrggbb
    ground: str = "#ffffff"
    title: str = ""  # what it shows, in a few words

    def paint_on(self, painter: QPainter) -> None:
        """Paint it with its ground, and nothing outside of it."""
        box = QRectF(0, 0, self.width, self.height)
        painter.setClipRect(box)
        painter.fillRect(box, self.ground)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.LosslessImageRendering)
        self.paint(painter)

    def paint_into(self, painter: QPainter, box: QRectF) -> None:
        """Paint it in the middle of a box, as large as it fits. `box`: in the units of the painter."""
        scale = min(box.width() / self.width, box.height() / self.height)
        middle = box.center()
        painter.translate(middle.x() - scale * self.width / 2, middle.y() - scale * self.height / 2)
        painter.scale(scale, scale)
        self.paint_on(painter)

    def image(self, scale: float = 1.0) -> QImage:
        """Return it as dots. `scale`: dots to a pixel. Raises `PictureError` when it is too large."""
        size = QSize(round(self.width * scale), round(self.height * scale))
        image = QImage()
        if size.width() * size.height() <= MOST_DOTS:
            image = QImage(size, QImage.Format.Format_RGB32)
        if image.isNull():
            words = tr("A picture of {width} × {height} pixels is too large. Make it smaller.")
            raise PictureError(words.format(width=size.width(), height=size.height()))
        image.fill(self.ground)
        image.setDevicePixelRatio(scale)
        per_metre = round(DOTS_PER_INCH * scale / METRES_PER_INCH)
        image.setDotsPerMeterX(per_metre)
        image.setDotsPerMeterY(per_metre)
        with QPainter(image) as painter:
            self.paint_on(painter)
        return image

    def svg(self) -> bytes:
        """Return it as SVG, in which text is text."""
        data = QBuffer()
        data.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
        generator.setOutputDevice(data)
        generator.setResolution(DOTS_PER_INCH)
        generator.setSize(QSize(self.width, self.height))
        generator.setViewBox(QRectF(0, 0, self.width, self.height))
        generator.setTitle(self.title)
        generator.setDescription("Perceptron Lab")
        with QPainter(generator) as painter:
            self.paint_on(painter)
        return tidied(bytes(data.data().data()))

    def pdf(self, paper: str = "A4") -> bytes:
        """Return it as PDF: one page, in the middle, as large as fits on A4 and on Letter.

        `paper`: "A4" or "Letter".
        """
        data = QBuffer()
        data.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(data)
        writer.setTitle(self.title)
        writer.setCreator("Perceptron Lab")
        writer.setResolution(PDF_DOTS)
        is_lying = self.width >= self.height
        kind = QPageLayout.Orientation.Landscape if is_lying else QPageLayout.Orientation.Portrait
        writer.setPageLayout(QPageLayout(QPageSize(PAGES[paper]), kind, QMarginsF(0, 0, 0, 0)))
        room = ON_EVERY_PAPER if is_lying else ON_EVERY_PAPER.transposed()
        box = QRectF(QPointF(0, 0), room * (PDF_DOTS / 25.4))
        box.moveCenter(QRectF(0, 0, writer.width(), writer.height()).center())
        with QPainter(writer) as painter:
            self.paint_into(painter, box)
        return bytes(data.data().data())


def png(image: QImage) -> bytes:
    """Return dots as a PNG file; in any thread."""
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(data, "PNG")  # type: ignore[call-overload]
    return bytes(data.data().data())
