"""Formulas in Arabic go from left to right, and the words in them from right to left."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument

from perceptron_gui.files.program import languages
from perceptron_gui.gui.features.forms.alpha_pictures import _age_text as age_text
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.gui.widgets.author_text import text_html
from perceptron_gui.gui.widgets.formula_html import formulas_html, sentence_html
from perceptron_gui.session.formula.line import EXACT, line, sentence, total
from perceptron_gui.session.formula.nodes import Number
from perceptron_gui.session.wording import written
from perceptron_gui.translation import END, LEFT_TO_RIGHT, RIGHT_TO_LEFT


@pytest.fixture(autouse=True)
def arabic() -> Iterator[None]:
    languages.speak("ar")
    yield
    languages.speak("en")


MINUS_TWO = Number(written(Fraction(-2)))


def test_a_sum_that_is_folded_begins_at_the_left_with_its_words_from_the_right() -> None:
    sum_ = line(EXACT, total([MINUS_TWO] * 9, most=3))
    document = QTextDocument()
    document.setHtml(formulas_html([sum_], LIGHT))
    block = document.begin()
    assert block.textDirection() is Qt.LayoutDirection.LeftToRight
    words = block.text().partition("… + ")[2] or block.text().partition("…")[2]
    assert RIGHT_TO_LEFT in words and words.rstrip().endswith(END)


def test_words_with_a_number_within_a_sentence_go_from_the_right() -> None:
    inner = sentence("وهي {number}", number=MINUS_TWO)
    outer = sentence_html(sentence("أكثر من {which}.", which=inner))
    assert outer == f"أكثر من {RIGHT_TO_LEFT}وهي {LEFT_TO_RIGHT}−2{END}{END}."


def test_a_formula_of_a_lesson_keeps_its_order() -> None:
    shown = text_html("النقطة $(0, 3)$ هناك", LIGHT)
    assert f">{LEFT_TO_RIGHT}(0," in shown and f"3){END}<" in shown


def test_how_long_ago_a_point_was_added_is_read_from_the_right_in_a_table_of_numbers() -> None:
    assert age_text(8).startswith(RIGHT_TO_LEFT) and age_text(0).startswith(RIGHT_TO_LEFT)
    assert age_text(-1) == "—"
