"""Overlays on the picture and their placement, which avoids points if it can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6 import QtGui
from PySide6.QtCore import QAbstractAnimation, QPointF, QRectF, QSizeF, Qt, QVariantAnimation, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.style.theme import LIGHT, RADIUS, Theme, faded
from perceptron_gui.gui.widgets.plain_text import go_with_words
from perceptron_gui.session.wording import name_of
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.canvas import Canvas


FADE_MS = 320
"""How long something comes or goes: shorter would be a blink on a projector (G5)."""
GAP = 16.0
"""Pixels between an overlay and the edge of the canvas or another overlay."""
Harm = tuple[int, int, int]
"""How many other overlays, points and places along arrows an overlay covers; what comes first weighs most."""
Pixels = NDArray[np.float64]
Place = tuple[float, float]
"""Where an overlay lies in the free room: 0 is the left or top edge, 1 the right or bottom edge."""


class Overlay(QWidget):
    """Something over the canvas; clicks go through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        go_with_words(self)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.theme: Theme = LIGHT
        self.opacity = 1.0

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and sizes of a theme."""
        self.theme = theme
        self.update()

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """Return the size it needs, in pixels. `room`: size of the canvas in pixels."""
        raise NotImplementedError

    def painted_plate(
        self, pen: QtGui.QPen, ground: QtGui.QColor, inset: float = 1.0, radius: float = RADIUS
    ) -> QtGui.QPainter:
        """Return the painter of its words, after it has painted the ground. `inset`: pixels around that."""
        painter = QtGui.QPainter(self)
        painter.setOpacity(self.opacity)
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
        return painter


class Fade:
    """Fades an overlay in and out."""

    def __init__(self, overlay: Overlay) -> None:
        self._overlay = overlay
        self.is_reduced = False
        self.is_shown = False
        self._animation = QVariantAnimation(overlay, duration=FADE_MS, startValue=0.0, endValue=1.0)
        self._animation.valueChanged.connect(self._on_value)
        self._animation.finished.connect(self._on_finished)
        overlay.hide()

    def set_shown(self, is_shown: bool) -> None:
        """Fade the overlay in or out; at once if motion is reduced."""
        if is_shown == self.is_shown:
            return
        self.is_shown = is_shown
        if self.is_reduced:
            self._animation.stop()
            self._on_finished()
            return
        self._overlay.show()
        directions = QAbstractAnimation.Direction
        self._animation.setDirection(directions.Forward if is_shown else directions.Backward)
        if self._animation.state() != QAbstractAnimation.State.Running:
            self._animation.start()

    def _on_value(self, value: object) -> None:
        assert isinstance(value, float)
        self._overlay.opacity = value
        self._overlay.update()

    def _on_finished(self) -> None:
        self._overlay.opacity = 1.0
        self._overlay.setVisible(self.is_shown)
        self._overlay.update()


def best_place(
    size: QSizeF, room: QSizeF, places: Sequence[Place], points: Pixels, sights: Pixels, taken: Sequence[QRectF]
) -> QRectF:
    """Return the place that covers least: no other overlay, then few points, then little of arrows.

    `size`, `room`: of the overlay and the canvas, in pixels. `places`: shares of the free width and height to its left
    and above it; the best first. `points`, `sights`: shape (n, 2): points, and places along arrows, in pixels. `taken`:
    other overlays, in pixels.
    """
    boxes = [box_at(place, size, room) for place in places]
    return min(boxes, key=lambda box: harm(box, points, sights, taken))


def box_at(place: Place, size: QSizeF, room: QSizeF) -> QRectF:
    """Return the box of an overlay at a place. `size`, `room`: of the overlay and the canvas, in pixels."""
    left = GAP + place[0] * max(room.width() - size.width() - 2 * GAP, 0.0)
    top = GAP + place[1] * max(room.height() - size.height() - 2 * GAP, 0.0)
    return QRectF(QPointF(left, top), size)


def harm(box: QRectF, points: Pixels, sights: Pixels, taken: Sequence[QRectF]) -> Harm:
    """Return how many other overlays, points and places along arrows a box covers.

    `box`: in pixels. `points`, `sights`: shape (n, 2): in pixels. `taken`: other overlays, in pixels.
    """
    return sum(box.intersects(other) for other in taken), _inside(box, points), _inside(box, sights)


def _inside(box: QRectF, pixels: Pixels) -> int:
    x, y = pixels[:, 0], pixels[:, 1]
    around = box.adjusted(-GAP, -GAP, GAP, GAP)  # a symbol at the edge would be cut
    inside = (x > around.left()) & (x < around.right()) & (y > around.top()) & (y < around.bottom())
    return int(np.count_nonzero(inside))


EDGE = 4.0
"""Pixels between it and the edge of the canvas."""


def beside(at: QPointF, size: QSizeF, room: QSizeF, gap: float, others: Sequence[QRectF] = ()) -> QRectF:
    """Return a box of `size` beside a pixel: to its right and below, or where there is more room.

    `at`: the pixel that it must not cover. `size`, `room`: of the box and the canvas, in pixels. `gap`: pixels between
    the pixel and the box, across and upwards. `others`: what else it leaves free: all of it, or where that cannot be at
    least the first.
    """
    right, left = at.x() + gap, at.x() - gap - size.width()
    below, above = at.y() + gap, at.y() - gap - size.height()
    boxes = [QRectF(QPointF(x, y), size) for y in (below, above) for x in (right, left)]
    view = QRectF(EDGE, EDGE, max(room.width() - 2 * EDGE, 1.0), max(room.height() - 2 * EDGE, 1.0))
    for free in (others, others[:1], ()):
        places = [*boxes, *(box for other in free for box in _past(other, boxes[0], view))]
        fitting = [box for box in places if view.contains(box) and not any(map(box.intersects, [*free, _around(at)]))]
        if fitting:
            return fitting[0]
    moved = [_moved_into(box, view) for box in boxes]
    return next((box for box in moved if not box.contains(at)), moved[0])


def _past(other: QRectF, box: QRectF, view: QRectF) -> list[QRectF]:
    """Return where a box lies below something and to its right, in the view; first where it moved least."""
    below, right = QRectF(box), QRectF(box)
    below.moveTop(other.bottom() + EDGE)
    right.moveLeft(other.right() + EDGE)
    moved = [_moved_into(each, view) for each in (below, right)]
    return sorted(moved, key=lambda each: (each.topLeft() - box.topLeft()).manhattanLength())


def _around(at: QPointF) -> QRectF:
    return QRectF(at.x() - EDGE, at.y() - EDGE, 2 * EDGE, 2 * EDGE)


def _moved_into(box: QRectF, view: QRectF) -> QRectF:
    """Return the box moved into the view; one that is larger begins at the view's top left corner."""
    x = max(min(box.left(), view.right() - box.width()), view.left())
    y = max(min(box.top(), view.bottom() - box.height()), view.top())
    return QRectF(QPointF(x, y), box.size())


CENTRED = Qt.AlignmentFlag.AlignHCenter.value | Qt.AlignmentFlag.AlignTop.value | Qt.TextFlag.TextWordWrap.value
INVITATION_HEADLINE, INVITATION_WORDS = 24, 15
"""Sizes in pixels on a desk."""
EXAMPLES = ("two-classes", "textbook", "xor", "three-classes")
"""The examples that are offered by name; the menu has all."""


class Invitation(Overlay):
    """The words of an empty plane; a click goes through them and places a point, if the tool does.

    The ring at the pointer is drawn over them. `canvas`: the plane below. `is_pointing`: whether a click only points,
    until a tool is chosen.
    """

    is_pointing = False

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas

    def wanted_size(self, room: QSizeF) -> QSizeF:
        width = min(room.width() - 2 * GAP, 620 * self.theme.scale)
        return QSizeF(width, sum(self._box(text, font, width).height() for text, font in self._lines()) + 12)

    def _lines(self) -> list[tuple[str, QtGui.QFont]]:
        first = tr("Press P, then click to place a point") if self.is_pointing else tr("Click to place a point")
        return [
            (first, self.theme.font(INVITATION_HEADLINE, QtGui.QFont.Weight.DemiBold)),
            (tr("1 and 2 choose its class; a run needs points from two classes."), self.theme.font(INVITATION_WORDS)),
            (tr("Without a mouse: Enter shows a cursor, Space places a point."), self.theme.font(INVITATION_WORDS)),
            (tr("Or open an example, below or in the Points menu:"), self.theme.font(INVITATION_WORDS)),
        ]

    def _box(self, text: str, font: QtGui.QFont, width: float) -> QRectF:
        return QtGui.QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e4), CENTRED, text).adjusted(0, 0, 0, 6)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter, top = QtGui.QPainter(self), 6.0
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self.theme.panel, 0.88))
        painter.drawRoundedRect(self.rect(), RADIUS, RADIUS)
        for place, (text, font) in enumerate(self._lines()):
            height = self._box(text, font, self.width()).height()
            painter.setFont(font)
            painter.setPen(QtGui.QColor(self.theme.muted if place else self.theme.text))
            painter.drawText(QRectF(0, top, self.width(), height), CENTRED, text)
            top += height
        painter.translate(-self.pos())
        self._canvas.pointer.draw(painter)


HINTS_APART = "   ·   "
"""What stands between two hints in one row."""
HINTS_AT: tuple[Place, ...] = ((0.5, 1), (0.5, 0), (0, 1), (1, 1), (0, 0), (1, 0))
HINT_SIZES = (1.0, 0.8)
FOCUS_WIDTH = 2.0
"""Pixels of the frame that says where the keys are."""
MOST_POINTS = 2_000
"""Points that are asked whether hints would cover them; of more, evenly many are."""


class Hints(Overlay):
    """What to do first, in a line or below one another, wherever no point is covered; without such a place nowhere.

    Who zooms knows more than that, and sees counts at the edges in their places.

    `canvas`: the plane that it lies on. `words`: the hints with `HINTS_APART` between them.
    """

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas, self.words = canvas, ""
        self._rows: list[str] = []
        self._size = 1.0
        self._then: Callable[[], None] | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def take_clicks(self, then: Callable[[], None] | None) -> None:
        """Do something at a click, or at Enter or Space after Tab. `then`: None lets clicks go through."""
        self._then = then
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, then is None)
        if then is None and self.hasFocus():
            self._canvas.setFocus()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if then is None else Qt.FocusPolicy.TabFocus)
        self.setTabOrder(self._canvas, self)
        self.setProperty("takesSpace", then is not None)

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if self._then is not None and event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._then()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QtGui.QMouseEvent) -> None:
        if self._then is not None and self.rect().contains(event.position().toPoint()):
            self._then()

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """See `Overlay.wanted_size`; empty where any place would cover a point, or not all points are in view."""
        positions, frame = self._canvas.positions, self._canvas.frame
        points, none = frame.pixels(positions[:: len(positions) // MOST_POINTS + 1]), np.empty((0, 2))
        sizes = HINT_SIZES if self._canvas.is_fitted else ()
        for size_of_letters, rows in product(sizes, ([self.words], self.words.split(HINTS_APART))):
            self._size, self._rows = size_of_letters, rows
            metrics = QtGui.QFontMetricsF(self._font)
            wide = max(map(metrics.horizontalAdvance, rows)) + 24
            size = QSizeF(wide, len(rows) * metrics.height() + 10)
            is_inside = wide + 2 * GAP <= room.width() and size.height() + 2 * GAP <= room.height()
            if is_inside and not any(harm(best_place(size, room, HINTS_AT, points, none, ()), points, none, ())):
                return size
        return QSizeF(0, 0)

    @property
    def _font(self) -> QtGui.QFont:
        font = self.theme.font(round(self._size * INVITATION_WORDS))
        font.setUnderline(self._then is not None)
        return font

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        pen = QtGui.QPen(QtGui.QColor(self.theme.line))
        if self.hasFocus():
            pen = QtGui.QPen(QtGui.QColor(self.theme.accent), FOCUS_WIDTH)
        painter = self.painted_plate(pen, QtGui.QColor(self.theme.panel), pen.widthF() / 2)
        painter.setFont(self._font)
        painter.setPen(QtGui.QColor(self.theme.text))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "\n".join(self._rows))


class ToolSign(Overlay):
    """Names the tool that was chosen in a hall, where no bar does. `words`: empty while a click only points."""

    words = ""

    def wanted_size(self, room: QSizeF) -> QSizeF:
        metrics = QtGui.QFontMetricsF(self._font)
        edges = self._edges
        width = min(metrics.horizontalAdvance(self.words) + 2 * edges, room.width() - 2 * GAP)
        return QSizeF(width, metrics.height() + edges)

    @property
    def _font(self) -> QtGui.QFont:
        return self.theme.font(INVITATION_WORDS, QtGui.QFont.Weight.DemiBold)

    @property
    def _edges(self) -> float:
        return 12 * self.theme.scale

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        frame = QtGui.QPen(QtGui.QColor(self.theme.accent), 2 * self.theme.scale)
        painter = self.painted_plate(frame, QtGui.QColor(self.theme.panel), self.theme.scale)
        painter.setFont(self._font)
        painter.setPen(QtGui.QColor(self.theme.text))
        room = self.width() - 2 * self._edges
        words = QtGui.QFontMetricsF(self._font).elidedText(self.words, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, words)


class ExampleRow(QWidget):
    """A button for each of a few examples, and one for all of them.

    `chosen`: the name of an example. `all_asked`: all examples are to be shown. `buttons`: by the names of the
    examples; what they are about is told by `Examples`, who knows the rules. `all`: shows all examples.
    """

    chosen = Signal(str)
    all_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self.all = self._button(tr("All examples…"))
        self.all.clicked.connect(self.all_asked)
        self.buttons = {name: self._button(name_of(tr(BY_NAME[name].title))) for name in EXAMPLES}
        for name, button in self.buttons.items():
            button.clicked.connect(partial(self.chosen.emit, name))
        self._in_order = (self.all, *self.buttons.values())
        """Where room is short the last ones are missing."""
        for button in self._in_order:
            row.addWidget(button)

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text)
        # The canvas keeps the keys, so that Space and Enter mean there what they always mean.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return button

    def set_theme(self, theme: Theme) -> None:
        """Adopt the theme's font size and scale."""
        for button in self._in_order:
            button.setFont(theme.font(INVITATION_WORDS))
        self.adjustSize()

    def fit(self, width: int) -> None:
        """Show as many examples as there is room for. `width`: the room in pixels."""
        used = 0
        for button in self._in_order:
            used += button.sizeHint().width() + 8
            button.setVisible(used <= width)
        self.adjustSize()
