"""Pictures of a run, of a window or without one: its plane with what stands over it, beside it this step in full.

What is on the screen is what comes out, with its zoom, its layers and its veil, in any painter and any size.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QLineF, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRegion, QTextDocument
from PySide6.QtWidgets import QApplication, QGraphicsView, QStyleOptionGraphicsItem, QWidget

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import replace
from perceptron_gui.gui.bars.plane_bars import ScoreStrip
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.figures.pointer import PointerLayer, ToolLayer
from perceptron_gui.gui.canvas.overlays.overlay_placement import OverlayPlacement
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.panels.side_panel import SidePanel
from perceptron_gui.gui.panels.step_html import start_html, step_html
from perceptron_gui.gui.pictures.drawing import Drawing, PictureError, png
from perceptron_gui.gui.style.looks import as_it_is
from perceptron_gui.gui.style.style_sheet import load_fonts, style_sheet
from perceptron_gui.gui.style.theme import LIGHT, Theme, text_font
from perceptron_gui.session.contours.field import FieldQuestion
from perceptron_gui.session.contours.tracing import answer
from perceptron_gui.session.exercises.exercise import seen_by
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.lessons.page_rules import PageRules
from perceptron_gui.session.output.picture_choice import CANVAS, PAGE, PDF, SVG, Every, Look, Replay, see_nobody
from perceptron_gui.session.saved.saved_session import CanvasView, SavedSession
from perceptron_gui.session.view.view_state import ViewState, view_wants
from perceptron_gui.session.worker.training_worker import find
from perceptron_gui.translation import is_leftwards, tr

OF_THE_MOUSE = (PointerLayer, ToolLayer)


def paint_plane(painter: QPainter, canvas: Canvas) -> None:
    """Paint all layers and plots of a canvas, without what is at the mouse. `painter`: in pixels of the canvas."""
    for item in canvas.scene().items(Qt.SortOrder.AscendingOrder):
        if not item.isVisible() or isinstance(item, OF_THE_MOUSE):
            continue
        painter.save()
        if isinstance(item, Layer):
            item.draw(painter)
        elif canvas.is_plot(item):
            canvas.box.updateMatrix()
            painter.setTransform(item.sceneTransform(), True)
            item.paint(painter, QStyleOptionGraphicsItem(), None)
        painter.restore()


def paint_stage(painter: QPainter, score: ScoreStrip, stage: OverlayPlacement) -> None:
    """Paint a canvas with its counter above it, and what is told over it. `painter`: in pixels of both together."""
    painter.save()
    score.draw(painter)  # not as a widget, which becomes dots on a printer
    painter.restore()
    painter.save()
    painter.translate(0, score.height())
    paint_plane(painter, stage.canvas)
    painter.restore()


def paint_widget(painter: QPainter, widget: QWidget, is_opaque: bool = False) -> None:
    """Paint a widget with all that is in it, in its place within its parent.

    `painter`: in pixels of its parent; of the widget itself where it is opaque. `is_opaque`: whether its ground is
    painted, too.
    """
    flags = QWidget.RenderFlag.DrawChildren
    painter.save()
    if is_opaque:
        flags |= QWidget.RenderFlag.DrawWindowBackground
    else:
        painter.translate(widget.pos())
    with _as_wide_as_seen(widget, painter.deviceTransform().m11() / widget.devicePixelRatioF()):
        widget.render(painter, QPoint(), QRegion(), flags)
    painter.restore()


@contextmanager
def _as_wide_as_seen(widget: QWidget, scale: float) -> Iterator[None]:
    """Let lines of plots be as wide as on the screen: pyqtgraph's pens are cosmetic, and count dots of the picture.

    `scale`: dots of the picture to a dot of the screen.
    """
    items = [item for view in widget.findChildren(QGraphicsView) for item in view.scene().items()]
    held = [{**vars(item), **vars(item).get("opts", {})} for item in items if hasattr(item, "__dict__")]
    pens = {id(pen): pen for values in held for pen in values.values() if isinstance(pen, QPen)}
    widths = {name: pen.widthF() for name, pen in pens.items()}
    for name, pen in pens.items():
        pen.setWidthF(max(widths[name], 1.0) * scale)
    try:
        yield
    finally:
        for name, pen in pens.items():
            pen.setWidthF(widths[name])


COLUMN = 368
"""Pixels of the column beside the canvas, on a desk: those of a panel."""
MOST_OF_WIDTH = 0.4
"""Share of a page that the column takes at most."""
PADDING = 16
SIZES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Sizes of letters; the first is taken at which all of the step is on the page."""


def column_width(theme: Theme, page: float | None = None) -> int:
    """Return how wide the column of a page is, in pixels.

    `theme`: what stands on the page; its text may be larger than on a desk. `page`: width of the whole page; None where
    that follows from the canvas.
    """
    wanted = COLUMN * theme.scale
    return round(wanted if page is None else min(wanted, MOST_OF_WIDTH * page))


def page_drawing(
    canvas: Drawing, snapshot: Snapshot | None, theme: Theme, view: ViewState, column: int | None = None
) -> Drawing:
    """Return a page.

    `canvas`: what stands to the left. `snapshot`: the place of the run whose step is explained, as far as it may be
    told. `view`: whether long sums are written out, and the bias is one more feature. `column`: pixels of the column;
    None for the usual width.
    """
    wide = column_width(theme) if column is None else column
    words = "" if snapshot is None else _words(snapshot, theme, view)
    paint_step = _step_painter(words, theme, QRectF(canvas.width, 0, wide, canvas.height))

    def paint(painter: QPainter) -> None:
        painter.save()
        canvas.paint_on(painter)
        painter.restore()
        paint_step(painter)

    return Drawing(canvas.width + wide, canvas.height, paint, theme.panel, canvas.title)


def _words(snapshot: Snapshot, theme: Theme, view: ViewState) -> str:
    step = explain(snapshot, view.shows("full"), view.shows("ones"))
    # Nobody can click on paper: that more could be written out is not offered.
    return start_html(snapshot, theme) if step is None else "".join(step_html(step, theme, is_full=True))


def _step_painter(words: str, theme: Theme, box: QRectF) -> Callable[[QPainter], None]:
    """Return what paints a text into a box, as large as it fits."""
    inside = box.adjusted(PADDING, PADDING, -PADDING, -PADDING)
    document, size = _fitting(words, theme, inside)

    def paint(painter: QPainter) -> None:
        painter.save()
        painter.setClipRect(box)
        painter.fillRect(box, theme.panel)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(QLineF(box.topLeft(), box.bottomLeft()))
        painter.translate(inside.topLeft())
        painter.scale(size, size)
        document.drawContents(painter, QRectF(0, 0, inside.width() / size, inside.height() / size))
        painter.restore()

    return paint


def _fitting(words: str, theme: Theme, inside: QRectF) -> tuple[QTextDocument, float]:
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.setDefaultFont(theme.font())
    document.setHtml(f'<div style="color:{theme.text}">{words}</div>')
    for size in SIZES:
        document.setTextWidth(inside.width() / size)
        if document.size().height() * size <= inside.height() and document.idealWidth() * size <= inside.width() + 1:
            break
    return document, size


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
        ready_to_paint()
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
        self._page: PageRules | None = None

    def keep_to(self, page: PageRules, n_named: int) -> None:
        """Show what a page of a lesson lets be seen, no single visit, and the names of the first few points."""
        self._page, self._canvas.hidden, self._canvas.n_named = page, page.hide, n_named

    def close(self) -> None:
        """Let go of the canvas."""
        self._canvas.close()
        self._canvas.deleteLater()
        # At once: a command of a thousand pictures has no loop in which it would be deleted.
        QApplication.sendPostedEvents(self._canvas, QEvent.Type.DeferredDelete)

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
        seen = seen_by(self._document, self._state, shot.snapshot)
        seen = seen if self._page is None else replace(self._page.seen(seen), last=None)
        self._canvas.render_snapshot(seen)
        for found in shot.answers:
            self._canvas.variants.take_answer(found)
        for question in self._boundary[-1:] if "boundary" not in self._canvas.hidden else ():
            self._canvas.take_field(answer(question.looked_at_closely()))
        self._canvas.variants.take_fields(tuple(answer(each.looked_at_closely()) for each in self._variants))
        self._score.render_snapshot(seen)
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


def ready_to_paint() -> None:
    """Make Qt ready to paint with our fonts and without a display, if it is not."""
    if not isinstance(QApplication.instance(), QApplication):
        # Not by the environment: that would be said to every program that is started later, too.
        app = QApplication(["perceptron-gui", "-platform", "offscreen"])
        app.setStyle("Fusion")
        load_fonts()
        app.setFont(text_font())
    turns = is_leftwards()
    QApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft if turns else Qt.LayoutDirection.LeftToRight)


Result = TypeVar("Result")


class Pictured(Protocol):
    """What of a window is in pictures."""

    controller: Controller
    stage: OverlayPlacement
    score: ScoreStrip
    side: SidePanel
    theme: Theme


def on_white(theme: Theme) -> Theme:
    """Return the light theme on white, with the sizes of another."""
    sizes = {"scale": theme.scale, "stroke": theme.stroke, "least": theme.least}
    return replace(LIGHT, background="#ffffff", symbols=theme.symbols, **sizes)


class WindowPictures:
    """Draws parts of a window. `window`: with its canvas."""

    def __init__(self, window: Pictured) -> None:
        self._window = window

    @property
    def names(self) -> dict[str, str]:
        """The visible parts of the window that can be painted, with their translated names."""
        whole = {PAGE: tr("Page: the plane, the counter and this step"), CANVAS: tr("Plane alone")}
        return whole | {name: tr("Panel: {title}").format(title=title) for name, (title, _) in self._panels().items()}

    def _panels(self) -> dict[str, tuple[str, Panel]]:
        seen = zip(PANELS, self._window.side.panels, strict=True)
        return {entry.name: (tr(entry.title), panel) for entry, panel in seen if panel.is_seen}

    def size(self, what: str) -> QSize:
        """Return how large something is, in pixels. `what`: a name of `names`."""
        canvas = self._window.stage.canvas
        if what == CANVAS:
            return canvas.size()
        if what == PAGE:
            return canvas.size() + QSize(column_width(self._window.theme), self._window.score.height())
        return self._panels()[what][1].size()

    def make(self, what: str, is_on_white: bool, use: Callable[[Drawing], Result]) -> Result:
        """Return what is made of a drawing, which holds only meanwhile.

        `what`: a name of `names`; of anything else the page is drawn. `is_on_white`: whether it is light on white
        whatever the theme. `use`: gets the drawing.
        """
        self._window.controller.views.draw_all()
        self._window.stage.canvas.animation.finish()
        panels = self._panels()
        if what in panels:
            return self._of_panel(*panels[what], is_on_white, use)
        return self._of_stage(what, on_white(self._window.theme) if is_on_white else as_it_is(self._window.theme), use)

    def _of_stage(self, what: str, theme: Theme, use: Callable[[Drawing], Result]) -> Result:
        stage, score, controller = self._window.stage, self._window.score, self._window.controller
        size, title = stage.canvas.size(), controller.document.title
        above = 0 if what == CANVAS else score.height()

        def paint(painter: QPainter) -> None:
            (paint_plane(painter, stage.canvas) if what == CANVAS else paint_stage(painter, score, stage))

        with _in_theme(stage.set_theme, theme, self._window.theme):
            drawing = Drawing(size.width(), size.height() + above, paint, theme.panel, title)
            if what != CANVAS:
                drawing = page_drawing(drawing, stage.canvas.snapshot, theme, controller.view_state)
            return use(drawing)

    def _of_panel(self, title: str, panel: Panel, is_on_white: bool, use: Callable[[Drawing], Result]) -> Result:
        usual, sheet = panel.theme, panel.styleSheet()  # in a hall it is larger than the window

        def take(theme: Theme) -> None:
            panel.setStyleSheet(sheet if theme is usual else style_sheet(theme))
            panel.set_theme(theme)

        theme = on_white(usual) if is_on_white else as_it_is(usual)
        with _in_theme(take, theme, usual):
            size = panel.size()
            paint = partial(paint_widget, widget=panel, is_opaque=True)
            return use(Drawing(size.width(), size.height(), paint, theme.panel, title))


@contextmanager
def _in_theme(take: Callable[[Theme], object], theme: Theme, usual: Theme) -> Iterator[None]:
    """Give something other colours for a moment in which nothing reaches the screen."""
    if theme == usual:
        yield
        return
    take(theme)
    try:
        yield
    finally:
        take(usual)
