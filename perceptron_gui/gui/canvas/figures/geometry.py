"""The geometry on the canvas: what the analysis found about the points, as far as view switches show it.

It is pale while it is about points that have moved on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QPainter, QPolygonF

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.gui.canvas.figures.backdrop import Layer
from perceptron_gui.gui.canvas.figures.foreground import Arrow
from perceptron_gui.gui.canvas.figures.labels import Label, draw_labels
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker.training_worker import Finding

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.figures.theorem_figures import Figure


PALE = 0.4
"""Opacity of what is about points that are not those on the screen."""


class GeometryLayer(Layer):
    """Figures and their words; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__(-5)
        self._figures: list[Figure] = []
        self.labels: list[Label] = []
        """The words of the figures, in their places."""
        self.hide()

    def set_figures(self, figures: list[Figure]) -> None:
        """Show other figures."""
        self._figures = figures
        self.setVisible(bool(figures))
        self.update()

    def draw(self, painter: QPainter) -> None:
        for figure in self._figures:
            figure.draw(painter)
        draw_labels(painter, self.labels, self.theme)


SHOWN = ("radius", "street", "optimum", "witness")
"""The view switches that show what was found, from the ground up."""
STEADY_MS = 120
"""How long the points lie still before what is drawn about them is no longer pale: while a point is dragged it would
blink with every place of the mouse (G5)."""


class Geometry(QObject):
    """Draws what is known of the points; it never looks like a statement about points that have moved since.

    What was found about the document on the screen is drawn as it is. While that is still being analysed the last
    finding stays, pale, if it was about the same points in other places; of other points or rules nothing is drawn.
    What follows from the parameters of the run, in the layer `live`, is always that of the state on the screen.

    `changed`: the user asked for other geometry. `proof_told`: why no line separates the points on the screen, while
    that is shown; else empty.
    """

    changed = Signal()
    proof_told = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.layer, self.live = GeometryLayer(), GeometryLayer()
        self._document: Document | None = None
        self._finding: Finding | None = None
        self._known: tuple[object, list[Figure]] = (None, [])
        self._words: list[list[Label]] = [[], []]
        self._steady = QTimer(self, singleShot=True, interval=STEADY_MS)
        self._steady.timeout.connect(self._on_steady)
        self._shown: tuple[str, ...] = ()
        self._peeked = self._told = ""
        self._measured: int | None = None
        self._distance: Figure | None = None

    def set_document(self, document: Document) -> None:
        """Note which document is on the screen."""
        self._document = document
        self._compare()

    def set_points(self, dataset: Dataset) -> None:
        """Note the points on the screen: during a drag they differ from the document's."""
        if self._document is not None and dataset is not self._document.dataset:
            self.set_document(self._document.with_dataset(dataset))

    def set_finding(self, finding: Finding | None) -> None:
        """Note the latest finding of the analysis; it is drawn with the next picture."""
        self._finding = finding
        self._compare()

    def peek(self, name: str) -> None:
        """Show one figure for a while, as if it were switched on. `name`: of its view switch; empty for nothing."""
        if name != self._peeked:
            self._peeked = name
            self.changed.emit()

    def measure(self, point: int | None) -> None:
        """Show how far a point is from the boundary. `point`: its index; None for none."""
        if point != self._measured:
            self._measured = point
            self.changed.emit()

    @property
    def is_current(self) -> bool:
        """Whether what was found is about the points on the screen."""
        document, finding = self._document, self._finding
        return document is not None and finding is not None and document.has_geometry_of(finding.document)

    def _compare(self) -> None:
        if not self.is_current:
            self._steady.stop()
            self.layer.setOpacity(PALE)
        elif self.layer.opacity() < 1:
            self._steady.start()
        self._tell()

    def _on_steady(self) -> None:
        self.layer.setOpacity(1.0)
        self._tell()

    def _tell(self) -> None:
        """Say why no line separates the points, unless they have moved since the analysis."""
        finding, told = self._finding, ""
        verdict = finding.analysis.verdict if finding is not None and finding.analysis is not None else None
        is_said = "witness" in self._shown and self.layer.opacity() == 1
        if is_said and finding is not None and verdict is not None and verdict.witness is not None:
            from perceptron_gui.session.explanation.facts.witness_facts import proof_of

            told = proof_of(finding.document, verdict.witness).sentence
        if told != self._told:
            self._told = told
            self.proof_told.emit(told)

    def show(self, picture: Picture, diameter: float) -> list[Label]:
        """Show the figures that are switched on, and return their labels, not placed yet.

        `diameter`: of a point, in pixels.
        """
        wanted = [name for name in SHOWN if picture.shows(name) or name == self._peeked]
        names = tuple(wanted) if self._may_be_shown_in(picture) else ()
        key = (self._finding, names, picture.scene.axes, picture.frame, picture.theme, diameter)
        if key != self._known[0]:
            self._known, self._shown = (key, self._figures(names, picture, diameter)), names
            self.layer.set_figures(self._known[1])
            self._tell()
        live = self._live_figures(picture)
        if live or self.live.isVisible():
            self.live.set_figures(live)
        self._words = [[word.label() for f in figures for word in f.words] for figures in (self._known[1], live)]
        return [label for labels in self._words for label in labels]

    def _live_figures(self, picture: Picture) -> list[Figure]:
        """Return the figures that follow from the parameters on the screen."""
        if self._measured is None and not picture.shows("right_angle"):
            return []
        from perceptron_gui.gui.canvas.figures.theorem_figures import distance_figure, right_angle_figure

        self._distance = distance_figure(picture, self._measured) if self._measured is not None else None
        figures = [right_angle_figure(picture) if picture.shows("right_angle") else None, self._distance]
        return [figure for figure in figures if figure is not None]

    @property
    def distance_box(self) -> QRectF | None:
        """The box in pixels around the way from a point to the boundary and its length; None if none is shown."""
        if self._distance is None or self._measured is None:
            return None
        lines = [line for stroke in self._distance.strokes for line in stroke.lines]
        box = QPolygonF([end for line in lines for end in (line.p1(), line.p2())]).boundingRect()
        words = {word.text for word in self._distance.words}
        for left, top, right, bottom in (label.box for label in self.live.labels if label.text in words):
            box |= QRectF(left, top, right - left, bottom - top)
        return box

    def take_labels(self, placed: list[Label]) -> list[Label]:
        """Keep the placed labels that belong to this geometry, and return the others."""
        for layer, own in zip((self.layer, self.live), self._words, strict=True):
            layer.labels = [label for label in placed if label in own]
            placed = [label for label in placed if label not in own]
        return placed

    @property
    def arrows(self) -> list[Arrow]:
        """The arrows that no label may cover."""
        return [arrow for figure in self._known[1] for arrow in figure.arrows]

    def _may_be_shown_in(self, picture: Picture) -> bool:
        document, finding = self._document, self._finding
        if picture.snapshot.hides_labels:
            return False
        if document is None or finding is None or finding.analysis is None or not picture.planes:
            return False  # of curved boundaries all of it lies in the space of the features, not in this plane
        return document.is_variant_of(finding.document) and finding.is_in_space_of(picture.snapshot)

    def _figures(self, names: tuple[str, ...], picture: Picture, diameter: float) -> list[Figure]:
        finding = self._finding
        if not names or finding is None or finding.analysis is None:
            return []
        from perceptron_gui.gui.canvas.figures.theorem_figures import FIGURES, Subject

        subject = Subject(
            finding.document, finding.analysis, picture.scene.axes, picture.frame, picture.theme, diameter
        )
        figures = [FIGURES[name](subject) for name in names]
        return [figure for figure in figures if figure is not None]
