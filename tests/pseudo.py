"""A language that nobody speaks: every letter is another one, and every text 40 % longer."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations

from perceptron_gui.translation import BETWEEN, use
from tests.catalogue import collected

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ODD = "åβçðéƒğħïĵķłμñøþĝřšťüνŵχÿžÅΒÇÐÉΦĞĦÏĴĶŁΜÑØÞĜŘŠŤÜŶŴΧŸŽ"
"""Letters that look alike, are no ASCII, and are in the bundled fonts."""
LETTERS = str.maketrans(PLAIN, ODD)
KEPT = re.compile(r"\{[^{}]*\}|<[^<>]*>|&[a-z]+;|\*+[^*\"]+\*+")
"""Fields, tags, entities, and the symbols of formulas."""
PADDING = " ŁØÑĞÉŘ ťéχť" * 30
RUN = re.compile(r"[A-Za-z]{2,}")
TAG = re.compile(r"<[^<>]*>")


def pseudo(text: str) -> str:
    """Return a text in the language: fields stay, and what ends a sentence stays at its end."""
    pieces, at = [], 0
    for kept in KEPT.finditer(text):
        pieces += [text[at : kept.start()].translate(LETTERS), kept.group()]
        at = kept.end()
    pieces.append(text[at:].translate(LETTERS))
    odd = "".join(pieces)
    last = max((place for place, letter in enumerate(odd) if letter in ODD), default=-1)
    n_letters = len(KEPT.sub("", text))
    return odd[: last + 1] + PADDING[: -(-n_letters * 4 // 10)] * (last >= 0) + odd[last + 1 :]


class Pseudo(NullTranslations):
    """A catalogue of this language: a text that is not in ours stays English, as in every language."""

    def __init__(self) -> None:
        super().__init__()
        self._texts = {one: pseudo(one.rpartition(BETWEEN)[2]) for one, _ in collected()}
        self._plurals = {(one, many): (pseudo(one), pseudo(many)) for one, many in collected() if many is not None}

    def gettext(self, message: str) -> str:
        return self._texts.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        one, many = self._plurals.get((msgid1, msgid2), (msgid1, msgid2))
        return one if n == 1 else many


@cache
def language() -> Pseudo:
    """Return the catalogue: to make it takes as long as a window."""
    return Pseudo()


@contextmanager
def spoken() -> Iterator[None]:
    """Let the program speak it."""
    use(language())
    try:
        yield
    finally:
        use(None)


def english(text: str) -> list[str]:
    """Return the words of a text, perhaps a rich one, that are not in the language."""
    return RUN.findall(html.unescape(TAG.sub(" ", text)))
