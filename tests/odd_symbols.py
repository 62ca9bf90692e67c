"""Symbols that do not belong: those of the program in a notation of no notes, and of other notes in one of some."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from perceptron_gui.frozen import replace
from perceptron_gui.session.formula import notation
from perceptron_gui.session.formula.notation import HAT, SYMBOLS, Notation
from perceptron_gui.session.messages import symbol_words

CYRILLIC = "БГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯбгджзийлпфцчшщъыьэюя"
ODD = Notation(
    "odd",
    {
        symbol: replace(symbol, name=letter, lower="", upper="", has_hat=False)
        for symbol, letter in zip(SYMBOLS, CYRILLIC, strict=False)
    },
)
TAG = re.compile(r"<[^<>]*>")
OWN = re.compile(rf"[ηαβγθφρλ{HAT}]|(?<![A-Za-zÀ-ž.]){'[wbfytL]'}(?![A-Za-z0-9À-ž'’.])")
"""Greek letters, hats, and letters of our alphabet that stand alone, where they stand for something."""
LETTER = re.compile(rf"[α-ωℳ]{HAT}?|[A-Za-z]{HAT}|[ŵ]|(?<![A-Za-zÀ-ž.]){'[wbfytLh]'}(?![A-Za-z0-9À-ž'’.])")
"""The letter of a symbol with its hat, without what stands at it."""
RAW_SCRIPT = re.compile(rf"(?<![A-Za-z0-9_])[A-Za-zα-ω]{HAT}?[_^][A-Za-z0-9α-ω]")
"""What stands at a symbol where a line of text has no sign for it."""


@contextmanager
def chosen() -> Iterator[None]:
    """Write formulas and words with these symbols."""
    notation.BY_NAME[ODD.name] = ODD
    symbol_words.use(ODD.name)
    try:
        yield
    finally:
        symbol_words.use(notation.OWN.name)
        del notation.BY_NAME[ODD.name]


def own_symbols(text: str) -> list[str]:
    """Return the symbols of the program in a text, which may be rich."""
    return OWN.findall(html.unescape(TAG.sub("", text)))


def foreign_symbols(notes: Notation, text: str) -> list[str]:
    """Return the symbols in a text that some notes do not have, and scripts that are not set. `text`: may be rich."""
    plain_text = html.unescape(TAG.sub("", text))
    found = [letter for letter in LETTER.findall(plain_text) if letter not in _letters(notes.name)]
    return [*found, *RAW_SCRIPT.findall(plain_text)]


@cache
def _letters(name: str) -> set[str]:
    """Return the letters that some notes have, with their hats."""
    notes = notation.BY_NAME[name]
    writings = map(notes.writing, SYMBOLS)
    return {symbol.name[0] + HAT * symbol.has_hat for symbol in writings} | {*notes.indices.values()}
