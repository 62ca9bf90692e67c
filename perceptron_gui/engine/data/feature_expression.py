"""A feature of one's own, as it was read (F1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from perceptron_gui.engine.data.feature_program import Operation, Program, Step
from perceptron_gui.engine.data.feature_tokens import Token, in_notation, refusal, shown
from perceptron_gui.frozen import replace
from perceptron_gui.translation import tr

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
