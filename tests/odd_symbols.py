"""A notation that no notes have: every symbol is another letter, so that one of the program's own shows where left."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager

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
