"""Another window: a second process of the program."""

from __future__ import annotations

from perceptron_gui.files.own_program import own_command


def open_window() -> None:
    """Open a second window, in a process of its own."""
    from PySide6.QtCore import QProcess  # its enumerations take a millisecond of a start (A9)

    program, *arguments = own_command()
    QProcess.startDetached(program, arguments)
