"""The palette: classes are added, renamed, moved and removed."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu

from perceptron_gui.engine.data.dataset import in_class_order
from perceptron_gui.files.names import LONGEST_NAME, is_too_long
from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import WindowCommands
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.points.palette import LARGEST_PALETTE, with_as_many_classes
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import ntr, tr

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
        """Take a class for clicks; selected points become members of it.

        `index`: of the class; where there is none of this number, nothing happens.
        """
        names = self._controller.document.dataset.classes
        if index >= len(names):
            return
        self._controller.change_view(current_class=index)
        if self._window.gestures.relabel_selected(index):
            notice = tr("The selected points are now of class {name}.")
            self._window.status.notice(notice.format(name=names[index]))

    def add(self) -> None:
        """Add a class and take it."""
        dataset = self._controller.document.dataset
        if len(dataset.classes) < LARGEST_PALETTE:
            self._controller.set_dataset(with_as_many_classes(dataset, len(dataset.classes) + 1), tr("add class"))
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
            self._window.status.notice(tr("A name has {count} characters at most.").format(count=grouped(LONGEST_NAME)))
            return
        if name in names:
            self._window.status.notice(tr("There is a class {name} already.").format(name=name))
            return
        names[index] = name
        self._controller.set_dataset(self._controller.document.dataset.with_classes(names), tr("rename class"))

    def move(self, index: int, place: int) -> None:
        """Move a class to another place in the palette, whose order gives the signs, colours and symbols.

        `index`, `place`: index of the class now, and afterwards.
        """
        order = list(range(len(self._controller.document.dataset.classes)))
        order.insert(place, order.pop(index))
        self._reorder(order, tr("move class"))

    def remove(self, index: int) -> None:
        """Remove a class without points from the palette. `index`: index of the class."""
        order = [k for k in range(len(self._controller.document.dataset.classes)) if k != index]
        self._reorder(order, tr("remove class"))

    def _reorder(self, order: Sequence[int], what: str) -> None:
        document = self._controller.document
        positive = document.settings.positive
        moved = order.index(positive) if positive is not None and positive in order else None
        settings = replace(document.settings, positive=moved)
        ordered = in_class_order(document.dataset, order)
        self._controller.edit(replace(document, settings=settings).with_dataset(ordered), what)
