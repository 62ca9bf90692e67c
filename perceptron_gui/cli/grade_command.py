"""``grade``: judge the answers to a lesson anew, a row a student (L6)."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from perceptron_gui.cli.command_line import filled
from perceptron_gui.cli.command_registry import UsageError
from perceptron_gui.files import file_work, spelling
from perceptron_gui.files.atomic import write_bytes
from perceptron_gui.files.lessons.lesson_file import LessonFile, read_answers, read_lesson
from perceptron_gui.session.lessons.marking import Mark, Marking, several_of_one
from perceptron_gui.session.lessons.standing import name_key
from perceptron_gui.session.wording import counted
from perceptron_gui.translation import tr


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``grade``: a lesson, what was handed in, and an output file."""
    parser.add_argument("files", metavar="FILE", nargs="*", default=[], help=tr("the lesson, then the answers to it"))
    about_output = tr("write the marks to this file instead of printing them")
    parser.add_argument("-o", dest="output", metavar="FILE", type=filled, default=None, help=about_output)
    parser.add_argument("--json", action="store_true", default=False, help=tr("a JSON list instead of a table"))


def run(arguments: Namespace) -> str:
    """Return the marks, or what to say about the file that they went to; what could not be judged is told beside it.

    `arguments`: what `add_arguments` declares. Raises `UsageError`, `PointsFileError` when nothing can be judged.
    """
    files: Sequence[str] = arguments.files
    if len(files) < 2:
        raise UsageError(tr("grade needs a lesson and answers: perceptron-gui grade LESSON ANSWERS …."))
    lesson = read_lesson(files[0])
    marks = marks_of(lesson, files[1:])
    if not marks:
        raise UsageError(tr("None of these answers could be marked."))
    text = as_json(lesson, marks) if arguments.json else as_table(lesson, marks)
    if arguments.output is None:
        return text
    with file_work.named(arguments.output) as path:
        write_bytes(path, text.encode())
    words = tr("Marks of {students} written to {file}.")
    students = counted("{count} student", "{count} students", len(marks))
    return words.format(students=students, file=file_work.shown(arguments.output, file_work.LONGEST_PATH)) + "\n"


def marks_of(lesson: LessonFile, paths: Sequence[str]) -> list[Mark]:
    """Return the marks, by name, whatever the order of the files; what is wrong with one is told in a sentence."""
    marking, found = Marking(lesson.lesson, lesson.digest), []
    for path in sorted(paths, key=lambda path: (Path(path).name, path)):
        try:
            answers = read_answers(path)
        except file_work.PointsFileError as error:
            _tell(str(error))
            continue
        if answers.lesson != lesson.digest:
            words = tr("{file}: these are answers to another lesson, or to another version of this one.")
            _tell(words.format(file=file_work.shown(path, file_work.LONGEST_PATH)))
            continue
        found.append(marking.mark(answers))
        for problem in found[-1].problems:
            _tell(problem)
    for name in several_of_one(mark.name for mark in found):
        words = tr("There are several files from {name}: each gets its own row.")
        _tell(words.format(name=file_work.listed([name])))
    return sorted(found, key=lambda mark: (name_key(mark.name), mark.name))


def _tell(sentence: str) -> None:
    file_work.say(file_work.said(sentence), sys.stderr)


def as_table(lesson: LessonFile, marks: Sequence[Mark]) -> str:
    """Return the marks as CSV, in which no name can be run by a spreadsheet."""
    pages = lesson.lesson.asked()
    rows = [spelling.row_of_names(["name", *(f"page_{number}" for number in pages), "right", "of"])]
    for mark in marks:
        cells = [spelling.quoted(mark.name), *map(str, (*mark.right, mark.n_right, len(pages)))]
        rows.append(",".join(cells) + "\n")
    return "".join(rows)


def as_json(lesson: LessonFile, marks: Sequence[Mark]) -> str:
    """Return the marks as a list of objects."""
    pages = lesson.lesson.asked()
    found = [
        {
            "name": mark.name,
            **{f"page_{number}": right for number, right in zip(pages, mark.right, strict=True)},
            "right": mark.n_right,
            "of": len(pages),
        }
        for mark in marks
    ]
    return json.dumps(found, ensure_ascii=False) + "\n"
