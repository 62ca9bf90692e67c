"""The built-in examples: their menus, opening one, and the sentence on what to watch."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.samples import Sample
from perceptron_gui.files.points.sample_files import BY_NAME, TOPICS, Topic
from perceptron_gui.gui.feature import Handlers, WindowCommands, let_go
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.wording import together
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.features.examples.gallery_dialog import GalleryDialog

MOST_REMEMBERED = 100
"""Examples that are known again when undo brings them back."""


class Examples(WindowCommands):
    """Opens examples, and says what to watch while that holds under the current rules.

    `filing`: shows points. `menu`: all examples, topic by topic; tooltips say what to watch where that
    holds now.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window)
        self._filing = filing
        self._shown: tuple[Sample, Dataset, str] | None = None
        self._opened: dict[str, str] = {}
        """Names of examples by the origin of their points."""
        self.menu = self._make_menu()
        window.top.examples.setMenu(self.menu)
        window.top.sample_chosen.connect(self.open)
        self._controller.document_changed.connect(self._on_document_changed)

    def _make_menu(self) -> QMenu:
        menu = QMenu(tr("Examples"), self._window)
        menu.addAction(self._window.actions_by_id["data.gallery"])
        menu.addSeparator()
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
        """Return what to watch if that holds under the current rules, else the title."""
        return tr(sample.watch) if self._holds(sample) else tr(sample.title)

    def _holds(self, sample: Sample) -> bool:
        return sample.holds_under(sample.settings_from(self._controller.document.settings))

    @cached_property
    def gallery(self) -> GalleryDialog:
        """The gallery of all examples; made when first needed (A9)."""
        from perceptron_gui.gui.features.examples.gallery_dialog import GalleryDialog

        gallery = GalleryDialog(self._window)
        gallery.chosen.connect(self._open_from_gallery)
        gallery.finished.connect(partial(let_go, self, "gallery"))
        return gallery

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {"data.gallery": self.show_gallery}

    def begin(self) -> None:
        """Hear the buttons of the empty plane."""
        self._window.stage.examples.chosen.connect(self.open)
        self._window.stage.examples.all_asked.connect(self.show_gallery)
        self._window.restyled.connect(lambda is_over: self._explain_buttons() if is_over else None)

    def show_gallery(self) -> None:
        """Show the gallery, with keyboard focus on the example that is open."""
        name = self._opened.get(self._controller.document.origin, "")
        self.gallery.show_gallery(self._window.stage.theme, self._sentence, name)

    def _open_from_gallery(self, name: str) -> None:
        self.open(name)
        self.gallery.accept()

    def _sentence(self, sample: Sample) -> str:
        """Return what to watch, or why that does not happen under the current rules."""
        return tr(sample.watch) if self._holds(sample) else tr("Your current rules change what this example shows.")

    def open(self, name: str) -> None:
        """Open an example in the mode it is about; undo brings back what was there. `name`: name of the sample."""
        sample = BY_NAME[name]
        dataset, settings = sample.make(), sample.settings_from(self._controller.document.settings)
        document = Document(title=tr(sample.title), origin=f"example {name}").with_settings(settings)
        self._filing.show_new(document.with_dataset(dataset))
        self._opened = dict([*self._opened.items(), (self._controller.document.origin, name)][-MOST_REMEMBERED:])
        if sample.holds_under(settings):
            self._shown = sample, dataset, together(tr(sample.watch), self._filing.aside.way_back)
            self._window.status.notice(self._shown[-1])

    def _on_document_changed(self, document: Document) -> None:
        """Withdraw the sentence when points or rules have changed."""
        self._explain_buttons()
        if self._shown is None:
            return
        sample, dataset, said = self._shown
        if document.dataset is not dataset or not sample.holds_under(document.settings):
            self._shown = None
            self._window.status.withdraw(said)

    def _explain_buttons(self) -> None:
        if not self._controller.document.dataset.n_samples:  # else they are not there
            for name, button in self._window.stage.examples.buttons.items():
                button.setToolTip(self._tip(BY_NAME[name]))
