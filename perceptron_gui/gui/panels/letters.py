"""The size of the letters of a table."""

from __future__ import annotations

from PySide6.QtWidgets import QTableView

from perceptron_gui.gui.style.theme import text_font


def set_letters(table: QTableView, pixels: int) -> None:
    """Set the text size of a table's cells and headers, if it is another one. `pixels`: size of the text."""
    if table.font().pixelSize() != pixels:
        header = table.horizontalHeader()
        # One by one: under a style sheet of the program none hands its font down to the next.
        for part in (table, header, header.viewport()):
            part.setFont(text_font(pixels))
