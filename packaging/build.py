"""Build what is given to people without a checkout, and say of each how large it is and how long it took.

Run by ``python3 dev.py package [TARGET ...]``, with the locked tools of requirements/package.txt and installers.txt.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import dev
from installers.product import ROOT
from installers.registry import TARGETS, chosen
from installers.shell import BuildError
from installers.table import table
from installers.target import Target, size_of

TWICE = ("deb", "run", "wheels")
"""What is built twice unless told."""
HEAD = ["target", "made", "size", "limit", "", "time"]


@dataclass(frozen=True)
class Made:
    """Something that was built.

    Attributes
    ----------
    target : Target
    path : Path
        The file or folder.
    seconds : float
        How long the target took.
    """

    target: Target
    path: Path
    seconds: float

    @property
    def is_small(self) -> bool:
        """Whether it is no larger than it may be."""
        most = self.target.most_bytes
        return most is None or size_of(self.path) <= most

    def row(self) -> list[str]:
        """Return its row of the table."""
        sizes = _sizes(self.target, size_of(self.path))
        outcome = "ok" if self.is_small else "TOO LARGE"
        return [self.target.name, str(self.path.relative_to(ROOT)), *sizes, outcome, f"{self.seconds:.0f} s"]


def build(target: Target) -> list[Made]:
    """Build a target and return what it made.

    Parameters
    ----------
    target : Target
    """
    print(f"== {target.name}: {target.summary}", flush=True)
    dev.need_system({}, target.programs)
    start = time.monotonic()
    paths = target.build()
    return [Made(target, path, time.monotonic() - start) for path in paths]


def _sizes(target: Target, size: int) -> list[str]:
    """Return a size and the largest that it may have, in the unit in which that is written."""
    if target.most_mib is not None:
        return [f"{size / 2**20:.1f} MiB", f"{target.most_mib:.0f} MiB"]
    return [f"{size / 1e6:.2f} MB", "" if target.most_mb is None else f"{target.most_mb:.0f} MB"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Build what is asked for, print the table, and prove all of it if that is asked for, too.

    Parameters
    ----------
    arguments : sequence of str or None
        None takes the process's.
    """
    options = _parser().parse_args(arguments)
    if options.twice:
        # Imported only here: it builds in copies of this checkout.
        import twice

        return twice.build_twice(options.targets or TWICE)
    targets = chosen(options.targets, with_needs=not options.only)
    made = [each for target in targets for each in build(target)]
    print("\n" + table([HEAD, *(each.row() for each in made)]), flush=True)
    code = 0 if all(each.is_small for each in made) else 1
    if options.smoke:
        # Imported only here: it is for Linux.
        import smoke

        code |= smoke.main([str(each.path) for each in made if smoke.can_prove(each.path)])
    return code


def _parser() -> argparse.ArgumentParser:
    lines = [f"  {target.name:<10} {target.summary}" for target in TARGETS.values()]
    parser = argparse.ArgumentParser(
        prog="dev.py package",
        description="\n".join(["Build what is given to people without a checkout; all of it unless told.", "", *lines]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", action="store_true", help="take what a target needs as it is built already")
    parser.add_argument("--smoke", action="store_true", help="then install, try and remove all of it (as root)")
    parser.add_argument("--twice", action="store_true", help=f"build a commit twice ({', '.join(TWICE)}), and compare")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="one of the above")
    return parser


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (BuildError, dev.Stop) as reason:
        print(reason, file=sys.stderr)
        sys.exit(1)
