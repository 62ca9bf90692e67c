"""What stands over the picture without being part of it, and where: if there is another place, not over points.

News of the end (P7), why no line separates the points (T1), the formulas of a step, and how to begin.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6 import QtGui
from PySide6.QtCore import QAbstractAnimation, QLineF, QPointF, QRectF, QSizeF, Qt, QVariantAnimation, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.style.theme import LIGHT, RADIUS, TEXT, Theme, faded
from perceptron_gui.gui.widgets.formula_html import formula_html
from perceptron_gui.session.messages.run_end import Outcome, RunEnd
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.explanation.explain import StepSummary


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
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.theme: Theme = LIGHT
        self.opacity = 1.0
        self.narrowness = 1.0
        """Share of its usual greatest width that it may take."""

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and sizes."""
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
    """Lets an overlay come and go slowly."""

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
    boxes = [_box_at(place, size, room) for place in places]
    return min(boxes, key=lambda box: harm(box, points, sights, taken))


def _box_at(place: Place, size: QSizeF, room: QSizeF) -> QRectF:
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
NEWS_HEADLINE, NEWS_REASON = 24, 14
"""Sizes in pixels on a desk."""
NEWS_PADDING, SIGN, LINE_GAP = 16.0, 26.0, 4.0
NEWS_SMALLEST = 0.55
"""To which share of its size the headline shrinks before it is cut."""
NEWS_WIDEST = 0.62
"""Largest share of the canvas's width, so that it has a place beside the counter or above the points."""
NEWS_LEAST_WIDEST = 420.0
"""Pixels that the plate may take on a narrow canvas."""


COLOURS = {Outcome.CONVERGED: ("good", "good_tint"), Outcome.PASS_DONE: ("text", "panel")}
"""Which of the theme's are those of the words and of the ground; of all other outcomes those of a warning."""


class EndNews(Overlay):
    """A plate with a sign, what happened, what it means and what to do next."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.end: RunEnd | None = None
        self.fade = Fade(self)

    def show_end(self, end: RunEnd | None) -> None:
        """Show how a run ended, or fade out. `end`: none to fade out; the words stay until it is gone."""
        if end is not None:
            self.end = end
            self.setAccessibleName(end.sentence)
            self.update()
        self.fade.set_shown(end is not None)

    @property
    def lines(self) -> tuple[str, str]:
        """The headline, and what stands below it."""
        if self.end is None:
            return "", ""
        below = [part for part in (self.end.reason, self.end.next_step) if part]
        return self.end.headline, "  ·  ".join(below)

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """Return the size that the words need, a long second line wrapped. See `Overlay.wanted_size`."""
        scale = self.theme.scale
        headline, below = map(QtGui.QFontMetricsF, self._fonts(self._widest(room)))
        width = headline.horizontalAdvance(self.lines[0]) + self._indent
        width = max(width, min(below.horizontalAdvance(self.lines[1]), self._widest(room)))
        height = headline.height()
        if self.lines[1]:
            box = below.boundingRect(QRectF(0, 0, width + 1, 1e4), CENTRED, self.lines[1])
            height += LINE_GAP * scale + box.height()
        return QSizeF(width + 2 * NEWS_PADDING * scale + 2, height + 1.5 * NEWS_PADDING * scale)

    def _widest(self, room: QSizeF) -> float:
        widest = max(NEWS_WIDEST * room.width(), min(room.width() - 2 * GAP, NEWS_LEAST_WIDEST))
        return widest * self.narrowness - 2 * NEWS_PADDING * self.theme.scale

    @property
    def _indent(self) -> float:
        return (SIGN + 8) * self.theme.scale

    def _fonts(self, width: float) -> tuple[QtGui.QFont, QtGui.QFont]:
        """Return the fonts of both lines: the first as large as `width` allows."""
        sizes, room = range(NEWS_HEADLINE, round(NEWS_SMALLEST * NEWS_HEADLINE), -1), width - self._indent
        fonts = [self.theme.font(size, QtGui.QFont.Weight.Bold) for size in sizes]
        # Measured: letters do not shrink in proportion.
        fit = (font for font in fonts if QtGui.QFontMetricsF(font).horizontalAdvance(self.lines[0]) <= room)
        return next(fit, fonts[-1]), self.theme.font(NEWS_REASON)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        if self.end is None:
            return
        scale, theme = self.theme.scale, self.theme
        names = COLOURS.get(self.end.outcome, ("warn", "warn_tint"))
        colour, tint = (QtGui.QColor(getattr(theme, name)) for name in names)
        painter, padding = self.painted_plate(QtGui.QPen(colour, 1.6 * scale), tint, scale), NEWS_PADDING * scale
        inner = QRectF(self.rect()).adjusted(padding, 0.75 * padding, -padding, 0)
        headline, below = self._fonts(inner.width())
        metrics = QtGui.QFontMetricsF(headline)
        words = metrics.elidedText(self.lines[0], Qt.TextElideMode.ElideRight, inner.width() - self._indent + 2)
        left = inner.left() + (inner.width() - metrics.horizontalAdvance(words) - self._indent) / 2
        draw_sign(painter, self.end.outcome, QPointF(left, inner.top() + metrics.height() / 2), SIGN * scale, colour)
        painter.setPen(colour)
        painter.setFont(headline)
        painter.drawText(QPointF(left + self._indent, inner.top() + metrics.ascent()), words)
        painter.setPen(QtGui.QColor(theme.text))
        painter.setFont(below)
        rest = inner.adjusted(-1, metrics.height() + LINE_GAP * scale, 1, 0)
        painter.drawText(rest, CENTRED, self.lines[1])


def draw_sign(painter: QtGui.QPainter, outcome: Outcome, at: QPointF, size: float, colour: QtGui.QColor) -> None:
    """Draw the sign of an outcome; each has a form of its own, so that colour is never the only difference.

    `at`: the middle of its left edge, in pixels. `size`: width and height in pixels.
    """
    painter.save()
    painter.translate(at + QPointF(size / 2, 0))
    painter.scale(size / 24, size / 24)
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.setPen(QtGui.QPen(colour, 3.2, c=cap, j=join))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if outcome is Outcome.CONVERGED:
        painter.drawPolyline(QtGui.QPolygonF([QPointF(-8, 1), QPointF(-2.5, 7), QPointF(8, -7)]))
    elif outcome is Outcome.CYCLE:
        painter.drawArc(QRectF(-8, -8, 16, 16), 16 * 40, 16 * 290)
        painter.setBrush(colour)
        painter.drawPolygon(QtGui.QPolygonF([QPointF(9.5, -9.5), QPointF(8.5, -2.5), QPointF(3, -5.5)]))
    elif outcome is Outcome.PASS_DONE:
        painter.drawLine(QLineF(-7, 0, 6, 0))
        painter.drawPolyline(QtGui.QPolygonF([QPointF(1, -6), QPointF(7, 0), QPointF(1, 6)]))
        painter.drawLine(QLineF(9.5, -7, 9.5, 7))
    else:
        bars = QtGui.QPainterPath()
        bars.addRoundedRect(QRectF(-7, -7, 14, 14), 2, 2)
        painter.drawPath(bars)
    painter.restore()


PROOF_PADDING = 12.0
"""Pixels around the words, on a desk."""
PROOF_WIDEST = 0.5
"""Largest share of the canvas's width."""
PROOF_LEAST_WIDEST = 420.0
"""Pixels that it may take on a narrow canvas."""
PROOF_FLAGS = Qt.AlignmentFlag.AlignLeft.value | Qt.AlignmentFlag.AlignTop.value | Qt.TextFlag.TextWordWrap.value


class ProofNote(Overlay):
    """A plate with a sentence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sentence = ""
        self.fade = Fade(self)

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence, or fade out. `sentence`: empty to fade out; the words stay until it is gone."""
        if sentence:
            self.sentence = sentence
            self.setAccessibleName(sentence)
            self.update()
        self.fade.set_shown(bool(sentence))

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """Return the size that the wrapped words need. See `Overlay.wanted_size`."""
        border = 2 * PROOF_PADDING * self.theme.scale
        widest = max(PROOF_WIDEST * room.width(), min(room.width() - 2 * GAP, PROOF_LEAST_WIDEST * self.theme.scale))
        limit = QRectF(0, 0, widest * self.narrowness - border, 1e4)
        box = QtGui.QFontMetricsF(self.theme.font(TEXT)).boundingRect(limit, PROOF_FLAGS, self.sentence)
        return QSizeF(box.width() + border + 2, box.height() + border + 2)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        theme, padding = self.theme, PROOF_PADDING * self.theme.scale
        pen = QtGui.QPen(QtGui.QColor(theme.warn), 1.6 * theme.scale)
        painter = self.painted_plate(pen, QtGui.QColor(theme.warn_tint))
        painter.setPen(QtGui.QColor(theme.text))
        painter.setFont(theme.font(TEXT))
        inner = QRectF(self.rect()).adjusted(padding, padding, -padding + 2, -padding + 2)
        painter.drawText(inner, PROOF_FLAGS, self.sentence)


FORMULA = 20
"""Size in pixels on a desk."""
FORMULA_PADDING = 14.0
FORMULA_WIDEST = 0.6
"""Largest share of the canvas's width; longer lines are broken."""


class StepFormula(Overlay):
    """A plate with f in numbers, the verdict, and w and b."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.summary: StepSummary | None = None
        self.fade = Fade(self)
        self._document = QtGui.QTextDocument(self)
        self._document.setDocumentMargin(0)
        self._document.setDefaultTextOption(QtGui.QTextOption())

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and sizes. See `Overlay.set_theme`."""
        super().set_theme(theme)
        self._write()

    def show_summary(self, summary: StepSummary | None) -> None:
        """Show a step, or fade out. `summary`: none to fade out; the words stay until it is gone."""
        if summary is not None and summary != self.summary:
            self.summary = summary
            self._write()
        self.fade.set_shown(summary is not None)

    @property
    def text(self) -> str:
        """What it says, as plain text."""
        return self._document.toPlainText()

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """See `Overlay.wanted_size`."""
        padding = FORMULA_PADDING * self.theme.scale
        self._document.setTextWidth(-1)
        widest = max(FORMULA_WIDEST * room.width(), min(room.width() - 2 * GAP, 320.0)) - 2 * padding
        width = min(self._document.idealWidth() + 2, widest * self.narrowness)
        self._document.setTextWidth(width)
        return QSizeF(width + 2 * padding, self._document.size().height() + 1.4 * padding)

    def _write(self) -> None:
        if self.summary is not None:
            self._document.setHtml(summary_html(self.summary, self.theme))
            self.update()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter = self.painted_plate(QtGui.QPen(QtGui.QColor(self.theme.line)), faded(self.theme.panel, 0.88), 0.5)
        painter.translate(FORMULA_PADDING * self.theme.scale, 0.7 * FORMULA_PADDING * self.theme.scale)
        self._document.drawContents(painter)


def summary_html(summary: StepSummary, theme: Theme) -> str:
    """Return a summary as rich text; names of classes stay plain."""
    size = round(FORMULA * theme.scale)
    style = f"font-family:'STIX Two Text','Inter'; font-size:{size}px; color:{theme.text}; margin:{size // 6}px 0 0 0"
    formulas = [
        f'<p style="{style}">{formula_html(line, theme, stands_out=False)}</p>'
        for line in (*summary.rule, *summary.parameters)
    ]
    colour, words = theme.of_visit(summary.is_mistake, summary.is_near_miss), html.escape(summary.verdict)
    font = f"font-family:'Inter'; font-weight:600; font-size:{round(0.85 * size)}px; margin:{size // 6}px 0 0 0"
    formulas.insert(len(summary.rule), f'<p style="{font}; color:{colour}">{words}</p>')
    return "".join(formulas)


INVITATION_HEADLINE, INVITATION_WORDS = 24, 15
"""Sizes in pixels on a desk."""
EXAMPLES = ("two-classes", "textbook", "xor", "three-classes")
"""The examples that are offered by name; the menu has all."""


class Invitation(Overlay):
    """The words of an empty plane; a click goes through them and places a point."""

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """See `Overlay.wanted_size`."""
        width = min(room.width() - 2 * GAP, 620 * self.theme.scale)
        return QSizeF(width, sum(self._box(text, font, width).height() for text, font in self._lines()) + 12)

    def _lines(self) -> list[tuple[str, QtGui.QFont]]:
        return [
            (tr("Click to place a point"), self.theme.font(INVITATION_HEADLINE, QtGui.QFont.Weight.DemiBold)),
            (tr("1 and 2 choose its class; points of two classes make a run."), self.theme.font(INVITATION_WORDS)),
            (tr("Without a mouse: Enter shows a cursor, Space places."), self.theme.font(INVITATION_WORDS)),
            (tr("Or begin with an example, below or in the menu Data:"), self.theme.font(INVITATION_WORDS)),
        ]

    def _box(self, text: str, font: QtGui.QFont, width: float) -> QRectF:
        return QtGui.QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e4), CENTRED, text).adjusted(0, 0, 0, 6)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter, top = QtGui.QPainter(self), 6.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self.theme.panel, 0.88))
        painter.drawRoundedRect(self.rect(), RADIUS, RADIUS)
        for place, (text, font) in enumerate(self._lines()):
            height = self._box(text, font, self.width()).height()
            painter.setFont(font)
            painter.setPen(QtGui.QColor(self.theme.muted if place else self.theme.text))
            painter.drawText(QRectF(0, top, self.width(), height), CENTRED, text)
            top += height


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
        self.buttons = {name: self._button(tr(BY_NAME[name].title).partition(":")[0]) for name in EXAMPLES}
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
        """Take other sizes."""
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
