"""The boundary of the best weights so far, beside that of the run: what is worth keeping where no run can end (V3)."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from perceptron_gui.engine.run.pocket import Best, Pocket
from perceptron_gui.gui.canvas.background import Layer
from perceptron_gui.gui.canvas.final_lines import boundary_of, free_place
from perceptron_gui.gui.canvas.scene import Scene
from perceptron_gui.gui.style.theme import RADIUS, SMALL
from perceptron_gui.session.wording import counted


class BestLine(Layer):
    """A dashed line with a plate that says how many errors it leaves."""

    def __init__(self) -> None:
        super().__init__(-13)
        self.covered: list[QRectF] = []
        self._pocket: Pocket | None = None
        self._best: Best | None = None
        self._scene: Scene | None = None
        self.setVisible(False)

    @property
    def text(self) -> str:
        """What the plate says; empty where there is none."""
        if self._best is None:
            return ""
        return counted("best so far: {count} error", "best so far: {count} errors", self._best.n_errors)

    def take_answer(self, answer: object) -> None:
        """Take the pocket of a run; other answers are ignored.

        Parameters
        ----------
        answer : object
        """
        if isinstance(answer, Pocket):
            self._pocket = answer
            if self._scene is not None:
                self.follow(self._scene, is_wanted=True)

    def follow(self, scene: Scene, is_wanted: bool) -> None:
        """Show the best weights up to the cursor.

        Parameters
        ----------
        scene : Scene
            What is on the canvas.
        is_wanted : bool
            Whether they are shown at all; never while that would tell what is asked.
        """
        snapshot, pocket = scene.snapshot, self._pocket
        self._scene = scene if is_wanted else None
        best = None
        if is_wanted and snapshot is not None and pocket is not None and not snapshot.is_veiled:
            is_same = snapshot.is_of(pocket.settings, pocket.dataset)
            best = pocket.best_of(snapshot) if is_same else None
        self._best = best
        self.setVisible(best is not None)
        self.update()

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        if self._best is None or self._scene is None or self._pocket is None:
            return
        scene, theme = self._scene, self.theme
        lines = boundary_of(self._pocket.settings, scene.dataset, self._best.theta, scene.axes, self.frame)
        painter.setPen(QPen(QColor(theme.good), 2.4 * theme.stroke, Qt.PenStyle.DashLine))
        painter.drawLines(lines)
        self._draw_plate(painter, lines)

    def _draw_plate(self, painter: QPainter, lines: list[QLineF]) -> None:
        """Draw the words on the line, away from what lies over the canvas; without a line in view, in a corner."""
        theme, font = self.theme, self.theme.font(SMALL, QFont.Weight.DemiBold)
        metrics = QFontMetricsF(font)
        size = metrics.horizontalAdvance(self.text) + 14 * theme.scale, 1.5 * metrics.height()
        corner = QRectF(self.frame.width - size[0] - 12, self.frame.height - size[1] - 12, *size)
        inside = QRectF(0, 0, self.frame.width, self.frame.height)
        plate = free_place(lines, size, self.covered, inside) or corner
        painter.setPen(QPen(QColor(theme.good), 1.2 * theme.stroke))
        painter.setBrush(QColor(theme.panel))
        painter.drawRoundedRect(plate, RADIUS, RADIUS)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, self.text)
