"""The plane with what stands over it: formulas, invitation; large while alone (F11)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QRectF, QSizeF, Signal

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.overlays import overlay
from perceptron_gui.gui.canvas.overlays.edge_arrows import EdgeArrows
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.session.view.view_state import ViewState


class LargeView:
    """Refits the canvas at every change of size while it is alone in the window and shows all points.

    `is_on`: whether the canvas is alone.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.is_on = False
        self._room: tuple[int, int, float] | None = None
        self._before: QRectF | None = None
        self._fitted: QRectF | None = None

    def turn(self, is_on: bool) -> None:
        """Note whether the canvas is alone; only `follow` changes the view."""
        if is_on:
            self._before = self._canvas.wanted
        self.is_on = is_on

    def follow(self, factor: float) -> None:
        """Refit after a change of size or font: bars come and go, and grow after the canvas.

        `factor`: by how much what stands on the canvas is larger than on a desk.
        """
        canvas = self._canvas
        room = (canvas.width(), canvas.height(), factor) if self.is_on else None
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


DESK = (960.0, 540.0)
"""Pixels of a window in which nothing grows; on a larger screen the canvas alone grows with it."""
Form = tuple[float, float]
"""Size of the letters, and share of the usual width, of an overlay."""
FORMULA_FORMS: tuple[Form, ...] = ((1.0, 1.0), (0.8, 1.0), (0.8, 0.65), (0.65, 1.0), (0.65, 0.65), (0.65, 0.5))
"""It gets smaller before it covers a point."""
FORMULA_PLACES: tuple[overlay.Place, ...] = ((0, 1), (1, 1), (1, 0), (0.5, 1), (1, 0.5), (0, 0.5))
HINT_PLACES: tuple[overlay.Place, ...] = ((0.5, 1), (0.5, 0), (0, 1), (1, 1), (0, 0), (1, 0))
MOST_LOOKED_AT = 2_000
"""Points that are asked whether an overlay would cover them; of more, evenly many are."""


class OverlayPlacement(QObject):
    """Decides which overlays are shown, and places them.

    `theme_changed`: what stands on the canvas has other colours or another size. `grown`: by how much it is larger than
    on a desk.
    """

    theme_changed = Signal(object)
    grown = Signal(float)

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.canvas = canvas
        self.formula = overlay.StepFormula(canvas)
        self.invitation = overlay.Invitation(canvas)
        self.examples = overlay.ExampleRow(canvas)
        self.hints = overlay.Hints(canvas)
        self.edges = EdgeArrows(canvas)
        self._view_state = ViewState()
        self._large = LargeView(canvas)
        self._theme = LIGHT
        self._factor = 1.0
        canvas.shown.connect(self._show_formula)
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
        self._fit_factor()
        self._show_formula(self.canvas.snapshot)

    def set_view_state(self, state: ViewState) -> None:
        """Show or hide loss and formulas as the view switches say."""
        earlier, self._view_state = self._view_state, state
        if state.switches != earlier.switches:
            self.set_reduced(state.shows("still"))
            self._show_formula(self.canvas.snapshot)

    def set_reduced(self, is_reduced: bool) -> None:
        """Set whether overlays appear and disappear at once instead of fading.

        `is_reduced`: whether motion is reduced.
        """
        self.formula.fade.is_reduced = is_reduced
        self.edges.set_reduced(is_reduced)

    def _fit_factor(self) -> None:
        size = self.canvas.window().size()
        grown = max(min(size.width() / DESK[0], size.height() / DESK[1]), 1.0)
        factor = round(grown, 2) if self._large.is_on else 1.0
        if factor != self._factor:
            self._factor = factor
            self._spread_theme()
            self.grown.emit(factor)
        self._large.follow(factor)

    def _spread_theme(self) -> None:
        theme = self._theme.enlarged(self._factor)
        for part in (self.canvas, self.formula, self.edges, self.invitation, self.examples, self.hints):
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

    def show_hints(self, words: Sequence[str]) -> None:
        """Show what to do first. `words`: a few for each; none hide the line."""
        self.hints.words = "   ·   ".join(f"{place} {each}" for place, each in enumerate(words, start=1))
        self.hints.setVisible(bool(words))
        self.hints.update()
        self._arrange()

    def _show_formula(self, snapshot: Snapshot | None) -> None:
        """Show the step's formulas while the run is slow enough to read them."""
        if self.canvas.animation.is_moving:
            return
        is_wanted = self._large.is_on and self._view_state.shows("formula") and snapshot is not None
        summary = None
        if is_wanted and snapshot is not None and self.canvas.is_calm:
            from perceptron_gui.session.explanation.explain import step_summary  # for the first who presents (A9)

            summary = step_summary(snapshot)
        is_other = summary is not None and summary != self.formula.summary
        self.formula.show_summary(summary)
        if is_other:
            self._arrange()

    # Places

    def _on_frame_changed(self) -> None:
        self._fit_factor()
        self._arrange()

    def _arrange(self) -> None:
        """Put every overlay where it covers least."""
        frame = self.canvas.frame
        room, taken = QSizeF(frame.width, frame.height), list[QRectF]()
        if not self.formula.isHidden():
            taken.append(self._box(room))
            self.formula.setGeometry(taken[0].toAlignedRect())
        if not self.hints.isHidden():
            # Whatever moves while it plays: the line stays where it is.
            none = np.empty((0, 2))
            size = self.hints.wanted_size(room)
            taken.append(overlay.best_place(size, room, HINT_PLACES, self._points(), none, taken))
            self.hints.setGeometry(taken[-1].toAlignedRect())
        self.edges.place(room, self._points(), self._sights(), taken)
        if not self.invitation.isHidden():
            self._arrange_invitation(room)
        self._cover()

    def _box(self, room: QSizeF) -> QRectF:
        """Return where the formulas cover least, in the largest form in which they cover nothing."""
        points, sights = self._points(), self._sights()
        found: list[tuple[overlay.Harm, Form, QRectF]] = []
        for form in FORMULA_FORMS:
            self._take_form(form)
            box = overlay.best_place(self.formula.wanted_size(room), room, FORMULA_PLACES, points, sights, ())
            found.append((overlay.harm(box, points, sights, ()), form, box))
            if not any(found[-1][0]):
                break
        # Of equals the first, which is the largest.
        _, form, box = min(found, key=lambda each: each[0])
        self._take_form(form)
        self.formula.wanted_size(room)  # its words are laid out in the form that was tried last
        return box

    def _take_form(self, form: Form) -> None:
        size, self.formula.narrowness = form
        theme = self._theme.enlarged(self._factor * size)
        if theme != self.formula.theme:
            self.formula.set_theme(theme)

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
        shown = [QRectF(self.formula.geometry())] * self.formula.fade.is_shown
        hints = [QRectF(self.hints.geometry())] * self.hints.isVisible()
        self.canvas.set_covered([*shown, *hints, *self.edges.boxes])

    def _points(self) -> NDArray[np.float64]:
        """Return the pixels of points, which overlays should not cover."""
        positions = self.canvas.positions
        return self.canvas.frame.pixels(positions[:: len(positions) // MOST_LOOKED_AT + 1])

    def _sights(self) -> NDArray[np.float64]:
        """Return pixels along the arrows, which overlays should not cover."""
        return np.array([at.toTuple() for at in self.canvas.sights], dtype=np.float64).reshape(-1, 2)
