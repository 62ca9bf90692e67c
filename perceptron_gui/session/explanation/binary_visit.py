"""A visit of the binary rule: in weights, w ← w + η y x, and in α, f as a sum over points (P1, P2, P8, D1–D4)."""

from collections.abc import Callable
from fractions import Fraction

from perceptron_gui.engine.data.dataset import Ints, trained_points
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.session.explanation import terms as all_terms
from perceptron_gui.session.explanation import visit_numbers
from perceptron_gui.session.explanation.step import Judgement, what_became
from perceptron_gui.session.explanation.terms import Value, decimals, first_terms, written_vector
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers, kernel_rule, kernel_symbol, scaled
from perceptron_gui.session.formula import line as formulas
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import BECOMES, EXACT, Formula, Part, line, product, result, strong, total
from perceptron_gui.session.wording import Written, written, written_apart
from perceptron_gui.translation import tr

PLUS_B = line(" + ", nodes.B)
DECISION = nodes.Noted(nodes.Row(()), nodes.DECISION)
MARGIN = product(nodes.Y, nodes.F)
"""y·f."""


def activation(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return f in symbols, in numbers, and its value, and the angle that decides the class (P8)."""
    weighted = weight_symbols(numbers.settings, numbers.is_augmented)
    symbols = line(nodes.F, "(", nodes.X, ")", EXACT, weighted, DECISION)
    terms = line(EXACT, dot_text(numbers, 0))
    value = result(line(nodes.F, "(", nodes.X, ")"), terms, strong(numbers.score_text(numbers.last.scores)))
    return (*numbers.features_lines, symbols, terms, value, *_angle(numbers.augmented))


def weight_symbols(settings: TrainingSettings, is_augmented: bool = False) -> Formula:
    """Return f as w·x + b, in symbols (P1). `is_augmented`: whether as θ·x̂."""
    if is_augmented:
        return line(product(nodes.THETA, nodes.X_HAT))
    weighted = product(nodes.W, visit_numbers.input_symbol(settings))
    return line(nodes.Noted(line(weighted, PLUS_B), nodes.ACTIVATION) if settings.bias else weighted)


def dot_text(numbers: VisitNumbers, row: int) -> Formula:
    """Return w₁·x₁ + … + b with the parameters before the visit.

    `row`: the class whose parameters they are; 0 in the binary modes.
    """
    theta = numbers.last.before[row]
    pairs = zip(numbers.weights(theta)[: numbers.most], numbers.x, strict=False)
    entries = total([product(written(w), written(v)) for w, v in pairs], numbers.most, len(numbers.x))
    return line(entries, " + ", formulas.factor(written(numbers.bias(theta)))) if numbers.has_bias else line(entries)


def _angle(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Compare the angle between w and x with 90°, with a bias that between θ and x̂: it says the class (P8)."""
    w = numbers.weights(numbers.last.before[0])
    angle = all_terms.angle_between(w, numbers.x)
    if angle is None:
        return ()
    is_known = all(isinstance(value, Fraction) for value in (*w, *numbers.x))
    compared = "" if angle == all_terms.RIGHT_ANGLE else " < 90°" if angle < all_terms.RIGHT_ANGLE else " > 90°"
    return (line(all_terms.angle_formula(angle, is_known, numbers.symbol(), numbers.weight_symbol), compared),)


def weights_update(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return the update of w and b in symbols and numbers (P2)."""
    target = numbers.last.target
    in_one = nodes.Noted(nodes.Row(()), nodes.UPDATE) if numbers.has_bias else ""
    symbols = line(" + ", nodes.ETA, " ", nodes.Y, " ", numbers.symbol(), in_one)
    step = [scaled(Fraction(target), value) for value in numbers.step()]
    return row_update(numbers, 0, symbols, line(" + ", numbers.vector(step)), one_step(numbers, target))


def row_update(
    numbers: VisitNumbers, row: int, symbols: Part, change: Part, bias_change: Part | None
) -> tuple[Formula, ...]:
    """Return the update of w and b in symbols and in numbers, and what they become.

    `row`: the class whose they are; 0 in the binary modes. `symbols`, `change`: what is added to w. `bias_change`: what
    is added to b, see `bias_update`.
    """
    last, w = numbers.last, line(numbers.weight_symbol, numbers.of_owner(row))
    before, after = (numbers.vector(numbers.weights(theta[row])) for theta in (last.before, last.after))
    summed = line(EXACT, before, change)
    updated = result(w, summed, nodes.Strong(after))
    return (line(w, BECOMES, w, symbols), summed, updated, *bias_update(numbers, row, bias_change))


def one_step(numbers: VisitNumbers, sign: int) -> Formula:
    """Return + η or − η, with its number. `sign`: 1 or −1."""
    return line(formulas.added(sign), written(numbers.eta))


def bias_update(numbers: VisitNumbers, row: int, change: Part | None = None) -> list[Formula]:
    """Return b before, what was added, and b after; nothing without bias.

    `row`: the class whose b it is; 0 in the binary modes. `change`: what was added; None for what it came to.
    """
    if not numbers.has_bias:
        return []
    before, after = (numbers.bias(theta[row]) for theta in (numbers.last.before, numbers.last.after))
    change = line(" + ", formulas.factor(written(after - before))) if change is None else change
    name = line(nodes.B, numbers.of_owner(row))
    return [line(name, BECOMES, written(before), change, EXACT, strong(written(after)))]


def verdict(numbers: VisitNumbers) -> Judgement:
    """Return whether the point was classified correctly, and why."""
    margin = _margin(numbers, is_after=False)
    value = line(MARGIN, EXACT, written(margin))
    if numbers.last.is_near_miss:
        limit = written(decimal_fraction(numbers.settings.beta))
        reason = line("0 < ", MARGIN, EXACT, written(margin), " ≤ ", nodes.BETA, EXACT, limit)
        return Judgement(tr("Near miss."), reason, tr("right, but by no more than β, so the perceptron learns from it"))
    if margin > 0 and numbers.settings.beta:
        limit = written(decimal_fraction(numbers.settings.beta))
        return Judgement(tr("Right."), line(value, " > ", nodes.BETA, EXACT, limit), tr("nothing changes"))
    if margin > 0:
        return Judgement(tr("Right."), line(value, " > 0"), tr("nothing changes"))
    if margin == 0:
        return Judgement(tr("Mistake."), value, tr("on the boundary, which counts as a mistake"))
    return Judgement(tr("Mistake."), line(value, " ≤ 0"), tr("this point is on the wrong side"))


def effect(numbers: VisitNumbers) -> Formula | None:
    """Return by how much the update moved this point's activation (P8); None where nothing was learned."""
    if not numbers.last.is_learned_from:
        return None
    margin, after = _margin(numbers, is_after=False), _margin(numbers, is_after=True)
    gain, rise = rise_of(numbers)
    first, second = written_apart(margin, after)
    words = tr("{margin} rose by {rise}: from {first} to {second}.")
    if gain == 0:
        words = tr("{margin} stays at {second}: {rise}.")
    rose = formulas.sentence(words, margin=MARGIN, rise=rise, first=first, second=second)
    return formulas.paragraph(rose, what_became(after, numbers.settings.beta, gain))


def moved(numbers: VisitNumbers) -> Formula:
    """Return what an update makes of the activation of its own point, in symbols (P8).

    It is (w + η y x)·x = w·x + η y x·x, with a bias of θ and x̂; in α the same in scalar products.
    """
    step = line(nodes.ETA, " ", nodes.Y, " ")
    if numbers.has_alpha or not numbers.has_weights:
        f = line(nodes.F, "(", nodes.X, ")")
        return line(f, BECOMES, f, " + ", step, own_product(numbers))
    w, x = numbers.augmented.weight_symbol, numbers.augmented.symbol()
    summed = product(formulas.bracketed(line(w, " + ", step, x)), x)
    return line(summed, EXACT, product(w, x), " + ", step, product(x, x))


def own_product(numbers: VisitNumbers) -> Formula:
    """Return (x·x + 1), of a curved kernel (K(x, x) + 1), by which η moves a score (P8)."""
    x = numbers.symbol()
    own = line(product(x, x)) if numbers.has_weights else line(nodes.K, "(", x, ", ", x, ")")
    return line(formulas.bracketed(line(own, " + 1"))) if numbers.has_bias else own


def rise_of(numbers: VisitNumbers) -> tuple[Value, Formula]:
    """Return by how much an update raises the score of its own point, as a number and as η(‖x‖² + 1) = 3 (P8)."""
    gain = scaled(numbers.eta, numbers.product(numbers.last.point) + numbers.has_bias)
    x = numbers.symbol()
    own = nodes.Power(nodes.Norm(x), "2") if numbers.has_weights else line(nodes.K, "(", x, ", ", x, ")")
    squared = line(own, " + 1" if numbers.has_bias else "")
    if numbers.eta != 1:
        squared = line(nodes.ETA, formulas.bracketed(squared))
    return gain, line(squared, EXACT, written(gain))


def _margin(numbers: VisitNumbers, is_after: bool) -> Value:
    last = numbers.last
    return scaled(Fraction(last.target), numbers.score(last.scores_after if is_after else last.scores))


B_SUM = line("Σ ", nodes.of(nodes.ALPHA, nodes.BY_POINT), " ", nodes.of(nodes.Y, nodes.BY_POINT))


def _weight_sum(settings: TrainingSettings, is_augmented: bool = False) -> Formula:
    """Return Σ αⱼ yⱼ xⱼ. `is_augmented`: see `visit_numbers.input_symbol`."""
    return line(B_SUM, " ", visit_numbers.input_symbol(settings, nodes.BY_POINT, is_augmented))


def kernel_sum(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return f as the sum over the points with α > 0, in symbols and in numbers (D2)."""
    f, terms = line(nodes.F, "(", nodes.X, ")"), line(EXACT, kernel_text(numbers))
    return (
        *numbers.features_lines,
        line(f, EXACT, kernel_symbols(numbers.settings, numbers.is_augmented), DECISION),
        *kernel_rule(numbers.settings),
        terms,
        result(f, terms, strong(numbers.score_text(numbers.last.scores))),
    )


def kernel_text(numbers: VisitNumbers) -> nodes.Row:
    """Return the sum over the points with α > 0 in numbers, with what the start adds, and b before the visit."""
    settings, parts = numbers.settings, list[Part]()
    if settings.has_start_weights and not settings.has_curved_kernel:
        start = decimals((settings.initial or ())[: len(numbers.x)])
        parts.append(nodes.Product((numbers.vector(start), numbers.vector(numbers.x))))
    parts += kernel_total(numbers.snapshot, alpha_before(numbers), numbers.product, numbers.most)
    parts += [formulas.factor(written(numbers.bias(numbers.last.before[0])))] if numbers.has_bias else []
    return total(parts)


def kernel_symbols(settings: TrainingSettings, is_augmented: bool = False) -> Formula:
    """Return f as the sum over the points with α > 0, in symbols (D2). `is_augmented`: with x̂, and without b."""
    has_start = settings.has_start_weights and not settings.has_curved_kernel
    start_weights = nodes.START_THETA if is_augmented else nodes.START_W
    x = visit_numbers.input_symbol(settings, "", is_augmented)
    start = line(product(start_weights, x), " + ") if has_start else ""
    bias = PLUS_B if settings.bias and not is_augmented else ""
    return line(start, _eta(settings), B_SUM, " ", kernel_symbol(settings, is_augmented), bias)


def kernel_total(snapshot: Snapshot, counts: Ints, values: Callable[[int], Value], most: int) -> list[Part]:
    """Return η Σ αⱼ yⱼ K(xⱼ, x) in numbers, as one part of a sum; none where α is 0 (D2).

    `counts`: shape (n_samples,): α, or a row of A. `values`: returns K of a point and x. `most`: terms that are written
    out.
    """
    (used, count), eta = first_terms(counts, most), snapshot.settings.eta
    factors = [written(decimal_fraction(eta))] if eta != 1 else []
    terms = list[Part]()
    for j in used:
        sign = (_target(snapshot, j) or 1) * (1 if counts[j] > 0 else -1)
        terms.append(formulas.signed(sign, product(*factors, Written(str(abs(counts[j]))), written(values(j)))))
    return [total(terms, most, count)] if used else []


def _eta(settings: TrainingSettings) -> Part:
    """Return the factor η before a sum; nothing if it is 1."""
    return nodes.Noted(line(nodes.ETA, " "), nodes.RATE) if settings.eta != 1 else ""


def alpha_update(numbers: VisitNumbers) -> tuple[Formula, ...]:
    """Return the update of α, the Gram row that changed the scores, b, and w (D1, D3, D4)."""
    return (
        alpha_line(numbers, numbers.last.point),
        _gram_line(numbers),
        *bias_update(numbers, 0, one_step(numbers, numbers.last.target)),
        *weights_line(numbers),
    )


def alpha_line(numbers: VisitNumbers, point: int) -> Formula:
    """Return α of a point before and after it was counted once more (D1). `point`: its index."""
    alpha = numbers.snapshot.alpha
    now = int(alpha[point]) if alpha is not None else 1
    before, once, after = (nodes.Count(str(count)) for count in (now - 1, 1, now))
    return line(nodes.of(nodes.ALPHA, point + 1), BECOMES, before, " + ", once, EXACT, nodes.Strong(after))


def weights_line(numbers: VisitNumbers) -> list[Formula]:
    """Return w as the sum that the new α make (D3); nothing with a curved kernel, which has no w."""
    if not numbers.has_weights:
        return []
    w = numbers.vector(numbers.weights(numbers.last.after[0]))
    terms = _weight_sum(numbers.settings, numbers.is_augmented)
    return [line(_as_sum(numbers.settings, numbers.weight_symbol, terms), EXACT, nodes.Strong(w))]


def bias_symbols(settings: TrainingSettings) -> Formula:
    """Return b as the sum that α makes of it, in symbols (D3)."""
    return _as_sum(settings, nodes.B, B_SUM)


def _as_sum(settings: TrainingSettings, name: nodes.Symbol, terms: Formula) -> Formula:
    """Return w or b as a sum of the terms given, in symbols (D3)."""
    start = line(nodes.of(name, 0), " + ") if settings.has_start_weights else ""
    return line(name, EXACT, start, _eta(settings), terms)


def _gram_line(numbers: VisitNumbers) -> Formula:
    """Return the row of the Gram matrix of the point (D4); b, where it is apart, has a line of its own."""
    points = trained_points(numbers.snapshot.dataset)[: numbers.most].tolist()
    row = [numbers.product(j) for j in points]
    kernel = formulas.bracketed(line(nodes.K, " + 1" if numbers.is_augmented else ""))
    name = formulas.sentence(tr("Gram row of {name}"), name=nodes.point_symbol(numbers.last.point))
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


def _target(snapshot: Snapshot, point: int) -> int | None:
    return snapshot.model.target(int(snapshot.dataset.labels[point]))


# The dual panel


def dual_parameters(snapshot: Snapshot, is_full: bool = False, is_short: bool = False) -> tuple[Formula, ...]:
    """Return w and b at the cursor as the sums that α makes of them (D3).

    `snapshot`: of a binary mode. `is_full`: whether long sums are written out. `is_short`: whether none is.
    """
    settings, d = snapshot.settings, snapshot.theta.shape[1] - snapshot.settings.bias
    most = all_terms.EVERY_TERM if is_full else all_terms.MOST_TERMS
    theta = [true_value(value, snapshot.weight_unit) for value in snapshot.theta[0].tolist()]
    if not snapshot.model.weight_names:
        lines = [line(nodes.F, "(", nodes.X, ")", EXACT, kernel_symbols(settings)), *kernel_rule(settings)]
    else:
        symbols, w = _as_sum(settings, nodes.W, _weight_sum(settings)), nodes.Strong(written_vector(theta[:d], most))
        summed = [] if is_short else _point_sum(snapshot, most)
        lines = [symbols, *summed, result(nodes.W, [symbols, *summed][-1], w)]
        if is_short:
            lines = [line(symbols, EXACT, w)]
    if settings.bias:
        b = visit_numbers.bias_value(float(snapshot.theta[0, -1]), snapshot.weight_unit, settings)
        lines.append(line(bias_symbols(settings), EXACT, strong(written(b))))
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
    parts.append(line(eta, "·", formulas.bracketed(terms)) if settings.eta != 1 else terms)
    return [line(EXACT, total(parts))]


def _point_term(snapshot: Snapshot, point: int, most: int) -> nodes.Row:
    assert snapshot.alpha is not None
    vector = written_vector(visit_numbers.input_values(snapshot.dataset, snapshot.settings, point), most)
    term = nodes.Product((nodes.Text(str(snapshot.alpha[point])), vector))
    return formulas.signed(_target(snapshot, point) or 1, term)
