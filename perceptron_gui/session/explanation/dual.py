"""A visit of the dual rule: f as a sum over the points with α > 0, and what α makes of w and b (D1–D4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.parts import trained_points
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.session.explanation.binary import PLUS_B, bias_update
from perceptron_gui.session.explanation.inputs import input_symbol, input_values
from perceptron_gui.session.explanation.kernel_products import kernel_rule, kernel_symbol
from perceptron_gui.session.explanation.terms import EVERY_TERM, MOST_TERMS, Value, decimals, first_terms
from perceptron_gui.session.explanation.vectors import written_vector
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers, bias_value
from perceptron_gui.session.formula.line import BECOMES, EXACT, Formula, Part, line, result, sentence
from perceptron_gui.session.formula.nodes import Product, Row, Strong, Symbol, Text
from perceptron_gui.session.formula.sums import bracketed, factor, product, signed, strong, total
from perceptron_gui.session.formula.symbols import ALPHA, BY_POINT, ETA, B, F, K, W, X, Y, of, point_symbol
from perceptron_gui.session.wording import Written, written
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.engine.run.snapshot import Snapshot

B_SUM = line("Σ ", of(ALPHA, BY_POINT), " ", of(Y, BY_POINT))


def _weight_sum(settings: TrainingSettings) -> Formula:
    """Return Σ αⱼ yⱼ xⱼ."""
    return line(B_SUM, " ", input_symbol(settings, BY_POINT))


def kernel_sum(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return f as the sum over the points with α > 0, in symbols and in numbers (D2)."""
    settings, last = numbers.settings, numbers.last
    has_start = settings.has_start_weights and not settings.has_curved_kernel
    parts: list[Part] = [start_product(numbers)] if has_start else []
    parts += kernel_total(numbers.snapshot, alpha_before(numbers), numbers.product, numbers.most)
    parts += [factor(written(numbers.bias(last.before[0])))] if numbers.has_bias else []
    f, terms = line(F, "(", X, ")"), line(EXACT, total(parts))
    return (
        *numbers.features_lines,
        line(f, EXACT, kernel_symbols(settings)),
        *kernel_rule(settings),
        terms,
        result(f, terms, strong(numbers.score_text(last.scores))),
    )


def kernel_symbols(settings: TrainingSettings) -> Formula:
    """Return f as the sum over the points with α > 0, in symbols (D2)."""
    has_start = settings.has_start_weights and not settings.has_curved_kernel
    start = line(product(of(W, 0), input_symbol(settings)), " + ") if has_start else ""
    bias = PLUS_B if settings.bias else ""
    return line(start, _eta(settings), B_SUM, " ", kernel_symbol(settings), bias)


def kernel_total(snapshot: Snapshot, alpha: Ints, values: Callable[[int], Value], most: int) -> list[Part]:
    """Return η Σ αⱼ yⱼ K(xⱼ, x) in numbers, as one part of a sum; none where α is 0 (D2).

    `alpha`: shape (n_samples,): mistakes at each point. `values`: returns K of a point and x. `most`: terms that are
    written out.
    """
    (used, count), eta = first_terms(alpha, most), snapshot.settings.eta
    factors = [written(decimal_fraction(eta))] if eta != 1 else []
    terms = [signed(_target(snapshot, j), product(*factors, Written(str(alpha[j])), written(values(j)))) for j in used]
    return [total(terms, most, count)] if used else []


def _eta(settings: TrainingSettings) -> Part:
    """Return η before a sum, where it is not 1."""
    return line(ETA, " ") if settings.eta != 1 else ""


def start_product(numbers: VisitNumbers) -> Product:
    """Return w₀·x, which a run from start weights adds to the sum (D2)."""
    start = (numbers.settings.initial or ())[: len(numbers.x)]
    return Product((numbers.vector(decimals(start)), numbers.vector(numbers.x)))


def alpha_update(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return the update of α, the Gram row that changed the scores, b, and w (D1, D3, D4)."""
    return (
        alpha_line(numbers, numbers.last.point),
        _gram_line(numbers),
        *bias_update(numbers),
        *weights_line(numbers),
    )


def alpha_line(numbers: VisitNumbers, point: int) -> Formula:
    """Return α of a point before and after it was counted once more (D1). `point`: its index."""
    alpha = numbers.snapshot.alpha
    now = int(alpha[point]) if alpha is not None else 1
    return line(of(ALPHA, point + 1), BECOMES, f"{now - 1} + 1", EXACT, Strong(Text(str(now))))


def weights_line(numbers: VisitNumbers) -> list[Formula]:
    """Return w as the sum that the new α make (D3); nothing with a curved kernel, which has no w."""
    if numbers.settings.has_curved_kernel:
        return []
    w = numbers.vector(numbers.weights(numbers.last.after[0]))
    return [line(_as_sum(numbers.snapshot, W, _weight_sum(numbers.settings)), EXACT, Strong(w))]


def _as_sum(snapshot: Snapshot, name: Symbol, terms: Formula) -> Formula:
    """Return what w or b is made of, in symbols (D3)."""
    start = line(of(name, 0), " + ") if snapshot.settings.has_start_weights else ""
    return line(name, EXACT, start, _eta(snapshot.settings), terms)


def _gram_line(numbers: VisitNumbers) -> Formula:
    """Return the row of the Gram matrix that was added to the scores (D4)."""
    points = trained_points(numbers.snapshot.dataset)[: numbers.most].tolist()
    row = [numbers.product(j) + numbers.has_bias for j in points]
    kernel = bracketed(line(K, " + 1" if numbers.has_bias else ""))
    name = sentence(tr("Gram row of {name}"), name=point_symbol(numbers.last.point))
    return line(name, " ", kernel, EXACT, numbers.vector(row))


def alpha_before(numbers: VisitNumbers) -> Ints:
    """Return α before the visit, shape (n_samples,). `numbers`: their snapshot has α."""
    snapshot, last = numbers.snapshot, numbers.last
    assert snapshot.alpha is not None
    is_batch = snapshot.settings.order is Order.BATCH
    learned = last.learned.tolist() if is_batch else [last.point] * last.is_learned_from
    if not learned:
        return snapshot.alpha  # mostly: of a million points a copy takes longer than the sentences about them
    alpha = snapshot.alpha.copy()
    alpha[learned] -= 1
    return alpha


def _target(snapshot: Snapshot, point: int) -> int:
    return 1 if int(snapshot.dataset.labels[point]) == snapshot.positive else -1


# The dual panel


def dual_parameters(snapshot: Snapshot, is_full: bool = False) -> tuple[Formula, ...]:
    """Return w and b at the cursor as the sums that α makes of them (D3).

    `snapshot`: of a binary mode. `is_full`: whether long sums are written out.
    """
    d, most = snapshot.theta.shape[1] - snapshot.settings.bias, EVERY_TERM if is_full else MOST_TERMS
    settings = snapshot.settings
    theta = [true_value(value, snapshot.weight_unit) for value in snapshot.theta[0].tolist()]
    if settings.has_curved_kernel:
        lines = [line(F, "(", X, ")", EXACT, kernel_symbols(settings)), *kernel_rule(settings)]
    else:
        lines = [_as_sum(snapshot, W, _weight_sum(settings)), *_point_sum(snapshot, most)]
        lines.append(result(W, lines[-1], Strong(written_vector(theta[:d], most))))
    if settings.bias:
        b = bias_value(float(snapshot.theta[0, -1]), snapshot.weight_unit, settings)
        lines.append(line(_as_sum(snapshot, B, B_SUM), EXACT, strong(written(b))))
    return tuple(lines)


def _point_sum(snapshot: Snapshot, most: int) -> list[Formula]:
    """Return w₀ + η(2·(1, 2) − 1·(3, 4)) with the points; nothing where α is 0 or not known."""
    if snapshot.alpha is None or not snapshot.alpha.any():
        return []
    (used, count), settings = first_terms(snapshot.alpha, most), snapshot.settings
    terms = total([_point_term(snapshot, j, most) for j in used], most, count)
    start = written_vector(decimals((settings.initial or ())[: snapshot.theta.shape[1] - settings.bias]), most)
    parts: list[Part] = [start] if settings.has_start_weights else []
    eta = written(decimals([settings.eta])[0])
    parts.append(line(eta, "·", bracketed(terms)) if settings.eta != 1 else terms)
    return [line(EXACT, total(parts))]


def _point_term(snapshot: Snapshot, point: int, most: int) -> Row:
    assert snapshot.alpha is not None
    vector = written_vector(input_values(snapshot.dataset, snapshot.settings, point), most)
    return signed(_target(snapshot, point), Product((Text(str(snapshot.alpha[point])), vector)))
