"""Start weights as they are typed: a list of numbers, in multiclass one for each class."""

from __future__ import annotations

from perceptron_gui.gui.widgets.number_input import InputError, plain_number, typed_number
from perceptron_gui.translation import tr

BRACKETS = (("(", ")"), ("[", "]"))
"""What may stand around a list of numbers, as where it is copied."""


def read_weights(text: str, names: tuple[str, ...]) -> tuple[float, ...] | None:
    """Return start weights; None (all zeros) for an empty field.

    Between numbers stand blanks, semicolons or commas, around all of them perhaps brackets. A comma that no blank
    follows is a decimal one, as in "1,5 2,5 −1"; where nothing but commas separates and that makes as many numbers as
    are wanted, it is none, as in "1,1,−1". The count decides: no text has it in both readings (G12).

    `text`: one number for each of `names`, or nothing. `names`: names of the weights, in their order. Raises
    `InputError` when one is no number, or there are too many or too few.
    """
    parts = _listed(text, len(names))
    values = tuple(plain_number(part, tr("numbers such as 0.5 −1 0 or (0.5, −1, 0)")) for part in parts)
    if values and len(values) != len(names):
        expected, found = len(names), len(values)
        listed = ", ".join(names if expected <= 4 else (*names[:2], "…", names[-1]))
        raise InputError(
            tr("Type {expected} numbers ({names}), not {found}.").format(expected=expected, names=listed, found=found)
        )
    return values or None


def _listed(text: str, count: int) -> list[str]:
    """Return the numbers of a list, `count` of which are wanted, as they are typed. See `read_weights`."""
    plain = text.strip()
    for opening, closing in BRACKETS:
        if plain.startswith(opening) and plain.endswith(closing):
            plain = plain[1:-1]
    parts = plain.replace(";", " ").replace(", ", " ").split()
    by_commas = [part.strip() for part in plain.split(",")]
    is_one_word = len(parts) == 1 and typed_number(parts[0]) is None
    has_only_commas = ";" not in plain and not any(len(part.split()) > 1 for part in by_commas)
    return by_commas if has_only_commas and (is_one_word or len(by_commas) == count) else parts


def read_class_weights(text: str, names: tuple[str, ...], classes: tuple[str, ...]) -> tuple[float, ...] | None:
    """Return the start weights of classes, row after row; None (all zeros) for an empty field.

    Rows are separated by |; an empty one is of zeros, and the last ones may be left out.

    `names`: names of the weights of a row, in their order. `classes`: names of the classes, in their order. Raises
    `InputError` when a row is not as in `read_weights`, or there are more rows than classes.
    """
    rows = text.split("|") if text.strip() else []
    if len(rows) > len(classes):
        words = tr("Type a row for each class with | between, at most {most}, not {found}.")
        raise InputError(words.format(most=len(classes), found=len(rows)))
    zeros = (0.0,) * len(names)
    values = tuple(value for row in rows for value in read_weights(row, names) or zeros)
    return values if any(values) else None
