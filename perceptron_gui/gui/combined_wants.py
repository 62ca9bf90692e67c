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
    together = (Wants(), *each)
    return Wants(**{name: max(getattr(one, name) for one in together) for name in Wants.__struct_fields__})
