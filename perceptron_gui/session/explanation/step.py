"""The explanation of one visit: rule in symbols and numbers, verdict, effect; also as text or LaTeX."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.explanation.terms import Value
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.formula import latex, nodes
from perceptron_gui.session.formula import line as formulas
from perceptron_gui.session.formula.latex import aligned
from perceptron_gui.session.formula.line import EXACT, Formula, Part, line, paragraph, sentence, strong
from perceptron_gui.session.formula.nodes import THETA, B, Name, Remark, Row, S, W, Words, point_symbol
from perceptron_gui.session.wording import MINUS, Written, grouped, written
from perceptron_gui.translation import ntr, tr


class Judgement(Frozen):
    """Whether the point was right, and why."""

    word: str  # "Right.", "Near miss." or "Mistake."
    reason: Formula  # the numbers that decided
    meaning: str = ""  # what they mean; empty where the reason says it

    def __str__(self) -> str:
        return str(self.whole)

    @property
    def whole(self) -> Formula:
        """All that is said."""
        return paragraph(self.word, self.explanation)

    @property
    def brief(self) -> Formula:
        """The word and the numbers."""
        return paragraph(self.word, self.reason) if self.meaning else self.whole

    @property
    def explanation(self) -> Formula:
        """What follows the word."""
        words = tr("{reason}: {meaning}.") if self.meaning else tr("{reason}.")
        return sentence(words, reason=self.reason, meaning=self.meaning)


class Bar(Frozen):
    """The score of a class."""

    index: int  # the class
    name: str  # its name
    part: float  # the score divided by the largest in size, −1 … 1
    value: Written  # the score
    remark: str  # "true class" or "rival"; empty for the others


def bars_of(scores: Mapping[int, Value], names: Sequence[str], remarks: Mapping[int | None, str]) -> tuple[Bar, ...]:
    """Return scores as bars. `scores`: by class. `names`: of all classes. `remarks`: see `remarks_of`."""
    largest = float(np.max([abs(float(score)) for score in scores.values()])) or 1.0
    return tuple(
        Bar(k, names[k], float(score) / largest, written(score), remarks.get(k, "")) for k, score in scores.items()
    )


def remarks_of(target: int, rival: int | None) -> dict[int | None, str]:
    """Return remarks on the true class and its rival, by class; a rival of None or the class itself is none."""
    # L10n: the class with the highest score besides the true one
    return {rival: tr("rival"), target: tr("true class")}


class WeightRow(Frozen):
    """A row of W after the visit, with its b, and what was done to it."""

    index: int  # the class
    name: str  # its name
    weights: tuple[Written, ...]  # the first entries, in order
    is_folded: bool  # whether there are more of them
    bias: Written | None  # None without bias
    # "+ η x" for the rewarded class, "− η x" for the punished one, "Σ" after a batch pass, or what else is said of it
    change: str


class Explanation(Frozen):
    """The content of the page "Formulas" of Step."""

    heading: Formula  # which visit it was, and what the point should be
    rule: tuple[Formula, ...]  # f in symbols, in numbers, and its value
    # whether the visit was a mistake; or right, but by no more than β (V4)
    is_mistake: bool
    is_near_miss: bool
    verdict: Judgement
    update: tuple[Formula, ...]  # the update in symbols and numbers; empty where nothing changed
    moved: Formula | None  # what an update does to the activation of its own point, in symbols
    effect: Formula | None  # what the update did to this point
    bars: tuple[Bar, ...] = ()  # the scores of the classes, in multiclass
    matrix: tuple[WeightRow, ...] = ()  # W and B after the visit, in multiclass
    left_out: int = 0  # classes that `matrix` leaves out
    features: tuple[str, ...] = ()  # names of the columns of W, where they belong to features; empty for w₁, w₂ …


def what_became(margin: Value, beta: float, gain: Value) -> str:
    """Say whether the point is classified correctly after the update.

    `margin`: y·f after the update, in multiclass its lead over the best rival. `beta`: β, above which no margin is
    learned from (V4). `gain`: what an update adds to the score of its point; where it is exactly 0, so is the score.
    """
    if gain == 0 and isinstance(gain, Fraction):
        return tr("The point is still wrong, and no visit can change that.")
    if margin <= 0:
        return tr("The point is still wrong: it needs another visit.")
    if not beta:
        return tr("The point is now right.")
    least = decimal_fraction(beta) if isinstance(margin, Fraction) else beta
    if margin > least:
        return tr("That is more than β.")
    return tr("It is still no more than β: the point needs another visit.")


def heading(numbers: VisitNumbers, target: Part) -> Formula:
    """Return the heading: which visit it was, and what the point should be.

    `target`: what the point should be: y = +1 or "class A".
    """
    last, words = numbers.last, tr("VISIT {visit} · POINT {name}, {target}")
    if last.epoch:
        words = tr("VISIT {visit} · EPOCH {epoch} · POINT {name}, {target}")
    return sentence(
        words, visit=grouped(last.number), epoch=grouped(last.epoch), name=point_symbol(last.point), target=target
    )


def sign_text(target: int) -> str:
    """Return the label +1 or −1 as text. `target`: 1 or −1."""
    return "+1" if target > 0 else f"{MINUS}1"


def of_class(name: str) -> Row:
    """Return the name of a class in brackets. `name`: as it is."""
    return formulas.bracketed(Name(name))


def score_line(bar: Bar) -> Formula:
    """Return the score of a class."""
    return line(S, of_class(bar.name), EXACT, strong(bar.value))


def parameters_line(
    name: Part, weights: nodes.Node, bias_name: Part, bias: Written | None, remark: str = "", in_one: Part = ""
) -> Formula:
    """Return weights and a bias in one line.

    `name`, `bias_name`: of each. `weights`: a vector. `bias`: None without bias. `remark`: what was done to them.
    `in_one`: the name of both as one vector, which some notes write; empty where that has none.
    """
    end = [Remark(remark)] * bool(remark)
    second: list[Part] = [",   ", bias_name, EXACT, bias] if bias is not None else []
    apart = line(name, EXACT, weights, *second, *end)
    if bias is None or not in_one or not isinstance(weights, nodes.Vector):
        return apart
    entries = *weights.parts, *[nodes.Text("…")] * weights.is_folded, nodes.Number(bias)
    return replace(apart, whole=line(in_one, EXACT, nodes.Vector(entries), *end))


def as_text(step: Explanation) -> str:
    """Return a step as plain text."""
    lines = [step.heading, *step.rule, *score_lines(step), step.verdict, *step.update, *matrix_lines(step)]
    return "\n".join(str(line) for line in (*lines, step.moved, step.effect) if line is not None)


def as_latex(step: Explanation) -> str:
    """Return a step as LaTeX: the words as text, the formulas in an align* environment (package amsmath)."""
    parts = [latex.sentence(step.heading) + r"\\", aligned(step.rule + score_lines(step))]
    parts.append(latex.sentence(step.verdict.whole))
    moved = (step.moved,) if step.moved is not None else ()
    parts += [aligned(lines) for lines in (step.update, matrix_lines(step), moved) if lines]
    if step.effect is not None:
        parts.append(latex.sentence(step.effect))
    return "\n".join(parts) + "\n"


def score_lines(step: Explanation) -> tuple[Formula, ...]:
    """Return the scores that the rule does not write out: of many classes those that do not decide."""
    heads = [line(S, of_class(bar.name)).parts for bar in step.bars]
    is_written = [any(each.parts[: len(head)] == head for each in step.rule) for head in heads]
    return tuple(score_line(bar) for bar, is_there in zip(step.bars, is_written, strict=True) if not is_there)


def matrix_lines(step: Explanation) -> tuple[Formula, ...]:
    """Return the rows of W after the visit, each with its b and what was done to it."""
    lines = map(row_line, step.matrix)
    return (*lines, line("… ", Words(left_out_text(step.left_out)))) if step.left_out else tuple(lines)


def left_out_text(count: int) -> str:
    """Return how many classes are left out, in brackets. `count`: how many."""
    return ntr("({count} more class)", "({count} more classes)", count).format(count=grouped(count))


def row_line(row: WeightRow, name: Part = W) -> Formula:
    """Return a row with its b. `name`: of the matrix."""
    own = of_class(row.name)
    weights = formulas.vector(row.weights, row.is_folded)
    in_one = line(THETA, own) if name == W else ""
    return parameters_line(line(name, own), weights, line(B, own), row.bias, row.change, in_one)
