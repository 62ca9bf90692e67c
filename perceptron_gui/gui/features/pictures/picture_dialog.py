"""Dialogs for exporting pictures and animations: subject, format, size, part of the run."""

from collections.abc import Mapping
from functools import partial
from typing import cast

from PySide6 import QtWidgets
from PySide6.QtCore import QObject, QSize, Signal

from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.checked_field import CheckedField, read_count
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.plain_text import caption, in_column
from perceptron_gui.session.output import picture_choice
from perceptron_gui.session.saved import LONGEST_RUN
from perceptron_gui.session.wording import counted, ended, together
from perceptron_gui.translation import tr


class PictureSize(QObject):
    """Fields for what to picture and at how many pixels per screen pixel.

    `what`: what is chosen at first. `scale`: one of SCALES. `what`, `scale`: the lists. `changed`: something else is
    chosen.
    """

    changed = Signal()

    def __init__(self, what: str, scale: int, parent: QObject) -> None:
        super().__init__(parent)
        self.what, self.scale = Choice("{name}"), Choice("{name}")
        self.scale.offer({each: f"{each}×" for each in picture_choice.SCALES}, scale)
        self._wanted = what
        self._sizes: Mapping[str, QSize] = {}
        for box in (self.what, self.scale):
            box.currentIndexChanged.connect(self.changed)

    def add_to(self, form: QtWidgets.QFormLayout) -> None:
        """Put the lists into a form."""
        form.addRow(tr("Picture of:"), self.what)
        form.addRow(tr("Size:"), self.scale)

    def offer(self, names: Mapping[str, str], sizes: Mapping[str, QSize]) -> None:
        """Offer the parts of the window that are visible now.

        `names`: what the list says of each, by its name; the page is among them. `sizes`: how large each is, in pixels.
        """
        self._sizes = sizes
        wanted = self.what.currentData() or self._wanted
        self.what.offer(names, wanted if wanted in names else picture_choice.PAGE)

    @property
    def pixels(self) -> QSize:
        """How large it is on the screen."""
        return self._sizes.get(self.what.currentData(), QSize())

    @property
    def words(self) -> str:
        """How many dots it has."""
        dots = self.pixels * self.scale.currentData()
        return tr("{width} × {height} pixels").format(width=dots.width(), height=dots.height())


class PictureDialog(QtWidgets.QDialog):
    """Options of a picture, and buttons to save or copy it; stays open for the next one.

    `choice`: what is chosen at first. `sized`: what it is of, and how large. `form`, `paper`: its other lists.
    `chosen`: something else is chosen. `saving_asked`, `copying_asked`: the picture is wanted.
    """

    chosen = Signal(object)
    saving_asked = Signal()
    copying_asked = Signal()

    def __init__(self, choice: picture_choice.PictureChoice, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export picture"))
        self.choice = choice
        self.sized = PictureSize(choice.what, choice.scale, self)
        self.form, self.paper = Choice("{name}"), Choice("{name}")
        self.form.offer({form.name: tr(form.text) for form in picture_choice.FORMS.values()}, choice.form)
        self.paper.offer({paper: tr(paper) for paper in picture_choice.PAPERS}, choice.paper)
        self.on_white, self.told = QtWidgets.QCheckBox(tr("White background, for paper")), caption()
        self.on_white.setChecked(choice.is_on_white)
        self._lay_out()
        for changed in (self.sized.changed, self.form.currentIndexChanged, self.paper.currentIndexChanged):
            changed.connect(self._take)
        self.on_white.toggled.connect(self._take)
        self.setMinimumWidth(480)

    def _lay_out(self) -> None:
        self._form = QtWidgets.QFormLayout()
        self.sized.add_to(self._form)
        # L10n: of the file: PNG, SVG, PDF
        self._form.insertRow(1, tr("Format:"), self.form)
        self._form.addRow(tr("Paper:"), self.paper)
        self._form.addRow(self.on_white)
        in_column(self, self._form, self.told, self._make_buttons(), margins=None)
        # As they stand: the form comes between the lists that are made together.
        self.setTabOrder(self.sized.what, self.form)
        self.setTabOrder(self.form, self.sized.scale)

    def _make_buttons(self) -> QtWidgets.QDialogButtonBox:
        buttons = checked_field.dialog_buttons(self, standard=checked_field.Buttons.Close)
        self.save, self.copy = QtWidgets.QPushButton(tr("Save…")), QtWidgets.QPushButton(tr("Copy"))
        for button, asked in ((self.save, self.saving_asked), (self.copy, self.copying_asked)):
            buttons.addButton(button, QtWidgets.QDialogButtonBox.ButtonRole.ActionRole)
            button.clicked.connect(asked)
        self.save.setDefault(True)
        return buttons

    def offer(self, names: Mapping[str, str], sizes: Mapping[str, QSize]) -> None:
        """Offer the parts of the window that are visible now.

        `names`: what the list says of each, by its name. `sizes`: how large each is, in pixels.
        """
        self.sized.offer(names, sizes)
        self._take()

    def _take(self) -> None:
        """Read the fields, and update what depends on them."""
        self.choice = picture_choice.PictureChoice(
            self.sized.what.currentData(),
            self.form.currentData(),
            self.sized.scale.currentData(),
            self.paper.currentData(),
            self.on_white.isChecked(),
        )
        self._form.setRowVisible(self.sized.scale, self.choice.form == picture_choice.PNG.name)
        self._form.setRowVisible(self.paper, self.choice.form == picture_choice.PDF.name)
        self.told.setText(self._told())
        self.chosen.emit(self.choice)

    def _told(self) -> str:
        if self.choice.form == picture_choice.PNG.name:
            return self.sized.words
        if self.choice.form == picture_choice.SVG.name:
            words, size = tr("{width} × {height} pixels, sharp at any size"), self.sized.pixels
            return words.format(width=size.width(), height=size.height())
        return tr("Centred on the page, as large as fits on both A4 and Letter")


Sized = tuple[Mapping[str, str], Mapping[str, QSize]]


class FilmDialog(QtWidgets.QDialog):
    """Options of an animation; OK accepts them.

    `choice`: what is chosen at first. `chosen`: what is wanted, and its first and last place; None for the end of the
    run.
    """

    chosen = Signal(object, object, object)

    def __init__(self, choice: picture_choice.FilmChoice, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export an animation"))
        self._choice, self._last, self._words = choice, LONGEST_RUN, ""
        self.sized = PictureSize(choice.what, choice.scale, self)
        self.form, self.every, self.fps = (Choice("{name}") for _ in range(3))
        self.first, self.last = CheckedField(self._read_first), CheckedField(self._read_last)
        self.most, self.told = CheckedField(partial(read_count, least=2, most=picture_choice.MOST_FRAMES)), caption()
        self.every.offer({str(each): tr(text) for each, text in picture_choice.EVERY_TEXTS.items()}, str(choice.every))
        self.fps.offer({rate: str(rate) for rate in picture_choice.RATES}, choice.fps)
        self.most.show_text(str(choice.most))
        self._lay_out()
        self.form.currentIndexChanged.connect(self._show_form)
        self.sized.changed.connect(self._tell)
        self.setMinimumWidth(480)

    def _lay_out(self) -> None:
        self._form = QtWidgets.QFormLayout(self)
        self.sized.add_to(self._form)
        rows = {
            tr("Format:"): self.form,
            tr("From visit:"): self.first,
            tr("To visit:"): self.last,
            tr("One frame for:"): self.every,
            tr("Frames per second:"): self.fps,
            tr("Maximum frames:"): self.most,
        }
        for name, field in rows.items():
            if isinstance(field, CheckedField):
                checked_field.add_field(self._form, name, field)
            else:
                self._form.addRow(name, field)
        self._form.addRow(self.told)
        buttons = checked_field.dialog_buttons(self, self._take, checked_field.Buttons.Cancel)
        self.save = checked_field.add_button(buttons, tr("Save…"), QtWidgets.QDialogButtonBox.ButtonRole.AcceptRole)
        self.save.setDefault(True)
        self._form.addRow(buttons)

    def offer(self, sized: Sized, visits: int, is_limited: bool, has_ffmpeg: bool) -> None:
        """Offer the parts of the window and of the run that can be animated.

        `sized`: what can be seen of it, and how large that is. See `PictureSize.offer`. `visits`: of the run so far.
        `is_limited`: whether what comes after them is not to be seen. `has_ffmpeg`: whether a film can be packed.
        """
        self._last = visits if is_limited else LONGEST_RUN
        forms = {form: tr(text) for form, text in picture_choice.FORM_TEXTS.items()}
        if not has_ffmpeg:
            del forms[picture_choice.MP4]
        self.form.offer(forms, self._choice.form)
        self.sized.offer(*sized)
        self._show_form()
        self.first.show_text("0")
        self.last.show_text(str(visits) if is_limited else "")
        self.last.setPlaceholderText("" if is_limited else tr("the end of the run"))
        self._words = counted("The run has made {count} visit.", "The run has made {count} visits.", visits)
        if not has_ffmpeg:
            self._words = together(self._words, tr("To save MP4, install the program ffmpeg."))
        self._tell()
        self.sized.what.setFocus()

    def _tell(self) -> None:
        self.told.setText(together(ended(self.sized.words), self._words))

    def _show_form(self) -> None:
        self._form.setRowVisible(self.fps, self.form.currentData() != picture_choice.FOLDER)

    def _read_first(self, text: str) -> int:
        return read_count(text, 0, self._last)

    def _read_last(self, text: str) -> int | None:
        if not text.strip() and self._last == LONGEST_RUN:
            return None
        return read_count(text, 0, self._last)

    def _take(self) -> None:
        """Accept the fields, or go to the first invalid one."""
        if not checked_field.all_right((self.first, self.last, self.most)):
            return
        first, most = (cast("int", field.value()) for field in (self.first, self.most))
        last = cast("int | None", self.last.value())
        if last is not None and first > last:
            first, last = last, first
        self._choice = picture_choice.FilmChoice(
            self.form.currentData(),
            self.every.currentData(),
            self.fps.currentData(),
            most,
            self.sized.what.currentData(),
            self.sized.scale.currentData(),
        )
        self.accept()
        self.chosen.emit(self._choice, first, last)
