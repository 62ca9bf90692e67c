"""Long trials, once before a release: ``python -m tests.trials`` lists them, ``python -m tests.trials NAME`` plays one.

Each is played in parts that add up, as long as the program is the same: the table of docs/trials.md says after every
part how much is done, and the same command goes on from there, also after it was killed. ``--part N`` plays so much and
no more, ``--minutes M`` begins no part after that time. Ends with 1 where a part failed, whose command the table names.
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import resource
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, fields, replace
from hashlib import sha1
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/trials.md"
BEGIN, END = "<!-- the table: python -m tests.trials -->\n", "<!-- the end of the table -->\n"
HEADS = (
    "trial",
    "done",
    "of",
    "faults",
    "measured",
    "program",
    "commit",
    "date",
    "cores",
    "seconds",
    "of a core's own",
)
NONE, NO_FAULT = "", "none"


@dataclass(frozen=True)
class Trial:
    """Something that is done very often.

    Attributes
    ----------
    name : str
    unit : str
        What is counted.
    goal : int
        How many are asked for.
    part : int
        How many of them one command does, at most.
    words : callable
        What follows ``python -m``: given the first number, how many, and a folder for what is kept.
    figure : callable
        What stands in the table as measured: given what stands there, and the last line of a part.
    tried : tuple of str
        Folders and files of the program that it tries: its parts add up as long as these are the same.
    """

    name: str
    unit: str
    goal: int
    part: int
    words: Callable[[int, int, Path], Sequence[object]]
    figure: Callable[[str, str], str] = lambda before, line: NONE
    tried: tuple[str, ...] = ("perceptron_gui",)


@dataclass(frozen=True)
class Row:
    """A row of the table: what was done of a trial with a program."""

    trial: str
    done: int
    of: str
    faults: str
    measured: str
    program: str
    commit: str
    date: str
    cores: int
    seconds: int
    own: int


def worst_loss(before: str, line: str) -> str:
    """Return the most that was lost so far."""
    (lost,) = re.findall(r"([\d.]+) s at most", line)
    return f"{max([float(lost), *map(float, re.findall(r'[0-9.]+', before))])} s lost at most"


def piece_words(first: int, count: int, folder: Path) -> Sequence[object]:
    """Return the words for one more piece of so many minutes."""
    n_pieces = len([*folder.glob("*.json")])
    return "tests.endurance", folder, "--pieces", n_pieces + 1, "--hours", count / 60


def everyday_words(first: int, count: int, folder: Path) -> Sequence[object]:
    """Return the words for the next tenth of a cover; each ten of them have a seed of their own."""
    return "tests.gui.everyday", "--tenth", first % 10, first // 10


SETS = tuple(f"perceptron_gui/{name}" for name in ("engine", "frozen.py"))
READERS = (*SETS, *(f"perceptron_gui/{name}" for name in ("files", "resources", "session", "translation.py")))
TRIALS = (
    Trial(
        "files",
        "hostile files",
        10**6,
        5000,
        lambda first, count, _: ("tests.files.fuzz", count, first),
        tried=READERS,
    ),
    Trial(
        "sets",
        "sets against fractions",
        10**6,
        3000,
        lambda first, count, _: ("tests.engine.fuzz", count, 0, first),
        tried=SETS,
    ),
    Trial(
        "kills", "kills of windows", 1000, 20, lambda first, count, _: ("tests.gui.killing", count, first), worst_loss
    ),
    Trial("monkey", "acts by chance", 200_000, 2000, lambda first, count, _: ("tests.gui.monkey", count, first)),
    Trial("everyday", "tenths of a cover", 100, 1, everyday_words),
    Trial("endurance", "minutes of use", 24 * 60, 120, piece_words, lambda before, line: line.partition(": ")[2]),
)


# The table


def grouped(number: int) -> str:
    """Return a number in groups of three digits."""
    return f"{number:,}".replace(",", " ")


def rows_of(text: str) -> list[Row]:
    """Return the rows of the table in a page."""
    lines = text.partition(BEGIN)[2].partition(END)[0].splitlines()[2:]
    return [row_of(line) for line in lines]


def row_of(line: str) -> Row:
    """Return the row that a line of the page is."""
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    values = zip(fields(Row), cells, strict=True)
    return Row(*(int(cell.replace(" ", "")) if each.type == "int" else cell for each, cell in values))


def with_rows(text: str, rows: Sequence[Row]) -> str:
    """Return a page with other rows in its table."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin and end, "the page has no marks around its table"
    cells = [[grouped(cell) if isinstance(cell, int) else cell for cell in astuple(row)] for row in rows]
    lines = [HEADS, ["---"] * len(HEADS), *cells]
    return "".join([before, begin, *(f"| {' | '.join(line)} |\n" for line in lines), end, after])


def put(row: Row) -> None:
    """Put a row into the page, in the place of the one before it of the same trial and program."""
    text = PAGE.read_text(encoding="utf-8")
    rows, key = rows_of(text), (row.trial, row.program)
    if key not in [(each.trial, each.program) for each in rows]:
        rows.append(row)
    order = [trial.name for trial in TRIALS]
    rows = [row if (each.trial, each.program) == key else each for each in rows]
    new = PAGE.with_suffix(".new")
    new.write_text(with_rows(text, sorted(rows, key=lambda each: order.index(each.trial))), encoding="utf-8")
    new.replace(PAGE)


# Playing


def git(*words: str) -> str:
    """Return what git answers."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def program(tried: Sequence[str]) -> str:
    """Return what tells parts of the program in this checkout from others, whatever else was committed since."""
    if git("status", "--porcelain", "--", *tried):
        sys.exit("Commit the program first: what is tried needs a name.")
    names = [git("rev-parse", f"HEAD:{path}") for path in tried]
    return (names[0] if len(names) == 1 else sha1("".join(names).encode()).hexdigest())[:8]


def is_since(commit: str, row: Row) -> bool:
    """Whether a row was played at a commit or after it; not where it is none of this checkout's."""
    words = ["git", "merge-base", "--is-ancestor", commit, row.commit]
    return subprocess.run(words, cwd=ROOT, capture_output=True, check=False).returncode == 0


def begun(trial: Trial, name: str) -> tuple[Row, int]:
    """Return the row of a trial with a program, and the number that comes next: with no program one is tried twice."""
    rows = [row for row in rows_of(PAGE.read_text(encoding="utf-8")) if row.trial == trial.name]
    of = f"{grouped(trial.goal)} {trial.unit}"
    fresh = Row(trial.name, 0, of, NO_FAULT, NONE, name, "", "", os.cpu_count() or 1, 0, 0)
    return next((row for row in rows if row.program == name), fresh), sum(row.done for row in rows)


def play(trial: Trial, amount: int, minutes: float) -> int:
    """Play parts of a trial until so many are done; return the exit code."""
    name, end = program(trial.tried), time.monotonic() + 60 * minutes
    row, first = begun(trial, name)
    amount = min(amount, trial.goal - row.done)
    while amount > 0 and time.monotonic() < end:
        count = min(trial.part, amount)
        words = [str(word) for word in trial.words(first, count, ROOT / "build/trials" / name)]
        since, own = time.monotonic(), own_seconds()
        code, line = ask(words)
        row = replace(
            row,
            commit=git("rev-parse", "--short=8", "HEAD"),
            date=datetime.datetime.now(datetime.UTC).date().isoformat(),
            seconds=row.seconds + round(time.monotonic() - since),
            own=row.own + round(own_seconds() - own),
        )
        if code:
            fault = f"`python -m {shlex.join(words)}`".replace(str(ROOT) + os.sep, "")
            faults = [each for each in row.faults.split(", ") if each not in (NO_FAULT, fault)]
            put(replace(row, faults=", ".join([*faults, fault])))
            return 1
        row = replace(row, done=row.done + count, measured=trial.figure(row.measured, line))
        put(row)
        first, amount = first + count, amount - count
        print(f"{trial.name}: {grouped(row.done)} of {row.of}", flush=True)
    return 0


def own_seconds() -> float:
    """Return the processor time that all processes took which this one has started and which have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ask(words: Sequence[str]) -> tuple[int, str]:
    """Run a module of Python, and pass on what it says; return its exit code, and its last line."""
    command, last = [sys.executable, "-m", *words], ""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    return process.returncode, last


def main(words: Sequence[str]) -> int:
    """List the trials, or play one."""
    parser = argparse.ArgumentParser(prog="python -m tests.trials", description="long trials, once before a release")
    parser.add_argument("name", nargs="?", choices=[trial.name for trial in TRIALS], help="without one: list all")
    parser.add_argument("--part", type=int, metavar="N", help="play so much and no more")
    parser.add_argument("--minutes", type=float, default=float("inf"), metavar="M", help="begin no part after that")
    parser.add_argument("--since", metavar="COMMIT", help="list what was done at a commit and after it, together")
    given = parser.parse_args(words)
    rows = rows_of(PAGE.read_text(encoding="utf-8"))
    for trial in TRIALS:
        if given.since is not None:
            done = sum(row.done for row in rows if row.trial == trial.name and is_since(given.since, row))
            print(f"{trial.name:10}  {grouped(done):>9} {trial.unit}")
            continue
        if given.name == trial.name:
            return play(trial, given.part or trial.goal, given.minutes)
        if given.name is None:
            row, _ = begun(trial, program(trial.tried))
            print(f"python -m tests.trials {trial.name:10}  {grouped(row.done):>9} of {row.of}; faults: {row.faults}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
