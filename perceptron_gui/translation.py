"""Translation of everything the program says: one catalogue for window, command line and files.

A text is written in English where it is said, and is its own key in the catalogue. English is shown as it is written;
another language is a catalogue that `use` takes before the first text is shown (`files/program/languages.py`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    class Catalogue(Protocol):
        """The texts of a language."""

        def gettext(self, message: str, /) -> str:
            """Return a text, or what it was asked by where it is not translated. `message`: as `N_` returns it."""

        def ngettext(self, one: str, many: str, count: int, /) -> str:
            """Return the form for a count, or the English one."""


BETWEEN = "\x04"
"""What parts a context from its text in a key, as in the catalogues of gettext."""
ENGLISH = "en"
LEFT_TO_RIGHT, RIGHT_TO_LEFT, FIRST_STRONG, END = "\u2066", "\u2067", "\u2068", "\u2069"
"""Unicode's isolates: what stands between one and the end has a direction of its own."""
_RIGHT_TO_LEFT_MARK = "\u200f"
ISOLATING = frozenset((LEFT_TO_RIGHT, RIGHT_TO_LEFT, FIRST_STRONG, END, _RIGHT_TO_LEFT_MARK))
_LETTERS = "\u0590-\u060b\u060d-\u061a\u0620-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_LEFTWARDS = re.compile(f"[{_LETTERS}]")
_TURNING = re.compile(f"[{_LETTERS}\u202a-\u202e\u2066-\u2069]")
_STRETCH = re.compile(f"[^{_LETTERS}،؛؟\n]+")
"""What stands between words from right to left and their marks."""
_APART = re.compile(r"(</?[a-z][^<>]*>|(?<!\w)\*\w+\*(?!\w)|\*\*|\s[·—▸]\s|[:.!?]\s)")
"""Between parts of a stretch, each of which has its direction: markup, and marks between sentences and entries."""
_TURNED = re.compile(
    r"[][=≤≥≈≠<>+−×±/^*|‖∇∂Σ√%°←→↑↓⇧₊₋′]|(?<![\w-])--?[\w{]|(?<![\w.])\.[\w/]|\w\(|\d ?, ?\d|\d \d|\w \{version\}"
)
"""What would be set the other way round: signs, options, endings of files, functions, lists of numbers."""
_SIGN = re.compile(r"[][=≤≥≈≠<>+−×±/^*|‖∇∂Σ√%°←→↑↓⇧₊₋′\d.({-]")
"""One of these stands in whatever would be turned; most texts have none."""
_BEFORE, _AFTER = ' \u00a0«“"…:;,!?·—▸', ' \u00a0»”"…:;,.!?·—▸'
"""What belongs to the words around a part."""
_LAST_OF_KEYS = re.compile(rf"\w\+[{_LETTERS}]$")
"""A key of another script after Ctrl+: it goes on to the left."""
_WORD, _FILLED = re.compile(r"[A-Za-z]{3}"), re.compile(r"<[^<>]*>|\{[^{}]*\}")

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
    return f"{RIGHT_TO_LEFT if _LEFTWARDS.search(text) else LEFT_TO_RIGHT}{text}{END}"


def begun(text: str) -> str:
    """Return sentences that begin at the right in a language that does, whatever sign stands first."""
    first = text.lstrip(LEFT_TO_RIGHT + RIGHT_TO_LEFT)[:1]  # as Qt finds it
    begins_at_right = first == _RIGHT_TO_LEFT_MARK or _LEFTWARDS.match(first)
    return _RIGHT_TO_LEFT_MARK + text if _is_leftwards and _LEFTWARDS.search(text) and not begins_at_right else text


def onward(text: str) -> str:
    """Return a text in which each ▸ points on in the direction that its words are read."""
    return text.replace("▸", "◂") if _is_leftwards and _LEFTWARDS.search(text) else text


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
    """Let what is written in signs keep its direction in a text from right to left, and no sign turn the whole."""
    is_one = " " not in text
    if _LEFTWARDS.search(text) is None and not is_one and (_WORD.search(_FILLED.sub("", text)) or "{" not in text):
        return LEFT_TO_RIGHT + text + END  # English, or signs alone
    shown = text
    for start, end in reversed([*turned(text)]):
        shown = f"{shown[:start]}{LEFT_TO_RIGHT}{shown[start:end]}{END}{shown[end:]}"
    shown = onward(shown)
    return shown if is_one or _LEFTWARDS.match(text) else _RIGHT_TO_LEFT_MARK + shown


def turned(text: str) -> Iterator[tuple[int, int]]:
    """Yield where that begins and ends which would be set the other way round in a text from right to left."""
    if _SIGN.search(text) is None:
        return
    for stretch in _STRETCH.finditer(text):
        at = stretch.start()
        for place, part in enumerate(_APART.split(stretch[0])):
            bare = part.lstrip(_BEFORE)
            start, bare = at + len(part) - len(bare), bare.rstrip(_AFTER + "(")
            surplus = bare.count("(") - bare.count(")")  # the other end of a bracket stands among the words
            if surplus > 0 and bare.startswith("("):
                start, bare = start + surplus, bare[surplus:]
            elif surplus < 0:
                bare = bare.removesuffix(")" * -surplus)
            if _LAST_OF_KEYS.search(text[at : start + len(bare) + 1]):
                bare = bare[:-1]
            if place % 2 == 0 and _TURNED.search(bare) and bare.count("(") == bare.count(")"):
                yield start, start + len(bare)
            at += len(part)


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
