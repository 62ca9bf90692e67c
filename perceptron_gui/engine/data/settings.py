"""The rules of a run: mode, order, learning rate, bias, start weights, limits (W1, P4–P7)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

MAX_ABS = 1e12
"""Largest magnitude of a coordinate, a learning rate or a start weight (E7)."""
LARGEST_SEED = 2**64 - 1


class SettingsError(ValueError):
    """A setting that makes no sense; the message is one plain sentence for the user."""


class Mode(StrEnum):
    """Which of the three algorithms runs (P2, D1, M2)."""

    PRIMAL = "primal"
    DUAL = "dual"
    MULTICLASS = "multiclass"

    @property
    def is_binary(self) -> bool:
        """Whether labels are −1/+1 in this mode."""
        return self is not Mode.MULTICLASS


class Order(StrEnum):
    """In which order the points are visited (P4)."""

    CYCLIC = "cyclic"
    SHUFFLED = "shuffled"
    RANDOM = "random"
    BATCH = "batch"
    ONLINE = "online"


@dataclass(frozen=True)
class TrainingSettings:
    """Everything besides the points that a run depends on (P9).

    Attributes
    ----------
    mode : Mode
    order : Order
    eta : float
        Learning rate η, in (0, 10¹²].
    bias : bool
        Whether θ has the bias as its last entry (P6).
    initial : tuple of float or None
        Start weights θ₀ = (w₁ … w_d, b), without b when `bias` is off (P5); None is all zeros.
    positive : int or None
        Index of the class that is + in the binary modes; None lets the order of the classes decide (W1).
    max_epochs, max_updates : int or None
        Limits at which a run stops (P7); None is no limit.
    seed : int
        Seed of the shuffled and random orders (P4), 0 … 2⁶⁴ − 1.

    Raises
    ------
    SettingsError
        When a value is out of its range.
    """

    mode: Mode = Mode.PRIMAL
    order: Order = Order.CYCLIC
    eta: float = 1.0
    bias: bool = True
    initial: tuple[float, ...] | None = None
    positive: int | None = None
    max_epochs: int | None = None
    max_updates: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        """Reject what makes no sense."""
        if not (math.isfinite(self.eta) and 0 < self.eta <= MAX_ABS):
            raise SettingsError(f"The learning rate must be a number above 0 and at most 10¹², not {self.eta}.")
        for value in self.initial or ():
            if not (math.isfinite(value) and abs(value) <= MAX_ABS):
                raise SettingsError(f"A start weight must be a finite number of at most 10¹², not {value}.")
        if self.initial is not None and self.mode is Mode.MULTICLASS:
            raise SettingsError("Start weights are for the binary modes; multiclass starts from zero.")
        for name, limit in (("epochs", self.max_epochs), ("updates", self.max_updates)):
            if limit is not None and limit < 1:
                raise SettingsError(f"The limit of {name} must be at least 1, not {limit}.")
        if not 0 <= self.seed <= LARGEST_SEED:
            raise SettingsError(f"The seed must be a whole number from 0 to {LARGEST_SEED}, not {self.seed}.")
        if self.positive is not None and self.positive < 0:
            raise SettingsError(f"The class that is + is given by its place from 0, not {self.positive}.")

    @property
    def has_start_weights(self) -> bool:
        """Whether the run starts from anything but zero."""
        return self.initial is not None and any(self.initial)

    def check_features(self, n_features: int) -> None:
        """Raise `SettingsError` unless `initial` has one number per entry of θ."""
        expected = n_features + self.bias
        if self.initial is not None and len(self.initial) != expected:
            what = f"{n_features} weights and the bias" if self.bias else f"{n_features} weights, without a bias"
            raise SettingsError(
                f"The start weights need {expected} numbers ({what}), but there are {len(self.initial)}."
            )
