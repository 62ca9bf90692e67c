"""On every page in every theme what is clicked has 24 pixels each way (WCAG 2.5.8) and its label in its name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QScrollBar,
    QWidget,
)

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.bars.timeline import Timeline
from perceptron_gui.gui.bars.verdict_pill import VerdictPill
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.style.theme import THEMES
from tests.effort import one_in
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.stations import PAGES, at_a_mistake
from tests.gui.legibility import faint, is_seen
from tests.gui.whole_window.names import unlike_labels

LEAST = 24
"""Pixels."""
CLICKED = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, Timeline, VerdictPill)


@pytest.fixture
def stage(qapp: object, theme: str) -> Iterator[Stage]:
    """Yield a window in a theme, of which a screen reader is told."""
    QAccessible.setActive(True)
    stage = Stage(Preferences(switches={"still": True}, theme=theme))
    yield stage
    stage.close()
    QAccessible.setActive(False)


def targets(window: QWidget) -> dict[QWidget, QRect]:
    """Return what can be clicked, and where it is; scroll bars are left to the wheel and the keys."""
    found = [each for each in window.findChildren(QWidget) if isinstance(each, CLICKED) and is_seen(each)]
    return {
        each: QRect(each.mapTo(window, QPoint(0, 0)), each.size())
        for each in found
        if not isinstance(each, QScrollBar) and each.isEnabled() and not each.visibleRegion().isEmpty()
    }


def small(window: QWidget) -> list[str]:
    """Return the targets that are smaller than `LEAST`."""
    return [
        f"{type(each).__name__} {each.accessibleName() or each.objectName()}: {box.width()}×{box.height()}"
        for each, box in targets(window).items()
        if min(box.width(), box.height()) < LEAST
    ]


FIRST = {page: run for run, page in reversed(PAGES)}
"""A run for each page."""
SIZES_IN, COLOURS_IN = "light", ("dark", "contrast")
"""Themes: the one whose letters are smallest, and those that differ from it in colours alone. Of the projector's, whose
letters are larger, `test_pages_fit` looks at all pages."""


@pytest.mark.seldom
@pytest.mark.parametrize("theme", [SIZES_IN, *COLOURS_IN])
def test_every_page_and_the_rules_in_every_theme(stage: Stage, theme: str) -> None:
    """Each page in one of the runs that have it; quickly those of half of these."""
    found: dict[str, list[object]] = {}
    for run in one_in(2, dict.fromkeys(FIRST.values())):
        at_a_mistake(run)(stage)
        of_window: QWidget = stage.window
        for page in (page for of, page in PAGES if of == run == FIRST[page]):
            stage.panel(page)
            front, background = stage.window.side.front, stage.window.controller.background
            assert front is not None
            stage.settle()
            stage.wait(lambda: not background.is_busy and front.updatesEnabled())  # noqa: B023
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
            found[page] = wrong(of_window, theme)
            of_window = stage.window.side.dock  # the rest of the window does not change with its pages
    stage.do("run.rules")
    assert stage.rules is not None
    found["rules"] = wrong(stage.rules, theme)
    assert {name: faults for name, faults in found.items() if faults} == {}


def wrong(widget: QWidget, theme: str) -> list[object]:
    """Return what is wrong with targets and colours in a theme."""
    return [*faint(widget), *([*small(widget), *unlike_labels(widget)] if theme == SIZES_IN else [])]


def test_no_theme_is_left_out() -> None:
    assert {SIZES_IN, *COLOURS_IN, "projector"} == {*THEMES}
    assert THEMES["projector"].scale > THEMES[SIZES_IN].scale
    assert FIRST.keys() == {page.name for page in PANELS}
