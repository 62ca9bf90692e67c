"""The bars around the plane: above it mistakes and news, below it the model's parameters in one line."""

import html
from collections.abc import Iterator
from functools import cache
from itertools import chain
from math import ceil

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QToolTip, QWidget

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.style.style_sheet import letters
from perceptron_gui.gui.style.theme import COUNTER, FORMULA_FONT, LEAST_FORMULA, LIGHT, SMALL, TEXT, Theme, text_font
from perceptron_gui.gui.widgets.formula_html import formula_html
from perceptron_gui.gui.widgets.plain_text import ScrollArea, go_with_words, plain_tip
from perceptron_gui.session.messages.meanings import meaning
from perceptron_gui.session.messages.model_line import ModelLine, model_line
from perceptron_gui.session.messages.run_end import Outcome, run_end, visit_headline
from perceptron_gui.session.wording import ORDERS, bound_text, counted, grouped, together
from perceptron_gui.session.worker.training_worker import Finding
from perceptron_gui.translation import isolated, ntr, tr

HEIGHT, MARGIN, GAP = 60, 16, 12
"""Pixels on a desk: of the strip, at both ends, and between two parts."""
TRACK = 110.0
"""Pixels of the bar that says how much of the bound was used."""
BETWEEN = " · "
"""What stands between why a run ended and what comes next, which is left out where room is short."""
HEADLINE, SMALLEST = 19, 13
"""Pixels of the letters of what just happened, and where room is short."""
SIGN, LETTERS_APART = 22.0, 0.8
"""Pixels of the sign of an outcome, and between the letters of a label."""
WRAPPED = Qt.AlignmentFlag.AlignRight.value | Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextWordWrap.value


class News(Frozen):
    """What just happened."""

    headline: str = ""
    reason: str = ""  # in smaller letters below it; empty for none
    outcome: Outcome | None = None  # whose sign stands before it
    colour: str = "text"  # the name of a colour of the theme
    word: str = ""  # whose meaning is told


class ScoreStrip(QWidget):
    """The mistake counter with its bound on the left, news on the right; nothing of it lies over the plane."""

    told_as = "StaticText"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scoreStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._theme = LIGHT
        self._bound: int | None = None
        self._known_bound: int | None = None
        self._bound_of: Finding | None = None
        self._run: Snapshot | None = None
        self._proof, self._score_ends = "", 0.0
        self.news = News()
        self.shown = ("0", "", "")
        self._write()

    def sizeHint(self) -> QSize:
        return QSize(0, round(HEIGHT * self._theme.scale))

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and sizes of a theme."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def set_bound(self, bound: int | None, finding: Finding | None = None) -> None:
        """Set the bound on mistakes; it is shown only beside the run that it belongs to, which may arrive later.

        `bound`: None where there is none. `finding`: where it was found; None leaves it to the caller what it holds
        for.
        """
        self._known_bound, self._bound_of = bound, finding
        self._choose_bound()
        self._write()

    def show_proof(self, sentence: str) -> None:
        """Say why no line separates the points, before any other news; an empty sentence is none."""
        self._proof = sentence
        self._write()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show the mistakes at the cursor, and what the last visit was or how the run ended."""
        earlier, self._run = self._run, snapshot
        if earlier is None or _judged(earlier) != _judged(snapshot):
            self._choose_bound()
        self._write()

    def _choose_bound(self) -> None:
        """Keep showing a bound that may still hold, so that it does not flicker when points arrive."""
        finding, run = self._bound_of, self._run
        if self._known_bound is None or finding is None or run is None:
            self._bound = self._known_bound
            return
        if run.hides_labels:
            self._bound = None
            return
        one, other = finding.document.dataset, run.dataset
        is_same_set = one.is_extension_of(other) or other.is_extension_of(one)
        self._bound = self._known_bound if is_same_set and finding.has_rules_of(run) else None

    def _write(self) -> None:
        """Update texts and description if they have changed."""
        shown, news = self._texts(), self._news()
        if (shown, news) != (self.shown, self.news):
            self.shown, self.news = shown, news
            self.setAccessibleName(together(*shown, news.headline, news.reason))
            self.setAccessibleDescription(self.told_at(0, 0))
            self.update()

    def told_at(self, x: float, y: float) -> str:
        """Return what is said of the place under the mouse: what the words mean, or why the run ended.

        `x`, `y`: in pixels from where a line begins, and from the top.
        """
        news, scale = self.news, self._theme.scale
        if x / scale > self._score_ends:
            return "\n".join(filter(None, (news.reason, meaning(news.word) if news.word else "")))
        if self.shown[2] and y / scale > HEIGHT / 2:
            names = [*["near miss"] * self._has_near_misses, *["batch"] * self._is_batch]
            if self._bound is not None and self._run is not None:
                names.append(ORDERS[self._run.settings.order].bound)
            return meaning(*names)
        return meaning("mistake", *["batch"] * self._is_batch)

    @property
    def _is_batch(self) -> bool:
        return self._run is not None and self._run.settings.order is Order.BATCH

    @property
    def _has_near_misses(self) -> bool:
        return self._run is not None and self._run.settings.beta > 0

    def event(self, event: QEvent) -> bool:
        """See `QWidget.event`: what the tooltip says depends on the place."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = event.pos()
            told = self.told_at(self.width() - at.x() if self.isRightToLeft() else at.x(), at.y())
            QToolTip.showText(event.globalPos(), plain_tip(told), self)
            return True
        return super().event(event)

    def _texts(self) -> tuple[str, str, str]:
        """Return three texts: the count, its noun, and near misses, the bound, and in batch order the updates."""
        run = self._run
        mistakes = run.mistakes if run is not None else 0
        near = ""
        if run is not None and self._has_near_misses:
            near = counted("+ {count} near miss", "+ {count} near misses", run.near_misses)
        bound = tr("of at most {bound}").format(bound=bound_text(self._bound)) if self._bound is not None else ""
        updates = ""
        if run is not None and self._is_batch:
            updates = counted("in {count} update", "in {count} updates", run.updates)
        below = BETWEEN.join(filter(None, (near, bound, updates)))
        return grouped(mistakes), ntr("MISTAKE", "MISTAKES", mistakes), below

    def _news(self) -> News:
        run = self._run
        if self._proof:
            return News(reason=self._proof, outcome=Outcome.LIMIT, colour="warn")
        if run is None or not run.dataset.n_samples:
            return News()
        if not run.is_playing and (end := run_end(run)) is not None:
            colour = {Outcome.CONVERGED: "good", Outcome.PASS_DONE: "text"}.get(end.outcome, "warn")
            return News(end.headline, BETWEEN.join(filter(None, (end.reason, end.next_step))), end.outcome, colour)
        last = run.last
        if last is None or not run.is_followed:
            return News()
        headline = visit_headline(last)
        if last.is_mistake:
            return News(headline, colour="wrong", word="mistake")
        if last.is_near_miss:
            return News(headline, colour="warn", word="near miss")
        return News(headline, colour="muted")

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        self.draw(QPainter(self))

    def draw(self, painter: QPainter) -> None:
        """Draw it all. `painter`: of the strip, or of a picture in which it stands."""
        theme = self._theme
        painter.setLayoutDirection(self.layoutDirection())
        painter.fillRect(self.rect(), QColor(theme.panel))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), QColor(theme.line))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(theme.scale, theme.scale)
        left = self._score_ends = self._draw_score(painter)
        room = QRectF(left, 4, self.width() / theme.scale - left - MARGIN, HEIGHT - 8)
        self._draw_news(painter, self._placed(room))

    def _placed(self, box: QRectF) -> QRectF:
        """Return where what has a place from left to right is in the language that is shown. `box`: unscaled."""
        if self.isRightToLeft():
            box.moveRight(self.width() / self._theme.scale - box.left())
        return box

    def _write_at(self, painter: QPainter, left: float, base: float, words: str) -> float:
        """Write words, and return how wide they are. `left`, `base`: where they begin from left to right."""
        width = QFontMetricsF(painter.font()).horizontalAdvance(words)
        painter.drawText(QPointF(self._placed(QRectF(left, base, width, 0)).left(), base), words)
        return width

    def _draw_score(self, painter: QPainter) -> float:
        """Draw the counter with its bound, and return where it ends in unscaled pixels."""
        (number, word, below), theme, left = self.shown, self._theme, float(MARGIN)
        figures, small = text_font(COUNTER, QFont.Weight.Bold), self._font(SMALL + 1)
        label = _spaced(self._font(TEXT, QFont.Weight.DemiBold), painter)
        painter.setFont(figures)
        painter.setPen(QColor(theme.text))
        left += self._write_at(painter, left, HEIGHT / 2 + 0.36 * COUNTER, number) + GAP
        painter.setFont(label)
        width = self._write_at(painter, left, 26 if below else 36, word)
        painter.setFont(small)
        painter.setPen(QColor(theme.muted))
        right = left + max(width, self._write_at(painter, left, 45, below))
        if self._bound is None or self._run is None or self.width() / theme.scale < 5 * TRACK:
            return right + 2 * GAP
        end = right + 2 * GAP + TRACK
        track = self._placed(QRectF(right + 2 * GAP, HEIGHT / 2 - 3, TRACK, 6))
        share = min(self._run.n_learned / self._bound, 1.0) if self._bound else 0.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.line))
        painter.drawRoundedRect(track, 3, 3)
        painter.setBrush(QColor(theme.accent))
        if share:
            used = QRectF(track.left(), track.top(), max(TRACK * share, 3.0), 6)
            if self.isRightToLeft():
                used.moveRight(track.right())
            painter.drawRoundedRect(used, 3, 3)
        return end + 2 * GAP

    def _draw_news(self, painter: QPainter, room: QRectF) -> None:
        """Draw a headline that shrinks before it is cut, and the reason below it, as much as there is room for."""
        news, theme = self.news, self._theme
        colour = QColor(getattr(theme, news.colour))
        small = self._font(SMALL + 1)
        if news.headline:
            indent = SIGN + 6 if news.outcome is not None else 0.0
            font = self._fitting_font(news.headline, room.width() - indent)
            metrics = QFontMetricsF(font)
            words = metrics.elidedText(news.headline, Qt.TextElideMode.ElideRight, max(room.width() - indent, 0.0))
            base = 26.0 if news.reason else HEIGHT / 2 + 0.36 * font.pixelSize()
            width = metrics.horizontalAdvance(words)
            left, sign = room.right() - width, room.right() - width - indent
            if self.isRightToLeft():
                left, sign = room.left(), room.left() + width + indent - SIGN
            if news.outcome is not None and words:
                draw_sign(painter, news.outcome, QPointF(sign, base - 0.36 * HEADLINE), SIGN, colour)
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(QPointF(left, base), words)
            painter.setFont(small)
            painter.setPen(QColor(theme.text))
            whole, metrics = news.reason, QFontMetricsF(small)
            if metrics.horizontalAdvance(whole) > room.width():
                whole = whole.partition(BETWEEN)[0]
            reason = metrics.elidedText(whole, Qt.TextElideMode.ElideRight, room.width())
            left = room.left() if self.isRightToLeft() else room.right() - metrics.horizontalAdvance(reason)
            painter.drawText(QPointF(left, 45), reason)
        elif news.reason:
            painter.setFont(small)
            painter.setPen(colour)
            painter.drawText(room, WRAPPED, news.reason)

    def _fitting_font(self, text: str, width: float) -> QFont:
        fonts = [self._font(size, QFont.Weight.DemiBold) for size in range(HEADLINE, SMALLEST - 1, -1)]
        return next((font for font in fonts if QFontMetricsF(font).horizontalAdvance(text) <= width), fonts[-1])

    def _font(self, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """Return letters that are enlarged with the strip. `pixels`: their size before that."""
        return text_font(max(pixels, ceil(self._theme.least / self._theme.scale)), weight)


def _judged(run: Snapshot) -> tuple[object, ...]:
    """Return what decides whether a bound holds for a run, and may be told."""
    return id(run.dataset), id(run.settings), run.hides_labels


def _spaced(font: QFont, painter: QPainter) -> QFont:
    """Return a font with some room between its letters, of which Qt would make more where dots are smaller."""
    screen = QtGui.QGuiApplication.primaryScreen()
    dots = painter.device().logicalDpiY() / screen.logicalDotsPerInchY()
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, LETTERS_APART / dots)
    return font


def draw_sign(painter: QtGui.QPainter, outcome: Outcome, at: QPointF, size: float, colour: QtGui.QColor) -> None:
    """Draw the sign of an outcome; signs differ in shape, never in colour alone.

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


APART = 24
"""Pixels between what stands left and right, at least."""
BLANKS = "&nbsp;" * 5
"""What stands between two formulas."""


class ModelBar(QFrame):
    """The line with the model's parameters; if room is short, first the boundary's equation goes, then the loss.

    Of several classes as many are shown as fit, those of the last update first, and how many more there are.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setObjectName("modelBar")
        self._theme = LIGHT
        self._snapshot: Snapshot | None = None
        self.line: ModelLine | None = None
        self.words, self.judged = QLabel(), QLabel()
        for label in (self.words, self.judged):
            label.setTextFormat(Qt.TextFormat.RichText)
        go_with_words(self.judged)
        self.words.setObjectName("inner")
        self._area = ScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setWidget(self.words)
        self._area.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        # L10n: a button beside the weights
        self.copy = self._button(tr("copy"), "")
        self.copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.copy)
        menu.addAction(tr("Copy as text"), lambda: self._copy(is_latex=False))
        menu.addAction(tr("Copy as LaTeX"), lambda: self._copy(is_latex=True))
        self.copy.setMenu(menu)
        self.unfold = self._button("▾", tr("Show everything, with all digits"))
        self.unfold.setCheckable(True)
        self.unfold.toggled.connect(self._on_unfolded)
        self._measure = QTextDocument(self)
        self._measure.setDocumentMargin(0)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 10, 0)
        row.setSpacing(6)
        row.addWidget(self._area, 1)
        row.addWidget(self.judged)
        row.addWidget(self.copy)
        row.addWidget(self.unfold)
        self._on_unfolded(False)
        self._keep_height()

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours, sizes and symbols of a theme."""
        if theme.least != self._theme.least:
            self.setStyleSheet(letters(theme) if theme.least else "")
            self.copy.setVisible(not theme.least)  # no hall copies
        self._theme, self.line = theme, None
        self.copy.setToolTip(tr("Copy the parameters, such as w and b"))
        self.copy.setAccessibleName(self.copy.toolTip())
        self._write()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show the parameters at the cursor."""
        self._snapshot = snapshot
        self._write()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._write()

    def _button(self, text: str, hint: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(hint)
        button.setAccessibleName(hint)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _on_unfolded(self, is_full: bool) -> None:
        self.unfold.setText("▴" if is_full else "▾")
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if is_full else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self._area.setVerticalScrollBarPolicy(policy)  # a folded line may be a pixel too high, by an exponent
        self.words.setWordWrap(is_full)
        self._write()

    def _keep_height(self) -> None:
        """Keep the height even without text, so that the plane keeps its size; unfolded at most a third."""
        height, above = round(2 * LEAST_FORMULA * self._theme.scale), self.parentWidget()
        if self.unfold.isChecked() and above is not None:
            wanted = self.words.heightForWidth(self._area.maximumViewportSize().width()) + LEAST_FORMULA
            height = max(height, min(wanted, above.height() // 3))
        if height != self.height() or height != self.maximumHeight():
            self.setFixedHeight(height)
            for label in (self.words, self.judged):  # letters of formulas stand high in their line
                label.setContentsMargins(0, round(LEAST_FORMULA * self._theme.scale / 3), 0, 0)

    def _write(self) -> None:
        if self._snapshot is None:
            return
        is_full = self.unfold.isChecked()
        line = model_line(self._snapshot, is_full)
        if line != self.line:
            self.line = line
            self.words.setAccessibleName(line.text)
        blanks = f"{BLANKS} " if is_full else BLANKS  # a line may end between its formulas
        room = self._area.maximumViewportSize().width() + self.judged.width() - APART
        width = cache(lambda part: self._width(self._styled(part)))  # of a formula, which stands in several wordings
        for parts in self._wordings(line):
            needed = sum(map(width, chain(*parts))) + width(BLANKS) * sum(max(len(part) - 1, 0) for part in parts)
            if is_full or needed <= room:
                break
        texts = [self._styled(blanks.join(part)) if part else "" for part in parts]
        for label, text in zip((self.words, self.judged), texts, strict=True):
            if label.isRightToLeft():
                text = f'<p dir="rtl" style="margin:0">{text}</p>'
            if text != label.text():
                label.setText(text)
        snapshot = self._snapshot
        names = [] if line.loss is None else ["loss"]
        self.judged.setToolTip(meaning(*names, "all zero" if snapshot.is_undecided else "wrong"))
        self._keep_height()

    def _wordings(self, line: ModelLine) -> Iterator[tuple[list[str], list[str]]]:
        """Yield wordings for left and right, from the longest to w and b, or the rows of one class, alone."""
        muted = f'<span style="color:{self._theme.muted}">{{}}</span>'
        boundary = [muted.format(formula_html(each, self._theme)) for each in (line.boundary,) if each is not None]
        loss = [isolated(formula_html(each, self._theme)) for each in (line.loss,) if each is not None]
        written = {each: formula_html(each, self._theme, stands_out=False) for each in line.parameters}
        for most_classes in range(max(len(line.ranks), 1), 0, -1):
            shown = line.shortened(most_classes)
            more = [muted.format(isolated(html.escape(shown.more)))] if shown.more else []
            parameters = [*(written[each] for each in shown.parameters), *more]
            yield [*parameters, *boundary], [*loss, line.errors]
            yield parameters, [*loss, line.errors]
            yield parameters, [line.errors]
        few = parameters if line.ranks else parameters[-1:]
        yield few, [line.errors]
        yield few, []
        yield [], [line.errors]

    def _styled(self, rich_text: str) -> str:
        return f'<span style="{self._style()}">{rich_text}</span>'

    def _style(self) -> str:
        size = round(LEAST_FORMULA * self._theme.scale)
        return f"{FORMULA_FONT}; font-size:{size}px; color:{self._theme.text}"

    def _copy(self, is_latex: bool) -> None:
        if self.line is not None:
            QGuiApplication.clipboard().setText(self.line.latex if is_latex else self.line.text)

    def _width(self, rich_text: str) -> float:
        """Return the pixels that rich text needs in one line."""
        self._measure.setHtml(rich_text)
        return self._measure.idealWidth()
