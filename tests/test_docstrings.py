"""Every parameter is described: in the docstring of its function, or in that of the function which it overrides."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "perceptron_gui"
DONE = (
    "cli",
    "engine/data",
    "engine/exact",
    "engine/model",
    "engine/native",
    "engine/run",
    "engine/theory",
    "engine/training",
    "files",
    "session/actions.py",
    "session/document.py",
    "session/exercises",
    "session/explanation",
    "session/folders.py",
    "session/history.py",
    "session/run_end.py",
    "session/run_table.py",
    "session/run_table_columns.py",
    "session/wording.py",
    "gui/bars",
    "gui/commands",
    "gui/controller.py",
    "gui/dialogs",
    "gui/exercises",
    "gui/panels",
    "gui/style",
    "gui/training_client.py",
    "gui/widgets",
    "gui/window.py",
)
"""Packages and modules where every parameter is described; what is written there from now on has to be, too."""

SECTION = re.compile(r"^Parameters\n-+\n(.*?)(?=^\w[\w ]*\n-+$|\Z)", re.MULTILINE | re.DOTALL)
ENTRY = re.compile(r"^(\S.*?) : \S.*$", re.MULTILINE)
ELSEWHERE = re.compile(r"\bsee `[\w.]+`", re.IGNORECASE)


def functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """Yield the public functions of a module and the public methods of its public classes."""
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from functions(node.body)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.name.islower():
            yield node  # capitals are Qt's: paintEvent is described there


def parameters_of(function: ast.FunctionDef) -> list[str]:
    """Return the names of the parameters that a caller gives."""
    given = function.args
    every = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg]
    return [argument.arg for argument in every if argument is not None and argument.arg not in ("self", "cls")]


def is_property(function: ast.FunctionDef) -> bool:
    """Whether nobody calls it, as it reads or sets an attribute."""
    return any("property" in name or name.endswith(".setter") for name in map(ast.unparse, function.decorator_list))


def described(docstring: str) -> list[str]:
    """Return the names in the section of parameters."""
    section = SECTION.search(docstring)
    entries = ENTRY.findall(section[1]) if section else []
    return [name.lstrip("*") for entry in entries for name in entry.split(", ")]


def faults(source: str) -> list[str]:
    """Return the functions whose docstrings describe other parameters than they have."""
    wrong = []
    for function in functions(ast.parse(source).body):
        names, docstring = parameters_of(function), ast.get_docstring(function) or ""
        if is_property(function) or described(docstring) == names:
            continue
        if described(docstring) or not ELSEWHERE.search(docstring):
            wrong.append(f"{function.lineno} {function.name}({', '.join(names)})")
    return wrong


def modules(room: str) -> list[Path]:
    """Return the modules of a package, or the one module."""
    path = PACKAGE / room
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


@pytest.mark.parametrize("room", DONE)
def test_every_parameter_is_described(room: str) -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)}:{fault}" for path in modules(room) for fault in faults(path.read_text("utf-8"))
    ]
    assert not wrong, "the section Parameters does not name what these take:\n" + "\n".join(wrong)


TEMPLATE = '''
class Box:
    def put(self, name, *more):
        """Put it in.{}"""
'''


@pytest.mark.parametrize(
    ("docstring", "is_fine"),
    [
        ("", False),
        ("\n\n        Parameters\n        ----------\n        name : str\n        ", False),
        ("\n\n        Parameters\n        ----------\n        name, *more : str\n        ", True),
        ("\n\n        Parameters\n        ----------\n        name, *more, gone : str\n        ", False),
        ("\n\n        Returns\n        -------\n        name, *more : str\n        ", False),
        (" See `Bag`.", True),
    ],
    ids=["none", "one is lacking", "all", "one too many", "another section", "elsewhere"],
)
def test_a_parameter_without_description_is_found(docstring: str, is_fine: bool) -> None:
    assert (faults(TEMPLATE.format(docstring)) == []) is is_fine
