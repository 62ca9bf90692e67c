"""The limits that stand beside the type of a field are those by which a value of its class is refused."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from perceptron_gui.engine.data.kernel import Kernel
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.frozen import Meta, is_within
from perceptron_gui.session.document import Place

MORE = ("arrivals",)
"""Fields of which more is asked than a range: there are other tests of them."""


def limits_in(hint: Any, is_many: bool = False) -> Iterator[tuple[type, Meta, bool]]:
    """Yield the limits of numbers in a type, with the type of the number, and whether it stands in a list."""
    for each in getattr(hint, "__metadata__", ()):
        if isinstance(each, Meta) and (each.ge, each.gt, each.le) != (None, None, None):
            yield hint.__origin__, each, is_many
    for inner in get_args(hint):
        yield from limits_in(inner, is_many or get_origin(hint) is tuple)


LIMITS = [
    (owner, name, *found)
    for owner in (TrainingSettings, Kernel, Place)
    for name, hint in get_type_hints(owner, include_extras=True).items()
    for found in limits_in(hint)
    if name not in MORE
]


def around(kind: type, limits: Meta) -> Iterator[float]:
    """Yield the ends of a range, and what is just past them."""
    for end in (limits.ge, limits.gt, limits.le):
        if end is not None and kind is int:
            yield from (int(end) - 1, int(end), int(end) + 1)
        elif end is not None:
            yield from (math.nextafter(end, -math.inf), float(end), math.nextafter(end, math.inf))
    yield from (0, -1, 10**400) if kind is int else (0.0, math.nan, math.inf, -math.inf)


@pytest.mark.parametrize(("owner", "name", "kind", "limits", "is_many"), LIMITS, ids=[each[1] for each in LIMITS])
def test_a_number_is_refused_by_its_class_exactly_where_the_limits_beside_its_type_say_so(
    owner: Any, name: str, kind: type, limits: Meta, is_many: bool
) -> None:
    for value in around(kind, limits):
        given = (value,) if is_many else value
        if is_within(value, limits):
            assert getattr(owner(**{name: given}), name) == given
        else:
            with pytest.raises(ValueError, match=r"\.$"):
                owner(**{name: given})


def test_all_numbers_of_the_rules_have_limits() -> None:
    names = {name for owner, name, *_ in LIMITS if owner is TrainingSettings}
    assert names == {"eta", "initial", "positive", "max_epochs", "max_updates", "seed", "beta"}
