"""What a hall sees (F11): every card, at the sizes of projectors and in all themes."""

from __future__ import annotations

from collections.abc import Callable

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.gui.features.forms import GramPanel
from perceptron_gui.gui.features.theorem import TheoremPanel
from perceptron_gui.gui.features.weight_space import WeightSpacePanel
from tests.gui.gallery import ways
from tests.gui.gallery.stage import IN_HALL, Stage
from tests.gui.gallery.state import State, Way
from tests.gui.gallery.ways import after, ended, opened, shown

PROJECTOR, LAPTOP, LARGE = (f"{IN_HALL} {size}" for size in ("1024x768", "1280x720", "1920x1080"))
LOOKS = (("light", LARGE), ("dark", LAPTOP), ("light", LAPTOP), ("projector", PROJECTOR))
"""The smallest last, which leaves least room."""
READY: dict[str, Callable[[Stage], object]] = {
    "weights": lambda stage: stage.window.side.panel(WeightSpacePanel).scene is not None,
    "gram": lambda stage: stage.window.side.panel(GramPanel).view.n_shown,
    "theorem": lambda stage: stage.window.side.panel(TheoremPanel).is_built,
}


def seen(card: str) -> Way:
    """Wait until a card has all that is on it."""

    def act(stage: Stage) -> None:
        stage.settle()
        stage.wait(lambda: READY.get(card, bool)(stage) or card not in READY)
        stage.rest()

    return act


def with_card(way: Way, card: str) -> Way:
    """Go some way, and choose a card: with its page in front, and for who is in the hall already."""

    def reach(stage: Stage) -> None:
        way(stage)
        stage.window.side.bring_named(card)
        stage.window.controller.change_view(card=card)

    return reach


def put_away(stage: Stage) -> None:
    """Leave the plane all of the width."""
    opened("two-classes", 2)(stage)
    controller = stage.window.controller
    controller.change_view(switches=controller.view_state.switches - {"formula"})


def with_tool(stage: Stage) -> None:
    """Choose a tool by its key, when the hall looks on already."""
    opened("two-classes", 2)(stage)
    if not stage.window.controller.view_state.is_presenting:
        stage.do("view.presentation")
    stage.do("tools.place")


CARDS: dict[str, tuple[Way, str]] = {
    "step": (opened("two-classes", 2), "step"),
    "step of the textbook": (opened("textbook", 3), "step"),
    "step of iris": (opened("iris", 6), "step"),
    "step of iris, multiclass": (opened("iris", 6, Mode.MULTICLASS), "step"),
    "step of long names": (shown(ways.long_named(), 1, Mode.MULTICLASS), "step"),
    "step of long names at a mistake": (shown(ways.three_long_named(), 2, Mode.MULTICLASS), "step"),
    "step under a Gaussian kernel": (ways.ring_by_kernel, "step"),
    "step late under a Gaussian kernel": (after(ways.ring_by_kernel, "run.end", "run.step_back"), "step"),
    "step of long sums": (after(ended("narrow", mode=Mode.DUAL), "show.full"), "step"),
    "step, zoomed in": (ways.zoomed, "step"),
    "dual": (opened("two-classes", 4, Mode.DUAL), "dual"),
    "theorem": (ended("two-classes"), "theorem"),
    "theorem, not separable": (ended("xor"), "theorem"),
    "theorem, not separable, at the start": (opened("xor", 0), "theorem"),
    "empty plane": (lambda stage: stage.show(Dataset.empty()), "theorem"),
    "weight space": (opened("two-classes", 2), "weights"),
    "Gram matrix": (opened("textbook", 3, Mode.DUAL), "gram"),
    "Gram matrix of a Gaussian kernel": (ways.ring_by_kernel, "gram"),
    "table": (opened("two-classes", 5), "table"),
    "table of iris": (opened("iris", 6, Mode.MULTICLASS), "table"),
    "question among all cards": (after(opened("two-classes", 2, Mode.DUAL), "run.predict"), "step"),
    "question": (after(opened("two-classes", 2), "run.predict"), "step"),
    "answer": (ways.answered(Mode.MULTICLASS, True), "step"),
    "put away": (put_away, "step"),
    "a tool is chosen": (with_tool, "step"),
}
HALL = [State("hall", name, with_card(way, card), looks=LOOKS, acts=seen(card)) for name, (way, card) in CARDS.items()]
