"""The bar of tools and classes: every button can be hit, however many classes there are and however low it is."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QToolButton

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.points.sample_files import ALL_SAMPLES, BY_NAME
from perceptron_gui.files.program import languages
from perceptron_gui.gui.bars.tool_bar import NAME_WIDTH
from perceptron_gui.session.view.view_state import THEMES
from perceptron_gui.session.wording import MINUS
from perceptron_gui.translation import END, LEFT_TO_RIGHT
from tests.effort import one_in
from tests.gui.desk import Desk
from tests.gui.gallery.ways import scattered
from tests.gui.legibility import pixels

LEAST = 18
"""Pixels of the side of a button that can be hit."""


def test_of_ten_classes_and_a_spray_no_button_is_squeezed_or_covered(desk: Desk) -> None:
    desk.show(scattered(20, 10))
    desk.do("tools.spray")
    bar = desk.window.left
    parts = [*bar.tools.values(), *bar.brush.buttons.values(), *bar.classes, bar.add_button]
    for height, n_columns in ((421, 2), (800, 1)):
        bar.setFixedHeight(height)
        desk.wait(lambda: bar.height() == height and bar._n_columns == n_columns)  # noqa: B023
        desk.wait(lambda: bar.rect().contains(bar.add_button.geometry()))
        boxes = [part.rect().translated(part.mapTo(bar, QPoint())) for part in parts]
        for i, box in enumerate(boxes):
            assert min(box.width(), box.height()) >= LEAST and bar.rect().contains(box)
            assert not any(box.intersects(other) for other in boxes[:i])


def ink_of_name(button: QToolButton) -> int:
    """Return over how many columns the name below the symbol is drawn."""
    seen = pixels(button.grab().toImage())
    edge, top = 4, len(seen) - 4 - len(button.text().splitlines()) * button.fontMetrics().height()
    ground = seen[len(seen) // 2, edge]
    inked = np.flatnonzero((seen[top:-edge, edge:-edge] != ground).any((0, 2)))
    return int(inked[-1] - inked[0]) + 1


@pytest.mark.seldom
def test_a_long_name_is_shortened_once(desk: Desk) -> None:
    """Of "Chin…" Qt made "C……", since the frame of the chosen class left less room than was thought."""
    samples = ["iris", "penguins", "wine", "two-classes"]
    ways = [*zip(samples, THEMES, strict=True), ("penguins", "projector")]
    for sample, theme in sorted(one_in(4, ways), key=lambda way: way[1]):
        desk.window.controller.change_view(theme=theme)
        desk.show(BY_NAME[sample].make())
        for index, button in enumerate(desk.window.left.classes):
            desk.window.left.set_current(index)
            wide = max(map(button.fontMetrics().tightBoundingRect, button.text().splitlines()), key=QRect.width).width()
            seen = min(wide, button.width() - 8)  # the frame of the chosen class is no ink of a name
            assert abs(ink_of_name(button) - seen) <= 2, (theme, button.text())


@pytest.mark.seldom
def test_a_new_class_shows_as_much_of_its_name_as_has_room(desk: Desk) -> None:
    """Of Gentoo "Ge…" was left: its button was measured with larger letters, before it had its style."""
    opening = desk.document
    for sample in ALL_SAMPLES:
        if sample.mode is not Mode.MULTICLASS:
            continue
        desk.show(opening.dataset, opening.settings)  # of two classes: the third is new each time
        desk.show(sample.make(), TrainingSettings(mode=Mode.MULTICLASS))
        for button, name in zip(desk.window.left.classes, desk.dataset.classes, strict=True):
            longer = button.fontMetrics().horizontalAdvance(f"{name[: len(button.text())]}…")
            assert button.text() == name or longer >= NAME_WIDTH, (sample.name, name)


@pytest.mark.parametrize("sample", ["penguins-bills", "two-classes"])
def test_beside_a_name_that_has_no_room_the_sign_is_whole(desk: Desk, sample: str) -> None:
    """Of Gentoo ", −1" was left, and of Adelie "…, −1"."""
    dataset, bar = BY_NAME[sample].make(), desk.window.left
    desk.show(dataset, TrainingSettings(mode=Mode.PRIMAL))
    bar.setFixedHeight(285)
    desk.wait(lambda: bar.height() == 285)
    named = zip(bar.classes, dataset.classes, strict=True)
    assert {button.text().removeprefix(f"{name}, ") for button, name in named} == {"+1", f"{MINUS}1"}


def test_long_names_have_their_signs_below_them_where_there_is_room(desk: Desk) -> None:
    """Which colour setosa has was not to be seen: beside the sign no name had room."""
    for sample, mode in (("iris", Mode.DUAL), ("iris-petals", Mode.PRIMAL)):
        desk.show(BY_NAME[sample].make(), TrainingSettings(mode=mode, positive=1))
        bar = desk.window.left
        desk.wait(lambda: "\n" in bar.classes[0].text())  # noqa: B023
        for k, (button, name) in enumerate(zip(bar.classes, desk.dataset.classes, strict=True)):
            first, sign = button.text().splitlines()
            assert name.startswith(first.removesuffix("…")) and len(first) > 4
            assert sign == ("+1" if k == 1 else f"{MINUS}1")
            assert ink_of_name(button) <= NAME_WIDTH
        bottom = bar.add_button.geometry().bottom()
        assert bar.rect().bottom() >= bottom > max(button.geometry().bottom() for button in bar.classes)
    desk.show(BY_NAME["two-classes"].make())
    desk.wait(lambda: [button.text() for button in bar.classes] == [f"A, {MINUS}1", "B, +1"])


@pytest.mark.parametrize("sample", ["penguins-bills", "two-classes"])
def test_in_arabic_a_sign_stands_before_its_figure(desk: Desk, sample: str) -> None:
    """Where no name had room, −1 was shown as 1−."""
    languages.speak("ar")
    try:
        desk.show(BY_NAME[sample].make(), TrainingSettings(mode=Mode.PRIMAL))
        texts = [button.text() for button in desk.window.left.classes]
    finally:
        languages.speak("en")
    isolated_sign = f"{LEFT_TO_RIGHT}[+−]1{END}"
    forms = f"{LEFT_TO_RIGHT}.*{isolated_sign}{END}", f"{LEFT_TO_RIGHT}.*{END}\n{isolated_sign}"
    assert all(any(re.fullmatch(form, text) for form in forms) for text in texts)


def test_a_class_that_goes_leaves_no_gap_above_the_button_for_another(desk: Desk) -> None:
    button = desk.window.left.add_button
    before = button.y()
    desk.show(BY_NAME["three-classes"].make())
    desk.wait(lambda: button.y() > before)
    desk.show(BY_NAME["two-classes"].make())
    desk.wait(lambda: button.y() == before)
