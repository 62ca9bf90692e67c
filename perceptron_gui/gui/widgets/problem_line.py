"""The line below a field of a dialog that says what is wrong with it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QWidget

if TYPE_CHECKING:
    from perceptron_gui.gui.widgets.checked_field import CheckedField


def add_problem_line(form: QFormLayout, field: CheckedField) -> QLabel:
    """Add the line below `field` that says what is wrong with it, and takes no room while nothing is.

    `form`: of a dialog, whose height follows. `field`: the last one that was added.
    """
    line = QLabel()
    line.setObjectName("problem")
    line.setTextFormat(Qt.TextFormat.PlainText)
    line.setWordWrap(True)
    form.addRow("", line)
    form.setRowVisible(line, False)
    field.problem_changed.connect(partial(_show_problem, form, line))
    return line


def _show_problem(form: QFormLayout, line: QLabel, problem: str) -> None:
    line.setText(problem)
    if bool(problem) == form.isRowVisible(line):
        return
    form.setRowVisible(line, bool(problem))
    fit_height(line.window())


def fit_height(dialog: QWidget) -> None:
    """Let a dialog be as high as what it says needs at its width."""
    layout = dialog.layout()
    if layout is not None:
        layout.activate()
        width = max(dialog.width(), layout.totalMinimumSize().width())
        dialog.resize(width, layout.totalHeightForWidth(width))
