"""A docstring says in a sentence or two what the signature cannot; names and types stand in the signature."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import PACKAGE, PATHS, nodes, parsed

pytestmark = pytest.mark.together

WITH_DOORS = ("engine", "files")
"""Rooms whose doors, the modules that others import, may have sections of numpydoc."""

SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.MULTILINE)
MERE_ENTRY = re.compile(r"^(\S[^\n:]* : (?!.*shape)[^\n]+)$(?!\n +\S)", re.MULTILINE)
"""An entry of a section that says nothing behind name and type."""

ARRAY = re.compile(r"\b(?:Floats|Ints|Bools|NDArray|ArrayLike|ndarray)\b")
ELSEWHERE = re.compile(r"\bsee `[\w.]+`", re.IGNORECASE)
SHAPES_LEFT_OUT = ("gui",)

Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def docstrings(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield where a docstring stands, and what it says."""
    for node in ast.walk(module):
        if isinstance(node, Documented) and (text := ast.get_docstring(node)):
            yield (f"{node.lineno} {node.name}" if not isinstance(node, ast.Module) else "1"), text


def with_sections(module: ast.Module) -> list[str]:
    """Return the docstrings that have sections."""
    return [place for place, text in docstrings(module) if SECTION.search(text)]


def mere_entries(module: ast.Module) -> list[str]:
    """Return the entries of sections that repeat name and type."""
    entries = [(place, text[head.start() :]) for place, text in docstrings(module) if (head := SECTION.search(text))]
    return [f"{place}: {entry}" for place, text in entries for entry in MERE_ENTRY.findall(text)]


def functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """Yield the public functions of a module and the public methods of its public classes."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from functions(node.body)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.name.islower():
            yield node  # capitals are Qt's: paintEvent is described there


def shapeless(module: ast.Module) -> list[str]:
    """Return the public functions that take or return arrays whose shapes their docstrings do not name."""
    wrong = []
    for function in functions(module.body):
        docstring = ast.get_docstring(function) or ""
        arguments = [node for node in ast.walk(function.args) if isinstance(node, ast.arg)]
        types = [ast.unparse(node) for node in [*(each.annotation for each in arguments), function.returns] if node]
        names_shape = "shape" in docstring.lower() or ELSEWHERE.search(docstring)
        if ARRAY.search(" ".join(types)) and not names_shape:
            wrong.append(f"{function.lineno} {function.name}")
    return wrong


def doors() -> set[Path]:
    """Return the modules of rooms with doors that another room imports."""
    found = set()
    for path in PATHS:
        room = path.relative_to(PACKAGE).parts[0]
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("perceptron_gui."):
                module = PACKAGE.joinpath(*(node.module or "").split(".")[1:]).with_suffix(".py")
                if module.relative_to(PACKAGE).parts[0] in WITH_DOORS and module.relative_to(PACKAGE).parts[0] != room:
                    found.add(module)
    return found


def found_in(paths: list[Path], search: object) -> str:
    """Return what a search finds, with the modules, a line each."""
    assert callable(search)
    return "\n".join(f"{path.relative_to(PACKAGE)}:{fault}" for path in paths for fault in search(parsed(path)))


def test_only_doors_have_sections() -> None:
    known = doors()
    assert known
    wrong = found_in([path for path in PATHS if path not in known], with_sections)
    assert not wrong, "say it in a sentence or two:\n" + wrong


def test_sections_say_more_than_name_and_type() -> None:
    wrong = found_in(list(PATHS), mere_entries)
    assert not wrong, "leave out what the signature says:\n" + wrong


def test_arrays_have_shapes() -> None:
    paths = [path for path in PATHS if path.relative_to(PACKAGE).parts[0] not in SHAPES_LEFT_OUT]
    wrong = found_in(paths, shapeless)
    assert not wrong, "name the shapes of the arrays of:\n" + wrong


def test_an_array_without_shape_is_found() -> None:
    assert shapeless(ast.parse('def f(X: Floats) -> int:\n    """Count."""')) == ["1 f"]
    assert shapeless(ast.parse('def f() -> Ints | None:\n    """Count."""')) == ["1 f"]
    fine = 'def f() -> Ints:\n    """Count, shape (n,)."""\ndef g(n: int) -> int:\n    """Count."""'
    assert shapeless(ast.parse(fine)) == []


TEMPLATE = '''
class Box:
    def put(self, name, *more):
        """Put it in.{}"""
'''
SECTION_OF_ONE = "\n\n        Parameters\n        ----------\n        name : {}\n        "


@pytest.mark.parametrize(
    ("docstring", "has_section", "says_nothing"),
    [
        ("", False, False),
        (SECTION_OF_ONE.format("str"), True, True),
        (SECTION_OF_ONE.format("str\n            In lower case."), True, False),
        (SECTION_OF_ONE.format("ndarray, shape (n,)"), True, False),
        (" Of two kinds: name : str.", False, False),
    ],
    ids=["none", "mere type", "more", "shape", "a colon"],
)
def test_a_section_is_found(docstring: str, has_section: bool, says_nothing: bool) -> None:
    module = ast.parse(TEMPLATE.format(docstring))
    assert bool(with_sections(module)) is has_section
    assert bool(mere_entries(module)) is says_nothing
