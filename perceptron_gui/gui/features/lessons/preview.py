"""A page of a lesson that is being made, as students see it: the window plays it, and keeps nothing of that."""

from functools import cached_property
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from perceptron_gui.files.atomic import FileStamp
from perceptron_gui.files.lessons import lesson_file, progress
from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import LateFeature
from perceptron_gui.gui.features.lessons import LessonCommands
from perceptron_gui.gui.features.lessons.playing import Playing
from perceptron_gui.session.lessons import lesson as lessons
from perceptron_gui.session.lessons import making

NO_STAMP = FileStamp(0, 0, 0, 0)


class Preview(QObject):
    """Shows drafts while it is on. `turned`: the number of a page that the window has gone to. `ended`: it is off."""

    turned, ended = Signal(int), Signal()

    def __init__(self, parent: QObject, lessons: LateFeature) -> None:
        super().__init__(parent)
        self._late_lessons, self.is_on = lessons, False
        self._shown: tuple[making.Draft, str] | None = None

    @cached_property
    def lessons(self) -> LessonCommands:
        """What plays lessons."""
        made: LessonCommands = self._late_lessons.made
        made.player.changed.connect(self._on_player_changed)
        return made

    @property
    def played(self) -> Playing | None:
        """A lesson that is played, and not tried out."""
        playing = self.lessons.player.playing
        return None if playing is None or playing.is_tried else playing

    def turn(self, is_on: bool) -> None:
        """Show drafts from the next one on, or give the window back as it is then."""
        self.is_on = False  # that a lesson ends is no news
        self.lessons.end()
        self.is_on, self._shown = is_on, None

    def show(self, draft: making.Draft, language: str, is_anew: bool = False) -> None:
        """Show a draft. `language`: in which it is written. `is_anew`: also where it is shown already."""
        if not self.is_on or not draft.number or (self._shown == (draft, language) and not is_anew):
            return
        self._shown, lesson = (draft, language), draft.lesson
        fitting = replace(lesson, pages=tuple(_playable(lesson, page) for page in lesson.pages))
        file = lesson_file.LessonFile(fitting, "", NO_STAMP)
        kept = progress.Progress(lessons.Answers("", ""), draft.number)
        self.lessons.begin_with(Playing(Path("lesson"), file, language, kept, is_tried=True))

    def _on_player_changed(self) -> None:
        """Tell where the window has gone; where it shows no page, that there is none."""
        playing, shown = self.lessons.player.playing, self._shown
        if self.is_on and playing is None:
            self.is_on = False
            self.ended.emit()
        elif self.is_on and playing is not None and shown is not None and playing.number != shown[0].number:
            self._shown = shown[0].at(playing.number), shown[1]
            self.turned.emit(playing.number)


def _playable(lesson: lessons.Lesson, page: lessons.Page) -> lessons.Page:
    """Return a page without a question that does not fit it."""
    is_fit = page.ask is None or not page.ask.problem(lesson.session_of(page))
    return page if is_fit else replace(page, ask=None)
