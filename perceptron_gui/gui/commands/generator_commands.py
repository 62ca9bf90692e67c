"""Points to order: the dialog, the thread that makes them, and how they come into the document."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.gui.commands.late_thread import LateThread
from perceptron_gui.session.generated import adding_problem, after_those_of, in_place_of
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.dialogs.generator_dialog import GeneratorDialog
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.generator import GeneratorThread
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


class GeneratorCommands(QObject):
    """Has points made beside the window, shows them, and takes them as one step of undo."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._thread = LateThread(self._controller, _generator_thread)

    @cached_property
    def dialog(self) -> GeneratorDialog:
        """What points are to be like; made when it is first asked for (A9)."""
        from perceptron_gui.gui.dialogs.generator_dialog import GeneratorDialog

        dialog = GeneratorDialog(self._window)
        dialog.asked.connect(self._thread.ask)
        dialog.taken.connect(self.take)
        self._controller.ticked.connect(self._show_made)
        self._controller.document_changed.connect(self._on_document_changed)
        return dialog

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {"data.generate": self.show_dialog}

    def begin(self) -> None:
        """Do nothing: all of it is asked for by an action."""

    def stop(self) -> None:
        """End the work."""
        self._thread.stop()

    def show_dialog(self) -> None:
        """Show what points are to be like."""
        self.dialog.set_theme(self._window.theme)
        self.dialog.set_document(self._controller.document)
        self.dialog.ask()
        self.dialog.show()
        self.dialog.raise_()

    def take(self, made: Dataset, adds: bool) -> None:
        """Take points into the document. `adds`: whether those that are there stay."""
        document = self._controller.document
        if adds and not adding_problem(document):
            self._controller.edit(after_those_of(document, made), tr("add generated points"))
        elif not adds:
            self._controller.edit(in_place_of(document, made), tr("generate points"))
            self._window.canvas.fit()

    def _show_made(self) -> None:
        made = self._thread.take()
        if made is not None:
            self.dialog.show_made(made.recipe, made.dataset)

    def _on_document_changed(self, document: Document) -> None:
        self.dialog.set_document(document)


def _generator_thread(gate: PriorityGate) -> GeneratorThread:
    from perceptron_gui.session.generator import GeneratorThread

    return GeneratorThread(gate)
