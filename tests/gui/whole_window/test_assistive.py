"""What a screen reader, or any other assistive program, does to a button: the same as a click, and once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QStackedWidget, QTableView, QWidget
from shiboken6 import isValid

from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.gui.panels.panel_registry import PanelEntry
from tests.effort import one_in
from tests.gui.desk import Desk

PRESS, TOGGLE = QAccessibleActionInterface.pressAction(), QAccessibleActionInterface.toggleAction()
ROWS = 5


@pytest.fixture
def desk(used_desk: Desk) -> Desk:
    """Return the window that others have used: nothing here is about its start."""
    return used_desk


def act(button: QAbstractButton, name: str) -> None:
    """Do what an assistive program asks a button for."""
    actions = QAccessible.queryAccessibleInterface(button).actionInterface()
    assert name in actions.actionNames()
    actions.doAction(name)


def checkable(root: QWidget) -> list[QAbstractButton]:
    """Return what can be turned there, seen or not."""
    return [each for each in root.findChildren(QAbstractButton) if each.isCheckable()]


class Watch:
    """Sees what a window becomes, and how often its views and documents were replaced on the way."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.changes = desk, 0
        controller = desk.window.controller
        controller.view_changed.connect(self._count)
        controller.document_changed.connect(self._count)

    def _count(self, *_: object) -> None:
        self.changes += 1

    def look(self) -> tuple[object, ...]:
        """Return all that a button may change."""
        self.desk.settle()
        window = self.desk.window
        tables = [each for each in window.findChildren(QTableView) if each.isVisible() and each.model() is not None]
        return (
            window.controller.view_state,
            window.controller.document.settings,
            [each.is_seen for each in window.side.panels],
            {each: each.currentIndex() for each in window.findChildren(QStackedWidget)},
            sorted((said(button), is_on) for button, is_on in states(window).items()),
            {table: contents(table) for table in tables},
            close_menus(),
        )

    def done(self, way: Callable[[], object]) -> tuple[int, tuple[object, ...]]:
        """Return in how many steps the window changed, and to what."""
        self.changes = 0
        way()
        look = self.look()
        return self.changes, look


def contents(table: QTableView) -> list[str]:
    """Return what the first rows of a table say."""
    model = table.model()
    rows, columns = min(model.rowCount(), ROWS), min(model.columnCount(), ROWS)
    return [str(model.index(row, column).data()) for row in range(rows) for column in range(columns)]


def close_menus() -> int:
    """Close the menus that a button has opened; return how many there were."""
    menus = [each for each in QApplication.topLevelWidgets() if isinstance(each, QMenu) and each.isVisible()]
    for menu in menus:
        menu.close()
    return len(menus)


def states(root: QWidget) -> dict[QAbstractButton, bool]:
    """Return which buttons are on."""
    return {button: button.isChecked() for button in checkable(root)}


def turn_back(desk: Desk, front: PanelEntry, before: dict[QAbstractButton, bool]) -> None:
    """Click until all is on again that was, and nothing else: first what stands alone, or was on in a group."""
    desk.window.side.bring(front)
    desk.settle()
    for _ in range(2):
        for button, was_on in before.items():
            # a page that was rebuilt has other buttons
            if isValid(button) and button.isChecked() != was_on and (was_on or button.group() is None):
                button.click()
        close_menus()


def said(button: QAbstractButton) -> str:
    """Return what a reader says of a button."""
    return button.accessibleName() or button.text() or button.toolTip()


def claim_all(desk: Desk, root: QWidget, claimed: set[tuple[str, str]]) -> None:
    """Claim that what can be turned below a widget does by a reader's actions what it does by a click.

    `claimed`: kinds of widgets and what their buttons say, of which it was claimed before; gets the new ones.
    """
    watch = Watch(desk)
    start: tuple[object, ...] = ()
    for button in checkable(root):
        name = type(root).__name__, said(button)
        if not button.isEnabled() or button.visibleRegion().isEmpty() or name in claimed:
            continue
        before, start = states(desk.window), start or watch.look()
        front = desk.window.side.entry

        def press(button: QAbstractButton = button) -> None:
            act(button, PRESS)
            desk.wait(lambda: not button.isDown())

        done = []
        for way in (button.click, partial(act, button, TOGGLE), press):
            done.append(watch.done(way))
            turn_back(desk, front, before)
        assert watch.look() == start, f"{said(button)} was not turned back"
        assert done[1:] == done[:1] * 2, said(button)
        claimed.add(name)


@pytest.mark.seldom
def test_every_button_of_the_window_that_can_be_turned_is_turned_by_a_reader_as_by_a_click(desk: Desk) -> None:
    desk.window.resize(1280, 800)
    claimed = set[tuple[str, str]]()
    for mode in one_in(3, Mode):
        desk.show(BY_NAME["in-a-row"].make(), TrainingSettings(mode=mode))
        if not desk.window.exercise.isVisible():
            desk.do("run.predict_mistakes")
        desk.wait(desk.window.exercise.isVisible)
        for bar in desk.window.bars:
            claim_all(desk, bar, claimed)
        claim_all(desk, desk.window.exercise, claimed)
        for entry in desk.window.side.offered:
            desk.window.side.bring(entry)
            panel = desk.window.side.front
            assert panel is not None
            claim_all(desk, panel, claimed)
        claim_all(desk, desk.window.side.row, claimed)
    assert {"Primal", "Place", "Run", "Largest first"} <= {name for _, name in claimed}


def test_a_list_is_called_by_its_name_and_its_choice_and_a_reader_opens_it(desk: Desk) -> None:
    dialog = desk.commands.late["generator"].made.dialog
    desk.do("data.generate")
    desk.qtbot.waitExposed(dialog)
    told = QAccessible.queryAccessibleInterface(dialog.shape)
    assert told.role() is QAccessible.Role.ComboBox
    for place in (0, 2):
        dialog.shape.setCurrentIndex(place)
        assert told.text(QAccessible.Text.Name) == f"Shape: {dialog.shape.itemText(place)}"
        assert told.text(QAccessible.Text.Value) == dialog.shape.itemText(place)
    assert not dialog.shape.view().isVisible()
    told.actionInterface().doAction(QAccessibleActionInterface.showMenuAction())
    desk.wait(dialog.shape.view().isVisible)
    dialog.shape.hidePopup()
    assert QAccessible.queryAccessibleInterface(dialog.fields["seed"]).text(QAccessible.Text.Name) == "Random seed"
    dialog.close()
