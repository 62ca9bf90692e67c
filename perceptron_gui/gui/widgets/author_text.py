"""Texts of a lesson's author as rich text, on the screen and on paper: formulas between $ $ as the program's own."""

from perceptron_gui.gui.style.theme import FORMULA_FONT, LEAST_FORMULA, TEXT, Theme
from perceptron_gui.gui.widgets.formula_html import NO_BREAK, formula_html, words_html
from perceptron_gui.session.lessons.typed_formula import text_parts
from perceptron_gui.translation import isolated, onward

SHORT = 18
"""Letters of a formula that stands in one line."""


def text_html(text: str, theme: Theme, letters: int = TEXT, formulas: int = LEAST_FORMULA - 1) -> str:
    """Return a text as rich text; after an empty line a paragraph begins.

    `letters`, `formulas`: their sizes in pixels at scale 1.
    """
    size, paragraphs = max(round(letters * theme.scale), theme.least), list[str]()
    for paragraph in filter(None, map(str.strip, text.split("\n\n"))):
        margin = f"margin:{'8px' if paragraphs else '0'} 0 0 0"
        words = _with_formulas(paragraph, theme, formulas)
        paragraphs.append(f'<p style="font-size:{size}px; line-height:125%; {margin}">{words}</p>')
    return "".join(paragraphs)


def _with_formulas(text: str, theme: Theme, size: int) -> str:
    style, parts = f"{FORMULA_FONT}; font-size:{theme.formula(size)}px", list[str]()
    for part in text_parts(text):
        if isinstance(part, str):
            parts.append(words_html(onward(part)))
        else:
            written = isolated(formula_html(part, theme, stands_out=False))
            written = written.replace(" ", NO_BREAK) if len(str(part)) <= SHORT else written
            parts.append(f'<span style="{style}">{written}</span>')
    return "".join(parts)


def first_words(text: str, most: int) -> str:
    """Return how a text begins, as plain text. `most`: letters."""
    plain = " ".join("".join(map(str, text_parts(text))).split())
    return plain if len(plain) <= most else plain[: most - 1].rsplit(" ", 1)[0] + " …"
