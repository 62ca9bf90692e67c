"""Prove that what was built can be installed, works, and goes without a trace: ``packaging/smoke.py ARTEFACT ...``.

``--suite trixie`` takes another release of Debian than the oldest one that is supported.

Run as root, by the Python of ``.venv``: it installs into a small Debian of its own (debootstrap). Ends with a table.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import dev
from installers.product import NAME, PACKAGING, PROGRAM, WORK
from installers.shell import BuildError, run
from installers.table import table
from proofs import frozen, stick, windows
from proofs.artefacts import KINDS
from proofs.chroot import SUITE, Chroot
from proofs.linux import Proofs
from proofs.screens import PROGRAMS
from proofs.windows import WindowsProofs
from proofs.wine import Wine

DEB, STICK, WINDOWS = ".deb", ".zip", ".exe"


def prove(name: str, steps: Mapping[str, Callable[[], str]]) -> tuple[list[list[str]], bool]:
    """Go through the proofs of an artefact; return their rows, and whether all of them held.

    After a failure the rest is left out: it would fail for the same reason.

    Parameters
    ----------
    name : str
        Of the artefact.
    steps : mapping of str to callable
        What proves each claim.
    """
    rows = []
    for claim, step in steps.items():
        begin = time.monotonic()
        try:
            outcome, remark = "ok", step()
        except BuildError as error:
            outcome, remark = "FAILED", str(error)
        rows.append(
            [name, claim, outcome, f"{time.monotonic() - begin:.1f} s", remark.splitlines()[-1] if remark else ""]
        )
        print(f"{name}: {claim}: {outcome} {remark}", flush=True)
        if outcome == "FAILED":
            return rows, False
    return rows, True


def can_prove(path: Path) -> bool:
    """Whether there are proofs for a file or folder.

    Parameters
    ----------
    path : Path
    """
    return (path / PROGRAM).is_file() or path.suffix in (*KINDS, STICK, WINDOWS)


def prove_path(path: Path, suite: str) -> tuple[list[list[str]], bool]:
    """Prove an artefact by its kind.

    Parameters
    ----------
    path : Path
    suite : str
        The release of Debian to install it into.
    """
    if path.is_dir():
        return prove("frozen", frozen.steps(path))
    if path.suffix == STICK:
        return prove("stick", stick.steps(path))
    if path.suffix == WINDOWS:
        return _prove_windows(path)
    system = Chroot(WORK / "system", suite)
    checked = {"Debian's checker finds nothing (lintian)": lambda: _lintian(path)} if path.suffix == DEB else {}
    try:
        return prove(f"{path.suffix[1:]} ({suite})", {**checked, **Proofs(KINDS[path.suffix](path, system)).steps()})
    finally:
        system.remove()


def _lintian(path: Path) -> str:
    """Ask Debian's checker, and return how much of what it says the package itself gives a reason for."""
    run("lintian", "--allow-root", "--fail-on", "error,warning", path)
    overrides = (PACKAGING / "linux/lintian-overrides").read_text(encoding="utf-8").splitlines()
    return f"but for what has its reason in {sum(line.startswith(NAME) for line in overrides)} lines of overrides"


def _prove_windows(path: Path) -> tuple[list[list[str]], bool]:
    dev.need_system({}, windows.PROGRAMS)
    system = Wine()
    try:
        return prove("windows", WindowsProofs(path, system).steps())
    finally:
        system.remove()


def main(arguments: Sequence[str]) -> int:
    """Prove what is named, and print the table.

    Parameters
    ----------
    arguments : sequence of str
        Options, and paths of artefacts.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--suite", default=SUITE, help=f"the release of Debian to install into ({SUITE})")
    parser.add_argument("artefacts", nargs="+", type=Path, metavar="ARTEFACT", help="a file or folder that was built")
    options = parser.parse_args(arguments)
    paths = [path.resolve() for path in options.artefacts]
    for path in paths:
        if not can_prove(path):
            print(f"{path.name}: what ends like this cannot be tried here", file=sys.stderr)
            return 2
    dev.need_system(dev.OFFSCREEN_LIBRARIES, {**PROGRAMS, "debootstrap": "debootstrap", "lintian": "lintian"})
    rows, is_proved = [["artefact", "claim", "", "time", "remark"]], bool(paths)
    for path in paths:
        made, holds = prove_path(path, options.suite)
        rows += made
        is_proved = is_proved and holds
    print("\n" + table(rows))
    return 0 if is_proved else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (BuildError, dev.Stop) as reason:
        print(reason, file=sys.stderr)
        sys.exit(1)
