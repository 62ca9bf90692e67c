"""What a picture is to show, in which form, how large, and on which paper."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.session.picture_choice import FORMS, PAGE, PAPERS, PDF, PNG, SCALES, SVG, PictureChoice
from perceptron_gui.translation import tr


class PictureDialog(QDialog):
    """Chooses, and asks for the picture as a file or on the clipboard; it stays open for the next one.

    Parameters
    ----------
    choice : PictureChoice
        What is chosen at first.
    parent : QWidget or None

    Signals
    -------
    chosen : PictureChoice
        Something else is chosen.
    saving_asked, copying_asked
        The picture is wanted.
    """

    chosen = Signal(object)
    saving_asked = Signal()
    copying_asked = Signal()

    def __init__(self, choice: PictureChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export picture"))
        self.choice = choice
        self._sizes: Mapping[str, QSize] = {}
        self.what, self.form, self.scale, self.paper = (QComboBox() for _ in range(4))
        self.on_white = QCheckBox(tr("Light on white, for paper"))
        self.told = QLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.told.setObjectName("caption")
        self._fill(choice)
        self._lay_out()
        for box in (self.what, self.form, self.scale, self.paper):
            box.currentIndexChanged.connect(self._take)
        self.on_white.toggled.connect(self._take)
        self.setMinimumWidth(480)

    def _fill(self, choice: PictureChoice) -> None:
        for form in FORMS.values():
            self.form.addItem(tr(form.text), form.name)
        for scale in SCALES:
            self.scale.addItem(f"{scale}×", scale)
        for paper in PAPERS:
            self.paper.addItem(tr(paper), paper)
        for box, value in ((self.form, choice.form), (self.scale, choice.scale), (self.paper, choice.paper)):
            box.setCurrentIndex(max(box.findData(value), 0))
        self.on_white.setChecked(choice.is_on_white)

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        rows = {tr("Picture of:"): self.what, tr("Form:"): self.form, tr("Size:"): self.scale, tr("Paper:"): self.paper}
        for name, box in rows.items():
            self._form.addRow(name, box)
        self._form.addRow(self.on_white)
        column = QVBoxLayout(self)
        column.addLayout(self._form)
        column.addWidget(self.told)
        column.addWidget(self._make_buttons())

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.save, self.copy = QPushButton(tr("Save…")), QPushButton(tr("Copy"))
        for button, asked in ((self.save, self.saving_asked), (self.copy, self.copying_asked)):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
            button.clicked.connect(asked)
        self.save.setDefault(True)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        buttons.rejected.connect(self.reject)
        return buttons

    def offer(self, names: Mapping[str, str], sizes: Mapping[str, QSize]) -> None:
        """Offer what there is to be seen now.

        Parameters
        ----------
        names : mapping of str to str
            What the list says of each, by its name.
        sizes : mapping of str to QSize
            How large each is, in pixels.
        """
        self._sizes = sizes
        self.what.blockSignals(True)
        self.what.clear()
        for name, title in names.items():
            self.what.addItem(title, name)
        self.what.setCurrentIndex(max(self.what.findData(self.choice.what), self.what.findData(PAGE)))
        self.what.blockSignals(False)
        self._take()

    def _take(self) -> None:
        """Take what is chosen, and show what goes with it."""
        self.choice = PictureChoice(
            self.what.currentData(),
            self.form.currentData(),
            self.scale.currentData(),
            self.paper.currentData(),
            self.on_white.isChecked(),
        )
        self._form.setRowVisible(self.scale, self.choice.form == PNG.name)
        self._form.setRowVisible(self.paper, self.choice.form == PDF.name)
        self.told.setText(self._told())
        self.chosen.emit(self.choice)

    def _told(self) -> str:
        size, scale = self._sizes.get(self.choice.what, QSize()), self.choice.scale
        if self.choice.form == PNG.name:
            words = tr("{width} × {height} dots")
            return words.format(width=size.width() * scale, height=size.height() * scale)
        if self.choice.form == SVG.name:
            words = tr("{width} × {height} pixels, as sharp as you like")
            return words.format(width=size.width(), height=size.height())
        return tr("In the middle of the page, as large as fits on A4 and on Letter")
