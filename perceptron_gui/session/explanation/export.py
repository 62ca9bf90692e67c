"""One step as plain text or as LaTeX, to paste into notes."""

from __future__ import annotations

from perceptron_gui.session.explanation.step import Explanation, WeightRow, of_class, parameters_line, score_line
from perceptron_gui.session.formula import latex
from perceptron_gui.session.formula.latex_lines import aligned
from perceptron_gui.session.formula.line import Formula, line
from perceptron_gui.session.formula.nodes import Words
from perceptron_gui.session.formula.sums import vector
from perceptron_gui.session.formula.symbols import S
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import ntr


def as_text(step: Explanation) -> str:
    """Return a step as plain text."""
    lines = [step.heading, *step.rule, *score_lines(step), step.verdict, *step.update, *matrix_lines(step), step.effect]
    return "\n".join(str(line) for line in lines if line is not None)


def as_latex(step: Explanation) -> str:
    """Return a step as LaTeX: the words as text, the formulas in an align* environment (package amsmath)."""
    parts = [latex.sentence(step.heading) + r"\\", aligned(step.rule + score_lines(step))]
    parts.append(latex.sentence(step.verdict.whole))
    parts += [aligned(lines) for lines in (step.update, matrix_lines(step)) if lines]
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
    lines = [_row_line(row) for row in step.matrix]
    return (*lines, line("… ", Words(left_out_text(step.left_out)))) if step.left_out else tuple(lines)


def left_out_text(count: int) -> str:
    """Return how many classes are left out, in brackets. `count`: how many."""
    return ntr("({count} more class)", "({count} more classes)", count).format(count=grouped(count))


def _row_line(row: WeightRow) -> Formula:
    return parameters_line(vector(row.weights, row.is_folded), row.bias, of_class(row.name), row.change)
