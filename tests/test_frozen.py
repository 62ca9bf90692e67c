"""Values: what `perceptron_gui.frozen` promises, and what no type checker sees in the classes derived from it."""

from __future__ import annotations

import ast
import pickle
from abc import abstractmethod
from copy import deepcopy
from functools import cached_property

import pytest

from perceptron_gui.frozen import AbstractFrozen, Frozen, asdict, field, replace
from tests.sources import PATHS, bases, name_of, nodes, values

pytestmark = pytest.mark.together


class Even(Frozen, dict=True):
    number: int
    names: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError(f"{self.number} is odd")

    @cached_property
    def half(self) -> int:
        return self.number // 2


class Same(Frozen, eq=False):
    number: int


class Shape(AbstractFrozen):
    size: int

    @abstractmethod
    def area(self) -> int: ...


class Square(Shape):
    def area(self) -> int:
        return self.size**2


def test_a_value_does_not_change_and_equals_those_with_equal_fields() -> None:
    two = Even(2)
    with pytest.raises(AttributeError):
        two.number = 4  # type: ignore[misc]
    assert (two == Even(2), two == Even(4), Same(2) == Same(2)) == (True, False, False)
    assert hash(Square(3)) == hash(Square(3))
    assert pickle.loads(pickle.dumps(two)) == deepcopy(two) == two
    assert asdict(two) == {"number": 2, "names": []}
    assert Even(2).names is not two.names


def test_a_changed_value_is_checked_like_a_new_one_and_keeps_nothing_that_was_worked_out() -> None:
    two = Even(2)
    assert two.half == 1
    assert replace(two, number=6).half == 3
    with pytest.raises(ValueError, match="odd"):
        replace(two, number=3)
    with pytest.raises(TypeError):
        replace(two, numbr=4)


def test_a_kind_of_value_that_lacks_a_method_is_not_made() -> None:
    with pytest.raises(TypeError, match="area"):
        Shape(2)  # type: ignore[abstract]
    assert Square(2).area() == 4


def line_of(name: str) -> list[ast.ClassDef]:
    """Return a value and what it is derived from."""
    cls = values().get(name)
    return [] if cls is None else [cls, *(each for base in bases(cls) for each in line_of(base))]


def fields_of(name: str) -> set[str]:
    """Return the names of the fields of a value."""
    said = [each for cls in line_of(name) for each in cls.body if isinstance(each, ast.AnnAssign)]
    return {ast.unparse(each.target) for each in said if "ClassVar" not in ast.unparse(each.annotation)}


def test_values_that_keep_what_they_work_out_have_room_for_it() -> None:
    keeping = [
        name
        for name, cls in values().items()
        if any("cached_property" in map(ast.unparse, getattr(each, "decorator_list", ())) for each in cls.body)
    ]
    assert len(keeping) > 10
    roomy = [name for name in keeping if any(word.arg == "dict" for cls in line_of(name) for word in cls.keywords)]
    assert roomy == keeping


def test_no_default_is_read_from_the_class_of_a_value_which_has_none() -> None:
    fields = {name: fields_of(name) for name in values()}
    assert len(fields) > 200
    read = [node for path in PATHS for node in nodes(path) if isinstance(node, ast.Attribute)]
    named = [(name_of(node.value), node.attr) for node in read]
    assert not [(name, field) for name, field in named if field in fields.get(name, ())]
