"""Use the window as on every day: ``python -m tests.gui.everyday [--all] [SEED]``.

Examples, modes, orders, kernels, features, panels, switches, tools and whatever else the registries have are drawn so
that any two values come together at least once. Of that cover a tenth is played, with ``--all`` all of it, in one
window, row by row; ``--tenth K`` is another tenth, from 0. Exceptions, warnings, complaints of Qt and faults that are
told are findings: each kind is listed once, with its row and how to play that again. ``--rows FIRST END`` plays some
rows. Qt's offscreen screen is used unless QT_QPA_PLATFORM names another.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.gui.everyday.cover import Row

SHARE = 10
"""One row of so many is played every day."""
FOUND = 1
TOLD_EVERY = 50
"""Rows."""
SCREEN = Path(__file__).parents[2] / "screen.json"


def main(words: list[str]) -> int:
    """Play rows, tell what was found, and return 0 where that is nothing."""
    parser = argparse.ArgumentParser(prog="python -m tests.gui.everyday", description="use the window as on every day")
    parser.add_argument("seed", nargs="?", type=int, default=0, metavar="SEED")
    parser.add_argument("--all", action="store_true", help="all of the cover, not a tenth")
    parser.add_argument("--tenth", type=int, default=0, metavar="K", help="which tenth, from 0")
    parser.add_argument("--rows", nargs=2, type=int, metavar=("FIRST", "END"), help="some of its rows")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no row after so many of CPU time")
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="everyday-") as folder:
        os.environ["PERCEPTRON_LAB_CONFIG"] = folder
        os.environ.setdefault("QT_QPA_PLATFORM", f"offscreen:configfile={SCREEN}")
        from tests.gui.everyday.factors import cover

        rows = cover(given.seed)
        first, end = given.rows or ((0, len(rows)) if given.all else tenth(given.tenth, len(rows)))
        return play(rows, first, min(end, len(rows)), given.seed, given.seconds)


def tenth(number: int, n_rows: int) -> tuple[int, int]:
    """Return the first row of a tenth of some rows, and the end of it. `number`: from 0."""
    return number * n_rows // SHARE, (number + 1) * n_rows // SHARE


def play(rows: list[Row], first: int, end: int, seed: int, seconds: float) -> int:
    """Play some rows in one window; return 0 where nothing was found."""
    from tests.gui.everyday.person import Person

    person, kinds, begin = Person(), dict[str, int](), time.monotonic()
    number = first
    while number < end and time.process_time() < seconds:
        for fault in person.play(rows[number], f"{seed} {number}"):
            kind = kind_of(fault)
            if kind not in kinds:
                tell(fault, rows, number, seed)
            kinds[kind] = kinds.get(kind, 0) + 1
        number += 1
        if (number - first) % TOLD_EVERY == 0:
            print(f"{number - first} of {end - first} rows: {len(kinds) or 'no'} kinds of faults", flush=True)
    person.close()
    for kind, count in kinds.items():
        print(f"{count} × {kind}")
    took = f"{time.monotonic() - begin:.0f} s, {time.process_time():.0f} s of CPU time"
    print(
        f"{number - first} of {len(rows)} rows, seed {seed}, in {took}: {len(kinds) or 'no'} kinds of faults",
        flush=True,
    )
    return FOUND if kinds else 0


def kind_of(fault: str) -> str:
    """Return the last line of a fault, which is what it is about, and where that was."""
    lines = fault.strip().splitlines()
    places = [line.strip() for line in lines if line.startswith("  File ")]
    return f"{lines[-1]} ({places[-1]})" if places else lines[-1]


def tell(fault: str, rows: list[Row], number: int, seed: int) -> None:
    """Print what was found, in which row, and how to find it again."""
    own = {name: value for name, value in rows[number].items() if value is not False}
    print(f"\nrow {number}: " + ", ".join(f"{name} {value}" for name, value in own.items()))
    print(fault.rstrip())
    print(f"Again: python -m tests.gui.everyday --rows {max(number - 1, 0)} {number + 1} {seed}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
