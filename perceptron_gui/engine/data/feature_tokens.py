"""The tokens of a list of features, and how they are written: plainly, and in the field's notation (F1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, auto

from perceptron_gui.engine.data.feature_program import SUPERSCRIPTS
from perceptron_gui.engine.data.settings_error import SettingsError
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr

LONGEST_TEXT = 2_000
"""Characters of a list of features."""
LONGEST_SHOWN = 20
SAME = {"·": "*", "⋅": "*", "×": "*", "−": "-", "–": "-"}
"""Other signs for operators, as this program and papers print them."""
TOKEN = re.compile(
    rf"(?P<space>\s+)|(?P<number>[0-9]+(?:\.[0-9]*)?|\.[0-9]+)|(?P<power>[{SUPERSCRIPTS}]+)"
    rf"|(?P<name>[^\W\d{SUPERSCRIPTS}][^\W{SUPERSCRIPTS}]*)|(?P<sign>[-+*^(),·⋅×−–])"
)


class Kind(Enum):
    """What a token is; END stands after the last."""

    NUMBER = auto()
    NAME = auto()
    SIGN = auto()
    END = auto()


class Token(Frozen):
    """A number, a name or a sign."""

    kind: Kind
    text: str  # in plain signs: * for ·
    place: int  # index of its first character


def refusal(place: int, reason: str) -> SettingsError:
    """Return why a list of features cannot be read.

    `place`: index of the character at which that is seen. `reason`: what is wrong there, without a full stop.
    """
    words = tr("The features cannot be read at character {place}: {reason}.")
    return SettingsError(words.format(place=place + 1, reason=reason))


def shown(text: str) -> str:
    """Return what was typed, in quotes, cut where it is long. `text`: A token."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text[:LONGEST_SHOWN])
    return f'"{printable}{"…" * (len(text) > LONGEST_SHOWN)}"'


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text and one for its end.

    `text`: as typed. Raises `SettingsError` when it is too long, or a character belongs to none.
    """
    if len(text) > LONGEST_TEXT:
        words = tr("A list of features has at most {most} characters, not {count}.")
        raise SettingsError(words.format(most=LONGEST_TEXT, count=len(text)))
    tokens: list[Token] = []
    place = 0
    while place < len(text):
        found = TOKEN.match(text, place)
        if found is None:
            words = tr("{sign} means nothing here; there are +, -, *, ^, parentheses, commas, numbers and names")
            raise refusal(place, words.format(sign=shown(text[place])))
        tokens += _tokens(found, place)
        place = found.end()
    return [*tokens, Token(Kind.END, "", len(text))]


def _tokens(found: re.Match[str], place: int) -> list[Token]:
    text = found.group()
    if found.lastgroup == "space":
        return []
    if found.lastgroup == "power":  # x1² is x1^2
        digits = "".join(str(SUPERSCRIPTS.index(letter)) for letter in text)
        return [Token(Kind.SIGN, "^", place), Token(Kind.NUMBER, digits, place)]
    kind = {"number": Kind.NUMBER, "name": Kind.NAME, "sign": Kind.SIGN}[found.lastgroup or ""]
    return [Token(kind, SAME.get(text, text), place)]


def written(tokens: Sequence[Token]) -> str:
    """Return an expression in plain signs, each in its usual spacing: x1^2 + x2^2.

    `tokens`: of one expression that makes sense.
    """
    pieces, is_after_operand = [], False
    for token in tokens:
        is_binary = token.text in ("+", "-") and is_after_operand
        pieces.append(f" {token.text} " if is_binary else ", " if token.text == "," else token.text)
        is_after_operand = token.kind is not Kind.SIGN or token.text == ")"
    return "".join(pieces)


def in_notation(text: str) -> str:
    """Return an expression as it is printed: x1² + x1·x2. `text`: from `written`."""
    text = re.sub(r"\^([0-9])", lambda found: SUPERSCRIPTS[int(found.group(1))], text)
    return text.replace("*", "·").replace("-", "−")
