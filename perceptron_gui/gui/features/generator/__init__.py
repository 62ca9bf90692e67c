"""Points to order: the dialog, and how they come into the document."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from perceptron_gui.session.points_to_order import adding_problem, after_those_of, in_place_of
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.data.generator import Recipe
    from perceptron_gui.gui.feature import Handlers
    from perceptron_gui.gui.features.generator.generator_dialog import GeneratorDialog
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.points_to_order import Made


class GeneratorCommands(QObject):
    """Has points made beside the window, shows them, and takes them as one step of undo."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller

    @cached_property
    def dialog(self) -> GeneratorDialog:
        """What points are to be like; made when it is first asked for (A9)."""
        from perceptron_gui.gui.features.generator.generator_dialog import GeneratorDialog

        dialog = GeneratorDialog(self._window)
        dialog.asked.connect(self._make)
        dialog.taken.connect(self.take)
        self._controller.document_changed.connect(self._on_document_changed)
        return dialog

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {"data.generate": self.show_dialog}

    def begin(self) -> None:
        """Do nothing: all of it is asked for by an action."""

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

    def _make(self, recipe: Recipe) -> None:
        from perceptron_gui.session.points_to_order import make_points

        self._controller.background.ask(partial(make_points, recipe), self._show_made)

    def _show_made(self, made: Made) -> None:
        self.dialog.show_made(made.recipe, made.dataset)

    def _on_document_changed(self, document: Document) -> None:
        self.dialog.set_document(document)
