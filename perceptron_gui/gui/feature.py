"""The base of a window's features; rarely used ones are created at their first action."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from importlib import import_module
from typing import Any, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog

from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document

Handlers = Mapping[str, Callable[[], object]]
"""What is called when an action is triggered, by the id of the action."""


class DocumentDialog(QDialog):
    """A dialog about the present document."""

    def set_document(self, document: Document) -> None:
        """Show the document's values."""
        raise NotImplementedError

    def take_changed(self, document: Document) -> None:
        """Update the open dialog after a change of the document."""
        if self.isVisible():
            self.set_document(document)


def let_go(owner: object, name: str, *_: object) -> None:
    """Delete a dialog that was closed: Qt keeps up to 3 MB of what it showed. It is made again when it is asked for.

    `owner`, `name`: the cached property that makes it.
    """
    dialog = vars(owner).pop(name, None)
    if dialog is not None:
        dialog.deleteLater()


class FeatureCommands(Protocol):
    """The commands of one feature: it says which actions it handles, and hears the parts of the window it is about."""

    def handlers(self) -> Handlers:
        """Return what each action of the feature does; asked once, when the canvas is there."""

    def begin(self) -> None:
        """Connect the parts of the window and show the state of the first moment; the canvas is there."""


class WindowCommands(QObject):
    """Commands that live as long as their window, and hear nothing but their actions where they do not say so."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._controller = window, window.controller

    def begin(self) -> None:
        """See `FeatureCommands.begin`."""

    def follow_document(self, dialog: DocumentDialog) -> None:
        """Keep a dialog up to date with the document while it is visible."""
        self._controller.document_changed.connect(dialog.take_changed)

    def show_about_document(self, dialog: DocumentDialog) -> None:
        """Show a dialog about the present document."""
        dialog.set_document(self._controller.document)
        dialog.show()
        dialog.raise_()


class LateFeature:
    """A feature that is imported with the first of its actions (A9), and hears nothing before.

    `path`: its module and class among the features, as "user_guide.HelpCommands". `parts`: what it is made with.
    """

    def __init__(self, path: str, parts: tuple[object, ...], actions: Iterable[str]) -> None:
        self._path, self._parts, self._actions = path, parts, tuple(actions)

    def handlers(self) -> Handlers:
        """Return what each action of the feature does."""
        return {action: partial(self._do, action) for action in self._actions}

    @cached_property
    def made(self) -> Any:
        """The feature itself, created at first use."""
        module, _, name = self._path.rpartition(".")
        return getattr(import_module(f"perceptron_gui.gui.features.{module}"), name)(*self._parts)

    def _do(self, action: str) -> None:
        self.made.handlers()[action]()
