"""Questions about the next visit, of lessons and of "Predict first": right or a mistake, and which way w moves (L3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Protocol

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.engine.model import models
from perceptron_gui.session import scripts, wording
from perceptron_gui.session.exercises import grading
from perceptron_gui.session.explanation import explain, scores, terms, visit_numbers
from perceptron_gui.session.lessons.lesson import Ask, Value, is_no_answer, not_counted
from perceptron_gui.session.lessons.standing import Standing, Unanswerable
from perceptron_gui.translation import spelled, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.records.record import VisitRecord
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.saved.saved_session import SavedSession


class Visit(Protocol):
    """What these questions know: a `Standing` does, and an exercise once the visit is made."""

    @property
    def now(self) -> Snapshot:
        """The run before the visit."""

    @property
    def following(self) -> Snapshot:
        """The run after it."""

    @property
    def axes(self) -> tuple[int, int | None]:
        """The features that the canvas shows across and upwards."""


def _made(at: Visit) -> VisitRecord:
    """Return the visit that is asked about."""
    made = at.following.last
    assert made is not None
    return made


def _target(at: Visit) -> int | None:
    """Return y of the point that comes; None where every class has a score of its own."""
    return at.now.model.target(int(at.now.dataset.labels[at.now.upcoming or 0]))


def worked(after: Snapshot, *, rule: bool = False, verdict: bool = False, update: bool = False) -> str:
    """Return what a visit did, in symbols and numbers; "" where nothing is to be told.

    `after`: the run after it. `rule`, `verdict`, `update`: whether f of its point, whether that is right, and what is
    added are told.
    """
    step, summary = explain.explain(after), explain.step_summary(after)
    if step is None or summary is None:
        return tr("The run is at its start.")
    sums = "".join(f" {each}" if each.is_continuation else f"; {each}" for each in step.update).removeprefix("; ")
    said = [" ".join(wording.ended(str(each)).split()) for each in summary.rule if rule] + [str(step.verdict)] * verdict
    return wording.together(*said, wording.ended(sums) if update and sums else "")


class RightOrMistake(Ask):
    """Whether the next visit is right or a mistake."""

    kind: ClassVar[str] = "right_or_mistake"
    is_before: ClassVar[bool] = True

    def shown_by(self, at: Standing, other: Snapshot) -> frozenset[str]:
        told = {"model"} if other.updates == at.now.updates and not other.is_veiled else set[str]()  # its crosses
        told |= {"timeline", "run"} if other.visit > at.now.visit else set()
        return frozenset(told | ({"counter", "step"} if other.visit == at.now.visit + 1 else set()))

    def words(self, at: Visit) -> str:
        words = tr("The next point is {name}. Is it right, or a mistake?")
        if at.now.settings.beta:
            words = tr("The next point is {name}. Is its margin at most β, so that the perceptron learns from it?")
        return words.format(name=wording.index_text(at.now.upcoming or 0))

    def choices(self, at: Visit) -> tuple[tuple[Value, str], ...]:
        if at.now.settings.beta:
            return ("right", tr("no")), ("mistake", tr("yes"))
        return ("right", tr("right")), ("mistake", tr("a mistake"))

    def require(self, at: Visit) -> None:
        _made(at)

    def is_right(self, at: Visit, value: Value) -> bool | None:
        if value not in ("right", "mistake"):
            raise is_no_answer()
        return (value == "mistake") == (_made(at).is_mistake or _made(at).is_near_miss)

    def remark(self, at: Standing, value: Value) -> str:
        return "" if self.is_right(at, value) else _why_so(at, value == "mistake")

    def told(self, at: Visit) -> str:
        """Return what is right in one sentence."""
        return grading.point_was(at.following, _made(at))

    def explained(self, at: Visit) -> str:
        return wording.together(self.told(at), worked(at.following, rule=True))


def _why_so(at: Standing, says_mistake: bool) -> str:
    """Say how somebody comes to a wrong answer to "right or a mistake?"."""
    last, settings = _made(at), at.document.settings
    if _target(at) is None:
        return tr("Compare the score of its class with the others.")
    least, y = decimal_fraction(settings.beta), last.target
    f = true_value(float(last.scores[0]), last.score_unit)
    if not says_mistake and f == 0:
        return tr("A point on the boundary counts as wrong.")
    if not says_mistake and y * f > 0:
        return tr("It is on the right side, but by no more than β.")
    bias = _bias(at.now)
    if bias and (y * (f - bias) <= least) is says_mistake:
        return tr("That would be true without b.")
    before = at.before
    if before is not None and last.point < before.dataset.n_samples:
        x, is_decimal = before.dataset.X[last.point].tolist(), not terms.is_rounded(before.dataset, last.point)
        if (y * scores.scores_at(before, x, is_decimal)[0] <= least) is says_mistake:
            return tr("That was true with the old weights; use the current ones.")
    words = tr("Work out f({point}) and compare its sign with {y}.")
    sign = f"{spelled('y')} = {'+' if y > 0 else wording.MINUS}1"
    return words.format(point=wording.index_text(last.point), y=sign)


def _bias(now: Snapshot) -> terms.Value:
    """Return b; 0 without bias."""
    b = float(now.theta[0][-1]) if now.settings.bias else 0.0
    return visit_numbers.bias_value(b, now.weight_unit, now.settings)


class Direction(Ask):
    """Which way w, or the row of the point's class, moves with the next visit."""

    kind: ClassVar[str] = "direction"
    is_before: ClassVar[bool] = True

    def problem(self, page: SavedSession) -> str:
        has_line = "line" in models.parts_of(page.document.settings)
        return "" if has_line else tr("the boundary is not a line, so there is no w to move in the plane.")

    def shown_by(self, at: Standing, other: Snapshot) -> frozenset[str]:
        return frozenset(("step", "model", "run") if other.visit == at.now.visit + 1 else ())

    def words(self, at: Visit) -> str:
        return way_words(at.now, _made(at).is_learned_from)

    def choices(self, at: Visit) -> tuple[tuple[Value, str], ...]:
        if at.now.settings.order is Order.BATCH:
            return ("left", tr("to the left")), ("right", tr("to the right"))
        return ("towards", tr("towards x")), ("away", tr("away from x"))

    def require(self, at: Visit) -> None:
        if not _made(at).changed:
            raise Unanswerable(tr("The next visit changes nothing, so neither way is right."))

    def is_right(self, at: Visit, value: Value) -> bool | None:
        way, last = self.way(at, value), _made(at)
        if way.drawn is not None:
            angle = way.angle
            return None if angle is None else angle <= grading.RIGHT_WITHIN
        assert way.truth is not None
        if at.now.settings.order is Order.BATCH:
            return (value == "left") == (way.truth[0] < 0) if way.truth[0] else None
        return (value == "away") == (last.target < 0) if any(grading.moved_by(at.following, last, way.row)) else None

    def way(self, at: Visit, value: Value) -> grading.Way:
        """Return an answer beside the truth, on the features that the canvas shows."""
        names = [name for name, _ in self.choices(at)]
        drawn, last = None if value in names else _arrow(value), _made(at)
        row = row_of(at.now)
        return grading.Way(row, drawn, grading.seen_on(at.axes, grading.update_of(last, row)))

    def remark(self, at: Visit, value: Value) -> str:
        way, is_right = self.way(at, value), self.is_right(at, value)
        if way.drawn is None or way.angle is None:
            return "" if is_right is not False else _why_that_way(at)
        return wording.together(_how_far_off(way.angle), "" if is_right else _why_off(at, way))

    def told(self, at: Visit) -> str:
        """Return what is right in one sentence."""
        return grading.vector_moved(at.following, _made(at), row_of(at.now))

    def explained(self, at: Visit) -> str:
        return wording.together(self.told(at), worked(at.following, update=True))


def reply(ask: RightOrMistake | Direction, at: Visit, value: Value) -> tuple[bool | None, str]:
    """Return whether an answer is right, None where it is not counted, and what is said to it in few words."""
    is_right, told = ask.is_right(at, value), ask.told(at)
    if is_right is None:
        return None, not_counted(told)
    angle = ask.way(at, value).angle if isinstance(ask, Direction) else None
    return is_right, wording.together(grading.praise(is_right), "" if angle is None else _how_far_off(angle), told)


def _how_far_off(angle: float) -> str:
    """Return by how much an arrow misses the truth. `angle`: degrees."""
    is_right = angle <= grading.RIGHT_WITHIN
    words = (
        tr("Your arrow is {angle}° off.")
        if is_right
        else tr("Your arrow is {angle}° off; up to {most}° counts as right.")
    )
    return words.format(angle=terms.angle_text(angle), most=wording.number_text(grading.RIGHT_WITHIN))


def row_of(now: Snapshot) -> int:
    """Return the row of θ that is asked about: of the class of the point that comes."""
    return now.model.row_of(int(now.dataset.labels[now.upcoming or 0]))


def way_words(now: Snapshot, tells_mistake: bool) -> str:
    """Return the question which way a weight vector will move. `tells_mistake`: whether that of its point is said."""
    first = ""
    if now.settings.order is Order.BATCH:
        first = tr("The pass ends with {name}: all errors in the pass are added up.")
        if now.settings.beta:
            first = tr("The pass ends with {name}: all points whose margin is at most β are added up.")
    elif tells_mistake:
        first = tr("{name} will be a mistake.")
        if now.settings.beta:
            first = tr("The perceptron will learn from {name}.")
    question = tr("Which way will {vector} move? Draw an arrow from its tip, or choose.")
    vector = grading.vector_name(now, row_of(now))
    return wording.together(first.format(name=wording.index_text(now.upcoming or 0)), question.format(vector=vector))


def _arrow(value: Value) -> grading.Vector:
    parts = value if isinstance(value, tuple) else ()
    numbers = [scripts.typed_fraction(part) for part in parts if isinstance(part, str)]
    if len(numbers) != 2 or None in numbers:
        raise is_no_answer()
    across, upwards = (float(number) for number in numbers if number is not None)
    return across, upwards


def _why_that_way(at: Visit) -> str:
    """Say what decides between the two ways."""
    if at.now.settings.order is Order.BATCH:
        return tr("Add up y·x over all errors in the pass.")
    if _target(at) is None:
        return tr("Its own class must get a higher score.")
    return tr("The update adds ηyx: watch the sign of y.")


def _why_off(at: Visit, way: grading.Way) -> str:
    """Say how somebody comes to draw an arrow that is too far off; "" where nothing is known."""
    last, shown = _made(at), at.axes
    assert way.drawn is not None and way.truth is not None
    if at.now.settings.order is Order.BATCH:
        return tr("Add up y·x over all errors in the pass.")
    w = grading.seen_on(shown, last.before[way.row].tolist())
    x = grading.seen_on(shown, at.following.dataset.X[last.point].tolist())
    sign = _target(at) or 1
    to_point = sign * (x[0] - w[0]), sign * (x[1] - w[1])
    slips = (
        ((-way.truth[0], -way.truth[1]), tr("It points the opposite way: watch the sign of y.")),
        (w, tr("It points the same way as w: what is added to w?")),
        ((-w[0], -w[1]), tr("It points back to the origin: what is added to w?")),
        (to_point, tr("It leads to the point, but x starts at the origin.")),
    )
    for slip, words in slips:
        angle = terms.angle_between([Fraction(each) for each in way.drawn], [Fraction(each) for each in slip])
        if angle is not None and angle <= grading.RIGHT_WITHIN / 2:
            return words
    return _why_that_way(at)
