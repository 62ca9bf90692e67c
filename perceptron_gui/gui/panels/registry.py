"""The panels beside the canvas: docks, tabs, menu, keys and help follow this one list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perceptron_gui.gui.panels.curves import CurvesPanel
from perceptron_gui.gui.panels.dual import DualPanel
from perceptron_gui.gui.panels.features import FeaturesPanel
from perceptron_gui.gui.panels.multiclass import MulticlassPanel
from perceptron_gui.gui.panels.points import PointsPanel
from perceptron_gui.gui.panels.runs import RunsPanel
from perceptron_gui.gui.panels.step import StepPanel
from perceptron_gui.gui.panels.table import TablePanel
from perceptron_gui.gui.panels.theorem import TheoremPanel
from perceptron_gui.gui.panels.weight_space import WeightSpacePanel
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.gui.panels.panel import Panel


@dataclass(frozen=True)
class PanelEntry:
    """A panel that a window has.

    Attributes
    ----------
    name : str
        Identifies the dock in a saved layout; never change it.
    title : str
        What the tab and the menu say, before translation.
    make : callable
        Return a new panel; a subclass of Panel is one.
    key : int
        The digit that shows the panel together with Ctrl.
    """

    name: str
    title: str
    make: Callable[[], Panel]
    key: int

    @property
    def shortcut(self) -> str:
        """The keys that show the panel, in Qt's portable form."""
        return f"Ctrl+{self.key}"

    @property
    def short_title(self) -> str:
        """The translated title within a sentence, without what follows a colon."""
        return tr(self.title).partition(":")[0].lower()


PANELS = (
    PanelEntry("step", N_("This step"), StepPanel, 1),
    PanelEntry("curves", N_("Curves"), CurvesPanel, 2),
    PanelEntry("dual", N_("Dual: α"), DualPanel, 3),
    PanelEntry("table", N_("Table"), TablePanel, 4),
    PanelEntry("theorem", N_("Theorem"), TheoremPanel, 5),
    PanelEntry("weights", N_("Weight space"), WeightSpacePanel, 6),
    PanelEntry("runs", N_("Runs"), RunsPanel, 7),
    PanelEntry("features", N_("Features"), FeaturesPanel, 8),
    PanelEntry("multiclass", N_("Multiclass"), MulticlassPanel, 9),
    PanelEntry("points", N_("Points"), PointsPanel, 0),
)
"""In the order of the tabs."""
