"""Every page of the stations where room is least and letters are largest: 1024×768 in the projector theme."""

from __future__ import annotations

from functools import cache

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.gui.panels.panel_registry import PANELS
from tests.gui.gallery import ways
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import OLD, State, Way, looks
from tests.gui.gallery.ways import after, ended, with_panel

IN_A_SMALL_HALL = looks(("projector",), (OLD,))
GAUSSIAN = Kernel(KernelName.RBF)
RUNS = {
    "primal": ("two-classes", 4, TrainingSettings()),
    "primal without bias": ("through-origin", 2, TrainingSettings(bias=False)),
    "dual": ("two-classes", 4, TrainingSettings(mode=Mode.DUAL)),
    "a kernel": ("ring", 9, TrainingSettings(mode=Mode.DUAL, kernel=GAUSSIAN)),
    "three classes": ("three-classes", 2, TrainingSettings(mode=Mode.MULTICLASS)),
    "two classes": ("two-classes", 4, TrainingSettings(mode=Mode.MULTICLASS)),
    "classes by a kernel": ("three-classes", 2, TrainingSettings(mode=Mode.MULTICLASS, kernel=GAUSSIAN)),
}
"""What the pages are looked at with, by its name: an example at a mistake, under rules that offer all of the pages."""
PAGES = [(run, page.name) for run, (*_, rules) in RUNS.items() for page in PANELS if page.is_offered(rules)]


@cache
def at_a_mistake(run: str) -> Way:
    """Return the way to one of the runs."""
    name, mistakes, rules = RUNS[run]
    changes = {part: getattr(rules, part) for part in ("mode", "kernel", "bias")}
    return lambda stage: (stage.open(name, **changes), stage.mistakes(mistakes))


def page(name: str) -> Way:
    """Bring a page to the front, and wait for all that is computed for it."""

    def act(stage: Stage) -> None:
        stage.panel(name)
        settled(stage)

    return act


def settled(stage: Stage) -> None:
    """Wait for what a page of another size asks for."""
    stage.wait(lambda: not stage.window.controller.background.is_busy)
    stage.rest()


MORE: dict[str, Way] = {
    "theorem, all switches": with_panel(
        after(ended("two-classes"), "show.linear", "show.ones", "show.influence"), "theorem"
    ),
    "step, bias as one more feature": with_panel(after(at_a_mistake("primal"), "show.ones"), "step"),
    "step, bias as one more feature in dual": with_panel(after(at_a_mistake("dual"), "show.ones"), "step"),
    "loss at the start": with_panel(lambda s: s.open("two-classes"), "loss"),
    "weight space, flat": ways.flat_map(at_a_mistake("primal")),
    "trials": ways.trial_made,
    "fan": ways.fan_trained(ways.Variation.ORDERS),
}
STATIONS = [
    *(
        State("stations", f"{name}, {run}", at_a_mistake(run), looks=IN_A_SMALL_HALL, acts=page(name))
        for run, name in PAGES
    ),
    *(State("stations", name, way, looks=IN_A_SMALL_HALL, acts=settled) for name, way in MORE.items()),
]
