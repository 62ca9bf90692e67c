"""Pictures are those that are known to be right, whatever rasteriser paints the letters; what is wrong is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter

from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.figures.backdrop import LineLayer
from perceptron_gui.gui.canvas.figures.labels import Label
from perceptron_gui.gui.style.theme import LIGHT
from tests.gui.pictures.golden import FOLDER, PICTURES, difference, golden, plane
from tests.session.bench import TEXTBOOK

MOST_BYTES = 37_000
BESIDE = 4
"""Dots by which a line is beside its place."""

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_the_one_that_is_known_to_be_right(name: str, tmp_path: Path) -> None:
    painted = PICTURES[name](1.0)
    painted.save(str(tmp_path / f"{name}.png"))
    found = difference(painted, golden(name))
    assert found.is_none, f"{found}: {tmp_path / name}.png is unlike {FOLDER / name}.png"


def test_they_are_small_and_none_is_left_of_what_is_no_longer_painted() -> None:
    sizes = {path.stem: path.stat().st_size for path in FOLDER.iterdir()}
    assert sizes.keys() == PICTURES.keys() and max(sizes.values()) <= MOST_BYTES


@pytest.mark.parametrize("scale", [1.5, 3.0])
@pytest.mark.parametrize("name", ["mistake", "theorem"])
def test_letters_of_another_rasteriser_are_the_same_picture(name: str, scale: float) -> None:
    # With more dots, averaged, no edge of a letter is where it was, and hinting is another; lines are as wide.
    fine, right = PICTURES[name](scale), golden(name)
    fine.setDevicePixelRatio(1)
    assert difference(fine.scaled(right.size(), mode=Qt.TransformationMode.SmoothTransformation), right).is_none


def test_a_line_beside_its_place_is_another_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = LineLayer.draw

    def beside(layer: LineLayer, painter: QPainter) -> None:
        painter.translate(BESIDE, 0)
        draw(layer, painter)

    monkeypatch.setattr(LineLayer, "draw", beside)
    for name in ("mistake", "paper", "page"):
        assert difference(PICTURES[name](1.0), golden(name)).far > 20


@pytest.mark.parametrize(("name", "word"), [("mistake", "x₃"), ("xor-rbf", "S₊  f > 0"), ("three-classes", "w(B)")])
def test_a_picture_without_one_of_its_words_is_another(name: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    draw, left_out = Label.draw, []

    def some(label: Label, painter: QPainter, halo: QColor) -> None:
        (left_out.append(label) if label.text == word else draw(label, painter, halo))

    monkeypatch.setattr(Label, "draw", some)
    painted = PICTURES[name](1.0)
    assert left_out and not difference(painted, golden(name)).is_none


def test_a_class_of_another_colour_is_another_picture() -> None:
    classes = (LIGHT.classes[0], LIGHT.classes[2], *LIGHT.classes[2:])
    painted = plane(TEXTBOOK, TrainingSettings(), 3, replace(LIGHT, classes=classes))(1.0)
    assert not difference(painted, golden("mistake")).is_none
