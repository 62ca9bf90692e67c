"""The page of the Multiclass panel with one against the rest: what the lines claim, and their numbers (M6)."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from perceptron_gui.gui.panels.claims_map import ClaimsMap
from perceptron_gui.gui.panels.column import Column
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.panels.steady_text import SteadyText
from perceptron_gui.gui.style.theme import LIGHT, SMALL, Theme
from perceptron_gui.session.classes.claims_picture import ClaimsQuestion
from perceptron_gui.session.classes.claims_words import LineRow, claim_text, counts_text, line_rows, when_text
from perceptron_gui.session.classes.plane import positions, rectangle_around
from perceptron_gui.session.formula.plain_text import text_of
from perceptron_gui.session.formula.sums import vector
from perceptron_gui.session.view_state import ViewState
from perceptron_gui.session.wording import index_text
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.worker.claims_thread import ClaimsFinding

WHY = N_(
    "Each line was learned alone, so that lines may leave a place to no class (///), or to several (XXX). Multiclass "
    "compares the scores with each other: everywhere but on a border one class has the largest."
)
PLANE = N_("The picture shows the first two features, the others at their means.")


class AgainstPage(QWidget):
    """The picture, and below it what is pointed at, the counts, and every line with its numbers.

    `asked`: what to compute; it arrives at `take_finding`.
    """

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._question: ClaimsQuestion | None = None
        self._finding: ClaimsFinding | None = None
        self._snapshot: Snapshot | None = None
        self._state = ViewState()
        self._place: tuple[float, float] | None = None
        self.heading, self.note, self.table = RichText(), SteadyText(), RichText()
        self.map = ClaimsMap()
        self.map.pointed.connect(self._point_at)
        self._column = Column(self.heading, self.map, self.note, self.table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._column)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.map.set_theme(theme)
        self.note.forget_height()
        self._column.place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._snapshot is not None and self.isVisible():
            self.draw(self._snapshot, self._state)

    def take_finding(self, finding: ClaimsFinding) -> None:
        """Take what was computed; of other points or rules it is ignored."""
        asked, question = self._question, finding.question
        if asked is not None and asked.is_same_run(question) and asked.size == question.size:
            self._finding = finding

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show the binary runs beside a snapshot, as far as they are known. `state`: which point is selected."""
        self._snapshot, self._state = snapshot, state
        self._ask(snapshot)
        finding = self._finding
        point = state.single_point if state.single_point is not None else -1
        is_there = 0 <= point < snapshot.dataset.n_samples
        x, y = positions(snapshot.dataset)[point].tolist() if is_there else (0.0, 0.0)
        self.map.show_finding(finding, (x, y) if is_there else None)
        self.heading.setText(self._muted(self._heading(finding)))
        claims = finding.claims if finding is not None else None
        self.table.setText("".join(map(self._row, line_rows(claims))) + self._why(snapshot) if claims else "")
        self._show_note()
        self._column.place()

    def _ask(self, snapshot: Snapshot) -> None:
        self._column.place()
        room = self.map.room
        question = ClaimsQuestion.about(snapshot, rectangle_around(snapshot.dataset, room), room)
        if question.is_like(self._question):
            return
        if not question.is_same_run(self._question):
            self._finding = None
        self._question = question
        if snapshot.dataset.n_samples:
            self.asked.emit(question)

    def _heading(self, finding: ClaimsFinding | None) -> str:
        if self._snapshot is not None and not self._snapshot.dataset.n_samples:
            return tr("Place a point first.")
        if finding is None:
            return tr("looking …")
        return html.escape(finding.failure) or (when_text(finding.claims) if finding.claims is not None else "")

    def _point_at(self, place: tuple[float, float] | None) -> None:
        self._place = place
        self._show_note()
        self._column.place()

    def _show_note(self) -> None:
        """Say what is claimed where the mouse is, else of the selected point, else of all points."""
        claims = self._finding.claims if self._finding is not None else None
        if claims is None:
            self.note.setText("")
            return
        assert self._snapshot is not None
        said, point, dataset = counts_text(claims), self._state.single_point, self._snapshot.dataset
        if self._place is not None:
            x = dataset.X.mean(axis=0) if dataset.n_features > 2 else np.zeros(dataset.n_features)
            x[: min(2, dataset.n_features)] = self._place[: dataset.n_features]
            said = claim_text(claims, x.tolist(), tr("Here"), is_decimal=False)
        elif point is not None and point < dataset.n_samples:
            is_decimal = point not in dataset.rounded
            said = claim_text(claims, dataset.X[point].tolist(), index_text(point), is_decimal)
        self.note.setText(html.escape(said))

    def _row(self, row: LineRow) -> str:
        colour = self._theme.class_colour(row.index).name()
        parts = [f"w = {html.escape(text_of(vector(row.weights, row.is_folded)))}"] if row.weights else []
        parts += [f"b {row.bias.after_name}"] if row.bias is not None else []
        counts = self._muted(html.escape(row.counts))
        name = f'<b style="color:{colour}">{html.escape(row.name)}</b>'
        return f'<p style="margin:8px 0 0 0">{name}&nbsp; {", ".join(parts)}</p>{counts}'

    def _why(self, snapshot: Snapshot) -> str:
        more = " " + tr(PLANE) if snapshot.dataset.n_features > 2 else ""
        return f'<p style="margin:14px 0 0 0">{self._muted(html.escape(tr(WHY) + more))}</p>'

    def _muted(self, words: str) -> str:
        size = round(SMALL * self._theme.scale)
        return f'<span style="color:{self._theme.muted}; font-size:{size}px">{words}</span>'
