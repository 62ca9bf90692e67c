"""Primal and dual beside each other: f of a visit in both forms, and what each form costs (D2–D4)."""

from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import LARGEST, held_values
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.training.training_data import WHOLE_GRAM
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation import binary_visit
from perceptron_gui.session.explanation.terms import Value
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.formula.line import EXACT, Formula, line, result, strong
from perceptron_gui.session.formula.nodes import F, point_symbol
from perceptron_gui.session.gram import kernel_inputs
from perceptron_gui.session.wording import grouped, index_text, number_text, together, words_of, written
from perceptron_gui.translation import tr

MOST_EXACT = 20_000
"""Coordinates of points with α > 0 that are multiplied as whole numbers of any length, where 2^53 is too short."""


class BothForms(Frozen):
    """f of the visited point before its update, in both forms."""

    # floats were rounded
    primal: Value
    dual: Value

    @property
    def is_exact(self) -> bool:
        """Whether both are known without rounding."""
        return isinstance(self.primal, Fraction) and isinstance(self.dual, Fraction)


def both_forms(numbers: VisitNumbers) -> BothForms:
    """Compute f of the visited point from w and b, and again from α.

    `numbers`: of a binary visit with a linear kernel, whose snapshot has α.
    """
    theta = numbers.last.before[0]
    primal = sum((w * x for w, x in zip(numbers.weights(theta), numbers.x, strict=True)), Fraction(0))
    if numbers.has_bias:
        primal = primal + numbers.bias(theta)
    return BothForms(primal, _dual_score(numbers))


def _dual_score(numbers: VisitNumbers) -> Value:
    """Return η Σ αⱼ yⱼ (xⱼ·x + 1) and what the start adds; the 1 only with bias."""
    snapshot, settings = numbers.snapshot, numbers.settings
    alpha = binary_visit.alpha_before(numbers)
    used = np.flatnonzero(alpha)
    counts = alpha[used] * np.where(snapshot.dataset.labels[used] == snapshot.positive, 1, -1)
    learned = _learned(numbers, used, counts)
    is_exact = isinstance(learned, Fraction)
    x: list[Value] = numbers.x if is_exact else [float(value) for value in numbers.x]
    start = [decimal_fraction(value) for value in settings.initial or ()]
    found: Value = numbers.eta * learned if isinstance(learned, Fraction) else float(numbers.eta) * learned
    found += sum((w * v for w, v in zip(start, x, strict=False)), Fraction(0))
    if not numbers.has_bias:
        return found
    return found + (numbers.eta * int(counts.sum()) + (start[-1] if start else 0))


def _learned(numbers: VisitNumbers, used: Ints, counts: Ints) -> Value:
    """Return Σ αⱼ yⱼ xⱼ·x over some points: in whole numbers over a power of ten where the visit is exact."""
    inputs = kernel_inputs(numbers.snapshot.dataset, numbers.settings, np.append(used, numbers.last.point))
    if not numbers.last.is_exact:
        return float(counts @ (inputs[:-1] @ inputs[-1]))
    held = held_values(inputs, numbers.last.scale.places)
    rows, x, unit = held[:-1], held[-1], 10 ** (2 * numbers.last.scale.places)
    if float(np.abs(counts) @ (np.abs(rows) @ np.abs(x))) < LARGEST:  # no sum on the way is rounded
        return Fraction(int(counts @ (rows @ x)), unit)
    if rows.size > MOST_EXACT:
        return float(counts @ (rows @ x) / unit)
    factors = [int(value) for value in x.tolist()]
    products = [sum(int(a) * b for a, b in zip(row, factors, strict=True)) for row in rows.tolist()]
    return Fraction(sum(c * k for c, k in zip(counts.tolist(), products, strict=True)), unit)


def form_lines(numbers: VisitNumbers, forms: BothForms) -> tuple[tuple[Formula, ...], tuple[Formula, ...]]:
    """Return both forms with their numbers: w·x + b, and Σ α y K + b. `forms`: what they come to."""
    settings, point = numbers.settings, point_symbol(numbers.last.point)
    f = line(F, "(", point, ")")
    primal = line(f, EXACT, binary_visit.weight_symbols(settings)), line(EXACT, binary_visit.dot_text(numbers, 0))
    dual = line(f, EXACT, binary_visit.kernel_symbols(settings)), line(EXACT, binary_visit.kernel_text(numbers))
    return (
        (*primal, result(f, primal[-1], strong(written(forms.primal)))),
        (*dual, result(f, dual[-1], strong(written(forms.dual)))),
    )


def same_or_not(forms: BothForms) -> str:
    """Say whether both forms come to the same number (D3)."""
    if forms.primal == forms.dual:
        if forms.is_exact:
            return tr("The same number, to the last digit.")
        return tr("The same number, up to rounding.")
    difference = number_text(abs(float(forms.primal) - float(forms.dual)), is_exact=False, digits=2)
    return tr("They differ by {difference}, from rounding: the numbers were added in a different order.").format(
        difference=difference
    )


def why_no_primal(snapshot: Snapshot) -> str:
    """Say why there is only the dual; empty where there are both."""
    settings, why_not = snapshot.settings, words_of(snapshot.settings).no_two_forms
    if why_not:
        return tr(why_not)
    function = settings.kernel.function
    if not function.words.no_primal:
        return ""
    count = function.n_monomials(len(settings.features.names(snapshot.dataset.features)))
    told = "" if count is None else grouped(count)
    return tr(function.words.no_primal).format(count=told)


def step_title(numbers: VisitNumbers) -> str:
    """Say which step is shown."""
    words = tr("Visit {visit}: {name}, before the update")
    if not numbers.last.changed:
        words = tr("Visit {visit}: {name}")
    return words.format(visit=grouped(numbers.last.number), name=index_text(numbers.last.point))


class Costs(Frozen):
    """Multiplications up to the cursor: computed, not counted, since a run makes those of one form only (D4)."""

    # n, and d: the numbers of a w
    n_samples: int
    n_features: int
    # completed up to the cursor, and learned from: near misses included (V4), in batch order at the end of a pass
    visits: int
    mistakes: int
    n_support: int  # points with α > 0: so many rows of the Gram matrix were needed

    @property
    def primal(self) -> int:
        """To look for mistakes by w·x: d at each visit, n·d a pass; b takes none."""
        return self.visits * self.n_features

    @property
    def dual(self) -> int:
        """To keep the scores of all points: α of one point changes, n at each mistake."""
        return self.mistakes * self.n_samples

    @property
    def rows(self) -> int:
        """To compute the rows of the Gram matrix, each once: n·d for each point with α > 0."""
        return self.n_support * self.n_samples * self.n_features


def costs_of(snapshot: Snapshot) -> Costs:
    """Return the cost of either form so far. `snapshot`: with α, of a run whose kernel is linear."""
    alpha = np.empty(0, dtype=np.int64) if snapshot.alpha is None else snapshot.alpha
    n, d = snapshot.trained.n_samples, len(snapshot.model.weight_names)
    return Costs(n, d, snapshot.visit, int(alpha.sum()), int(np.count_nonzero(alpha)))


def cost_curves(snapshot: Snapshot) -> tuple[Floats, Floats, Floats]:
    """Return how both costs add up over the run, up to the cursor.

    `snapshot`: without ticks, and in batch order, whose log counts passes, only where they are now is known. `visits`,
    `primal`, `dual`: shape (n_places,): multiplications before so many visits.
    """
    costs = costs_of(snapshot)
    visits, mistakes = [0.0], [0.0]
    if snapshot.ticks is not None and len(snapshot.ticks) and snapshot.settings.order is not Order.BATCH:
        edges = np.linspace(0, snapshot.span, len(snapshot.ticks) + 1)[1:]
        is_past = edges < snapshot.visit
        visits += edges[is_past].tolist()
        mistakes += np.cumsum(snapshot.ticks)[is_past].tolist()
    at = np.array([*visits, snapshot.visit], dtype=np.float64)
    counts = np.array([*mistakes, costs.mistakes], dtype=np.float64)
    return at, at * costs.n_features, counts * costs.n_samples


def costs_text(costs: Costs) -> str:
    """Say what each form would cost up to the cursor."""
    words = tr(
        "Multiplications each form would need: primal {visits} visits × d = {primal}; dual {mistakes} "
        "mistakes × n = {dual}, plus {rows} once for its rows of K."
    )
    return words.format(
        visits=grouped(costs.visits),
        primal=grouped(costs.primal),
        mistakes=grouped(costs.mistakes),
        dual=grouped(costs.dual),
        rows=grouped(costs.rows),
    )


def dual_work_text(snapshot: Snapshot) -> str:
    """Say what a run whose kernel is curved has cost up to the cursor (D4)."""
    words = tr("Multiplications to look for mistakes: {dual} (n per mistake).")
    is_whole = snapshot.trained.n_samples <= WHOLE_GRAM
    rows = "" if is_whole else tr("Rows of the Gram matrix are computed when needed.")
    return together(words.format(dual=grouped(costs_of(snapshot).dual)), rows)


def verdict(costs: Costs) -> str:
    """Say in one sentence, with the present numbers, whether the dual form is cheaper."""
    numbers = {
        "primal": grouped(costs.primal),
        "dual": grouped(costs.dual),
        "both": grouped(costs.dual + costs.rows),
        "d": grouped(costs.n_features),
        "mistakes": grouped(costs.mistakes),
    }
    if not costs.visits:
        words = tr("The dual pays off if a pass makes fewer mistakes than there are features (here d = {d}).")
    elif costs.dual + costs.rows < costs.primal:
        words = tr("With only {mistakes} mistakes, the dual pays off: {both} including its rows, against {primal}.")
    elif costs.dual < costs.primal:
        words = tr(
            "The dual pays off once its rows have been computed: {dual} against {primal}. Including the rows, "
            "it is {both}."
        )
    else:
        words = tr(
            "The dual does not pay off: {dual} against {primal}. It would with a kernel, or if a pass made fewer "
            "mistakes than there are features (here d = {d})."
        )
    return words.format(**numbers)
