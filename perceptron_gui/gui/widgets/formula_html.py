"""Formulas as rich text."""

import html
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import groupby

from perceptron_gui.gui.style.theme import FORMULA_FONT, TEXT, Theme
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import (
    Formula,
    in_brackets,
    is_words,
    letter_of,
    quotient_of,
    row_of,
    text_of,
    with_isolates,
)
from perceptron_gui.session.formula.notation import noted
from perceptron_gui.session.scripts import lowered, raised
from perceptron_gui.translation import FIRST_STRONG, is_leftwards, isolated, of_its_own_direction

FORMULA, DENSE, IN_TEXT = 19, 16, TEXT + 2
"""Size of formulas in pixels, also where room is short, and among words."""
SHORT_VECTOR = 22
"""Characters between the brackets of a vector that stays on one line."""
LONG_PRODUCT = 24
"""Characters of a product that may be split after a dot: no line of a panel has room for more."""
LONG_WORD = 18
"""Characters after which a line may end within a name that has no blank; no line has room for much more."""
MORE = "more"
"""Where the link of a folded sum leads."""
FIRST_OF_EAST = "\u2e80"
"""Of the characters between which lines end anyway, though never before a comma."""
BEGINS_LEFT = "\u200e"
"""Unicode's mark by which a paragraph goes from left to right."""
BREAK, NO_BREAK = "\u200b", "&nbsp;"


def formulas_html(
    lines: Iterable[Formula], theme: Theme, stands_out: bool = True, is_full: bool = False, is_dense: bool = False
) -> str:
    """Return lines one below the other; lines that continue the line above are indented.

    `stands_out`: whether results are in colour. `is_full`: whether long sums are written out already: else a link
    offers it. `is_dense`: whether room is short.
    """
    size, (above, within) = (DENSE, (5, 1)) if is_dense else (FORMULA, (9, 5))
    style = f"{FORMULA_FONT}; font-size:{theme.formula(size)}px"
    margins = {False: f"{above}px 0 0 0", True: f"{within}px 0 0 14px"}
    return "".join(
        f'<p style="{style}; margin:{margins[line.is_continuation]}">'
        f"{_begun(line, formula_html(line, theme, stands_out, is_full))}</p>"
        for line in lines
    )


def _begun(line: Formula, written: str) -> str:
    """Return a paragraph that is a formula with what lets it go from left to right, where anything in it does not."""
    turns = is_leftwards() or FIRST_STRONG in written  # elsewhere the mark would only make exports larger
    return BEGINS_LEFT + written if turns and not any(map(is_words, line.parts)) else written


def formula_html(line: Formula, theme: Theme, stands_out: bool = True, is_full: bool = True) -> str:
    """Return a formula as rich text, in the symbols currently chosen.

    `stands_out`: whether its result is in colour. `is_full`: whether long sums are written out already: else a link
    offers it.
    """
    link = "" if is_full else f'<a href="{MORE}" style="color:{theme.accent}">'
    write = partial(_node_html, link=link)
    set_line = noted(with_isolates(line))
    *rest, last = set_line.children
    if not (rest and isinstance(rest[-1], nodes.Relation) and isinstance(last, nodes.Strong)):
        return write(set_line)
    left, result = row_of(nodes.Row(tuple(rest)), write), write(last)
    return left + (f'<span style="color:{theme.accent}">{result}</span>' if stands_out else result)


def maths_html(line: Formula, theme: Theme, pixels: int = IN_TEXT, is_split: bool = True) -> str:
    """Return a formula within a text.

    `pixels`: size of its letters, where nothing is enlarged. `is_split`: whether it may go on in the next line; its
    result is in colour.
    """
    text = formula_html(line, theme, stands_out=is_split)
    # Without a result in colour its tags have no blanks.
    return isolated(_in_formula_font(text if is_split else text.replace(" ", NO_BREAK), theme, pixels))


def _in_formula_font(text: str, theme: Theme, pixels: int = IN_TEXT) -> str:
    return f'<span style="{FORMULA_FONT}; font-size:{theme.formula(pixels)}px">{text}</span>'


def sentence_html(sentence: Formula, theme: Theme) -> str:
    """Return a sentence as rich text, the formulas in it in their font; no line ends with a ≈."""
    written = ""
    for are_words, group in groupby(sentence.parts, key=lambda part: isinstance(part, nodes.Words)):
        parts = tuple(group)
        if are_words:
            written += words_html("".join(map(text_of, parts)))
        else:
            written += _in_formula_font(formula_html(Formula(parts), theme), theme)
    return written.replace("≈ ", f"≈{NO_BREAK}")


def plain_html(sentence: Formula) -> str:
    """Return a sentence as rich text, its symbols as plain as its words; no line ends with a ≈."""
    parts = [
        words_html(part.text) if isinstance(part, nodes.Words) else html.escape(text_of(part))
        for part in sentence.parts
    ]
    return "".join(parts).replace("≈ ", f"≈{NO_BREAK}")


def words_html(text: str) -> str:
    """Return words as rich text in which even one without a blank goes on in the next line.

    `text`: may have any character.
    """
    return html.escape(breakable(text) if len(text) > LONG_WORD else text)


def breakable(text: str) -> str:
    """Return a text that may be broken within long words; elsewhere it is broken at blanks and dots anyway."""
    shown, length = [], 0
    for letter in text:
        is_break = letter.isspace() or letter == "·" or letter >= FIRST_OF_EAST
        length = 0 if is_break else length + 1
        if length > LONG_WORD:
            shown.append(BREAK)
            length = 1
        shown.append(letter)
    return "".join(shown)


@lru_cache(maxsize=256)
def _signs_html(text: str) -> str:
    return html.escape(text)


def _node_html(node: nodes.Node, link: str = "") -> str:
    """Return a node; `link` is the tag around what can be opened, empty for none."""
    write = partial(_node_html, link=link)
    match node:
        case nodes.Text():
            return NO_BREAK if node.text == " " else _signs_html(node.text)  # between the factors of a term
        case nodes.Number():
            return node.written.text
        case nodes.Product():
            return _product_html(node, write)
        case nodes.Symbol():
            return _symbol_html(node)
        case nodes.Relation():
            return f" {html.escape(node.sign)}{NO_BREAK}"  # a line does not end with its relation
        case nodes.Vector():
            return _vector_html(node, write)
        case nodes.Strong():
            return f"<b>{write(node.body)}</b>"
        case nodes.Name():
            return of_its_own_direction(words_html(node.text))
        case nodes.Words():
            return words_html(node.text)
        case nodes.Remark():
            return f" {NO_BREAK}{words_html(isolated(f'({node.text})')).replace(' ', NO_BREAK)}"
        case nodes.More():
            return f"{link}{words_html(isolated(node.text))}</a>" if link else words_html(isolated(node.text))
        case nodes.Row():
            return row_of(node, write)
        case nodes.Noted():
            return write(node.body)
        case nodes.Quotient():
            return quotient_of(node, write)
        case nodes.Power():
            return in_brackets(node.body, write) + _script_html("sup", node.exponent, raised)
        case nodes.Norm():
            return f"‖{write(node.body)}‖" + _script_html("sub", node.lower, lowered)
        case nodes.Root():
            return f"√{in_brackets(node.body, write)}"
    raise TypeError(node)


def _product_html(product: nodes.Product, write: Callable[[nodes.Node], str]) -> str:
    """Return a product; a long one may be split after its dots."""
    text = "·".join(map(write, product.parts))
    is_long = len(text) >= LONG_PRODUCT and any(len(word) >= LONG_PRODUCT for word in text_of(product).split())
    return text.replace("·", "·&#8203;") if is_long else text


def _vector_html(vector: nodes.Vector, write: Callable[[nodes.Node], str]) -> str:
    """Return a vector; a short one stays on one line."""
    entries = [*map(write, vector.parts), *["…"] * vector.is_folded]
    text = ", ".join(entries)
    return f"({text if len(text) > SHORT_VECTOR else text.replace(', ', f',{NO_BREAK}')})"


def _symbol_html(symbol: nodes.Symbol) -> str:
    """Return a symbol; the fonts have figures as subscripts and superscripts, but no letters."""
    letter = html.escape(letter_of(symbol))
    if symbol.is_vector:
        letter = f"<b>{letter}</b>"
    elif len(symbol.name) == 1 or not symbol.name.isalpha():
        letter = f"<i>{letter}</i>"
    return letter + _script_html("sub", symbol.lower, lowered) + _script_html("sup", symbol.upper, raised)


def _script_html(tag: str, text: str, in_figures: Callable[[str], str]) -> str:
    if not text:
        return ""
    return f"<{tag}>{html.escape(text)}</{tag}>" if any(map(str.isalpha, text)) else in_figures(text)
