"""Boundaries of other outcomes of the same run beside its own: averaged, voted, pocket (V1–V3)."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from perceptron_gui.engine.model.models import make_model
from perceptron_gui.gui.canvas.background import Layer
from perceptron_gui.gui.canvas.curve_shapes import segments
from perceptron_gui.gui.canvas.picture import hidden_values
from perceptron_gui.session.contours.field import Field, FieldQuestion, is_equal

if TYPE_CHECKING:
    from perceptron_gui.engine.model.model import Model
    from perceptron_gui.engine.run.cursor_average import Average
    from perceptron_gui.engine.run.pocket import Best, Pocket
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.engine.run.voters import Vote
    from perceptron_gui.gui.canvas.scene import Scene
    from perceptron_gui.gui.style.theme import Theme


class VariantLine(Layer):
    """A boundary, told from the others by its colour and its dashes.

    `switch`: the name of the switch that shows it. `style`: how it is told from the others. `model`: whose boundary it
    is; None while nothing is shown. `text`: what its plate says; empty while nothing is shown. `lines`: where it is in
    view, in pixels; of a curve many short ones.
    """

    switch = ""
    style = Qt.PenStyle.DashLine

    def __init__(self) -> None:
        super().__init__(-9)  # over the boundary of the run: where both are the same, both are seen
        self.lines: list[QLineF] = []
        self.model: Model | None = None
        self.text = ""
        self._scene: Scene | None = None
        self._field: Field | None = None
        self.setVisible(False)

    @abstractmethod
    def take_answer(self, answer: object) -> None:
        """Take what was computed of a run; answers to others are ignored."""

    @abstractmethod
    def found(self, snapshot: Snapshot) -> tuple[Model, str] | None:
        """Return what is known behind a cursor: the model, and what the plate says; None where nothing is."""

    @abstractmethod
    def colour(self, theme: Theme) -> str:
        """Return the colour of the line."""

    def follow(self, scene: Scene, is_wanted: bool) -> None:
        """Show what is known up to the cursor.

        `scene`: what is on the canvas. `is_wanted`: whether it is shown at all; never while that would tell what is
        asked.
        """
        snapshot = scene.snapshot
        self._scene = scene
        is_shown = is_wanted and snapshot is not None and not snapshot.is_veiled
        known = self.found(snapshot) if is_shown and snapshot is not None else None
        self.model, self.text = known if known is not None else (None, "")
        if self.model is None:
            self._field = None
        self._find_lines()
        self.setVisible(self.model is not None)
        self.update()

    def question(self, is_fine: bool) -> FieldQuestion | None:
        """Return what is asked about a boundary that is curved; None where it is not, or nothing is shown.

        `is_fine`: whether all is at rest.
        """
        if self.model is None or self._scene is None or not self.model.is_curved:
            return None
        scene, frame = self._scene, self.frame
        held, size = hidden_values(scene.dataset), (frame.width, frame.height)
        places = scene.positions if self.model.is_sum else np.empty((0, 2))
        return FieldQuestion(self.model, scene.axes, held, frame.rectangle, size, places, is_fine)

    def take_field(self, field: Field) -> None:
        """Show the answer to a question, if it is about this boundary."""
        if self.model is not None and is_equal(field.question.model, self.model):
            self._field = field
            self._find_lines()
            self.update()

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        if self.model is None:
            return
        style = Qt.PenStyle.SolidLine if self.model.is_curved else self.style
        painter.setPen(QPen(QColor(self.colour(self.theme)), 2.4 * self.theme.stroke, style))
        painter.drawLines(self.lines)

    def _find_lines(self) -> None:
        model, scene, point = self.model, self._scene, self.frame.point
        if model is None or scene is None:
            self.lines = []
        elif model.is_curved:
            self.lines = [] if self._field is None else segments(self._field.boundary, self.frame, is_dashed=True)
        else:
            cells = model.cells(model.planes(scene.axes, hidden_values(scene.dataset)), self.frame.rectangle)
            edges = ((p, q) for cell in cells for p, q, rival in cell.edges() if cell.owner < rival)
            self.lines = [QLineF(point(*p), point(*q)) for p, q in edges]


class BestLine(VariantLine):
    """The boundary of the best weights so far: what is worth keeping where no run can end (V3)."""

    switch = "pocket"
    _pocket: Pocket | None = None

    def take_answer(self, answer: object) -> None:
        """Take the pocket of a run, see `VariantLine`."""
        from perceptron_gui.engine.run.pocket import Pocket

        if isinstance(answer, Pocket):
            self._pocket = answer

    def found(self, snapshot: Snapshot) -> tuple[Model, str] | None:
        """Return the best weights up to the cursor, see `VariantLine`."""
        from perceptron_gui.session.messages.variants import pocket_text

        pocket = self._pocket
        if pocket is None or not snapshot.is_of(pocket.settings, pocket.dataset):
            return None
        best = pocket.best_of(snapshot)
        return None if best is None else (_model_of(pocket, best), pocket_text(best.n_errors))

    def colour(self, theme: Theme) -> str:
        """Return the colour of what is right, see `VariantLine`."""
        return theme.good


@lru_cache(maxsize=4)
def _model_of(pocket: Pocket, best: Best) -> Model:
    """Return the same model for the same weights: a boundary that is the same is not asked for again."""
    return make_model(pocket.settings, pocket.dataset, best.theta, best.expansion)


class AveragedLine(VariantLine):
    """The boundary of the average of all weights so far (V1)."""

    switch = "averaged"
    style = Qt.PenStyle.DashDotLine
    _average: Average | None = None
    _model: Model | None = None

    def take_answer(self, answer: object) -> None:
        """Take the average behind a cursor, see `VariantLine`."""
        from perceptron_gui.engine.run.cursor_average import Average

        if isinstance(answer, Average):
            self._average, self._model = answer, answer.model

    def found(self, snapshot: Snapshot) -> tuple[Model, str] | None:
        """Return the average up to the cursor, see `VariantLine`; of a run that moves, that of a moment before."""
        from perceptron_gui.session.explanation.variants import is_behind
        from perceptron_gui.session.messages.variants import averaged_text

        average = self._average
        if average is None or self._model is None or average.found is None or not is_behind(average, snapshot):
            return None
        return self._model, averaged_text(average.found.n_errors)

    def colour(self, theme: Theme) -> str:
        """Return the colour of controls, see `VariantLine`."""
        return theme.accent


class VotedLine(VariantLine):
    """The boundary between the regions that all weights so far vote for (V2)."""

    switch = "voted"
    style = Qt.PenStyle.DotLine
    _vote: Vote | None = None

    def take_answer(self, answer: object) -> None:
        """Take the votes behind a cursor, see `VariantLine`."""
        from perceptron_gui.engine.run.voters import Vote

        if isinstance(answer, Vote):
            self._vote = answer

    def found(self, snapshot: Snapshot) -> tuple[Model, str] | None:
        """Return the votes up to the cursor, see `VariantLine`; of a run that moves, those of a moment before."""
        from perceptron_gui.session.explanation.variants import is_behind
        from perceptron_gui.session.messages.variants import voted_text

        vote = self._vote
        if vote is None or vote.model is None or not is_behind(vote, snapshot):
            return None
        return vote.model, voted_text(vote.n_errors)

    def colour(self, theme: Theme) -> str:
        """Return the colour of text, see `VariantLine`."""
        return theme.text
