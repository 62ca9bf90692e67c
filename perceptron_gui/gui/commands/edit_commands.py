"""Commands that change the points and their classes: undo, tools, the clipboard, selected points, and the palette."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu

from perceptron_gui.engine.data.dataset import Dataset, DatasetError, Ints, in_class_order
from perceptron_gui.files.file_work import PointsFileError, Report
from perceptron_gui.files.spelling import LONGEST_NAME, is_too_long
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.gui.filing.background_work import ClipboardWork
from perceptron_gui.gui.widgets.plain_text import menu_text
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.output.exports import TEXT, StepFormat
from perceptron_gui.session.points import point_edits
from perceptron_gui.session.points.palette import LARGEST_PALETTE, with_as_many_classes
from perceptron_gui.session.points.point_edits import Centre, PlaneMap, Steps
from perceptron_gui.session.view.view_state import DENSITIES, RADII, Tool, neighbour
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import N_, ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.files.points.points_text import PointsText

BRUSHES = {
    "larger": ("brush_radius", RADII, True),
    "smaller": ("brush_radius", RADII, False),
    "denser": ("spray_density", DENSITIES, True),
    "sparser": ("spray_density", DENSITIES, False),
}


class EditCommands(WindowCommands):
    """Undo and redo, selected points, tools, and the menu of a point."""

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        tools = {f"tools.{tool.value}": partial(self._controller.choose_tool, tool) for tool in Tool}
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
        """Change the brush's radius or density to the next larger or smaller value.

        `name`: of the view's state. `values`: those that can be chosen, ascending. `is_more`: whether the next larger
        one is wanted.
        """
        value = neighbour(values, getattr(self._controller.view_state, name), is_more)
        self._controller.change_view(**{name: value})
        told = tr("Radius of the brush: {value} px") if values is RADII else tr("Points per dab of the spray: {value}")
        self._controller.noticed.emit(told.format(value=value))

    def clear(self) -> None:
        """Remove all points; undo brings them back."""
        dataset = self._controller.document.dataset
        self._window.gestures.select([])
        # L10n: what is undone, as in “Undo clear”
        self._controller.set_dataset(dataset.without(range(dataset.n_samples)), N_("clear"))

    def keep_two_features(self, across: int, upwards: int) -> None:
        """Train on two features only.

        `across`, `upwards`: columns of the features that are drawn across and upwards.
        """
        document = self._controller.document
        fitting = document.with_settings(replace(document.settings, initial=None))
        kept = fitting.with_dataset(document.dataset.with_features([across, upwards]))
        self._controller.edit(kept, N_("keep two features"))
        self._window.canvas.fit()

    def show_menu(self, at: QPointF, on_screen: QPoint) -> None:
        """Open the context menu for the point under the mouse; in a hall without a tool only point at it.

        `at`: where the mouse is on the canvas, in pixels. `on_screen`: the same place on the screen.
        """
        if self._controller.view_state.tool_in_hand is None:
            self._window.gestures.point_at_pixel(at, Qt.KeyboardModifier.NoModifier)
            return
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


COPIES_GO = 1, -1
"""Steps to the right and upwards by which copies lie aside."""
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
TURNS = {"turn_left": 90, "turn_right": -90, "tilt_left": 15, "tilt_right": -15}
Move = Callable[[Dataset, Ints, Steps], Dataset]
"""From the points, which of them move, and the steps to which points snap, to the points after it."""


class Turned(Frozen):
    """Points turned once or several times in a row; each further turn is applied to the original points.

    So six turns by 15° are exactly a quarter turn, and the centre stays.
    """

    before: Dataset
    after: Dataset
    selection: tuple[int, ...]  # indices of the points that were turned
    degrees: int  # by how much, counterclockwise


class SelectionCommands(WindowCommands):
    """Select, copy, mirror, turn, scale, shake, nudge; each is one step of undo."""

    _turned: Turned | None = None

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        one, double, half = Fraction(1), Fraction(2), Fraction(1, 2)
        maps: dict[str, Callable[[Centre], PlaneMap]] = {
            "mirror_across": partial(PlaneMap.scaled, across=-one, upwards=one),
            "mirror_upwards": partial(PlaneMap.scaled, across=one, upwards=-one),
            "double": partial(PlaneMap.scaled, across=double, upwards=double),
            "halve": partial(PlaneMap.scaled, across=half, upwards=half),
        }
        return {
            "edit.select_all": lambda: self._window.gestures.select(range(self._dataset.n_samples)),
            "edit.select_class": self.select_class,
            "edit.invert": self.select_others,
            "edit.duplicate": self.duplicate,
            "edit.jitter": self.jitter,
            **{f"edit.{name}": partial(self.map, make) for name, make in maps.items()},
            **{f"edit.{name}": partial(self.turn, degrees) for name, degrees in TURNS.items()},
            **{f"edit.nudge_{way}": partial(self.nudge, way) for way in WAYS},
        }

    @property
    def _dataset(self) -> Dataset:
        return self._controller.document.dataset

    def select_class(self) -> None:
        """Select the points of the current class."""
        label = self._controller.view_state.current_class
        found = point_edits.of_class(self._dataset, label)
        self._window.gestures.select([point for point in found if not self._window.canvas.hides(point)])

    def select_others(self) -> None:
        """Select the points that are not selected."""
        self._window.gestures.select(point_edits.others(self._dataset, self._controller.view_state.selection))

    def duplicate(self) -> None:
        """Copy the selected points; the copies are selected then."""
        before = self._dataset.n_samples
        self._edit(
            lambda dataset, rows, steps: point_edits.duplicated(dataset, rows, COPIES_GO, steps),
            # L10n: what is undone, as in “Undo duplicate”
            N_("duplicate"),
            in_plane=False,
        )
        if self._dataset.n_samples > before:
            self._window.gestures.select(range(before, self._dataset.n_samples))

    def map(self, make: Callable[[Centre], PlaneMap]) -> None:
        """Map the selected points about the middle of the box around them. `make`: from the middle to the map."""
        # L10n: what is undone, as in “Undo transform”
        self._edit(partial(_mapped, make=make), N_("transform"))

    def turn(self, degrees: int) -> None:
        """Turn the selected points about the middle of the box around them. `degrees`: counterclockwise."""
        begin, selection, turned = self._dataset, self._controller.view_state.selection, self._turned
        if turned is not None and turned.after is begin and turned.selection == selection:
            begin, degrees = turned.before, turned.degrees + degrees
        make = partial(PlaneMap.turned, degrees=degrees, aspect=self._window.canvas.frame.aspect)
        if self._edit(lambda _, rows, steps: _mapped(begin, rows, steps, make), N_("turn")):
            self._turned = Turned(begin, self._dataset, selection, degrees)

    def jitter(self) -> None:
        """Move each selected point by chance."""
        # L10n: what is undone, as in “Undo jitter”
        self._edit(point_edits.shaken, N_("jitter"))

    def nudge(self, way: str) -> None:
        """Move the selected points a step; one after the other they are one step of undo. `way`: one of `WAYS`."""
        series = "nudge", self._controller.view_state.selection
        # L10n: what is undone, as in “Undo nudge”
        self._edit(
            lambda dataset, rows, steps: point_edits.shifted(dataset, rows, WAYS[way], steps), N_("nudge"), series
        )

    def _edit(self, move: Move, what: str, series: object = None, in_plane: bool = True) -> bool:
        """Apply a move to the selected points; if it is impossible, say why and return False.

        `in_plane`: whether it moves points, which those of more than two features cannot be.
        """
        selection, gestures = self._controller.view_state.selection, self._window.gestures
        if not selection:
            return False
        gestures.give_up()
        try:
            if in_plane:
                point_edits.require_plane(self._dataset)
            moved = move(self._dataset, point_edits.rows_of(selection), gestures.steps(Qt.KeyboardModifier.NoModifier))
        except DatasetError as error:
            self._controller.noticed.emit(str(error))
            return False
        self._controller.set_dataset(moved, what, series)
        return self._dataset is moved


def _mapped(dataset: Dataset, rows: Ints, steps: Steps, make: Callable[[Centre], PlaneMap]) -> Dataset:
    # Imported only here: the frame of the window is on the screen before the canvas is imported.
    from perceptron_gui.gui.canvas.tools.snapping import PARTS

    fine = steps[0] / PARTS, steps[1] / PARTS
    return point_edits.mapped(dataset, rows, make(point_edits.box_of(dataset, rows).centre), fine)


MOST_CELLS, LONGEST_TEXT = 20_000, 200_000
"""Coordinates that are written and characters that are read at once: 20 ms of work. More goes on beside the window."""


class ClipboardCommands(WindowCommands):
    """Carries points to the clipboard and back; pasted ones come after all others, and are selected.

    `copy_step`: for where no point is selected. `work`: what is written or read beside the window.
    """

    def __init__(self, window: MainWindow, copy_step: Callable[[StepFormat], object]) -> None:
        super().__init__(window)
        self._copy_step = copy_step
        self.work = ClipboardWork(window)

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {"edit.cut": self.cut, "edit.copy": self.copy, "edit.paste": self.paste}

    def stop(self) -> None:
        """Give up what is on its way: the window closes."""
        self.work.cancel()

    def copy(self) -> None:
        """Copy the selection of the focused panel, else the selected points, else the step."""
        copied = next(filter(None, (panel.copy_focused() for panel in self._window.side.panels)), "")
        snapshot = self._controller.snapshot
        if copied:
            self._controller.noticed.emit(copied)
        elif self._controller.view_state.selection:
            self._write(partial(self._take_copied, len(self._controller.view_state.selection)))
        elif snapshot is not None and snapshot.visit:
            self._copy_step(TEXT)
        else:
            self._controller.noticed.emit(tr("Select points to copy them."))

    def cut(self) -> None:
        """Copy the selected points and remove them."""
        dataset, selection = self._controller.document.dataset, self._controller.view_state.selection
        self._write(partial(self._take_cut, dataset, selection))

    def paste(self) -> None:
        """Add the points on the clipboard; if there are none, say in a sentence why."""
        from perceptron_gui.files.points.points_text import read_points_text

        text = QGuiApplication.clipboard().text()
        work = partial(read_points_text, text, self._controller.document.dataset)
        self.work.begin(work, self._take_read, tr("Pasting points …"), is_short=len(text) <= LONGEST_TEXT)

    def _write(self, take: Callable[[str], None]) -> None:
        """Write the selected points as text, and pass that on."""
        dataset, selection = self._controller.document.dataset, self._controller.view_state.selection
        is_short = len(selection) * dataset.n_features <= MOST_CELLS

        def write(report: Report) -> str:
            from perceptron_gui.files.points.points_text import points_text

            return points_text(dataset, selection, report)

        self.work.begin(write, take, tr("Copying points …"), is_short=is_short)

    def _take_copied(self, count: int, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._controller.noticed.emit(counted("Copied {count} point.", "Copied {count} points.", count))

    def _take_cut(self, dataset: Dataset, selection: tuple[int, ...], text: str) -> None:
        self._take_copied(len(selection), text)
        if self._controller.document.dataset is dataset:
            self._controller.change_view(selection=())
            # L10n: what is undone, as in “Undo cut”
            self._controller.set_dataset(dataset.without(selection), N_("cut"))

    def _take_read(self, found: PointsText) -> None:
        from perceptron_gui.files.points.points_text import with_points_text

        before = self._controller.document.dataset
        try:
            dataset = with_points_text(before, found, self._controller.view_state.current_class)
        except PointsFileError as error:
            self._controller.noticed.emit(str(error))
            return
        # L10n: what is undone, as in “Undo paste”
        self._controller.set_dataset(dataset, N_("paste"))
        if self._controller.document.dataset is dataset:  # else it was said why these points cannot be
            self._controller.change_view(selection=tuple(range(before.n_samples, dataset.n_samples)))


SHORTEST_FIELD, LONGEST_FIELD = 42, 64
"""Letters for which the field of a name has room: enough for the dialog's own title, and for what is typed after a
longer name."""


class ClassCommands(WindowCommands):
    """What the class buttons of a window do."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        window.left.class_added.connect(self.add)
        window.left.menu_asked.connect(self.ask)

    def choose(self, index: int) -> None:
        """Choose the class of new points; selected points are put into it.

        `index`: of the class; where there is none of this number, or a hall looks on and no tool is chosen, nothing
        happens.
        """
        names = self._controller.document.dataset.classes
        if index >= len(names) or self._controller.view_state.tool_in_hand is None:
            return
        self._controller.change_view(current_class=index)
        if self._window.gestures.relabel_selected(index):
            notice = tr("The selected points are now in class {name}.")
            self._window.status.notice(notice.format(name=names[index]))

    def add(self) -> None:
        """Add a class and take it."""
        dataset = self._controller.document.dataset
        if len(dataset.classes) < LARGEST_PALETTE:
            # L10n: what is undone, as in “Undo add class”
            self._controller.set_dataset(with_as_many_classes(dataset, len(dataset.classes) + 1), N_("add class"))
            self._controller.change_view(current_class=len(dataset.classes))

    def ask(self, index: int, at: QPoint) -> None:
        """Open the menu of a class. `index`: index of the class. `at`: where on the screen, in pixels."""
        dataset = self._controller.document.dataset
        menu = QMenu(self._window)
        menu.addAction(tr("Rename…"), lambda: self.ask_name(index))
        up = menu.addAction(tr("Move up"), lambda: self.move(index, index - 1))
        down = menu.addAction(tr("Move down"), lambda: self.move(index, index + 1))
        up.setEnabled(index > 0)
        down.setEnabled(index + 1 < len(dataset.classes))
        count = int((dataset.labels == index).sum())
        remove = menu.addAction(tr("Remove class"), lambda: self.remove(index))
        remove.setEnabled(not count and len(dataset.classes) > 2)
        menu.setToolTipsVisible(True)
        if count:
            remove.setToolTip(
                ntr("Delete its point first", "Delete its {count} points first", count).format(count=grouped(count))
            )
        self._controller.document_changed.connect(menu.close)  # its entries mean the classes of before
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def ask_name(self, index: int) -> None:
        """Ask for another name of a class. `index`: index of the class."""
        old = self._controller.document.dataset.classes[index]
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(tr("Rename class"))
        dialog.setLabelText(tr("Name:"))
        dialog.setTextValue(old)
        letters = min(max(len(old) + 8, SHORTEST_FIELD), LONGEST_FIELD)
        field = dialog.findChild(QLineEdit)
        assert field is not None
        field.setMinimumWidth(letters * field.fontMetrics().averageCharWidth())
        if dialog.exec():
            self.rename(index, dialog.textValue().strip())
        dialog.deleteLater()

    def rename(self, index: int, name: str) -> None:
        """Give a class another name; nothing else changes.

        `index`: index of the class. `name`: too long or taken ones are refused with a notice.
        """
        names = list(self._controller.document.dataset.classes)
        if not name or name == names[index]:
            return
        if is_too_long(name):
            self._window.status.notice(
                tr("A name can have at most {count} characters.").format(count=grouped(LONGEST_NAME))
            )
            return
        if name in names:
            self._window.status.notice(tr("There is already a class {name}.").format(name=name))
            return
        names[index] = name
        # L10n: what is undone, as in “Undo rename class”
        self._controller.set_dataset(self._controller.document.dataset.with_classes(names), N_("rename class"))

    def move(self, index: int, place: int) -> None:
        """Move a class to another place in the palette, whose order gives the signs, colours and symbols.

        `index`, `place`: index of the class now, and afterwards.
        """
        order = list(range(len(self._controller.document.dataset.classes)))
        order.insert(place, order.pop(index))
        # L10n: what is undone, as in “Undo move class”
        self._controller.set_dataset(in_class_order(self._controller.document.dataset, order), N_("move class"))

    def remove(self, index: int) -> None:
        """Remove a class without points from the palette. `index`: index of the class."""
        order = [k for k in range(len(self._controller.document.dataset.classes)) if k != index]
        # L10n: what is undone, as in “Undo remove class”
        self._controller.set_dataset(in_class_order(self._controller.document.dataset, order), N_("remove class"))
