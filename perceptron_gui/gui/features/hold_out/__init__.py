"""Commands that hold points out of training, and the one look at those to test on (H1)."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.parts import Part, with_part
from perceptron_gui.session.messages.held_out import parts_text
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.gui.feature import Handlers
    from perceptron_gui.gui.features.hold_out.holdout_dialog import HoldOutDialog
    from perceptron_gui.gui.window import MainWindow
    from perceptron_gui.session.document import Document


class HoldOutCommands:
    """Draws the parts, moves selected points from one to another, and looks at the test part."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller

    @cached_property
    def dialog(self) -> HoldOutDialog:
        """Shares and seed of the draw; made when it is first asked for (A9)."""
        from perceptron_gui.gui.features.hold_out.holdout_dialog import HoldOutDialog

        dialog = HoldOutDialog(self._window)
        dialog.drawn.connect(partial(self._hold_out, what=tr("hold out")))
        self._controller.document_changed.connect(self._on_document_changed)
        return dialog

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {
            "data.hold_out": self.show_dialog,
            "data.validate": partial(self.put_selected, Part.VALIDATION),
            "data.test": partial(self.put_selected, Part.TEST),
            "data.train": partial(self.put_selected, Part.TRAINING),
            "data.train_all": self.train_on_all,
            "data.look": self.look_at_test,
        }

    def begin(self) -> None:
        """Do nothing: all of it is asked for by actions."""

    def show_dialog(self) -> None:
        """Show shares and seed of the draw."""
        self.dialog.set_document(self._controller.document)
        self.dialog.show()
        self.dialog.raise_()

    def put_selected(self, part: Part) -> None:
        """Put the selected points into a part."""
        dataset = self._controller.document.dataset
        selection = [i for i in self._controller.view_state.selection if i < dataset.n_samples]
        if selection:
            self._hold_out(with_part(dataset, selection, part), tr("put into another part"))

    def train_on_all(self) -> None:
        """Hold nothing out any more."""
        dataset = self._controller.document.dataset
        self._hold_out(with_part(dataset, range(dataset.n_samples), Part.TRAINING), tr("train on all"))

    def look_at_test(self) -> None:
        """Show the errors of the test part; that it was looked at is remembered."""
        snapshot = self._controller.snapshot
        visit = snapshot.visit if snapshot is not None else 0
        self._controller.change_view(shows_test=True, has_looked=True, looked_at=visit)

    def _hold_out(self, dataset: Dataset, what: str) -> None:
        """Take points in other parts, and say how many are in which."""
        document = self._controller.document.with_dataset(dataset)
        self._controller.edit(document, what)
        if not document.problem:
            self._controller.noticed.emit(parts_text(dataset))

    def _on_document_changed(self, document: Document) -> None:
        if self.dialog.isVisible():
            self.dialog.set_document(document)
