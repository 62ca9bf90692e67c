"""Values: what is computed, shown, and handed from thread to thread; mostly their fields never change.

A frozen dataclass says the same, but compiles each of its methods when its class is made: 0.7 ms for each of 120
classes before a window is usable, a quarter of the way from its first paint. These take a thirtieth of that, and to
make a value takes an eighth.
"""

import math
from abc import ABCMeta
from typing import Any, TypeVar, dataclass_transform

from msgspec import Meta, Struct, StructMeta, field, structs
from msgspec.structs import asdict, force_setattr

__all__ = ["AbstractFrozen", "Frozen", "Meta", "Mutable", "asdict", "field", "force_setattr", "is_within", "replace"]

Kind = TypeVar("Kind", bound=Struct)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen(Struct, frozen=True):
    """The base of a value: its annotations are its fields, equal values have equal fields.

    With ``eq=False`` a value equals only itself, as one with arrays must. With ``dict=True`` it has room for what a
    `cached_property` keeps.
    """


@dataclass_transform(field_specifiers=(field,))
class Mutable(Struct):
    """The base of what is worked on: its annotations are its fields, and those may change; no key of a dict."""


class AbstractMeta(StructMeta, ABCMeta):
    """The metaclass of values of several kinds, which share some methods and must each have others."""


class AbstractFrozen(Frozen, metaclass=AbstractMeta):
    """The base of such a value: `Frozen` and `ABC`."""


def replace(value: Kind, /, **changes: Any) -> Kind:
    """Return a value with other fields, checked like a new one. `changes`: the fields by name."""
    changed = structs.replace(value, **changes)
    check = getattr(changed, "__post_init__", None)
    if check is not None:
        check()
    return changed


def is_within(value: float, limits: Meta) -> bool:
    """Whether a number is finite and within the limits that stand beside its type: the only place that says them."""
    is_above = limits.gt is None or value > limits.gt
    is_from = limits.ge is None or value >= limits.ge
    return abs(value) < math.inf and is_above and is_from and (limits.le is None or value <= limits.le)
