"""A small, strict reader of LaTeX: what it takes, LaTeX takes."""

from __future__ import annotations

import re

TOKEN = re.compile(r"%[^\n]*\n|\\begin\{(\w+)\*?\}|\\end\{(\w+)\*?\}|\\[A-Za-z]+|\\.|.", re.DOTALL)
COMMANDS = frozenset(
    "\\" + name
    for name in """documentclass usepackage setlength parindent allowdisplaybreaks allowbreak sloppy section
    bigskip medskip hrule par hline eta alpha beta gamma theta varphi sum leftarrow le ge approx cdot dots infty
    angle nabla pm times circ filbreak
    text quad mathbf mathrm hat frac sqrt left right textsubscript textsuperscript textbackslash textasciitilde
    textasciicircum""".split()  # noqa: SIM905
)
"""Those of LaTeX and amsmath that are used."""


def flaws_of(document: str) -> list[str]:
    """Return what LaTeX would stop at: brackets, environments, dollars, unknown commands and signs."""
    found, open_ones, is_maths = [], [], False
    for token in TOKEN.finditer(document):
        text, begun, ended = token[0], token[1], token[2]
        if begun or text == "{":
            open_ones.append(begun or text)
        elif ended or text == "}":
            wanted = ended or "{"
            if not open_ones or open_ones.pop() != wanted:
                found.append(f"{text} at {token.start()} closes nothing")
        elif text == "$":
            is_maths = not is_maths
        elif text in ("_", "^") and not (is_maths or "align" in open_ones):
            found.append(f"{text} outside of mathematics at {token.start()}")
        elif text == "&" and not {"align", "tabular"} & {*open_ones}:
            found.append(f"& outside of a table at {token.start()}")
        elif text[0] == "\\" and len(text) > 1 and text[1].isalpha() and text not in COMMANDS:
            found.append(f"{text} is no command")
        elif text == "#" or not (text.isascii() or "\u00a0" < text <= "\u00ff"):
            found.append(f"{text!r} at {token.start()}")
    return found + open_ones + ["$"] * is_maths


def rows_of(document: str) -> list[list[str]]:
    """Return the cells of a tabular, header first."""
    body = document.split("}\n", 1)[1].split(r"\end{tabular}")[0].replace(r"\hline", "")
    rows = [row.strip() for row in body.split(r" \\" + "\n")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)&", row)] for row in rows if row]
