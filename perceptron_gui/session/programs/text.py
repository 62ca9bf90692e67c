"""How programs are written: templates, and filters that make comments, docstrings and tables of numbers for them."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.session.wording import counted, field_text, grouped
from perceptron_gui.translation import tr

WIDTH = 100
"""Letters of a line."""
INDENT = " " * 4
TEMPLATES = Path(__file__).parents[2] / "resources/programs"


def comment(text: str) -> str:
    """Return a comment, wrapped. `text`: translated; any characters."""
    return "\n".join(textwrap.wrap(one_line(text), WIDTH, initial_indent="# ", subsequent_indent="# "))


def docstring(text: str) -> str:
    """Return the docstring of a function, but for the indent before it, on one line or wrapped.

    `text`: translated; any characters.
    """
    lines = textwrap.wrap(quotable(text), WIDTH - len(INDENT) - 6, break_long_words=True)
    end = f'\n{INDENT}"""' if len(lines) > 1 else '"""'
    return '"""' + f"\n{INDENT}".join(lines) + end


def paragraph(text: str) -> str:
    """Return a paragraph of the docstring of a program. `text`: translated; any characters."""
    return "\n".join(textwrap.wrap(quotable(text), WIDTH))


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


@cache
def templates() -> Environment:
    """Return the templates of programs, with the filters and the words that they use."""
    import jinja2  # with the first program (A9)

    found = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    filters = (comment, docstring, paragraph, one_line, number, array, vector, whole_numbers, texts)
    found.filters |= {each.__name__: each for each in filters}
    found.globals |= {each.__name__: each for each in (tr, counted, field_text, grouped, any, str)}
    return found


def program_text(template: str, values: Mapping[str, object]) -> str:
    """Return a program. `template`: its name, without its ending. `values`: what it asks for, by name."""
    return templates().get_template(f"{template}.jinja").render(values)
