"""Which part of a run is animated, in which form, how fast, and in how many pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QWidget

from perceptron_gui.gui.dialogs.picture_size import PictureSize
from perceptron_gui.gui.widgets.checked_field import CheckedField
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.number_input import InputError, read_count
from perceptron_gui.gui.widgets.problem_line import add_problem_line
from perceptron_gui.session.film_choice import EVERY_TEXTS, FOLDER, FORM_TEXTS, MOST_FRAMES, MP4, RATES, FilmChoice
from perceptron_gui.session.saved.fields import LONGEST_RUN
from perceptron_gui.session.wording import counted
from perceptron_gui.translation import tr

Sized = tuple[Mapping[str, str], Mapping[str, QSize]]


class FilmDialog(QDialog):
    """Chooses an animation; what is chosen is taken with OK.

    `choice`: what is chosen at first. `chosen`: what is wanted, and its first and last place; None for the end of the
    run.
    """

    chosen = Signal(object, object, object)

    def __init__(self, choice: FilmChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export an animation"))
        self._choice, self._last, self._words = choice, LONGEST_RUN, ""
        self.sized = PictureSize(choice.what, choice.scale, self)
        self.form, self.every, self.fps = (Choice("{name}") for _ in range(3))
        self.first, self.last = CheckedField(self._read_first), CheckedField(self._read_last)
        self.most, self.told = CheckedField(_read_most), QLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.told.setObjectName("caption")
        self.every.offer({str(each): tr(text) for each, text in EVERY_TEXTS.items()}, str(choice.every))
        self.fps.offer({rate: str(rate) for rate in RATES}, choice.fps)
        self.most.show_text(str(choice.most))
        self._lay_out()
        self.form.currentIndexChanged.connect(self._show_form)
        self.sized.changed.connect(self._tell)
        self.setMinimumWidth(480)

    def _lay_out(self) -> None:
        self._form = QFormLayout(self)
        self.sized.add_to(self._form)
        rows = {
            tr("Form:"): self.form,
            tr("From visit:"): self.first,
            tr("To visit:"): self.last,
            tr("A picture for:"): self.every,
            tr("Pictures a second:"): self.fps,
            tr("Pictures at most:"): self.most,
        }
        for name, field in rows.items():
            self._form.addRow(name, field)
            if isinstance(field, CheckedField):
                add_problem_line(self._form, field)
        self._form.addRow(self.told)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.save = buttons.addButton(tr("Save…"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.save.setDefault(True)
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        self._form.addRow(buttons)

    def offer(self, sized: Sized, visits: int, is_limited: bool, has_ffmpeg: bool) -> None:
        """Show what there is to be animated.

        `sized`: what can be seen of it, and how large that is. See `PictureSize.offer`. `visits`: of the run so far.
        `is_limited`: whether what comes after them is not to be seen. `has_ffmpeg`: whether a film can be packed.
        """
        self._last = visits if is_limited else LONGEST_RUN
        forms = {form: tr(text) for form, text in FORM_TEXTS.items() if form != MP4 or has_ffmpeg}
        self.form.offer(forms, self._choice.form)
        self.sized.offer(*sized)
        self._show_form()
        self.first.show_text("0")
        self.last.show_text(str(visits) if is_limited else "")
        self.last.setPlaceholderText("" if is_limited else tr("the end of the run"))
        words = counted("The run has made {count} visit.", "The run has made {count} visits.", visits)
        if not has_ffmpeg:
            offered = tr("MP4 is offered where the program ffmpeg is installed.")
            words = f"{words} {offered}"
        self._words = words
        self._tell()
        self.sized.what.setFocus()

    def _tell(self) -> None:
        self.told.setText(f"{self.sized.words}. {self._words}")

    def _show_form(self) -> None:
        self._form.setRowVisible(self.fps, self.form.currentData() != FOLDER)

    def _read_first(self, text: str) -> int:
        return read_count(text, 0, self._last)

    def _read_last(self, text: str) -> int | None:
        if not text.strip() and self._last == LONGEST_RUN:
            return None
        return read_count(text, 0, self._last)

    def _take(self) -> None:
        """Take what is chosen; or go to the first field with something wrong."""
        fields = (self.first, self.last, self.most)
        wrong = [field for field in fields if field.check()]
        try:
            first, most = (cast("int", field.value()) for field in (self.first, self.most))
            last = cast("int | None", self.last.value())
        except InputError:
            wrong[0].setFocus()
            return
        if last is not None and first > last:
            first, last = last, first
        self._choice = FilmChoice(
            self.form.currentData(),
            self.every.currentData(),
            self.fps.currentData(),
            most,
            self.sized.what.currentData(),
            self.sized.scale.currentData(),
        )
        self.accept()
        self.chosen.emit(self._choice, first, last)


def _read_most(text: str) -> int:
    return read_count(text, 2, MOST_FRAMES)
