"""What the files of this repository say as syntax: parsed once for all tests that read the source."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "perceptron_gui"
PATHS = sorted(PACKAGE.rglob("*.py"))
"""The modules of the program."""


def parsed(path: Path) -> ast.Module:
    """Return what a file says."""
    return _package()[path] if path.is_relative_to(PACKAGE) else ast.parse(path.read_bytes())


@cache
def _package() -> dict[Path, ast.Module]:
    """Parse all modules of the program; half a million nodes stay, and nobody need look for garbage among them."""
    gc.disable()
    try:
        return {path: ast.parse(path.read_bytes()) for path in PATHS}
    finally:
        gc.freeze()
        gc.enable()


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a module of the program, outer ones first."""
    return tuple(ast.walk(parsed(path)))
