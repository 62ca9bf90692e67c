"""Which explanation a visit gets: by mode and order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.session.explanation import binary, dual, multiclass
from perceptron_gui.session.explanation.batch import pass_effect, pass_update
from perceptron_gui.session.explanation.step import Explanation, heading, sign_line
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.formula.line import Formula, sentence
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot


def explain(snapshot: Snapshot, is_full: bool = False) -> Explanation | None:
    """Explain the last visit; None at the start of a run.

    `snapshot`: the run after the visit. `is_full`: whether long sums, vectors and matrices are written out.
    """
    if snapshot.last is None:
        return None
    numbers = VisitNumbers(snapshot, snapshot.last, is_full)
    return _explain_multiclass(numbers) if snapshot.model.has_class_rows else _explain_binary(numbers)


def _explain_binary(numbers: VisitNumbers) -> Explanation:
    last, settings = numbers.last, numbers.settings
    is_dual = numbers.has_alpha
    is_batch = settings.order is Order.BATCH
    learn = pass_update if is_batch else dual.alpha_update if is_dual else binary.weights_update
    return Explanation(
        heading=heading(numbers, sign_line(last.target)),
        rule=dual.kernel_sum(numbers) if is_dual else binary.activation(numbers),
        is_mistake=last.is_mistake,
        is_near_miss=last.is_near_miss,
        verdict=binary.verdict(numbers),
        update=learn(numbers) if is_batch or last.is_learned_from else (),
        effect=_effect(numbers, binary.effect),
    )


def _explain_multiclass(numbers: VisitNumbers) -> Explanation:
    last, is_batch = numbers.last, numbers.settings.order is Order.BATCH
    learn = pass_update if is_batch else multiclass.class_update
    rows = multiclass.weight_rows(numbers)
    return Explanation(
        heading=heading(numbers, tr("class {name}").format(name=numbers.snapshot.dataset.classes[last.target])),
        rule=multiclass.score_lines(numbers),
        is_mistake=last.is_mistake,
        is_near_miss=last.is_near_miss,
        verdict=multiclass.class_verdict(numbers),
        update=learn(numbers) if is_batch or last.is_learned_from else (),
        effect=_effect(numbers, multiclass.class_effect),
        bars=multiclass.score_bars(numbers),
        matrix=rows,
        left_out=len(last.classes) - len(rows) if rows else 0,
        features=() if numbers.settings.features.is_identity else numbers.snapshot.model.weight_names,
    )


def _effect(numbers: VisitNumbers, of_point: Callable[[VisitNumbers], Formula | None]) -> Formula | None:
    """Return what followed from the visit: in batch order what the pass did, else what became of the point."""
    if numbers.last.is_refused:
        return sentence(tr("The update would take a sum of α·y·K beyond 10²⁸⁰: it is not made, and the run ends."))
    return pass_effect(numbers) if numbers.settings.order is Order.BATCH else of_point(numbers)
