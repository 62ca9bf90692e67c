"""Grading of predictions, drawn arrows included: whether right, and why."""

from collections.abc import Sequence
from functools import singledispatch

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.engine.model.models import Model, MulticlassModel
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.training.state import NO_RIVAL
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.terms import angle_between, angle_text, vector_text
from perceptron_gui.session.wording import number_text, written, written_apart
from perceptron_gui.translation import spelled, tr

RIGHT_WITHIN = 30.0
"""Degrees from the truth up to which an arrow counts as right."""
Vector = tuple[float, float]


class Way(Frozen):
    """A question about a weight vector, on the two features that are shown."""

    row: int  # 0, in multiclass the class whose vector is meant
    drawn: Vector | None = None  # the arrow that was drawn, in the units of w
    truth: Vector | None = None  # by how much the vector moved, once that is known

    @property
    def angle(self) -> float | None:
        """Degrees between the arrow and the truth; None where there is none, as with a vector that stays."""
        if self.drawn is None or self.truth is None:
            return None
        return angle_between(self.drawn, self.truth)


def update_of(last: VisitRecord, row: int) -> list[float]:
    """Return by how much θ, or a row of it, changed at a visit: the doubles nearest to the differences of decimals.

    `row`: 0, in multiclass the class.
    """
    pairs = zip(last.before[row].tolist(), last.after[row].tolist(), strict=True)
    return [float(decimal_fraction(after) - decimal_fraction(before)) for before, after in pairs]


def seen_on(axes: Sequence[int | None], values: Sequence[float]) -> Vector:
    """Return the part of a vector that two axes show.

    `axes`: the features across and upwards; an axis without a feature shows 0. `values`: the vector, one number for
    each feature.
    """
    across, upwards = (values[axis] if axis is not None else 0.0 for axis in axes)
    return across, upwards


Verdict = tuple[bool | None, str]
"""Whether an answer was right, None where it is not counted; and what is said to it."""


def vector_name(snapshot: Snapshot, row: int) -> str:
    """Return "w", or the name of a class's weight vector.

    `row`: row of the weights; 0 where there is only one vector.
    """
    return snapshot.model.name_of_row("w", row, snapshot.dataset.classes)


def judge_mistake(snapshot: Snapshot, last: VisitRecord, said: bool) -> Verdict:
    """Judge an answer to "right or wrong?".

    `snapshot`: taken after the visit. `last`: the visit. `said`: whether the answer was "a mistake", or with β "learned
    from".
    """
    is_right = said == (last.is_mistake or last.is_near_miss)
    return is_right, f"{praise(is_right)} {point_was(snapshot, last)}"


def point_was(snapshot: Snapshot, last: VisitRecord) -> str:
    """Say whether a point was right when it was visited, and why; see `judge_mistake`."""
    truth = tr("a mistake") if last.is_mistake else tr("a near miss") if last.is_near_miss else tr("right")
    return tr("The point was {truth}: {why}.").format(truth=truth, why=_why(snapshot.model, snapshot, last))


def judge_way(snapshot: Snapshot, last: VisitRecord, way: Way, choice: int | None) -> Verdict:
    """Judge an answer to "which way will w move?": an arrow is right within 30° of the true direction.

    `snapshot`: taken after the visit. `last`: the visit. `way`: the question, with the arrow if one was drawn, and the
    truth. `choice`: answer 1 or 2; None where an arrow was drawn.
    """
    moved = vector_moved(snapshot, last, way.row)
    if way.drawn is None:
        is_right = _is_choice_right(snapshot, last, way, choice)
        return is_right, f"{praise(is_right)} {moved}" if is_right is not None else _not_counted(moved)
    angle = way.angle
    if angle is None:
        return None, _not_counted(moved)
    is_right = angle <= RIGHT_WITHIN
    words = tr("Your arrow is {angle}° off.") if is_right else tr("Your arrow is {angle}° off, more than {most}°.")
    said_so = words.format(angle=angle_text(angle), most=number_text(RIGHT_WITHIN))
    return is_right, f"{praise(is_right)} {said_so} {moved}"


def praise(is_right: bool) -> str:
    """Return the first word of the reply to an answer. `is_right`: whether the answer was right."""
    return tr("Yes.") if is_right else tr("No.")


def _not_counted(moved: str) -> str:
    return tr("Not counted: {moved}").format(moved=moved)


def _is_choice_right(snapshot: Snapshot, last: VisitRecord, way: Way, choice: int | None) -> bool | None:
    if snapshot.settings.order is Order.BATCH:
        across = way.truth[0] if way.truth is not None else 0.0
        return (choice == 1) == (across < 0) if across else None
    if not any(_weights(snapshot, last, way.row)):
        return None
    return (choice == 2) == (last.target < 0)


def _weights(snapshot: Snapshot, last: VisitRecord, row: int) -> list[float]:
    return update_of(last, row)[: snapshot.dataset.n_features]


def vector_moved(snapshot: Snapshot, last: VisitRecord, row: int) -> str:
    """Say which way a vector moved, and by which rule; see `judge_way`. `row`: of the weights."""
    name, weights = vector_name(snapshot, row), _weights(snapshot, last, row)
    if not any(weights):
        return tr("{name} stays where it is.").format(name=name)
    if snapshot.settings.order is Order.BATCH:
        by = vector_text([true_value(value, last.weight_unit) for value in weights], is_exact=False)
        return tr("{name} moves by {by}, the sum over all errors.").format(name=name, by=by)
    if last.rival != NO_RIVAL:
        rival = vector_name(snapshot, last.rival)
        return tr("{name} moves towards x: ηx is added, and taken from {rival}.").format(name=name, rival=rival)
    if last.target < 0:
        return tr("{name} moves away from x, for y = −1: ηx is taken away.").format(name=name)
    return tr("{name} moves towards x, for y = +1: ηx is added.").format(name=name)


@singledispatch
def _why(model: Model, snapshot: Snapshot, last: VisitRecord) -> str:
    """Return y·f, compared with 0 or with β."""
    margin = last.target * float(last.scores[0])
    shown, margin_name = written(true_value(margin, last.score_unit)), spelled(snapshot.model.margin_symbol)
    if last.is_mistake or not snapshot.settings.beta:
        return f"{margin_name} {shown.after_name} {'≤' if last.is_mistake else '>'} 0"
    least = written(decimal_fraction(snapshot.settings.beta))
    return f"{margin_name} {shown.after_name} {'≤' if last.is_near_miss else '>'} {spelled('β')} = {least}"


@_why.register(MulticlassModel)
def _why_of_classes(model: Model, snapshot: Snapshot, last: VisitRecord) -> str:
    """Return the scores that decided."""
    rivals = [float(last.scores[k]) for k in last.classes if k != last.target]
    scores = float(last.scores[last.target]), max(rivals, default=float("-inf"))
    own, best = written_apart(*(true_value(score, last.score_unit) for score in scores))
    return tr("its class has {own}, the best rival {best}").format(own=own, best=best)


def why_nothing_is_asked(snapshot: Snapshot | None) -> str:
    """Say why nothing is asked. `snapshot`: None before the first."""
    if snapshot is not None and not snapshot.dataset.n_samples:
        return tr("There is no point yet: place one, and it is asked about.")
    if snapshot is not None and snapshot.settings.order is Order.ONLINE and snapshot.visit:
        return tr("Every point has been shown once. Place a new one: it is predicted first.")
    return tr("The run stands at its end: nothing is left to predict.")
