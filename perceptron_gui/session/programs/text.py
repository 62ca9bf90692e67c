"""Lines of a program: comments that are wrapped, numbers, tables of numbers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints

WIDTH = 100
"""Letters of a line."""
INDENT = " " * 4


def comment(text: str, depth: int = 0) -> str:
    """Return a comment, wrapped. `text`: translated; any characters. `depth`: how deep it is indented."""
    prefix = INDENT * depth + "# "
    return "\n".join(textwrap.wrap(one_line(text), WIDTH, initial_indent=prefix, subsequent_indent=prefix))


def aside(code: str, text: str) -> str:
    """Return a line with a comment at its end. `code`: the line. `text`: translated; any characters."""
    return f"{code}  # {one_line(text)}"


def docstring(text: str, depth: int = 1) -> str:
    """Return the docstring of a function, on one line or wrapped.

    `text`: translated; any characters. `depth`: how deep it is indented.
    """
    prefix = INDENT * depth
    lines = textwrap.wrap(quotable(text), WIDTH - len(prefix) - 6, break_long_words=True)
    if len(lines) == 1:
        return f'{prefix}"""{lines[0]}"""'
    return "\n".join([f'{prefix}"""{lines[0]}', *(prefix + line for line in lines[1:]), f'{prefix}"""'])


def wrapped(text: str) -> str:
    """Return a paragraph. `text`: on one line."""
    return "\n".join(textwrap.wrap(text, WIDTH))


def quotable(text: str) -> str:
    """Return text that can stand in a docstring: nothing in it ends it, or means something else.

    `text`: any characters.
    """
    return one_line(text).replace("\\", "\\\\").replace('"', "'")


def one_line(text: str) -> str:
    """Return text without breaks of lines, and without what an editor would show as something else.

    `text`: any characters.
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def indented(code: str, depth: int) -> str:
    """Return lines of code deeper inside. `code`: lines. `depth`: how much deeper."""
    return textwrap.indent(code, INDENT * depth)


def number(value: float) -> str:
    """Return a number as Python reads it, a whole one without a point. `value`: finite."""
    is_short = float(value).is_integer() and abs(value) < 1e15
    return str(int(value)) if is_short else repr(float(value))


def array(values: Floats) -> str:
    """Return a table of numbers, a row on every line. `values`: shape (n_rows, n_columns): finite."""
    rows = (f"{INDENT}[{', '.join(map(number, row))}]," for row in values.tolist())
    return "np.array([\n" + "\n".join(rows) + "\n], dtype=float)"


def vector(values: Sequence[float]) -> str:
    """Return numbers on one line. `values`: finite."""
    return f"np.array([{', '.join(map(number, values))}], dtype=float)"


def whole_numbers(values: Ints) -> str:
    """Return an array of whole numbers, wrapped. `values`: shape (n,): signs or indices."""
    listed = ", ".join(map(str, values.tolist()))
    if len(listed) < WIDTH - len("y = np.array([])"):
        return f"np.array([{listed}])"
    return "np.array([\n" + textwrap.fill(listed + ",", WIDTH, initial_indent=INDENT, subsequent_indent=INDENT) + "\n])"


def texts(values: Iterable[str]) -> str:
    """Return a list of texts, wrapped. `values`: any characters."""
    return "[\n" + "\n".join(f"{INDENT}{value!r}," for value in values) + "\n]"


def joined(blocks: list[list[str]]) -> str:
    """Return blocks of lines with an empty line between them, and two around functions.

    `blocks`: None of them empty.
    """
    text = ""
    for block in blocks:
        code, has_functions = "\n".join(block), block[0] == ""
        is_after_function = text.endswith("\n\n\n") or not text
        text += code.lstrip("\n") if is_after_function else ("\n" + "\n" * has_functions + code.lstrip("\n"))
        text = text.rstrip("\n") + "\n" + "\n\n" * (block[-1] == "")
    return text
