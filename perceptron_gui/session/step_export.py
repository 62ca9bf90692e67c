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
    "∠": r"\angle",
    "°": r"^\circ",
    "ⱼ": "_j",
    "ₖ": "_k",
}
FIGURES = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def as_text(step: Explanation) -> str:
    """Return a step as plain text."""
    lines = [step.heading, *step.rule, step.verdict, *step.update, step.effect]
    return "\n".join(line.replace("**", "").replace("*", "") for line in lines if line)


def as_latex(step: Explanation) -> str:
    """Return a step as LaTeX: the words as text, the formulas in an align* environment (package amsmath)."""
    parts = [_text(step.heading) + r"\\", _aligned(step.rule), _text(step.verdict)]
    if step.update:
        parts.append(_aligned(step.update))
    if step.effect:
        parts.append(_text(step.effect))
    return "\n".join(parts) + "\n"


def _aligned(lines: tuple[str, ...]) -> str:
    body = " \\\\\n".join("  " + _formula(line) for line in lines)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def _formula(line: str) -> str:
    """Return a line of the small markup of formulas as mathematics, aligned at its first relation."""
    line = re.sub(r"\(([^()=]*[^\W\d_]{2,}[^()=]*)\)", r"(\\text{\1})", line)
    line = re.sub(r"\*\*([^*]+)\*\*", r"\\mathbf{\1}", line)
    line = re.sub(r"\*([^*]+)\*", r"\1", line)
    line = re.sub(r"[₀₁₂₃₄₅₆₇₈₉]+", lambda match: "_{" + match.group().translate(FIGURES) + "}", line)
    return _with_commands(re.sub(r"(=|←)", r"&\1", line, count=1))


def _text(words: str) -> str:
    """Return words as text, with their formulas' symbols in mathematics."""
    words = re.sub(r"[₀₁₂₃₄₅₆₇₈₉]+", lambda match: "$_{" + match.group().translate(FIGURES) + "}$", words)
    for symbol, command in SYMBOLS.items():
        words = words.replace(symbol, f"${command}$")
    return words.replace("‖x‖²", r"$\|\mathbf{x}\|^2$").replace("%", r"\%")


def _with_commands(line: str) -> str:
    for symbol, command in SYMBOLS.items():
        line = line.replace(symbol, f"{command} " if command.startswith("\\") else command)
    return line
