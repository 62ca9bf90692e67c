"""The stations beside the canvas, their pages, and which of these a hall sees: rows, menu, keys and help follow."""

from collections.abc import Callable
from importlib import import_module
from typing import cast

from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.translation import N_, tr


class PanelEntry(Frozen):
    """A page of a station, which one panel fills."""

    name: str  # identifies the panel in preferences and sessions; never change it
    title: str  # what the row of pages says where room is short, before translation
    make: Callable[[], Panel]  # return a new panel; a subclass of Panel is one
    modes: tuple[str, ...] = ()  # the modes that have it; empty for all
    is_straight: bool = False  # whether it needs weights for each feature, which a curved kernel has not
    full: str = ""  # what the row says where there is room, and who points at it reads; empty for the title

    @property
    def name_in_full(self) -> str:
        """What the page is called where nothing is short of room, translated."""
        return tr(self.full or self.title)

    def is_offered(self, settings: TrainingSettings | None) -> bool:
        """Whether the page exists under these rules; without rules, as in the primal mode."""
        mode, is_curved = ("primal", False) if settings is None else (settings.mode, settings.has_curved_kernel)
        return (not self.modes or mode in self.modes) and not (self.is_straight and is_curved)


class Station(Frozen):
    """Pages about one thing, of which one is seen."""

    titles: tuple[str, ...]  # what the row says, before translation: in every mode, or one for each that has another
    pages: tuple[PanelEntry, ...]  # in every mode at least one of them is offered

    def title(self, settings: TrainingSettings | None) -> str:
        """Return the station's translated title under these rules."""
        if len(self.titles) == 1 or settings is None:
            return tr(self.titles[0])
        return tr(self.titles[("primal", "dual", "multiclass").index(settings.mode)])

    def offered(
        self, settings: TrainingSettings | None, hidden: frozenset[str] = frozenset()
    ) -> tuple[PanelEntry, ...]:
        """Return the pages that there are under these rules. `hidden`: names of pages that are nowhere."""
        return tuple(page for page in self.pages if page.is_offered(settings) and page.name not in hidden)


def _late(module: str, name: str) -> Callable[[], Panel]:
    """Return a factory that imports the panel's module only when called, after the first paint (A9)."""
    return lambda: cast("Panel", getattr(import_module(f"perceptron_gui.gui.features.{module}"), name)())


STATIONS = (
    Station(
        # L10n: the station that explains the last visit
        (N_("Step"),),
        (
            PanelEntry("step", N_("Formulas"), _late("step", "StepPanel")),
            # L10n: the loss function, not a defeat
            PanelEntry("loss", N_("Loss"), _late("step.loss", "LossPanel")),
            PanelEntry(
                "features",
                N_("By feature"),
                _late("forms", "FeaturesPanel"),
                is_straight=True,
                full=N_("Feature by feature"),
            ),
        ),
    ),
    Station(
        (N_("Weights"), N_("Dual"), N_("Classes")),
        (
            PanelEntry("dual", N_("α"), _late("forms", "AlphaPanel"), ("dual",), full=N_("α of the points")),
            # L10n: short for Gram matrix
            PanelEntry("gram", N_("Gram"), _late("forms", "GramPanel"), ("dual",), full=N_("Gram matrix")),
            # L10n: the page that has primal and dual side by side
            PanelEntry("both", N_("Both"), _late("forms", "BothPanel"), ("dual",), full=N_("Primal = dual")),
            PanelEntry(
                "multiclass", N_("W"), _late("forms", "RowsPanel"), ("multiclass",), full=N_("W, class by class")
            ),
            PanelEntry(
                "against",
                N_("1 vs rest"),
                _late("forms", "AgainstPanel"),
                ("multiclass",),
                full=N_("One against the rest"),
            ),
            PanelEntry(
                "confusion",
                # L10n: short for confusion matrix
                N_("Confusion"),
                _late("forms", "ConfusionPanel"),
                ("multiclass",),
                full=N_("Confusion matrix"),
            ),
            PanelEntry(
                "weights",
                N_("Weights"),
                _late("weight_space", "WeightSpacePanel"),
                is_straight=True,
                full=N_("Weight space"),
            ),
        ),
    ),
    Station(
        # L10n: the station with the theorem: why it ends
        (N_("Why"),),
        (
            PanelEntry("theorem", N_("Theorem"), _late("theorem", "TheoremPanel")),
            PanelEntry(
                "trials",
                # L10n: the page that tries the theorem on many runs
                N_("Trials"),
                _late("theorem.trials", "TrialsPanel"),
                full=N_("Trials on dimension and margin"),
            ),
            PanelEntry(
                "influences", N_("Influences"), _late("theorem.trials", "InfluencesPanel"), full=N_("Last influences")
            ),
        ),
    ),
    Station(
        # L10n: the station about the run: curves, table (a noun)
        (N_("Run"),),
        (
            PanelEntry("curves", N_("Curves"), _late("curves", "CurvesPanel")),
            PanelEntry("table", N_("Table"), _late("run_table", "TablePanel"), full=N_("Visit by visit")),
            # L10n: the page that compares runs
            PanelEntry("runs", N_("Compare"), _late("runs", "RunsPanel"), full=N_("Compare runs")),
        ),
    ),
    Station((N_("Points"),), (PanelEntry("points", N_("Table of points"), _late("point_table", "PointsPanel")),)),
)
"""In the order of the row; Ctrl and the number of a station show it."""
PANELS = tuple(page for station in STATIONS for page in station.pages)
"""All pages."""


QUESTION = "question"
"""The card of an exercise, which is on no page."""
CARDS = {
    "step": N_("Step"),
    "dual": N_("Dual"),
    "theorem": N_("Theorem"),
    "weights": N_("Weights"),
    "gram": N_("Gram"),
    "table": N_("Table"),
    QUESTION: N_("Question"),
}
"""What a hall sees beside the plane (G9), in the order of its row: names of pages, and what the row says."""
