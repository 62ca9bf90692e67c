"""The student's own line: moving and turning it in the plane, and its score beside the run's."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, trained_part
from perceptron_gui.engine.data.settings import MAX_ABS
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.model.models import point_errors
from perceptron_gui.engine.model.regions import HalfPlane, slice_plane
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import EXACT, line
from perceptron_gui.session.messages.run_end import errors_text
from perceptron_gui.session.wording import counted, grouped, written
from perceptron_gui.session.worker.training_worker import Finding
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.followers.variants import Pocket

MOST_PLACES = 6
"""Decimal places with which errors and loss are still exact (E2)."""
FIGURES = 3
"""Figures of w after a turn: the angle is true to a tenth of a degree, and a pencil can follow."""
LEAST_LENGTH = 0.01
"""Of w, below which three figures have no room in six places: a turn makes it 1."""
Place = tuple[float, float]


class Slice(Frozen, eq=False):
    """The plane that is shown: two features, the others held."""

    axes: tuple[int, int | None]  # the features across and upwards; None where there is only one
    held: Floats  # shape (n_features,): the values at which features are held that are not shown
    has_bias: bool
    steps: tuple[float, float]  # the distances of the grid's lines across and upwards, in data units
    aspect: float = 1.0  # how many times as long a data unit is on the screen upwards as across

    def plane(self, weights: Sequence[float]) -> HalfPlane:
        """Return f on the plane, for weights (w, b)."""
        return slice_plane(np.array(weights), self.axes, self.held, self.has_bias)

    def fits(self, weights: Sequence[float]) -> bool:
        """Whether there are as many weights as features, and one more with bias."""
        return len(weights) == len(self.held) + self.has_bias

    def with_plane(self, weights: Sequence[float], plane: HalfPlane) -> tuple[float, ...]:
        """Return weights with which f is another function on the plane; those of hidden features stay.

        Where b has too few decimal places for it, f is as near to it as can be seen.
        """
        a, b, c = plane
        entries = [*weights]
        for axis, value in zip(self.axes, (a, b), strict=True):
            if axis is not None:
                entries[axis] = value
        if self.has_bias:
            _, _, now = self.plane([*entries[:-1], 0.0])
            entries[-1] = _decimal(c - now, self._places(a, b))
        return tuple(_within(value) for value in entries)

    def _places(self, a: float, b: float) -> int:
        """Return the decimal places of b with which a line with (a, b) moves by less than a hundredth of a step."""
        finest = math.hypot(a * self.steps[0], b * self.steps[1]) / 100
        return min(max(math.ceil(-math.log10(finest)), 0), MOST_PLACES) if finest > 0 else MOST_PLACES


def first_line(shown: Slice, middle: Place) -> tuple[float, ...]:
    """Return an upright line through a place; without bias one through the origin, askew so that no axis hides it.

    Its w is 1 long or so, and longer among points so close to each other that b would need more than six places.
    """
    zeros, across = [0.0] * (len(shown.held) + shown.has_bias), middle[0]
    if not shown.has_bias:
        return shown.with_plane(zeros, (*_entries(shown, math.sqrt(2.0), math.radians(-45)), 0.0))
    length = 10.0 ** max(math.ceil(-math.log10(shown.steps[0])) - MOST_PLACES + 2, 0)
    return shown.with_plane(zeros, (length, 0.0, -length * across))


def moved(shown: Slice, weights: Sequence[float], to: Place) -> tuple[float, ...]:
    """Return the parallel line through a place."""
    a, b, _ = shown.plane(weights)
    return shown.with_plane(weights, (a, b, -(a * to[0] + b * to[1])))


def turned(shown: Slice, weights: Sequence[float], about: Place, degrees: float) -> tuple[float, ...]:
    """Return the line after a turn; ‖w‖ is kept up to rounding, and f at the turning point exactly.

    If each axis has its own scale, the line turns as it is seen, and the length of its normal on the screen is kept.

    `about`: the middle. `degrees`: counterclockwise.
    """
    a, b, c = shown.plane(weights)
    across, upwards = seen_across(shown, weights)
    aims = math.atan2(upwards, across) + math.radians(degrees)
    turned_a, turned_b = _entries(shown, math.hypot(across, upwards), aims)
    height = a * about[0] + b * about[1] + c
    return shown.with_plane(weights, (turned_a, turned_b, height - turned_a * about[0] - turned_b * about[1]))


def seen_across(shown: Slice, weights: Sequence[float]) -> Place:
    """Return the normal of the line as the screen shows it, towards its + side: w if both axes have one scale."""
    a, b, _ = shown.plane(weights)
    return a, b / shown.aspect


def angle_of(across: Place) -> float:
    """Return the degrees of a vector, counterclockwise from the first axis."""
    return math.degrees(math.atan2(across[1], across[0]))


def _entries(shown: Slice, length: float, aims: float) -> Place:
    """Return w in few figures; it is made longer where these have no room in six places.

    `length`, `aims`: of what is across the line on the screen, `aims` in radians.
    """
    least = min(1.0, shown.aspect)
    length = length if length * least >= LEAST_LENGTH else 1 / least
    sizes = length, length * shown.aspect
    places = (FIGURES - 1 - math.floor(math.log10(size)) for size in sizes)
    a, b = (size * share for size, share in zip(sizes, (math.cos(aims), math.sin(aims)), strict=True))
    return _decimal(a, next(places)), _decimal(b, next(places))


def _decimal(value: float, places: int) -> float:
    return round(value, min(places, MOST_PLACES)) + 0.0


def _within(value: float) -> float:
    return min(max(value, -MAX_ABS), MAX_ABS)


BETWEEN = " · "


class HandScore(Frozen, eq=False):
    """A line that was judged on the points that are trained on."""

    document: Document
    weights: tuple[float, ...]
    moves: int  # by which the student came to it
    n_errors: int  # points with y·f(x) ≤ 0: one on the line is wrong (W5)
    n_points: int
    loss: Fraction | float  # L; a float where it was rounded

    @property
    def is_line(self) -> bool:
        """Whether some weight is not 0: else nothing is decided."""
        return any(self.weights)

    def is_about(self, document: Document) -> bool:
        """Whether it is about a document's points, their classes and the rules that say what is wrong."""
        return self.document is document or document.has_geometry_of(self.document)


def judge(document: Document, weights: Sequence[float], moves: int = 0) -> HandScore:
    """Return what weights (w, b) are worth, as exactly as a run that begins with them tells it (E2, E5).

    Where whole numbers do not hold, errors are still counted without rounding: the weights are known as decimals.
    Raises `SettingsError` where they can be no weights of these points.
    """
    trained = trained_part(document.dataset)
    settings = replace(document.named_settings, initial=tuple(weights))
    settings.check_features(trained.n_features)
    state = take_snapshot(Run(trained, settings, keeps_past=False), 0, Wants())
    errors = state.errors
    if not state.is_exact:
        errors = point_errors(state.model, trained, [[decimal_fraction(value) for value in weights]])
    assert state.loss is not None
    return HandScore(document, tuple(weights), moves, int(np.count_nonzero(errors)), trained.n_samples, state.loss)


class Fewest(Frozen):
    """The fewest errors that the student's line has had on these points; its first place is nobody's merit."""

    n_errors: int
    moves: int  # by which it was reached first

    @classmethod
    def of(cls, score: HandScore, earlier: Fewest | None) -> Fewest | None:
        """Return the fewest up to a line. `earlier`: up to the one before it, on the same points."""
        if not (score.moves and score.is_line and score.n_points):
            return earlier if score.moves else None
        is_kept = earlier is not None and earlier.n_errors <= score.n_errors
        return earlier if is_kept else cls(score.n_errors, score.moves)


class Best(Frozen):
    """The fewest errors of any line that is known."""

    n_errors: int
    is_least: bool  # whether no line has fewer


def best_known(snapshot: Snapshot, pocket: Pocket | None, finding: Finding | None) -> Best | None:
    """Return 0 where the points are separable, else what the pocket has up to the cursor; None where nothing is known.

    Of a run that asks a question, nothing is told.
    """
    is_known = finding is not None and finding.is_about(snapshot) and finding.analysis is not None
    verdict = finding.analysis.verdict if is_known and finding is not None and finding.analysis is not None else None
    if verdict is not None and verdict.separable:
        return Best(0, is_least=True)
    if snapshot.is_veiled or pocket is None or not pocket.is_of(snapshot):
        return None
    best = pocket.best_of(snapshot)
    is_least = best is not None and best.n_errors == 1 and verdict is not None and verdict.separable is False
    return None if best is None else Best(best.n_errors, is_least)


# Words: each from long to short


def own_texts(score: HandScore, is_hidden: bool = False) -> tuple[str, ...]:
    """Return what the student's line is worth, and the moves it took.

    `is_hidden`: whether labels are not to be told, nor what they add up to.
    """
    if not score.is_line:
        return (tr("yours: no line yet (w and b are 0)"),)
    count = "?" if is_hidden else grouped(score.n_errors)
    errors = tr("yours: {errors} of {n} wrong").format(errors=count, n=grouped(score.n_points))
    moves = counted("{count} move", "{count} moves", score.moves)
    wordings = _wordings(errors, "" if is_hidden else _loss_text(score.loss), moves)
    return *wordings, tr("yours: {errors} wrong").format(errors=count)


def run_texts(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the same of the perceptron at the cursor, and its visits; nothing that an exercise hides."""
    errors = tr("the perceptron’s: {errors}").format(errors=errors_text(snapshot))
    visits = counted("{count} visit", "{count} visits", snapshot.visit)
    return _wordings(errors, "" if snapshot.loss is None else _loss_text(snapshot.loss), visits)


def goal_texts(score: HandScore, fewest: Fewest | None, best: Best | None, snapshot: Snapshot) -> tuple[str, ...]:
    """Return how few are possible, and how near the student has come."""
    if not score.n_points or not score.is_line or snapshot.hides_labels:
        return ("",)
    known = "" if best is None else _known_text(best)
    if fewest is None:
        short = tr("fewest: {count}") if best is None or best.is_least else tr("best: {count}")
        return (known,) if best is None else (known, short.format(count=grouped(best.n_errors)))
    own = tr("your fewest: {count}").format(count=grouped(fewest.n_errors))
    if not fewest.n_errors:
        own = tr("none wrong after {moves}").format(moves=counted("{count} move", "{count} moves", fewest.moves))
        if snapshot.stop is Stop.CONVERGED:
            visits = counted("{count} visit", "{count} visits", snapshot.visit)
            return tr("{yours}; the perceptron needed {visits}").format(yours=own, visits=visits), own
        return (own,)
    if best is not None and fewest.n_errors < best.n_errors:
        words = tr("{yours}, fewer than the run’s best ({count})")
        return words.format(yours=own, count=grouped(best.n_errors)), own
    return (tr("{yours} · {known}").format(yours=own, known=known), known) if known else (own,)


def _known_text(best: Best) -> str:
    words = tr("fewest possible: {count}") if best.is_least else tr("best known: {count}")
    return words.format(count=grouped(best.n_errors))


def _loss_text(loss: Fraction | float) -> str:
    return str(line(nodes.LOSS, EXACT, written(loss)))


def _wordings(errors: str, loss: str, clock: str) -> tuple[str, ...]:
    return tuple(BETWEEN.join(filter(None, parts)) for parts in ((errors, loss, clock), (errors, loss), (errors,)))
