"""A line of mathematics as spans of text, and the rule that decides where it says = and where ≈."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import chain

from perceptron_gui.session.wording import MINUS, Written
from perceptron_gui.translation import ntr

TOKENS = re.compile(r'\*\*(?P<BOLD>.+?)\*\*|\*(?P<ITALIC>.+?)\*|"(?P<WORDS>.+?)"')


class Style(Enum):
    """How a span is set."""

    PLAIN = auto()
    ITALIC = auto()
    BOLD = auto()
    WORDS = auto()
    """Upright words, such as the name of a class."""
    MORE = auto()
    """Says how many terms are left out: views may open them."""


@dataclass(frozen=True)
class Span:
    """A piece of a formula.

    Attributes
    ----------
    text : str
        What is shown.
    style : Style
        How it is set.
    is_rounded : bool
        Whether a number in it is rounded.
    """

    text: str
    style: Style = Style.PLAIN
    is_rounded: bool = False


@dataclass(frozen=True)
class Formula:
    """A line of mathematics.

    Attributes
    ----------
    spans : tuple of Span
        From left to right.
    """

    spans: tuple[Span, ...]

    def __str__(self) -> str:
        """Return the line as plain text."""
        return "".join(span.text for span in self.spans)

    @property
    def is_continuation(self) -> bool:
        """Whether it goes on from the line above: it begins with a relation."""
        return str(self)[:1] in ("=", "≈")

    @property
    def is_rounded(self) -> bool:
        """Whether a number in it is rounded."""
        return any(span.is_rounded for span in self.spans)


Part = Formula | Written | str


def formula(template: str, *parts: Part) -> Formula:
    """Return a line from a template with a place {} for each part.

    A relation = that leads to a rounded number becomes ≈, so that no number in a line wears a sign of its own: a line
    without ≈ is exact throughout.

    Parameters
    ----------
    template : str
        *italic*, **bold** and "words"; everything else is plain. A part in bold stands in bold.
    *parts : Formula, Written or str
        A str is set as plain text, whatever is in it.
    """
    rest = iter(parts)
    spans = chain.from_iterable(_filled(text, style, rest) for text, style in _pieces(template))
    return Formula(tuple(_with_relations(list(spans))))


def words(text: str) -> Formula:
    """Return words, such as the name of a class, as a formula.

    Parameters
    ----------
    text : str
        Taken as it is, also where it has characters that mean something in `formula`.
    """
    return Formula((Span(text, Style.WORDS),))


def total(terms: Sequence[Part], most: int, count: int | None = None) -> Formula:
    """Return terms with + between them; of more than `most` the first ones, and how many are left out.

    Parameters
    ----------
    terms : sequence of Formula, Written or str
        One that begins with − is subtracted. No terms are 0.
    most : int
        How many are written out.
    count : int, optional
        How many there are, where not all of them are in `terms`.
    """
    count = len(terms) if count is None else count
    if not terms:
        return Formula((Span("0"),))
    shown = [_spans_of(term) for term in (terms if count <= most else terms[: most - 1])]
    left_out = [(Span("… "), Span(more_text(count - len(shown)), Style.MORE))] if count > len(shown) else []
    return Formula(tuple(chain(shown[0], *map(_joined, [*shown[1:], *left_out]))))


def more_text(count: int) -> str:
    """Return how many terms are left out, in brackets.

    Parameters
    ----------
    count : int
        How many.
    """
    return ntr("({count} more)", "({count} more)", count).format(count=count)


def _joined(term: Sequence[Span]) -> Iterator[Span]:
    """Yield a term with the sign before it."""
    first, *rest = term
    if first.text.startswith(MINUS):
        yield Span(f" {MINUS} ")
        yield replace(first, text=first.text[1:])
    else:
        yield Span(" + ")
        yield first
    yield from rest


def _pieces(template: str) -> Iterator[tuple[str, Style]]:
    """Yield the texts of a template with their styles."""
    at = 0
    for match in TOKENS.finditer(template):
        yield template[at : match.start()], Style.PLAIN
        assert match.lastgroup is not None
        yield match.group(match.lastgroup), Style[match.lastgroup]
        at = match.end()
    yield template[at:], Style.PLAIN


def _filled(text: str, style: Style, rest: Iterator[Part]) -> Iterator[Span]:
    """Yield the spans of one text, with the next parts in its places."""
    for number, piece in enumerate(text.split("{}")):
        if number:
            spans = _spans_of(next(rest))
            yield from spans if style is Style.PLAIN else (replace(span, style=style) for span in spans)
        if piece:
            yield Span(piece, style)


def _spans_of(part: Part) -> tuple[Span, ...]:
    if isinstance(part, Formula):
        return part.spans
    return (Span(part.text, is_rounded=not part.is_exact),) if isinstance(part, Written) else (Span(part),)


def _with_relations(spans: list[Span]) -> list[Span]:
    """Put ≈ in the place of the = before a rounded number, or else after it; before the number where there is only ←.

    A part of a line has neither: the line says it.
    """
    is_assignment = any("←" in span.text for span in spans)
    relations = [i for i, span in enumerate(spans) if span.style is Style.PLAIN and "=" in span.text]
    for i in _rounded(spans):
        before, after = [k for k in relations if k < i], [k for k in relations if k > i]
        if before:
            text = spans[before[-1]].text
            last = max(text.rfind("="), text.rfind("≈"))
            spans[before[-1]] = replace(spans[before[-1]], text=f"{text[:last]}≈{text[last + 1 :]}")
        elif after:
            spans[after[0]] = replace(spans[after[0]], text=spans[after[0]].text.replace("=", "≈", 1))
        elif is_assignment and not any("≈" in span.text for span in spans):
            spans[i] = replace(spans[i], text=f"≈ {spans[i].text}")
    return spans


def _rounded(spans: Iterable[Span]) -> list[int]:
    return [i for i, span in enumerate(spans) if span.is_rounded]
