"""Every field with a red frame says beside or below itself, in a sentence, what is wrong with it (G10)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from perceptron_gui import gui
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.gui.features.point_table import PointsPanel
from perceptron_gui.gui.widgets.checked_field import CheckedField
from perceptron_gui.session.lessons.lesson import Page
from perceptron_gui.session.output.exports import SOLUTION
from perceptron_gui.session.view.switches import BY_NAME
from tests.effort import one_in
from tests.gui.features.lessons import made
from tests.gui.gallery import lessons, ways
from tests.gui.gallery.imports import FAULT, asked
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import Way
from tests.gui.legibility import faults, seen

GUI = Path(gui.__file__).parent
MADE = re.compile(r"(?<!class )\b(?:CheckedField|SteppedField)\(")
"""How a field is made."""
NOWHERE = "12x"
"""What no field takes."""


@pytest.fixture
def stage(qapp: QApplication) -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.close()


def kernel_page(name: KernelName) -> Way:
    def reach(stage: Stage) -> None:
        stage.open("ring", mode=Mode.DUAL, kernel=Kernel(name))
        ways.rules(stage)

    return reach


def cell(stage: Stage) -> None:
    stage.panel("points")
    stage.rest()
    stage.window.side.panel(PointsPanel).table.edit_cell(1, 1)


def solution(stage: Stage) -> None:
    stage.open("two-classes")
    stage.mistakes(3)
    stage.do(SOLUTION.action)


def a_lesson(page: Page) -> Way:
    """Make a lesson; what is typed into its fields changes it, and nobody is asked when it is closed."""

    def reach(stage: Stage) -> None:
        stage.commands.filing.is_forced = True
        lessons.making(page)(stage)

    return reach


PLACES: dict[str, list[Callable[[Stage], object]]] = {
    "canvas/overlays/details.py": [ways.typing_coordinates],
    "features/pictures/picture_dialog.py": [lambda stage: stage.do("file.film")],
    "features/point_sets.py": [ways.generator, lambda stage: stage.do("data.hold_out")],
    "filing/import_dialog.py": [asked(FAULT)],
    "features/rules/rules_page.py": [
        ways.rules,
        ways.features,
        kernel_page(KernelName.RBF),
        kernel_page(KernelName.POLY),
    ],
    "widgets/stretch_fields.py": [solution],
    "features/point_table/points_table.py": [cell],
    "features/lessons/ask_controls.py": [lessons.on(made.QUESTIONS["number"]), lessons.on(made.QUESTIONS["weights"])],
    "features/lessons/author_fields.py": [a_lesson(made.QUESTIONS["number"])],
    "features/by_hand.py": [lambda stage: stage.do(BY_NAME["by_hand"].action)],
}
"""Where fields are made, and the ways that lead to all of them."""


def test_no_field_is_forgotten_here() -> None:
    made = {path.relative_to(GUI).as_posix() for path in GUI.rglob("*.py") if MADE.search(path.read_text())}
    assert made == {*PLACES}


def fields_in(root: QWidget) -> list[CheckedField]:
    """Return the fields that can be typed in; the one with the keys first, which may go when another gets them."""
    fields = [field for field in seen(root, CheckedField) if isinstance(field, CheckedField) and field.isEnabled()]
    return sorted(fields, key=lambda field: not field.hasFocus())


@pytest.mark.seldom
def test_a_red_frame_says_why(stage: Stage) -> None:
    for place, ways_there in one_in(2, PLACES.items()):
        for way in ways_there:
            way(stage)
            root = stage.overlay or stage.window
            fields = fields_in(root)
            assert fields, place
            for field in filter(isValid, fields):
                before = field.text()
                field.setFocus()
                field.selectAll()
                QTest.keyClicks(field, NOWHERE)
                assert field.property("bad"), (place, field.accessibleName())
                assert faults(root.window()) == [], place
                field.show_text(before)
            stage.close_overlays()
