"""What a scene looks like through a frame: regions, lines and marked points, in pixels."""

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPolygonF

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints
from perceptron_gui.engine.model.regions import Cell, HalfPlane, binary_cells, slice_plane
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.scene import Axes, Places, Scene
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.session.view.switches import BY_NAME
from perceptron_gui.session.view.view_state import ViewState

ORIGIN = (0.0, 0.0)
OLDEST = 12
"""Updates after which a point's influence is no longer shown."""
MOST_MARKS = 2_000
"""Errors outlined while the run moves; the others are only counted (A7)."""


class Picture:
    """One scene seen through a frame.

    `scene`: with a state. `view_state`: what is to be shown. `hidden`: parts that a page of a lesson hides: α beside
    the points goes with "form", w and the errors with "model", on paper the boundary with "boundary". `n_named`: how
    many points are named, the first ones, as on paper; 0 names the visited one.
    """

    def __init__(
        self,
        scene: Scene,
        frame: ViewFrame,
        theme: Theme,
        view_state: ViewState,
        hidden: frozenset[str] = frozenset(),
        n_named: int = 0,
    ) -> None:
        assert scene.state is not None
        self.scene = scene
        self.snapshot = scene.state
        self.positions = scene.positions
        self.frame = frame
        self.theme = theme
        self.view_state, self.hidden, self.n_named = view_state, hidden, n_named
        self.model = self.snapshot.model

    def shows(self, name: str) -> bool:
        """Whether something is switched on, and is there for a boundary of this kind. `name`: of a view switch."""
        needed = BY_NAME[name].needs
        return self.view_state.shows(name) and (not needed or needed in self.model.parts)

    # Regions and lines

    @cached_property
    def planes(self) -> list[HalfPlane]:
        """f, or the score of every class, on the plane that is shown; none where they are curved, or hidden."""
        return [] if "boundary" in self.hidden else self.planes_of(self.snapshot.theta)

    @property
    def line(self) -> HalfPlane | None:
        """f, where f = 0 is one straight line; else None."""
        return self.model.line(self.planes)

    @cached_property
    def cells(self) -> list[Cell]:
        """The regions in view."""
        return self._cells(self.planes)

    def regions(self) -> list[tuple[int, QPolygonF]]:
        """Return (class whose colour it takes, polygon) for every region."""
        point = self.frame.point
        return [
            (self.model.class_of_cell(cell), QPolygonF([point(x, y) for x, y in cell.corners])) for cell in self.cells
        ]

    def boundary(self) -> list[QLineF]:
        """Return the lines between the regions."""
        return edges_in(self.cells, self.frame)

    def ghost(self) -> list[QLineF]:
        """Return the lines before the last update, for a moment of comparison."""
        before = self.before
        return edges_in(self._cells(self.planes_of(before)), self.frame) if before is not None else []

    @cached_property
    def before(self) -> Floats | None:
        """θ before the visit that led here, where that changed it and can be compared."""
        return self.snapshot.theta_before if self.snapshot.is_calm else None

    def root(self) -> tuple[float, float] | None:
        """Return where w begins: the origin, or the middle of the boundary where the origin is out of view."""
        if self.frame.contains(0, 0):
            return ORIGIN
        edges = self.cells[0].edges() if self.line is not None and self.cells else []
        ends = next(iter(edges), None)
        return None if ends is None else ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)

    def planes_of(self, theta: Floats) -> list[HalfPlane]:
        """Return f, or the score of every class, as functions on the plane that is shown.

        `theta`: shape of the snapshot's θ: the parameters.
        """
        held = hidden_values(self.snapshot.dataset)
        return replace(self.model, theta=theta).planes(self.scene.axes, held)

    def _cells(self, planes: list[HalfPlane]) -> list[Cell]:
        return self.model.cells(planes, self.frame.rectangle)

    def edges_of(self, planes: list[HalfPlane], owner: int) -> list[QLineF]:
        """Return the edges of a region that other planes would have.

        `planes`: in the order of `planes`. `owner`: whose region; in the binary modes 1 is S₊.
        """
        point = self.frame.point
        own = [cell for cell in self._cells(planes) if cell.owner == owner]
        return [QLineF(point(*p), point(*q)) for cell in own for p, q, _ in cell.edges()]

    def lines_of(self, weights: Sequence[float]) -> list[QLineF]:
        """Return the boundary that some weights would have.

        `weights`: (w, b), without b where there is no bias; those of other points have no boundary here.
        """
        dataset, has_bias = self.snapshot.dataset, self.snapshot.settings.bias
        if len(weights) != dataset.n_features + has_bias:
            return []
        plane = slice_plane(np.array(weights), self.scene.axes, hidden_values(dataset), has_bias)
        return edges_in(binary_cells(plane, self.frame.rectangle), self.frame)

    # Points

    def influence(self) -> list[tuple[QPointF, float]]:
        """Return where the last updates came from, with how strongly to show it (P10)."""
        ages = self.snapshot.age
        if not self.shows("influence") or ages is None:
            return []
        recent = np.flatnonzero((ages >= 0) & (ages < OLDEST))
        strengths = 0.75 * (1 - ages[recent] / OLDEST)
        return list(zip(self.frame.points(self.positions[recent]), strengths.tolist(), strict=True))

    def visited(self) -> QPointF | None:
        """Return where the point lies that was shown last, if the eye can follow it."""
        last = self.snapshot.last
        if last is None or not self.snapshot.is_followed:
            return None
        return self.frame.points(self.positions[[last.point]])[0]

    def errors(self) -> NDArray[np.float64]:
        """Return where the errors lie, none before anything is decided (W5).

        While the run moves not more than can be drawn in time.
        """
        snapshot = self.snapshot
        if snapshot.is_veiled or snapshot.is_undecided or "model" in self.hidden:
            return np.empty((0, 2))
        most = MOST_MARKS if snapshot.is_playing else 5 * MOST_MARKS
        errors, held_out = snapshot.errors, snapshot.held_out
        if held_out is not None and len(errors) == len(held_out.errors):
            errors = errors | held_out.errors
        return self.frame.pixels(self.positions[first_true(errors, most)])

    def misplaced(self) -> Places:
        """Return where points are drawn on another side than they lie, since two of their features alone are shown."""
        if self.snapshot.dataset.n_features <= 2 or "model" in self.hidden:
            return np.empty((0, 2))
        from perceptron_gui.session.explanation.facts.place_facts import misplaced  # after the first paint (A9)

        held = hidden_values(self.snapshot.dataset)
        points = misplaced(self.snapshot, self.positions, self.scene.axes, held)
        return self.frame.pixels(self.positions[points[: MOST_MARKS if self.snapshot.is_playing else 5 * MOST_MARKS]])

    def pending(self) -> list[QPointF]:
        """Return where the points lie that arrive later in the run, not more than can be drawn in time."""
        return self.frame.points(self.scene.arriving[:MOST_MARKS])


def edges_in(cells: Iterable[Cell], frame: ViewFrame) -> list[QLineF]:
    """Return every line between two cells once, in pixels."""
    point = frame.point
    return [QLineF(point(*p), point(*q)) for cell in cells for p, q, rival in cell.edges() if cell.owner < rival]


def first_true(marks: Bools, most: int) -> Ints:
    """Return where the first of some marks are; of a million points they are mostly found among the first.

    `marks`: shape (n,). `most`: how many are looked for. Returns shape (at most `most`,): ascending.
    """
    found = np.flatnonzero(marks[: 16 * most])
    return (found if len(found) >= most else np.flatnonzero(marks))[:most]


def coordinates_at(dataset: Dataset, axes: Axes, place: tuple[float, float]) -> list[float]:
    """Return all coordinates of a place, hidden features at their means. `place`: on two axes, in data units."""
    x: list[float] = hidden_values(dataset).tolist()
    for axis, value in zip(axes, place, strict=True):
        if axis is not None:
            x[axis] = value
    return x


def hidden_values(dataset: Dataset) -> Floats:
    """Return the values at which hidden features are held: their means.

    Returns shape (n_features,): zeros where no feature is hidden.
    """
    if dataset.n_features <= 2 or not dataset.n_samples:
        return np.zeros(dataset.n_features)
    means: Floats = dataset.X.mean(axis=0)
    return means
