"""Report how much there is to read: `python3 dev.py check --sizes` prints it, next to the goals. It fails nothing.

A code line is neither empty nor a comment nor part of a string standing alone; imports include those within functions
and for types. A docstring line belongs to a string standing alone: of a module, a class, a function or a constant.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from perceptron_gui.engine.data.kernel import FUNCTIONS
from perceptron_gui.frozen import Frozen
from tests.arguments import command_line
from tests.sources import PACKAGE, PATHS, nodes

OTHERS = {"engine/data/features/feature_map.py": "poly2 and poly3 are feature maps"}
"""Files in which the name of a kernel is that of something else."""


class Size(Frozen):
    """Lines of a module, or of many."""

    modules: int = 0
    code: int = 0
    docstrings: int = 0
    imports: int = 0

    def plus(self, other: Size) -> Size:
        """Return both together."""
        return Size(
            self.modules + other.modules,
            self.code + other.code,
            self.docstrings + other.docstrings,
            self.imports + other.imports,
        )


class Measure(Frozen):
    """A figure of today, and the one that we aim at."""

    name: str
    value: float
    goal: float


def lines_of(path: Path) -> Size:
    """Return the lines of a module by kind."""
    told: set[int] = set()
    imports: set[int] = set()
    for node in nodes(path):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            told.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imports.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = map(str.strip, path.read_text(encoding="utf-8").split("\n"))
    code = {number for number, line in enumerate(lines, 1) if line and not line.startswith("#")}
    return Size(1, len(code - told), len(told), len(imports))


@cache
def rooms() -> dict[str, Size]:
    """Return the sizes of the program's folders; modules at the top stand under "."."""
    found: dict[str, Size] = {}
    for path in PATHS:
        room = path.relative_to(PACKAGE).parent.as_posix()
        found[room] = found.get(room, Size()).plus(lines_of(path))
    return found


def whole() -> Size:
    """Return the size of the program."""
    total = Size()
    for size in rooms().values():
        total = total.plus(size)
    return total


@cache
def doors() -> dict[str, set[str]]:
    """Return the modules of each folder that modules outside of it import, by folder."""
    names = {".".join(("perceptron_gui", *p.relative_to(PACKAGE).with_suffix("").parts)): p for p in PATHS}
    found: dict[str, set[str]] = {}
    for name, path in names.items():
        for node in nodes(path):
            for alias in node.names if isinstance(node, ast.ImportFrom) else ():
                module = f"{node.module}.{alias.name}" if f"{node.module}.{alias.name}" in names else f"{node.module}"
                room = module.rpartition(".")[0]
                if module in names and not name.startswith(f"{room}."):
                    found.setdefault("/".join(room.split(".")[1:]) or ".", set()).add(module)
    return found


@cache
def told(path: Path) -> str:
    """Return names and strings of a module, line by line, without its docstrings; of another file all but comments."""
    if path.suffix != ".py":
        return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    alone = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    found = []
    for node in nodes(path):
        for field in ("attr", "id", "name"):
            found.append(getattr(node, field, None))
        if isinstance(node, ast.Constant) and id(node) not in alone:
            found.append(node.value)
    return "\n".join(each for each in found if isinstance(each, str))


@cache
def sources() -> dict[Path, str]:
    """Return the text of every module of the program, and of the compiled loop."""
    return {path: path.read_text(encoding="utf-8") for path in sorted([*PATHS, PACKAGE / "engine/native/visits.c"])}


def naming(words: str, flags: re.RegexFlag = re.NOFLAG, is_all: bool = False) -> list[str]:
    """Return the files among whose names and strings are words.

    Parameters
    ----------
    words : str
        An expression; a file is looked at closely only where its source has them.
    flags : re.RegexFlag
    is_all : bool
        Whether a name or a string must be no more than the words.
    """
    anywhere = re.compile(words, flags)
    word = re.compile(rf"^(?:{words})$", flags | re.MULTILINE) if is_all else anywhere
    found = [path for path, source in sources().items() if anywhere.search(source) and word.search(told(path))]
    return [path.relative_to(PACKAGE).as_posix() for path in found]


@cache
def kernel_files() -> dict[str, list[str]]:
    """Return the files that know each curved kernel: by the name of its class, its option, or its place in the list."""
    found = {}
    for name, function in FUNCTIONS.items():
        words = rf"{function.__name__}|\b{name.value}\b|\b{name.name}\b"
        if function.is_curved:
            found[name.value] = [path for path in naming(words, re.IGNORECASE) if path not in OTHERS]
    return found


def measures(size: Size) -> list[Measure]:
    """Return the figures that have a goal."""
    thousand = size.code / 1000
    return [
        Measure("modules", size.modules, 380),
        Measure("modules per 1000 code lines", round(size.modules / thousand, 1), 9),
        Measure("code lines", size.code, 40_000),
        Measure("imports, share of code lines", round(size.imports / size.code, 3), 0.09),
        Measure("files of a kernel, at most", max(map(len, kernel_files().values())), 5),
        Measure("doors of a folder, at most", max(map(len, doors().values())), 8),
        Measure("docstring lines, share of code lines", round(size.docstrings / size.code, 3), 0.3),
    ]


MOST_LINES, MOST_METHODS, MOST_OF_A_FUNCTION = 600, 26, 40
"""Lines of a module with its words, methods of a class, and lines of a function without its docstring."""


def lines_of_function(function: ast.FunctionDef) -> int:
    """Return the lines of a function; its docstring does not count."""
    lines, first = (function.end_lineno or function.lineno) - function.lineno + 1, function.body[0]
    is_told = ast.get_docstring(function) is not None
    return lines - ((first.end_lineno or first.lineno) - first.lineno + 1 if is_told else 0)


def large_definitions() -> list[str]:
    """Return the modules, classes and functions that are too large to take in at once."""
    large = []
    for path in PATHS:
        name = path.relative_to(PACKAGE).as_posix()
        large += [name] * (path.read_text(encoding="utf-8").count("\n") > MOST_LINES)
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef):
                large += [f"{name}: {node.name}"] * (lines_of_function(node) > MOST_OF_A_FUNCTION)
            elif isinstance(node, ast.ClassDef):
                methods = sum(isinstance(each, ast.FunctionDef) for each in node.body)
                large += [f"{name}: {node.name}"] * (methods > MOST_METHODS)
    return large


def main() -> None:
    """Print a table of the folders, then each figure with its goal."""
    found, total, entries = rooms(), whole(), doors()
    print(f"{'folder':24}{'modules':>9}{'doors':>7}{'code':>8}{'docstrings':>12}{'imports':>9}")
    for name, size in [*sorted(found.items()), ("all", total)]:
        shares = f"{size.docstrings / max(size.code, 1):12.0%}{size.imports / max(size.code, 1):9.0%}"
        print(f"{name:24}{size.modules:9}{len(entries.get(name, ())):7}{size.code:8}{shares}")
    for each in measures(total):
        print(f"{each.name}: {each.value:g} (goal {each.goal:g})")
    print("too large to take in at once:", ", ".join(large_definitions()) or "none")


if __name__ == "__main__":
    command_line().parse_args()
    main()
