"""One step as plain text or as LaTeX, to paste into notes."""

from __future__ import annotations

import re
from dataclasses import replace

from perceptron_gui.session.explanation.formula import Formula, Span, Style, formula, words
from perceptron_gui.session.explanation.step import Explanation, WeightRow
from perceptron_gui.session.wording import Written
from perceptron_gui.translation import ntr

SYMBOLS = {
    "η": r"\eta",
    "α": r"\alpha",
    "Σ": r"\sum",
    "←": r"\leftarrow",
    "≤": r"\le",
    "≥": r"\ge",
    "≈": r"\approx",
    "·": r"\cdot",
    "−": "-",
    "…": r"\dots",
    "∞": r"\infty",
    "∠": r"\angle",
    "°": r"^\circ",
    "∇": r"\nabla",
    "±": r"\pm",
    "ⱼ": "_j",
    "ₖ": "_k",
}
ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{mark: "\\" + mark for mark in "&%$#_{}"},
}
FIGURES = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "01234567890123456789-")
SUBSCRIPTS, SUPERSCRIPTS = re.compile("[₀₁₂₃₄₅₆₇₈₉]+"), re.compile("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+")
RELATION = re.compile("([=≈←])")
THIN_SPACE = "\u202f"
"""Stands between groups of figures."""


def as_text(step: Explanation) -> str:
    """Return a step as plain text.

    Parameters
    ----------
    step : Explanation
    """
    lines = [step.heading, *step.rule, *score_lines(step), step.verdict, *step.update, *matrix_lines(step), step.effect]
    return "\n".join(line for line in map(str, lines) if line)


def as_latex(step: Explanation) -> str:
    """Return a step as LaTeX: the words as text, the formulas in an align* environment (package amsmath).

    Parameters
    ----------
    step : Explanation
    """
    parts = [_text(step.heading) + r"\\", _aligned(step.rule + score_lines(step)), _text(str(step.verdict))]
    parts += [_aligned(lines) for lines in (step.update, matrix_lines(step)) if lines]
    if step.effect:
        parts.append(_text(step.effect))
    return "\n".join(parts) + "\n"


def score_lines(step: Explanation) -> tuple[Formula, ...]:
    """Return the scores that the rule does not write out: of many classes those that do not decide.

    Parameters
    ----------
    step : Explanation
    """
    others = step.bars if len(step.bars) >= len(step.rule) else ()
    return tuple(formula("*s*({}) = **{}**", words(bar.name), bar.value) for bar in others if not bar.remark)


def matrix_lines(step: Explanation) -> tuple[Formula, ...]:
    """Return the rows of W after the visit, each with its b and what was done to it.

    Parameters
    ----------
    step : Explanation
    """
    lines = [_row_line(row) for row in step.matrix]
    return (*lines, formula("… {}", words(left_out_text(step.left_out)))) if step.left_out else tuple(lines)


def left_out_text(count: int) -> str:
    """Return how many classes are left out, in brackets.

    Parameters
    ----------
    count : int
        How many.
    """
    return ntr("({count} more class)", "({count} more classes)", count).format(count=count)


def _row_line(row: WeightRow) -> Formula:
    texts = [number.text for number in row.weights] + ["…"] * row.is_folded
    vector = Written(f"({', '.join(texts)})", all(number.is_exact for number in row.weights))
    name, change = words(row.name), words(row.change and f"   ({row.change})")
    bias = formula(",   *b*({}) = {}", name, row.bias) if row.bias is not None else ""
    return formula("**w**({}) = {}{}{}", name, vector, bias, change)


def _aligned(lines: tuple[Formula, ...]) -> str:
    body = " \\\\\n".join("  " + _line(line) for line in lines)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def _line(line: Formula) -> str:
    """Return a formula as mathematics, aligned at its first relation."""
    spans = list(line.spans)
    first = next((i for i, span in enumerate(spans) if span.style is Style.PLAIN and RELATION.search(span.text)), None)
    if first is not None:
        spans[first] = replace(spans[first], text=RELATION.sub(r"&\1", spans[first].text, count=1))
    return "".join(map(_span, spans))


def _span(span: Span) -> str:
    if span.style in (Style.WORDS, Style.MORE):
        spaces = r"\quad " if span.text.startswith("   ") else ""
        return spaces + rf"\text{{{_text(span.text.removeprefix('   '))}}}" if span.text else ""
    piece = _mathematics(span.text)
    return rf"\mathbf{{{piece}}}" if span.style is Style.BOLD else piece


def _mathematics(piece: str) -> str:
    piece = SUBSCRIPTS.sub(lambda match: "_{" + match.group().translate(FIGURES) + "}", piece)
    piece = SUPERSCRIPTS.sub(lambda match: "^{" + match.group().translate(FIGURES) + "}", piece)
    for symbol, command in SYMBOLS.items():
        piece = piece.replace(symbol, f"{command} " if command.startswith("\\") else command)
    return piece.replace(THIN_SPACE, r"\,").replace("   ", r"\quad ")


def _text(words: str) -> str:
    """Return words as text, with their formulas' symbols in mathematics."""
    words = "".join(ESCAPES.get(mark, mark) for mark in words).replace("‖x‖²", r"$\|\mathbf{x}\|^2$")
    words = SUBSCRIPTS.sub(lambda match: "$_{" + match.group().translate(FIGURES) + "}$", words)
    words = SUPERSCRIPTS.sub(lambda match: "$^{" + match.group().translate(FIGURES) + "}$", words)
    for symbol, command in {**SYMBOLS, "<": "<", ">": ">"}.items():
        words = words.replace(symbol, f"${command}$")
    return words.replace(THIN_SPACE, r"\,")
