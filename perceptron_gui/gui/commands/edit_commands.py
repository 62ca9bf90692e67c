"""Commands that change the points, and the tools that do so on the canvas."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QMenu

from perceptron_gui.frozen import replace
from perceptron_gui.gui.widgets.plain_text import menu_text
from perceptron_gui.session.painting.brush_sizes import DENSITIES, RADII, neighbour
from perceptron_gui.session.tools import Tool
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.window import MainWindow

BRUSHES = {
    "larger": ("brush_radius", RADII, True),
    "smaller": ("brush_radius", RADII, False),
    "denser": ("spray_density", DENSITIES, True),
    "sparser": ("spray_density", DENSITIES, False),
}


class EditCommands:
    """Undo and redo, selected points, tools, and the menu of a point."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller

    def handlers(self) -> Handlers:
        """Return what each action does."""
        tools = {f"tools.{tool.value}": partial(self._controller.change_view, tool=tool) for tool in Tool}
        return tools | {
            **{f"tools.{name}": partial(self.change_brush, *change) for name, change in BRUSHES.items()},
            "edit.undo": self._controller.undo,
            "edit.redo": self._controller.redo,
            "edit.delete": self._window.gestures.delete_selected,
            "edit.clear": self.clear,
        }

    def begin(self) -> None:
        """Hear the canvas."""
        self._window.canvas.menu_asked.connect(self.show_menu)
        self._window.axes_bar.axes_chosen.connect(lambda i, j: self._window.canvas.set_axes((i, j)))
        self._window.axes_bar.only_these.connect(self.keep_two_features)

    def change_brush(self, name: str, values: tuple[int, ...], is_more: bool) -> None:
        """Let the brush reach farther, or spray more points; or less.

        `name`: of the view's state. `values`: those that can be chosen, ascending. `is_more`: whether the next larger
        one is wanted.
        """
        value = neighbour(values, getattr(self._controller.view_state, name), is_more)
        self._controller.change_view(**{name: value})
        told = tr("Radius of the brush: {value} px") if values is RADII else tr("Points a dab of the spray: {value}")
        self._controller.noticed.emit(told.format(value=value))

    def clear(self) -> None:
        """Remove all points; undo brings them back."""
        dataset = self._controller.document.dataset
        self._window.gestures.select([])
        self._controller.set_dataset(dataset.without(range(dataset.n_samples)), tr("clear"))

    def keep_two_features(self, across: int, upwards: int) -> None:
        """Train on two features only.

        `across`, `upwards`: columns of the features that are drawn across and upwards.
        """
        document = self._controller.document
        fitting = document.with_settings(replace(document.settings, initial=None))
        self._controller.edit(
            fitting.with_dataset(document.dataset.with_features([across, upwards])), tr("keep two features")
        )
        self._window.canvas.fit()

    def show_menu(self, at: QPointF, on_screen: QPoint) -> None:
        """Offer what can be done with the point under the mouse.

        `at`: where the mouse is on the canvas, in pixels. `on_screen`: the same place on the screen.
        """
        menu = QMenu(self._window)
        near = self._window.canvas.point_near(at)
        if near is None:
            for name in ("view.fit", "edit.paste", "edit.select_all", "edit.undo"):
                menu.addAction(self._window.actions_by_id[name])
        else:
            self._fill_menu_of_point(menu, near)
        self._controller.document_changed.connect(menu.close)  # what it offers was meant for the points of before
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(on_screen)

    def _fill_menu_of_point(self, menu: QMenu, point: int) -> None:
        gestures = self._window.gestures
        if point not in gestures.selected:
            gestures.select([point])
        for k, name in enumerate(self._controller.document.dataset.classes):
            action = menu.addAction(menu_text(tr("Make it class {name}").format(name=name)))
            action.triggered.connect(lambda _=False, k=k: gestures.relabel_selected(k))
        menu.addSeparator()
        for name in ("data.train", "data.validate", "data.test"):
            menu.addAction(self._window.actions_by_id[name])
        menu.addSeparator()
        for name in ("edit.cut", "edit.copy", "edit.delete"):
            menu.addAction(self._window.actions_by_id[name])
