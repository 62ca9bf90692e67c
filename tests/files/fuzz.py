"""Feeds hostile files to every reader, or to one: `python -m tests.files.fuzz N [SEED [READER]]`.

Each file must be read, or refused in one sentence, within a second and 256 MiB beyond what the program takes; points
that were read must be written and read back the same. A reader that is added gets a row in `READERS`.
"""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.run.run import Run
from perceptron_gui.files.lessons import lesson_file, progress
from perceptron_gui.files.points.points_file import PointsFileError, read_points, write_points
from perceptron_gui.files.points.points_text import points_text, read_points_text, with_points_text
from perceptron_gui.files.program import languages, policy
from perceptron_gui.files.program.preferences import Preferences, load_preferences
from perceptron_gui.files.sessions import session_file
from perceptron_gui.files.sessions.session_file import plain_of, read_session, write_session
from perceptron_gui.session.lessons.lesson import Answers, Lesson
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.standing import Unanswerable
from tests.arguments import command_line
from tests.files import hostile, hostile_tables

SECONDS = 1.0
MEMORY = 256 * 2**20
AT_ONCE = 5000
"""Files of one process."""
DESKS = (Dataset.empty(), Dataset.of([[0.0, 1.0], [2.0, 0.5]], [0, 1]), Dataset.of([[1.0]], [0]))
"""What points are pasted among."""


@dataclass(frozen=True)
class Reader:
    """What reads a kind of file.

    Attributes
    ----------
    make : callable
        Makes the bytes of a file.
    check : callable
        Reads it and tells what became of it in a word; raises where a claim does not hold.
    """

    make: hostile.Make
    check: Callable[[Path], str]


def refused(error: PointsFileError, path: Path | str) -> str:
    """Check the sentence about a file that was not read."""
    sentence = str(error)
    assert sentence.isprintable() and sentence.endswith(".") and len(sentence) < 1000, sentence
    assert sentence.startswith(str(path)), sentence
    return "refused"


def check_points(path: Path) -> str:
    """Read points, or take the sentence; what was read is written and read again."""
    try:
        read = read_points(path)
    except PointsFileError as error:
        return refused(error, path)
    again_path = path.with_suffix(".again.csv")
    try:
        write_points(again_path, read.dataset, read.label_name)
    except PointsFileError as error:
        assert "cannot be written as UTF-8" in str(error), error
        return "read"
    again = read_points(again_path)
    again_path.unlink()
    one, other = read.dataset, again.dataset
    assert np.array_equal(one.X, other.X) and one.features == other.features
    assert [one.classes[k] for k in one.labels] == [other.classes[k] for k in other.labels]
    return "read"


def check_session(path: Path) -> str:
    """Read a session, or take the sentence; what was read is written and read again, and can be trained on."""
    try:
        read = read_session(path).session
    except PointsFileError as error:
        return refused(error, path)
    again = path.with_suffix(".again.perceptron")
    write_session(again, read)
    assert plain_of(read_session(again).session) == plain_of(read)
    again.unlink()
    if read.document.dataset.n_samples:
        Run(read.document.dataset, read.document.named_settings).advance(10)
    return "read"


def check_pasted(path: Path) -> str:
    """Paste points among others, or take the sentence; what was pasted is copied and pasted again."""
    before, text = random.Random(path.name).choice(DESKS), path.read_bytes().decode("utf-8", "replace")
    try:
        after = with_points_text(before, read_points_text(text, before), 0)
    except PointsFileError as error:
        return refused(error, "Clipboard")
    rows = [*range(before.n_samples, after.n_samples)]
    try:
        again = read_points_text(points_text(after, rows), after)
    except PointsFileError:
        assert not rows
        return "read"
    assert again.X.tolist() == after.X[rows].tolist()
    return "read"


def read_lesson_of(path: Path, is_draft: bool) -> Lesson:
    """Read a lesson; it is written and read again."""
    read = lesson_file.read_lesson(path, is_draft).lesson
    again = path.with_suffix(".again.lesson")
    lesson_file.write(again, read)
    assert lesson_file.plain_of(lesson_file.read_lesson(again, is_draft).lesson) == lesson_file.plain_of(read)
    again.unlink()
    return read


def check_draft(path: Path) -> str:
    """Read a lesson that is to be made further, or take the sentence."""
    try:
        read_lesson_of(path, is_draft=True)
    except PointsFileError as error:
        return refused(error, path)
    return "read"


def check_lesson(path: Path) -> str:
    """Read a lesson, or take the sentence; what was read has questions that are asked."""
    try:
        read = read_lesson_of(path, is_draft=False)
    except PointsFileError as error:
        return refused(error, path)
    for number, page in enumerate(read.pages, 1):
        if page.ask is not None:
            with contextlib.suppress(Unanswerable):
                at = Marking(read).standing(number, "Ada")
                assert page.ask.words(at) and page.ask.solution(at)
    return "read"


def check_answers(path: Path) -> str:
    """Read answers, or take the sentence; what was read is written and read again."""
    try:
        read = lesson_file.read_answers(path)
    except PointsFileError as error:
        return refused(error, path)
    again = path.with_suffix(".again.answers")
    lesson_file.write(again, read)
    assert lesson_file.plain_of(lesson_file.read_answers(again)) == lesson_file.plain_of(read)
    again.unlink()
    return "read"


def check_progress(path: Path) -> str:
    """Look how far somebody has come: whatever the file, that is somewhere, and it is kept the same."""
    with TemporaryDirectory(dir=path.parent) as folder, patch.dict(os.environ, PERCEPTRON_LAB_CONFIG=folder):
        progress.keep(progress.Progress(Answers(hostile.DIGEST, "")))
        (place,) = Path(folder).rglob("*.json")
        place.write_bytes(path.read_bytes())
        found = progress.kept(hostile.DIGEST)
        assert isinstance(progress.last_name(), str) and progress.unfinished() is None
        progress.keep(found)
        assert plain_progress(progress.kept(hostile.DIGEST)) == plain_progress(found)
    return "read" if found.answers.answers else "from the beginning"


def plain_progress(found: progress.Progress) -> object:
    """Return what stands in the file."""
    return session_file.form_of(progress.Progress).written(found)


def check_catalogue(path: Path) -> str:
    """Speak a damaged language: what is damaged is English, and what is filled in has its place."""
    with TemporaryDirectory(dir=path.parent) as folder:
        (Path(folder) / languages.CATALOGUE).write_bytes(path.read_bytes())
        spoken = languages.read(folder)
    if spoken is None:
        return "English"
    for text in spoken.texts():
        for count in (0, 1, 2, 10**9):
            said = spoken.ngettext(text, "{count} points", count), spoken.gettext(text)
            assert all(isinstance(each, str) for each in said)
            assert said[0] == text or said[0].format(count="5") is not None
    return "read"


def check_preferences(path: Path) -> str:
    """Read preferences: whatever the file, there are some."""
    return "as ever" if load_preferences(path) == Preferences() else "read"


def check_policy(path: Path) -> str:
    """Read a policy: whatever the file, there is one, whose values can hold, or sentences."""
    place = path.with_name(policy.FILE_NAME)
    path.rename(place)
    folders, policy.machine_folders = policy.machine_folders, lambda: [place.parent]
    try:
        found = policy.read_policy()
        assert all(flaw.isprintable() and flaw.endswith(".") for flaw in found.flaws())
        assert found.locked <= {name for name in policy.SETTINGS if found.value(name)}
    finally:
        policy.machine_folders = folders
        place.rename(path)
    return "flawed" if found.flaws() else "read"


READERS = {
    "tables": Reader(hostile_tables.tables, hostile_tables.check),
    "points": Reader(hostile.points, check_points),
    "preferences": Reader(hostile.preferences, check_preferences),
    "policies": Reader(hostile.policies, check_policy),
    "sessions": Reader(hostile.sessions, check_session),
    "lessons": Reader(hostile.lessons, check_lesson),
    "answers": Reader(hostile.answers, check_answers),
    "drafts": Reader(hostile.lessons, check_draft),
    "progress": Reader(hostile.kept_progress, check_progress),
    "pasted": Reader(hostile_tables.pasted, check_pasted),
    "catalogues": Reader(hostile.catalogues, check_catalogue),
}
SHARES = {"points": 9, "tables": 9, "sessions": 9, "lessons": 6, "answers": 6, "pasted": 4, "drafts": 2, "progress": 2}
"""How many of so many files are for each reader; 1 if nothing is said."""


def fuzz(first: int, last: int, seed: int, folder: Path, only: str = "") -> Counter[str]:
    """Feed the files `first` … `last` − 1, perhaps to one reader only; the one that fails stays in `folder`."""
    counts: Counter[str] = Counter()
    names = [only] if only else list(READERS)
    shares = [SHARES.get(name, 1) for name in names]
    for number in range(first, last):
        rng = random.Random(f"{seed}/{number}")
        name = rng.choices(names, shares)[0]
        path = folder / f"{name}-{seed}-{number}"
        path.write_bytes(READERS[name].make(rng))
        size, begin = path.stat().st_size, time.process_time()
        outcome = READERS[name].check(path)
        spent = time.process_time() - begin
        # Read, written, and read again; half a million good points take longer than what is refused may take.
        assert spent < SECONDS * (3 + size / 10**6), f"{spent:.1f} s"
        path.unlink()
        counts[f"{name} {outcome}"] += 1
    return counts


def limit_memory() -> None:
    """Let this process have only so much more memory, where the system can count it."""
    if sys.platform == "linux":
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def child(first: int, last: int, seed: int, folder: Path, only: str) -> None:
    """Feed some files under the limit and print the counts."""
    limit_memory()
    for outcome, count in fuzz(first, last, seed, folder, only).items():
        print(f"{count} {outcome}")


def run(n: int, seed: int, only: str = "") -> int:
    """Feed `n` files in processes of their own; print the counts, or the file that failed."""
    counts: Counter[str] = Counter()
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    for first in range(0, n, AT_ONCE):
        arguments = [first, min(n, first + AT_ONCE), seed, folder, only]
        command = [sys.executable, "-m", "tests.files.fuzz", "child", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            kept = ", ".join(map(str, folder.iterdir()))
            print(f"{done.stderr[-3000:]}\nended with {done.returncode}; the file is {kept}")
            return 1
        for line in done.stdout.splitlines():
            count, outcome = line.split(" ", 1)
            counts[outcome] += int(count)
    folder.rmdir()
    print(f"{n} files of seed {seed}: " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return 0


def main(arguments: list[str]) -> int:
    """Do what the command line says."""
    if arguments[:1] == ["child"]:
        first, last, seed = map(int, arguments[1:4])
        child(first, last, seed, Path(arguments[4]), arguments[5])
        return 0
    parser = command_line()
    parser.add_argument("count", type=int, help="files")
    parser.add_argument("seed", nargs="?", type=int, default=0)
    parser.add_argument("reader", nargs="?", default="", help="of all unless told")
    given = parser.parse_args(arguments)
    return run(given.count, given.seed, given.reader)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
