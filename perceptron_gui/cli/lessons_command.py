"""``lessons``: list the lessons that come with the program, or write one to a file (L1)."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from perceptron_gui.cli.command_line import filled
from perceptron_gui.cli.command_registry import UsageError
from perceptron_gui.files import file_work
from perceptron_gui.files.atomic import write_bytes
from perceptron_gui.files.lessons import is_lesson
from perceptron_gui.files.lessons.lesson_file import LessonFile, lessons_in, read_lesson
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.files.program.policy import read_policy
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import language, tr


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``lessons``: the name of a lesson, and an output file."""
    parser.add_argument("names", metavar="NAME", nargs="*", default=[], help=tr("a lesson to print"))
    about_output = tr("write it to this file, whose name ends in .lesson")
    parser.add_argument("-o", dest="output", metavar="FILE", type=filled, default=None, help=about_output)


def run(arguments: Namespace) -> str:
    """Return the list of the lessons, or one of them; with -o it goes to a file, byte for byte.

    `arguments`: what `add_arguments` declares. Raises `UsageError`, `PointsFileError` when there is no such lesson, or
    the file cannot be written.
    """
    names: Sequence[str] = arguments.names
    if len(names) > 1 or (arguments.output is not None and not names):
        raise UsageError(tr("lessons takes the name of one lesson: perceptron-gui lessons NAME -o FILE."))
    policy = read_policy()
    for flaw in policy.flaws():
        file_work.tell(flaw)
    folder = policy.value("lessons")
    if not names:
        lines = [_described(name, read_lesson(path)) for name, path in shipped().items()]
        return "".join(lines + (_of_class(folder) if folder else []))
    path = shipped().get(names[0].strip().casefold()) or _in_class(folder, names[0])
    if path is None:
        words = tr("There is no lesson {name}; perceptron-gui lessons lists them all.")
        raise UsageError(words.format(name=file_work.listed([names[0]])))
    data = path.read_bytes()
    if arguments.output is None:
        return data.decode()
    with file_work.named(arguments.output) as target:
        write_bytes(target, data)
    words = tr("Lesson written to {file}.")
    return words.format(file=file_work.shown(arguments.output, file_work.LONGEST_PATH)) + "\n"


def _in_class(folder: str, name: str) -> Path | None:
    """Return a lesson of the class by the name of its file; None where there is none. `folder`: "" for none."""
    path = Path(folder, name)
    if not folder or not is_lesson(name) or path.parent != Path(folder) or not path.exists():
        return None
    read_lesson(path)  # or it is refused, by a sentence
    return path


def _of_class(folder: str) -> list[str]:
    """Return the lines of the lessons of a class (C12)."""
    try:
        found = lessons_in(folder)
    except file_work.PointsFileError as error:
        file_work.tell(str(error))
        return []
    return [_described(file_work.shown(path.name), read) for path, read in found.items()]


def _described(name: str, file: LessonFile | str) -> str:
    """Return the line of a lesson: its name, its title and how much there is, or why it cannot be read."""
    if isinstance(file, str):
        return f"{name:<24}  {file}\n"
    lesson = file.lesson
    sizes = [
        *([tr("{count} min").format(count=grouped(lesson.minutes))] if lesson.minutes else []),
        counted("{count} page", "{count} pages", len(lesson.pages)),
        counted("{count} question", "{count} questions", len(lesson.asked())),
    ]
    title = lesson.title.in_language(language()[:2], lesson.language)
    return f"{name:<24}  {title} ({', '.join(sizes)})\n"
