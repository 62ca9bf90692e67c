"""How wide the panels beside the canvas are as long as nobody drags their edge (G10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMainWindow

    from perceptron_gui.gui.style.theme import Theme

PANEL_WIDTH = 368
"""Pixels on a desk; where text is larger the panels are wider, as far as the canvas keeps enough."""
LEAST_WIDTH = 260
TOOLS = 58
"""Pixels of the tools beside the canvas, which keeps two thirds of the width: half of the area, with its bars."""


def usual_width(window: QMainWindow, theme: Theme) -> int:
    """Return the pixels that the panels of a window take which was never changed."""
    return min(round(PANEL_WIDTH * theme.scale), largest_width(window))


def largest_width(window: QMainWindow) -> int:
    """Return the pixels that the panels of a window may take by themselves."""
    return max(window.width() // 3 - TOOLS, PANEL_WIDTH)
