"""Buttons that are on or off: whoever turns one, by mouse, key or screen reader, is heard; to show a state turns none.

A screen reader turns a button without a click: Qt emits `toggled` then, and not `clicked`. So what a checkable button
does hangs on `toggled`, and what the program knows is shown by `show_checked`.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QAbstractButton


def show_checked(button: QAbstractButton, is_on: bool) -> None:
    """Show whether a button is on, and tell nobody; in a group the one that was on is off then."""
    with QSignalBlocker(button):
        button.setChecked(is_on)
