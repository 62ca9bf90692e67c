"""Pictures of a window: what is on the screen is what comes out, with its zoom, its layers and its veil."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Protocol, TypeVar

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter

from perceptron_gui.frozen import replace
from perceptron_gui.gui.bars.plane_bars import ScoreStrip
from perceptron_gui.gui.canvas.overlays.overlay_placement import OverlayPlacement
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.panels.side_panel import SidePanel
from perceptron_gui.gui.pictures.drawing import Drawing
from perceptron_gui.gui.pictures.page import column_width, page_drawing
from perceptron_gui.gui.pictures.plane import paint_plane, paint_stage, paint_widget
from perceptron_gui.gui.style.style_sheet import style_sheet
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.session.output.picture_choice import CANVAS, PAGE
from perceptron_gui.translation import tr

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
    return replace(LIGHT, background="#ffffff", scale=theme.scale, stroke=theme.stroke, symbols=theme.symbols)


class WindowPictures:
    """Draws parts of a window. `window`: with its canvas."""

    def __init__(self, window: Pictured) -> None:
        self._window = window

    @property
    def names(self) -> dict[str, str]:
        """What there is to be seen, and what it is called."""
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
        theme = on_white(self._window.theme) if is_on_white else self._window.theme
        self._window.controller.views.draw_all()
        self._window.stage.canvas.animation.finish()
        panels = self._panels()
        if what in panels:
            return self._of_panel(*panels[what], theme, use)
        return self._of_stage(what, theme, use)

    def _of_stage(self, what: str, theme: Theme, use: Callable[[Drawing], Result]) -> Result:
        stage, score, controller = self._window.stage, self._window.score, self._window.controller
        size, title = stage.canvas.size(), controller.document.title
        above = 0 if what == CANVAS else score.height()

        def paint(painter: QPainter) -> None:
            (paint_plane(painter, stage.canvas) if what == CANVAS else paint_stage(painter, score, stage))

        with _in_theme(stage.set_theme, theme, self._window.theme):
            drawing = Drawing(size.width(), size.height() + above, paint, theme.panel, title)
            if what != CANVAS:
                is_full = controller.view_state.shows("full")
                drawing = page_drawing(drawing, stage.canvas.snapshot, theme, is_full)
            return use(drawing)

    def _of_panel(self, title: str, panel: Panel, theme: Theme, use: Callable[[Drawing], Result]) -> Result:
        def take(theme: Theme) -> None:
            panel.setStyleSheet("" if theme is self._window.theme else style_sheet(theme))
            panel.set_theme(theme)

        with _in_theme(take, theme, self._window.theme):
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
