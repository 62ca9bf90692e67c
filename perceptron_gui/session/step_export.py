"""One step as plain text or as LaTeX, to paste into notes."""

from __future__ import annotations

import re

from perceptron_gui.session.explain import Explanation

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
THIN_SPACE = "\u202f"
"""Stands between groups of figures."""
LETTER = "[^\\W\\d_ⱼₖ₀-₉⁰¹²³⁴-⁹]"
WORDS = re.compile(
    # the name of a class, as in *s*(name), whatever it contains, and words of two letters or more
    rf"((?<=[sb]\*\().+?(?=\) [=←])|(?<=w\*\*\().+?(?=\) [=←+−])| ?{LETTER}{{2,}}(?: {LETTER}{{2,}})* ?)"
)


def as_text(step: Explanation) -> str:
    """Return a step as plain text."""
    lines = [step.heading, *map(_plain, step.rule), step.verdict, *map(_plain, step.update), step.effect]
    return "\n".join(line for line in lines if line)


def as_latex(step: Explanation) -> str:
    """Return a step as LaTeX: the words as text, the formulas in an align* environment (package amsmath)."""
    parts = [_text(step.heading) + r"\\", _aligned(step.rule), _text(step.verdict)]
    if step.update:
        parts.append(_aligned(step.update))
    if step.effect:
        parts.append(_text(step.effect))
    return "\n".join(parts) + "\n"


def _plain(line: str) -> str:
    return re.sub(r"\*(\*?)([^*]+)\*\1", r"\2", line)


def _aligned(lines: tuple[str, ...]) -> str:
    body = " \\\\\n".join("  " + _formula(line) for line in lines)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def _formula(line: str) -> str:
    """Return a line of the small markup of formulas as mathematics, aligned at its first relation."""
    pieces = WORDS.split(line)
    relation = next((i for i in range(0, len(pieces), 2) if re.search("[=←]", pieces[i])), None)
    if relation is not None:
        pieces[relation] = re.sub("([=←])", r"&\1", pieces[relation], count=1)
    pieces[0::2] = map(_mathematics, pieces[0::2])
    pieces[1::2] = [rf"\text{{{_text(words)}}}" for words in pieces[1::2]]
    return "".join(pieces)


def _mathematics(piece: str) -> str:
    piece = re.sub(r"\*\*([^*]+)\*\*", r"\\mathbf{\1}", piece)
    piece = re.sub(r"\*([^*]+)\*", r"\1", piece)
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
