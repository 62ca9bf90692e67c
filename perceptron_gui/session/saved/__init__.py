"""The saved session: values of several owners, the annotations of their fields, and the run's place."""

from functools import cache
from typing import Annotated, Any, get_type_hints

from perceptron_gui.frozen import Frozen, Meta

NOT_SAVED = "not saved"
"""For `Annotated[…]`: the field is no part of a saved session."""
PER_POINT = "per point"
"""For `Annotated[…]`: the list has at most an entry for each point."""
LONGEST_RUN = 2**62
"""Visits of a run, at most."""
VISIT = Meta(ge=0, le=LONGEST_RUN)
Visit = Annotated[int, VISIT]
FEW = Meta(max_length=100)
"""For `Annotated[…]`: names of what a window has, in this version or another; none has as many."""


class Flags(Frozen):
    """For `Annotated[…]`: a set of names is saved as one true or false for each name there is.

    A name that a file does not know stays as it is at first.
    """

    names: frozenset[str]  # all that there are
    said_if_on: frozenset[str] = frozenset()  # those that a file says only where they are true


class OneOf(Frozen):
    """For `Annotated[…]`: the text is one of these names."""

    names: tuple[str, ...]


@cache
def saved_fields(kind: type[Frozen]) -> dict[str, Any]:
    """Return the types of the fields that are saved, by their names. `kind`: the class of a value."""
    types = get_type_hints(kind, include_extras=True)
    return {name: types[name] for name in kind.__struct_fields__ if NOT_SAVED not in _said(types[name])}


def required_fields(kind: type[Frozen]) -> frozenset[str]:
    """Return the names of the fields without which there is no value. `kind`: the class of a value."""
    n_required = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    return frozenset(kind.__struct_fields__[:n_required])


def flags_of(annotated: Any) -> Flags | None:
    """Return the flags as which a field is saved; None for any other field. `annotated`: of the field."""
    return next((each for each in _said(annotated) if isinstance(each, Flags)), None)


def _said(annotated: Any) -> tuple[Any, ...]:
    """Return the metadata of an `Annotated` type."""
    said: tuple[Any, ...] = getattr(annotated, "__metadata__", ())
    return said
