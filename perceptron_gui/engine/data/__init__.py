"""What a run is about: points, settings, built-in sets, arrays that grow; and the refusal of a setting (E7)."""

from perceptron_gui.frozen import Meta, is_within
from perceptron_gui.translation import N_, tr

MAX_ABS = 1e12
"""Largest magnitude of a coordinate, a learning rate or a start weight (E7)."""
LARGEST_SEED = 2**64 - 1
SEED = Meta(ge=0, le=LARGEST_SEED)
"""For `Annotated[…]`: of random orders and draws."""
NO_SEED = N_("The seed must be a whole number from 0 to {most}, not {value}.")


class SettingsError(ValueError):
    """A setting is invalid; the message is one plain sentence for the user."""


def as_typed(value: float) -> str:
    """Return a number in its shortest typed form: 0, not 0.0. `value`: any, finite or not."""
    return repr(value).removesuffix(".0")


def check_within(value: float | None, limits: Meta, words: str) -> None:
    """Raise `SettingsError` unless a number is within its limits, or is not set.

    `words`: the sentence, untranslated, with a field for the {value}, and perhaps for the {most} that it may be.
    """
    if value is not None and not is_within(value, limits):
        raise SettingsError(tr(words).format(value=as_typed(value), most=limits.le))
