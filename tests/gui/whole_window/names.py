"""What can get the keys, and does not say to a screen reader what it is."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QComboBox, QWidget

from perceptron_gui.gui.widgets.plain_text import ScrollArea
from perceptron_gui.gui.window import takes_tab
from tests.gui.gallery.stage import Stage

ROLES = QAccessible.Role
SAYS_NOTHING = (ROLES.NoRole, ROLES.Client, ROLES.Grouping, ROLES.LayeredPane)
"""Roles of parts that only hold others."""
PICTURES = (ROLES.Graphic, ROLES.Chart, ROLES.Canvas, ROLES.Slider)
"""What is looked at, whether or not it takes keys."""
OF_OTHERS = (ROLES.RowHeader, ROLES.ColumnHeader, ROLES.Cell, ROLES.ScrollBar)
"""Parts of tables and scrolled areas, which are reached through these."""


def nodes(node: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield a part and those in it that can be seen."""
    yield node
    for place in range(node.childCount()):
        child = node.child(place)
        if child is not None and child.isValid() and not child.state().invisible and child.role() not in OF_OTHERS:
            yield from nodes(child)


def nameless(root: QWidget) -> list[str]:
    """Return what can get the keys below a widget, and does not say what it is."""
    found = []
    for node in nodes(QAccessible.queryAccessibleInterface(root)):
        widget = node.object()
        takes_keys = isinstance(widget, QWidget) and takes_tab(widget)
        is_picture = node.role() in PICTURES and not widget.objectName().startswith("qt_")
        if isinstance(widget, ScrollArea) and node.text(QAccessible.Text.Name):
            continue  # Qt has no role for it; what PySide gives one stays when a dialog is gone
        name = node.text(QAccessible.Text.Name)
        if isinstance(widget, QComboBox) and name == widget.currentText():
            name = ""  # on Linux Qt would call it by what is chosen
        if (takes_keys or is_picture) and (not name or node.role() in SAYS_NOTHING):
            parent = widget.parent()
            found.append(
                f"{type(widget).__name__} {widget.objectName()} in {type(parent).__name__}, {node.role().name}"
            )
    return found


def nameless_parts(stage: Stage, *among: QWidget) -> set[str]:
    """Return what is nameless in all windows, or only `among` some of their parts."""
    stage.settle()
    return {each for root in among or stage.shown for each in nameless(root)}
