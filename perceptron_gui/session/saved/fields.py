"""What the owner of a value says about saving its fields; without a word a field is saved."""

from __future__ import annotations

from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import Any

Metadata = Mapping[str, Any]
NOT_SAVED: Metadata = MappingProxyType({"is_saved": False})
"""For `dataclasses.field(metadata=…)`: the field is no part of a saved session."""


def as_flags(names: Set[str]) -> Metadata:
    """Return the metadata of a set of names that is saved as one true or false for each name there is.

    A name that a file does not know stays as it is at first.

    Parameters
    ----------
    names : set of str
        All that there are.
    """
    return MappingProxyType({"flags": frozenset(names)})


def is_saved(metadata: Metadata) -> bool:
    """Whether a field is saved.

    Parameters
    ----------
    metadata : mapping
        Of the field.
    """
    return bool(metadata.get("is_saved", True))


def flags_of(metadata: Metadata) -> frozenset[str] | None:
    """Return the names of a field that is saved as flags; None for any other field.

    Parameters
    ----------
    metadata : mapping
        Of the field.
    """
    names: frozenset[str] | None = metadata.get("flags")
    return names
