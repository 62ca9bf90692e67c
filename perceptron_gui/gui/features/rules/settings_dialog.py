"""The rules that are set once in a while: start weights, margin, seed, limits."""

import html

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QLabel, QWidget

from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.gui.feature import DocumentDialog
from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.scroll_area import in_column
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation.variant_steps import margin_hint
from perceptron_gui.session.wording import field_text
from perceptron_gui.translation import N_, tr

ROWS = N_("A row for each class, with | between: {classes}. Rows at the end that are left out are 0.")


class SettingsDialog(DocumentDialog):
    """Start weights, β, seed and limits, each with what is wrong below it; changes count when they are applied.

    `rules_changed`: what was done, and the changed settings.
    """

    rules_changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Rules of the run"))
        self._document = Document()
        readers = {
            "initial": self._read_weights,
            "beta": checked_field.read_margin,
            "seed": checked_field.read_seed,
            "max_updates": checked_field.read_limit,
            "max_epochs": checked_field.read_limit,
        }
        self._fields = {name: checked_field.CheckedField(read) for name, read in readers.items()}
        self.initial, self.beta, self.seed, self.max_updates, self.max_epochs = self._fields.values()
        self._initial_caption = QLabel()
        for field in (self.max_updates, self.max_epochs):
            field.setPlaceholderText(tr("no limit"))
        self.beta.setPlaceholderText(tr("0: only mistakes"))
        self.beta.setToolTip(margin_hint())
        self.setMinimumWidth(480)
        form = QFormLayout()
        words = ("", tr("Margin β"), tr("Random seed"), tr("Stop after updates"), tr("Stop after epochs"))
        self.problems: dict[str, QLabel] = {}
        for word, (name, field) in zip(words, self._fields.items(), strict=True):
            self.problems[name] = checked_field.add_field(form, word or self._initial_caption, field)
        in_column(self, form, checked_field.dialog_buttons(self, self.apply), margins=None)

    def set_document(self, document: Document) -> None:
        """Show the settings of a document."""
        self._document = document
        settings, names = document.settings, self._names()
        shown = names if len(names) <= 4 else (names[0], "…", *names[-1 - settings.bias :])
        self._initial_caption.setText(tr("Start weights") + f" ({', '.join(shown)})")
        has_rows = model_kind(settings).has_class_rows
        has_weights = bool(names) and not (has_rows and settings.has_curved_kernel)
        self.initial.setEnabled(has_weights)
        self.initial.setPlaceholderText(tr("all 0") if has_weights else tr("this kernel starts from 0"))
        rows, of_classes = tr(ROWS), ", ".join(document.dataset.classes)
        dragged = tr("The tip of w and the boundary can be dragged on the canvas too.")
        self.initial.setToolTip(html.escape(rows.format(classes=of_classes)) if has_rows else dragged)
        values, size = settings.initial or (), max(len(names), 1)
        rows_of_weights = [values[i : i + size] for i in range(0, len(values), size)]
        self.initial.show_text(" | ".join("; ".join(map(field_text, row)) for row in rows_of_weights))
        self.beta.show_text(field_text(settings.beta) if settings.beta else "")
        self.seed.show_text(str(settings.seed))
        self.max_updates.show_text(str(settings.max_updates or ""))
        self.max_epochs.show_text(str(settings.max_epochs or ""))

    def _names(self) -> tuple[str, ...]:
        """Return the names of the start weights."""
        document = self._document
        settings, columns = document.settings, document.dataset.features
        n_weights = len(settings.weight_names(columns))
        return (*(f"w{j + 1}" for j in range(n_weights)), *(["b"] if settings.bias else []))

    def _read_weights(self, text: str) -> tuple[float, ...] | None:
        names, document = self._names(), self._document
        if model_kind(document.settings).has_class_rows:
            return checked_field.read_class_weights(text, names, document.dataset.classes)
        return checked_field.read_weights(text, names)

    def apply(self) -> None:
        """Take the fields as rules; or say below each what is wrong, and go to the first of them."""
        if not checked_field.all_right(self._fields.values()):
            return
        changes = {name: field.value() for name, field in self._fields.items()}
        settings = self._document.settings
        if any(getattr(settings, name) != value for name, value in changes.items()):
            self.rules_changed.emit(tr("rules"), changes)
