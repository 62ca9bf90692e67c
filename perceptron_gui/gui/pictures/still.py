"""A picture of a run at one place, painted without a window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtWidgets import QApplication

from perceptron_gui.gui.pictures.drawing import PictureError, png
from perceptron_gui.gui.pictures.studio import Studio
from perceptron_gui.gui.style.style_sheet import load_fonts
from perceptron_gui.gui.style.theme import THEMES, text_font
from perceptron_gui.session.picture_choice import PDF, SVG
from perceptron_gui.session.reel import Look, Reel
from perceptron_gui.session.view_wants import view_wants
from perceptron_gui.session.worker.analysis_thread import find

if TYPE_CHECKING:
    from perceptron_gui.session.film_choice import Every
    from perceptron_gui.session.saved.saved_session import SavedSession

__all__ = ["PictureError", "Still"]

Pixels = NDArray[np.uint32]


class Still:
    """Paints places of the run of a session.

    `session`: its points and rules, and how it is looked at; the place of its run says only when points came. `theme`:
    one of THEMES. `size`: pixels of the picture. `what`: CANVAS, or anything else for the page. `look`: gets the run
    now and then; may raise.
    """

    def __init__(self, session: SavedSession, theme: str, size: tuple[int, int], what: str, look: Look) -> None:
        _application()
        document = self._document = session.document
        self._studio = Studio(document, THEMES[theme], session.view, size, what)
        self._studio.look_at(session.canvas)
        self._reel = Reel(document, view_wants(document, session.view), session.place, look)

    def close(self) -> None:
        """Let go of the canvas."""
        self._studio.close()

    def analyze(self) -> None:
        """Find street, proof and bound of the points, which are shown where they are switched on."""
        self._studio.take_finding(find(self._document))

    def show(self, visit: int | None) -> int:
        """Show a place of the run, and return where it is: the end where that comes before.

        `visit`: visits completed; None for the end.
        """
        if visit is None:
            visit = self._reel.go_to_end()
        self._studio.show(self._reel.at(visit))
        return self._reel.run.visit

    def places(self, first: int, last: int | None, every: Every) -> Sequence[int]:
        """Return the places of a film. See `Reel.places`."""
        return self._reel.places(first, last, every)

    def pixels(self, scale: float) -> Pixels:
        """Return what is shown as dots, shape (height, width), each as 0xffrrggbb.

        `scale`: dots to a pixel. Raises `PictureError` when it is too large.
        """
        image = self._studio.drawing().image(scale)
        rows: Pixels = np.frombuffer(image.constBits(), dtype=np.uint32).reshape(image.height(), image.width())
        return rows.copy()

    def file(self, form: str, scale: float) -> bytes:
        """Return what is shown as a file.

        `form`: "png", "svg" or "pdf". `scale`: dots of a PNG to a pixel. Raises `PictureError` when it is too large.
        """
        drawing = self._studio.drawing()
        if form == SVG.name:
            return drawing.svg()
        return drawing.pdf() if form == PDF.name else png(drawing.image(scale))


def _application() -> None:
    """Make Qt ready to paint with our fonts and without a display, if it is not."""
    if not isinstance(QApplication.instance(), QApplication):
        # Not by the environment: that would be said to every program that is started later, too.
        app = QApplication(["perceptron-gui", "-platform", "offscreen"])
        app.setStyle("Fusion")
        load_fonts()
        app.setFont(text_font())
