"""What everyday use is made of, as the registries of the program have it, and what the program refuses of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings, with_features, with_kernel, with_mode
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.style.theme import THEMES
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.exercise_registry import EXERCISES
from perceptron_gui.session.feature_choices import USUAL
from perceptron_gui.session.messages.verdict_text import FEATURES
from perceptron_gui.session.view.switches import SWITCHES
from perceptron_gui.session.view.view_state import Tool
from tests.gui.everyday.cover import Cover, Row
from tests.gui.monkey.edits import EDITS_BY_NAME

PLACES = ("start", "a mistake", "the end")
VIEWS = ("fitted", "zoomed", "panned")
SCREENS = ("window", "without panels", "canvas only")
NOTHING = "none"
EDITS = (NOTHING, *(name for name in EDITS_BY_NAME if name != "place many"))
"""What comes in the middle of the run; thousands of points take too long."""


def factors() -> dict[str, Sequence[object]]:
    """Return the values of every factor; each switch is one by itself, so that any two are on together.

    Kernel and features are one: each takes the other's place, and apart the straight line, which most people use and
    most switches are about, would hardly be drawn.
    """
    return {
        "sample": tuple(BY_NAME),
        "mode": tuple(Mode),
        "order": tuple(Order),
        "model": models(),
        "bias": (True, False),
        "beta": (0.0, 1.0),
        "panel": tuple(entry.name for entry in PANELS),
        "place": PLACES,
        "edit": EDITS,
        "view": VIEWS,
        "screen": SCREENS,
        "theme": tuple(THEMES),
        "tool": tuple(Tool),
        "exercise": (NOTHING, *(entry.name for entry in EXERCISES)),
        **{switch.action: (False, True) for switch in SWITCHES},
    }


class ModelChoice(NamedTuple):
    """What a boundary is made of."""

    kernel: KernelName
    features: FeatureMap

    def __str__(self) -> str:
        return f"{self.kernel} of {self.features.text}"


@cache
def models() -> tuple[ModelChoice, ...]:
    """Return the kernels and features that go together in some mode."""
    features = dict.fromkeys((*filter(None, FEATURES), *map(FeatureMap.read, (USUAL[3], ", ".join(USUAL)))))
    every = [ModelChoice(*both) for both in product(KernelName, features)]
    return tuple(each for each in every if any(rules_of(mode, each) for mode in Mode))


@cache
def rules_of(mode: Mode, model: ModelChoice) -> TrainingSettings | None:
    """Return such rules; None where the window cannot be brought to them."""
    rules = with_features(with_kernel(with_mode(TrainingSettings(), mode), Kernel(model.kernel)), model.features)
    return rules if (rules.mode, rules.kernel.name, rules.features) == (mode, *model) else None


@cache
def points(name: str) -> Dataset:
    """Return the points of an example."""
    return BY_NAME[name].make()


@cache
def is_possible(sample: str, mode: Mode, model: ModelChoice) -> bool:
    """Whether the window can be brought to such rules, and the program trains on an example by them."""
    rules = rules_of(mode, model)
    return rules is not None and not Document(points(sample), rules).problem


BOUND = ("sample", "mode", "model")
"""Factors of which some values exclude each other."""


def is_allowed(row: Row) -> bool:
    """Whether a part of a row can be made a whole one that the program does not refuse."""
    return _can_be(*(row.get(name) for name in BOUND))


@cache
def _can_be(*given: object) -> bool:
    every = factors()
    values = [every[name] if value is None else (value,) for name, value in zip(BOUND, given, strict=True)]
    return any(is_possible(*whole) for whole in product(*values))


def cover(seed: int) -> list[Row]:
    """Return rows with every pair of values that the program does not refuse."""
    return Cover(factors(), is_allowed, seed).rows()
