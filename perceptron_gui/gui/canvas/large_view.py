"""The view while the canvas is alone (F11): all points in the room that is left; then what was in view before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.canvas import Canvas

NEWS_STRIP = 96.0
"""Pixels of the news and the gaps around it, on a desk."""


class LargeView:
    """Fits a canvas whenever its room is another one, as long as it is alone and shows all points.

    `is_on`: whether the canvas is alone.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.is_on = False
        self._room: tuple[int, int, float] | None = None
        self._before: QRectF | None = None
        self._fitted: QRectF | None = None

    def turn(self, is_on: bool) -> None:
        """Take whether the canvas is alone; what is in view changes with `follow`."""
        if is_on:
            self._before = self._canvas.wanted
        self.is_on = is_on

    def follow(self, factor: float) -> None:
        """Fit where room or letters are others: bars come and go, and grow after the canvas.

        `factor`: by how much what stands on the canvas is larger than on a desk.
        """
        canvas = self._canvas
        room = (canvas.width(), canvas.height(), factor) if self.is_on else None
        if room == self._room:
            return
        self._room = room
        canvas.free_strip = NEWS_STRIP * canvas.theme.scale if self.is_on else 0.0
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
