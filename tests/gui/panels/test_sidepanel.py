"""The panels beside the canvas make room in a narrow window, come back in a wide one, and do what the user says."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.files.program.preferences import load_preferences
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.panels.side_panel import PANEL_WIDTH, usual_width
from tests.gui.conftest import Desks
from tests.gui.desk import Desk, Key, Modifier

NARROW, WIDE = (960, 600), (1280, 800)


def resize(desk: Desk, size: tuple[int, int]) -> None:
    desk.window.resize(*size)
    desk.wait(lambda: (desk.window.width(), desk.window.height()) == size)


def front(desk: Desk) -> str | None:
    panel = desk.window.side.front
    return panel.objectName() if panel is not None else None


def test_it_folds_in_the_smallest_window_and_comes_back(desk: Desk) -> None:
    width = desk.window.side.panel(StepPanel).width()
    resize(desk, NARROW)
    assert front(desk) is None
    assert not desk.window.actions_by_id["view.panels"].isChecked()
    assert "F9" in desk.message
    desk.wait(lambda: desk.window.canvas.width() > 850)
    resize(desk, WIDE)
    assert desk.window.side.is_open
    assert desk.window.actions_by_id["view.panels"].isChecked()
    desk.wait(lambda: front(desk) == "step" and desk.window.side.panel(StepPanel).width() == width)


@pytest.mark.seldom
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
    desk.window.side.take_width(420)
    desk.wait(lambda: desk.window.side.panel(StepPanel).width() == 420)
    desk.do("view.projector")
    desk.settle()
    assert desk.window.side.panel(StepPanel).width() == 420


def test_a_panel_that_was_wide_in_a_wide_window_leaves_the_canvas_half_of_a_narrower_one(desk: Desk) -> None:
    resize(desk, (1920, 1080))
    desk.window.side.take_width(480)
    desk.wait(lambda: desk.window.side.panel(StepPanel).width() == 480)
    resize(desk, (960, 600))
    desk.wait(lambda: not desk.window.side.is_open)
    resize(desk, (1024, 768))
    desk.wait(lambda: desk.window.side.is_open and desk.window.canvas.width() >= 1024 / 2)


def test_panels_of_the_usual_width_have_it_again_after_they_made_room(desk: Desk) -> None:
    """They came back as wide as in the large window, and took half of a smaller one."""
    window, side = desk.window, desk.window.side
    resize(desk, (1920, 1080))
    desk.do("view.projector")
    desk.wait(lambda: side.dock.width() == usual_width(window, window.theme))
    for size in ((960, 600), (1024, 768), (1280, 800)):
        resize(desk, size)
    desk.wait(lambda: side.dock.width() == usual_width(window, window.theme))


def test_panels_follow_a_window_that_shrinks_and_the_canvas_keeps_half(desk: Desk) -> None:
    window, side = desk.window, desk.window.side
    desk.do("view.projector")
    for width in (0, 700):
        resize(desk, (1663, 935))
        side.take_width(width)
        desk.wait(lambda width=width: side.dock.width() >= (0.9 * width or usual_width(window, window.theme)))
        resize(desk, (1024, 768))
        desk.wait(lambda: side.dock.width() <= 450 and window.canvas.width() >= 1024 / 2)
        resize(desk, (1663, 935))
        desk.wait(lambda width=width: width or side.dock.width() == usual_width(window, window.theme))


@pytest.mark.seldom
def test_the_question_which_way_leaves_the_tabs_of_the_panels_whole(desk: Desk) -> None:
    resize(desk, (1024, 768))
    desk.do("view.projector")
    width = desk.window.side.panel(StepPanel).width()
    desk.do("run.predict_mistakes")
    desk.wait(lambda: desk.window.exercise.isVisible() and desk.window.exercise.prompt.question is not None)
    desk.settle()
    assert desk.window.side.panel(StepPanel).width() >= width


def test_it_stays_where_there_is_room(desk: Desk) -> None:
    for size in ((1024, 768), WIDE):
        resize(desk, size)
        assert front(desk) == "step"
        desk.wait(lambda: desk.window.canvas.width() >= 560)


def test_the_panel_that_was_in_front_comes_back_after_a_narrow_window_its_key_and_the_canvas_alone(desk: Desk) -> None:
    desk.window.side.bring_named("table")
    desk.wait(lambda: front(desk) == "table")
    resize(desk, NARROW)
    resize(desk, WIDE)
    desk.wait(lambda: front(desk) == "table")
    desk.key(Key.Key_F9)
    desk.key(Key.Key_F9)
    desk.wait(lambda: front(desk) == "table")
    desk.key(Key.Key_F11)
    assert front(desk) is None
    desk.key(Key.Key_F11)
    resize(desk, WIDE)
    desk.wait(lambda: front(desk) == "table")


def test_an_edge_that_is_dragged_to_and_fro_makes_nothing_flicker(desk: Desk) -> None:
    changes: list[bool] = []
    desk.window.side.dock.visibilityChanged.connect(changes.append)
    for width in (1000, 990, 985, 990, 1000, 985, 1005, 980, 1009):
        resize(desk, (width, 700))
    assert changes == [False]
    resize(desk, (1010, 700))
    assert desk.window.side.is_open


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
    assert front(desk) is None
    resize(desk, NARROW)
    resize(desk, WIDE)
    assert front(desk) is None
    desk.key(Key.Key_F9)
    assert desk.window.side.is_open


def test_a_panel_that_a_key_asked_for_is_open_at_the_next_start(desk: Desk, make_desk: Desks) -> None:
    desk.key(Key.Key_4, Modifier.ControlModifier)
    desk.wait(lambda: front(desk) == "curves")
    make_desk.close()
    again = make_desk(load_preferences())
    assert again.window.side.is_open
    again.wait(lambda: front(again) == "curves")


def test_canvas_only_leaves_a_narrow_window_as_it_was(desk: Desk) -> None:
    resize(desk, NARROW)
    desk.key(Key.Key_F11)
    assert front(desk) is None
    desk.key(Key.Key_F11)
    resize(desk, NARROW)
    assert front(desk) is None
    resize(desk, WIDE)
    desk.wait(lambda: front(desk) == "step")


@pytest.mark.seldom
def test_closed_while_it_is_narrow_a_wider_window_has_its_panels(desk: Desk, make_desk: Desks) -> None:
    resize(desk, NARROW)
    make_desk.close()
    again = make_desk(load_preferences())
    assert again.window.width() == NARROW[0]
    assert front(again) is None
    resize(again, WIDE)
    assert again.window.side.is_open
    again.wait(lambda: front(again) == "step")


def test_a_key_shows_a_station_and_again_its_next_page(desk: Desk) -> None:
    seen = []
    for key in (Key.Key_4, Key.Key_4, Key.Key_4, Key.Key_4, Key.Key_1, Key.Key_4):
        desk.key(key, Modifier.ControlModifier)
        seen.append(front(desk))
    assert seen == ["curves", "table", "runs", "curves", "step", "curves"]
    assert [toggle.isChecked() for toggle in desk.window.side.toggles] == [False, False, False, True, False]


def test_the_second_station_is_the_form_that_the_mode_has_and_no_other_moves(desk: Desk) -> None:
    def row() -> list[tuple[str, int]]:
        return [(button.text(), button.x()) for button in desk.window.side.row.buttons]

    before = row()
    desk.key(Key.Key_2, Modifier.ControlModifier)
    assert front(desk) == "weights"
    for mode, title in ((Mode.DUAL, "Dual"), (Mode.MULTICLASS, "Classes"), (Mode.PRIMAL, "Weights")):
        desk.window.top.modes[mode].click()
        desk.settle()
        now = row()
        assert now[1][0] == title
        assert [each[0] for each in now[2:]] == [each[0] for each in before[2:]]
        assert [x for _, x in now] == [x for _, x in before]


@pytest.mark.seldom
def test_the_stations_stand_in_one_row_and_no_name_is_cut(desk: Desk) -> None:
    buttons = desk.window.side.row.buttons
    for theme, widths in (("view.dark", (1024, 1920)), ("view.projector", (1024, 1280))):
        desk.do(theme)
        for width in widths:
            desk.window.resize(width, 768)
            desk.settle()
            assert len({button.y() for button in buttons}) == 1, (theme, width)
            for button in buttons:
                needed = button.fontMetrics().horizontalAdvance(button.text())
                assert needed <= button.width(), (theme, width, button.text())
            widths = [button.width() for button in buttons]
            assert max(widths) - min(widths) <= 1, (theme, width)


def test_a_page_has_a_window_of_its_own_until_that_is_closed(desk: Desk) -> None:
    desk.window.side.bring_named("table")
    desk.do("view.own_window")
    own = desk.window.side.windows["table"]
    panel = desk.window.side.named("table")
    assert panel is not None
    desk.wait(lambda: panel.is_seen and panel.window() is own)
    desk.key(Key.Key_1, Modifier.ControlModifier)
    assert front(desk) == "step" and panel.is_seen
    own.close()
    desk.wait(lambda: not desk.window.side.windows and panel.window() is desk.window)
    desk.window.side.bring_named("table")
    assert front(desk) == "table"


def test_panels_are_as_wide_as_before_at_once_when_the_hall_is_left(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They came back beside the card and its large score, and so narrow they stayed, even in the next window."""
    window, side = desk.window, desk.window.side
    resize(desk, (1024, 768))
    desk.do("view.projector")
    desk.wait(lambda: side.dock.width() == usual_width(window, window.theme))
    monkeypatch.setattr(window, "showFullScreen", lambda: None)  # the screen of the tests is larger than the window
    desk.do("view.presentation")
    desk.wait(lambda: desk.commands.hall.card.isVisible())
    desk.settle()
    desk.do("view.presentation")
    assert side.noted_width() == 0 and side.dock.width() == usual_width(window, window.theme)
