"""The pages of several classes: their weights and scores, one against the rest, the confusion matrix (M1–M6)."""

from __future__ import annotations

import html
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QResizeEvent

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import Column, Fold, RichText, SteadyText
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.session.wording import index_text
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.gui.widgets.painted_widget import Cell
    from perceptron_gui.session.classes.claims import ClaimsFinding, ClaimsQuestion

HIDDEN = N_("Hidden until you have answered.")
CELL_KEYS = N_("Arrows move from cell to cell · Space selects its points · Esc leaves")
"""What the status line says while the arrows belong to the matrix."""
NO_PLANE = (0.0, 0.0, 1.0, 1.0), (2.0, 2.0)
"""Only the runs are asked for: the picture that comes with them is as small as can be."""


class RowsPanel(Panel):
    """W at the cursor, the scores of a point, and of two classes the binary run beside the multiclass one.

    The point is the selected one, else the one that was shown last.
    """

    watched = "switches", "single_point"
    needs = "rows"

    def build(self) -> None:
        """Make the texts. See `Panel.build`."""
        from perceptron_gui.session.classes.claims import RestRuns

        self._runs = RestRuns()
        self._question: ClaimsQuestion | None = None
        self._finding: ClaimsFinding | None = None
        self.text, self.binary = RichText(), RichText()
        self.fold = Fold(tr("Beside the binary rule"))
        self.fold.toggled.connect(lambda _: self._draw_if_seen())
        self._column = Column(self.text, self.fold, self.binary)
        in_column(self, self._column)

    def draw(self, snapshot: Snapshot) -> None:
        """Show the parameters, and the scores. See `Panel.draw`."""
        from perceptron_gui.gui.features.forms.class_pictures import rows_html

        self.text.setText(rows_html(snapshot, self.view_state.shown_point(snapshot), self.theme))
        has_two = len(snapshot.trained.present) == 2 and not snapshot.is_veiled
        self.fold.is_offered = has_two
        self.binary.setText(self._binary_html(snapshot) if has_two and self.fold.isChecked() else "")
        self._column.place()

    def _binary_html(self, snapshot: Snapshot) -> str:
        """Return both runs at the cursor and what they have in common, if the binary one has got there (M3)."""
        from perceptron_gui.gui.features.forms.class_pictures import two_html
        from perceptron_gui.session.classes.claims import ClaimsQuestion

        question = ClaimsQuestion.about(snapshot, *NO_PLANE)
        if not question.is_like(self._question):
            self._question = question
            self.asked.emit(partial(self._runs.answer, question), self._take_finding)
        finding = self._finding
        is_current = finding is not None and question.is_same_run(finding.question)
        known = finding.claims if finding is not None and is_current else None
        is_there = known is not None and known.runs[-1].visit == snapshot.visit
        return two_html(snapshot, known.runs[-1] if known is not None and is_there else None, self.theme)

    def _take_finding(self, finding: ClaimsFinding) -> None:
        self._finding = finding
        self._draw_if_seen()


class ConfusionPanel(Panel):
    """The confusion matrix, and what the cell that is pointed at counts; a chosen cell selects its points."""

    wants = Wants(rivals=True)
    needs = "rows"

    def build(self) -> None:
        """Make the matrix and the words below it. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.class_pictures import ConfusionView

        self.view, self.note = ConfusionView(), SteadyText()
        self.view.pointed.connect(lambda _: self._say())
        self.view.chosen.connect(self._choose)
        self.view.keys_taken.connect(lambda taken: self.hint_changed.emit(tr(CELL_KEYS) if taken else ""))
        self._why_not = ""
        self._column = Column(self.view, self.note)
        in_column(self, self._column)

    def apply_theme(self, theme: Theme) -> None:
        """Give the matrix other colours. See `Panel.apply_theme`."""
        self.view.set_theme(theme)
        self.note.forget_height()

    def draw(self, snapshot: Snapshot) -> None:
        """Show the matrix, unless it would answer what is asked. See `Panel.draw`."""
        from perceptron_gui.session.classes import claims

        found = None if snapshot.is_veiled else claims.confusion(snapshot)
        is_empty = not snapshot.dataset.n_samples
        why_not = tr("Place a point first.") if is_empty else tr(HIDDEN) if snapshot.is_veiled else tr("looking …")
        self._why_not = why_not if found is None else ""
        self.view.show_confusion(found)
        self._say()

    def _say(self) -> None:
        found, cell = self.view.confusion, self.view.cell
        said = [self._why_not] if found is None else [found.summary]
        if found is not None:
            said.append(found.said_of(*cell) if cell is not None else tr("Click a cell to select its points."))
        self.note.setText("<br>".join(html.escape(each) for each in said))
        self.view.setAccessibleDescription(" ".join(said))
        self._column.place()

    def _choose(self, cell: Cell) -> None:
        if self.view.confusion is not None:
            self.points_chosen.emit(self.view.confusion.points_of(*cell))


class AgainstPanel(Panel):
    """The picture of one against the rest, what is pointed at, the counts, and every line with its numbers."""

    watched = "switches", "single_point"
    needs = "rows"

    def build(self) -> None:
        """Make the picture and the texts. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.class_pictures import ClaimsMap
        from perceptron_gui.session.classes.claims import RestRuns

        self._runs = RestRuns()
        self._question: ClaimsQuestion | None = None
        self._finding: ClaimsFinding | None = None
        self._place: tuple[float, float] | None = None
        self.heading, self.note, self.table, self.why = RichText(), SteadyText(), RichText(), RichText()
        self.map = ClaimsMap()
        self.map.pointed.connect(self._point_at)
        self._column = Column(self.map, self.heading, self.note, self.table, self.why)
        in_column(self, self._column)

    def apply_theme(self, theme: Theme) -> None:
        """Give the picture other colours. See `Panel.apply_theme`."""
        self.map.set_theme(theme)
        self.note.forget_height()
        self._column.place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw_if_seen()

    def draw(self, snapshot: Snapshot) -> None:
        """Show the binary runs, as far as they are known. See `Panel.draw`."""
        from perceptron_gui.gui.features.forms import class_pictures as pictures
        from perceptron_gui.session.classes.small_plane import positions

        if not snapshot.is_veiled:
            self._ask(snapshot)
        finding = None if snapshot.is_veiled else self._finding
        point = self.view_state.single_point
        is_there = point is not None and 0 <= point < snapshot.dataset.n_samples
        x, y = positions(snapshot.dataset)[point].tolist() if is_there else (0.0, 0.0)
        self.map.show_finding(finding, (x, y) if is_there else None)
        self.heading.setText(pictures.claims_heading_html(snapshot, finding, self.theme))
        self.table.setText(pictures.claims_html(finding, self.theme))
        self.why.setText(pictures.claims_why_html(snapshot, finding, self.theme))
        self._show_note(snapshot)

    def _ask(self, snapshot: Snapshot) -> None:
        from perceptron_gui.session.classes.claims import ClaimsQuestion
        from perceptron_gui.session.classes.small_plane import rectangle_around

        self._column.place()
        room = self.map.room
        question = ClaimsQuestion.about(snapshot, rectangle_around(snapshot.dataset, room), room)
        if question.is_like(self._question):
            return
        if not question.is_same_run(self._question):
            self._finding = None
        self._question = question
        if snapshot.dataset.n_samples:
            self.asked.emit(partial(self._runs.answer, question), self._take_finding)

    def _take_finding(self, finding: ClaimsFinding) -> None:
        """Show a computed answer, unless it is about other points or rules."""
        asked, question = self._question, finding.question
        if asked is not None and asked.is_same_run(question) and asked.size == question.size:
            self._finding = finding
            self._draw_if_seen()

    def _point_at(self, place: tuple[float, float] | None) -> None:
        self._place = place
        if self.snapshot is not None:
            self._show_note(self.snapshot)

    def _show_note(self, snapshot: Snapshot) -> None:
        """Say which classes claim the place under the mouse, else the selected point, else count all points."""
        from perceptron_gui.session.classes import claims

        known = self._finding.claims if self._finding is not None and not snapshot.is_veiled else None
        said, point, dataset = "", self.view_state.single_point, snapshot.dataset
        if known is not None and self._place is not None:
            x = dataset.X.mean(axis=0) if dataset.n_features > 2 else [0.0] * dataset.n_features
            x[: min(2, dataset.n_features)] = self._place[: dataset.n_features]
            said = claims.claim_text(known, list(map(float, x)), tr("Here"), is_decimal=False)
        elif known is not None and point is not None and point < dataset.n_samples:
            is_decimal = point not in dataset.rounded
            said = claims.claim_text(known, dataset.X[point].tolist(), index_text(point), is_decimal)
        elif known is not None:
            said = claims.counts_text(known)
        self.note.setText(html.escape(said))
        self._column.place()
