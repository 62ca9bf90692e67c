"""The plane with what stands over it, how to begin; large in a hall."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QRectF, QSizeF, Signal

from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.overlays import overlay
from perceptron_gui.gui.canvas.overlays.edge_arrows import EdgeArrows
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.session.view.view_state import ViewState


class LargeView:
    """Refits the canvas at every change of size, while presenting to a hall with all points in view.

    `is_on`: whether a hall looks on.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.is_on = False
        self._room: tuple[int, int, int] | None = None
        self._before: QRectF | None = None
        self._fitted: QRectF | None = None

    def turn(self, is_on: bool) -> None:
        """Take whether a hall looks on; what is in view changes with `follow`."""
        if is_on:
            self._before = self._canvas.wanted
        self.is_on = is_on

    def follow(self, height: int) -> None:
        """Refit after a change of size or font: bars come and go, and grow after the canvas.

        `height`: of the screen for which what stands on the canvas is large, in pixels.
        """
        canvas = self._canvas
        room = (canvas.width(), canvas.height(), height) if self.is_on else None
        if room == self._room:
            return
        self._room = room
        if canvas.is_fitted:
            self._fit_again()

    def _fit_again(self) -> None:
        canvas = self._canvas
        if self._fitted is not None and canvas.wanted != self._fitted:
            self._before = None  # other points came meanwhile, or somebody asked for all of them
        if self.is_on or self._before is None:
            canvas.fit()
        else:
            canvas.show_wanted(self._before)
        self._fitted = canvas.wanted if self.is_on else None


HINT_PLACES: tuple[overlay.Place, ...] = ((0.5, 1), (0.5, 0), (0, 1), (1, 1), (0, 0), (1, 0))
SIGN_PLACE: overlay.Place = (0.5, 0)
"""Where the tool is named, whatever lies there: it moves with no point that is placed."""
MOST_LOOKED_AT = 2_000
"""Points that are asked whether an overlay would cover them; of more, evenly many are."""


class OverlayPlacement(QObject):
    """Decides which overlays are shown, and places them.

    `theme_changed`: what stands on the canvas has other colours or another size. `grown`: the theme of a
    hall that looks on; None on a desk.
    """

    theme_changed = Signal(object)
    grown = Signal(object)

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.canvas = canvas
        self.invitation = overlay.Invitation(canvas)
        self.examples = overlay.ExampleRow(canvas)
        self.hints = overlay.Hints(canvas)
        self.tool_sign = overlay.ToolSign(canvas)
        for part in (self.invitation, self.tool_sign):
            part.hide()
        self.edges = EdgeArrows(canvas)
        self._large = LargeView(canvas)
        self._theme = LIGHT
        self._height = 0  # pixels of the screen for which it is large; 0 on a desk
        canvas.frame_changed.connect(self._on_frame_changed)
        self.edges.changed.connect(self._arrange)

    # Colours and size

    def set_theme(self, theme: Theme) -> None:
        """Pass the theme to everything on the canvas."""
        self._theme = theme
        self._spread_theme()

    def set_presenting(self, is_on: bool) -> None:
        """Scale overlays with the screen while presenting, or back to their usual size.

        `is_on`: whether it grows.
        """
        self._large.turn(is_on)
        self._show_hints()
        self._fit_size()

    def set_view_state(self, state: ViewState) -> None:
        """Let overlays appear and disappear at once, or fade them, as the switch of motion says."""
        self.edges.set_reduced(state.shows("still"))

    @property
    def theme(self) -> Theme:
        """The colours and sizes of what stands on the canvas."""
        return self._theme.for_hall(self._height) if self._height else self._theme

    def _fit_size(self) -> None:
        height = self.canvas.window().height() if self._large.is_on else 0
        if height != self._height:
            self._height = height
            self._spread_theme()
            self.grown.emit(self.theme if height else None)
        self._large.follow(height)

    def _spread_theme(self) -> None:
        theme = self.theme
        for part in (self.canvas, self.edges, self.invitation, self.examples, self.hints, self.tool_sign):
            part.set_theme(theme)
        self.theme_changed.emit(theme)
        self._arrange()

    # What is shown

    def set_empty(self, is_empty: bool) -> None:
        """Show or hide the invitation to begin.

        `is_empty`: whether there are no points, and nobody is about to place one.
        """
        self.invitation.setVisible(is_empty)
        self.examples.setVisible(is_empty)
        self._arrange()

    def show_hints(self, words: Sequence[str], then: Callable[[], None] | None = None) -> None:
        """Show what to do first. `words`: a few for each; none hide the line. `then`: what a click on the line does."""
        self.hints.take_clicks(then)
        numbered = [f"{place} {each}" for place, each in enumerate(words, start=1)] if len(words) > 1 else words
        self.hints.words = "   ·   ".join(numbered)
        self.hints.setAccessibleName(self.hints.words)
        self.hints.update()
        self._show_hints()

    def _show_hints(self) -> None:
        """Show the hints, except while presenting to a hall."""
        self.hints.setVisible(bool(self.hints.words) and not self._large.is_on)
        self._arrange()

    def show_tool(self, words: str) -> None:
        """Show which tool was chosen in a hall. `words`: empty for none."""
        if words != self.tool_sign.words:
            self.tool_sign.words = words
            self.tool_sign.setVisible(bool(words))
            self.tool_sign.update()
            self._arrange()

    def set_pointing(self, is_pointing: bool) -> None:
        """Say on an empty plane how to begin. `is_pointing`: whether a click only points."""
        self.invitation.is_pointing = is_pointing
        self.invitation.update()

    # Places

    def _on_frame_changed(self) -> None:
        self._fit_size()
        self._arrange()

    def _arrange(self) -> None:
        """Put every overlay where it covers least."""
        frame = self.canvas.frame
        room, taken = QSizeF(frame.width, frame.height), list[QRectF]()
        if self.tool_sign.words:
            taken.append(overlay.box_at(SIGN_PLACE, self.tool_sign.wanted_size(room), room))
            self.tool_sign.setGeometry(taken[-1].toAlignedRect())
        if not self.hints.isHidden():
            # Whatever moves while it plays: the line stays where it is.
            none = np.empty((0, 2))
            size = self.hints.wanted_size(room)
            taken.append(overlay.best_place(size, room, HINT_PLACES, self._points(), none, taken))
            self.hints.setGeometry(taken[-1].toAlignedRect())
            self.hints.setEnabled(not size.isEmpty())  # Tab stops at nothing that is not seen
        self.edges.place(room, self._points(), self._sights(), taken)
        if not self.invitation.isHidden():
            self._arrange_invitation(room)
        self._cover()

    def _arrange_invitation(self, room: QSizeF) -> None:
        size = self.invitation.wanted_size(room)
        self.examples.fit(round(room.width()) - 32)
        below = self.examples.sizeHint().height()
        top = max((room.height() - size.height() - below) * 0.45, 8.0)
        left = (room.width() - size.width()) / 2
        self.invitation.setGeometry(QRectF(left, top, size.width(), size.height()).toAlignedRect())
        left = (room.width() - self.examples.width()) / 2
        self.examples.move(round(left), min(self.invitation.geometry().bottom() + 8, round(room.height()) - below - 4))

    def _cover(self) -> None:
        """Keep the picture's labels from under the overlays."""
        parts = (self.tool_sign, self.hints, self.invitation)
        words = [QRectF(part.geometry()) for part in parts if part.isVisible()]
        self.canvas.set_covered([*words, *self.edges.boxes])

    def _points(self) -> NDArray[np.float64]:
        """Return the pixels of points, which overlays should not cover."""
        positions = self.canvas.positions
        return self.canvas.frame.pixels(positions[:: len(positions) // MOST_LOOKED_AT + 1])

    def _sights(self) -> NDArray[np.float64]:
        """Return pixels along the arrows, which overlays should not cover."""
        return np.array([at.toTuple() for at in self.canvas.sights], dtype=np.float64).reshape(-1, 2)
