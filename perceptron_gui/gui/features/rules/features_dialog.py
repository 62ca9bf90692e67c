"""Features of one's own: boxes for the usual ones, each with its picture over the plane, and a line for others."""

import numpy as np
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.features.feature_reader import in_notation
from perceptron_gui.engine.data.settings import SettingsError, with_features
from perceptron_gui.engine.exact.feature_values import feature_values, mapping_problem
from perceptron_gui.gui.feature import DocumentDialog
from perceptron_gui.gui.style.diverging import diverging_image
from perceptron_gui.gui.style.theme import LIGHT, SPACE, Theme
from perceptron_gui.gui.widgets.checked_field import CheckedField, InputError, all_right, dialog_buttons, fit_height
from perceptron_gui.gui.widgets.choice import show_checked
from perceptron_gui.gui.widgets.scroll_area import caption, in_column
from perceptron_gui.session.document import Document
from perceptron_gui.session.feature_choices import USUAL, FeatureChoices, is_possible, read_features
from perceptron_gui.translation import spelled, tr

PICTURE = 56
"""Pixels of a picture's side, at scale 1."""
SPAN = 4.0
"""The plane in a picture goes from −SPAN to SPAN both ways, where a sine goes up and down."""
COLUMNS = 4


class FeaturesDialog(DocumentDialog):
    """The list is checked while it is typed, and taken when it is applied.

    `rules_changed`: what was done, and the changed settings.
    """

    rules_changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Features of your own"))
        self._document, self._theme = Document(), LIGHT
        self.boxes = {text: self._make_box(text) for text in USUAL}
        self.typed = CheckedField(self._read)
        self.typed.setPlaceholderText(tr("x1^2 + x2^2, exp(x1)"))
        self.typed.setAccessibleName(tr("Other features"))
        self.problem, self.preview = caption(name="problem"), caption()
        self.typed.problem_changed.connect(self._show_problem)
        self._lay_out()
        self.setMinimumWidth(520)

    def _make_box(self, text: str) -> QCheckBox:
        box = QCheckBox(in_notation(text))
        box.toggled.connect(lambda _: self.typed.check())
        return box

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setSpacing(2 * SPACE)
        for i, box in enumerate(self.boxes.values()):
            grid.addWidget(box, i // COLUMNS, i % COLUMNS)
        others = tr("Others, split by commas: + − * ^, sin, cos, exp, abs, min, max, x1, x2, names of columns")
        buttons = dialog_buttons(self, self.apply)
        parts = caption(others, ""), self.typed, self.problem, self.preview, buttons
        in_column(self, grid, *parts, margins=None, spacing=SPACE)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours: those of the pictures."""
        self._theme = theme
        side = round(PICTURE * theme.scale)
        for text, box in self.boxes.items():
            box.setIcon(QIcon(QPixmap.fromImage(diverging_image(_heights(text, side), theme))))
            box.setIconSize(QSize(side, side))

    def set_document(self, document: Document) -> None:
        """Show the features of a document."""
        self._document = document
        columns = document.dataset.features
        choices = FeatureChoices.of(document.settings.features, columns)
        for text, box in self.boxes.items():
            show_checked(box, text in choices.checked)
            box.setEnabled(is_possible(text, columns))
        self.typed.show_text(choices.typed)
        self.typed.check()

    def apply(self) -> None:
        """Take the list, or go to the line that makes no sense."""
        if not all_right((self.typed,)):
            return
        features, settings = self.typed.value(), self._document.settings
        if isinstance(features, FeatureMap) and features != settings.features:
            changed = with_features(settings, features)
            changes = {"features": features, "initial": changed.initial, "kernel": changed.kernel}
            self.rules_changed.emit(tr("features"), changes)

    def _read(self, typed: str) -> FeatureMap:
        dataset = self._document.dataset
        checked = [text for text, box in self.boxes.items() if box.isChecked()]
        try:
            features = read_features(checked, typed, dataset.features)
        except SettingsError as error:
            raise InputError(str(error)) from None
        if problem := mapping_problem(dataset, features):
            raise InputError(problem)
        return features

    def _show_problem(self, problem: str) -> None:
        self.problem.setText(problem)
        self.preview.setText("" if problem else self._phi())
        fit_height(self)

    def _phi(self) -> str:
        """Return φ(x) as it would be; "" where the line makes no sense, which a hidden field no longer says."""
        try:
            names = self._read(self.typed.text()).names(self._document.dataset.features)
        except InputError:
            return ""
        return f"{spelled('φ')}(x) = ({', '.join(names)})"


def _heights(text: str, side: int) -> Floats:
    """Return a feature over the plane, shape (side, side), the lowest row first."""
    line = np.linspace(-SPAN, SPAN, side)
    places = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    values, _ = feature_values(FeatureMap.read(text).of(("x1", "x2")).programs, places)
    return values.reshape(side, side)
