"""Names and numbers as they stand in files: plain decimals with a point or a comma, names of classes and columns (C1).

No name may be run by a spreadsheet, and all are read back. A spreadsheet takes a cell that begins with = for a
formula, also one from a text file, and some run programs. As people do there, an apostrophe in front makes it text;
reading takes it away again.
"""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Ints, in_class_order
from perceptron_gui.engine.data.settings import MAX_ABS
from perceptron_gui.files.file_work import FileError
from perceptron_gui.session.scripts import PLAIN
from perceptron_gui.translation import ntr, tr

BLANKS = " \t\n\r\v\f"
"""White space that is allowed around a number, as by Python's float."""
MOST_DIGITS = 17
"""No double needs more significant digits to be told from all others."""
GROUPED = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:,[0-9]{3})++")
"""Could be thousands: 1,125 is 1125 to some and 1.125 to others."""


def parse_number(text: str) -> float | None:
    """Return a number written as a plain decimal, perhaps infinite (1e999); None for any other text.

    Stricter than Python's float: no 1_000, no nan, no digits of other scripts.

    `text`: white space around the number is allowed.
    """
    stripped = text.strip(BLANKS)
    return float(stripped) if PLAIN.fullmatch(stripped) else None


def is_coordinate(cell: str) -> bool:
    """Whether a cell is a plain decimal of at most 10¹² in size. `cell`: with a decimal point."""
    value = parse_number(cell)
    return value is not None and abs(value) <= MAX_ABS


def is_rounded(cell: str) -> bool:
    """Whether a coordinate has more digits than its double keeps: the shortest decimal of that is another number.

    `cell`: a plain decimal.
    """
    digits = significant_digits(cell)
    # The same digits are the same number: with another exponent the double would be another, or 0 without digits.
    return len(digits) > MOST_DIGITS or digits != significant_digits(repr(float(cell)))


def has_many_digits(cell: str) -> bool:
    """Whether a number has more digits than any double needs. `cell`: a plain decimal."""
    return len(significant_digits(cell)) > MOST_DIGITS


def significant_digits(cell: str) -> str:
    """Return the digits of a number from the first to the last that is not 0. `cell`: a plain decimal."""
    return cell.lower().partition("e")[0].replace(".", "").strip(BLANKS + "+-0")


def number_flaw(cell: str) -> str:
    """Return an error template, with {cell} and {column}, for a cell that is no coordinate.

    `cell`: with a decimal point.
    """
    if not cell.strip(BLANKS):
        return tr('the cell in column "{column}" is empty, but every point needs a number there')
    if parse_number(cell) is not None:
        return tr('"{cell}" in column "{column}" is too large; numbers can be from −10¹² to 10¹²')
    return tr('"{cell}" in column "{column}" is not a number; write it as a plain decimal such as -1.25')


def with_points(cell: str) -> str:
    """Return a number with a decimal comma as one with a decimal point. `cell`: as written."""
    return cell.replace(",", ".")


def shortest(value: float) -> str:
    """Return the shortest text that reads back as the same double: 5 for 5.0. `value`: finite."""
    return repr(value).removesuffix(".0")


FORMULA = tuple("=+-@＝＋－＠")
"""What a formula can begin with; some spreadsheets read full-width signs as well."""
HARMLESS = ("+", "-")
"""The names of two classes in many files: a sign alone is no formula."""
TEXT = "'"
LONGEST_NAME = 1000
"""Characters: a page of text in the place of a name would take the window minutes to lay out."""
MUST_QUOTE = set(',;\t"\r\n\ufeff')


def as_read(cell: str) -> str:
    """Return the name that a cell stands for, see `as_written`. `cell`: without its quotes."""
    name = cell.strip()
    return name[len(TEXT) :] if _is_marked(name) else name


def as_written(name: str) -> str:
    """Return the cell for a name, with an apostrophe before what a spreadsheet would run as a formula; without quotes.

    `name`: of a class or a column.
    """
    name = name.strip()
    could_run = name.startswith(FORMULA) and name not in HARMLESS and not PLAIN.fullmatch(name)
    return TEXT + name if could_run or _is_marked(name) else name


def quoted(name: str) -> str:
    """Return the cell for a name, in quotes where CSV needs them. `name`: of a class or a column."""
    cell = as_written(name)
    return '"' + cell.replace('"', '""') + '"' if MUST_QUOTE & set(cell) else cell


def row_of_names(names: list[str]) -> str:
    """Return names as a CSV row with its line end. `names`: of columns."""
    return ",".join(map(quoted, names)) + "\n"


def is_showable(text: str) -> bool:
    """Whether a text has no letter that Qt ends at or aborts at: NUL, half a pair of surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def is_too_long(name: str) -> bool:
    """Whether a name is longer than the window can show. `name`: of a class or a column."""
    return len(name) > LONGEST_NAME


def check_length(name: str, words: str, line: int | None = None, **values: object) -> None:
    """Raise `FileError` where a name is too long.

    `name`: of a class or a column. `words`: say so, with fields for its {characters}, the {most} there can be, and
    `values`. `line`: of the file, from 1.
    """
    if is_too_long(name):
        characters = ntr("{count} character", "{count} characters", len(name)).format(count=len(name))
        raise FileError(words.format(characters=characters, most=LONGEST_NAME, **values), line)


def _is_marked(name: str) -> bool:
    return name.startswith(TEXT) and name.lstrip(TEXT).startswith(FORMULA)


Key = Decimal | str
LABELS_AT_ONCE = 512
"""Texts between two calls of `listen`: half a millisecond."""
MINUS_SIGNS = ("-", "−")
"""The hyphen of keyboards, and the minus of mathematics: both come after + where text is sorted."""


def class_key(text: str, has_decimal_commas: bool = False) -> Key:
    """Return the key that identifies a class: its value if it is a number, so that "1" and "1.0" are one.

    The minus of mathematics makes a number, too: beside 1 its −1 would else be the greater text, and so the + class.

    `text`: a label as written. `has_decimal_commas`: whether 1,0 is the number 1.
    """
    stripped = text.strip()
    number = with_points(stripped) if has_decimal_commas else stripped
    if number.startswith("−"):
        number = "-" + number[1:]
    if not PLAIN.fullmatch(number):
        return stripped
    try:
        return Decimal(number)
    except InvalidOperation:  # an exponent beyond all bounds
        return stripped


def sort_classes(
    labels: Sequence[str], has_decimal_commas: bool = False, listen: Callable[[], None] = lambda: None
) -> tuple[tuple[str, ...], Ints]:
    """Return the classes in order, as first written, and the class of every label.

    Sorted as numbers if all are numbers, else as text (by code points), but a minus sign comes before a plus: of two
    classes the last is +.

    `labels`: as written. `has_decimal_commas`: whether 1,0 is the number 1. `listen`: is called every half millisecond;
    what it raises ends the work. `classes`: their names. `codes`: shape (n_samples,): indices into `classes`.
    """
    first: dict[Key, str] = {}
    keys: dict[str, Key] = {}
    for count, text in enumerate(labels):
        if count % LABELS_AT_ONCE == 0:
            listen()
        if text not in keys:
            keys[text] = class_key(text, has_decimal_commas)
            first.setdefault(keys[text], text.strip())
    order = _sorted_keys(first)
    place = {key: code for code, key in enumerate(order)}
    code_of = {text: place[key] for text, key in keys.items()}
    codes = np.fromiter((code_of[text] for text in labels), dtype=np.int64, count=len(labels))
    return tuple(first[key] for key in order), codes


def _sorted_keys(first: dict[Key, str]) -> list[Key]:
    numbers = [key for key in first if isinstance(key, Decimal)]
    if len(numbers) == len(first):
        return [*sorted(numbers)]
    if len(first) == 2 and "+" in first and any(sign in first for sign in MINUS_SIGNS):
        return sorted(first, key=lambda key: key == "+")
    return sorted(first, key=lambda key: first[key])


def with_partner(dataset: Dataset) -> Dataset:
    """Return points with at least two classes, the second without points yet; one named "+" is the positive one."""
    names = list(dataset.classes)
    if len(names) > 1:
        return dataset
    if names and names[0] in MINUS_SIGNS:
        return dataset.with_classes([*names, "+"])
    if names == ["+"]:
        return in_class_order(dataset.with_classes(["+", "-"]), [1, 0])
    return dataset.with_classes([*names, *(name for name in "AB" if name not in names)][:2])


def find_class(classes: Sequence[str], text: str) -> int | None:
    """Return the index of the class that a text names, or None.

    `classes`: names. `text`: as typed: "1.0" names the class "1".
    """
    keys = [class_key(name) for name in classes]
    key = class_key(text)
    if text.strip() in classes:
        return list(classes).index(text.strip())
    return keys.index(key) if key in keys else None
