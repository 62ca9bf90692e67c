"""Where the keys go can be seen: every control that takes the focus shows it, at 3:1 or more.

The colour of the ring stands out in every theme: `test_contrast.py`.
"""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.data.samples import OPENING
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.bars.verdict_pill import VerdictPill
from perceptron_gui.gui.features.user_guide import Page
from perceptron_gui.gui.panels.side_panel import StationRow
from perceptron_gui.gui.widgets.plain_text import ScrollArea
from tests.gui.conftest import MakeDesk
from tests.gui.desk import Desk
from tests.gui.legibility import luminance, pixels

LEAST_CONTRAST = 3.0
AROUND = 4
"""Pixels around a control that may show its focus too."""
THICK = 1.1
"""How many pixels thick the outline of a control must change, at least, on the average."""

LOOKS, LOOK_MS = 3, 10
"""Looks at which a widget must have the same place before it is photographed, and how long between."""


def outline(widget: QWidget) -> int:
    """Return how many pixels the outline of a control has, as it is painted."""
    box = widget._pill.toRect() if isinstance(widget, VerdictPill) else widget.rect()
    return 2 * (box.width() + box.height())


def scroll_to(widget: QWidget) -> None:
    """Do what Tab does in a column that is higher than its panel."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget)
        around = around.parentWidget()


def photograph(widget: QWidget) -> Floats:
    window = widget.window()
    # First: a panel that has just come to the front is still being laid out. The screen need not be painted for that.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    scroll_to(widget)
    box = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()).adjusted(-AROUND, -AROUND, AROUND, AROUND)
    return luminance(pixels(window.grab(box.intersected(window.rect())).toImage()))


def come_to_rest(*widgets: QWidget) -> None:
    """Wait until widgets stay where they are: a panel that came to the front waits for its layout, and for the run."""
    places: list[list[QRect]] = []
    while len(places) < LOOKS or any(each != places[-1] for each in places[-LOOKS:]):
        QTest.qWait(LOOK_MS)
        places.append([QRect(each.mapTo(each.window(), QPoint(0, 0)), each.size()) for each in widgets])


def changed(widget: QWidget) -> int:
    """Return how many pixels at a control change by `LEAST_CONTRAST` when it gets the focus; none if it moves then."""
    quiet = widget.window()
    quiet.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    widget.setFocus()  # what is scrolled out of view comes into it
    quiet.setFocus()
    before = photograph(widget)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    assert widget.hasFocus(), widget
    after = photograph(widget)
    if before.shape != after.shape:
        return 0
    ratio = (np.maximum(before, after) + 0.05) / (np.minimum(before, after) + 0.05)
    return int((ratio >= LEAST_CONTRAST).sum())


def controls(root: QWidget) -> list[QWidget]:
    """Return what takes the focus when Tab is pressed, the canvas aside: it has the keys when no control shows them."""
    return [
        widget
        for widget in root.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisible()
        and widget.isEnabled()
        and not widget.visibleRegion().isEmpty()
        and widget.focusProxy() is None
        and type(widget).__name__ != "Canvas"
    ]


def is_tab_in_front(control: QWidget) -> bool:
    """Whether a control is the tab of the panel in front."""
    return isinstance(control, QAbstractButton) and isinstance(control.parent(), StationRow) and control.isChecked()


def unseen(among: list[QWidget]) -> list[str]:
    """Return the controls whose focus cannot be seen."""
    found = []
    come_to_rest(*among)
    for widget in filter(QWidget.isVisible, among):  # words that came meanwhile may have put a part behind a line
        least = THICK * outline(widget)
        pixels = changed(widget)
        if pixels < least:  # the keys have scrolled to it, or it has yet to find its place
            widget.setFocus()
            come_to_rest(widget)
            pixels = changed(widget)
        if pixels < least:
            name = widget.objectName() or widget.accessibleName()
            found.append(f"{type(widget).__name__} {name}: {pixels} of {outline(widget)}")
    return found


@pytest.fixture(params=["dark", pytest.param("projector", marks=pytest.mark.slow)])
def themed(request: pytest.FixtureRequest, make_desk: MakeDesk) -> Desk:
    desk = make_desk(Preferences(theme=request.param))
    desk.window.resize(1400, 850)
    desk.window.canvas.animation.is_reduced = True
    return desk


@pytest.mark.seldom
def test_the_focus_is_seen_in_the_bars_in_each_panel_on_a_question_in_the_rules_and_around_keys(themed: Desk) -> None:
    window = themed.window
    themed.show(BY_NAME["iris"].make(), TrainingSettings(mode=Mode.DUAL))
    themed.do("run.next_mistake")
    themed.settle()
    assert window.top.rules in controls(window)
    seen: list[QWidget] = []
    for entry in window.side.offered[window.theme.name == "dark" :: 2]:  # each in one of the themes, the bars in both
        window.side.bring(entry)
        themed.settle()  # a part of the panel may be placed only when the worker has answered, and a frame has come
        themed.wait(lambda: not window.controller.clock.is_awake)
        # The bars are there with every panel: only the tab in front looks different.
        new = [control for control in controls(window) if control not in seen or is_tab_in_front(control)]
        assert any(map(is_tab_in_front, new))
        while new:  # that line among them, which comes later
            assert unseen(new) == []
            seen += new
            new = [control for control in controls(window) if control not in seen]
    assert len(seen) > 25
    themed.show(OPENING.make())
    themed.do("run.predict")
    themed.wait(window.exercise.isVisible)
    assert unseen(controls(window.exercise)) == []
    themed.do("run.rules")
    assert unseen(controls(themed.commands.settings.page)) == []
    themed.commands.settings.page.close_page()
    themed.do("help.keys")
    page = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, Page))
    assert controls(page)
    assert unseen(controls(page)) == []
    page.close()


@pytest.mark.parametrize("themed", ["light"], indirect=True)
def test_a_panel_in_front_begins_at_its_top_and_what_gets_the_keys_comes_into_view(themed: Desk) -> None:
    window = themed.window
    window.resize(1280, 800)
    themed.show(BY_NAME["xor"].make())
    themed.do("run.end")
    window.side.bring_named("theorem")
    themed.wait(lambda: window.side.named("theorem").is_seen)  # type: ignore[attr-defined]
    come_to_rest(window.side.named("theorem"))
    (area,) = window.side.named("theorem").findChildren(ScrollArea)
    assert area.verticalScrollBar().value() == 0
    themed.show(OPENING.make())
    themed.do("run.next_mistake")
    themed.settle()
    window.resize(1024, 600)
    themed.do("run.rules")
    page = themed.commands.settings.page
    page.resize(page.width(), 200)
    field = page.seed if page.seed.isVisible() else page.max_epochs
    come_to_rest(field)
    assert not field.visibleRegion().contains(field.rect()), "it lies below the fold"
    field.setFocus()
    themed.wait(lambda: field.visibleRegion().contains(field.rect()))
    page.close_page()


@pytest.mark.parametrize("theme", ["light", "contrast"])
def test_the_frame_of_a_segment_leaves_the_borders_it_shares_and_its_words_as_they_are(
    make_desk: MakeDesk, theme: str
) -> None:
    desk = make_desk(Preferences(theme=theme))
    segments = desk.window.top.mode_switch
    for button in segments.buttons:
        desk.window.canvas.setFocus()
        before = segments.grab().toImage()
        button.setFocus(Qt.FocusReason.TabFocusReason)
        after, box = segments.grab().toImage(), button.geometry()
        width, height = before.width(), before.height()
        for x, y in ((x, y) for x in range(width) for y in range(height)):
            inside = min(x - box.left(), box.right() - x, y, height - 1 - y)
            if before.pixel(x, y) != after.pixel(x, y):
                assert 1 <= inside <= 6, (button.text(), x, y)
