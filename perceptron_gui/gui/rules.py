"""The rules that are set once in a while: start weights, seed, limits."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from perceptron_gui.engine.settings import LARGEST_SEED, SettingsError, TrainingSettings
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.topbar import parse_number
from perceptron_gui.session.document import Document
from perceptron_gui.session.wording import field_text


class RulesDialog(QDialog):
    """Fields beside the window; a change counts when it is applied.

    Signals
    -------
    rules_changed : (str, dict)
        What was done, and the changed settings.
    """

    rules_changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Rules of the run"))
        self._document = Document()
        self.initial, self.seed = QLineEdit(), QLineEdit()
        self.max_updates, self.max_epochs = QLineEdit(), QLineEdit()
        self._initial_caption = QLabel()
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        form = QFormLayout()
        form.addRow(self._initial_caption, self.initial)
        form.addRow(tr("Seed of chance"), self.seed)
        form.addRow(tr("Stop after updates"), self.max_updates)
        form.addRow(tr("Stop after epochs"), self.max_epochs)
        for field in (self.max_updates, self.max_epochs):
            field.setPlaceholderText(tr("no limit"))
        self.initial.setToolTip(tr("At rest, the tip of w can be dragged on the canvas too."))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Apply | QDialogButtonBox.StandardButton.Close)
        apply = buttons.button(QDialogButtonBox.StandardButton.Apply)
        apply.clicked.connect(self.apply)
        # Enter in a field means what was typed there, not Close.
        apply.setDefault(True)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.problem)
        column.addWidget(buttons)
        self.setMinimumWidth(420)

    def set_document(self, document: Document) -> None:
        """Show the rules of `document`."""
        self._document = document
        settings, d = document.settings, document.dataset.n_features
        names = [f"w{j + 1}" for j in range(d)] if d <= 3 else ["w1", "…", f"w{d}"]
        self._initial_caption.setText(tr("Start weights") + f" ({', '.join(names + ['b'] * settings.bias)})")
        self.initial.setEnabled(settings.mode.is_binary)
        self.initial.setPlaceholderText(tr("all 0") if settings.mode.is_binary else tr("multiclass starts from 0"))
        self.initial.setText("; ".join(field_text(v) for v in settings.initial or ()))
        self.seed.setText(str(settings.seed))
        self.max_updates.setText(str(settings.max_updates or ""))
        self.max_epochs.setText(str(settings.max_epochs or ""))
        self.problem.clear()

    def apply(self) -> None:
        """Take the fields as rules, or say which of them cannot be."""
        try:
            changes = self._changes()
        except (SettingsError, ValueError) as error:
            self.problem.setText(str(error))
            return
        self.problem.clear()
        settings = self._document.settings
        if any(getattr(settings, name) != value for name, value in changes.items()):
            self.rules_changed.emit(tr("rules"), changes)

    def _changes(self) -> dict[str, object]:
        seed = _whole(self.seed.text() or "0", tr("The seed"), 0, LARGEST_SEED)
        updates = _limit(self.max_updates.text(), tr("The limit of updates"))
        epochs = _limit(self.max_epochs.text(), tr("The limit of epochs"))
        initial = self._initial()
        if initial is not None:
            settings = TrainingSettings(bias=self._document.settings.bias, initial=initial)
            settings.check_features(self._document.dataset.n_features)
        return {"seed": seed, "max_updates": updates, "max_epochs": epochs, "initial": initial}

    def _initial(self) -> tuple[float, ...] | None:
        """Return the start weights; numbers are parted by blanks or semicolons, so that a comma may be a point."""
        text = self.initial.text().replace(";", " ").replace(", ", " ")
        values = [parse_number(part) for part in text.split()]
        if any(value is None for value in values):
            raise ValueError(tr("The start weights must be numbers with blanks between, such as 0.5 −1 0."))
        return tuple(value for value in values if value is not None) or None


def _limit(text: str, name: str) -> int | None:
    return _whole(text, name, 1, 2**53) if text.strip() else None


def _whole(text: str, name: str, least: int, most: int) -> int:
    try:
        value = int(text.strip())
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise ValueError(tr("{name} must be a whole number of at least {least}.").format(name=name, least=least))
    return value
