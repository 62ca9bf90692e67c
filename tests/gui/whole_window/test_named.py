"""What can get the keys has a name for a screen reader, and a role that says what it is: in all pages and dialogs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QWidget

from perceptron_gui.gui.widgets.plain_text import ScrollArea
from perceptron_gui.gui.window import takes_tab
from tests.gui.gallery.stage import Stage
from tests.gui.whole_window.test_every_word import OVERLAYS, PANELS_IN, STATES

ROLES = QAccessible.Role
SAYS_NOTHING = (ROLES.NoRole, ROLES.Client, ROLES.Grouping, ROLES.LayeredPane)
"""Roles of parts that only hold others."""
PICTURES = (ROLES.Graphic, ROLES.Chart, ROLES.Canvas, ROLES.Slider)
"""What is looked at, whether or not it takes keys."""
OF_OTHERS = (ROLES.RowHeader, ROLES.ColumnHeader, ROLES.Cell, ROLES.ScrollBar)
"""Parts of tables and scrolled areas, which are reached through these."""


@pytest.fixture
def stage(qapp: QApplication) -> Iterator[Stage]:
    """Yield a window, as a screen reader is told of it."""
    QAccessible.setActive(True)
    stage = Stage()
    yield stage
    stage.close()
    QAccessible.setActive(False)


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
        if (takes_keys or is_picture) and (not node.text(QAccessible.Text.Name) or node.role() in SAYS_NOTHING):
            parent = widget.parent()
            found.append(
                f"{type(widget).__name__} {widget.objectName()} in {type(parent).__name__}, {node.role().name}"
            )
    return found


def told_in(stage: Stage) -> list[str]:
    """Return what is nameless in all windows."""
    stage.settle()
    return sorted({each for window in stage.shown for each in nameless(window)})


def test_all_of_every_page_is_named(stage: Stage) -> None:
    found = {}
    for name, way in PANELS_IN.items():
        way(stage)
        for entry in stage.window.side.offered:
            stage.panel(entry.name)
            found[f"{entry.name} in {name}"] = told_in(stage)
    assert {name: parts for name, parts in found.items() if parts} == {}


def test_all_of_the_window_is_named_in_every_state(stage: Stage) -> None:
    found = {}
    for name, way in STATES.items():
        way(stage)
        found[name] = told_in(stage)
    assert {name: parts for name, parts in found.items() if parts} == {}


def test_all_of_menus_and_dialogs_is_named(stage: Stage) -> None:
    found: dict[str, list[str]] = {}
    for name, way in OVERLAYS.items():
        stage.with_overlay(way, lambda name=name: found.update({name: told_in(stage)}))  # type: ignore[misc]
    assert {name: parts for name, parts in found.items() if parts} == {}
