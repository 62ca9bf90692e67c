"""Chooses the explanation of a visit by mode and order, batches included (P4), in full or as a summary."""

from collections.abc import Callable, Sequence
from functools import singledispatch

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.model.models import Model, MulticlassModel
from perceptron_gui.engine.run.records.record import MOST_RIVALS, VisitRecord
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.explanation import binary_visit as binary
from perceptron_gui.session.explanation import multiclass_visit as multiclass
from perceptron_gui.session.explanation import step as steps
from perceptron_gui.session.explanation.multiclass_visit import count_update, for_each_learned
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.formula import line as formulas
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import BECOMES, EXACT, Formula, Part, line, listed, sentence, strong, total
from perceptron_gui.session.wording import MINUS, counted, grouped, written
from perceptron_gui.translation import ntr, tr

CHANGE = line(MINUS, nodes.ETA, "∇", nodes.LOSS)
NO_GRADIENT = line("∇", nodes.LOSS, EXACT, "0")
"""What a pass does to the weights, and what it says that it did nothing, in a sentence."""
LONGEST_SUM = MOST_RIVALS
"""Errors of a sum that is written out."""
Term = tuple[int, int]
"""A sign, and the point that is added with it."""


@singledispatch
def _pass_sum(model: Model, numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return the update at the end of a pass."""
    learned, target = numbers.last.learned.tolist(), numbers.snapshot.model.target
    terms = None
    if len(learned) <= LONGEST_SUM:
        terms = [(target(int(numbers.snapshot.dataset.labels[i])) or 1, i) for i in learned]
    if numbers.has_alpha:
        return _dual_sum(numbers, learned, terms)
    if terms is None:
        over, x = nodes.Words(_over_errors(numbers, len(learned))), numbers.symbol()
        return _row_sum(numbers, 0, line(" + ", nodes.ETA, " Σ ", nodes.Y, " ", x, " ", over), None)
    inner = total([line(nodes.of(nodes.Y, i + 1), " ", numbers.symbol(i)) for i in learned])
    summed = formulas.bracketed(inner) if len(terms) > 1 else line(" ", inner)
    return _row_sum(numbers, 0, line(" + ", nodes.ETA, summed), terms)


def pass_effect(numbers: VisitNumbers) -> Formula | None:
    """Return a visit's effect in batch order: its error waits for the end of the pass, or the pass's sum is learned."""
    last, count = numbers.last, len(numbers.last.learned)
    if not count:
        noted = tr("Noted. At the end of the pass, a single update covers all the errors.")
        if numbers.settings.beta:
            noted = tr("Noted. At the end of the pass, a single update covers all points whose margin is at most β.")
        return sentence(noted) if last.is_learned_from else None
    changed, stayed = _effect_words(numbers, count)
    *others, final = map(nodes.point_symbol, last.learned[:LONGEST_SUM].tolist())
    fields: dict[str, Part] = {"others": listed(others), "last": final, "count": grouped(count)}
    return sentence(changed if last.changed else stayed, **fields, change=CHANGE, none=NO_GRADIENT)


def _effect_words(numbers: VisitNumbers, count: int) -> tuple[str, str]:
    """Return two sentences about a finished pass: one if the weights changed, one if the sum of its errors is 0."""
    if numbers.settings.beta:  # near misses are summed up, too (V4)
        return ntr(
            "The pass is over: {count} point had a margin of at most β, and it changed the weights.",
            "The pass is over: {count} points had margins of at most β, and together they changed the weights.",
            count,
        ), ntr(
            "The pass is over: {count} point had a margin of at most β, but it adds 0, so the weights stay the same.",
            "The pass is over: {count} points had margins of at most β, but they add up to 0, so the weights "
            "stay the same.",
            count,
        )
    if count == 1:
        return (
            tr("The pass is over: its only error, {last}, changed the weights by {change}."),
            tr("The pass is over: its only error, {last}, adds 0, so the weights stay the same: {none}."),
        )
    if count > LONGEST_SUM:
        return (
            tr("The pass is over: its {count} errors together changed the weights by {change}."),
            tr("The pass is over: its {count} errors add up to 0, so the weights stay the same: {none}."),
        )
    changed = tr("The pass is over: its errors {others} and {last} together changed the weights by {change}.")
    stayed = tr("The pass is over: its errors {others} and {last} add up to 0, so the weights stay the same: {none}.")
    return changed, stayed


def _over_errors(numbers: VisitNumbers, count: int) -> str:
    if numbers.settings.beta:
        return counted(
            "over {count} point with margin at most β", "over the {count} points with margin at most β", count
        )
    return counted("over {count} error", "over the {count} errors", count)


def _row_sum(numbers: VisitNumbers, row: int, symbols: Part, terms: Sequence[Term] | None) -> tuple[Formula, ...]:
    """Return the update of a row by η times the sum with its points; as one vector where `terms` is None."""
    if terms is None:
        before, after = (numbers.weights(theta[row]) for theta in (numbers.last.before, numbers.last.after))
        rise = numbers.vector([b - a for a, b in zip(before, after, strict=True)])
        return binary.row_update(numbers, row, symbols, line(" + ", rise), None)
    change = _signed_sum(numbers, [(sign, numbers.vector(numbers.point(i))) for sign, i in terms])
    return binary.row_update(numbers, row, symbols, change, _bias_change(numbers, terms))


def _signed_sum(numbers: VisitNumbers, parts: Sequence[tuple[int, nodes.Node]]) -> nodes.Row:
    """Return + η·(a − b), or − η·a for a single part, with η as a number."""
    eta = written(numbers.eta)
    if len(parts) == 1:
        ((sign, part),) = parts
        return line(formulas.added(sign), eta, "·", part)
    return line(" + ", eta, "·", formulas.bracketed(total([formulas.signed(sign, part) for sign, part in parts])))


def _bias_change(numbers: VisitNumbers, terms: Sequence[Term] | None) -> nodes.Row | None:
    if terms is None:
        return None
    if len(terms) == 1:
        return binary.one_step(numbers, terms[0][0])
    return _signed_sum(numbers, [(sign, nodes.Text("1")) for sign, _ in terms])


def _dual_sum(numbers: VisitNumbers, learned: list[int], terms: Sequence[Term] | None) -> tuple[Formula, ...]:
    """Count every error of the pass once more in its α (D1, P7)."""
    lines = [binary.alpha_line(numbers, i) for i in learned[:LONGEST_SUM]]
    if terms is None:
        alpha, each = nodes.of(nodes.ALPHA, nodes.BY_POINT), nodes.Words(for_each_learned(numbers, len(learned)))
        lines = [line(alpha, BECOMES, alpha, " + ", nodes.Count("1"), " ", each)]
    bias = binary.bias_update(numbers, 0, _bias_change(numbers, terms))
    return (*lines, *bias, *binary.weights_line(numbers))


@_pass_sum.register(MulticlassModel)
def _class_sums(model: Model, numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Add every error to its class and take it from its rival (M2)."""
    last, classes, x = numbers.last, numbers.snapshot.trained.present, numbers.symbol()
    if not numbers.has_weights:
        return count_update(numbers)
    if len(last.learned) <= LONGEST_SUM:
        sums = [(k, _class_terms(numbers, k)) for k in classes]
        return tuple(
            each for k, terms in sums if terms for each in _row_sum(numbers, k, _class_symbols(numbers, terms), terms)
        )
    words = tr("{over}: {reward} for its class, {punishment} for its rival")
    over = _over_errors(numbers, len(last.learned))
    reward, punishment = line("+ ", nodes.ETA, " ", x), line(f"{MINUS} ", nodes.ETA, " ", x)
    symbols = line(" + ", nodes.ETA, " Σ ± ", x)
    changed = [k for k in last.classes if (last.before[k] != last.after[k]).any()]
    return (
        sentence(words, over=over, reward=reward, punishment=punishment),
        *(each for k in changed for each in _row_sum(numbers, k, symbols, None)),
    )


def _class_symbols(numbers: VisitNumbers, terms: Sequence[Term]) -> Formula:
    if len(terms) > 1:
        inner = total([formulas.signed(sign, numbers.symbol(i)) for sign, i in terms])
        return line(" + ", nodes.ETA, formulas.bracketed(inner))
    ((sign, i),) = terms
    return line(formulas.added(sign), nodes.ETA, " ", numbers.symbol(i))


def _class_terms(numbers: VisitNumbers, k: int) -> list[Term]:
    """Return the errors that are added to class k, or taken from it."""
    labels = numbers.snapshot.dataset.labels
    pairs = zip(numbers.last.learned.tolist(), numbers.last.rivals, strict=False)
    return [(1 if int(labels[i]) == k else -1, i) for i, rival in pairs if k in (int(labels[i]), rival)]


def explain(snapshot: Snapshot, is_full: bool = False, is_augmented: bool = False) -> steps.Explanation | None:
    """Explain the last visit; None at the start of a run.

    `snapshot`: the run after the visit. `is_full`: whether long sums, vectors and matrices are written out.
    `is_augmented`: whether the bias is told as one weight more, where there is one beside other weights (W2).
    """
    if snapshot.last is None:
        return None
    numbers = VisitNumbers(snapshot, snapshot.last, is_full)
    return _explained(snapshot.model, numbers.augmented if is_augmented else numbers)


@singledispatch
def _explained(model: Model, numbers: VisitNumbers) -> steps.Explanation:
    last, is_dual = numbers.last, numbers.has_alpha
    return steps.Explanation(
        heading=steps.heading(numbers, line(nodes.Y, EXACT, steps.sign_text(last.target))),
        rule=binary.kernel_sum(numbers) if is_dual else binary.activation(numbers),
        is_mistake=last.is_mistake,
        is_near_miss=last.is_near_miss,
        verdict=binary.verdict(numbers),
        update=_update(numbers, binary.alpha_update if is_dual else binary.weights_update),
        moved=_moved(numbers, binary.moved),
        effect=_effect(numbers, binary.effect),
    )


@_explained.register(MulticlassModel)
def _explained_classes(model: Model, numbers: VisitNumbers) -> steps.Explanation:
    last, rows = numbers.last, multiclass.weight_rows(replace(numbers, is_augmented=False))
    return steps.Explanation(
        heading=steps.heading(numbers, tr("class {name}").format(name=numbers.snapshot.dataset.classes[last.target])),
        rule=multiclass.score_lines(numbers),
        is_mistake=last.is_mistake,
        is_near_miss=last.is_near_miss,
        verdict=multiclass.class_verdict(numbers),
        update=_update(numbers, multiclass.class_update),
        moved=_moved(numbers, multiclass.class_moved),
        effect=_effect(numbers, multiclass.class_effect),
        bars=multiclass.score_bars(numbers),
        matrix=rows,
        left_out=len(last.classes) - len(rows) if rows else 0,
        features=() if numbers.settings.features.is_identity else numbers.snapshot.model.weight_names,
    )


def _update(numbers: VisitNumbers, of_point: Callable[[VisitNumbers], tuple[Formula, ...]]) -> tuple[Formula, ...]:
    """Return the update: in batch order at the end of a pass, else of the point; empty where there is none."""
    if numbers.settings.order is Order.BATCH:
        return _pass_sum(numbers.snapshot.model, numbers) if len(numbers.last.learned) else ()
    return of_point(numbers) if numbers.last.is_learned_from else ()


def _moved(numbers: VisitNumbers, of_point: Callable[[VisitNumbers], Formula]) -> Formula | None:
    """Return what an update does in symbols; of a batch pass, which moves a point by all of its errors, nothing."""
    is_alone = numbers.settings.order is not Order.BATCH and numbers.last.is_learned_from
    return of_point(numbers) if is_alone else None


def _effect(numbers: VisitNumbers, of_point: Callable[[VisitNumbers], Formula | None]) -> Formula | None:
    """Return the effect of the visit: in batch order that of the pass, else that on the point."""
    if numbers.last.is_refused:
        return sentence(tr("The update would take a sum of α·y·K beyond 10²⁸⁰, so it is not made and the run ends."))
    return pass_effect(numbers) if numbers.settings.order is Order.BATCH else of_point(numbers)


MOST_CLASSES = 3
"""Classes whose weights are all written; of more, those that a mistake changed."""


class StepSummary(Frozen):
    """The short explanation on the canvas while panels are hidden."""

    rule: tuple[Formula, ...]  # f, or the scores, with this point's numbers
    verdict: str  # whether the point was right, and the numbers that decided
    # whether the visit was a mistake; or right, but by no more than β (V4)
    is_mistake: bool
    is_near_miss: bool
    parameters: tuple[Formula, ...]  # w and b after the visit


def step_summary(snapshot: Snapshot) -> StepSummary | None:
    """Return the last visit in few lines; None at the start of a run. `snapshot`: the run after the visit."""
    step, last = explain(snapshot), snapshot.last
    if step is None or last is None:
        return None
    rule = _scores(step) if step.bars else _activation(step, last)
    return StepSummary(rule, str(step.verdict.brief), step.is_mistake, step.is_near_miss, _parameters(snapshot, last))


def _activation(step: steps.Explanation, last: VisitRecord) -> tuple[Formula, ...]:
    name, first = line(nodes.F, "(", nodes.of(nodes.X, last.point + 1), ")"), line(nodes.F).parts
    numbers = [k for k, each in enumerate(step.rule) if each.is_continuation]
    # What rounded numbers do not come to themselves is a line of its own, from f anew.
    values = [each for each in step.rule[numbers[-1] + 1 :] if each.parts[:1] == first]
    anew = [line(",   ", name, *each.parts[each.parts.index(EXACT) :]) for each in values]
    return (line(name, *[step.rule[k] for k in numbers], *anew),)


def _scores(step: steps.Explanation) -> tuple[Formula, ...]:
    """Return the scores of the true class and of its rival."""
    shown = [bar for bar in step.bars if bar.remark] or list(step.bars[:2])
    lines = [steps.score_line(bar) for bar in shown]
    return (line(*lines[:1], *[part for each in lines[1:] for part in (",   ", each)]),)


def _parameters(snapshot: Snapshot, last: VisitRecord) -> tuple[Formula, ...]:
    numbers = VisitNumbers(snapshot, last)
    if not numbers.has_weights:
        return _biases(numbers)
    changed = (last.target, last.rival) if last.is_learned_from else ()
    shown = last.classes if len(last.classes) <= MOST_CLASSES else changed
    return tuple(_row(numbers, k) for k in shown)


def _biases(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return b, or B: all that a curved kernel has of θ."""
    after = numbers.last.after
    shown = numbers.last.classes[:MOST_CLASSES] if numbers.has_bias else ()
    return tuple(line(nodes.B, numbers.of_owner(k), EXACT, strong(written(numbers.bias(after[k])))) for k in shown)


def _row(numbers: VisitNumbers, k: int) -> Formula:
    theta, owner = numbers.last.after[k], numbers.of_owner(k)
    vector, bias = numbers.vector(numbers.weights(theta)), numbers.bias_text(theta)
    in_one = line(nodes.THETA, owner)
    return steps.parameters_line(line(nodes.W, owner), vector, line(nodes.B, owner), bias, in_one=in_one)
