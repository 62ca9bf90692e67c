"""Holding points out of training: by hand, by a draw in a dialog, and the one look at those to test on (H1)."""

from fractions import Fraction
from functools import cached_property, partial
from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QWidget

from perceptron_gui.engine.data import SettingsError
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.parts import HoldOut, Part, with_part, with_split
from perceptron_gui.gui.feature import DocumentDialog, Handlers, WindowCommands
from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.plain_text import caption, in_column
from perceptron_gui.session.document import Document
from perceptron_gui.session.messages.held_out import parts_text
from perceptron_gui.translation import tr


class HoldOutCommands(WindowCommands):
    """Draws the parts, moves selected points from one to another, and looks at the test part."""

    @cached_property
    def dialog(self) -> "HoldOutDialog":
        """Shares and seed of the draw; made when it is first asked for (A9)."""
        dialog = HoldOutDialog(self._window)
        dialog.drawn.connect(partial(self._hold_out, what=tr("hold out")))
        self.follow_document(dialog)
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

    def show_dialog(self) -> None:
        """Show shares and seed of the draw."""
        self.show_about_document(self.dialog)

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


FIRST_SHARE = "25"
"""Percent that are offered at first."""


class HoldOutDialog(DocumentDialog):
    """Shares and seed, with what they come to below; points are drawn when that is applied.

    `drawn`: the points, in the parts that were drawn.
    """

    drawn = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Hold out points"))
        self._document = Document()
        self.validation = checked_field.CheckedField(checked_field.read_share)
        self.test = checked_field.CheckedField(checked_field.read_share)
        self.seed = checked_field.CheckedField(checked_field.read_seed)
        self.fields = self.validation, self.test, self.seed
        form = QFormLayout()
        for field, name, text in zip(
            self.fields,
            (
                tr("To validate on, percent of each class"),
                tr("To test on, percent of each class"),
                tr("Random seed of the draw"),
            ),
            (FIRST_SHARE, FIRST_SHARE, "0"),
            strict=True,
        ):
            checked_field.add_field(form, name, field)
            field.show_text(text)
            field.textChanged.connect(self._tell)
        self.told, self.now = caption(name=""), caption()
        in_column(self, form, self.told, self.now, checked_field.dialog_buttons(self, self.apply), margins=None)
        self.setMinimumWidth(480)

    def set_document(self, document: Document) -> None:
        """Take the points that would be drawn from."""
        self._document = document
        self.now.setText(tr("Now: {parts}").format(parts=parts_text(document.dataset)))
        self._tell()

    def apply(self) -> None:
        """Draw the parts; or go to the first field with something wrong."""
        if not checked_field.all_right(self.fields):
            return
        try:
            dataset = self._document.dataset
            self.drawn.emit(with_split(dataset, self._hold_out().split(dataset)))
        except SettingsError:
            self.validation.setFocus()  # what is wrong stands below

    def _hold_out(self) -> HoldOut:
        validation, test = (cast("Fraction", field.value()) for field in (self.validation, self.test))
        return HoldOut(validation, test, cast("int", self.seed.value()))

    def _tell(self) -> None:
        """Say what the fields come to, or why they do not go together; what is wrong with one stands below it."""
        dataset = self._document.dataset
        try:
            said, is_wrong = parts_text(with_split(dataset, self._hold_out().split(dataset))), False
        except checked_field.InputError:
            said, is_wrong = "", False
        except SettingsError as error:
            said, is_wrong = str(error), True
        self.told.setObjectName("problem" if is_wrong else "")
        self.told.style().polish(self.told)
        self.told.setText(said)
