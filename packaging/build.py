"""Build what is given to people without a checkout, and say of each how large it is and how long it took.

Run by ``python3 dev.py package [TARGET ...]``, with the locked tools of requirements/package.txt and installers.txt.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

import dev
from installers.product import ROOT
from installers.registry import TARGETS, chosen
from installers.shell import BuildError
from installers.table import table
from installers.target import Target, size_of


def build(target: Target) -> tuple[list[list[str]], bool]:
    """Build a target; return a row for each thing it made, and whether all of it is small enough.

    Parameters
    ----------
    target : Target
    """
    print(f"== {target.name}: {target.summary}", flush=True)
    start = time.monotonic()
    made = target.build()
    seconds = f"{time.monotonic() - start:.0f} s"
    rows, is_small = [], True
    for path in made:
        size = size_of(path)
        fits = target.most_bytes is None or size <= target.most_bytes
        rows.append(
            [target.name, str(path.relative_to(ROOT)), *_sizes(target, size), "ok" if fits else "TOO LARGE", seconds]
        )
        is_small = is_small and fits
    return rows, is_small


def _sizes(target: Target, size: int) -> list[str]:
    """Return a size and the largest that it may have, in the unit in which that is written."""
    if target.most_mib is not None:
        return [f"{size / 2**20:.1f} MiB", f"{target.most_mib:.0f} MiB"]
    return [f"{size / 1e6:.2f} MB", "" if target.most_mb is None else f"{target.most_mb:.0f} MB"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Build what is asked for, and print the table.

    Parameters
    ----------
    arguments : sequence of str or None
        None takes the process's.
    """
    lines = [f"  {target.name:<10} {target.summary}" for target in TARGETS.values()]
    parser = argparse.ArgumentParser(
        prog="dev.py package",
        description="\n".join(["Build what is given to people without a checkout; all of it unless told.", "", *lines]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="one of the above")
    rows, is_small = [["target", "made", "size", "limit", "", "time"]], True
    for target in chosen(parser.parse_args(arguments).targets):
        dev.need_system({}, target.programs)
        made, fits = build(target)
        rows += made
        is_small = is_small and fits
    print("\n" + table(rows))
    return 0 if is_small else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (BuildError, dev.Stop) as reason:
        print(reason, file=sys.stderr)
        sys.exit(1)
