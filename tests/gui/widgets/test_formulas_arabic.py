"""Formulas in Arabic go from left to right, and the words in them from right to left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.files.points.sample_files import ALL_SAMPLES, BY_NAME
from perceptron_gui.files.program import languages
from perceptron_gui.gui.features.forms.alpha_pictures import _age_text as age_text
from perceptron_gui.gui.panels.step_html import bars_html
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.gui.widgets.author_text import text_html
from perceptron_gui.gui.widgets.formula_html import formulas_html, sentence_html
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.explanation.step import Explanation
from perceptron_gui.session.formula.line import EXACT, line, sentence, total
from perceptron_gui.session.formula.nodes import Number
from perceptron_gui.session.wording import written
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.translation import END, LEFT_TO_RIGHT, RIGHT_TO_LEFT
from tests.session.bench import Bench


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
    outer = re.sub("<[^<>]*>", "", sentence_html(sentence("أكثر من {which}.", which=inner), LIGHT))
    assert outer == f"أكثر من {RIGHT_TO_LEFT}وهي {LEFT_TO_RIGHT}−2{END}{END}."


def test_a_formula_of_a_lesson_keeps_its_order() -> None:
    shown = text_html("النقطة $(0, 3)$ هناك", LIGHT)
    assert f">{LEFT_TO_RIGHT}(0," in shown and f"3){END}<" in shown


def test_how_long_ago_a_point_was_added_is_read_from_the_right_in_a_table_of_numbers() -> None:
    assert age_text(8).startswith(RIGHT_TO_LEFT) and age_text(0).startswith(RIGHT_TO_LEFT)
    assert age_text(-1) == "—"


@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_between_the_words_of_a_formula_and_its_signs_there_is_a_blank(mode: Mode) -> None:
    """Of "(K + 1) = (0.7076, x₉" the blank stood at the other end of the formula, and x₉ beside its brackets."""
    for step in explained("three-classes" if mode is Mode.MULTICLASS else "two-classes", mode, visits=12):
        for shown in formulas_html([*step.rule, *step.update], LIGHT).split("<p")[1:]:
            assert not re.search(f"{LEFT_TO_RIGHT}(<[^>]*>)*( |&nbsp;)", shown)


@pytest.mark.parametrize("name", [sample.name for sample in ALL_SAMPLES if sample.mode is Mode.MULTICLASS])
def test_the_scores_of_classes_stand_below_each_other(name: str) -> None:
    """A word beside a score, from right to left, took it to the other end of its cell."""
    for step in explained(name, Mode.MULTICLASS, visits=5):
        document = QTextDocument()
        document.setHtml(bars_html(step.bars, LIGHT))
        document.setTextWidth(400)
        assert len({round(edge_of(str(bar.value), document)) for bar in step.bars}) == 1


def edge_of(text: str, document: QTextDocument) -> float:
    """Return where the line of a text begins, from the left."""
    block = document.find(text).block()
    place = document.documentLayout().blockBoundingRect(block)
    return place.x() + block.layout().lineAt(0).naturalTextRect().x()


def explained(name: str, mode: Mode, visits: int) -> Iterator[Explanation]:
    """Yield what is said of the first visits of an example."""
    bench = Bench.on(BY_NAME[name].make(), TrainingSettings(mode))
    bench.worker.want(Wants(alpha=True, rivals=True))
    for _ in range(visits):
        step = explain(bench.do(moves.step))
        assert step is not None
        yield step
