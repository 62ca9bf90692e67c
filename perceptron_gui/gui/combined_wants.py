"""Adds up what views need from the run."""

from collections.abc import Iterable
from functools import lru_cache

from perceptron_gui.engine.run.wants import Wants


def combine_wants(wants: Iterable[Wants]) -> Wants:
    """Return everything that any view wants.

    `wants`: what each visible view needs. Returns each flag is set where one view sets it; ticks and span are the
    largest asked for.
    """
    return _combined(tuple(wants))


@lru_cache(maxsize=64)  # asked with every frame, and mostly the same
def _combined(each: tuple[Wants, ...]) -> Wants:
    return Wants(
        alpha=any(one.alpha for one in each),
        losses=any(one.losses for one in each),
        curves=any(one.curves for one in each),
        proof=any(one.proof for one in each),
        path=any(one.path for one in each),
        pocket=any(one.pocket for one in each),
        rivals=any(one.rivals for one in each),
        test=any(one.test for one in each),
        averaged=any(one.averaged for one in each),
        voted=any(one.voted for one in each),
        age=any(one.age for one in each),
        ticks=max((one.ticks for one in each), default=0),
        span=max((one.span for one in each), default=0),
    )
