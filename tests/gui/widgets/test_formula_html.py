"""Formulas as rich text: what is bold, what is lowered, where a line may end, and that names are only names."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtGui import QTextDocument, QTextLine
from PySide6.QtWidgets import QApplication

from perceptron_gui import translation
from perceptron_gui.gui.style.theme import FORMULA_FONT, LIGHT
from perceptron_gui.gui.widgets.formula_html import BREAK, formula_html, plain_html, sentence_html, words_html
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import EXACT, Part, line, product, sentence, strong, total, vector
from perceptron_gui.session.formula.nodes import (
    ALPHA,
    B,
    Norm,
    Number,
    Power,
    Quotient,
    Remark,
    Root,
    Symbol,
    W,
    Words,
    X,
    of,
)
from perceptron_gui.session.wording import written

HALF, THIRD = written(Fraction(1, 2)), written(Fraction(1, 3))
LONG = written(Fraction(-1234567890123))


@pytest.mark.parametrize(
    ("part", "html"),
    [
        (of(X, 3), "<b>x</b>₃"),
        (of(ALPHA, "j"), "<i>α</i><sub>j</sub>"),
        (Symbol("w", is_vector=True, upper="*"), "<b>w</b>*"),
        (Symbol("w", is_vector=True, upper="T"), "<b>w</b><sup>T</sup>"),
        (Symbol("R", has_hat=True, upper="2"), "<i>R\u0302</i>²"),
        (Symbol("max"), "max"),
        (" < ", " &lt; "),
        (Words("<b>A</b>"), "&lt;b&gt;A&lt;/b&gt;"),
        (Remark("true class"), " &nbsp;(true&nbsp;class)"),
        (Power(Norm(X), "2"), "‖<b>x</b>‖²"),
        (Norm(X, "1"), "‖<b>x</b>‖₁"),
        (Root(Quotient(line(B, " + ", B), W)), "√((<i>b</i> + <i>b</i>)/<b>w</b>)"),
        (vector([HALF, HALF], is_folded=True), "(0.5,&nbsp;0.5,&nbsp;…)"),
        (vector([LONG, LONG]), "(−1234567890123, −1234567890123)"),
        (product(HALF, LONG), "0.5·(−1234567890123)"),
        (product(LONG, LONG), "(−1234567890123)·&#8203;(−1234567890123)"),
    ],
)
def test_a_node_as_rich_text(part: Part, html: str) -> None:
    assert formula_html(line(part), LIGHT) == html


def test_a_line_does_not_end_with_the_relation_before_its_result() -> None:
    result = line(B, EXACT, product(HALF, THIRD), EXACT, strong(THIRD))
    assert formula_html(result, LIGHT, stands_out=False) == "<i>b</i> ≈&nbsp;0.5·0.333333 ≈&nbsp;<b>0.333333</b>"
    assert f'<span style="color:{LIGHT.accent}"><b>0.333333</b></span>' in formula_html(result, LIGHT)
    assert formula_html(line(EXACT, strong(HALF)), LIGHT, stands_out=False) == "=&nbsp;<b>0.5</b>"


def test_a_folded_sum_is_a_link_until_it_is_written_out() -> None:
    folded = line(total([HALF] * 9, 3))
    assert '<a href="more"' in formula_html(folded, LIGHT, is_full=False)
    assert formula_html(folded, LIGHT, is_full=True) == "0.5 + 0.5 + … (7 more)"


def test_the_symbols_of_a_heading_are_as_plain_as_its_words_and_those_of_a_sentence_as_in_formulas() -> None:
    said = sentence("{who} has {what} < 2", who="<i>", what=line(of(X, 1), EXACT, Number(THIRD)))
    assert plain_html(said) == "&lt;i&gt; has x₁ ≈&nbsp;0.333333 &lt; 2"
    formula = f'<span style="{FORMULA_FONT}; font-size:16px"><b>x</b>₁ ≈&nbsp;0.333333</span>'
    assert sentence_html(said, LIGHT) == f"&lt;i&gt; has {formula} &lt; 2"


def test_a_long_name_goes_on_in_the_next_line() -> None:
    assert words_html("a" * 18) == "a" * 18
    assert words_html("a" * 40) == BREAK.join(["a" * 18, "a" * 18, "a" * 4])
    assert words_html(f"{'a' * 18} {'b' * 18}·{'c' * 18}") == f"{'a' * 18} {'b' * 18}·{'c' * 18}"


def test_a_line_does_not_end_within_a_term_nor_after_any_relation() -> None:
    shown = formula_html(line(of(X, 1), EXACT, HALF, " ", of(X, 2), EXACT, THIRD), LIGHT)
    assert "0.5&nbsp;" in shown and shown.count("&nbsp;") == 3
    assert shown.count(" ") == 2


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("names", [("קט★", "قط"), ("قط 1", "דג"), ("\u202eab", "A")])
def test_a_name_from_right_to_left_turns_no_figure_beside_it_round(
    qapp: QApplication, names: tuple[str, str], language: str
) -> None:
    one, other = (nodes.Row((nodes.Text("("), nodes.Name(name), nodes.Text(")"))) for name in names)
    told = [nodes.S, one, nodes.Relation("="), nodes.Text("1·2 + 3, "), nodes.S, other, nodes.Relation("="), "−4"]
    translation.use(None, language, is_leftwards=language == "ar")
    try:
        document = QTextDocument()
        document.setHtml(f"<p>{formula_html(line(*told), LIGHT)}</p>")
    finally:
        translation.use(None)
    document.setTextWidth(2000)
    assert document.size().height() > 0  # now it is laid out
    layout, text = document.firstBlock().layout(), document.toPlainText()
    bare = text
    for name in names:
        assert name in text
        bare = bare.replace(name, "\0" * len(name))
    places = [
        layout.lineAt(0).cursorToX(at, QTextLine.Edge.Leading)[0]
        for at, letter in enumerate(bare)
        if letter not in "\0\u2066\u2068\u2069" and not letter.isspace()
    ]
    assert layout.lineCount() == 1 and len(places) > 12
    assert places == sorted(places)
