"""Translation of everything the program says: one catalogue for window, command line and files.

A text is written in English where it is said, and is its own key in the catalogue. English is shown as it is written;
another language is a catalogue that `use` takes before the first text is shown (`files/program/languages.py`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    class Catalogue(Protocol):
        """The texts of a language."""

        def gettext(self, message: str, /) -> str:
            """Return a text, or what it was asked by where it is not translated. `message`: as `N_` returns it."""

        def ngettext(self, one: str, many: str, count: int, /) -> str:
            """Return the form for a count, or the English one."""


BETWEEN = "\x04"
"""What parts a context from its text in a key, as in the catalogues of gettext."""
ENGLISH = "en"
LEFT_TO_RIGHT, FIRST_STRONG, END = "\u2066", "\u2068", "\u2069"
"""Unicode's isolates: what stands between one and the end has a direction of its own."""
_RIGHT_TO_LEFT_MARK = "\u200f"
ISOLATING = frozenset((LEFT_TO_RIGHT, FIRST_STRONG, END, _RIGHT_TO_LEFT_MARK))
_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_LEFTWARDS = re.compile(f"[{_LETTERS}]")
_TURNING = re.compile(f"[{_LETTERS}\u202a-\u202e\u2066-\u2069]")
_SIGNS, _RELATION = re.compile(f"[^{_LETTERS}]+"), re.compile(r"[=≤≥≈≠]|^[<>]$")
"""A word that may be part of an equation, and one that is in every equation."""
_WRITTEN = re.compile(r"[−+-]\S|\w[(‖|^*/]|\([^()]*\w, |\w,\w|^[\w.]+ [−\d]|[\w)] [+·] \w|\)[\^+−]|^\S+, ")
"""What is in a number with a sign, a vector, a list of them, a term, or an option, as they are typed."""
_LIST = re.compile(r"(?:[\w.−*/^-]+(?: |$|, ))*[\w.−*/^-]+,")
_FILLED = re.compile(r"[{}$]|</?[a-z]|\*\w+\*")
"""What is in words where something else is put, or that are set in another way."""
_WORD = re.compile(r"[A-Za-z]{3}(?![^<]*>|[^{]*\})")
_STOPS = ".,:;!…،؛"
_APART = ("·", "—", "▸")
"""What stands between parts of a text, each of which has its direction."""

_catalogue: Catalogue | None = None
_language = ENGLISH
_is_leftwards = False
_spelling: Callable[[str], str] | None = None


def use(catalogue: Catalogue | None, language: str = ENGLISH, *, is_leftwards: bool = False) -> None:
    """Translate by a catalogue from now on.

    `catalogue`: none shows English, as it is written. Texts that are on the screen already stay as they are.
    `language`: what it is, as in "pt_BR". `is_leftwards`: whether it is written from right to left.
    """
    global _catalogue, _language, _is_leftwards
    _catalogue, _language, _is_leftwards = catalogue, language, is_leftwards


def language() -> str:
    """Return the language that is shown, as in "pt_BR"."""
    return _language


def is_leftwards() -> bool:
    """Whether the language that is shown is written from right to left."""
    return _is_leftwards


def spell(spelling: Callable[[str], str] | None) -> None:
    """Write the symbols in texts in another way from now on (G14). `spelling`: none leaves them as they are."""
    global _spelling
    _spelling = spelling


def spelled(text: str) -> str:
    """Return a text with its symbols as they are written now.

    `text`: A literal, or a template before its fields are filled in: what users named stays as it is.
    """
    return _spelling(text) if _spelling is not None and text else text


class Leftwards(str):
    """A text from right to left, in which every field keeps a direction of its own: −0.11, never 0.11−."""

    __slots__ = ()

    def format(self, *values: object, **fields: object) -> str:
        """Fill in the fields, each isolated from the words around it."""
        return str.format(self, *map(_kept, values), **{name: _kept(value) for name, value in fields.items()})


def _kept(value: object) -> object:
    return isolated(value) if isinstance(value, str) else value


def isolated(text: str) -> str:
    """Return what is filled into a text, where it goes from right to left, with a direction of its own.

    `text`: a number, a formula, a name, or words of the same language.
    """
    if not _is_leftwards or not text:
        return text
    return f"{FIRST_STRONG if _LEFTWARDS.search(text) else LEFT_TO_RIGHT}{text}{END}"


def of_its_own_direction(name: str) -> str:
    """Return a name as it stands in a formula: in any script, the figures and signs beside it stay in their order."""
    return f"{FIRST_STRONG}{name}{END}" if _TURNING.search(name) else name


def capitalised(text: str) -> str:
    """Return words as a sentence begins with them: with a capital, in scripts that have any."""
    return text[:1].upper() + text[1:]


def _template(text: str) -> str:
    """Return a text whose fields can be filled in."""
    return Leftwards(_with_isolates(spelled(text))) if _is_leftwards else spelled(text)


@cache
def _with_isolates(text: str) -> str:
    """Let what is written in signs keep its direction in a text from right to left, and one that begins it begin right.

    That are equations, and numbers, terms and lists as they would be typed.
    """
    words, at = text.split(" "), 0
    if _LEFTWARDS.search(text) is None and len(words) > 1 and (_WORD.search(text) or "{" not in text):
        return LEFT_TO_RIGHT + text + END  # English, or signs alone
    while at < len(words):
        end = at = at + (words[at] in _APART)
        while end < len(words) and _SIGNS.fullmatch(words[end].rstrip(_STOPS)):
            end += 1
            if words[end - 1].endswith(tuple(_STOPS)) and not _goes_on(words[at:end]):
                break
        while end > at and words[end - 1] in _APART:
            end -= 1
        found = " ".join(words[at:end]).rstrip(_STOPS)
        if any(_RELATION.search(word) for word in words[at:end]) or _is_written(found):
            stops = words[end - 1][len(words[end - 1].rstrip(_STOPS)) :]
            words[at] = LEFT_TO_RIGHT + words[at]
            words[end - 1] = words[end - 1].removesuffix(stops) + END + stops
        at = max(end, at + 1)
    text = " ".join(words)
    return text if len(words) == 1 or _LEFTWARDS.match(text) else _RIGHT_TO_LEFT_MARK + text


def _goes_on(words: list[str]) -> bool:
    """Whether a comma at the end of words stands between brackets, or in a list: among words there is another comma."""
    text = " ".join(words)
    is_open = text.count("(") > text.count(")") and _FILLED.search(text) is None
    return text.endswith(",") and (is_open or _LIST.fullmatch(text) is not None)


def _is_written(text: str) -> bool:
    """Whether words are a number, a term or a list as they would be typed: not fields, nor marks of another kind."""
    is_whole = text.count("(") == text.count(")")
    return is_whole and _FILLED.search(text) is None and _WRITTEN.search(text) is not None


def tr(text: str, context: str = "") -> str:
    """Return a text in the language that is shown, with its symbols as they are written now.

    `text`: A literal, or a text that was marked with `N_`. Values stand in it as named fields, "Saved {name}.", and are
    filled in afterwards by ``str.format``. The empty text stays empty. `context`: what tells it from the same English
    text with another meaning, in a word or two; a literal.
    """
    return _template(translated(text, context))


def translated(text: str, context: str = "") -> str:
    """Return a text in the language that is shown, with the program's own symbols. `text`, `context`: as in `tr`."""
    key = N_(text, context)
    if _catalogue is not None and text:
        key = _catalogue.gettext(key)
    return key.rpartition(BETWEEN)[2]


def ntr(one: str, many: str, count: int) -> str:
    """Return the form of a text that goes with a count, in the language that is shown.

    `one`, `many`: literals: the English text for a count of 1, and for every other one. `count`: what decides; it is
    not filled in.
    """
    if _catalogue is not None:
        return _template(_catalogue.ngettext(one, many, count))
    return spelled(one if count == 1 else many)


def N_(text: str, context: str = "") -> str:
    """Mark a text for the catalogue that is translated later, where it is shown: one of a table or a constant.

    `text`, `context`: as in `tr`. Returns what `tr` takes: the same text, after its context if it has one.
    """
    return f"{context}{BETWEEN}{text}" if context else text
