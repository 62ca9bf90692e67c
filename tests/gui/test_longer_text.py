"""Text 40 % longer, and larger pixels: nothing is cut off, covers another or lies outside the window (G10)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations

import pytest
from PySide6.QtCore import QObject, QRect, QTranslator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QWidget

from perceptron_gui.engine.settings import Mode, TrainingSettings
from perceptron_gui.files.samples import BY_NAME
from perceptron_gui.gui.statusline import Message
from tests.gui.conftest import Desks
from tests.gui.desk import Desk

SLACK = 4
"""Pixels that Qt's styles add to a size that would do; letters need none of them."""
LOOKS, LOOK_MS = 40, 25
"""How often to look whether all has found its place, and how long between."""
SCENES = ("step", "curves", "dual", "table")


class Longer(QTranslator):
    """Makes every text of the program 40 % longer."""

    def translate(  # type: ignore[override]
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        """Return a longer text, with the places for numbers left as they are; None for texts of others."""
        if context != "PerceptronLab":
            return None
        return text + (" mehr Text" * 30)[: -(-2 * len(text) // 5)]

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def longer(qapp: QApplication) -> Iterator[None]:
    """Let the program speak a wordy language."""
    translator = Longer(qapp)
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def words(widget: QWidget) -> str:
    """Return what a widget says."""
    return widget.currentText() if isinstance(widget, QComboBox) else widget.text()  # type: ignore[attr-defined]


def speaking(window: QWidget) -> list[QWidget]:
    """Return the buttons, lists and labels that can be seen; a sentence that ends in … has a tooltip for the rest."""
    kinds = (QAbstractButton, QComboBox, QLabel)
    return [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, kinds) and not isinstance(widget, Message) and is_seen(widget) and words(widget)
    ]


def is_seen(widget: QWidget) -> bool:
    """Whether a widget can be seen: Qt calls one visible that stands behind another tab."""
    parent: QObject | None = widget
    while isinstance(parent, QWidget):
        if not getattr(parent, "is_seen", True):
            return False
        parent = parent.parent()
    return widget.isVisible()


def cut_off(window: QWidget) -> list[str]:
    """Return what has less room than its words need."""
    found = []
    for widget in speaking(window):
        width, height = widget.width() + SLACK, widget.height() + SLACK
        hint = widget.sizeHint()
        if isinstance(widget, QLabel) and widget.wordWrap():
            is_cut = widget.heightForWidth(widget.width()) > height
        else:
            is_cut = hint.width() > min(width, widget.maximumWidth() + SLACK) and widget.width() < widget.maximumWidth()
            is_cut = is_cut or hint.height() > height
        if is_cut:
            found.append(f"{words(widget)[:40]}: {widget.size().toTuple()} for {hint.toTuple()}")
    return found


def outside(window: QWidget) -> list[str]:
    """Return what lies outside the window."""
    room = window.rect()
    return [words(w)[:40] for w in speaking(window) if not room.contains(place(w, window)) and not is_scrolled(w)]


def overlapping(window: QWidget) -> list[tuple[str, str]]:
    """Return what covers another thing that is no part of it."""
    seen = [(widget, place(widget, window)) for widget in speaking(window)]
    return [
        (words(one)[:40], words(other)[:40])
        for (one, here), (other, there) in combinations(seen, 2)
        if here.intersects(there) and not one.isAncestorOf(other) and not other.isAncestorOf(one)
    ]


def place(widget: QWidget, window: QWidget) -> QRect:
    """Return where a widget lies in its window: the part that can be seen where it is scrolled."""
    rect = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    for area in filter(lambda parent: type(parent).__name__ == "QScrollArea", parents(widget)):
        rect &= QRect(area.mapTo(window, area.rect().topLeft()), area.size())
    return rect


def is_scrolled(widget: QWidget) -> bool:
    return any(type(parent).__name__ == "QScrollArea" for parent in parents(widget))


def parents(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()


def faults(window: QWidget) -> list[object]:
    """Return all that is wrong with a window when Qt has laid it out."""
    found: list[object] = []
    for _ in range(LOOKS):
        QTest.qWait(LOOK_MS)
        found = [*cut_off(window), *outside(window), *overlapping(window)]
        if not found:
            break
    return found


def set_out(desk: Desk, size: tuple[int, int]) -> None:
    """Take a size, play to the second mistake."""
    desk.window.resize(*size)
    desk.wait(lambda: (desk.window.width(), desk.window.height()) == size)
    desk.window.plane.beats.is_reduced = True
    desk.do("run.next_mistake")
    desk.do("run.next_mistake")
    desk.settle()


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (960, 600)])
def test_longer_text_has_room(longer: None, make_desk: Desks, size: tuple[int, int]) -> None:
    desk = make_desk()
    set_out(desk, size)
    assert desk.window.top.bias.text() != "bias"
    for place_, name in enumerate(SCENES):
        if size[0] > 1000:
            desk.window.docks[place_].raise_()
            desk.wait(lambda: desk.window.docks[place_].widget().is_seen)  # type: ignore[attr-defined] # noqa: B023
        assert not faults(desk.window), name


@pytest.mark.parametrize("size", [(1280, 800), (960, 600)])
@pytest.mark.parametrize("mode", list(Mode))
def test_longer_text_has_room_for_three_classes_of_four_features_and_a_question(
    longer: None, make_desk: Desks, size: tuple[int, int], mode: Mode
) -> None:
    desk = make_desk()
    desk.show(BY_NAME["iris"].make(), TrainingSettings(mode=mode))
    set_out(desk, size)
    assert not faults(desk.window)
    desk.do("run.predict")
    desk.wait(lambda: desk.window.predict.isVisible())
    assert not faults(desk.window)


@pytest.mark.parametrize("theme", ["view.dark", "view.projector"])
def test_other_themes_have_room(desk: Desk, theme: str) -> None:
    set_out(desk, (1280, 800))
    desk.do(theme)
    assert not faults(desk.window)


@pytest.mark.parametrize("factor", ["1.25", "1.5", "2"])
def test_on_screens_with_smaller_pixels_all_has_room(factor: str) -> None:
    """Qt reads the factor when it starts: a process of its own."""
    environment = {**os.environ, "QT_SCALE_FACTOR": factor}
    done = subprocess.run(
        [sys.executable, "-m", "tests.gui.scaled"], env=environment, capture_output=True, text=True, timeout=60
    )
    told = json.loads(done.stdout.splitlines()[-1]) if done.stdout else done.stderr
    assert told == {"factor": float(factor), "faults": []}
