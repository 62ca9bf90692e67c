"""Lines beside the run's own: its other outcomes (averaged, voted, pocket: V1–V3), and where other runs ended.

Curved ones are computed in the background; plates on the lines name each and its number of errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QObject, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.model.models import Model, make_model, parts_of
from perceptron_gui.engine.model.regions import HalfPlane
from perceptron_gui.engine.run.run import RunResult
from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.figures.curved_boundary import REST_MS, segments
from perceptron_gui.gui.canvas.figures.labels import STATIONS, Box, free_place, longest, rectangle
from perceptron_gui.gui.canvas.picture import edges_in, hidden_values
from perceptron_gui.gui.canvas.scene import Axes, Scene
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import RADIUS, SMALL, Theme, drawn, faded, keeps_shapes, sharpness_of
from perceptron_gui.session.comparison import Comparison
from perceptron_gui.session.contours.field import Field, FieldQuestion, is_equal
from perceptron_gui.session.view.view_state import Pin, ViewState

if TYPE_CHECKING:
    from perceptron_gui.engine.run.followers.variants import Average, Pocket, Vote


class VariantLine(Layer):
    """The boundary of one variant, with its own colour and dash pattern.

    `switch`: the name of the switch that shows it. `answer`: what was computed
    of a run; None before. `model`: whose boundary it is; None while nothing is shown. `text`: what its plate says;
    empty while nothing is shown. `lines`: where it is in view, in pixels; of a curve many short ones.
    """

    def __init__(self, switch: str, colour: str, style: Qt.PenStyle) -> None:
        super().__init__(-9)  # over the boundary of the run: where both are the same, both are seen
        self.switch, self._colour, self._style = switch, colour, style
        self.answer: Pocket | Average | Vote | None = None
        self.lines: list[QLineF] = []
        self.model: Model | None = None
        self.text = ""
        self._scene: Scene | None = None
        self._field: Field | None = None
        self.planes: list[HalfPlane] = []
        """Of a boundary of lines; none where it is curved."""
        self.setVisible(False)

    @property
    def colour(self) -> QColor:
        """The colour of the line."""
        return QColor(getattr(self.theme, self._colour))

    def follow(self, scene: Scene, is_wanted: bool) -> None:
        """Show the variant's boundary at the cursor.

        `scene`: what is on the canvas. `is_wanted`: whether it is shown at all; never while that would tell what is
        asked.
        """
        snapshot, self._scene = scene.snapshot, scene
        self.model, self.text = None, ""
        if is_wanted and self.answer is not None and snapshot is not None and not snapshot.is_veiled:
            from perceptron_gui.session.explanation.variant_steps import outcome

            self.model, self.text = outcome(self.answer, snapshot)
        if self.model is None:
            self._field = None
        self._find_lines()
        self.setVisible(self.model is not None)
        self.update()

    def question(self, is_fine: bool) -> FieldQuestion | None:
        """Return the request for a curved boundary; None if it is straight or hidden.

        `is_fine`: whether all is at rest.
        """
        if self.model is None or self._scene is None or self.planes:
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
        if self.model is None:
            return
        style = self._style if self.planes else Qt.PenStyle.SolidLine
        painter.setPen(QPen(self.colour, 2.4 * self.theme.stroke, style))
        painter.drawLines(self.lines)

    def _find_lines(self) -> None:
        model, scene = self.model, self._scene
        self.lines, self.planes = [], []
        if model is None or scene is None:
            return
        self.planes = model.planes(scene.axes, hidden_values(scene.dataset))
        if self.planes:
            self.lines = edges_in(model.cells(self.planes, self.frame.rectangle), self.frame)
        elif self._field is not None:
            self.lines = segments(self._field.boundary, self.frame, is_dashed=True)


EDGE, GAP = 12.0, 4.0
"""Pixels from a plate in the corner to the edges, and from one there to the next."""


class VariantPlates(Layer):
    """The plates that name the variants on their lines."""

    def __init__(self) -> None:
        super().__init__(-4)  # over all lines, below the points
        self._plates: list[tuple[VariantLine, QRectF]] = []

    @property
    def boxes(self) -> list[Box]:
        """Where they stand, in pixels."""
        return [(box.left(), box.top(), box.right(), box.bottom()) for _, box in self._plates]

    def place(self, lines: Sequence[VariantLine], taken: Iterable[Box], meets: Callable[[Box], bool]) -> None:
        """Put a plate on every line that is shown, away from other plates, and from points and arrows if possible.

        `lines`: the first ones choose first. `taken`: boxes in pixels that no plate covers. `meets`: whether a box
        covers points or arrows.
        """
        boxes = [rectangle(box) for box in taken]
        shown = [line for line in lines if line.model is not None]
        self._plates = []
        for line in shown:
            size = self._size(line.text)
            ways = _pieces(line.lines) if _is_curve(line) else longest(line.lines)
            stations = (0.5,) if _is_curve(line) else STATIONS
            plate = free_place(ways, size, boxes, self.boundingRect(), meets, stations)
            if plate is None:
                below = EDGE + len(self._plates) * (size[1] + GAP)
                plate = QRectF(self.frame.width - size[0] - EDGE, self.frame.height - size[1] - below, *size)
            boxes.append(plate)
            self._plates.append((line, plate))
        self.update()

    def _size(self, text: str) -> tuple[float, float]:
        metrics = QFontMetricsF(self.theme.font(SMALL, QFont.Weight.DemiBold))
        return metrics.horizontalAdvance(text) + 14 * self.theme.scale, 1.5 * metrics.height()

    def draw(self, painter: QPainter) -> None:
        for line, plate in self._plates:
            _draw_plate(painter, self.theme, plate, line.colour, RADIUS, line.text)


def _draw_plate(painter: QPainter, theme: Theme, plate: QRectF, edge: QColor, radius: float, text: str) -> None:
    painter.setFont(theme.font(SMALL, QFont.Weight.DemiBold))
    painter.setBrush(QColor(theme.panel))
    painter.setPen(QPen(edge, 1.2 * theme.stroke))
    painter.drawRoundedRect(plate, radius, radius)
    painter.setPen(QColor(theme.text))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)


def _is_curve(line: VariantLine) -> bool:
    return line.model is not None and not line.planes


def _pieces(lines: Sequence[QLineF]) -> list[QLineF]:
    """Return some of a curve's short pieces, on which a plate may stand."""
    return [lines[int(share * (len(lines) - 1))] for share in STATIONS] if lines else []


class VariantCurves(QObject):
    """The lines of all variants.

    `plates`: what they are. `moved`: the plates stand elsewhere, though the canvas was not drawn: other words are to
    make way.
    """

    asked = Signal(object)
    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.best = VariantLine("pocket", "good", Qt.PenStyle.DashLine)
        self.averaged = VariantLine("averaged", "accent", Qt.PenStyle.DashDotLine)
        self.voted = VariantLine("voted", "text", Qt.PenStyle.DotLine)
        self.lines = (self.best, self.averaged, self.voted)
        self.plates = VariantPlates()
        self._obstacles: tuple[list[Box], Callable[[Box], bool]] = [], lambda box: False
        self._asked: list[FieldQuestion] = []
        self._scene: Scene | None = None
        self._state = ViewState()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._look_closely)

    def follow(self, scene: Scene, state: ViewState) -> None:
        """Show the variants that are switched on, up to the cursor."""
        self._scene, self._state = scene, state
        for line in self.lines:
            line.follow(scene, state.shows(line.switch))
        questions, asked = self._questions(is_fine=False), self._asked
        if len(questions) == len(asked) and all(map(FieldQuestion.is_like, questions, asked)):
            return
        self._asked = questions
        if questions:
            self.asked.emit(tuple(questions))
            self._rest.start()

    def place(self, taken: list[Box], meets: Callable[[Box], bool]) -> list[Box]:
        """Put plates on the lines, and return where they stand.

        `taken`: boxes in pixels that no plate covers. `meets`: whether a box covers points or arrows.
        """
        self._obstacles = taken, meets
        self.plates.place(self.lines, taken, meets)
        return self.plates.boxes

    def _place_again(self) -> None:
        before = self.plates.boxes
        if self.place(*self._obstacles) != before:
            self.moved.emit()

    def take_answer(self, answer: object) -> None:
        """Take the variants that were computed for this run; answers about another run are ignored."""
        from perceptron_gui.engine.run.followers.variants import Average, Pocket, Vote

        if isinstance(answer, Pocket):
            self.best.answer = answer
        elif isinstance(answer, Average):
            self.averaged.answer = answer
        elif isinstance(answer, Vote):
            self.voted.answer = answer
        if self._scene is not None:
            self.follow(self._scene, self._state)
            self._place_again()

    def take_fields(self, fields: tuple[Field, ...]) -> None:
        """Show the curved boundaries that were computed."""
        for field, line in product(fields, self.lines):
            line.take_field(field)
        self._place_again()

    def _questions(self, is_fine: bool) -> list[FieldQuestion]:
        found = (line.question(is_fine) for line in self.lines)
        return [question for question in found if question is not None]

    def _look_closely(self) -> None:
        if questions := self._questions(is_fine=True):
            self.asked.emit(tuple(questions))


FAINT, LEAST_ALPHA = 8.0, 0.05
"""So many lines over each other are as dark as one that is solid; but each can be seen by itself."""
PLATE = 10.0
"""Half the width of the plate under a letter, in pixels."""


class PinLetters(Layer):
    """The letters of pinned runs on their lines.

    `pinned`: runs and their boundaries, in pixels. `covered`: what stands over the canvas, in pixels. `plates`: where
    they were painted.
    """

    def __init__(self) -> None:
        super().__init__(-4)  # over all lines, below the points
        self.pinned: list[tuple[Pin, list[QLineF]]] = []
        self.covered: list[QRectF] = []
        self.plates: list[QRectF] = []
        self._taken: list[QRectF] = []
        self._meets: Callable[[Box], bool] = lambda box: False

    def make_way(self, plates: Iterable[QRectF], meets: Callable[[Box], bool]) -> None:
        """Keep away from other plates, and from points and arrows if possible.

        `plates`: in pixels. `meets`: whether a box covers points or arrows.
        """
        self._taken, self._meets = list(plates), meets

    def draw(self, painter: QPainter) -> None:
        theme, taken, size = self.theme, [*self.covered, *self._taken], 2 * PLATE * self.theme.scale
        self.plates = []
        painter.setFont(theme.font(SMALL, QFont.Weight.DemiBold))
        painter.setBrush(QColor(theme.panel))
        for pin, lines in self.pinned:
            plate = free_place(longest(lines), (size, size), taken, self.boundingRect(), self._meets)
            if plate is not None:
                taken.append(plate)
                self.plates.append(plate)
                painter.setPen(QPen(QColor(theme.muted), 1.2 * theme.stroke))
                painter.drawEllipse(plate)
                painter.setPen(QColor(theme.text))
                painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, pin.letter)


class FinalLines(Layer):
    """The last boundaries of the runs of a comparison. `letters`: painted over all lines."""

    def __init__(self) -> None:
        super().__init__(-15)
        self.letters = PinLetters()
        self._comparison: Comparison | None = None
        self._axes: Axes = (0, 1)
        self._is_veiled = False
        self._known: tuple[object, list[tuple[Pin, list[QLineF]]], QPixmap | None] | None = None
        self.setVisible(False)

    def set_comparison(self, comparison: Comparison) -> None:
        """Show the final boundaries of another comparison."""
        self._comparison = comparison
        self._show()

    def follow(self, axes: Axes, is_veiled: bool) -> None:
        """Redraw for other axes, or hide the lines while the run asks.

        `axes`: the features across and upwards. `is_veiled`: whether the end of a run would tell what is asked.
        """
        if (axes, is_veiled) != (self._axes, self._is_veiled):
            self._axes, self._is_veiled = axes, is_veiled
            self._show()

    def _show(self) -> None:
        is_shown = self._comparison is not None and not self._comparison.is_empty and not self._is_veiled
        self.setVisible(is_shown)
        self.letters.setVisible(is_shown)
        self.update()

    def draw(self, painter: QPainter) -> None:
        if self._comparison is None:
            return
        if keeps_shapes(painter):
            self._draw_fan(painter, self._comparison)
            self._draw_pinned(painter, self._pinned(self._comparison))
            return
        ratio = sharpness_of(painter)
        key = self._comparison, self._axes, self.frame, self.theme, ratio
        if self._known is None or self._known[0] != key:
            self._known = key, self._pinned(self._comparison), self._fan(self._comparison, ratio)
        _, pinned, fan = self._known
        if fan is not None:
            painter.drawPixmap(0, 0, fan)
        self._draw_pinned(painter, pinned)

    def _pinned(self, comparison: Comparison) -> list[tuple[Pin, list[QLineF]]]:
        return [(pin, self._lines(result, comparison)) for pin, result in comparison.pinned if result is not None]

    def _fan(self, comparison: Comparison, ratio: float) -> QPixmap | None:
        """Return all lines of the fan in one picture: to draw hundreds in every frame takes too long (A7)."""
        if comparison.fan is None or not comparison.fan.results:
            return None
        size = QSizeF(self.frame.width, self.frame.height)
        return drawn(size, ratio, lambda painter: self._draw_fan(painter, comparison))

    def _draw_fan(self, painter: QPainter, comparison: Comparison) -> None:
        if comparison.fan is None or not comparison.fan.results:
            return
        colour = faded(self.theme.accent, max(min(FAINT / comparison.fan.total, 1.0), LEAST_ALPHA))
        painter.setPen(QPen(colour, 1.5 * self.theme.stroke))
        for result in comparison.fan.results:
            painter.drawLines(self._lines(result, comparison))

    def _lines(self, result: RunResult, comparison: Comparison) -> list[QLineF]:
        if comparison.dataset.n_features <= max(axis for axis in self._axes if axis is not None):
            return []  # points with fewer features are here before the picture of them
        return boundary_of(result.settings, comparison.dataset, result.theta, self._axes, self.frame)

    def _draw_pinned(self, painter: QPainter, pinned: list[tuple[Pin, list[QLineF]]]) -> None:
        painter.setPen(QPen(QColor(self.theme.muted), 2 * self.theme.stroke, Qt.PenStyle.DashDotLine))
        for _, lines in pinned:
            painter.drawLines(lines)
        self.letters.pinned = pinned  # they are painted later


def boundary_of(
    settings: TrainingSettings, dataset: Dataset, theta: Floats, axes: Axes, frame: ViewFrame
) -> list[QLineF]:
    """Return the boundary of some weights, in pixels; none where it is curved.

    `settings`: the rules by which they were learned. `dataset`: the points they were learned from. `theta`: shape
    (n_rows, n_entries): rows as in (W2), in data units. `axes`: the features across and upwards. `frame`: the part of
    the plane that is seen.
    """
    model = make_model(settings, dataset, theta)
    if "line" not in parts_of(settings):
        return []
    return edges_in(model.cells(model.planes(axes, hidden_values(dataset)), frame.rectangle), frame)
