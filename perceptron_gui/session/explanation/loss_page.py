"""What the page "Loss" says below its picture: the wrong points, and the gradient as sums over them (P3)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import singledispatch

import numpy as np

from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.engine.model.models import Model, MulticlassModel
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation import step as steps
from perceptron_gui.session.explanation import terms as all_terms
from perceptron_gui.session.explanation.visit_numbers import input_symbol, input_values
from perceptron_gui.session.formula import line as formulas
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import EXACT, Formula, Part, line, result, sentence, strong, total
from perceptron_gui.session.wording import MINUS, written
from perceptron_gui.translation import tr

MOST_NAMED, MOST_ADDED, MOST_CLASSES = 8, 4, 4
"""Points of M that are named, points of a sum that is written out, and classes whose rows are told."""
SLOPE = line("∂", nodes.LOSS, "/∂")
Parts = Sequence[tuple[int, int]]
"""Points that are added up, each with its sign before it."""
Slope = tuple[nodes.Symbol, Sequence[Part] | None, nodes.Strong]
"""b or w, the terms of its sum, None where they are many, and what it comes to."""


class LossPage(Frozen):
    """The content of the page below the picture of the loss."""

    wrong: Formula | None  # E with its points; None while they are hidden
    gradient: tuple[Formula, ...]  # ∂L/∂b and ∂L/∂w as sums over E, and what they come to
    remarks: tuple[Formula, ...]  # what there is to say of them, each a sentence


def loss_page(snapshot: Snapshot, is_full: bool = False) -> LossPage:
    """Return what is wrong now and which way the loss falls.

    `snapshot`: with losses; of one that is veiled nothing is told. `is_full`: whether long sums are written out.
    """
    if snapshot.is_veiled:
        return LossPage(None, (), (sentence(tr("Hidden until you have answered.")),))
    numbers = _Numbers(snapshot, np.flatnonzero(snapshot.errors).tolist(), is_full)
    return LossPage(_named(numbers), tuple(_gradient(snapshot.model, numbers)), tuple(_remarks(numbers)))


class _Numbers(Frozen):
    """The errors of a snapshot, and the sums over them."""

    snapshot: Snapshot
    wrong: Sequence[int]
    is_full: bool

    def most(self, few: int) -> int:
        return all_terms.EVERY_TERM if self.is_full else few

    def symbol(self, lower: str | int = "") -> nodes.Node:
        return input_symbol(self.snapshot.settings, lower)

    def sign(self, point: int) -> int:
        return self.snapshot.model.target(int(self.snapshot.dataset.labels[point])) or 1

    def told(self, row: int) -> list[all_terms.Value]:
        """Return a row of the gradient; empty where it is not told."""
        losses = self.snapshot.losses
        if losses is None or losses.gradient is None or losses.gradient.shape != self.snapshot.theta.shape:
            return []
        values = [true_value(value, losses.unit) for value in losses.gradient[row].tolist()]
        if self.snapshot.settings.bias:  # a count, whatever the points are
            values[-1] = Fraction(round(values[-1]))
        return values

    def vector(self, values: Sequence[all_terms.Value]) -> nodes.Vector:
        return all_terms.written_vector(values, self.most(all_terms.MOST_TERMS))

    def slopes(self, row: int, parts: Parts | None) -> Iterator[Slope]:
        """Yield what the loss rises by with b and with w of a row of θ; nothing while that is not told.

        `parts`: what is added up; None where it is much.
        """
        values, settings = self.told(row), self.snapshot.settings
        if values and settings.bias:
            ones = None if parts is None else [formulas.signed(times, written(Fraction(1))) for times, _ in parts]
            yield nodes.B, ones, strong(written(values[-1]))
        if not values or not self.snapshot.model.weight_names:
            return
        weights, rows = values[: len(values) - settings.bias], None
        if parts is not None:
            rows = [formulas.signed(times, self.vector(self.inputs(i))) for times, i in parts]
        yield nodes.W, rows, nodes.Strong(self.vector(weights))

    def inputs(self, point: int) -> list[all_terms.Value]:
        return input_values(self.snapshot.dataset, self.snapshot.settings, point)


def _named(numbers: _Numbers) -> Formula:
    """Return E = {x₂, x₅}; of many points the first."""
    most, wrong = numbers.most(MOST_NAMED), numbers.wrong
    shown = wrong if len(wrong) <= most else wrong[: most - 1]
    names: list[Part] = [nodes.point_symbol(i) for i in shown]
    if len(shown) < len(wrong):
        names.append(line("… ", nodes.More(formulas.more_text(len(wrong) - len(shown)))))
    inner = line("{", formulas.listed(names), "}") if wrong else line("∅")
    return line(nodes.WRONG, EXACT, inner)


@singledispatch
def _gradient(model: Model, numbers: _Numbers) -> Iterator[Formula]:
    """Yield −Σ y and −Σ y φ(x) over E, in symbols and in numbers."""
    few = len(numbers.wrong) <= numbers.most(MOST_ADDED)
    parts = [(numbers.sign(i), i) for i in numbers.wrong] if few else None
    for name, terms, value in numbers.slopes(0, parts):
        left = line(SLOPE, name)
        symbols = line(left, EXACT, f"{MINUS}Σ ", nodes.Y, *[line(" ", numbers.symbol())] * (name == nodes.W))
        if not terms:
            yield line(symbols, EXACT, value)
            continue
        summed = line(EXACT, MINUS, formulas.bracketed(total(terms)))
        yield from (symbols, summed, result(left, summed, value))


@_gradient.register(MulticlassModel)
def _gradient_of_classes(model: Model, numbers: _Numbers) -> Iterator[Formula]:
    """Yield Σ φ(x) over the errors whose rival a class is, less that over its own errors (M2), class by class."""
    moved = [row for row in model.rows if any(numbers.told(row))]
    shown = moved if len(moved) <= numbers.most(MOST_CLASSES) else moved[: MOST_CLASSES - 1]
    for row in shown:
        owner = steps.of_class(numbers.snapshot.dataset.classes[row])
        for name, terms, value in numbers.slopes(row, _class_parts(numbers, row)):
            left = line(SLOPE, name, owner)
            if not terms or len(terms) == 1:
                yield line(left, EXACT, value)
                continue
            summed = line(left, EXACT, total(terms))
            yield from (summed, result(left, summed, value))
    if not moved and numbers.snapshot.losses is not None:
        yield line("∇", nodes.LOSS, EXACT, "0")
    if len(shown) < len(moved):
        yield line("… ", nodes.More(steps.left_out_text(len(moved) - len(shown))))


def _class_parts(numbers: _Numbers, row: int) -> Sequence[tuple[int, int]] | None:
    """Return the errors that lower or raise the score of a class; None where they are many, or rivals not known."""
    rivals, labels = numbers.snapshot.rivals, numbers.snapshot.dataset.labels
    if rivals is None or len(numbers.wrong) > all_terms.EVERY_TERM:
        return None
    parts = [(-1 if labels[i] == row else 1, i) for i in numbers.wrong if row in (labels[i], rivals.of_points[i])]
    return parts if len(parts) <= numbers.most(MOST_ADDED) else None


@singledispatch
def _over(model: Model) -> Formula:
    """Say over what the sums go."""
    words = tr("{errors} is the set of points with {margin} ≤ 0; the sums run over them.")
    return sentence(words, errors=nodes.WRONG, margin=formulas.product(nodes.Y, nodes.F))


@_over.register(MulticlassModel)
def _over_classes(model: Model) -> Formula:
    """Say over what the sum of a class goes."""
    words = tr("Each sum runs over {errors}: plus if the class is the rival, minus if it is the point's own.")
    return sentence(words, errors=nodes.WRONG)


def _remarks(numbers: _Numbers) -> Iterator[Formula]:
    """Yield over what the sums go, what a step along them is, and where they are but one of several slopes."""
    snapshot, losses = numbers.snapshot, numbers.snapshot.losses
    if losses is None or not snapshot.dataset.n_samples:
        return
    yield _over(snapshot.model)
    if losses.gradient is None:
        yield sentence(tr("With so many points, they are worked out only when the run is paused."))
    if not snapshot.model.weight_names:
        words = tr(
            "With a curved kernel, {w} has one entry for each of the kernel's features, so that sum is not written out."
        )
        yield sentence(words, w=nodes.W)
    words = tr(
        "A batch update is a step of {eta} against the gradient; any other update steps against a single "
        "point's share of it."
    )
    yield sentence(words, eta=nodes.ETA)
    if (losses.margins == 0).any():
        yield sentence(tr("If a point is on the boundary, the loss has a kink: this is one of its slopes there."))
