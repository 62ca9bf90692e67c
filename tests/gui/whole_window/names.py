"""What can get the keys, and does not say to a screen reader what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget

from perceptron_gui.gui.widgets.plain_text import ScrollArea
from perceptron_gui.gui.window import takes_tab
from tests.gui.gallery.stage import Stage

ROLES = QAccessible.Role
WORD = re.compile(r"[^\W\d_]{2}")
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


def shown_on(button: QAbstractButton) -> str:
    """Return the words that a button shows, without signs that stand alone."""
    text = button.text().replace("&&", "\0").replace("&", "").replace("\0", "&").strip("…▾ ")
    return text if WORD.search(text) else ""


def is_in(words: str, name: str) -> bool:
    """Whether a name has words in it."""
    return "".join(words.split()).lower() in "".join(name.split()).lower()


def unlike_labels(root: QWidget) -> list[tuple[str, str]]:
    """Return what buttons show that is not in their names: whoever says it to the computer does not reach them."""
    buttons = [each for each in root.findChildren(QAbstractButton) if each.isVisible()]
    names = [QAccessible.queryAccessibleInterface(each).text(QAccessible.Text.Name) for each in buttons]
    told = zip(map(shown_on, buttons), names, strict=True)
    return [(words, name) for words, name in told if not is_in(words, name)]


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
