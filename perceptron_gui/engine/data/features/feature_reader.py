"""Features of one's own: their tokens, a parser that knows nothing but them, and how they are written (F1).

Operators wait on a stack until what binds tighter is done (Dijkstra's shunting yard), so that a million parentheses
cost memory, not calls.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from fractions import Fraction

from perceptron_gui.engine.data import SettingsError
from perceptron_gui.engine.data.features.feature_program import SUPERSCRIPTS, Operation, Program, Step
from perceptron_gui.frozen import Frozen, replace
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
        words = tr("A list of features can have at most {most} characters, not {count}.")
        raise SettingsError(words.format(most=LONGEST_TEXT, count=len(text)))
    tokens: list[Token] = []
    place = 0
    while place < len(text):
        found = TOKEN.match(text, place)
        if found is None:
            words = tr("{sign} means nothing here; use +, -, *, ^, parentheses, commas, numbers and names")
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


SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
MOST_LISTED = 6


@dataclass(frozen=True)  # no `Frozen`: its names are no part of what makes it equal
class Expression:
    """One feature of one's own."""

    text: str  # as it is typed, in usual spacing
    steps: tuple[Step, ...] = field(repr=False)  # its program; a COLUMN has its name for a value
    names: tuple[Token, ...] = field(default=(), repr=False, compare=False)  # the names that it reads, where they stand

    @property
    def name(self) -> str:
        """As it is printed."""
        return in_notation(self.text)

    def program(self, columns: Sequence[str]) -> Program:
        """Return the program for points with these coordinates.

        `columns`: their names. Raises `SettingsError` when it reads a coordinate that there is not.
        """
        places = {token.text: _index(token, columns) for token in self.names}
        steps = (
            replace(step, value=places[str(step.value)]) if step.operation is Operation.COLUMN else step
            for step in self.steps
        )
        return Program(tuple(steps))


def _index(token: Token, columns: Sequence[str]) -> int:
    """Return which coordinate a name means: that column, else x1, x2, … by place."""
    if token.text in columns:
        return columns.index(token.text)
    place = re.fullmatch(r"x([1-9][0-9]{0,5})", token.text.translate(SUBSCRIPTS), re.ASCII)
    if place is not None and int(place[1]) <= len(columns):
        return int(place[1]) - 1
    listed = ", ".join(columns[:MOST_LISTED]) + ", …" * (len(columns) > MOST_LISTED)
    words = tr("there is no column {name}, only {columns}")
    raise refusal(token.place, words.format(name=shown(token.text), columns=listed))


FUNCTIONS = {each.value: each for each in (Operation.SIN, Operation.COS, Operation.EXP, Operation.ABS)}
EXTREMES = {each.value: each for each in (Operation.MIN, Operation.MAX)}
"""Functions of two and more arguments."""
BINDING = {Operation.ADD: 1, Operation.SUBTRACT: 1, Operation.MULTIPLY: 2, Operation.NEGATE: 3}
LARGEST_NUMBER, LONGEST_NUMBER = 10**12, 20


def read_expressions(text: str) -> tuple[Expression, ...]:
    """Read a list of features, split by commas.

    `text`: as typed. Raises `SettingsError` when it makes no sense; one sentence with the place.
    """
    tokens, expressions, first = tokens_of(text), list[Expression](), 0
    if tokens[0].kind is Kind.END:
        raise SettingsError(tr("There are no features: enter a list such as x1, x2, x1*x2."))
    while first < len(tokens):
        reader = _Reader(tokens, first)
        expression = reader.expression()
        if expression in expressions:
            words = tr("the feature {name} appears twice")
            raise refusal(tokens[first].place, words.format(name=shown(expression.text)))
        expressions.append(expression)
        first = reader.position + 1
    return tuple(expressions)


@dataclass
class _Waiting:
    """An operator or a parenthesis whose operands are not complete yet."""

    token: Token
    operation: Operation | None  # None for a parenthesis that only groups
    is_open: bool = False  # whether it is a parenthesis
    n_arguments: int = 1  # those of a function that were begun


class _Reader:
    """Reads one expression.

    `tokens`: of the whole list. `first`: where the expression begins. `position`: the token that is looked at; after
    `expression` the comma or the end behind it.
    """

    def __init__(self, tokens: Sequence[Token], first: int) -> None:
        self._tokens, self._first, self.position = tokens, first, first
        self._steps: list[Step] = []
        self._names: list[Token] = []
        self._waiting: list[_Waiting] = []

    def expression(self) -> Expression:
        """Return the expression; see `read_expressions`."""
        while True:
            self._operand()
            if not self._goes_on():
                break
        text = written(self._tokens[self._first : self.position])
        return Expression(text, tuple(self._steps), tuple(self._names))

    @property
    def _token(self) -> Token:
        return self._tokens[self.position]

    # What can stand where a value is expected

    def _operand(self) -> None:
        """Read signs, parentheses and functions up to a number or a name."""
        while not self._read_value():
            token = self._token
            if token.kind is Kind.NAME:
                self._open(token, self._function(token))
                self.position += 1
            elif token.text == "(":
                self._open(token, None)
            elif token.text == "-":
                self._waiting.append(_Waiting(token, Operation.NEGATE))
            elif token.text != "+":
                raise self._no_value(token)
            self.position += 1

    def _read_value(self) -> bool:
        """Read a number or a name that is not of a function; return whether one stands here."""
        token = self._token
        if token.kind is Kind.NUMBER:
            self._steps.append(Step(Operation.NUMBER, value=_number(token)))
        elif token.kind is Kind.NAME and self._tokens[self.position + 1].text != "(":
            self._names.append(token)
            self._steps.append(Step(Operation.COLUMN, value=token.text))
        else:
            return False
        self.position += 1
        return True

    def _function(self, token: Token) -> Operation:
        operation = FUNCTIONS.get(token.text, EXTREMES.get(token.text))
        if operation is None:
            words = tr("there is no function {name}, only sin, cos, exp, abs, min and max")
            raise refusal(token.place, words.format(name=shown(token.text)))
        return operation

    def _open(self, token: Token, operation: Operation | None) -> None:
        self._waiting.append(_Waiting(token, operation, is_open=True))

    def _no_value(self, token: Token) -> SettingsError:
        words = tr("there must be a number, x1, x2, …, a function or a parenthesis here, not {found}")
        if token.kind is Kind.END:
            words = tr("a number, x1, x2, …, a function or a parenthesis must follow")
        return refusal(token.place, words.format(found=shown(token.text)))

    # What can stand after a value

    def _goes_on(self) -> bool:
        """Read powers and closing parentheses up to an operator; return whether a value must follow."""
        while True:
            token = self._token
            self.position += 1
            if token.text == "^":
                self._power()
            elif token.text == ")":
                self._close(token)
            elif token.text in ("+", "-", "*") and token.kind is Kind.SIGN:
                self._operator(token)
                return True
            elif token.text == "," and any(each.is_open for each in self._waiting):
                self._next_argument(token)
                return True
            elif token.kind is Kind.END or token.text == ",":
                self.position -= 1
                self._finish()
                return False
            else:
                words = tr("an operator or a comma is missing before {found}")
                raise refusal(token.place, words.format(found=shown(token.text)))

    def _power(self) -> None:
        token = self._token
        if token.kind is not Kind.NUMBER or not re.fullmatch("[0-9]", token.text):
            words = tr("an exponent must be a whole number from 0 to 9, not {found}")
            raise refusal(token.place, words.format(found=shown(token.text)))
        self._steps.append(Step(Operation.POWER, 1, int(token.text)))
        self.position += 1
        if self._token.text == "^":
            raise refusal(self._token.place, tr("a power of a power needs parentheses"))

    def _operator(self, token: Token) -> None:
        operation = Operation(token.text)
        self._carry_out(BINDING[operation])
        self._waiting.append(_Waiting(token, operation))

    def _carry_out(self, binding: int) -> None:
        """Apply the waiting operators that bind at least as tightly as `binding`."""
        while self._waiting and not self._waiting[-1].is_open:
            operation = self._waiting[-1].operation
            if operation is None or BINDING[operation] < binding:
                break
            self._waiting.pop()
            self._steps.append(Step(operation, 1 if operation is Operation.NEGATE else 2))

    def _next_argument(self, token: Token) -> None:
        self._carry_out(0)
        opening = self._waiting[-1]
        if opening.operation is None:
            raise refusal(token.place, tr("a comma is only allowed inside the parentheses of a function"))
        opening.n_arguments += 1

    def _close(self, token: Token) -> None:
        self._carry_out(0)
        if not self._waiting:
            raise refusal(token.place, tr("this parenthesis was never opened"))
        opening = self._waiting.pop()
        if opening.operation is None:
            return
        n, is_extreme = opening.n_arguments, opening.operation.value in EXTREMES
        if is_extreme != (n > 1):
            words = tr("{name} takes two or more arguments") if is_extreme else tr("{name} takes one argument")
            raise refusal(opening.token.place, words.format(name=opening.token.text))
        # min and max of three are those of two, twice.
        self._steps += [Step(opening.operation, 2)] * (n - 1) if is_extreme else [Step(opening.operation, 1)]

    def _finish(self) -> None:
        self._carry_out(0)
        if self._waiting:
            opening = self._waiting[-1]
            name = opening.token.text if opening.operation is not None else ""
            raise refusal(opening.token.place + len(name), tr("this parenthesis is never closed"))


def _number(token: Token) -> Fraction:
    if len(token.text) > LONGEST_NUMBER:
        words = tr("a number can have at most {most} digits")
        raise refusal(token.place, words.format(most=LONGEST_NUMBER))
    value = Fraction(token.text if token.text[0] != "." else f"0{token.text}")
    if value > LARGEST_NUMBER:
        raise refusal(token.place, tr("a number can be at most 10¹²"))
    return value
