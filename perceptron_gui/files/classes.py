"""Classes from labels: which texts are one class, and in which order the classes stand (SPEC §7)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

import numpy as np

from perceptron_gui.engine.dataset import Ints
from perceptron_gui.files.numbers import PLAIN, with_points

Key = Decimal | str


def class_key(text: str, has_decimal_commas: bool = False) -> Key:
    """Return what tells the class `text` from others: its value if it is a number, so that "1" and "1.0" are one."""
    stripped = text.strip()
    number = with_points(stripped) if has_decimal_commas else stripped
    if not PLAIN.fullmatch(number):
        return stripped
    try:
        return Decimal(number)
    except InvalidOperation:  # an exponent beyond all bounds
        return stripped


def sort_classes(labels: Sequence[str], has_decimal_commas: bool = False) -> tuple[tuple[str, ...], Ints]:
    """Return the classes in order, as first written, and the class of every label.

    Sorted as numbers if all are numbers, else as text (by code points).

    Parameters
    ----------
    labels : sequence of str, length n_samples
    has_decimal_commas : bool
        Whether 1,0 is the number 1.

    Returns
    -------
    classes : tuple of str
    codes : ndarray of int64, shape (n_samples,)
    """
    first: dict[Key, str] = {}
    keys = {text: class_key(text, has_decimal_commas) for text in dict.fromkeys(labels)}
    for text, key in keys.items():
        first.setdefault(key, text.strip())
    order = _sorted_keys(first)
    place = {key: code for code, key in enumerate(order)}
    code_of = {text: place[key] for text, key in keys.items()}
    codes = np.fromiter((code_of[text] for text in labels), dtype=np.int64, count=len(labels))
    return tuple(first[key] for key in order), codes


def _sorted_keys(first: dict[Key, str]) -> list[Key]:
    numbers = [key for key in first if isinstance(key, Decimal)]
    if len(numbers) == len(first):
        return [*sorted(numbers)]
    return sorted(first, key=lambda key: first[key])


def find_class(classes: Sequence[str], text: str) -> int | None:
    """Return the index of the class that `text` names, or None."""
    keys = [class_key(name) for name in classes]
    key = class_key(text)
    if text.strip() in classes:
        return list(classes).index(text.strip())
    return keys.index(key) if key in keys else None
