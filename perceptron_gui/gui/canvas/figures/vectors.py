"""The weight vectors of a picture: w or one w a class, ±ηx, the angle to x, which way a vector will move.

And in which scale they are drawn: true while w fits, else times or divided by 1, 2, 5 × 10^k (G4).
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QFont, QFontMetricsF

from perceptron_gui.engine.model.regions import HalfPlane
from perceptron_gui.gui.canvas.figures.foreground import Angle, Arrow, Handle, WayMarks
from perceptron_gui.gui.canvas.figures.labels import Label, formula_label
from perceptron_gui.gui.canvas.picture import ORIGIN, Picture
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import SMALL
from perceptron_gui.session.exercises.grading import Vector, Way
from perceptron_gui.session.explanation import terms
from perceptron_gui.session.wording import factor_text
from perceptron_gui.translation import tr

MOST_STEP_NAMES = 3
"""Steps that are named, of a batch pass one a class."""
SHORTEST_NAMED = 30.0
"""Pixels of the shortest step that is named."""
LONGEST_NAME = 12
"""Letters of a class name beside an arrow."""
SHORTEST_WAY = 70.0
"""Pixels of the shortest arrow that says which way, and of the line that shows which way it was."""
ALIKE = 0.99, 1.01
"""Between these a unit upwards counts as long as one across: nobody sees that right angles are slanted."""
HANDLE_SHARES = (0.5, 0.35, 0.65, 0.2, 0.8)
"""Where along the boundary b may be taken: the first of these places that is free."""
HANDLE_GAP = 36.0
"""Pixels between that place and the tip of w."""


class Vectors:
    """The arrows of one picture. `weights`: in which scale they are drawn."""

    def __init__(self, picture: Picture, weights: "ArrowScale") -> None:
        self._picture = picture
        self._snapshot, self._frame, self._theme = picture.snapshot, picture.frame, picture.theme
        self._weights = weights

    def arrows_and_names(self) -> tuple[list[Arrow], list[Label]]:
        """Return w, or one w a class, with ±ηx at its tip after a mistake (P8, M2)."""
        if not self._picture.planes:
            return [], []
        owners = self._picture.model.rows
        root = self._picture.root()
        if root is None:
            return [], self._way_to_origin()
        factor = self._fit_scale(root, owners)
        moved = self._moved(factor) if root == ORIGIN else []
        arrows = [arrow for _, *both in moved for arrow in both]
        labels = [] if root == ORIGIN else self._way_to_origin()
        steps, rows = self._update_names(moved), [self._arrow(k, root, factor) for k in owners]
        arrows += rows
        named = [(k, arrow) for k, arrow in zip(owners, rows, strict=True) if self._picture.planes[k][:2] != ORIGIN]
        labels += [self._name(k, arrow) for k, arrow in named]
        labels += self._notes(named[0][1]) if named else []
        return ([], []) if self._is_hidden else (arrows, [*labels, *steps])

    def _fit_scale(self, root: tuple[float, float], owners: Sequence[int]) -> float:
        """Return the factor of all arrows: those before and after the visit fit in, and so all between them."""
        last, planes, before = self._snapshot.last, self._picture.planes, self._picture.before
        shown = [planes[k][:2] for k in owners]
        vectors = list(shown)
        if before is not None and last is not None:
            both = (self._picture.planes_of(theta) for theta in (before, last.after))
            vectors += [planes[k][:2] for planes in both for k in owners]
        place = self._snapshot.run_id, self._snapshot.visit
        return self._weights.fit(place, root, vectors, shown, self._frame)

    def _arrow(self, k: int, root: tuple[float, float], factor: float) -> Arrow:
        a, b, _ = self._picture.planes[k]
        owner = self._picture.model.row_classes(k + 1)[k]
        colour = self._theme.text if owner is None else self._theme.classes[owner % 10]
        tip = self._frame.point(root[0] + a * factor, root[1] + b * factor)
        return Arrow(self._frame.point(*root), tip, colour, 4.0 * self._theme.stroke)

    def _name(self, k: int, arrow: Arrow) -> Label:
        name = self._picture.model.name_of_row("w", k, [*map(shortened, self._snapshot.dataset.classes)])
        text = name + self._weights.text
        gap, way = 8 * self._theme.scale, arrow.end - arrow.start
        return formula_label(
            arrow.end + self._aside(arrow), text, arrow.colour, self._theme, arrow.end, gap, towards=way
        )

    def _notes(self, arrow: Arrow) -> list[Label]:
        """Return labels next to the name of the first arrow: that angles are not as they look, and its scale in words.

        `arrow`: the first one.
        """
        is_slanted = not ALIKE[0] <= self._frame.aspect <= ALIKE[1]
        # L10n: on the plane next to w, if each axis has its own scale: w is not seen at a right angle to the boundary
        words = tr("right angles look slanted") if is_slanted else ""
        said = filter(None, (words, self._weights.said))  # of the scale the name of w says something, too
        return [self._note(arrow, text, place) for place, text in enumerate(said)]

    def _note(self, arrow: Arrow, said: str, place: int) -> Label:
        """Return a label next to the name of an arrow. `place`: how many others lie between."""
        theme, is_down = self._theme, arrow.end.y() >= arrow.start.y()
        font, begin, row = theme.font(SMALL, QFont.Weight.DemiBold), arrow.end + self._aside(arrow), 17 * theme.scale
        beyond = QPointF(0, (1 + place) * row if is_down else -(1.3 + place) * row)  # past the name at the tip
        before = -QFontMetricsF(font).horizontalAdvance(said) - 20 * theme.scale
        after = QFontMetricsF(theme.maths(19)).horizontalAdvance(f"w{self._weights.text}") + 16 * theme.scale
        near, far = ((0, -1, 1, -2, 2, -3), (3, -4, -5, -6))
        corners = [begin + QPointF(x, up * row) for rows in (near, far) for x in (before, after) for up in rows]
        at = begin + beyond
        return Label(at, said, theme.muted, font, corners, at, 14 * theme.scale, is_optional=True)

    def _aside(self, arrow: Arrow) -> QPointF:
        """Return the distance in pixels from the tip of an arrow to the beginning of its name."""
        return QPointF(8, 18) if arrow.end.y() >= arrow.start.y() else QPointF(8, -6)

    def _moved(self, factor: float) -> list[tuple[int, Arrow, Arrow]]:
        """Return the rows that the visit moved: the old w, pale, and ±ηx from its tip to the new one."""
        before = self._picture.before
        if before is None:
            return []
        theme, point = self._theme, self._frame.point
        moved = []
        for k, (old, new) in enumerate(zip(self._picture.planes_of(before), self._picture.planes, strict=True)):
            if old[:2] != new[:2]:
                old_tip, new_tip = point(old[0] * factor, old[1] * factor), point(new[0] * factor, new[1] * factor)
                earlier = Arrow(point(0, 0), old_tip, theme.muted, 2.4 * theme.stroke)
                step = Arrow(old_tip, new_tip, theme.wrong, 2.4 * theme.stroke, is_dashed=True)
                moved.append((k, earlier, step))
        return moved

    def _update_names(self, moved: Sequence[tuple[int, Arrow, Arrow]]) -> list[Label]:
        """Name what was added to each w that moved: ±ηx, or −η∇L of a batch pass (P2, P4, M2)."""
        last = self._snapshot.last
        if last is None:
            return []
        owners, labels = self._picture.model.row_classes(len(self._snapshot.dataset.classes)), []
        for row, _, arrow in moved[:MOST_STEP_NAMES]:
            line = QLineF(arrow.start, arrow.end)
            if line.length() >= SHORTEST_NAMED * self._theme.scale:
                at, name, colour = line.center(), terms.step_name(last, owners[row]), arrow.colour
                labels.append(formula_label(at + QPointF(8, 18), name, colour, self._theme, at, is_optional=True))
        return labels

    def _way_to_origin(self) -> list[Label]:
        """Say at the edge of the view where the origin lies, if there is room in a crowd."""
        frame, scale = self._frame, self._theme.scale
        at = frame.point(0, 0)
        x = min(max(at.x(), 30.0 * scale), frame.width - 60.0 * scale)
        y = min(max(at.y(), 120.0 * scale), frame.height - 50.0 * scale)
        across = "→" if at.x() > frame.width else "←" if at.x() < 0 else ""
        upwards = "↓" if at.y() > frame.height else "↑" if at.y() < 0 else ""
        font, step = self._theme.font(SMALL, QFont.Weight.DemiBold), 20.0 * scale
        row, column = (-step if upwards == "↓" else step), (-2 * step if across == "→" else 2 * step)
        inwards = [QPointF(x + column * far, y + row * k) for far in range(6) for k in range(6)][1:]
        return [Label(QPointF(x, y), f"{across}{upwards} 0", self._theme.muted, font, inwards, is_optional=True)]

    def angle(self) -> tuple[Angle | None, list[Label]]:
        """Return the angle between the old w and the visited point: without a bias it says the class (P8)."""
        last, at = self._snapshot.last, self._picture.visited()
        is_there = self._has_one_line and not self._snapshot.settings.bias and self._frame.contains(0, 0)
        if last is None or at is None or not is_there or self._is_hidden or not self._snapshot.is_calm:
            return None, []
        w, x = last.before[0].tolist(), self._picture.positions[last.point].tolist()
        degrees = terms.angle_between(w, x)
        if degrees is None:
            return None, []
        angle = Angle(self._frame.point(0, 0), self._frame.point(*w), at)
        text = str(terms.angle_formula(degrees))
        font = self._theme.font(SMALL, QFont.Weight.DemiBold)
        at = angle.label_at()
        return angle, [Label(at, text, self._theme.accent, font, anchor=at + QPointF(14, -5), gap=14)]

    # Which way a vector will move

    def tip(self, row: int) -> QPointF | None:
        """Return where a vector's arrow ends, in pixels; None where it is not in view. `row`: row of the weights."""
        return self._tip(self._picture.planes, row, self._picture.root())

    def _tip(self, planes: Sequence[HalfPlane], row: int, root: Vector | None) -> QPointF | None:
        if root is None or not planes:
            return None
        a, b, _ = planes[row]
        return self._frame.point(root[0] + a * self._weights.factor, root[1] + b * self._weights.factor)

    def way_arrows(self, way: Way) -> WayMarks:
        """Return the arrow that was drawn, the true one to scale, and the angle between them.

        `way`: the question, with what is known of its answer.
        """
        before = self._snapshot.theta_before
        tip = self.tip(way.row) if way.truth is None else None
        if way.truth is not None and before is not None and self._frame.contains(0, 0):
            tip = self._tip(self._picture.planes_of(before), way.row, ORIGIN)
        if tip is None:
            tip = QPointF(self._frame.width / 2, self._frame.height / 2)
        if way.drawn is None:
            return WayMarks(tip, [], [])
        theme = self._theme
        drawn = Arrow(tip, tip + at_least(self._pixels_of(way.drawn)), theme.accent, 4.5 * theme.stroke)
        if way.truth is None:
            return WayMarks(tip, [drawn], [])
        moved = self._pixels_of(way.truth)
        truth = Arrow(tip, tip + moved, theme.wrong, 4.5 * theme.stroke, is_dashed=True)
        degrees = way.angle
        if degrees is None:
            # L10n: whose answer an arrow is, beside “truth”
            return WayMarks(tip, [drawn], [self._side_name(drawn, 1, tr("you"), 1.0)])
        # The angle stands at the arrow's end: between two arrows close to each other there is no room.
        own = tr("you: {angle}° off").format(angle=terms.angle_text(degrees))
        towards = Arrow(tip, tip + at_least(moved), theme.wrong)
        turn = QLineF(tip, drawn.end).angleTo(QLineF(tip, towards.end))
        side = 1 if turn < 180 else -1
        # L10n: the right answer, beside “you”
        labels = [self._side_name(towards, -side, tr("truth"), 0.55), self._side_name(drawn, side, own, 1.0)]
        return WayMarks(tip, [truth, drawn], labels, Angle(tip, drawn.end, towards.end))

    def _pixels_of(self, vector: Vector) -> QPointF:
        return self._frame.way(*vector) * self._weights.factor

    def _side_name(self, arrow: Arrow, side: int, text: str, share: float) -> Label:
        """Name an arrow at a share of its length, to its right (1) or its left (−1)."""
        line = QLineF(arrow.start, arrow.end)
        aside = QLineF.fromPolar(24 * self._theme.scale, line.angle() - 70 * side)
        font = self._theme.font(17, QFont.Weight.Bold)
        metrics = QFontMetricsF(font)
        at, width = line.pointAt(share) + aside.p2(), metrics.horizontalAdvance(text)
        lean = 0.5 - 0.5 * aside.dx() / aside.length()  # beside the arrow, not across it
        x = min(max(at.x() - width * lean, 6), self._frame.width - width - 10)
        y = min(max(at.y() + metrics.capHeight() / 2, 24), self._frame.height - 8)
        return Label(QPointF(x, y), text, arrow.colour, font)

    @property
    def _is_hidden(self) -> bool:
        """Whether a page of a lesson hides w, also where its tip would be dragged."""
        return "model" in self._picture.hidden

    @property
    def _has_one_line(self) -> bool:
        """Whether w and b say where the boundary lies, and are all that does."""
        dataset = self._snapshot.dataset
        return self._picture.line is not None and dataset.n_features == 2 and dataset.n_samples > 0

    def edges(self) -> list[QLineF]:
        """Return the boundary if it can be dragged in parallel to change b; empty without a bias (P5)."""
        return self._picture.boundary() if self._has_one_line and self._snapshot.settings.bias else []

    def head(self) -> QLineF | None:
        """Return the head of w, from its base to its tip, where w may be dragged by it (P5)."""
        can_be_dragged = self._has_one_line and self._frame.contains(0, 0) and not self._is_hidden
        return self._arrow(0, ORIGIN, self._weights.factor).head_axis() if can_be_dragged else None

    def handles(self, is_free: Callable[[QPointF], bool]) -> dict[Handle, QPointF]:
        """Return where the rings of w and b stand, in pixels, in a binary run on two features (P5).

        `is_free`: whether no point lies at a pixel.
        """
        if not self._has_one_line:
            return {}
        tip, head = self._arrow(0, ORIGIN, self._weights.factor).end, self.head()
        handles = {Handle.WEIGHTS: tip} if head is not None and is_free(tip) else {}
        if self._snapshot.settings.bias:
            line = (edge.pointAt(share) for edge in self._picture.boundary() for share in HANDLE_SHARES)
            far = (at for at in line if (at - tip).manhattanLength() > HANDLE_GAP and is_free(at))
            at = next(far, None)
            handles |= {Handle.BIAS: at} if at is not None else {}
        return handles


def shortened(name: str) -> str:
    """Return a class name that fits beside an arrow."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def at_least(arrow: QPointF, length: float = SHORTEST_WAY) -> QPointF:
    """Return an arrow, or one of the same direction that is long enough to be seen.

    `arrow`: its components in pixels. `length`: in pixels.
    """
    line = QLineF(QPointF(0, 0), arrow)
    if 0 < line.length() < length:
        line.setLength(length)
    return line.p2()


SCALE_MARGIN = 36.0
"""Pixels that stay free between the tip of an arrow and the edge of the canvas."""
STEPS = [digit * 10.0**power for power in range(31) for digit in (1, 2, 5)] + [1e31]
"""1, 2, 5, 10, … as far as doubles are needed."""
SHORTEST_LONGEST = 24.0
"""Pixels that the longest arrow must have, if it has any length."""


class ArrowScale:
    """Remembers from where on in a run a smaller scale was needed: at one place of it arrows always have one scale.

    A scale that was needed once stays for the rest of the run, as long as arrows can be seen in it: it does not go
    back and forth between neighbouring visits.
    """

    def __init__(self) -> None:
        self.factor = 1.0
        self.is_held = False
        self._needed: list[tuple[int, float]] = []
        self._known: object = None

    def fit(
        self, place: tuple[int, int], root: Vector, vectors: Sequence[Vector], shown: Sequence[Vector], frame: ViewFrame
    ) -> float:
        """Return the factor by which arrows are drawn longer than they are.

        `place`: the run, and the visits completed. `root`: where the arrows begin, in data units. `vectors`: what has
        to fit, whichever of them is shown in between, in data units. `shown`: what is shown now: it has to be long
        enough to be seen.
        """
        if self.is_held:
            return self.factor
        run, visit = place
        if self._known != (run, frame):
            self._known, self._needed = (run, frame), []
        needed = _nearest_to_true(root, vectors, frame)
        self._remember(visit, needed)
        before = [factor for earlier, factor in self._needed if earlier <= visit]
        self.factor = min(before, default=1.0)
        if needed is not None and self.factor * _longest(shown, frame) < SHORTEST_LONGEST:
            self.factor = max(needed, self.factor)
        return self.factor

    def _remember(self, visit: int, needed: float | None) -> None:
        """Record the scale that a visit's arrows need, if it is smaller than for all earlier visits."""
        if needed is None or any(earlier <= visit and factor <= needed for earlier, factor in self._needed):
            return
        kept = [(other, factor) for other, factor in self._needed if other < visit or factor < needed]
        self._needed = [*kept, (visit, needed)]

    @property
    def text(self) -> str:
        """What stands beside w: nothing when true, else "÷ 50" or "× 20"."""
        if self.factor == 1.0:
            return ""
        sign, factor = ("÷", 1 / self.factor) if self.factor < 1 else ("×", self.factor)
        return f" {sign} {factor_text(factor)}"

    @property
    def said(self) -> str:
        """The scale in words; "" for 1."""
        if self.factor == 1.0:
            return ""
        if self.factor < 1:
            # L10n: of the arrow of the weights, on the plane
            return tr("drawn {factor} times shorter").format(factor=factor_text(1 / self.factor))
        # L10n: of the arrow of the weights, on the plane
        return tr("drawn {factor} times longer").format(factor=factor_text(self.factor))


def _longest(vectors: Sequence[Vector], frame: ViewFrame) -> float:
    """Return the length of the longest in pixels."""
    return max((frame.length(a, b) for a, b in vectors), default=0.0)


def _nearest_to_true(root: Vector, vectors: Sequence[Vector], frame: ViewFrame) -> float | None:
    """Return 1 if it fits and can be seen, else the whole step nearest to 1 that does; None without any length.

    Where they begin too near to the edge none may fit: there they are as short as can be seen, and cut off.
    """
    pixels = _longest(vectors, frame)
    if not pixels:
        return None
    if pixels < SHORTEST_LONGEST:
        return next((s for s in STEPS if s * pixels >= 2 * SHORTEST_LONGEST), 1e31)
    seen, (x, y) = [1 / step for step in STEPS if step * SHORTEST_LONGEST <= pixels], root

    def fits(factor: float) -> bool:
        return all(frame.contains(x + a * factor, y + b * factor, SCALE_MARGIN) for a, b in vectors)

    return next(filter(fits, seen), seen[-1])
