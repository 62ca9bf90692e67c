"""A picture of a run at any place, in any size, painted without a window."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QApplication

from perceptron_gui.frozen import replace
from perceptron_gui.gui.bars.plane_bars import ScoreStrip
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.overlays.overlay_placement import OverlayPlacement
from perceptron_gui.gui.pictures.drawing import Drawing, PictureError, png
from perceptron_gui.gui.pictures.page import column_width, page_drawing
from perceptron_gui.gui.pictures.plane import paint_plane, paint_stage
from perceptron_gui.gui.style.style_sheet import load_fonts
from perceptron_gui.gui.style.theme import Theme, text_font
from perceptron_gui.session.contours.field import FieldQuestion
from perceptron_gui.session.contours.tracing import answer
from perceptron_gui.session.output.picture_choice import CANVAS, PDF, SVG, Every
from perceptron_gui.session.output.replay import Look, Replay, see_nobody
from perceptron_gui.session.saved.saved_session import CanvasView, SavedSession
from perceptron_gui.session.view.view_state import view_wants
from perceptron_gui.session.worker.analysis import find

__all__ = ["PictureError", "Still"]

Pixels = NDArray[np.uint32]


class Still:
    """Paints places of the run of a session.

    `session`: its points and rules, and how it is looked at; the place of its run says only when points came. `size`:
    pixels of the picture. `what`: CANVAS, or anything else for the page. `look`: gets the run now and then; may raise.
    """

    def __init__(
        self, session: SavedSession, theme: Theme, size: tuple[int, int], what: str, look: Look = see_nobody
    ) -> None:
        _application()
        document = self._document = session.document
        self._theme, self._what = theme, what
        self._column = 0 if what == CANVAS else column_width(self._theme, size[0])
        # Nothing moves in a picture, and nobody is asked.
        self._state = replace(session.view.switched("still", True), is_playing=False, speed=None, exercise="")
        self._boundary: list[FieldQuestion] = []
        self._variants: list[FieldQuestion] = []
        self._canvas = canvas = Canvas()
        canvas.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        canvas.setMinimumSize(1, 1)
        self._score = ScoreStrip()
        self._score.set_theme(theme)
        above = 0 if what == CANVAS else self._score.sizeHint().height()
        canvas.resize(size[0] - self._column, size[1] - above)
        self._score.resize(canvas.width(), above)
        self._stage = OverlayPlacement(canvas)
        canvas.figures.proof_told.connect(self._score.show_proof)
        canvas.curves.asked.connect(self._take_question)
        canvas.variants.asked.connect(self._take_questions)
        self._stage.set_theme(self._theme)
        canvas.show()
        canvas.set_document(document)
        canvas.set_view_state(self._state)
        self._stage.set_view_state(self._state)
        canvas.fit()
        self._look_at(session.canvas)
        self._reel = Replay(document, view_wants(document, session.view), session.place, look)

    def close(self) -> None:
        """Let go of the canvas."""
        self._canvas.close()
        self._canvas.deleteLater()

    def _look_at(self, view: CanvasView) -> None:
        """Show a part of the plane, where it fits the points; else all of them."""
        n_features = self._document.dataset.n_features
        if n_features > 2 and max(view.axes) < n_features and min(view.axes) >= 0:
            self._canvas.set_axes(view.axes)
        if view.fits(n_features):
            self._canvas.is_fitted = False
            self._canvas.show_wanted(QRectF(view.left, view.bottom, view.right - view.left, view.top - view.bottom))

    def analyze(self, should_stop: Callable[[], bool] = lambda: False) -> None:
        """Find street, proof and bound of the points, which are shown where they are switched on.

        `should_stop`: is asked now and then in long work; may raise.
        """
        finding = find(self._document, should_stop)
        bound = finding.analysis.bound if finding.analysis is not None else None
        self._score.set_bound(None if bound is None else bound.at_most, finding)
        self._canvas.figures.set_finding(finding)

    def show(self, visit: int | None) -> int:
        """Show a place of the run, with boundaries as fine as can be seen, and return where it is: the end at most.

        `visit`: visits completed; None for the end.
        """
        shot = self._reel.at(self._reel.go_to_end() if visit is None else visit)
        self._boundary, self._variants = [], []
        self._canvas.render_snapshot(shot.snapshot)
        for found in shot.answers:
            self._canvas.variants.take_answer(found)
        for question in self._boundary[-1:]:
            self._canvas.take_field(answer(question.looked_at_closely()))
        self._canvas.variants.take_fields(tuple(answer(each.looked_at_closely()) for each in self._variants))
        self._score.render_snapshot(shot.snapshot)
        return self._reel.run.visit

    def places(self, first: int, last: int | None, every: Every) -> Sequence[int]:
        """Return the places of a film. See `Replay.places`."""
        return self._reel.places(first, last, every)

    def drawing(self) -> Drawing:
        """Return what is shown; it holds until another place is shown."""
        canvas, title, ground = self._canvas, self._document.title, self._theme.panel
        if self._what == CANVAS:
            return Drawing(canvas.width(), canvas.height(), partial(paint_plane, canvas=canvas), ground, title)
        paint = partial(paint_stage, score=self._score, stage=self._stage)
        plane = Drawing(canvas.width(), canvas.height() + self._score.height(), paint, ground, title)
        return page_drawing(plane, canvas.snapshot, self._theme, self._state, self._column)

    def pixels(self, scale: float) -> Pixels:
        """Return what is shown as dots, shape (height, width), each as 0xffrrggbb.

        `scale`: dots to a pixel. Raises `PictureError` when it is too large.
        """
        image = self.drawing().image(scale)
        rows: Pixels = np.frombuffer(image.constBits(), dtype=np.uint32).reshape(image.height(), image.width())
        return rows.copy()

    def file(self, form: str, scale: float) -> bytes:
        """Return what is shown as a file.

        `form`: "png", "svg" or "pdf". `scale`: dots of a PNG to a pixel. Raises `PictureError` when it is too large.
        """
        drawing = self.drawing()
        if form == SVG.name:
            return drawing.svg()
        return drawing.pdf() if form == PDF.name else png(drawing.image(scale))

    def _take_question(self, question: FieldQuestion) -> None:
        self._boundary = [question]

    def _take_questions(self, questions: tuple[FieldQuestion, ...]) -> None:
        self._variants = [*questions]


def _application() -> None:
    """Make Qt ready to paint with our fonts and without a display, if it is not."""
    if not isinstance(QApplication.instance(), QApplication):
        # Not by the environment: that would be said to every program that is started later, too.
        app = QApplication(["perceptron-gui", "-platform", "offscreen"])
        app.setStyle("Fusion")
        load_fonts()
        app.setFont(text_font())
