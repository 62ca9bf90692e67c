"""Asks for the boundaries of variants that are curved, and hands the answers to their lines (V1–V3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from perceptron_gui.gui.canvas.curves import REST_MS
from perceptron_gui.gui.canvas.variant_lines import AveragedLine, BestLine, VariantLine, VotedLine
from perceptron_gui.gui.canvas.variant_plates import VariantPlates
from perceptron_gui.session.view_state import ViewState

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.labels import Box
    from perceptron_gui.gui.canvas.scene import Scene
    from perceptron_gui.session.contours.field import Field, FieldQuestion


class VariantCurves(QObject):
    """The lines of all variants.

    `plates`: what they are. `moved`: the plates stand elsewhere, though the canvas was not drawn: other words are to
    make way.
    """

    asked = Signal(object)
    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.best, self.averaged, self.voted = BestLine(), AveragedLine(), VotedLine()
        self.lines: tuple[VariantLine, ...] = (self.best, self.averaged, self.voted)
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
        questions = self._questions(is_fine=False)
        is_same = len(questions) == len(self._asked) and all(
            one.is_like(other) for one, other in zip(questions, self._asked, strict=True)
        )
        if is_same:
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
        """Take what was computed of a run."""
        for line in self.lines:
            line.take_answer(answer)
        if self._scene is not None:
            self.follow(self._scene, self._state)
            self._place_again()

    def take_fields(self, fields: tuple[Field, ...]) -> None:
        """Show boundaries that were worked out."""
        for field in fields:
            for line in self.lines:
                line.take_field(field)
        self._place_again()

    def _questions(self, is_fine: bool) -> list[FieldQuestion]:
        found = (line.question(is_fine) for line in self.lines)
        return [question for question in found if question is not None]

    def _look_closely(self) -> None:
        if questions := self._questions(is_fine=True):
            self.asked.emit(tuple(questions))
