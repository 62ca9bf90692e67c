"""A curved boundary on the canvas: requested anew when the picture changes; the newest answer is painted."""

import struct
from itertools import starmap

import numpy as np
from PySide6.QtCore import QByteArray, QDataStream, QLineF, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath

from perceptron_gui.gui.canvas.figures.backdrop import BOUNDARY, Layer, LineLayer, Look
from perceptron_gui.gui.canvas.figures.labels import Label, word_along
from perceptron_gui.gui.canvas.picture import Picture, hidden_values
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import SMALL, Theme, blend
from perceptron_gui.session.contours.field import Band, Field, FieldQuestion, Paths
from perceptron_gui.session.wording import number_text


class CurveGround(Layer):
    """Tinted areas; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__(-29)  # right over the ground
        self.areas: list[tuple[QColor, QPainterPath]] = []
        self.hide()

    def set_areas(self, areas: list[tuple[QColor, QPainterPath]]) -> None:
        """Show other areas. `areas`: in pixels."""
        self.areas = areas
        self.setVisible(bool(areas))
        self.update()

    def draw(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, area in self.areas:
            painter.setBrush(colour)
            painter.drawPath(area)


CURVED = {"levels": Look("text", 1.1, alpha=0.54), "band": Look("warn", 1.6), "boundary": BOUNDARY}
"""Level lines, where |f| is β (V4), and the boundary."""
DASH, GAP = 7.0, 5.0
"""Pixels of a dash and of the gap after it."""


ELEMENT = np.dtype([("kind", ">i4"), ("pixel", ">f8", 2)])
"""A corner of a path as Qt writes it into a stream; its kind is 0 where a ring begins and 1 where it goes on."""


def area(rings: Paths, frame: ViewFrame) -> QPainterPath:
    """Return an area in pixels; rings inside others are holes. `rings`: in data units."""
    path = QPainterPath()  # by Qt's first choice what an even number of rings surrounds is outside
    begins = rings.offsets[:-1]
    if not len(begins):
        return path
    # Read from a stream in a tenth of the time that a `QPointF` for each corner takes.
    elements = np.ones(len(rings.places), ELEMENT)
    elements["kind"][begins], elements["pixel"] = 0, frame.pixels(rings.places)
    end = struct.pack(">ii", begins[-1], Qt.FillRule.OddEvenFill.value)
    stream = QDataStream(QByteArray(struct.pack(">i", len(elements)) + elements.tobytes() + end))
    stream >> path
    return path


def segments(lines: Paths, frame: ViewFrame, is_dashed: bool = False, every: int = 1) -> list[QLineF]:
    """Return lines in pixels, as many short ones.

    `lines`: in data units. `is_dashed`: whether there are gaps in them; a pen would begin anew with each short line.
    `every`: so many corners become one.
    """
    # All paths at once: while a run moves they are many and short, and new in every frame.
    pixels, lengths = frame.pixels(lines.places), np.diff(lines.offsets)
    first, last = (np.repeat(ends, lengths) for ends in (lines.offsets[:-1], lines.offsets[1:] - 1))
    corners = np.arange(len(pixels))
    begins = np.flatnonzero((corners < last) & ((corners - first) % every == 0))
    ends = np.minimum(begins + every, last[begins])
    pairs = np.column_stack([pixels[begins], pixels[ends]])
    if is_dashed:
        away = np.cumsum(np.hypot(*(pixels[ends] - pixels[begins]).T))
        before = np.concatenate([np.zeros(1), away])  # how far each begins from the first of all, then from its own
        own = before[np.searchsorted(begins, first[begins])]
        pairs = pairs[(before[:-1] - own) % (DASH + GAP) < DASH]
    return list(starmap(QLineF, pairs.tolist()))


REST_MS = 90
"""How long nothing moves before the boundary is looked at closely."""
DEEPEST = 0.62
"""Share of a class's colour where it is farthest ahead."""
LABEL_SHARES = (0.5, 0.25, 0.75, 0.1, 0.9)
"""Where along a level line its value may stand."""
LEVEL_CORNERS = 2
"""Corners of level lines that become one: they are thin, and many."""


class Curves(QObject):
    """Draws the boundary of models whose boundary is curved; nothing for others.

    While something moves it requests a coarse answer, which takes a frame or two; the last one is shown meanwhile.

    `field`: what is shown.
    """

    asked = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.ground, self.lines = CurveGround(), LineLayer(-10, CURVED)
        self.field: Field | None = None
        self._picture: Picture | None = None
        self._question: FieldQuestion | None = None
        self._drawn: object = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._look_closely)

    def follow(self, picture: Picture) -> None:
        """Show a picture's boundary if it is curved, else nothing."""
        has_levels = picture.shows("levels") or picture.shows("activation")
        self._picture = picture if has_levels or not picture.planes else None
        if self._picture is None:
            self._rest.stop()
            self.field = self._question = None
            self._draw()
            return
        question = question_about(picture)
        if not question.is_like(self._question):
            if self.field is not None and not question.is_on_plane_of(self.field.question):
                self.field = None
            self._question = question
            self.asked.emit(question)
            self._rest.start()
        self._draw()

    def take_field(self, field: Field) -> None:
        """Show an answer, if it is still about the plane and the classes that are shown."""
        if self._question is not None and self._question.is_on_plane_of(field.question):
            self.field = field
            self._draw()

    @property
    def is_settled(self) -> bool:
        """Whether what is shown is as accurate as it will be."""
        return self._question is None or (
            self.field is not None and self.field.question.is_fine and self._question.is_like(self.field.question)
        )

    def _look_closely(self) -> None:
        if self._question is not None:
            self.asked.emit(self._question.looked_at_closely())

    def _draw(self) -> None:
        """Redraw the field if it, the view or the theme has changed."""
        picture, field, key = self._picture, self.field, None
        if picture is not None:
            shown = picture.shows("levels"), picture.shows("activation")
            key = field, picture.frame, picture.theme, not picture.planes, shown
        if key == self._drawn:
            return
        self._drawn = key
        if picture is None or field is None:
            self.ground.set_areas([])
            self.lines.set_lines()
            return
        frame, theme = picture.frame, picture.theme
        is_deep, is_curved = picture.shows("activation") and bool(field.bands), not picture.planes
        bands = field.bands if is_deep else field.regions if is_curved else ()
        self.ground.set_areas([(colour_of(band, theme, is_deep), area(band.rings, frame)) for band in bands])
        levels = level_segments(field, frame) if picture.shows("levels") else []
        boundary = segments(field.boundary, frame) if is_curved else []
        band = segments(field.band, frame, is_dashed=True) if is_curved else []
        self.lines.set_lines(levels=levels, band=band, boundary=boundary)


def question_about(picture: Picture) -> FieldQuestion:
    """Return the coarse request for a picture's boundary, used while something moves."""
    frame, scene, dataset = picture.frame, picture.scene, picture.snapshot.dataset
    held, size, places = hidden_values(dataset), (frame.width, frame.height), scene.positions[: dataset.n_samples]
    has_levels, beta = picture.shows("levels") or picture.shows("activation"), picture.snapshot.settings.beta
    return FieldQuestion(picture.model, scene.axes, held, frame.rectangle, size, places, False, has_levels, beta)


def colour_of(band: Band, theme: Theme, is_deep: bool) -> QColor:
    """Return the colour of an area: the usual tint, or the deeper the farther it is from the boundary.

    `is_deep`: whether it says how far.
    """
    if not is_deep:
        return theme.region_colour(band.owner)
    return blend(theme.class_colour(band.owner), QColor(theme.panel), DEEPEST * band.share)


def level_segments(field: Field, frame: ViewFrame) -> list[QLineF]:
    """Return the level lines in pixels; those below 0 have gaps, so that print without colours tells them apart."""
    every = LEVEL_CORNERS if field.question.is_fine else 1
    return [line for level in field.levels for line in segments(level.lines, frame, level.value < 0, every)]


def level_labels(picture: Picture, field: Field | None) -> list[Label]:
    """Return the value of f at places along the longest piece of each level line, as far as there is room."""
    labels, theme = [], picture.theme
    for level in field.levels if field is not None and picture.shows("levels") else ():
        piece = max(level.lines.paths, key=len, default=None)
        if piece is not None:
            places = [picture.frame.point(*piece[int(share * (len(piece) - 1))]) for share in LABEL_SHARES]
            labels.append(word_along(places, number_text(level.value), theme.muted, theme.font(SMALL)))
    return labels
