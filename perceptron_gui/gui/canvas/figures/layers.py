"""All layers of the canvas, from ground to labels, and how a snapshot is drawn on them."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtWidgets import QGraphicsWidget

from perceptron_gui.gui.canvas.figures import backdrop, labels
from perceptron_gui.gui.canvas.figures.curved_boundary import Curves, level_labels
from perceptron_gui.gui.canvas.figures.foreground import MarkLayer
from perceptron_gui.gui.canvas.figures.geometry import Geometry
from perceptron_gui.gui.canvas.figures.hand_layer import HandLayer
from perceptron_gui.gui.canvas.figures.other_lines import FinalLines, VariantCurves
from perceptron_gui.gui.canvas.figures.point_layer import AlphaLayer, PointsLayer, TermLayer
from perceptron_gui.gui.canvas.figures.pointer import PointedLayer, PointerLayer, ToolLayer
from perceptron_gui.gui.canvas.figures.surroundings import MOST_POINTS, Known, Surroundings
from perceptron_gui.gui.canvas.figures.vectors import ArrowScale, Vectors
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.canvas.scene import Scene
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.session.exercises.grading import Way

HIT_RADIUS = 12.0
"""Pixels within which a click means a point."""
MOST_MIXED = 60
"""Places with points of several classes where all their symbols are drawn."""
RING = 17.0
"""Half the width of the ring around the visited point."""


class Layers:
    """Ground, grid, lines, points and marks on one canvas. `canvas`: its units are pixels."""

    def __init__(self, canvas: QGraphicsWidget) -> None:
        self.theme: Theme = LIGHT
        self.frame = ViewFrame()
        self.ground, self.grid, self.marks = backdrop.GroundLayer(), backdrop.GridLayer(), MarkLayer()
        self.line, self.pairs = backdrop.LineLayer(-10, backdrop.STRAIGHT), backdrop.LineLayer(-11, backdrop.PAIRS)
        self.pointer, self.geometry, self.pointed = PointerLayer(), Geometry(canvas), PointedLayer()
        self.final_lines, self.variants, self.tool = FinalLines(), VariantCurves(canvas), ToolLayer()
        self.curves, self.terms, self.rings = Curves(canvas), TermLayer(), AlphaLayer()
        self.hand = HandLayer()
        lines = (self.final_lines, *self.variants.lines, self.pairs, self.line, self.curves.ground, self.curves.lines)
        beside = (self.geometry.layer, self.geometry.live, self.terms, self.rings, self.pointed, self.hand)
        plates = (self.variants.plates, self.final_lines.letters)
        self._painted: tuple[backdrop.Layer, ...] = (self.ground, self.grid, *lines, *beside, *plates)
        self._painted += (self.marks, self.tool, self.pointer)
        for layer in self._painted:
            layer.setParentItem(canvas)
        self.points = PointsLayer(canvas, self.theme)
        self.weights = ArrowScale()
        self.surroundings = Surroundings(self.points, self.grid, self.marks.error_marks)
        self._band: list[QLineF] = []
        self._sides: tuple[object, dict[str, QPointF]] = None, {}
        """Where the names of the sides stood last, and in which view."""

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and sizes of a theme."""
        self.theme = self.surroundings.theme = theme
        self.surroundings.take_points()
        for layer in self._painted:
            layer.set_theme(theme)
        self.points.set_theme(theme)
        self.marks.set_point_size(self.points.diameter)

    def set_frame(self, frame: ViewFrame) -> None:
        """Show another part of the plane."""
        self.frame = self.surroundings.frame = frame
        self.surroundings.take_points()
        for layer in self._painted:
            layer.set_frame(frame)
        self.points.set_frame(frame)

    def set_covered(self, boxes: list[QRectF]) -> bool:
        """Keep words away from what stands over the canvas; return False if that is as before. `boxes`: in pixels."""
        if not self.surroundings.set_covered([(box.left(), box.top(), box.right(), box.bottom()) for box in boxes]):
            return False
        self.grid.covered = self.final_lines.letters.covered = boxes
        self.grid.update()
        return True

    def show_points(self, scene: Scene) -> None:
        """Draw the points of a scene."""
        before = len(self.points.positions)
        is_longer = self.points.show(scene)
        self.geometry.set_points(scene.dataset)
        self.surroundings.take_points(scene.positions[before:] if is_longer and before > MOST_POINTS else None)
        self.marks.set_point_size(self.points.diameter)
        (across, upwards), features = scene.axes, scene.dataset.features
        self.grid.names = (features[across], features[upwards] if upwards is not None else "")
        self.grid.update()

    def draw(self, picture: Picture, way: Way | None) -> None:
        """Draw a picture. See `Layers.draw_marks`."""
        self.ground.set_cells(picture.regions())
        self._band = backdrop.band_lines(picture)
        self.line.set_lines(ghost=picture.ghost(), band=self._band, boundary=picture.boundary())
        self.curves.follow(picture)
        self.terms.follow(picture)
        self.pairs.set_lines(pairs=backdrop.pair_lines(picture))
        self.draw_marks(picture, way)

    def draw_marks(self, picture: Picture, way: Way | None) -> None:
        """Put arrows, words and marks of points on the canvas. `way`: the question which way a vector moves."""
        self.final_lines.follow(picture.scene.axes, picture.snapshot.is_veiled)
        self.variants.follow(picture.scene, picture.view_state)
        self.rings.follow(picture)
        self.draw_hand(picture)
        marks, vectors = self.marks, Vectors(picture, self.weights)
        marks.arrows, names = vectors.arrows_and_names()
        marks.pending, marks.visited, marks.influence = picture.pending(), picture.visited(), picture.influence()
        last = picture.snapshot.last
        marks.visited_classes = self.points.classes_at(last.point) if last is not None and marks.visited else ()
        mixed = self.points.stacks.mixed[:MOST_MIXED]
        marks.mixed = [(self.frame.point(*place), classes) for place, classes in mixed]
        # A ring would cover a point in the same place.
        marks.find_handles(partial(vectors.handles, self.is_free))
        marks.head, marks.edges = vectors.head(), vectors.edges()
        # Nobody drags them on paper, or before a tool is chosen in a hall.
        is_taken = not picture.n_named and picture.view_state.tool_in_hand is not None
        marks.shows_handles = is_taken and not picture.snapshot.visit
        marks.angle, said = vectors.angle()
        marks.way = vectors.way_arrows(way) if way is not None else None
        crowd, misplaced, marks.errors = self.surroundings.known.crowd, picture.misplaced(), picture.errors()
        marks.error_marks.set_places(marks.errors, crowd.is_close(marks.errors))
        marks.slice_marks.set_places(misplaced, crowd.is_close(misplaced))
        words = [*labels.point_names(picture), *names, *said, *self.geometry.show(picture, self.points.diameter)]
        view, field = (picture.frame, picture.theme), self.curves.field
        kept = self._sides[1] if self._sides[0] == view else {}
        sides = labels.side_labels(picture, field, kept, self.surroundings.covered)
        words = [side for side in sides if not side.is_optional] + words + [side for side in sides if side.is_optional]
        words += [*labels.undecided_label(picture, field), *level_labels(picture, field)]
        self._place(picture, [*words, *labels.alpha_labels(picture), *backdrop.band_labels(picture, self._band)])
        self._sides = view, kept | {name.text: name.at for name in sides if name in marks.labels}

    def draw_hand(self, picture: Picture) -> None:
        """Put the student's own line on the canvas; its rings cover no point."""
        self.hand.follow(picture, backdrop.grid_steps(self.frame, self.theme), self.is_free)

    def is_free(self, at: QPointF) -> bool:
        """Whether no point lies at a pixel."""
        return self.points.near(at, HIT_RADIUS, self.frame) is None

    def _stacks(self, known: Known, ringed: QPointF | None, wrong: labels.Obstacle | None) -> Iterator[labels.Label]:
        """Yield the placed labels ×n, outside the ring of a point and those of errors."""
        for label in known.stacks:
            is_ringed = ringed is not None and label.names(ringed)
            is_in_way = is_ringed or (wrong is not None and wrong.meets(label.box))
            yield label.beyond(RING * self.theme.scale) if is_in_way else label.kept()

    def _place(self, picture: Picture, words: list[labels.Label]) -> None:
        """Let no word cover another, an arrow or its head, a point, its ring or cross, or what stands over all."""
        marks, known, area = self.marks, self.surroundings.known, self.surroundings.area
        way_arrows, way_labels = (marks.way.arrows, marks.way.labels) if marks.way is not None else ([], [])
        arrows = [*marks.arrows, *self.geometry.arrows, *way_arrows]
        lines, heads = [QLineF(arrow.start, arrow.end) for arrow in arrows], [arrow.head_box() for arrow in arrows]
        taken, crowd = [*self.surroundings.covered, *known.words, *heads], known.crowd
        is_calm = picture.snapshot.is_calm
        ringed = marks.visited if is_calm else None  # no word gives way to a ring that is gone in a moment
        if ringed is not None:
            (x, y), radius = ringed.toTuple(), RING * self.theme.scale
            taken.append((x - radius, y - radius, x + radius, y + radius))

        def meets(box: labels.Box) -> bool:
            return known.crowd.meets(box) or labels.crosses_any(box, lines)

        plates = self.variants.place(taken, meets)
        self.final_lines.letters.make_way([labels.rectangle(plate) for plate in plates], meets)
        taken += [*plates, *(label.box for label in way_labels)]
        wrong = self.surroundings.marked() if is_calm and len(marks.errors) else None
        stacks = labels.place_labels(list(self._stacks(known, ringed, wrong)), area, taken, lines, crowd, wrong)
        taken += [label.box for label in stacks]
        placed = labels.place_labels(words, area, taken, lines, crowd, wrong)
        marks.labels = [*self.geometry.take_labels(placed), *stacks]
        marks.update()
