"""``sheet``: the questions of a lesson as a PDF, for each name its own, and their solutions (L5)."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from perceptron_gui.cli.command_line import filled, one_of
from perceptron_gui.cli.command_registry import UsageError
from perceptron_gui.cli.interruption import HeldSignals
from perceptron_gui.files import file_work
from perceptron_gui.files.atomic import write_bytes
from perceptron_gui.files.lessons.lesson_file import read_lesson
from perceptron_gui.session.lessons.lesson import LONGEST_NAME
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.sheet import sheet_of
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import language, tr

MOST_NAMES, MOST_BYTES = 1_000, 10**6
"""Of a file of names."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``sheet``: a lesson, an output file, names, solutions."""
    parser.add_argument("files", metavar="LESSON", nargs="*", default=[], help=tr("a lesson, or a session"))
    about_output = tr("the PDF to write")
    parser.add_argument("-o", dest="output", metavar="FILE", type=filled, default=None, help=about_output)
    about_solutions = tr("also print the solutions, with reasons")
    parser.add_argument("--solutions", action="store_true", default=False, help=about_solutions)
    about_names = tr(
        "a text file with one name per line: everyone gets a sheet, with different numbers where the lesson varies them"
    )
    parser.add_argument("--names", metavar="FILE", type=filled, default=None, help=about_names)
    parser.add_argument("--paper", **one_of(("a4", "letter")), default="a4", help=tr("paper size (a4)"))


def run(arguments: Namespace) -> str:
    """Write the sheets and return what to say about them.

    `arguments`: what `add_arguments` declares. Raises `UsageError`, `PointsFileError` when the request makes no sense,
    or a file cannot be read or written.
    """
    files: Sequence[str] = arguments.files
    if len(files) != 1 or arguments.output is None:
        raise UsageError(tr("sheet needs a lesson and a file to write: perceptron-gui sheet LESSON -o OUT.pdf."))
    found = read_lesson(files[0])
    if not found.lesson.asked():
        raise UsageError(tr("This lesson has no questions, so there is nothing to print."))
    names = [""] if arguments.names is None else read_names(arguments.names)
    wanted = language()[:2]  # of the lesson's texts
    marking = Marking(found.lesson, found.digest, wanted)
    sheets = [sheet_of(marking, name, arguments.solutions, wanted) for name in names]
    try:
        # Imported only now: no other command but render needs Qt.
        from perceptron_gui.gui.pictures.paper import sheets_pdf
        from perceptron_gui.gui.pictures.still import ready_to_paint
    except ImportError as error:
        words = tr("A sheet cannot be printed because a library is missing: {reason}.")
        raise UsageError(words.format(reason=" ".join(str(error).split()))) from None
    with file_work.named(arguments.output) as path:
        with HeldSignals():
            ready_to_paint()
            painted = sheets_pdf(sheets, arguments.paper)
        write_bytes(path, painted)
    words = tr("{sheets} written to {file}.")
    count = counted("{count} sheet", "{count} sheets", len(sheets))
    return words.format(sheets=count, file=file_work.shown(arguments.output, file_work.LONGEST_PATH)) + "\n"


def read_names(path: str) -> list[str]:
    """Return the names of a text file, one a line. Raises `PointsFileError` when there is none, or it is no text."""
    with file_work.named(path) as name:
        try:
            with Path(name).open("rb") as file:
                text = file.read(MOST_BYTES + 1).decode("utf-8-sig")
        except OSError as error:
            words = tr("the file cannot be read because {reason}.")
            raise file_work.FileError(words.format(reason=file_work.reason(error))) from None
        except UnicodeDecodeError:
            raise file_work.FileError(tr("the names are not UTF-8 text.")) from None
        names = [line.strip() for line in text.splitlines() if line.strip()]
        if not 0 < len(names) <= MOST_NAMES:
            words = tr("it must have 1 to {most} names, one per line, but it has {count}.")
            raise file_work.FileError(words.format(most=grouped(MOST_NAMES), count=grouped(len(names))))
        if any(len(each) > LONGEST_NAME or not each.isprintable() for each in names):
            raise file_work.FileError(
                tr("a name can have at most {most} characters, all of them printable.").format(most=LONGEST_NAME)
            )
        return names
