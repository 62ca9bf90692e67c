"""What a monkey does to the window: acts by chance, each whole in itself so that it can be left out or played again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from perceptron_gui.files.points.sample_files import ALL_SAMPLES
from perceptron_gui.session.actions import ACTIONS

Value = int | float | str
KEYS = (
    *(
        "Space",
        "Left",
        "Right",
        "Up",
        "Down",
        "Home",
        "End",
        "Return",
        "Escape",
        "Delete",
        "Backspace",
        "Tab",
        "M",
        "P",
    ),
    *("C", "BracketLeft", "BracketRight", "BraceLeft", "BraceRight", "D", "J"),
    *("S", "B", "E", "Q", "F", "I", "T", "1", "2", "3", "0", "Plus", "Minus", "F6", "F10", "Menu", "PageDown", "Comma"),
)
MODIFIERS = ("", "", "", "", "shift", "ctrl", "ctrl+shift", "alt")
SIZES = ((960, 600), (1024, 768), (1280, 800), (1600, 1000), (1920, 1080), (1281, 601))
TEXTS = (
    "0.5",
    "1,5",
    "-3",
    "0",
    "",
    "1e-9",
    "1e13",
    "nan",
    "x",
    "−2",
    "0.1 0.2 3",
    "7",
    "99999999999999999999",
    "<b>&é",
)
RESTS = (*(0,) * 9, 520)
"""Milliseconds that the mouse rests where it was moved to; after 500 the card at the pointer comes."""
EDITS = (
    *(
        "delete",
        "relabel",
        "clear",
        "place many",
        "place far",
        "place tiny",
        "place huge",
        "one class",
        "add class",
        "rename class",
    ),
    *(
        "remove class",
        "move class",
        "third feature",
        "one feature",
        "same points",
        "opposite points",
        "without bias",
        "batch",
        "start weights",
    ),
)


@dataclass(frozen=True)
class Act:
    """One thing done to the window.

    Attributes
    ----------
    kind : str
        The name of a method of `CanvasActs` or `WindowActs`, without do_.
    values : tuple
        Its arguments. Places are parts of a width and a height, choices are numbers that wrap around.
    """

    kind: str
    values: tuple[Value, ...] = ()

    def __str__(self) -> str:
        """Return the act as a line of a script."""
        return " ".join([self.kind, *map(repr, self.values)])


class Chance:
    """Makes acts.

    Parameters
    ----------
    seed : int
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def acts(self, count: int) -> list[Act]:
        """Return `count` acts."""
        made: list[Act] = []
        while len(made) < count:
            made += self._burst()
        return made[:count]

    def _burst(self) -> Iterator[Act]:
        """Yield a stroke on the canvas or in a panel, a press of two fingers, or a single act."""
        chance = self._random.random()
        if chance < 0.16:
            yield from self._stroke()
        elif chance < 0.18:
            yield from self._grip()
        elif chance < 0.21:
            yield from self._touches()
        elif chance < 0.26:
            yield from self._picture()
        elif chance < 0.265:
            yield from self._minimised()
        else:
            yield self._single()

    def _stroke(self) -> Iterator[Act]:
        """Yield a press, moves, and a release, mostly on points, often with something else in the middle of it."""
        x, y = self._place()
        modifiers = self._random.choice(MODIFIERS)
        yield self._at_point("press_point", modifiers) or Act("press", (x, y, modifiers))
        for _ in range(self._random.randrange(5)):
            x, y = round(x + self._random.uniform(-0.2, 0.2), 3), round(y + self._random.uniform(-0.2, 0.2), 3)
            yield self._at_point("move_point") or Act("move", (x, y))
            if self._random.random() < 0.3:
                yield self._interruption()
        if self._random.random() < 0.9:  # some releases go to another window
            yield Act("release", (x, y, self._random.choice(MODIFIERS)))

    def _grip(self) -> Iterator[Act]:
        """Yield points that are selected, and a grip of the box around them that is dragged or held by the keyboard."""
        number = self._random.randrange(1000)
        yield Act("select", (number, self._random.choice(("tools.select", "tools.lasso"))))
        yield Act("press_grip", (number, self._random.choice(MODIFIERS)))
        for _ in range(self._random.randrange(1, 4)):
            yield Act("move", self._place())
            if self._random.random() < 0.3:
                yield self._interruption()
        if self._random.random() < 0.8:
            yield Act("release", (*self._place(), self._random.choice(MODIFIERS)))

    def _at_point(self, kind: str, *values: Value) -> Act | None:
        """Return an act on a point, more often than not."""
        return Act(kind, (self._random.randrange(1000), *values)) if self._random.random() < 0.6 else None

    def _interruption(self) -> Act:
        """Return what may come between a press and its release: above all, other points."""
        if self._random.random() < 0.5:
            return self._single()
        number = self._random.randrange(1000)
        return self._random.choice((Act("action", ("edit.undo",)), Act("edit", (self._random.choice(EDITS), number))))

    def _touches(self) -> Iterator[Act]:
        hands = self._random.randint(1, 2)
        places = [coordinate for _ in range(hands) for coordinate in self._place()]
        yield Act("touch", ("press", *places))
        for _ in range(self._random.randrange(3)):
            places = [v + self._random.uniform(-0.1, 0.1) for v in places]
            yield Act("touch", ("move", *places))
            if self._random.random() < 0.2:
                yield self._single()
        yield Act("touch", ("release", *places))

    def _picture(self) -> Iterator[Act]:
        """Yield a stroke in a picture of a panel, with other points in the middle of it at times."""
        number = self._random.randrange(1000)
        yield Act("picture", ("press", number, *self._place()))
        for _ in range(self._random.randrange(3)):
            yield Act("picture", ("move", number, *self._place()))
            if self._random.random() < 0.3:
                yield self._interruption()
        yield Act("picture", (self._random.choice(("release", "release", "double")), number, *self._place()))

    def _minimised(self) -> Iterator[Act]:
        """Yield a window that goes, what still reaches it meanwhile, and that it comes back."""
        yield Act("put_away", ())
        for _ in range(self._random.randrange(1, 4)):
            yield self._single()
        yield Act("bring_back", ())

    def _place(self) -> tuple[float, float]:
        return round(self._random.uniform(-0.05, 1.05), 3), round(self._random.uniform(-0.05, 1.05), 3)

    def _single(self) -> Act:
        number = self._random.randrange(1000)
        kinds = (
            (20, lambda: Act("action", (self._random.choice(ACTIONS).id,))),
            (12, lambda: Act("click", (*self._place(), self._random.choice(MODIFIERS)))),
            (6, lambda: Act("place", self._place())),
            (6, lambda: Act("key", (self._random.choice(KEYS), self._random.choice(MODIFIERS)))),
            (5, lambda: Act("hover", (*self._place(), self._random.choice(RESTS)))),
            (4, lambda: Act("wheel", (*self._place(), self._random.randint(-8, 8), number))),
            (3, lambda: Act("double", self._place())),
            (3, lambda: Act("edit", (self._random.choice(EDITS), number))),
            (3, lambda: Act("widget", (number,))),
            (3, lambda: Act("menu_of", (*self._place(), number))),
            (2, lambda: Act("write", (number, self._random.choice(TEXTS)))),
            (2, lambda: Act("mode", (number,))),
            (2, lambda: Act("order", (number,))),
            (2, lambda: Act("example", (self._random.choice(ALL_SAMPLES).name,))),
            (2, lambda: Act("lesson", (number,))),
            (2, lambda: Act("speed", (number,))),
            (2, lambda: Act("timeline", (self._random.random(),))),
            (2, lambda: Act("tab", (number,))),
            (1, lambda: Act("table", (number, self._random.choice(MODIFIERS)))),
            (1, lambda: Act("size", self._random.choice(SIZES))),
            (1, lambda: Act("pan", (*self._place(), *self._place()))),
            (1, lambda: Act("rename", (number, self._random.choice(TEXTS)))),
            (1, lambda: Act("wait", (self._random.choice((5, 20, 100)),))),
            (1, lambda: Act("minimise", ())),
            (1, lambda: Act("close_all", ())),
        )
        weights = [weight for weight, _ in kinds]
        return self._random.choices([make for _, make in kinds], weights)[0]()
