"""The figures of what was found about the points; imported with the first of them that is shown (A9)."""

from __future__ import annotations

from collections.abc import Callable

from perceptron_gui.gui.canvas.geometry.figure import Figure, Subject
from perceptron_gui.gui.canvas.geometry.optimum import optimum_figure
from perceptron_gui.gui.canvas.geometry.radius import radius_figure
from perceptron_gui.gui.canvas.geometry.street import street_figure
from perceptron_gui.gui.canvas.geometry.witness import witness_figure

__all__ = ["FIGURES", "Subject"]

FIGURES: dict[str, Callable[[Subject], Figure | None]] = {
    "radius": radius_figure,
    "street": street_figure,
    "optimum": optimum_figure,
    "witness": witness_figure,
}
"""What is drawn for each view switch, from the ground up."""
