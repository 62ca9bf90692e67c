"""The bottom line: where the run stands, and the keys that matter now."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from perceptron_gui.engine.settings import Order
from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.gui.text import tr
from perceptron_gui.session.run_end import run_end
from perceptron_gui.session.wording import grouped

EPOCH = "epoch {epoch}     "
COUNTS = "visit {visit}     mistakes {mistakes}     errors now {errors} of {n}     {exact}"
"""Random order has no passes, so that there is no epoch to tell (P4)."""
NOTICE_MS = 6_000
"""How long a sentence about something just done stands in the place of the keys."""


class Message(QLabel):
    """A sentence that ends in … where there is no room for all of it; its tooltip has the rest."""

    def paintEvent(self, event: QPaintEvent) -> None:
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter, place = QPainter(self), self.alignment()
        self.style().drawItemText(painter, self.rect(), int(place), self.palette(), True, text, self.foregroundRole())


class StatusLine(QWidget):
    """Counts on the left; why the run stands, a notice, or keys on the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusLine")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.counts = QLabel()
        self.message = Message()
        self.message.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.message.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 5, 16, 5)
        row.setSpacing(24)
        row.addWidget(self.counts)
        row.addWidget(self.message, 1)
        self._keys = self._mode_keys = ""
        self._reason = ""
        self._notice = QTimer(self)
        self._notice.setSingleShot(True)
        self._notice.timeout.connect(self._show_message)

    def set_keys(self, text: str) -> None:
        """Show which keys matter now."""
        self._keys = text
        self._show_message()

    def set_mode_keys(self, text: str) -> None:
        """Show the keys of a mode of the canvas while it lasts; empty when it is over."""
        self._mode_keys = text
        self._show_message()

    def clear_notice(self) -> None:
        """Show the keys again at once."""
        self._notice.stop()
        self._show_message()

    def notice(self, text: str) -> None:
        """Show a sentence for a while."""
        self._notice.start(NOTICE_MS)
        self.message.setText(text)
        self.message.setToolTip(text)

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show where the run stands."""
        n = snapshot.dataset.n_samples
        exact = tr("exact") if snapshot.is_exact else tr("≈ rounded")
        self.counts.setText(
            tr(COUNTS if snapshot.settings.order is Order.RANDOM else EPOCH + COUNTS).format(
                epoch=grouped(snapshot.epoch),
                visit=grouped(snapshot.visit),
                mistakes=grouped(snapshot.mistakes),
                errors="?" if snapshot.is_veiled else grouped(snapshot.n_errors),
                n=grouped(n),
                exact=exact,
            )
        )
        end = run_end(snapshot)
        reason = end.sentence if end is not None else ""
        if len(snapshot.dataset.present) == 1 and n:
            reason = tr("Only one class has points so far. ") + reason
        if reason != self._reason:
            self._reason = reason
            if reason:
                self._notice.stop()
            self._show_message()

    def _show_message(self) -> None:
        if not self._notice.isActive():
            text = self._mode_keys or self._reason or self._keys
            self.message.setText(text)
            self.message.setToolTip(text)
