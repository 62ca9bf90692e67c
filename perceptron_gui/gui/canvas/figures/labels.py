"""Labels on the canvas, set like formulas, and their placement.

None covers another, an arrow or a point; a plate stands on the line that it names. Below: the words of a picture, as
the visited point's name, α and ×n beside points, S₊ and S₋ in their corners.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Protocol

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.style.theme import LIGHT, SMALL, Theme, drawn, faded, keeps_shapes, sharpness_of
from perceptron_gui.session.contours.field import Field, region_classes
from perceptron_gui.session.formula import line as formulas
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.wording import index_text, words_of
from perceptron_gui.translation import tr

LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+−")
"""Fonts have these signs upright and narrow, and set them into a slanted letter before them."""
LOWERED_SIZE, DEPTH = 0.7, 0.2
"""Size of a lowered sign, and how far it stands below the line, as shares of the font's size."""
LOWERED_GAP = 0.05
"""Room between a letter and what is lowered beside it, as a share of the font's size."""


def pieces(text: str, font: QFont) -> Iterator[tuple[str, QFont, float, float]]:
    """Yield the parts of a text that differ in font or height, as subscripts do.

    `text`: may have subscript figures. Returns text and font of a part, and its x and y in pixels from the text's left
    end.
    """
    size, x, edge = font.pixelSize(), 0.0, 0.0
    small = QFont(font)
    small.setPixelSize(max(round(LOWERED_SIZE * size), 1))
    small.setItalic(False)
    for is_lowered, signs in groupby(text, lambda sign: ord(sign) in LOWERED):
        part, face = "".join(signs), small if is_lowered else font
        if is_lowered:
            part = part.translate(LOWERED)
        # By its outlines, as it is painted: the advance of a font on a screen is rounded for every letter, and a
        # slanted letter reaches farther.
        path = QPainterPath()
        path.addText(0.0, 0.0, face, part)
        box = path.boundingRect()
        if is_lowered:
            x = edge + LOWERED_GAP * size - box.left()
        yield part, face, x, DEPTH * size if is_lowered else 0.0
        last = x + box.right()
        x = max(x + QFontMetricsF(face).horizontalAdvance(part), last)
        edge = x if part[-1:].isspace() else last


@lru_cache(maxsize=32)
def outlines(text: str, font_key: str) -> QPainterPath:
    """Return `text` as outlines, its baseline's left end at (0, 0).

    Few are kept, 30 kB each: a word is measured and drawn once, one after the other, and what comes of it is kept.

    `font_key`: from `QFont.toString`.
    """
    font = QFont()
    font.fromString(font_key)
    path = QPainterPath()
    for part, face, x, y in pieces(text, font):
        path.addText(x, y, face, part)
    return path


PADDING = 3.0
"""Pixels that stay free around a word."""
COMPASS = ((1, -1), (1, 1), (-1, -1), (-1, 1), (1, 0), (0, -1), (-1, 0), (0, 1))
"""Ways from the thing that is named to the middle of its name; pixels grow to the right and downwards."""
BETWEEN = tuple((x, y) for x in (1.0, -1.0, 0.5, -0.5) for y in (1.0, -1.0, 0.5, -0.5) if abs(x) != abs(y))
"""The ways between these, where none of them is free near by."""
BESIDE, ANYWHERE = (1.0, 1.7), (1.0, 1.7, 2.5, 4.0, 6.0, 9.0, 13.0)
"""How far, in gaps, a word stands from what it names: an optional one not so far that it could be another's."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""


class Label:
    """A label, with a halo in the colour of the ground so that lines do not cross it.

    `at`: where the left end of its baseline is wanted, and is once it has been placed. `colour`: as #rrggbb. `corners`:
    other places where it may stand. `anchor`: what it names; it may stand on any side of it. `gap`: pixels between the
    anchor and the word. `is_optional`: whether it is left out where there is no room beside what it names. `towards`:
    the way, in pixels, in which it stands where it has to stand farther away, as that of the arrow that it names.
    """

    def __init__(
        self,
        at: QPointF,
        text: str,
        colour: str,
        font: QFont | None = None,
        corners: Sequence[QPointF] = (),
        anchor: QPointF | None = None,
        gap: float = 8.0,
        is_optional: bool = False,
        towards: QPointF | None = None,
    ) -> None:
        self.at = at
        self._towards = towards
        self.is_optional = is_optional
        self.text = text
        self.colour = QColor(colour)
        self.font = font or LIGHT.font(14, QFont.Weight.DemiBold)
        self._font_key = self.font.toString()
        self._corners = corners
        self._anchor = anchor
        self._gap = gap

    @property
    def box(self) -> Box:
        """The box in pixels that the label covers."""
        left, top, right, bottom = word_box(self.text, self._font_key)
        x, y = self.at.x(), self.at.y()
        return x + left, y + top, x + right, y + bottom

    def ways(self) -> Iterator[QPointF]:
        """Yield the places where the label may stand, the best first."""
        yield self.at
        yield from self._corners
        if self._anchor is None:
            return
        left, top, right, bottom = word_box(self.text, self._font_key)
        width, height = right - left, bottom - top
        x, y = self._anchor.x() - width / 2 - left, self._anchor.y() - height / 2 - top
        for far in BESIDE if self.is_optional else ANYWHERE:
            for across, down in self._sides() if far > BESIDE[-1] else COMPASS:
                # On a diagonal the corner of the word is nearest: it may come closer on both axes.
                gap = self._gap * far * (0.7 if across and down else 1.0)
                yield QPointF(x + across * (gap + width / 2), y + down * (gap + height / 2))

    def _sides(self) -> Sequence[tuple[float, float]]:
        """Return the ways from what it names to the middle of the word, the best first."""
        sides, towards = (*COMPASS, *BETWEEN), self._towards
        if towards is None:
            return sides
        return sorted(sides, key=lambda side: -QPointF.dotProduct(towards, QPointF(*side)) / math.hypot(*side))

    def names(self, at: QPointF) -> bool:
        """Whether it names what is drawn at a place. `at`: in pixels."""
        return self._anchor is not None and (self._anchor - at).manhattanLength() < 1

    def beyond(self, gap: float) -> "Label":
        """Return the word to be placed again around what it names. `gap`: least pixels between them."""
        anchor = self._anchor or self.at
        at = QPointF(anchor.x() + gap, self.at.y())
        return Label(at, self.text, self.colour.name(), self.font, (), anchor, max(gap, self._gap), is_optional=True)

    def kept(self) -> "Label":
        """Return the label fixed at its present place."""
        return Label(QPointF(self.at), self.text, self.colour.name(), self.font, is_optional=self.is_optional)

    def draw(self, painter: QPainter, halo: QColor) -> None:
        """Draw the text with its baseline's left end at `at`, on paper as text, which can be found and edited."""
        if keeps_shapes(painter):
            self._draw_halo(painter, halo)
            painter.setPen(self.colour)
            for part, face, x, y in pieces(self.text, self.font):
                painter.setFont(face)
                painter.drawText(self.at + QPointF(x, y), part)
            return
        sharpness = sharpness_of(painter)
        left, top, picture = label_picture(self.text, self._font_key, self.colour.rgba(), halo.rgba(), sharpness)
        painter.drawPixmap(self.at + QPointF(left, top), picture)

    def draw_outlines(self, painter: QPainter, halo: QColor) -> None:
        """Draw the text as outlines, which is slow and done once. `halo`: colour of the halo."""
        path = self._draw_halo(painter, halo)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour)
        painter.drawPath(path)

    def _draw_halo(self, painter: QPainter, halo: QColor) -> QPainterPath:
        path = outlines(self.text, self._font_key).translated(self.at)
        painter.setPen(QPen(halo, 4, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        return path


@lru_cache(maxsize=1024)
def word_box(text: str, font_key: str) -> Box:
    """Return what a word covers, in pixels from the left end of its baseline. `font_key`: from `QFont.toString`."""
    box = outlines(text, font_key).boundingRect()
    return box.left() - PADDING, box.top() - PADDING, box.right() + PADDING, box.bottom() + PADDING


MOST_PICTURES = 128
"""Pictures of labels that are kept, 13 kB each: more than a frame has of them."""


@lru_cache(maxsize=MOST_PICTURES)
def label_picture(text: str, font_key: str, colour: int, halo: int, sharpness: float) -> tuple[float, float, QPixmap]:
    """Return a label as a picture, and where its corner lies from its baseline's left end.

    Kept, because outlines are slow to fill: 0.3 ms a label and frame.

    `font_key`: from `QFont.toString`. `colour`, `halo`: as `QColor.rgba` gives them. `sharpness`: pixels of the picture
    per pixel of the window. Returns left and top of the picture, in pixels, and the picture.
    """
    font = QFont()
    font.fromString(font_key)
    label = Label(QPointF(0, 0), text, QColor.fromRgba(colour).name(), font)
    box = outlines(text, font_key).boundingRect().adjusted(-6, -6, 6, 6).toAlignedRect()

    def draw(painter: QPainter) -> None:
        painter.translate(-box.left(), -box.top())
        label.draw_outlines(painter, QColor.fromRgba(halo))

    return box.left(), box.top(), drawn(QSizeF(box.size()), sharpness, draw)


HALO = 0.85
"""How much of what lies below a word its halo covers."""


def draw_labels(painter: QPainter, labels: Iterable[Label], theme: Theme) -> None:
    """Draw words where they stand."""
    halo = faded(theme.panel, HALO)
    for label in labels:
        label.draw(painter, halo)


def formula_label(
    at: QPointF,
    text: str,
    colour: str,
    theme: Theme,
    anchor: QPointF,
    gap: float = 8.0,
    is_optional: bool = False,
    towards: QPointF | None = None,
) -> Label:
    """Return a label in the font of formulas. See `Label`."""
    font = theme.maths(19, is_italic=True, is_bold=True)
    return Label(at, text, colour, font, (), anchor, gap, is_optional, towards)


def word_along(places: Sequence[QPointF], text: str, colour: str, font: QFont) -> Label:
    """Return a word that is left out where none of its places is free. `places`: in pixels, the best first."""
    return Label(places[0], text, colour, font, places[1:], is_optional=True)


MOST_PLACED = 80
"""Words that are moved out of each other's way; where there are more, the last stay where they were wanted."""


class Obstacle(Protocol):
    """Something that no label covers."""

    def meets(self, box: Box) -> bool:
        """Whether any part of it lies in a box. `box`: left, top, right and bottom in pixels."""


def place_labels(
    labels: Sequence[Label],
    area: Box,
    taken: Iterable[Box],
    lines: Sequence[QLineF],
    points: Obstacle | None = None,
    marks: Obstacle | None = None,
) -> list[Label]:
    """Place every label at the first free one of its places; earlier labels choose first.

    `labels`: each gets its new `at`. `area`: left, top, right and bottom, in pixels, of what no label leaves. `taken`:
    boxes in pixels that no label covers. `lines`: arrows in pixels, which no label covers either. `points`: the points
    of the picture, which no label covers either. `marks`: those of errors, still less. Returns those that are to be
    drawn: optional ones without room are not among them.
    """
    boxes, placed = list(taken), []
    ends = [(line.x1(), line.y1(), line.x2(), line.y2()) for line in lines]
    for label in labels[:MOST_PLACED]:
        cost = _put(label, area, boxes, ends, points, marks)
        if not (cost and label.is_optional):
            boxes.append(label.box)
            placed.append(label)
    return placed + [label for label in labels[MOST_PLACED:] if not label.is_optional]


def _put(
    label: Label, area: Box, boxes: list[Box], ends: list[Box], points: Obstacle | None, marks: Obstacle | None
) -> float:
    """Put a label where it covers least, the first such place; return how much it covers there."""
    least, cost = label.at, float("inf")
    for way in label.ways():
        label.at = way
        box = label.box
        # The quickest question first: in a crowd every place meets a point, and none is better than the first.
        here = int(points is not None and points.meets(box))
        here += 2 * (here < cost and marks is not None and marks.meets(box))
        is_outside = box[0] < area[0] or box[1] < area[1] or box[2] > area[2] or box[3] > area[3]
        here += 4 * is_outside + _met(box, boxes) if here < cost else 0
        here += sum(_crosses(box, *end) for end in ends) if here < cost else 0
        if here < cost:
            least, cost = way, here
        if not here:
            break
    label.at = least
    return cost


def _met(box: Box, others: Iterable[Box]) -> int:
    """Return how many other boxes a box meets, without a function call for each: there are thousands in a picture."""
    left, top, right, bottom = box
    return sum([left < x1 and x0 < right and top < y1 and y0 < bottom for x0, y0, x1, y1 in others])


def crosses_any(box: Box, lines: Iterable[QLineF]) -> bool:
    """Whether one of some lines goes through a box.

    `box`: left, top, right and bottom in pixels. `lines`: in pixels.
    """
    return any(_crosses(box, line.x1(), line.y1(), line.x2(), line.y2()) for line in lines)


def _crosses(box: Box, x1: float, y1: float, x2: float, y2: float) -> bool:
    """Whether a line from (x1, y1) to (x2, y2) goes through a box: clipped to it on one axis, then on the other."""
    first, last = 0.0, 1.0
    for start, step, low, high in ((x1, x2 - x1, box[0], box[2]), (y1, y2 - y1, box[1], box[3])):
        if step == 0.0:
            if not low < start < high:
                return False
            continue
        one, other = (low - start) / step, (high - start) / step
        first, last = max(first, min(one, other)), min(last, max(one, other))
    return first < last


STATIONS = tuple(place / 20 for i in range(1, 11) for place in (i, 20 - i))
"""Where along a line its plate may stand, the best first: far from the middle, where the points are."""
MOST_LINES = 3
"""The longest lines, where a boundary consists of several."""


def free_place(
    lines: Sequence[QLineF],
    size: tuple[float, float],
    taken: Sequence[QRectF],
    inside: QRectF,
    meets: Callable[[Box], bool] = lambda box: False,
    stations: Sequence[float] = STATIONS,
) -> QRectF | None:
    """Return where words stand on one of some lines, away from what is taken, and from points if possible.

    `lines`: in pixels; the best first. `size`: width and height of the words. `taken`: where other things stand.
    `inside`: where they must stand. `meets`: whether a box covers points or arrows. `stations`: where along a line they
    may stand, as shares of its length; the best first. Returns None where there is no line.
    """
    middle = QPointF(size[0] / 2, size[1] / 2)
    places = [QRectF(line.pointAt(at) - middle, QSizeF(*size)) for line in lines for at in stations]
    free = [place for place in places if inside.contains(place) and not any(map(place.intersects, taken))]
    good = (place for place in free if not meets((place.left(), place.top(), place.right(), place.bottom())))
    return next((place for choice in (good, free, places) for place in choice), None)


def rectangle(box: Box) -> QRectF:
    """Convert left, top, right, bottom to a `QRectF`."""
    return QRectF(box[0], box[1], box[2] - box[0], box[3] - box[1])


def longest(lines: Sequence[QLineF]) -> list[QLineF]:
    """Return the longest few of some lines, the longest first."""
    return sorted(lines, key=QLineF.length, reverse=True)[:MOST_LINES]


MOST_ALPHAS = 60
"""Points with α > 0 whose α is written on the canvas, as far as there is room."""
LOOK = 1000
"""Points that are looked at first for more of them: mostly these say it, and a million take half a millisecond."""
NAME_GAP, PAPER_GAP = 19.0, 10.0
"""Pixels between the middle of the visited point and its name, which stands outside its ring; and without a ring."""
SIDE_PLACES = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 0.3), (1, 0.3), (0, 0.7), (1, 0.7), (0.75, 1), (0.25, 1))
"""Where S₊ and S₋ may stand: shares of the free width and height."""

UNDECIDED_PLACES = ((0.0, 0.95), (0.3, 0.95), (0.0, 0.5), (0.4, 0.15), (0.3, 0.5))
"""Where it may stand that there are no sides: shares of the width and the height."""


def point_names(picture: Picture) -> list[Label]:
    """Return the name of the visited point, or of all that are to have one, as far as they are in view."""
    last, theme, gap = picture.snapshot.last, picture.theme, PAPER_GAP if picture.n_named else NAME_GAP
    rows = range(min(picture.n_named, len(picture.positions)))
    if not rows and last is not None and picture.snapshot.is_calm:
        rows = range(last.point, last.point + 1)
    seen = [i for i in rows if picture.frame.contains(*picture.positions[i].tolist())]
    side = QPointF(gap, -10) * theme.scale
    places = zip(seen, picture.frame.points(picture.positions[seen]), strict=True)
    return [formula_label(at + side, index_text(i), theme.text, theme, at, gap * theme.scale) for i, at in places]


def alpha_labels(picture: Picture) -> list[Label]:
    """Return α beside its points, the largest first, if there are few enough to read (D1)."""
    alpha = picture.snapshot.alpha
    if alpha is None or "alpha" not in picture.model.parts or "form" in picture.hidden:
        return []
    if any(np.count_nonzero(some) > MOST_ALPHAS for some in (alpha[:LOOK], alpha)):
        return []
    used = np.flatnonzero(alpha)
    used = used[np.argsort(-alpha[used], kind="stable")]
    texts = [str(formulas.line(nodes.ALPHA, "=", nodes.Count(str(value)))) for value in alpha[used].tolist()]
    return _beside(picture.frame.points(picture.positions[used]), texts, QPointF(-26, 22), 10.0, picture.theme)


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


def side_labels(
    picture: Picture, field: Field | None, kept: Mapping[str, QPointF] | None = None, covered: Iterable[Box] = ()
) -> list[Label]:
    """Return the names of S₊ and S₋ where they are deepest, at the edge of the view, unless it is full (P8).

    `field`: what is shown of a curved boundary. `kept`: where they stood before: a name stays there while it is on its
    side, and while the run plays it stays whatever comes by. `covered`: boxes in pixels where it cannot stay.
    """
    heights_at = _heights_at(picture, field)
    if heights_at is None:
        return []
    frame, scale = picture.frame, picture.theme.scale
    left, top, width, height = 28.0, 34.0 * scale, frame.width - 28 - 110 * scale, frame.height - 24 - 34 * scale
    places = [QPointF(left + x * max(width - left, 0.0), top + y * height) for x, y in SIDE_PLACES]
    owners = dict(zip(picture.model.owners, region_classes(picture.model), strict=True))
    font = picture.theme.font(14, QFont.Weight.DemiBold)
    found = []
    for sign, owner, text in ((1, 1, tr("S₊  f > 0")), (-1, 0, tr("S₋  f < 0"))):
        box, colour = word_box(text, font.toString()), picture.theme.class_text(owners[owner])

        def depths(ats: Sequence[QPointF], sign: int = sign, box: Box = box) -> list[float]:
            """Return how far the name is on its side in each place: below 0 where a corner of it is not."""
            corners = [at + QPointF(x, y) for at in ats for x in (box[0], box[2]) for y in (box[1], box[3])]
            x, y = np.array([frame.data(corner) for corner in corners]).T
            return [float(deep) for deep in (sign * heights_at(x, y)).reshape(-1, 4).min(axis=1)]

        before = (kept or {}).get(text)
        stays = before is not None and depths([before])[0] > 0
        if before is not None and stays and picture.snapshot.is_playing:
            label = Label(before, text, colour, font)
            if not _met(label.box, covered):
                found.append(label)
                continue
        deepest = sorted(((deep, sign * place) for place, deep in enumerate(depths(places))), reverse=True)
        ways = [places[sign * place] for deep, place in deepest if deep > 0]
        if before is not None and stays:
            ways.insert(0, before)
        if ways:
            found.append(word_along(ways, text, colour, font))
    return found


def _heights_at(picture: Picture, field: Field | None) -> Callable[[Floats, Floats], Floats] | None:
    """Return f of two classes as a function of places; None where it is not known, or there are no sides."""
    if picture.line is not None:
        a, b, c = picture.line
        return None if (a, b) == (0.0, 0.0) else lambda x, y: a * x + b * y + c
    if picture.planes or field is None or field.is_undecided or -1 not in picture.model.owners.values():
        return None
    return lambda x, y: field.heights_at(1, x, y)


def undecided_label(picture: Picture, field: Field | None) -> list[Label]:
    """Return the words for a curved f that is 0 everywhere, as before the first mistake.

    `field`: what is shown of it.
    """
    if picture.planes or field is None or not field.is_undecided:
        return []
    frame, font = picture.frame, picture.theme.font(14, QFont.Weight.DemiBold)
    text = tr(words_of(picture.snapshot.settings).undecided)
    places = [QPointF(28 + x * frame.width, y * frame.height) for x, y in UNDECIDED_PLACES]
    return [word_along(places, text, picture.theme.muted, font)]
