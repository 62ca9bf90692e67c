"""The numbers on the screen are the ones of the blackboard: checked with fractions in a run that the window makes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.panels.step_html import bars_html
from perceptron_gui.gui.style.theme import LIGHT, text_font
from perceptron_gui.session.explanation.step import bars_of
from perceptron_gui.session.wording import grouped, number_text
from tests.gui.desk import Desk, Key
from tests.session.bench import TEXTBOOK

DECIMALS = Dataset.of([[0.1, 0.2], [-0.3, 0.7], [1.1, -0.4], [0.2, 0.2]], [1, 0, 1, 0])
THREE = Dataset.of([[0.1, 0], [0, 0.3], [-0.2, -0.1]], [0, 1, 2], ["A", "B", "C"])


def shown(value: Fraction) -> str:
    """Return a fraction as the panel writes it."""
    return number_text(float(value))


def vector(values: Sequence[Fraction]) -> str:
    """Return a vector as the panel writes it."""
    return "(" + ", ".join(shown(v) for v in values) + ")"


def panel_text(desk: Desk) -> str:
    """Return what "This step" says, without its looks."""
    document = QTextDocument()
    document.setHtml(desk.window.side.panel(StepPanel).html)
    return re.sub(r"\s+", " ", document.toPlainText())


def product(theta: Sequence[Fraction], x: Sequence[Fraction]) -> Fraction:
    """Return θ·x̂."""
    return sum((a * b for a, b in zip(theta, x, strict=True)), Fraction(0))


def exact_points(dataset: Dataset) -> list[list[Fraction]]:
    """Return x̂ of all points."""
    return [[*map(decimal_fraction, row), Fraction(1)] for row in dataset.X.tolist()]


def step(desk: Desk, visit: int) -> str:
    """Make a visit and return what is said about it."""
    desk.key(Key.Key_Right, on=desk.window.canvas)
    desk.wait(lambda: desk.snapshot.visit == visit)
    assert desk.window.status.counts.text().endswith("exact")
    return panel_text(desk)


@pytest.mark.parametrize(("mode", "dataset"), [(Mode.PRIMAL, DECIMALS), (Mode.DUAL, TEXTBOOK)])
@pytest.mark.seldom
def test_binary_steps_show_exact_numbers(desk: Desk, mode: Mode, dataset: Dataset) -> None:
    desk.show(dataset, TrainingSettings(mode=mode, eta=0.5))
    points, signs = exact_points(dataset), [1 if label == 1 else -1 for label in dataset.labels.tolist()]
    theta, mistakes = [Fraction(0)] * 3, 0
    for visit in range(1, 13):
        i = (visit - 1) % len(points)
        f = product(theta, points[i])
        is_mistake = signs[i] * f <= 0
        if is_mistake:
            mistakes += 1
            theta = [a + Fraction(1, 2) * signs[i] * b for a, b in zip(theta, points[i], strict=True)]
        text = step(desk, visit)
        assert f"= {shown(f)} " in text
        assert f"y·f = {shown(signs[i] * f)}" in text
        assert ("Mistake." in text) == is_mistake
        if is_mistake:
            assert f"= {vector(theta[:2])}" in text
            assert f"= {shown(theta[2])}" in text
        assert desk.snapshot.theta[0].tolist() == [float(v) for v in theta]
        assert desk.window.score.shown[0] == grouped(mistakes)
        if desk.snapshot.stop is not None:
            break


def test_multiclass_steps_show_exact_numbers(desk: Desk) -> None:
    desk.show(THREE, TrainingSettings(mode=Mode.MULTICLASS))
    points, labels = exact_points(THREE), THREE.labels.tolist()
    theta = [[Fraction(0)] * 3 for _ in range(3)]
    for visit in range(1, 10):
        i = (visit - 1) % 3
        scores = [product(row, points[i]) for row in theta]
        y = labels[i]
        rival = max((k for k in range(3) if k != y), key=lambda k: (scores[k], -k))
        is_mistake = scores[rival] >= scores[y]
        if is_mistake:
            theta[y] = [a + b for a, b in zip(theta[y], points[i], strict=True)]
            theta[rival] = [a - b for a, b in zip(theta[rival], points[i], strict=True)]
        text = step(desk, visit)
        for k, name in enumerate("ABC"):
            assert re.search(rf"\b{name} {re.escape(shown(scores[k]))}( |$)", text), text
        assert ("Mistake." in text) == is_mistake
        if is_mistake:
            for k in (y, rival):
                assert f"= {vector(theta[k][:2])}" in text
        assert desk.snapshot.theta.tolist() == [[float(v) for v in row] for row in theta]
        if desk.snapshot.stop is not None:
            break


def test_the_status_line_counts_what_the_run_counts(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is not None)
    end = desk.snapshot
    text = desk.window.status.counts.text()
    assert f"epoch {end.epoch} " in text
    assert f"visit {end.visit} " in text
    assert text.endswith("exact")
    assert desk.window.score.shown[0] == grouped(end.mistakes)
    line = desk.window.model_bar.line
    assert line is not None and line.errors == "0 of 3 wrong"


def test_numbers_that_are_rounded_say_so(desk: Desk) -> None:
    desk.show(Dataset.of([[1 / 3, 0.1], [-2 / 7, 0.3]], [1, 0]))
    for visit in (1, 2):
        desk.key(Key.Key_Right, on=desk.window.canvas)
        desk.wait(lambda visit=visit: desk.snapshot.visit == visit)
    assert "≈" in panel_text(desk)
    assert "≈ rounded" in desk.window.status.counts.text()


def test_a_name_without_a_blank_cuts_nothing_of_the_step(desk: Desk) -> None:
    panel = desk.window.side.panel(StepPanel)
    names = [
        "A_name_of_sixty_letters_without_any_blank_in_between_them_all",
        "Another_name_that_never_ends_nor_pauses_to_take_a_deep_breath",
    ]
    dataset = Dataset.of([[1, 1], [2, 3], [-2, 0]], [0, 1, 0], names)
    for mode in Mode:
        desk.show(dataset, TrainingSettings(mode=mode))
        desk.do("run.next_mistake")
        desk.wait(lambda: "Mistake" in panel.label.text())
        panel.label._tell_label()
        assert QLabel.minimumSizeHint(panel.label).width() <= panel.width() - 36, mode


WIDTH = 328
"""Pixels of a line in the panel of a window of 1280 × 800."""


@pytest.mark.parametrize("score", [33.78, 1234567.8, 16915241.35, 123456789.125, 9876543210.5432])
def test_a_score_is_not_cut_in_two(qtbot: QtBot, score: float) -> None:
    """Of penguins, whose mass is in g, the last two digits stood below the others."""
    scores = {0: decimal_fraction(score), 1: -decimal_fraction(score), 2: Fraction(0)}
    document = QTextDocument()
    document.setDefaultFont(text_font())
    bars = bars_of(scores, ["Adelie", "Chinstrap", "Gentoo"], {0: "rival", 2: "true class"})
    document.setHtml(bars_html(bars, LIGHT))
    document.setTextWidth(WIDTH)
    assert document.size().width() <= WIDTH
    assert [document.find(str(bar.value)).block().layout().lineCount() for bar in bars] == [1, 1, 1]
