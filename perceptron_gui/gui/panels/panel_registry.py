"""The panels beside the canvas: docks, tabs, menu, keys and help follow this one list."""

from collections.abc import Callable
from importlib import import_module
from typing import cast

from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.translation import N_, tr


class PanelEntry(Frozen):
    """A panel that a window has."""

    name: str  # identifies the dock in a saved layout; never change it
    title: str  # what the tab and the menu say, before translation
    make: Callable[[], Panel]  # return a new panel; a subclass of Panel is one
    key: int | None = None  # the digit that shows the panel together with Ctrl; there are ten, and panels may be more

    @property
    def shortcut(self) -> str:
        """The keys that show the panel, in Qt's portable form; empty for none."""
        return "" if self.key is None else f"Ctrl+{self.key}"

    @property
    def short_title(self) -> str:
        """The translated title within a sentence, without what follows a colon."""
        return tr(self.title).partition(":")[0].lower()


def _late(module: str, name: str) -> Callable[[], Panel]:
    """Return what makes a panel of a class whose module is imported only then: after the first paint (A9)."""
    return lambda: cast("Panel", getattr(import_module(f"perceptron_gui.gui.features.{module}"), name)())


PANELS = (
    PanelEntry("step", N_("This step"), _late("step", "StepPanel"), 1),
    PanelEntry("curves", N_("Curves"), _late("curves", "CurvesPanel"), 2),
    PanelEntry("dual", N_("Dual: α"), _late("dual", "DualPanel"), 3),
    PanelEntry("table", N_("Table"), _late("run_table", "TablePanel"), 4),
    PanelEntry("theorem", N_("Theorem"), _late("theorem", "TheoremPanel"), 5),
    PanelEntry("weights", N_("Weight space"), _late("weight_space", "WeightSpacePanel"), 6),
    PanelEntry("runs", N_("Runs"), _late("runs", "RunsPanel"), 7),
    PanelEntry("features", N_("Features"), _late("feature_map", "FeaturesPanel"), 8),
    PanelEntry("multiclass", N_("Multiclass"), _late("multiclass", "MulticlassPanel"), 9),
    PanelEntry("points", N_("Points"), _late("point_table", "PointsPanel"), 0),
)
"""In the order of the tabs."""
