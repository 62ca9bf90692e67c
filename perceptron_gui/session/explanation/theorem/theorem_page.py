"""What the panel "Theorem" says of a run at its cursor: the bound, one mistake in the proof, the wedge (T8)."""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.growable_array import is_prefix
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.engine.run.records.all_points import MistakeStates
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.scores import dot, root
from perceptron_gui.session.explanation.step import sign_text
from perceptron_gui.session.explanation.terms import Value, angle_between, written_angle
from perceptron_gui.session.explanation.theorem import theorem_terms
from perceptron_gui.session.explanation.theorem.theorem_terms import Theorem, TheoremNumbers, so_far, theorem
from perceptron_gui.session.explanation.visit_numbers import input_values, scaled
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import EXACT, Formula, Part, line, sentence
from perceptron_gui.session.wording import MINUS, Written, grouped, index_text, written, written_apart
from perceptron_gui.session.worker.training_worker import Finding
from perceptron_gui.translation import ntr, tr

STEP = line("Δ", nodes.THETA)
AT_LEAST, AT_MOST = nodes.Relation("≥"), nodes.Relation("≤")
ALONG = nodes.Product((nodes.THETA, nodes.THETA_STAR))
DIGITS = 4
"""Of rounded numbers."""
MOST_EXACT = 60
"""Entries of θ up to which a step is worked out in fractions; of more it would take longer than a frame."""
ROUNDING = 1e-12
"""Two doubles that differ by less of their size may be one number: each comes from a root and a quotient."""


class ProofStep(Frozen):
    """The effect of one update on the two quantities of the proof."""

    heading: str  # which mistake it was
    start: Formula | None  # x̂ and θ before it, with their entries; None in batch order, and of θ in multiclass
    rule: Formula | None  # what Δθ is, where an update is not η·y·x̂
    along: Formula | None  # by how much θ·θ* rose, and at least; None without a margin
    length: Formula  # by how much ‖θ‖² rose, and at most
    # θ·θ*, ‖θ‖ and the angle between θ and θ* after it; without a margin ‖θ‖ alone, and no angle where θ is 0
    place: tuple[Formula, ...]


def proof_step(numbers: TheoremNumbers, states: MistakeStates, index: int) -> ProofStep:
    """Explain one of a run's updates.

    `numbers`: of the run's points and rules. `states`: of the run. `index`: which of the updates.
    """
    unit = states.unit_at(index) if states.after[index].size <= MOST_EXACT else None
    before, after = (_values(numbers.seen_rows(theta[index]), unit) for theta in (states.before, states.after))
    step, learned = [b - a for a, b in zip(before, after, strict=True)], int(states.learned[index])
    return ProofStep(
        heading=_heading(numbers, states, index),
        start=None if numbers.is_batch else _start(numbers, states, index, before),
        rule=_rule(numbers, learned),
        along=_along(numbers, numbers.along(step), learned) if numbers.has_margin else None,
        length=_length(numbers, 2 * dot(before, step), dot(step, step), learned),
        place=tuple(_place(numbers, after)),
    )


def _values(theta: Floats, unit: Fraction | None) -> list[Value]:
    """Return the entries of θ: all exact, or all rounded."""
    rounded: list[float] = theta.ravel().tolist()
    values = [true_value(value, unit) for value in rounded] if unit is not None else rounded
    return [*values] if all(isinstance(value, Fraction) for value in values) else [*rounded]


def _place(numbers: TheoremNumbers, theta: Sequence[Value]) -> Iterator[Formula]:
    """Yield θ·θ* (along θ*), ‖θ‖, and the angle between θ and θ*."""
    if numbers.has_margin:
        yield line(ALONG, EXACT, written(numbers.along(theta), DIGITS))
    square = dot(theta, theta)
    yield line(nodes.Norm(nodes.THETA), EXACT, written(root(square), DIGITS))
    if numbers.has_margin and square:
        yield line("∠(", nodes.THETA, ", ", nodes.THETA_STAR, ")", EXACT, _angle(numbers, theta, square), "°")


def _angle(numbers: TheoremNumbers, theta: Sequence[Value], square: Value) -> Written:
    """Write the angle between θ and θ*: exact only where θ is."""
    if isinstance(square, Fraction):
        nearest = (*numbers.nearest, *[Fraction(0)] * len(theta))[: len(theta)]  # see `TheoremNumbers.along`
        angle = angle_between(theta, nearest)
        assert angle is not None
        return written_angle(angle)
    along = float(numbers.along(theta))
    across = math.sqrt(max(square - along * along, 0.0))
    return Written(written_angle(math.degrees(math.atan2(across, along))).text, is_exact=False)


def _heading(numbers: TheoremNumbers, states: MistakeStates, index: int) -> str:
    count, learned, point = (int(column[index]) for column in (states.mistakes, states.learned, states.points))
    if numbers.is_batch:
        words = tr("MISTAKES {first} … {last} · END OF A PASS") if learned > 1 else tr("MISTAKE {last} · END OF A PASS")
        if numbers.has_beta:
            words = tr("{first} … {last} LEARNED FROM · END OF A PASS")
        return words.format(first=grouped(count - learned + 1), last=grouped(count))
    dataset, label = numbers.document.dataset, int(numbers.document.dataset.labels[point])
    if numbers.rows_moved > 1:
        words, target = tr("MISTAKE {count} · POINT {name}, class {target}"), dataset.classes[label]
        if numbers.has_beta:
            words = tr("UPDATE {count} · POINT {name}, class {target}")
    else:
        target = sign_text(1 if label == numbers.document.positive else -1)
        words = tr("MISTAKE {count} · POINT {name}, y = {target}")
        if numbers.has_beta:
            words = tr("UPDATE {count} · POINT {name}, y = {target}")
    return words.format(count=grouped(count), name=index_text(point), target=target)


def _start(numbers: TheoremNumbers, states: MistakeStates, index: int, before: Sequence[Value]) -> Formula:
    """Write x̂ = (x, 1) out, and θ before the mistake."""
    point, count = int(states.points[index]), int(states.mistakes[index])
    ones = [Fraction(1)] if numbers.settings.bias else []
    entries = _vector([*input_values(numbers.document.dataset, numbers.settings, point), *ones])
    inputs = line(nodes.of(nodes.X_HAT, point + 1), EXACT, entries)
    if numbers.rows_moved > 1:
        return inputs
    return line(inputs, ", ", nodes.of(nodes.THETA, count - 1), EXACT, _vector(before))


def _vector(values: Sequence[Value]) -> nodes.Vector:
    """Write the first entries of a vector, and the last one: with bias its 1."""
    *first, last = map(nodes.Number, theorem_terms.entries(values))
    is_cut = len(values) > len(first) + 1
    return nodes.Vector((*first, *[nodes.Text("…")] * is_cut, last))


def _rule(numbers: TheoremNumbers, learned: int) -> Formula | None:
    """Say what Δθ is, unless it is simply η·y·x̂ of the point."""
    eta = "" if numbers.eta == 1 else line(nodes.ETA, " ")
    if numbers.rows_moved > 1:
        words = tr("{step}: {plus} in the row of the true class, {minus} in the rival's row.")
        if numbers.is_batch and numbers.has_beta:
            words = tr(
                "{step}: for every point with margin at most β, {plus} in the row of its class, {minus} in its rival's."
            )
        elif numbers.is_batch:
            words = tr("{step}: for every error in the pass, {plus} in the row of its class, {minus} in its rival's.")
        return sentence(words, step=STEP, plus=line("+", eta, nodes.X_HAT), minus=line(MINUS, eta, nodes.X_HAT))
    if numbers.is_batch:
        words = ntr(
            "{step} comes from {count} error in the pass.", "{step} adds up the {count} errors in the pass.", learned
        )
        if numbers.has_beta:
            words = tr("{step} adds up the points whose margin is at most β, {count} in all.")
        return sentence(words, step=line(STEP, EXACT, eta, "Σ ", nodes.Y, " ", nodes.X_HAT), count=grouped(learned))
    return None


def _is_point(numbers: TheoremNumbers) -> bool:
    """Whether an update is η·y·x̂; else `_rule` says what it is."""
    return numbers.rows_moved == 1 and not numbers.is_batch


def _times(numbers: TheoremNumbers, learned: int, eta: nodes.Symbol = nodes.ETA) -> Formula:
    """Return the factors of γ̂ or R̂²: how many mistakes of a batch pass, and η or its square."""
    return line(f"{grouped(learned)}·" if learned > 1 else "", "" if numbers.eta == 1 else eta)


def _along(numbers: TheoremNumbers, rise: Value, learned: int) -> Formula:
    """Say by how much θ·θ* rose, and that it was no less than γ̂ for every mistake."""
    least = scaled(numbers.eta * learned, numbers.margin)
    eta = "" if numbers.eta == 1 else line(nodes.ETA, " ")
    step = line(eta, nodes.Y, " ", nodes.X_HAT) if _is_point(numbers) else STEP
    risen, lowest = _compared(rise, least)
    bound = line(_times(numbers, learned), nodes.MARGIN, EXACT, lowest)
    shown = line(step, "·", nodes.THETA_STAR, EXACT, risen, AT_LEAST, bound)
    return sentence(tr("{product} rose by {rise}: further along θ*."), product=ALONG, rise=shown)


def _compared(rise: Value, least: Value) -> tuple[Written, Written]:
    """Write both, with as many digits as tell them apart, unless it is rounding that they differ by."""
    is_same = math.isclose(rise, least, rel_tol=ROUNDING)
    return (written(least, DIGITS), written(least, DIGITS)) if is_same else written_apart(rise, least, digits=DIGITS)


def _length(numbers: TheoremNumbers, pull: Value, square: Value, learned: int) -> Formula:
    """Say by how much ‖θ‖² rose, and that it was no more than R̂² for every mistake."""
    if _is_point(numbers):
        eta, eta_squared = _times(numbers, 1), _times(numbers, 1, nodes.squared(nodes.ETA))
        terms = line("2", eta, nodes.Y, " ", nodes.F, " + ", eta_squared, nodes.Power(nodes.Norm(nodes.X_HAT), "2"))
    else:
        terms = line("2", nodes.THETA, "·", STEP, " + ", nodes.Power(nodes.Norm(STEP), "2"))
    rise, most = pull + square, numbers.curves.growth * learned
    first, second, third, bound = (written(value, DIGITS) for value in (pull, square, rise, most))
    limit = line(_times(numbers, learned, nodes.squared(nodes.ETA)), numbers.square_name, EXACT, bound)
    shown = line(terms, EXACT, first, " + ", second, EXACT, third, AT_MOST, limit)
    words = (
        tr("{square} changed by {rise}: θ is no longer than before.")
        if rise <= 0
        else tr("{square} rose by {rise}: θ is not much longer than before.")
    )
    return sentence(words, square=nodes.Power(nodes.Norm(nodes.THETA), "2"), rise=shown)


class ProofPath(Frozen, eq=False):
    """θ_t·θ* and ‖θ_t‖ over t."""

    mistakes: Floats  # shape (n,): t, ascending
    along: Floats  # shape (n,): θ_t·θ*; NaN without a margin
    length: Floats  # shape (n,): ‖θ_t‖


NO_PATH = ProofPath(np.empty(0), np.empty(0), np.empty(0))


def side_names(numbers: TheoremNumbers) -> tuple[Formula, Formula | None]:
    """Return the formulas of the wedge's upper and lower side; no lower one without a margin.

    `numbers`: of the points.
    """
    one: Part = "" if numbers.eta == 1 else nodes.ETA
    square = line(nodes.T, "·", "" if numbers.eta == 1 else nodes.squared(nodes.ETA), numbers.square_name)
    first, theta = nodes.START_THETA, nodes.of(nodes.THETA, nodes.BY_TIME)
    if numbers.start:
        longest: Part = nodes.Root(line(nodes.Power(nodes.Norm(first), "2"), " + ", square))
    else:
        longest = line(nodes.Root(nodes.T), " ", one, nodes.RADIUS) if numbers.has_plain_square else nodes.Root(square)
    upper = line(nodes.Norm(theta), nodes.Relation("≤"), longest)
    if not numbers.has_margin:
        return upper, None
    start = line(" + ", nodes.Product((first, nodes.THETA_STAR))) if numbers.start else ""
    return upper, line(
        nodes.Product((theta, nodes.THETA_STAR)), nodes.Relation("≥"), nodes.T, " ", one, nodes.MARGIN, start
    )


def proof_path(numbers: TheoremNumbers, states: MistakeStates) -> ProofPath:
    """Return the path of a run in the wedge. `numbers`: of the run's points and rules. `states`: of the run."""
    separator, theta = numbers.verdict.separator, numbers.seen_rows(states.after)
    along = np.full(len(theta), np.nan)
    if separator is not None and numbers.has_margin:
        rows = np.atleast_2d(separator)[: theta.shape[1]]  # the last classes may have come to the palette later
        along = np.einsum("tkj,kj->t", theta[:, : len(rows)], rows)
    return ProofPath(states.mistakes.astype(np.float64), along, np.sqrt(np.square(theta).sum(axis=(1, 2))))


class TheoremPage(Frozen, eq=False):
    """The content of the panel "Theorem"."""

    count: str  # mistakes so far, near misses included (T10), in figures
    counted: str  # what they are, after the figures: mistakes of at most as many as the bound says, or of no bound
    news: str  # what there is to say where there is no theorem: why not, or what is waited for; else empty
    numbers: TheoremNumbers | None = None  # of the points; None while nothing is known about them
    theorem: Theorem | None = None
    remark: str = ""  # how far the run is from its bound; empty where there is none
    has_passed_raw: bool = False  # whether the run has made more mistakes than (R/γ)², which is no bound
    states: MistakeStates | None = None  # the run's updates that may be shown; None while they are not known
    path: ProofPath | None = None  # where they are in the wedge
    here: int | None = None  # index of the update that is told about
    step: ProofStep | None = None  # what it did


def theorem_page(
    finding: Finding | None, snapshot: Snapshot, states: MistakeStates | None, pointed_at: int | None = None
) -> TheoremPage:
    """Assemble the page from what is known so far.

    `finding`: what was found about the points; None while they are analyzed. One that is about another run says
    nothing. `snapshot`: the run at its cursor. `states`: of the run; None before they are computed. `pointed_at`: index
    of an update to tell about instead of the last one before the cursor.
    """
    if finding is not None and not finding.may_stand_beside(snapshot):
        finding = None
    count, numbers = grouped(snapshot.n_learned), None
    if finding is not None and finding.analysis is not None:
        numbers = theorem_terms.theorem_numbers(finding.document, finding.analysis)
    if finding is None or numbers is None:
        return TheoremPage(count, _counted(snapshot, False), _news(finding))
    stated, bound = theorem(numbers), numbers.analysis.bound
    counted = _counted(snapshot, bool(stated.bound))
    if not snapshot.model.weight_names:
        words = tr(
            "With a curved kernel θ is not written out: the picture shows both sides of the bound, but not the "
            "run between them."
        )
        return TheoremPage(count, counted, words, numbers, stated)
    is_known = states is not None and _has_points_of(states, numbers.trained)
    if states is None or not is_known or not states.is_of(snapshot) or not finding.is_about(snapshot):
        is_dragged = snapshot.visit > 0 and snapshot.moved_from is not None
        news = tr("You are moving points: a new run starts when you release them.") if is_dragged else ""
        return TheoremPage(count, counted, news, numbers, stated)
    remark = "" if bound is None else so_far(snapshot.n_learned, bound.at_most, numbers.has_beta)
    raw = theorem_terms.raw_ratio(numbers)
    is_more = raw is not None and snapshot.mistakes > raw
    known = states.until(snapshot.visit) if snapshot.is_veiled else states
    here = _told(known, snapshot, pointed_at)
    step = None if here is None else proof_step(numbers, known, here)
    path = proof_path(numbers, known)
    return TheoremPage(count, counted, "", numbers, stated, remark, is_more, known, path, here, step)


def _has_points_of(states: MistakeStates, ours: Dataset) -> bool:
    """Whether the states are of exactly these points; a similar run may have had points that were undone since."""
    theirs = states.dataset
    return is_prefix(theirs.X, ours.X) and is_prefix(theirs.labels, ours.labels)


def _counted(snapshot: Snapshot, has_bound: bool) -> str:
    count = snapshot.n_learned
    if snapshot.settings.beta:
        if has_bound:
            return ntr("mistake or near miss out of at most", "mistakes and near misses out of at most", count)
        return ntr("mistake or near miss so far, and no bound", "mistakes and near misses so far, and no bound", count)
    if has_bound:
        return ntr("mistake out of at most", "mistakes out of at most", count)
    return ntr("mistake so far, and no bound", "mistakes so far, and no bound", count)


def _told(states: MistakeStates, snapshot: Snapshot, pointed_at: int | None) -> int | None:
    """Return the index of the update that is pointed at, or else of the last one before the cursor."""
    if pointed_at is not None and pointed_at < len(states):
        return pointed_at
    place = int(np.searchsorted(states.visits, snapshot.visit, side="right")) - 1
    return place if place >= 0 else None


def _news(finding: Finding | None) -> str:
    """Say why there is no theorem to state (yet)."""
    if finding is None:
        return tr("Checking whether the points are separable …")
    if finding.analysis is None:
        return finding.failure
    return tr("The theorem needs points from two classes: add some.")
