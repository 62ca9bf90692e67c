"""Measures the program: ``dev.py bench [start picture drag engine history idle memory import film] [--all] …``."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Mapping, Sequence

from perceptron_gui.files.program import languages
from perceptron_gui.translation import ENGLISH
from tests.benchmarks import children
from tests.benchmarks.drag_rows import drag_table
from tests.benchmarks.engine_rows import EngineRows
from tests.benchmarks.film_rows import film_table
from tests.benchmarks.history_rows import history_table, kernel_seek_table, panel_table, seek_table
from tests.benchmarks.idle_rows import idle_table
from tests.benchmarks.import_rows import import_table
from tests.benchmarks.memory_rows import memory_table
from tests.benchmarks.peer_rows import animation_table, scikit_table, svc_table
from tests.benchmarks.picture_rows import CURVED, LINEAR, picture_table, views_table
from tests.benchmarks.start_rows import start_table
from tests.benchmarks.table import Table

SECTIONS = ("start", "picture", "drag", "engine", "history", "idle", "memory", "import", "film")
SIZES = (10**2, 10**3, 10**4, 10**5, 10**6)


def command_line() -> argparse.ArgumentParser:
    """Return the parser."""
    parser = argparse.ArgumentParser(prog="dev.py bench", description="Measure; without words, a quick set of all.")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)}")
    parser.add_argument("--all", action="store_true", help="up to 10⁶ points (else 10⁵), 10⁷ updates (else 10⁶)")
    parser.add_argument("--peers", action="store_true", help="also scikit-learn and matplotlib (dev.py setup referee)")
    parser.add_argument("--minutes", type=float, default=0.0, metavar="M", help="also memory over so many minutes")
    parser.add_argument("--only", default="", metavar="WORDS", help="rows with all these words; points as numbers")
    words = "of the picture; curved: a Gaussian dual; three: classes under a Gaussian"
    parser.add_argument("--mode", default="primal", choices=LINEAR + CURVED, help=words)
    parser.add_argument("--language", default=ENGLISH, choices=languages.known(), help="that a start speaks")
    parser.add_argument("--views", action="store_true", help="of the picture: with each view open in turn, only these")
    parser.add_argument("--seconds", type=float, default=3.0, help="to watch each window (default 3)")
    parser.add_argument(
        "--repeats", type=int, default=1, help="windows a row; engine and start repeat 3 and 5 times it"
    )
    return parser


def chosen_sizes(only: str, largest: int) -> list[int]:
    """Return the numbers of points to show, all up to `largest` unless `only` names some."""
    named = [int(word) for word in only.split() if word.isdigit()]
    return named or [n for n in SIZES if n <= largest]


def say(table: Table) -> None:
    """Print a table at once: a long run can be followed."""
    print(table.text(), flush=True)


def measure(chosen: argparse.Namespace, sections: Sequence[str], env: Mapping[str, str]) -> None:
    """Measure section by section."""
    largest = 10**6 if chosen.all else 10**5
    sizes = chosen_sizes(chosen.only, largest)
    if "start" in sections:
        say(start_table(env, 5 * chosen.repeats, chosen.language))
    if "picture" in sections:
        if chosen.views:
            say(views_table(env, chosen.mode, chosen.seconds))
            return
        say(picture_table(env, sizes, chosen.mode, chosen.seconds, chosen.repeats))
        if chosen.peers:
            say(animation_table(env, sizes))
    if "drag" in sections:
        say(drag_table(env, chosen.seconds))
    if "engine" in sections:
        say(EngineRows(chosen.only, 3 * chosen.repeats).measure(largest))
        if chosen.peers:
            say(scikit_table(chosen.only, largest, 3 * chosen.repeats))
            say(svc_table(chosen.only, 3 * chosen.repeats))
    if "history" in sections:
        longest = 10**7 if chosen.all else 10**6
        say(history_table(longest, chosen.only))
        say(kernel_seek_table(chosen.only))
        say(seek_table(env, longest))
        say(panel_table(env))
    if "idle" in sections:
        say(idle_table(env))
    if "import" in sections:
        say(import_table(env, largest, chosen.repeats))
    if "film" in sections:
        say(film_table(env))
    if "memory" in sections and chosen.minutes:
        say(memory_table(env, chosen.minutes))


def main() -> int:
    """Print what the machine is, then the tables."""
    parser = command_line()
    chosen = parser.parse_args()
    for name in chosen.sections:
        if name not in SECTIONS:
            parser.error(f"no section is called {name!r}; there are: {', '.join(SECTIONS)}")
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors{load}"
    print(f"Perceptron Lab on Python {platform.python_version()}, {system}: medians, and ratios of the same run\n")
    begin = time.perf_counter()
    with children.screen() as env:
        measure(chosen, chosen.sections or SECTIONS, env)
    print(f"measured in {time.perf_counter() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
