"""The command lines of ``python -m tests.…``: ``--help`` prints what stands at the head of the module."""

from __future__ import annotations

import argparse
import sys


def command_line() -> argparse.ArgumentParser:
    """Return the parser of the module that was started."""
    started = sys.modules["__main__"]
    assert started.__spec__ is not None
    return argparse.ArgumentParser(
        prog=f"python -m {started.__spec__.name.removesuffix('.__main__')}",
        description=started.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def numbers(**defaults: int | None) -> list[int]:
    """Read numbers, in the order of their names; one whose default is None must be given."""
    parser = command_line()
    for name, default in defaults.items():
        parser.add_argument(name, nargs=None if default is None else "?", type=int, default=default)
    return list(vars(parser.parse_args()).values())
