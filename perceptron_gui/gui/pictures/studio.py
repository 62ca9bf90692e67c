"""A canvas without a window: what a run looks like at any place, in any size, with all that is worked out beside it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt

from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.stage import Stage
from perceptron_gui.gui.pictures.drawing import Drawing
from perceptron_gui.gui.pictures.page import column_width, page_drawing
from perceptron_gui.gui.pictures.plane import paint_plane, paint_stage
from perceptron_gui.session.contours.answering import answer
from perceptron_gui.session.picture_choice import CANVAS

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.gui.style.theme import Theme
    from perceptron_gui.session.contours.field import FieldQuestion
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.reel import Shot
    from perceptron_gui.session.saved.saved_session import CanvasView
    from perceptron_gui.session.view_state import ViewState
    from perceptron_gui.session.worker.analysis_thread import Finding


class Studio:
    """Shows a document, and one place of its run after the other.

    `view_state`: what is switched on. `size`: width and height of the picture, in pixels. `what`: CANVAS, or anything
    else for the page.
    """

    def __init__(
        self, document: Document, theme: Theme, view_state: ViewState, size: tuple[int, int], what: str
    ) -> None:
        self._document, self._theme, self._what = document, theme, what
        self._column = 0 if what == CANVAS else column_width(theme, size[0])
        # Nothing moves in a picture, and nobody is asked.
        self._state = replace(view_state.switched("still", True), is_playing=False, speed=None, exercise="")
        self._canvas = Canvas()
        self._canvas.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self._canvas.setMinimumSize(1, 1)
        self._canvas.resize(size[0] - self._column, size[1])
        self._stage = Stage(self._canvas)
        self._boundary: list[FieldQuestion] = []
        self._variants: list[FieldQuestion] = []
        self._canvas.curves.asked.connect(self._take_question)
        self._canvas.variants.asked.connect(self._take_questions)
        self._stage.set_theme(theme)
        self._canvas.show()
        self._canvas.set_document(document)
        self._canvas.set_view_state(self._state)
        self._stage.set_view_state(self._state)
        self._canvas.fit()

    def close(self) -> None:
        """Let go of the canvas."""
        self._canvas.close()
        self._canvas.deleteLater()

    def look_at(self, view: CanvasView) -> None:
        """Show a part of the plane, where it fits the points; else all of them."""
        n_features = self._document.dataset.n_features
        if n_features > 2 and max(view.axes) < n_features and min(view.axes) >= 0:
            self._canvas.set_axes(view.axes)
        if view.fits(n_features):
            self._canvas.is_fitted = False
            self._canvas.show_wanted(QRectF(view.left, view.bottom, view.right - view.left, view.top - view.bottom))

    def take_finding(self, finding: Finding) -> None:
        """Show what was found about the points: street, proof, bound."""
        bound = finding.analysis.bound if finding.analysis is not None else None
        self._stage.counter.set_bound(None if bound is None else bound.at_most, finding)
        self._canvas.figures.set_finding(finding)

    def show(self, shot: Shot) -> None:
        """Show a place of the run, with boundaries as fine as can be seen."""
        self._boundary, self._variants = [], []
        self._canvas.render_snapshot(shot.snapshot)
        for found in shot.answers:
            self._canvas.variants.take_answer(found)
        for question in self._boundary[-1:]:
            self._canvas.take_field(answer(question.looked_at_closely()))
        self._canvas.variants.take_fields(tuple(answer(each.looked_at_closely()) for each in self._variants))
        self._stage.counter.render_snapshot(shot.snapshot)

    def drawing(self) -> Drawing:
        """Return what is shown; it holds until another place is shown."""
        canvas, title = self._canvas, self._document.title
        if self._what == CANVAS:
            paint = partial(paint_plane, canvas=canvas)
            return Drawing(canvas.width(), canvas.height(), paint, self._theme.panel, title)
        plane = Drawing(
            canvas.width(), canvas.height(), partial(paint_stage, stage=self._stage), self._theme.panel, title
        )
        return page_drawing(plane, self._snapshot, self._theme, self._state.shows("full"), self._column)

    @property
    def _snapshot(self) -> Snapshot | None:
        return self._canvas.snapshot

    def _take_question(self, question: FieldQuestion) -> None:
        self._boundary = [question]

    def _take_questions(self, questions: tuple[FieldQuestion, ...]) -> None:
        self._variants = [*questions]
