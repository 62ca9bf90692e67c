"""What is said of predictions, and arrows beside the truth; `visit_questions.py` judges them."""

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
from perceptron_gui.session.explanation.terms import angle_between, vector_text
from perceptron_gui.session.wording import written, written_apart
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


def vector_name(snapshot: Snapshot, row: int) -> str:
    """Return "w", or the name of a class's weight vector.

    `row`: row of the weights; 0 where there is only one vector.
    """
    return snapshot.model.name_of_row("w", row, snapshot.dataset.classes)


def point_was(snapshot: Snapshot, last: VisitRecord) -> str:
    """Say whether a point was right when it was visited, and why.

    `snapshot`: taken after the visit. `last`: the visit.
    """
    # L10n: correct, not the side
    truth = tr("a mistake") if last.is_mistake else tr("a near miss") if last.is_near_miss else tr("right")
    return tr("The point was {truth}: {why}.").format(truth=truth, why=_why(snapshot.model, snapshot, last))


def praise(is_right: bool) -> str:
    """Return the first word of the reply to an answer. `is_right`: whether the answer was right."""
    return tr("Yes.") if is_right else tr("No.")


def moved_by(snapshot: Snapshot, last: VisitRecord, row: int) -> list[float]:
    """Return by how much w, or a row of it, changed at a visit; see `vector_moved`."""
    return update_of(last, row)[: snapshot.dataset.n_features]


def vector_moved(snapshot: Snapshot, last: VisitRecord, row: int) -> str:
    """Say which way a vector moved, and by which rule.

    `snapshot`: taken after the visit. `last`: the visit. `row`: of the weights.
    """
    name, weights = vector_name(snapshot, row), moved_by(snapshot, last, row)
    if not any(weights):
        return tr("{name} stays where it is.").format(name=name)
    if snapshot.settings.order is Order.BATCH:
        by = vector_text([true_value(value, last.weight_unit) for value in weights], is_exact=False)
        return tr("{name} moves by {by}, the sum over all errors.").format(name=name, by=by)
    if last.rival != NO_RIVAL:
        rival = vector_name(snapshot, last.rival)
        return tr("{name} moves towards x: ηx is added to it and subtracted from {rival}.").format(
            name=name, rival=rival
        )
    if last.target < 0:
        return tr("{name} moves away from x, because y = −1: ηx is subtracted.").format(name=name)
    return tr("{name} moves towards x, because y = +1: ηx is added.").format(name=name)


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
    return tr("its class has {own}, and the best rival has {best}").format(own=own, best=best)


def why_nothing_is_asked(snapshot: Snapshot | None) -> str:
    """Say why nothing is asked. `snapshot`: None before the first."""
    if snapshot is not None and not snapshot.dataset.n_samples:
        return tr("There are no points yet: place one to be asked about it.")
    if snapshot is not None and snapshot.settings.order is Order.ONLINE and snapshot.visit:
        return tr("Every point has been shown once. Place a new one to predict it.")
    return tr("The run has ended: there is nothing left to predict.")
