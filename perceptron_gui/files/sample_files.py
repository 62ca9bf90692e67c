"""All built-in data sets, made and measured, by what they teach."""

from __future__ import annotations

from perceptron_gui.engine.data.held_out_samples import OVERFIT
from perceptron_gui.engine.data.samples import SAMPLES, Sample
from perceptron_gui.files.real_samples import IRIS_SAMPLES, PENGUIN_SAMPLES, REAL_SAMPLES, WINE_SAMPLES
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import N_

ALL_SAMPLES = (*SAMPLES, OVERFIT, *REAL_SAMPLES)
BY_NAME = {sample.name: sample for sample in ALL_SAMPLES}


class Topic(Frozen):
    """Data sets that belong together in a menu."""

    title: str  # marked for translation
    names: tuple[str, ...]  # names of the data sets, in the order of the menu

    @property
    def samples(self) -> tuple[Sample, ...]:
        """The data sets."""
        return tuple(BY_NAME[name] for name in self.names)


TOPICS = (
    Topic(N_("First steps"), ("two-classes", "textbook", "head-start", "through-origin", "order")),
    Topic(N_("Margin and bound"), ("wide", "narrow", "far-away", "tight", "bias-counts")),
    Topic(N_("No line will do"), ("one-outlier", "almost", "flip", "touching", "xor", "ring")),
    Topic(N_("Dual and kernels"), ("moons", "spirals")),
    Topic(N_("More than two classes"), ("three-classes", "four-classes", "in-a-row")),
    Topic(N_("Held-out points"), ("overfit",)),
    Topic(N_("Real data: flowers"), tuple(sample.name for sample in IRIS_SAMPLES)),
    Topic(N_("Real data: penguins and wines"), tuple(sample.name for sample in (*PENGUIN_SAMPLES, *WINE_SAMPLES))),
)
"""All data sets by what they teach: one long list does not fit a small screen."""
