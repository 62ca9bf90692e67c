"""The built-in data sets in the window: their menus, how one is opened, and the sentence on what to watch."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.samples import Sample
from perceptron_gui.files.sample_files import BY_NAME, TOPICS, Topic
from perceptron_gui.gui.commands.file_commands import FileCommands
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.translation import tr


class Examples(QObject):
    """Opens examples; says what to watch while that is what happens.

    Parameters
    ----------
    window : MainWindow
    filing : FileCommands
        Asks about unsaved points.

    Attributes
    ----------
    menu : QMenu
        All examples, topic by topic; tooltips say what to watch where that holds now.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._filing = filing
        self._shown: tuple[Sample, Dataset] | None = None
        self.menu = self._make_menu()
        window.top.examples.setMenu(self.menu)
        window.top.sample_chosen.connect(self.open)
        self._controller.document_changed.connect(self._on_document_changed)

    def _make_menu(self) -> QMenu:
        menu = QMenu(tr("Examples"), self._window)
        for topic in TOPICS:
            self._fill(menu.addMenu(tr(topic.title)), topic)
        return menu

    def _fill(self, menu: QMenu, topic: Topic) -> None:
        menu.setToolTipsVisible(True)
        entries = {sample: menu.addAction(tr(sample.title)) for sample in topic.samples}
        for sample, action in entries.items():
            action.triggered.connect(partial(self._window.top.sample_chosen.emit, sample.name))
        menu.aboutToShow.connect(partial(self._explain, entries))

    def _explain(self, entries: dict[Sample, QAction]) -> None:
        for sample, action in entries.items():
            action.setToolTip(self._tip(sample))

    def _tip(self, sample: Sample) -> str:
        """Return what to watch, if it is true under the rules of now, else the title."""
        holds = sample.holds_under(sample.settings_from(self._controller.document.settings))
        return tr(sample.watch) if holds else tr(sample.title)

    def open(self, name: str) -> bool:
        """Open an example in the mode it is about; return False where the user would rather keep unsaved points.

        Parameters
        ----------
        name : str
            Name of the sample.
        """
        if not self._filing.may_leave():
            return False
        sample = BY_NAME[name]
        dataset, settings = sample.make(), sample.settings_from(self._controller.document.settings)
        document = Document(title=tr(sample.title), origin=f"example {name}").with_settings(settings)
        self._filing.show_new(document.with_dataset(dataset))
        if sample.holds_under(settings):
            self._shown = sample, dataset
            self._window.status.notice(tr(sample.watch))
        return True

    def _on_document_changed(self, document: Document) -> None:
        """Take the sentence back when points or rules are no longer those it is about."""
        for name, button in self._window.stage.examples.buttons.items():
            button.setToolTip(self._tip(BY_NAME[name]))
        if self._shown is None:
            return
        sample, dataset = self._shown
        if document.dataset is not dataset or not sample.holds_under(document.settings):
            self._shown = None
            self._window.status.withdraw(tr(sample.watch))
