"""Reads features of one's own: a parser that knows nothing but them, no names of Python and no depth (F1).

Operators wait on a stack until what binds tighter is done (Dijkstra's shunting yard), so that a million parentheses
cost memory, not calls.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from perceptron_gui.engine.data.feature_expression import Expression
from perceptron_gui.engine.data.feature_program import Operation, Step
from perceptron_gui.engine.data.feature_tokens import Kind, Token, refusal, shown, tokens_of, written
from perceptron_gui.engine.data.settings_error import SettingsError
from perceptron_gui.translation import tr

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
        raise SettingsError(tr("There is no feature: write a list such as x1, x2, x1*x2."))
    while first < len(tokens):
        reader = _Reader(tokens, first)
        expression = reader.expression()
        if expression in expressions:
            words = tr("the feature {name} is there twice")
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
        words = tr("a number, x1, x2, …, a function or a parenthesis must stand here, not {found}")
        if token.kind is Kind.END:
            words = tr("a number, x1, x2, …, a function or a parenthesis must follow")
        return refusal(token.place, words.format(found=shown(token.text)))

    # What can stand after a value

    def _goes_on(self) -> bool:
        """Read powers and closing parentheses up to an operator; return whether another value must follow."""
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
            elif token.text == "," and self._is_inside():
                self._next_argument(token)
                return True
            elif token.kind is Kind.END or token.text == ",":
                self.position -= 1
                self._finish()
                return False
            else:
                words = tr("an operator or a comma must stand before {found}")
                raise refusal(token.place, words.format(found=shown(token.text)))

    def _power(self) -> None:
        token = self._token
        if token.kind is not Kind.NUMBER or not re.fullmatch("[0-9]", token.text):
            words = tr("an exponent is a whole number from 0 to 9, not {found}")
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
        """Let the operators that bind at least so tightly have their operands."""
        while self._waiting and not self._waiting[-1].is_open:
            operation = self._waiting[-1].operation
            if operation is None or BINDING[operation] < binding:
                break
            self._waiting.pop()
            self._steps.append(Step(operation, 1 if operation is Operation.NEGATE else 2))

    def _is_inside(self) -> bool:
        return any(each.is_open for each in self._waiting)

    def _next_argument(self, token: Token) -> None:
        self._carry_out(0)
        opening = self._waiting[-1]
        if opening.operation is None:
            raise refusal(token.place, tr("a comma must not stand in parentheses"))
        opening.n_arguments += 1

    def _close(self, token: Token) -> None:
        self._carry_out(0)
        if not self._waiting:
            raise refusal(token.place, tr("this parenthesis was not opened"))
        opening = self._waiting.pop()
        if opening.operation is None:
            return
        n, is_extreme = opening.n_arguments, opening.operation.value in EXTREMES
        if is_extreme != (n > 1):
            words = tr("{name} takes two arguments or more") if is_extreme else tr("{name} takes one argument")
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
        words = tr("a number has at most {most} digits")
        raise refusal(token.place, words.format(most=LONGEST_NUMBER))
    value = Fraction(token.text if token.text[0] != "." else f"0{token.text}")
    if value > LARGEST_NUMBER:
        raise refusal(token.place, tr("a number is at most 10¹²"))
    return value
