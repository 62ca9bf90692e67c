"""How a message is said, on the terminal and in the window: nothing that a file brings can act on what shows it (C7).

A terminal obeys escape sequences, and signs of direction turn a line of text round: whoever wrote a class name could
recolour the screen, ring its bell or hide what stands before it. In JSON, CSV and exports data stays as it is.
"""

from __future__ import annotations

import re
import sys
from typing import TextIO

LONGEST_MESSAGE = 300
"""Characters: what must be read, and what is to be done, in three lines of a terminal."""
LEAST_LEFT = 24
"""Characters that stay of a quotation."""
MARK = "…"
ACTING = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but the line feed, other ends of lines, signs of direction, halves of characters."""
QUOTED = re.compile(r'"[^"]*"|\S+')
"""What may be shortened: a quotation, or what has no blank in it, such as a path."""


def visible(text: str) -> str:
    r"""Return a text with what would act on a terminal written out, as in \x1b; lines stay lines.

    `text`: of any number of lines.
    """
    return ACTING.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def said(sentence: str) -> str:
    """Return a sentence as it is said: on one line, with nothing that acts, in at most `LONGEST_MESSAGE` characters.

    Of one that is too long the longest quotations lose their middle, so that its end still says what is to be done.

    `sentence`: it may quote data.
    """
    line = visible(sentence).replace("\n", r"\n")
    while (over := len(line) - LONGEST_MESSAGE) > 0:
        begin, end = max((found.span() for found in QUOTED.finditer(line)), key=lambda span: span[1] - span[0])
        if end - begin <= LEAST_LEFT:
            return _without_middle(line, 0, len(line), LONGEST_MESSAGE)
        line = _without_middle(line, begin, end, max(end - begin - over, LEAST_LEFT))
    return line


def _without_middle(text: str, begin: int, end: int, length: int) -> str:
    """Return a text in which a part is only so long: its beginning and its end."""
    tail = (length - len(MARK)) // 2
    return text[: begin + length - len(MARK) - tail] + MARK + text[end - tail :]


def say(text: str, file: TextIO | None = None) -> None:
    """Print a text; on the terminal nothing in it acts.

    `text`: of any number of lines. `file`: none is standard output, as it is now.
    """
    print(visible(text), file=file or sys.stdout, flush=True)
