"""How a class has answered: the files of a folder, judged anew, as a bar for each page."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QGridLayout, QProgressBar, QPushButton, QToolButton, QWidget

from perceptron_gui.files import file_work
from perceptron_gui.files.lessons import ANSWERS_SUFFIX, lesson_file
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.features.lessons.playing import Playing
from perceptron_gui.gui.paths import python_path
from perceptron_gui.gui.placement import resize_within_screen
from perceptron_gui.gui.style.theme import SPACE
from perceptron_gui.gui.widgets import author_text, plain_text
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.lessons.marking import Mark, Marking, several_of_one
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.session.worker.background import Work
from perceptron_gui.translation import tr

WIDTH, BAR, WORDS = 560, 160, 40
"""Pixels of the dialog and of a bar, and letters of a page's text."""
MOST_TOLD = 12
"""Sentences about files that are shown; how many more there are is said."""


class ClassMarks(Frozen):
    """What is known of the files of a folder."""

    marks: tuple[Mark, ...]
    problems: tuple[str, ...]  # a sentence for each file or answer that could not be judged


def marks_of(playing: Playing, folder: Path, work: Work[ClassMarks]) -> ClassMarks:
    """Judge all answers of a folder, by the engine alone."""
    marking = Marking(playing.file.lesson, playing.file.digest, playing.language)
    marks, problems = list[Mark](), list[str]()
    for path in sorted(folder.glob(f"*{ANSWERS_SUFFIX}")):
        work.look()
        try:
            answers = lesson_file.read_answers(path)
        except file_work.PointsFileError as error:
            problems.append(str(error))
            continue
        if answers.lesson != playing.file.digest:
            words = tr("{file}: these are answers to another lesson, or to another version of this one.")
            problems.append(words.format(file=file_work.shown(path.name, file_work.LONGEST_PATH)))
            continue
        marks.append(marking.mark(answers))
        problems += marks[-1].problems
    for name in several_of_one(mark.name for mark in marks):
        problems.append(tr("There are several files from {name}.").format(name=file_work.listed([name])))
    return ClassMarks(tuple(marks), tuple(problems))


class ClassDialog(QDialog):
    """A folder, and how many of its answers are right, page by page.

    `playing`: the lesson that they are of. `page_chosen`: the number of one of its pages.
    """

    page_chosen = Signal(int)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(tr("Answers of a class"))
        self._window = window
        self.playing: Playing | None = None
        self.choose = QPushButton(tr("Choose a folder…"))
        self.choose.clicked.connect(self._ask_folder)
        self.summary, self.problems = plain_text.caption(), plain_text.caption(name="problem")
        self.bars: list[QProgressBar] = []
        self._area = plain_text.ScrollArea()
        self._area.setWidgetResizable(True)
        column = plain_text.in_column(self, margins=None, spacing=SPACE)
        column.addWidget(self.choose, 0, Qt.AlignmentFlag.AlignLeft)
        for part in (self.summary, self._area, self.problems):
            column.addWidget(part)
        resize_within_screen(self, QSize(WIDTH, WIDTH))

    def open_for(self, playing: Playing) -> None:
        """Ask for a folder with answers to a lesson."""
        self.playing = playing
        self._window.controller.background.ask(None, self._show)  # it would be of another lesson
        self._show(ClassMarks((), ()))
        self.summary.setText(tr("Choose the folder with the files that were handed in."))
        self.show()
        self.raise_()

    def _ask_folder(self) -> None:
        folder = python_path(QFileDialog.getExistingDirectory(self, self.choose.text()))
        if folder:
            self.read(Path(folder))

    def read(self, folder: Path) -> None:
        """Judge what is in a folder, beside the window."""
        if self.playing is not None:
            self.summary.setText(tr("Reading {name} …").format(name=folder.name))
            self._window.controller.background.ask(partial(marks_of, self.playing, folder), self._show)

    def _show(self, found: ClassMarks) -> None:
        playing = self.playing
        if playing is None:
            return
        inside, self.bars = QWidget(), []
        inside.setObjectName("inner")
        grid = QGridLayout(inside)
        grid.setColumnStretch(1, 1)
        n_students = len(found.marks)
        for row, number in enumerate(playing.file.lesson.asked()):
            right = sum(mark.right[row] for mark in found.marks)
            words = tr("{count} of {all}").format(count=grouped(right), all=grouped(n_students))
            page, bar = QToolButton(), QProgressBar()
            page.setText(str(number))
            page.setAccessibleName(tr("Go to page {number}").format(number=number))
            page.clicked.connect(partial(self._choose, number))
            bar.setRange(0, max(n_students, 1))
            bar.setValue(right)
            bar.setTextVisible(False)
            bar.setFixedWidth(BAR)
            bar.setAccessibleName(tr("Page {number}: {words} right").format(number=number, words=words))
            text = plain_text.Message()
            text.say(author_text.first_words(playing.text_of(number), WORDS))
            text.setMinimumWidth(1)
            for column, part in enumerate((page, text, bar, plain_text.plain_label(words))):
                grid.addWidget(part, row, column)
            self.bars.append(bar)
        grid.setRowStretch(len(self.bars), 1)
        self._area.setWidget(inside)
        self.summary.setText(counted("{count} student", "{count} students", n_students))
        told, more = found.problems[:MOST_TOLD], len(found.problems) - MOST_TOLD
        sentences = [*told, *([counted("{count} more.", "{count} more.", more)] if more > 0 else [])]
        self.problems.setText("\n".join(sentences))
        self.problems.setVisible(bool(sentences))

    def _choose(self, number: int, *_: object) -> None:
        self.page_chosen.emit(number)
