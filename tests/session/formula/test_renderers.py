"""Every node of a formula is the same in text and in LaTeX, and nothing in words means something to LaTeX."""

from __future__ import annotations

from fractions import Fraction

import pytest

from perceptron_gui.session.formula import latex
from perceptron_gui.session.formula.latex import aligned
from perceptron_gui.session.formula.line import (
    BECOMES,
    EXACT,
    alone,
    bracketed,
    factor,
    line,
    paragraph,
    product,
    sentence,
    signed,
    text_of,
    total,
    vector,
)
from perceptron_gui.session.formula.nodes import (
    ALPHA,
    ETA,
    B,
    More,
    Node,
    Norm,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Remark,
    Root,
    Row,
    Strong,
    Symbol,
    Text,
    Vector,
    W,
    Words,
    X,
    of,
)
from perceptron_gui.session.wording import Written, written

HALF, MINUS_TWO = written(Fraction(1, 2)), written(Fraction(-2))
TINY, THIRD = written(Fraction(-3, 10**9)), written(Fraction(1, 3))
R_HAT = Symbol("R", has_hat=True)
A_PLUS_B = line(Symbol("a"), " + ", B)


@pytest.mark.parametrize(
    ("node", "text", "tex"),
    [
        (Text(" ≤ "), " ≤ ", r"\le"),
        (Words("a_b & 50%"), "a_b & 50%", r"\text{a\_b \& 50\%}"),
        (Remark("rival"), "   (rival)", r"\quad \text{(rival)}"),
        (More("(3 more)"), "(3 more)", r"\text{(3 more)}"),
        (of(X, 12), "x₁₂", r"\mathbf{x}_{12}"),
        (of(ALPHA, "j"), "αⱼ", r"\alpha_{j}"),
        (Symbol("w", is_vector=True, upper="*"), "w*", r"\mathbf{w}^{*}"),
        (Symbol("w", is_vector=True, lower="max", upper="T"), "w_maxᵀ", r"\mathbf{w}_{\mathrm{max}}^{T}"),
        (R_HAT, "R\u0302", r"\hat{R}"),
        (Symbol("γ", has_hat=True, upper="2"), "γ\u0302²", r"\hat{\gamma}^{2}"),
        (Symbol("max"), "max", r"\mathrm{max}"),
        (Number(MINUS_TWO), "−2", "-2"),
        (Number(TINY), "−3·10⁻⁹", r"-3 \cdot 10^{-9}"),
        (Number(written(Fraction(10**20))), "10²⁰", "10^{20}"),
        (Relation("≥"), " ≥ ", r"\ge"),
        (vector([HALF, MINUS_TWO]), "(0.5, −2)", "(0.5, -2)"),
        (vector([HALF], is_folded=True), "(0.5, …)", r"(0.5, \dots)"),
        (product(HALF, MINUS_TWO), "0.5·(−2)", r"0.5 \cdot (-2)"),
        (Norm(W), "‖w‖", r"\|\mathbf{w}\|"),
        (Norm(X, "1"), "‖x‖₁", r"\|\mathbf{x}\|_{1}"),
        (Power(Norm(X), "2"), "‖x‖²", r"\|\mathbf{x}\|^{2}"),
        (Norm(Quotient(W, B)), "‖w/b‖", r"\left\|\frac{\mathbf{w}}{b}\right\|"),
        (Root(Power(R_HAT, "2")), "√R\u0302²", r"\sqrt{\hat{R}^{2}}"),
        (Root(A_PLUS_B), "√(a + b)", r"\sqrt{a + b}"),
        (Quotient(A_PLUS_B, product(B, B)), "(a + b)/(b·b)", r"\frac{a + b}{b \cdot b}"),
        (Quotient(Norm(W), Number(MINUS_TWO)), "‖w‖/(−2)", r"\frac{\|\mathbf{w}\|}{-2}"),
        (Power(A_PLUS_B, "2"), "(a + b)²", "(a + b)^{2}"),
        (Power(Quotient(R_HAT, B), "2"), "(R\u0302/b)²", r"\left(\frac{\hat{R}}{b}\right)^{2}"),
        (Strong(Number(HALF)), "0.5", r"\mathbf{0.5}"),
        (Row((ETA, X)), "ηx", r"\eta \mathbf{x}"),
        (Row((Text("∠("), W, Text(") = 90°"))), "∠(w) = 90°", r"\angle (\mathbf{w}) = 90^\circ"),
    ],
)
def test_a_node_is_the_same_in_text_and_latex(node: Node, text: str, tex: str) -> None:
    assert text_of(node) == text
    assert latex.mathematics(node) == tex


def test_a_node_that_no_renderer_knows_is_an_error() -> None:
    class Strange(Node):
        pass

    for write in (text_of, latex.mathematics):
        with pytest.raises(TypeError):
            write(Strange())


def test_lines_are_aligned_at_their_first_relation() -> None:
    lines = [line(W, BECOMES, W, " + ", X), line(EXACT, vector([HALF])), line(X, ",   ", B)]
    assert [str(each) for each in lines] == ["w ← w + x", "= (0.5)", "x,   b"]
    assert [each.is_continuation for each in lines] == [False, True, False]
    assert aligned(lines).splitlines() == [
        r"\begin{align*}",
        r"  \mathbf{w} &\leftarrow \mathbf{w} + \mathbf{x} \\",
        r"  &= (0.5) \\",
        r"  \mathbf{x},\quad b",
        r"\end{align*}",
    ]


def test_a_sentence_has_its_formulas_in_dollars_and_its_words_as_they_are() -> None:
    said = sentence("{name} rose by {rise} to {value}.", name="50 % of {A}", rise=line(B, EXACT, HALF), value=THIRD)
    assert str(said) == "50 % of {A} rose by b = 0.5 to ≈ 0.333333."
    assert latex.sentence(said) == r"50 \% of \{A\} rose by $b = 0.5$ to $\approx 0.333333$."
    assert str(paragraph(said, "Done.")) == f"{said} Done."


def test_words_may_have_any_sign() -> None:
    assert latex.words(r"{x} \ ^ ~ $1 #2 α≤₁₂ x² −") == (
        r"\{x\} \textbackslash{} \textasciicircum{} \textasciitilde{} \$1 \#2 $\alpha$$\le$"
        r"\textsubscript{1}\textsubscript{2} x\textsuperscript{2} $-$"
    )


def test_terms_are_added_or_subtracted_by_their_sign() -> None:
    assert (
        text_of(total([signed(-1, X), MINUS_TWO, signed(-1, product(HALF, MINUS_TWO)), W])) == "−x − 2 − 0.5·(−2) + w"
    )
    assert text_of(total([])) == "0"
    assert text_of(total(["1", "2", "3"], 2, 9)) == "1 + … (8 more)"
    assert text_of(bracketed(total([TINY, THIRD]))) == "(−3·10⁻⁹ + 0.333333)"
    assert text_of(factor(TINY)) == "(−3·10⁻⁹)"


def test_a_number_in_any_node_makes_its_line_rounded() -> None:
    rounded = Number(THIRD)
    nodes = [Vector((rounded,)), Product((B, rounded)), Quotient(rounded, B), Quotient(B, rounded), Power(rounded, "2")]
    for node in [*nodes, Norm(rounded), Root(rounded), Strong(rounded), Row((B, rounded))]:
        assert line(B, EXACT, node).is_rounded
        assert str(line(B, EXACT, node)).startswith("b ≈ ")
        assert str(alone(node)).startswith("≈ ")
    assert str(line(B, EXACT, Number(Written("2")))) == "b = 2"
