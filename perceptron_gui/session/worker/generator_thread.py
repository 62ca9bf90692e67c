"""A thread that makes points to order: a million take half a second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.generator.generate import generate
from perceptron_gui.engine.data.generator.recipe import Recipe
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.worker.background_thread import BackgroundThread

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


class Made(Frozen, eq=False):
    """Points that were made to order."""

    recipe: Recipe
    dataset: Dataset


class GeneratorThread(BackgroundThread[Recipe, Made]):
    """Makes the points of the newest recipe. `gate`: where it waits while the window handles events."""

    def __init__(self, gate: PriorityGate) -> None:
        super().__init__(gate, "generator")

    def answer(self, question: Recipe) -> Made:
        """Return the points. See `BackgroundThread.answer`."""
        return Made(question, generate(question))
