"""The size of the letters of a table."""

from __future__ import annotations

from PySide6.QtWidgets import QTableView

from perceptron_gui.gui.style.theme import text_font


def set_letters(table: QTableView, pixels: int) -> None:
    """Write cells and headers of a table in letters of `pixels`; nothing happens where they are that large."""
    if table.font().pixelSize() != pixels:
        header = table.horizontalHeader()
        # One by one: under a style sheet of the program none hands its font down to the next.
        for part in (table, header, header.viewport()):
            part.setFont(text_font(pixels))
