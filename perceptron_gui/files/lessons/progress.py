"""How far somebody has come in a lesson, kept on disk after every answer (L6)."""

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.lessons import FOLDER
from perceptron_gui.files.lessons.lesson_file import LessonFile, read_lesson
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.files.program import kept_state
from perceptron_gui.files.sessions import json_forms, session_file
from perceptron_gui.frozen import Frozen, Meta
from perceptron_gui.session.lessons.lesson import COUNT, MOST_PAGES, Answer, Answers

FORM = "perceptron-progress"


class Progress(Frozen):
    """A lesson as somebody has left it."""

    answers: Answers  # with the digest of the lesson; the name is empty until it is typed
    page: Annotated[int, COUNT] = 1  # the number of the page that was shown last
    # numbers of the pages where it was said what is right: no other answer is taken there
    told: Annotated[tuple[Annotated[int, COUNT], ...], Meta(max_length=MOST_PAGES)] = ()
    left: Annotated[tuple[Answer, ...], Meta(max_length=MOST_PAGES)] = ()  # what stood on pages where something is made
    path: str = ""  # of the lesson's file, when it was opened last


def kept(digest: str) -> Progress:
    """Return how far somebody has come in a lesson; the beginning where that is not known. `digest`: of its file."""
    of_lesson = (found for found in _read(_name(digest)) if found.answers.lesson == digest)
    return next(of_lesson, Progress(Answers(digest, "")))


def last_name() -> str:
    """Return the name under which somebody has worked last, in any lesson; "" where there was none."""
    return next((found.answers.name for found in _latest() if found.answers.name), "")


def unfinished() -> tuple[Progress, Path, LessonFile] | None:
    """Return the lesson that was left in the middle last, with its file; None where there is none, or it has gone."""
    for found in _latest():
        file = lesson_of(found) if found.page > 1 or found.answers.answers else None
        if file is not None and found.page < len(file[1].lesson.pages):
            return found, *file
    return None


def lesson_of(progress: Progress) -> tuple[Path, LessonFile] | None:
    """Return the file of a lesson that somebody has worked on, or that comes with the program; None if it has gone."""
    for path in [Path(progress.path)] * bool(progress.path) + [*shipped().values()]:
        with suppress(OSError, ValueError):  # of a name that this locale does not have, or no such lesson
            if sha256(path.read_bytes()).hexdigest() == progress.answers.lesson:
                return path, read_lesson(path)
    return None


MOST_READ = 20
"""Files of progress that are looked into, the newest first."""


def _latest() -> Iterator[Progress]:
    return _read("*.json")


def _read(pattern: str) -> Iterator[Progress]:
    """Yield what is kept in files with such names, the newest first; what cannot be read is left out."""
    for path in _files(pattern)[:MOST_READ]:
        with suppress(PointsFileError):
            yield session_file.read_json(path, _progress_from)[0]


def _files(pattern: str) -> list[Path]:
    """Return the files with such names, the newest first."""
    found: list[tuple[int, Path]] = []
    for folder in kept_state.folders_of_copies():
        with suppress(OSError):
            found += [(path.stat().st_mtime_ns, path) for path in (folder / FOLDER).glob(pattern)]
    return [path for _, path in sorted(found, reverse=True)]


def keep(progress: Progress) -> kept_state.Trouble | None:
    """Keep how far somebody has come; return what is wrong where the state folder does not take it."""
    name = _name(progress.answers.lesson)
    parts: Any = session_file.form_of(Progress).written(progress)
    plain = {"format": FORM, "version": session_file.VERSION, **parts}

    def write(folder: Path) -> None:
        (folder / FOLDER).mkdir(parents=True, exist_ok=True, mode=0o700)
        session_file.write_json(folder / FOLDER / name, lambda: plain)

    trouble = kept_state.write_kept(write)
    if trouble is None:
        for folder in kept_state.folders_of_copies()[1:]:
            with suppress(OSError):
                (folder / FOLDER / name).unlink(missing_ok=True)
    kept_state.tidy(FOLDER)
    return trouble


def _name(digest: str) -> str:
    return f"{digest[:32]}.json"


def _progress_from(plain: json_forms.Plain) -> Progress:
    parts = session_file.without_head(plain, FORM, "")
    found: Progress = session_file.read_value(Progress, parts, json_forms.Spot())
    return found
