"""The convergence theorem with the numbers of a set of points, exact where they are rational (T1–T6, P5).

Also the bias as one more weight of points with a 1, and the mistakes that weigh most in w (W2, P6, P10).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, trained_part, trained_points
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import LARGEST, true_value
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.theory import separability
from perceptron_gui.engine.theory.separability import MaxMargin, change_by_start
from perceptron_gui.engine.theory.verdict import Verdict
from perceptron_gui.frozen import Frozen
from perceptron_gui.session import wording
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation.scores import dot, root
from perceptron_gui.session.explanation.step import sign_text
from perceptron_gui.session.explanation.terms import Value
from perceptron_gui.session.explanation.visit_numbers import input_symbol, input_values
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import EXACT, Formula, Part, bracketed, line, listed, product, sentence, strong
from perceptron_gui.session.messages.run_end import trained_on_text, what_fails
from perceptron_gui.session.messages.verdict_text import one_class_text, verdict_line
from perceptron_gui.session.scripts import subscript
from perceptron_gui.translation import tr


class TheoremNumbers(Frozen, eq=False, dict=True):
    """The theorem's input: points, rules, and the analysis of the points."""

    document: Document  # with points
    analysis: separability.Analysis  # what was found about it
    verdict: Verdict  # that of the analysis

    @property
    def settings(self) -> TrainingSettings:
        """The rules."""
        return self.document.settings

    @cached_property
    def trained(self) -> Dataset:
        """The points that are trained on."""
        return trained_part(self.document.dataset)

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return self.trained.n_samples

    @cached_property
    def start(self) -> tuple[Fraction, ...]:
        """θ₀, row after row; empty for a start from zero."""
        return separability.start_weights(self.settings, self.trained)

    @property
    def rows_moved(self) -> int:
        """How many rows of weights a mistake moves (T6)."""
        return model_kind(self.settings).rows_moved

    @property
    def is_batch(self) -> bool:
        """Whether an update learns from all errors of a pass (T5)."""
        return self.settings.order is Order.BATCH

    @property
    def has_margin(self) -> bool:
        """Whether the points are known to be separable, by a margin: there is a θ*."""
        return bool(self.verdict.margin) and self.verdict.nearest is not None

    @cached_property
    def eta(self) -> Fraction:
        """The learning rate."""
        return decimal_fraction(self.settings.eta)

    @cached_property
    def margin(self) -> Value:
        """γ̂; 0 without one."""
        square = self.verdict.known_square
        return self.verdict.margin or Fraction(0) if square is None else root(square)

    @property
    def has_plain_square(self) -> bool:
        """Whether it is R̂² itself that the proof has (T2, T4)."""
        return self.rows_moved == 1 and not (self.is_batch or self.has_beta)

    @property
    def has_beta(self) -> bool:
        """Whether near misses count, too (T10)."""
        return self.settings.beta > 0

    @property
    def square_name(self) -> Formula:
        """What stands for R̂² (T5, T6, T10), as a factor."""
        return line(bracketed(self.square_terms)) if self.has_beta else self.square_terms

    @property
    def square_terms(self) -> Formula:
        """What stands for R̂², alone."""
        square = line(
            str(self.rows_moved) if self.rows_moved > 1 else "",
            nodes.N if self.is_batch else "",
            nodes.squared(nodes.RADIUS),
        )
        if not self.has_beta:
            return square
        return line(square, " + 2", nodes.BETA, "" if self.eta == 1 else line("/", nodes.ETA))

    @property
    def square(self) -> Fraction:
        """What stands for R̂²."""
        return self.curves.growth / self.eta**2

    @cached_property
    def curves(self) -> separability.ProofCurves:
        """The two sides of the proof."""
        return separability.proof_curves(self.verdict, self.settings, self.trained)

    @property
    def nearest(self) -> tuple[Fraction, ...]:
        """γ̂·θ*, row after row, with zeros for classes without points; empty without a margin."""
        return self.verdict.nearest or ()

    def along(self, theta: Sequence[Value]) -> Value:
        """Return θ·θ*; only with a margin.

        `theta`: row after row; all exact, or all rounded. Rows of classes without points may be missing at the end.
        """
        if isinstance(theta[0], Fraction):
            product = dot(theta, self.nearest)
            return product / self.margin if product else product
        return dot(theta, self._separator)

    def seen_rows(self, theta: Floats) -> Floats:
        """Return θ with 0 in the rows of classes without points, which no visit reads or changes (W1).

        `theta`: shape (…, n_rows, n_entries): in multiclass a row for each class.
        """
        owners = model_kind(self.settings).row_classes(theta.shape[-2])
        is_seen = np.array([owner is None or owner in self.trained.present for owner in owners])
        return np.where(is_seen[:, np.newaxis], theta, 0.0)

    @cached_property
    def _separator(self) -> list[float]:
        """θ* as doubles, row after row."""
        separator = self.verdict.separator
        assert separator is not None
        flat: list[float] = separator.ravel().tolist()
        return flat


def theorem_numbers(document: Document, analysis: separability.Analysis) -> TheoremNumbers | None:
    """Return the numbers of the theorem, or None without points. `analysis`: what was found about it."""
    return None if analysis.verdict is None else TheoremNumbers(document, analysis, analysis.verdict)


def street_from_start(numbers: TheoremNumbers) -> Iterator[Formula]:
    """Yield how start weights change the bound by the widest street, and whether the bound from zero still holds."""
    street, start = numbers.analysis.street, numbers.start
    if street is None or len(start) != len(street.separator):
        return
    n_errors = numbers.n_samples if numbers.is_batch else 1
    from_zero, change = street.bound * n_errors, change_by_start(street, start, numbers.eta, n_errors)
    yield sentence(
        tr("The start weights change the bound from the widest street by {change}, to {bound}."),
        change=line(_change(numbers), EXACT, wording.written(change)),
        bound=wording.written(from_zero + change),
    )
    if change <= 0:
        yield sentence(
            tr("The change is not positive, so {bound} is also a bound from this start."),
            bound=wording.written(from_zero),
        )
    else:
        yield sentence(
            tr("The change is positive, so {bound} alone is not a bound from this start."),
            bound=wording.written(from_zero),
        )


def _change(numbers: TheoremNumbers) -> Formula:
    """Return ‖θ₀‖²/(η²(1 + M²)) − 2θ₀·(w*, b*)/(ηρ) in symbols."""
    w, b, size = nodes.STREET_W, nodes.STREET_B, bracketed(line("1 + ", nodes.squared(nodes.PLAIN_RADIUS)))
    has_eta, n = numbers.eta != 1, nodes.N if numbers.is_batch else ""
    below = line(nodes.squared(nodes.ETA) if has_eta else "", n, size)
    under = line("/", bracketed(below)) if has_eta or numbers.is_batch else line("/", size)
    rate = bracketed(line(nodes.ETA, nodes.HALF_WIDTH)) if has_eta else nodes.HALF_WIDTH
    start = nodes.START_THETA
    return line(nodes.Power(nodes.Norm(start), "2"), under, " − 2", start, "·(", w, ", ", b, ")/", rate)


AT_MOST = nodes.Relation("≤")

RAW = nodes.Power(nodes.Quotient(nodes.PLAIN_RADIUS, nodes.PLAIN_MARGIN), "2")
"""Those of the points without their 1, as online-learning notes write them."""


class Theorem(Frozen):
    """The statement of the theorem for a set of points under some rules."""

    bound: tuple[Formula, ...]  # the bound in symbols, with numbers, and its value; empty where there is none
    street: Formula | None  # the bound by the widest street (T3)
    raw: Formula | None  # (R/γ)² of the points without their 1, which is no bound (T2)
    reasons: tuple[Formula, ...]  # why this bound applies, or why there is none: each a sentence
    end: Formula | None = None  # why a run must end: the proof in a sentence


def theorem(numbers: TheoremNumbers) -> Theorem:
    """State the theorem with the numbers of a document."""
    bound, about = numbers.analysis.bound, trained_on_text(numbers.document.dataset)
    spoken_of = (sentence(about),) if about else ()
    if bound is None or not numbers.has_margin:
        return Theorem(
            (), None, None, (why_no_bound(numbers.verdict, numbers.document.dataset, numbers.settings), *spoken_of)
        )
    lines = _start_lines(numbers, bound) if numbers.start else (_ratio_line(numbers, bound),)
    # The bound by the street knows of mistakes only (T3).
    street = None if numbers.has_beta else _street_line(numbers, numbers.analysis.street)
    words = tr(
        "Every mistake moves {theta} further along {star}, while its length grows only slowly. So mistake {bound} is "
        "the last one possible."
    )
    if numbers.has_beta:
        words = tr(
            "Every update moves {theta} further along {star}, while its length grows only slowly. So update {bound} is "
            "the last one possible."
        )
    end = sentence(words, theta=nodes.THETA, star=nodes.THETA_STAR, bound=wording.bound_text(bound.at_most))
    return Theorem(lines, street, _raw_line(numbers), (*spoken_of, *_reasons(numbers)), end)


def so_far(count: int, at_most: int, has_beta: bool = False) -> str:
    """Say how far a run is from its bound.

    `count`: mistakes so far, near misses included. `at_most`: the bound. `has_beta`: whether near misses count (T10).
    """
    if count == at_most:
        if has_beta:
            return tr("The bound is reached: no further update is possible.")
        return tr("The bound is reached: no further mistake is possible.")
    share = wording.number_text(Fraction(100 * count, at_most), digits=2)
    return tr("{share} % of what the theorem allows.").format(share=share)


def _ratio_line(numbers: TheoremNumbers, bound: separability.MistakeBound) -> Formula:
    """Return (R̂/γ̂)² with its numbers (T2, T5, T6)."""
    square = numbers.verdict.known_square
    margin = wording.written(float(numbers.verdict.margin_squared or 0) if square is None else square)
    if numbers.has_plain_square:
        ratio: Part = nodes.Power(nodes.Quotient(nodes.RADIUS, nodes.MARGIN), "2")
    else:
        ratio = nodes.Quotient(numbers.square_terms, nodes.squared(nodes.MARGIN))
    value = strong(wording.written(bound.unrounded if bound.exact is None else bound.exact))
    return line(ratio, EXACT, wording.written(numbers.square), " / ", margin, EXACT, value)


def _start_lines(numbers: TheoremNumbers, bound: separability.MistakeBound) -> tuple[Formula, ...]:
    """Return the largest t that start weights allow (T4)."""
    start, has_eta = numbers.start, numbers.eta != 1
    one, two = (nodes.ETA, nodes.squared(nodes.ETA)) if has_eta else ("", "")
    zero = nodes.START_THETA
    first, length = nodes.Product((zero, nodes.THETA_STAR)), nodes.Power(nodes.Norm(zero), "2")
    values = {
        line(nodes.MARGIN): wording.written(numbers.margin, 4),
        line(first): wording.written(numbers.along(start), 4),
        line(length): wording.written(separability.dot_exactly(start, start)),
        numbers.square_name: wording.written(numbers.square),
    }
    lower = line(nodes.T, "·", one, nodes.MARGIN, " + ", first)
    upper = nodes.Root(line(length, " + ", nodes.T, "·", two, numbers.square_name))
    return (
        line(lower, AT_MOST, upper),
        line(listed([line(name, EXACT, value) for name, value in values.items()])),
        line(nodes.T, AT_MOST, strong(nodes.Text(wording.bound_text(bound.at_most)))),
    )


def _street_line(numbers: TheoremNumbers, street: MaxMargin | None) -> Formula | None:
    """Return the bound by the widest street with its numbers, or None without a street (T3)."""
    if street is None:
        return None
    squares, n = street.squares, numbers.n_samples if numbers.is_batch else 1
    b, size, width = map(nodes.squared, (nodes.STREET_B, nodes.PLAIN_RADIUS, nodes.HALF_WIDTH))
    symbols = line(nodes.N if numbers.is_batch else "", *_street_ratio(b, size, width))
    values = _street_ratio(*(wording.written(square) for square in (squares.b, squares.M, squares.rho)))
    times = f"{wording.grouped(n)}·" if numbers.is_batch else ""
    return line(symbols, EXACT, times, *values, EXACT, wording.written(street.bound * n))


def raw_ratio(numbers: TheoremNumbers) -> Fraction | None:
    """Return (R/γ)², R the largest length of the points and γ their least distance from the best line (T2, T3).

    None where it is the bound itself, or stands beside another rule than that of the notes.
    """
    street = numbers.analysis.street
    if street is None or not numbers.has_plain_square or numbers.start:
        return None
    return street.squares.M / street.squares.rho


def _raw_line(numbers: TheoremNumbers) -> Formula | None:
    """Return (R/γ)² with its numbers."""
    street, ratio = numbers.analysis.street, raw_ratio(numbers)
    if street is None or ratio is None:
        return None
    size, width = wording.written(street.squares.M), wording.written(street.squares.rho)
    return line(RAW, EXACT, size, " / ", width, EXACT, wording.written(ratio))


def _street_ratio(b: Part, size: Part, width: Part) -> tuple[Part, ...]:
    return bracketed(line(b, " + 1")), bracketed(line("1 + ", size)), "/", width


def _reasons(numbers: TheoremNumbers) -> Iterator[Formula]:
    """Yield why this bound applies."""
    if one_class_text(numbers.document.dataset, numbers.settings):
        yield sentence(
            tr("One class only: there is nothing to separate. The bound holds for its mistakes all the same.")
        )
    if numbers.settings.has_curved_kernel:
        words = tr("Here the inputs are the kernel's features: {square} is the largest {length}.")
        length = line(nodes.K, "(", nodes.X, ", ", nodes.X, ")", " + 1" if numbers.settings.bias else "")  # T7
        yield sentence(words, square=nodes.squared(nodes.RADIUS), length=length)
    elif numbers.settings.bias:
        words = tr("The bias is the weight of a feature that is always 1: {radius} and {margin} are those of {inputs}.")
        inputs = line(nodes.X_HAT, EXACT, "(", input_symbol(numbers.settings), ", 1)")
        yield sentence(words, radius=nodes.RADIUS, margin=nodes.MARGIN, inputs=inputs)
        if raw_ratio(numbers) is not None:
            words = tr(
                "{radius} and {margin} of {raw} alone give no bound: a run may make more mistakes, because the bias "
                "counts."
            )
            raw = input_symbol(numbers.settings)
            yield sentence(words, radius=nodes.PLAIN_RADIUS, margin=nodes.PLAIN_MARGIN, raw=raw)
    elif not numbers.settings.features.is_identity:
        words = tr("Without a bias, {radius} and {margin} are those of {inputs}.")
        yield sentence(words, radius=nodes.RADIUS, margin=nodes.MARGIN, inputs=input_symbol(numbers.settings))
    else:
        words = tr("Without a bias, {radius} and {margin} are those of the points themselves.")
        yield sentence(words, radius=nodes.RADIUS, margin=nodes.MARGIN)
    if numbers.rows_moved > 1:
        words = tr("A mistake moves the rows of two classes, so {double} replaces {single}.")
        if numbers.has_beta:
            words = tr("An update moves the rows of two classes, so {double} replaces {single}.")
        yield sentence(words, double=line("2", nodes.squared(nodes.RADIUS)), single=nodes.squared(nodes.RADIUS))
    if numbers.is_batch:
        words = tr("One update can combine up to {count} errors from a pass. The bound counts errors, not updates.")
        yield sentence(words, count=line(nodes.N, EXACT, wording.grouped(numbers.n_samples)))
    if numbers.has_beta:
        yield from _with_margin(numbers)
    if numbers.start:
        yield sentence(tr("The run does not start from zero, so the bound is the largest t that both sides allow."))
        yield from _sides_at(numbers)
        yield from () if numbers.has_beta else street_from_start(numbers)
    elif numbers.eta != 1 and not numbers.has_beta:
        yield sentence(tr("η scales both sides equally, so the bound does not depend on it."))


def _with_margin(numbers: TheoremNumbers) -> Iterator[Formula]:
    """Yield how β changes the bound (T10)."""
    words = tr(
        "Near misses count too. At a near miss, {margin} can be as large as {beta}, so {square} can grow by more."
    )
    yield sentence(
        words, margin=product(nodes.Y, nodes.F), beta=line(nodes.BETA), square=nodes.Power(nodes.Norm(nodes.THETA), "2")
    )
    if numbers.eta != 1:
        yield sentence(tr("η does not scale β: the smaller η is, the more β counts, and the larger the bound is."))


def _sides_at(numbers: TheoremNumbers) -> Iterator[Formula]:
    """Yield the two sides at the bound and one mistake later, where doubles tell them apart (T4)."""
    bound = numbers.analysis.bound
    assert bound is not None
    if bound.at_most >= LARGEST:
        return
    counts = np.array([bound.at_most, bound.at_most + 1], dtype=np.float64)
    lower, upper = numbers.curves.along(counts), numbers.curves.length(counts)
    if lower is None or not (lower[0] <= upper[0] and lower[1] > upper[1]):
        return
    words = tr(
        "At {count} the sides are {low} and {high}; at {more} they would have crossed: {lower_then} and {upper_then}."
    )
    (low, high), (lower_then, upper_then) = (
        wording.written_apart(float(a), float(b), digits=5) for a, b in zip(lower, upper, strict=True)
    )
    count, more = (line(nodes.T, EXACT, wording.grouped(bound.at_most + later)) for later in (0, 1))
    yield sentence(words, count=count, low=low, high=high, more=more, lower_then=lower_then, upper_then=upper_then)


def why_no_bound(verdict: Verdict, dataset: Dataset, settings: TrainingSettings) -> Formula:
    """Say why the theorem allows any number of mistakes. `verdict`: on these points under these rules."""
    if verdict.separable and verdict.is_given_up:
        return sentence(tr("No bound is known: finding the margin of so many points would take too long."))
    if verdict.is_given_up:
        return sentence(tr("Not decided: these points have so many digits that deciding would take too long."))
    if verdict.is_too_large:
        return sentence(verdict_line(verdict))
    if verdict.separable is None:
        return sentence(
            tr("Too close to tell: the coordinates have too many decimal places, and the classes almost touch.")
        )
    if verdict.separable and not one_class_text(dataset, settings):
        return sentence(tr("No bound is known: the margin is too small to say for certain that it is not 0."))
    if verdict.separable:
        return sentence(tr("One class only: without a rival there are no mistakes."))
    fails = what_fails(settings, dataset.n_features)
    words = tr("No bound: {fails}. With {margin} there is no {star}, and in any order at least one error remains.")
    return sentence(words, fails=fails, margin=line(nodes.MARGIN, EXACT, "0"), star=nodes.THETA_STAR)


MOST_ROWS, MOST_COLUMNS = 8, 3
"""Points, and features before the ones, that are written out."""
DIGITS = 4
"""Of rounded numbers."""


class OnesRow(Frozen):
    """A point with its 1, or θ."""

    name: Formula  # x̂₁, or θ
    entries: tuple[wording.Written, ...]  # the first ones, and the last
    target: str = ""  # y, or the class; empty for θ
    product: wording.Written | None = None  # θ·x̂; None for θ, and where it is not to be told
    is_visited: bool = False  # whether it is the point of the last visit


class Ones(Frozen):
    """The points with a column of ones."""

    sentence: Formula  # what is to be seen
    columns: tuple[str, ...] = ()  # what stands before the ones: names of features, or "…"
    # points in their order, the visited one among them, then θ, in multiclass that of every class
    rows: tuple[OnesRow, ...] = ()
    left_out: int = 0  # points that are not among them


def ones_of(snapshot: Snapshot) -> Ones:
    """Return a run's points with a column of ones.

    `snapshot`: while it is veiled no product is told: its sign says which points are errors.
    """
    if not snapshot.settings.bias:
        return Ones(sentence(tr("There is no bias to turn into a weight: the boundary goes through the origin.")))
    words = tr(
        "With an extra feature that is always 1, {bias} is one more weight. In {count} dimensions the "
        "boundary {plane} goes through the origin, and the run stays the same."
    )
    names = snapshot.model.weight_names
    count, plane = wording.grouped(len(names) + 1), line(nodes.THETA, "·", nodes.X_HAT, EXACT, "0")
    told = sentence(words, bias=nodes.B, count=count, plane=plane)
    shown = _shown_points(snapshot)
    is_plain = snapshot.settings.features.is_identity
    columns = [f"x{subscript(j + 1)}" for j in range(len(names))] if is_plain else [*names]
    columns[MOST_COLUMNS:] = ["…"] * (len(names) > MOST_COLUMNS)
    rows = (*(_point_row(snapshot, i) for i in shown), *_theta_rows(snapshot))
    return Ones(told, tuple(columns), rows, snapshot.trained.n_samples - len(shown))


def _shown_points(snapshot: Snapshot) -> list[int]:
    """Return the first points, and the visited one."""
    first: list[int] = trained_points(snapshot.dataset)[:MOST_ROWS].tolist()
    visited = snapshot.last.point if snapshot.last is not None else None
    return first if visited is None or visited in first else [*first[:-1], visited]


def _point_row(snapshot: Snapshot, index: int) -> OnesRow:
    dataset, label = snapshot.dataset, int(snapshot.dataset.labels[index])
    values = [*input_values(dataset, snapshot.settings, index), Fraction(1)]
    target = snapshot.model.target(label)
    return OnesRow(
        line(nodes.of(nodes.X_HAT, index + 1)),
        entries(values),
        dataset.classes[label] if target is None else sign_text(target),
        None if target is None or snapshot.is_veiled else wording.written(_product(snapshot, values), DIGITS),
        snapshot.last is not None and snapshot.last.point == index,
    )


def _product(snapshot: Snapshot, values: list[Value]) -> Value:
    """Return θ·x̂, exact where both are."""
    theta = _theta(snapshot, 0)
    if all(isinstance(value, Fraction) for value in (*theta, *values)):
        return dot(theta, values)
    return dot([*map(float, theta)], [*map(float, values)])


def _theta(snapshot: Snapshot, row: int) -> list[Value]:
    return [true_value(value, snapshot.weight_unit) for value in snapshot.theta[row].tolist()]


def _theta_rows(snapshot: Snapshot) -> Iterator[OnesRow]:
    """Yield θ, in multiclass that of every class with points."""
    classes = snapshot.dataset.classes
    for row in snapshot.model.rows:
        owner = snapshot.model.row_classes(len(classes))[row]
        yield OnesRow(line(nodes.THETA), entries(_theta(snapshot, row)), "" if owner is None else classes[owner])


def entries(values: Sequence[Value]) -> tuple[wording.Written, ...]:
    """Write the first entries of a vector, and the last one: with bias its 1."""
    shown = values[:MOST_COLUMNS] if len(values) > MOST_COLUMNS else values[:-1]
    return tuple(wording.written(value, DIGITS) for value in (*shown, values[-1]))


MOST_POINTS = 3


def recency_text(snapshot: Snapshot) -> str:
    """Say which points were added last, and why they weigh most.

    `snapshot`: with the ages of influences, unless nobody asked for them.
    """
    if snapshot.age is None:
        return tr("In batch order, and in very long runs, there is no record of which points were added last.")
    known = np.flatnonzero(snapshot.age >= 0)
    if not len(known):
        return tr(
            "No point has been added yet. Rings will mark the points of the most recent mistakes, strongest "
            "for the latest."
        )
    latest = known[np.argsort(snapshot.age[known], kind="stable")][:MOST_POINTS]
    points = wording.joined(f"{wording.index_text(int(i))} ({_age_text(int(snapshot.age[i]))})" for i in latest)
    words = tr(
        "Added last: {points}. Nothing is averaged: the latest points count in full, and nothing has "
        "pulled θ back from them yet. The rings fade with every update."
    )
    return words.format(points=points)


def _age_text(age: int) -> str:
    return wording.counted("{count} update ago", "{count} updates ago", age) if age else tr("just now")
