"""The panels beside the canvas make room in a narrow window, come back in a wide one, and do what the user says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget

from perceptron_gui.files.program.preferences import load_preferences
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.panels.side_panel import PANEL_WIDTH
from tests.gui.conftest import Desks
from tests.gui.desk import Desk, Key, Modifier

NARROW, WIDE = (960, 600), (1280, 800)
NAMES = [entry.name for entry in PANELS]


def resize(desk: Desk, size: tuple[int, int]) -> None:
    desk.window.resize(*size)
    desk.wait(lambda: (desk.window.width(), desk.window.height()) == size)


def open_docks(desk: Desk) -> list[str]:
    return [dock.objectName() for dock in desk.window.docks if not dock.isHidden()]


def front(desk: Desk) -> str | None:
    return next((d.objectName() for d in desk.window.docks if d.widget().is_seen), None)  # type: ignore[attr-defined]


def entry(desk: Desk, name: str) -> tuple[QDockWidget, object]:
    place = [dock.objectName() for dock in desk.window.docks].index(name)
    return desk.window.docks[place], desk.window.side.toggles[place]


def test_it_folds_in_the_smallest_window_and_comes_back(desk: Desk) -> None:
    width = desk.window.side.panel(StepPanel).width()
    resize(desk, NARROW)
    assert open_docks(desk) == []
    assert not desk.window.actions_by_id["view.panels"].isChecked()
    assert "F9" in desk.message
    desk.wait(lambda: desk.window.canvas.width() > 850)
    resize(desk, WIDE)
    assert open_docks(desk) == NAMES
    assert desk.window.actions_by_id["view.panels"].isChecked()
    desk.wait(lambda: front(desk) == "step" and desk.window.side.panel(StepPanel).width() == width)


def test_panels_are_wider_where_text_is_larger_as_far_as_the_canvas_keeps_enough(desk: Desk) -> None:
    def is_wide(pixels: int) -> bool:
        return abs(desk.window.side.panel(StepPanel).width() - pixels) <= 2

    resize(desk, (1920, 1080))
    desk.wait(lambda: is_wide(PANEL_WIDTH))
    desk.do("view.projector")
    desk.wait(lambda: is_wide(round(1.3 * PANEL_WIDTH)))
    desk.do("view.projector")
    desk.wait(lambda: is_wide(PANEL_WIDTH))
    resize(desk, WIDE)
    desk.do("view.projector")
    desk.settle()
    assert is_wide(PANEL_WIDTH)


def test_a_panel_that_the_user_made_wider_keeps_its_width_in_every_theme(desk: Desk) -> None:
    resize(desk, WIDE)
    desk.window.resizeDocks([desk.window.docks[0]], [420], Qt.Orientation.Horizontal)
    desk.wait(lambda: desk.window.side.panel(StepPanel).width() == 420)
    desk.do("view.projector")
    desk.settle()
    assert desk.window.side.panel(StepPanel).width() == 420


def test_a_panel_that_was_wide_in_a_wide_window_leaves_the_canvas_half_of_a_narrower_one(desk: Desk) -> None:
    resize(desk, (1920, 1080))
    desk.window.resizeDocks([desk.window.docks[0]], [480], Qt.Orientation.Horizontal)
    desk.wait(lambda: desk.window.side.panel(StepPanel).width() == 480)
    resize(desk, (960, 600))
    desk.wait(lambda: not desk.window.side.is_open)
    resize(desk, (1024, 768))
    desk.wait(lambda: desk.window.side.is_open and desk.window.canvas.width() >= 1024 / 2)


@pytest.mark.parametrize("theme", ["view.dark", "view.projector"])
def test_the_question_which_way_leaves_the_tabs_of_the_panels_whole(desk: Desk, theme: str) -> None:
    resize(desk, (1024, 768))
    desk.do(theme)
    width = desk.window.side.panel(StepPanel).width()
    desk.do("run.predict_mistakes")
    desk.wait(lambda: desk.window.exercise.isVisible() and desk.window.exercise.prompt.question is not None)
    desk.settle()
    assert desk.window.side.panel(StepPanel).width() >= width


@pytest.mark.parametrize("size", [(1024, 768), WIDE])
def test_it_stays_where_there_is_room(desk: Desk, size: tuple[int, int]) -> None:
    resize(desk, size)
    assert front(desk) == "step"
    desk.wait(lambda: desk.window.canvas.width() >= 560)


def test_the_panel_that_was_in_front_comes_back_in_front(desk: Desk) -> None:
    desk.window.docks[3].raise_()
    desk.wait(lambda: front(desk) == "table")
    resize(desk, NARROW)
    resize(desk, WIDE)
    desk.wait(lambda: front(desk) == "table")


def test_closed_and_opened_again_it_shows_the_panel_that_was_in_front(desk: Desk) -> None:
    desk.window.docks[3].raise_()
    desk.wait(lambda: front(desk) == "table")
    desk.key(Key.Key_F9)
    desk.key(Key.Key_F9)
    desk.wait(lambda: front(desk) == "table")


def test_an_edge_that_is_dragged_to_and_fro_makes_nothing_flicker(desk: Desk) -> None:
    changes: list[bool] = []
    desk.window.docks[0].visibilityChanged.connect(changes.append)
    for width in (1000, 990, 985, 990, 1000, 985, 1005, 980, 1009):
        resize(desk, (width, 700))
    assert changes == [False]
    resize(desk, (1010, 700))
    assert open_docks(desk)


def test_opened_in_a_narrow_window_it_stays_open(desk: Desk) -> None:
    resize(desk, NARROW)
    desk.key(Key.Key_F9)
    desk.wait(lambda: front(desk) == "step")
    resize(desk, (970, 600))
    resize(desk, NARROW)
    assert front(desk) == "step"
    resize(desk, WIDE)
    assert front(desk) == "step"
    resize(desk, NARROW)
    assert front(desk) is None


def test_closed_by_hand_it_stays_closed(desk: Desk) -> None:
    desk.key(Key.Key_F9)
    assert open_docks(desk) == []
    resize(desk, NARROW)
    resize(desk, WIDE)
    assert open_docks(desk) == []
    desk.key(Key.Key_F9)
    assert open_docks(desk) == NAMES


def test_a_panel_closed_by_hand_does_not_come_back_with_the_others(desk: Desk) -> None:
    desk.do("view.close_panel")
    resize(desk, NARROW)
    resize(desk, WIDE)
    assert open_docks(desk) == NAMES[1:]


def test_key_and_menu_bring_a_panel_to_the_front_and_leave_the_one_there_where_it_is(desk: Desk) -> None:
    for name, key in ((entry.name, entry.key) for entry in PANELS):
        for _ in range(3 if key is not None else 0):
            desk.key(Key(Key.Key_0 + key), Modifier.ControlModifier)
            desk.wait(lambda name=name: front(desk) == name)
            assert open_docks(desk) == NAMES
            assert [toggle.isChecked() for toggle in desk.window.side.toggles] == [other == name for other in NAMES]


def test_a_panel_is_closed_by_its_own_entry_and_its_key_opens_it_again(desk: Desk) -> None:
    dock, toggle = entry(desk, "dual")
    toggle.trigger()  # type: ignore[attr-defined]
    desk.wait(lambda: front(desk) == "dual")
    desk.do("view.close_panel")
    assert dock.isHidden()
    desk.wait(lambda: front(desk) is not None)
    assert not toggle.isChecked()  # type: ignore[attr-defined]
    toggle.trigger()  # type: ignore[attr-defined]
    desk.wait(lambda: front(desk) == "dual")
    assert open_docks(desk) == NAMES


def test_who_closes_panel_after_panel_gets_all_of_them_with_the_next(desk: Desk) -> None:
    for left in range(len(NAMES), 0, -1):
        desk.wait(lambda left=left: len(open_docks(desk)) == left and front(desk) is not None)
        desk.do("view.close_panel")
    assert open_docks(desk) == []
    desk.do("view.close_panel")
    assert open_docks(desk) == []
    entry(desk, "table")[1].trigger()  # type: ignore[attr-defined]
    desk.wait(lambda: front(desk) == "table")
    assert open_docks(desk) == NAMES


def test_a_panel_that_a_key_asked_for_is_open_at_the_next_start(desk: Desk, make_desk: Desks) -> None:
    for _ in range(2):
        desk.key(Key.Key_2, Modifier.ControlModifier)
        desk.wait(lambda: front(desk) == "curves")
    make_desk.close()
    again = make_desk(load_preferences())
    assert open_docks(again) == NAMES
    again.wait(lambda: front(again) == "curves")


def test_a_panel_that_was_asked_for_meanwhile_is_in_front_after_canvas_only(desk: Desk) -> None:
    desk.key(Key.Key_F11)
    entry(desk, "table")[1].trigger()  # type: ignore[attr-defined]
    assert open_docks(desk) == []
    assert not entry(desk, "table")[1].isChecked()  # type: ignore[attr-defined]
    desk.key(Key.Key_F11)
    resize(desk, WIDE)
    desk.wait(lambda: front(desk) == "table")


def test_canvas_only_leaves_a_narrow_window_as_it_was(desk: Desk) -> None:
    resize(desk, NARROW)
    desk.key(Key.Key_F11)
    assert open_docks(desk) == []
    desk.key(Key.Key_F11)
    resize(desk, NARROW)
    assert open_docks(desk) == []
    resize(desk, WIDE)
    desk.wait(lambda: front(desk) == "step")


def test_after_canvas_only_the_panel_is_in_front_that_was(desk: Desk) -> None:
    resize(desk, WIDE)
    desk.window.side.bring(desk.window.docks[NAMES.index("table")])
    desk.wait(lambda: front(desk) == "table")
    desk.key(Key.Key_F11)
    assert open_docks(desk) == []
    desk.key(Key.Key_F11)
    resize(desk, WIDE)
    desk.wait(lambda: front(desk) == "table")


def test_closed_while_it_is_narrow_a_wider_window_has_its_panels(desk: Desk, make_desk: Desks) -> None:
    resize(desk, NARROW)
    make_desk.close()
    again = make_desk(load_preferences())
    assert again.window.width() == NARROW[0]
    assert open_docks(again) == []
    resize(again, WIDE)
    assert open_docks(again) == NAMES
    again.wait(lambda: front(again) == "step")
