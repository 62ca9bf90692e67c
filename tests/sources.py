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
    """Return every node of a module of the program but contexts (load, store), outer ones first.

    `ast.walk` asks each node for its fields by name: that takes twice as long.
    """
    found: list[ast.AST] = [parsed(path)]
    for node in found:
        for value in vars(node).values():
            if isinstance(value, list):
                found += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                found.append(value)
    return tuple(found)


def bases(cls: ast.ClassDef) -> set[str]:
    """Return the names of the classes that a class is derived from."""
    return {ast.unparse(base).partition("[")[0] for base in cls.bases}


@cache
def values() -> dict[str, ast.ClassDef]:
    """Return the classes of the program derived from `Frozen`, at once or by others, whose annotations are fields."""
    classes = [cls for path in PATHS for cls in parsed(path).body if isinstance(cls, ast.ClassDef)]
    found: dict[str, ast.ClassDef] = {}
    while more := {cls.name: cls for cls in classes if bases(cls) & {"Frozen", *found} and cls.name not in found}:
        found |= more
    return found


def name_of(expression: ast.expr) -> str:
    """Return the last name of `a`, `a.b` and `a.b.c`; "" of anything else."""
    return expression.attr if isinstance(expression, ast.Attribute) else getattr(expression, "id", "")
