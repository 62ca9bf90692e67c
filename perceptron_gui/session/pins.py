"""Runs that are pinned: they stay on the canvas beside the run of now (P4)."""

from __future__ import annotations

from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.frozen import Frozen

LETTERS = "PQRSTU"
"""Letters of pinned runs: far from A, B, … which name classes."""
MOST_PINS = len(LETTERS)


class Pin(Frozen):
    """A run that is kept for comparison, as the rules that make it."""

    letter: str  # what it is called on the canvas
    settings: TrainingSettings


def with_pin(pins: tuple[Pin, ...], settings: TrainingSettings) -> tuple[Pin, ...]:
    """Return the pins and one more, with the first free letter.

    Unchanged where these rules are pinned already, or where there is no letter left.

    `pins`: those so far, in the order of their letters.
    """
    free = [letter for letter in LETTERS if letter not in {pin.letter for pin in pins}]
    if not free or any(same_run(pin.settings, settings) for pin in pins):
        return pins
    return tuple(sorted((*pins, Pin(free[0], settings)), key=lambda pin: pin.letter))


def same_run(one: TrainingSettings, other: TrainingSettings) -> bool:
    """Whether two sets of rules make the same run of the same points."""
    return one.essence == other.essence
