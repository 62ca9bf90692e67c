"""The mistake counter, readable from the last row; clicks go through it."""

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.model.point_errors import PointLosses
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.style.theme import COUNTER, LIGHT, Theme, faded, text_font
from perceptron_gui.session.messages.held_out import held_out_text
from perceptron_gui.session.wording import bound_text, counted, written
from perceptron_gui.session.worker.analysis import Finding
from perceptron_gui.translation import ntr, tr


class Counter(QWidget):
    """Mistakes so far, of at most how many, and the loss where it is wanted.

    `changed`: it covers another part of the canvas.
    """

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme = LIGHT
        self._mistakes = self._near_misses = 0
        self._has_margin = False
        self._bound: int | None = None
        self._known_bound: int | None = None
        self._bound_of: Finding | None = None
        self._run: Snapshot | None = None
        self._shows_loss = self._is_alone = False
        self._held_out = ""
        self._losses: PointLosses | None = None
        self._fonts = text_font(COUNTER, QFont.Weight.Bold), _label_font(), text_font(14)
        self._metrics = [QFontMetricsF(font) for font in self._fonts]
        self._shown = ("", "", "")
        self._size = QSizeF()
        self.setGeometry(16, 10, 560, 92)
        self._write()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.setGeometry(16, 10, round(560 * theme.scale), round(92 * theme.scale))
        self.update()

    def set_bound(self, bound: int | None, finding: Finding | None = None) -> None:
        """Show the bound on the number of mistakes, beside a run that it is about: one after an edit may come later.

        `bound`: None where there is none. `finding`: where it was found; None leaves it to the caller what it holds
        for.
        """
        self._known_bound, self._bound_of = bound, finding
        self._choose_bound()
        self._write()

    def set_shows_loss(self, shows_loss: bool) -> None:
        """Write the loss beside the bound, or leave it out."""
        self._shows_loss = shows_loss
        self._write()

    def set_alone(self, is_alone: bool) -> None:
        """Tell errors among points held out, too, where no status line does.

        `is_alone`: whether only the canvas is shown.
        """
        self._is_alone = is_alone
        self._write()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show the mistakes at the cursor, and the loss unless the snapshot is veiled: it would tell of errors."""
        self._mistakes, self._losses = snapshot.mistakes, snapshot.losses
        self._near_misses, self._has_margin = snapshot.near_misses, snapshot.settings.beta > 0
        held_out = snapshot.held_out
        self._held_out = held_out_text(held_out, snapshot.is_veiled) if held_out is not None else ""
        earlier, self._run = self._run, snapshot
        if earlier is None or earlier.dataset is not snapshot.dataset or earlier.settings is not snapshot.settings:
            self._choose_bound()
        self._write()

    @property
    def plate(self) -> QRectF:
        """What it covers of the canvas, in pixels."""
        return QRectF(QPointF(self.pos()), self._size * self._theme.scale)

    def _choose_bound(self) -> None:
        """Keep the bound while it may hold for the run: one of the points before more arrived does not blink."""
        finding, run = self._bound_of, self._run
        if self._known_bound is None or finding is None or run is None:
            self._bound = self._known_bound
            return
        one, other = finding.document.dataset, run.dataset
        is_same_set = one.is_extension_of(other) or other.is_extension_of(one)
        self._bound = self._known_bound if is_same_set and finding.has_rules_of(run) else None

    def _write(self) -> None:
        """Say what is true now, where that is something else than before."""
        texts = self._texts()
        if texts == self._shown:
            return
        self._shown = texts
        lines = zip(self._metrics[1:], texts[1:], strict=True)
        needed = self._left() + 12 + max(metrics.horizontalAdvance(text) for metrics, text in lines)
        size = QSizeF(max(needed, 190.0 if texts[2] else 0.0), 90 if self._bound is not None else 74)
        self.update()
        if size != self._size:
            self._size = size
            self.changed.emit()

    def _texts(self) -> tuple[str, str, str]:
        """Return the number, its word, and near misses, bound and loss."""
        word = ntr("MISTAKE", "MISTAKES", self._mistakes)
        bound = tr("of at most {bound}").format(bound=bound_text(self._bound)) if self._bound is not None else ""
        near = counted("+ {count} near miss", "+ {count} near misses", self._near_misses) if self._has_margin else ""
        parts = [near, bound, self._loss() if self._shows_loss else "", self._held_out if self._is_alone else ""]
        return str(self._mistakes), word, " · ".join(part for part in parts if part)

    def _loss(self) -> str:
        return f"L {written(self._losses.total).after_name}" if self._losses is not None else "L = ?"

    def _left(self) -> float:
        """Return where the words begin."""
        return 12 + self._metrics[0].horizontalAdvance(self._shown[0]) + 12

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._theme.scale, self._theme.scale)
        left, text, muted = self._left(), QColor(self._theme.text), QColor(self._theme.muted)
        self._draw_plate(painter)
        places = (QPointF(12, 60), text), (QPointF(left, 36), text), (QPointF(left, 57), muted)
        for words, font, (at, colour) in zip(self._shown, self._fonts, places, strict=True):
            painter.setFont(font)
            painter.setPen(colour)
            painter.drawText(at, words)
        if self._bound is not None:
            self._draw_share(painter, self._bound)

    def _draw_plate(self, painter: QPainter) -> None:
        """Lay a veil under the counter, so that a line behind it does not cross the figures."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self._theme.panel, 0.7))
        painter.drawRoundedRect(QRectF(0, 4, self._size.width(), 82 if self._bound is not None else 66), 8, 8)

    def _draw_share(self, painter: QPainter, bound: int) -> None:
        """Draw how much of the bound the mistakes so far are, near misses included (T10)."""
        track = QRectF(12, 72, 160, 5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self._theme.text, 0.14))
        painter.drawRoundedRect(track, 2.5, 2.5)
        share = min((self._mistakes + self._near_misses) / bound, 1.0) if bound else 0.0
        painter.setBrush(QColor(self._theme.accent))
        painter.drawRoundedRect(QRectF(track.left(), track.top(), max(track.width() * share, 3.0), 5), 2.5, 2.5)


def _label_font() -> QFont:
    font = text_font(14, QFont.Weight.DemiBold)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.8)
    return font
