"""What a state of the gallery is, and in which themes and sizes it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from tests.gui.gallery.stage import FULL_SCREEN, Stage

THEMES = ("light", "dark", "projector", "contrast")
SMALL, OLD, USUAL, LARGE = "960x600", "1024x768", "1280x800", "1920x1080"
BIG = "1366x768"
"""The screen of a small laptop."""
SIZES = (SMALL, OLD, USUAL, LARGE, FULL_SCREEN)
Look = tuple[str, str]
"""A theme and a size."""
Way = Callable[[Stage], object]


def looks(themes: Sequence[str] = ("light",), sizes: Sequence[str] = (USUAL,)) -> tuple[Look, ...]:
    """Return every theme at every size."""
    return tuple(product(themes, sizes))


EVERYWHERE = looks(THEMES, SIZES)
IN_ALL_THEMES = looks(THEMES)
FOR_A_HALL = (("light", SMALL), ("light", USUAL), ("dark", OLD), ("projector", USUAL), ("projector", FULL_SCREEN))
"""A few that differ in everything."""
LIGHT_AND_LARGE = (("light", USUAL), ("projector", OLD))
"""Where room is what matters."""


@dataclass(frozen=True)
class State:
    """One thing to look at.

    Attributes
    ----------
    sheet : str
        The contact sheet it belongs on.
    name : str
        What stands below its pictures; no other state of the sheet has it.
    reach : callable
        Leads a fresh window to it.
    acts : callable or None
        What is done there for each look anew: the mouse, for one, is elsewhere after another size.
    opens : callable or None
        Opens a menu, list or dialog before the window, for each look anew.
    looks : sequence of (theme, size)
    """

    sheet: str
    name: str
    reach: Way
    opens: Way | None = None
    looks: Sequence[Look] = LIGHT_AND_LARGE
    acts: Way | None = None

    def take_look(self, stage: Stage, theme: str, size: str) -> None:
        """Lead a window that is at this state to a theme and a size."""
        stage.take_look(theme, size)
        if self.acts is not None:
            self.acts(stage)

    @property
    def id(self) -> str:
        """What tests and files call it."""
        plain = "".join(letter if letter.isalnum() else "-" for letter in f"{self.sheet} {self.name}".lower())
        return "-".join(part for part in plain.split("-") if part)
