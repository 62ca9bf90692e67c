"""A language that nobody speaks: every letter is another one, and every text 40 % longer."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations
from pathlib import Path

from perceptron_gui.files.program import guide, languages
from perceptron_gui.files.program.languages import CATALOGUE
from perceptron_gui.translation import BETWEEN, use
from tests.catalogue import collected

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ODD = "åđçðéƒğħïĵķłμñøþĝřšťüνŵχÿžÅΒÇÐÉΦĞĦÏĴĶŁΜÑØÞĜŘŠŤÜŶŴΧŸŽ"
"""Letters that look alike, are no ASCII, and are in the bundled fonts."""
LETTERS = str.maketrans(PLAIN, ODD)
KEPT = re.compile(r"\{[^{}]*\}|<[^<>]*>|&[a-z]+;|\*+[^*\"]+\*+|[A-Za-z]\u0302")
"""Fields, tags, entities, and the symbols of formulas and those with a hat."""
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
    padding = re.sub(" $", "ñ", PADDING[: -(-n_letters * 4 // 10)]) if last >= 0 else ""  # no text ends with a blank
    return odd[: last + 1] + padding + odd[last + 1 :]


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


HEADER = """msgid ""
msgstr ""
"X-Name: Lingua\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def write_language(folder: Path, written: Callable[[str], str] = pseudo) -> None:
    """Write this language into a folder, as a translator would. `written`: returns a text in it."""
    folder.mkdir(parents=True)
    parts = [HEADER]
    for key, many in sorted(collected(), key=str):
        context, _, one = key.rpartition(BETWEEN)
        lines = [f"msgctxt {quoted(context)}"] * bool(context) + [f"msgid {quoted(one)}"]
        if many is None:
            lines.append(f"msgstr {quoted(written(one))}")
        else:
            forms = (f"msgstr[{i}] {quoted(written(each))}" for i, each in enumerate((one, many)))
            lines += [f"msgid_plural {quoted(many)}", *forms]
        parts.append("\n".join(lines) + "\n")
    (folder / CATALOGUE).write_text("\n".join(parts), encoding="utf-8")


def quoted(text: str) -> str:
    """Return a text in quotes, as in a catalogue."""
    for sign, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n")):
        text = text.replace(sign, escaped)
    return f'"{text}"'


def english(text: str) -> list[str]:
    """Return the words of a text, perhaps a rich one, that are not in the language."""
    return RUN.findall(html.unescape(TAG.sub(" ", text)))


@contextmanager
def languages_in(folder: Path) -> Iterator[None]:
    """Let the languages be those in a folder; pages of the guide are kept of neither these nor the program's own."""
    before = languages.FOLDER
    try:
        languages.FOLDER = folder
        guide._pages.cache_clear()
        yield
    finally:
        languages.FOLDER = before
        guide._pages.cache_clear()
