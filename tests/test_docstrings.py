"""Every parameter is described: in the docstring of its function, or in that of the function which it overrides."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import PACKAGE, parsed, values

DONE = (
    "cli",
    "engine",
    "files",
    "frozen.py",
    "gui",
    "session",
)
"""Packages and modules where every parameter is described; what is written there from now on has to be, too."""

CLASSES_NOT_DONE = ("gui/canvas",)
"""Where functions are described, but not yet what makes an object: parameters of `__init__`, fields of values."""

TYPE_ONLY = ("gui",)
"""Where numbers and texts may still go without a word on their meaning, and arrays without a shape."""

SECTION = r"^{}\n-+\n(.*?)(?=^\w[\w ]*\n-+$|\Z)"
ENTRY = re.compile(r"^(\S.*?) : \S.*$", re.MULTILINE)
MERE_TYPE = re.compile(
    r"^(\S.*? : (?:int|float|str|bool|bytes|callable|list|tuple|dict|sequence|iterable|iterator|ndarray|array)\b.*)$"
    r"(?!\n +\S)",
    re.MULTILINE,
)
ARRAY = re.compile(r"\b(?:Floats|Ints|Bools|NDArray|ArrayLike|ndarray)\b")
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


def described(docstring: str, title: str = "Parameters") -> list[str]:
    """Return the names in a section of a docstring."""
    section = re.search(SECTION.format(title), docstring, re.MULTILINE | re.DOTALL)
    entries = ENTRY.findall(section[1]) if section else []
    return [name.lstrip("*") for entry in entries for name in entry.split(", ")]


def faults(module: ast.Module) -> list[str]:
    """Return the functions whose docstrings describe other parameters than they have."""
    wrong = []
    for function in functions(module.body):
        names, docstring = parameters_of(function), ast.get_docstring(function) or ""
        if is_property(function) or described(docstring) == names:
            continue
        if described(docstring) or not ELSEWHERE.search(docstring):
            wrong.append(f"{function.lineno} {function.name}({', '.join(names)})")
    return wrong


def needed_by(cls: ast.ClassDef) -> list[str]:
    """Return what it takes to make an object: the parameters of `__init__`, or the public fields of a value."""
    made = [node for node in cls.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    if made:
        return [name for function in made for name in parameters_of(function) if not name.startswith("_")]
    kinds = {ast.unparse(kind).partition("(")[0] for kind in [*cls.decorator_list, *cls.bases]}
    if not kinds & {"dataclass", "NamedTuple", "Frozen", *values()}:
        return []
    fields = [node for node in cls.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)]
    names = [ast.unparse(node.target) for node in fields if "ClassVar" not in ast.unparse(node.annotation)]
    return [name for name in names if not name.startswith("_")]


def undescribed(module: ast.Module) -> list[str]:
    """Return the public classes whose docstrings leave out what it takes to make an object."""
    wrong = []
    for cls in module.body:
        if isinstance(cls, ast.ClassDef) and not cls.name.startswith("_"):
            made = [node for node in cls.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
            docstrings = [ast.get_docstring(node) or "" for node in (cls, *made)]
            known = {name for text in docstrings for name in described(text) + described(text, "Attributes")}
            missing = [name for name in needed_by(cls) if name not in known]
            wrong += [f"{cls.lineno} {cls.name}({', '.join(missing)})"] if missing else []
    return wrong


def mere_types(module: ast.Module) -> list[str]:
    """Return what is described by the type alone, where that can mean anything: `count : int`."""
    documented = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    entries = [(node, entry) for node in documented for entry in MERE_TYPE.findall(ast.get_docstring(node) or "")]
    return [f"{node.lineno} {node.name}: {entry}" for node, entry in entries]


def shapeless(module: ast.Module) -> list[str]:
    """Return the public functions that take or return arrays whose shapes their docstrings do not name."""
    wrong = []
    for function in functions(module.body):
        docstring = ast.get_docstring(function) or ""
        taken = [
            ast.unparse(node.annotation)
            for node in ast.walk(function.args)
            if isinstance(node, ast.arg) and node.annotation
        ]
        returned = [ast.unparse(function.returns)] if function.returns else []
        if (
            ARRAY.search(" ".join(taken + returned))
            and "shape" not in docstring.lower()
            and not ELSEWHERE.search(docstring)
        ):
            wrong.append(f"{function.lineno} {function.name}")
    return wrong


def modules(room: str) -> list[Path]:
    """Return the modules of a package, or the one module."""
    path = PACKAGE / room
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


@pytest.mark.parametrize("room", DONE)
def test_every_parameter_is_described(room: str) -> None:
    wrong = [f"{path.relative_to(PACKAGE)}:{fault}" for path in modules(room) for fault in faults(parsed(path))]
    assert not wrong, "the section Parameters does not name what these take:\n" + "\n".join(wrong)


@pytest.mark.parametrize("room", [room for room in DONE if not room.startswith(CLASSES_NOT_DONE)])
def test_what_makes_an_object_is_described(room: str) -> None:
    wrong = [f"{path.relative_to(PACKAGE)}:{fault}" for path in modules(room) for fault in undescribed(parsed(path))]
    assert not wrong, "the sections Parameters and Attributes do not name:\n" + "\n".join(wrong)


@pytest.mark.parametrize("room", [room for room in DONE if not room.startswith(TYPE_ONLY)])
def test_numbers_and_texts_say_what_they_mean(room: str) -> None:
    wrong = [f"{path.relative_to(PACKAGE)}:{fault}" for path in modules(room) for fault in mere_types(parsed(path))]
    assert not wrong, "say what these mean:\n" + "\n".join(wrong)


@pytest.mark.parametrize("room", [room for room in DONE if not room.startswith(TYPE_ONLY)])
def test_arrays_have_shapes(room: str) -> None:
    wrong = [f"{path.relative_to(PACKAGE)}:{fault}" for path in modules(room) for fault in shapeless(parsed(path))]
    assert not wrong, "name the shapes of the arrays of:\n" + "\n".join(wrong)


def test_an_array_without_shape_is_found() -> None:
    assert shapeless(ast.parse('def f(X: Floats) -> int:\n    """Count."""')) == ["1 f"]
    assert shapeless(ast.parse('def f() -> Ints | None:\n    """Count."""')) == ["1 f"]
    fine = 'def f() -> Ints:\n    """Count, shape (n,)."""\ndef g(n: int) -> int:\n    """Count."""'
    assert shapeless(ast.parse(fine)) == []


def test_a_mere_type_is_found() -> None:
    source = TEMPLATE.format("\n\n        Parameters\n        ----------\n        name : str\n{}        ")
    assert mere_types(ast.parse(source.format(""))) == ["3 put: name : str"]
    assert mere_types(ast.parse(source.format("            What it is called.\n"))) == []
    assert mere_types(ast.parse(source.format("").replace("name : str", "name : Name"))) == []


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
    assert (faults(ast.parse(TEMPLATE.format(docstring))) == []) is is_fine


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("class Box:\n def __init__(self, size): ...", "size"),
        ("@dataclass\nclass Box:\n size: int\n _lid: int", "size"),
        ("class Box(NamedTuple):\n size: int", "size"),
        ("class Box(Frozen, eq=False):\n size: int", "size"),
        ("class Box(LinearModel):\n size: int", "size"),
        ('class Box(NamedTuple):\n """.\n\n Attributes\n ----------\n size : int\n """\n size: int', ""),
        ("class Box:\n size: int = 1", ""),
    ],
    ids=["init", "dataclass", "named tuple", "value", "kind of value", "described", "no value"],
)
def test_a_class_without_description_is_found(source: str, missing: str) -> None:
    assert undescribed(ast.parse(source)) == (
        [f"{2 if source.startswith('@') else 1} Box({missing})"] if missing else []
    )
