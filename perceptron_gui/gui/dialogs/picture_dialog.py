"""What a picture is to show, in which form, how large, and on which paper."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.gui.dialogs.picture_size import PictureSize
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.session.picture_choice import FORMS, PAPERS, PDF, PNG, SVG, PictureChoice
from perceptron_gui.translation import tr


class PictureDialog(QDialog):
    """Chooses, and asks for the picture as a file or on the clipboard; it stays open for the next one.

    `choice`: what is chosen at first. `sized`: what it is of, and how large. `form`, `paper`: its other lists.
    `chosen`: something else is chosen. `saving_asked`, `copying_asked`: the picture is wanted.
    """

    chosen = Signal(object)
    saving_asked = Signal()
    copying_asked = Signal()

    def __init__(self, choice: PictureChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export picture"))
        self.choice = choice
        self.sized = PictureSize(choice.what, choice.scale, self)
        self.form, self.paper = Choice("{name}"), Choice("{name}")
        self.form.offer({form.name: tr(form.text) for form in FORMS.values()}, choice.form)
        self.paper.offer({paper: tr(paper) for paper in PAPERS}, choice.paper)
        self.on_white = QCheckBox(tr("Light on white, for paper"))
        self.told = QLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.told.setObjectName("caption")
        self.on_white.setChecked(choice.is_on_white)
        self._lay_out()
        for changed in (self.sized.changed, self.form.currentIndexChanged, self.paper.currentIndexChanged):
            changed.connect(self._take)
        self.on_white.toggled.connect(self._take)
        self.setMinimumWidth(480)

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self.sized.add_to(self._form)
        self._form.insertRow(1, tr("Form:"), self.form)
        self._form.addRow(tr("Paper:"), self.paper)
        self._form.addRow(self.on_white)
        column = QVBoxLayout(self)
        column.addLayout(self._form)
        column.addWidget(self.told)
        column.addWidget(self._make_buttons())
        # As they stand: the form comes between the lists that are made together.
        self.setTabOrder(self.sized.what, self.form)
        self.setTabOrder(self.form, self.sized.scale)

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

        `names`: what the list says of each, by its name. `sizes`: how large each is, in pixels.
        """
        self.sized.offer(names, sizes)
        self._take()

    def _take(self) -> None:
        """Take what is chosen, and show what goes with it."""
        self.choice = PictureChoice(
            self.sized.what.currentData(),
            self.form.currentData(),
            self.sized.scale.currentData(),
            self.paper.currentData(),
            self.on_white.isChecked(),
        )
        self._form.setRowVisible(self.sized.scale, self.choice.form == PNG.name)
        self._form.setRowVisible(self.paper, self.choice.form == PDF.name)
        self.told.setText(self._told())
        self.chosen.emit(self.choice)

    def _told(self) -> str:
        if self.choice.form == PNG.name:
            return self.sized.words
        if self.choice.form == SVG.name:
            words, size = tr("{width} × {height} pixels, as sharp as you like"), self.sized.pixels
            return words.format(width=size.width(), height=size.height())
        return tr("In the middle of the page, as large as fits on A4 and on Letter")
