"""Every start is like the first: started again with the preferences that the first start wrote (G8)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication

from perceptron_gui.files.program.preferences import VERSION, Preferences, load_preferences, preferences_path
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.features.theorem import TheoremPanel
from perceptron_gui.gui.panels.side_panel import usual_width
from perceptron_gui.gui.placement import FRAME, first_size, least_size
from tests.gui.conftest import Desks
from tests.gui.desk import Desk
from tests.gui.restarted import PANEL, SIZES

HALF_A_PAIR = "\udce9"
DAMAGE: dict[str, list[object]] = {
    "geometry": [HALF_A_PAIR, "zz", "01d9", "ff" * 5000, 7, None],
    "folder": [HALF_A_PAIR, "a\0b", "/nowhere/" * 900, []],
    "recent": [[HALF_A_PAIR], ["a\0b", 3], "text", [[]], [str(i) for i in range(10_000)]],
    "theme": [HALF_A_PAIR, "pink", 1],
    "speed": [-1, 10**300, True, 2.5],
    "switches": ["yes", [], {"still": "yes"}, {"still": 1}, {"unheard of": True}, {"influence": True}],
}


SIZES_OF = {"projector": (0, 2), "light": (1,)}
"""The places of the sizes that a theme is started in: other themes differ from the light one in colours alone."""
Looks = list[dict[str, Any]]
"""What starts in a row look like."""


def starts(theme: str) -> list[Looks]:
    """Return for every size of a theme what three starts in a row look like."""
    command = [sys.executable, "-m", "tests.gui.restarted", theme, *map(str, SIZES_OF[theme])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return [json.loads(line)["looks"] for line in done.stdout.splitlines()]


@pytest.mark.seldom
@pytest.mark.parametrize("theme", ["projector", pytest.param("light", marks=pytest.mark.slow)])
def test_the_second_and_third_start_look_like_the_first(theme: str) -> None:
    """All in one test: the starts take seconds, and tests of one file may run in several processes."""
    found = starts(theme)
    sizes = [SIZES[place] for place in SIZES_OF[theme]]
    assert [[look["size"] for look in looks] for looks in found] == [[list(size)] * 3 for size in sizes]
    for looks in found:
        check_the_panel_comes_back(looks)
        check_the_canvas_has_at_least_half_of_the_window_and_the_score_its_size(looks)
        check_all_text_is_as_large_as_when_the_theme_is_chosen_by_hand(looks)


def check_the_panel_comes_back(looks: Looks) -> None:
    assert all(look["panel"] == PANEL for look in looks)


def check_the_canvas_has_at_least_half_of_the_window_and_the_score_its_size(looks: Looks) -> None:
    for look in looks:
        assert look["canvas"] >= look["size"][0] / 2
        assert look["score"] == looks[0]["score"]


def check_all_text_is_as_large_as_when_the_theme_is_chosen_by_hand(looks: Looks) -> None:
    assert all(look["fonts"] == looks[0]["fonts"] for look in looks)


@pytest.mark.seldom
def test_a_panel_that_took_nearly_all_leaves_the_canvas_half_at_the_next_start(make_desk: Desks) -> None:
    desk = make_desk()
    desk.window.resize(1280, 700)
    desk.wait(lambda: desk.window.side.panel(StepPanel).isVisible())
    desk.window.resizeDocks([desk.window.side.dock], [900], Qt.Orientation.Horizontal)
    desk.wait(lambda: desk.window.side.panel(StepPanel).width() > 800)
    make_desk.close()
    again = make_desk(load_preferences())
    again.window.resize(1280, 700)
    again.wait(lambda: again.window.canvas.width() >= again.window.width() / 2)


@pytest.mark.seldom
@pytest.mark.parametrize("theme", ["light", "projector"])
def test_at_the_first_start_the_panel_takes_its_usual_width(make_desk: Desks, theme: str) -> None:
    window = make_desk(Preferences(theme=theme)).window
    assert window.side.front is not None
    assert window.side.front.width() == usual_width(window, window.theme)


@pytest.mark.parametrize(
    "screen, size",
    [((1920, 1080), (1663, 935)), ((3840, 2160), (3326, 1871)), ((1366, 768), (1280, 800)), ((800, 600), (1280, 800))],
)
def test_the_first_window_takes_three_quarters_of_a_large_screen(
    screen: tuple[int, int], size: tuple[int, int]
) -> None:
    found = first_size(QSize(*screen))
    assert found.toTuple() == size
    if screen[0] > 1800:
        assert found.width() * found.height() / (screen[0] * screen[1]) == pytest.approx(0.75, abs=0.001)


def test_a_window_larger_than_the_screen_is_shown_inside_it_with_its_frame(make_desk: Desks) -> None:
    desk = make_desk()
    room = QGuiApplication.primaryScreen().availableGeometry()
    desk.window.setMinimumSize(400, 300)
    desk.window.resize(room.width() + 200, room.height() + 200)
    desk.window.move(room.right() - 50, room.bottom() - 50)
    desk.window.show_fitting()
    desk.window._placement.keep_in_view()
    desk.wait(lambda: room.contains(desk.window.frameGeometry()))


def test_on_the_smallest_screen_the_status_line_is_above_the_edge(desk: Desk) -> None:
    window, screen = desk.window, QSize(960, 600)
    window.setMinimumSize(least_size(screen))
    assert window.minimumSize() == screen - FRAME
    window.resize(window.minimumSize())
    desk.wait(lambda: window.size() == screen - FRAME)
    corner = window.status.mapTo(window, window.status.rect().bottomRight())
    assert window.rect().contains(corner)
    assert least_size(QSize(1280, 800)) == screen


@pytest.mark.seldom
@pytest.mark.parametrize("place", range(max(map(len, DAMAGE.values()))))
def test_any_preferences_at_all_start(config_folder: Path, make_desk: Desks, place: int) -> None:
    damage = {name: values[place % len(values)] for name, values in DAMAGE.items()}
    preferences_path().write_text(json.dumps({"version": VERSION, **damage}), encoding="utf-8")
    window = make_desk(load_preferences()).window
    assert window.isVisible()
    assert all(bar.isVisible() for bar in (window.top, window.left, window.transport))


@pytest.mark.seldom
@pytest.mark.parametrize("digits", [HALF_A_PAIR, "zz", "0"])
def test_a_window_starts_with_any_place_and_layout(make_desk: Desks, digits: str) -> None:
    assert make_desk(Preferences(geometry=digits)).window.isVisible()


@pytest.mark.seldom
def test_a_window_closed_while_it_had_the_whole_screen_comes_back_where_it_was_before(
    make_desk: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = make_desk()
    desk.window.setGeometry(40, 60, 1000, 640)
    desk.window.showMaximized()
    desk.do("view.presentation")
    desk.wait(desk.window.isFullScreen)
    for way_back in ("showNormal", "showMaximized"):  # the window system takes the whole screen away later
        monkeypatch.setattr(desk.window, way_back, lambda: None)
    make_desk.close()
    again = make_desk(load_preferences()).window
    assert again.isMaximized()
    assert again.normalGeometry() == QRect(40, 60, 1000, 640)


@pytest.mark.seldom
@pytest.mark.parametrize("is_narrow", [False, True])
def test_panels_that_were_away_come_back_with_the_same_in_front_and_as_wide(make_desk: Desks, is_narrow: bool) -> None:
    desk = make_desk()
    side, theorem = desk.window.side, desk.window.side.panel(TheoremPanel)
    desk.window.resize(1280, 800)
    side.bring_named("theorem")
    desk.wait(lambda: theorem.is_seen)
    desk.window.side.take_width(PANEL)
    desk.wait(lambda: theorem.width() == PANEL)
    desk.window.resize(960, 600) if is_narrow else side.toggle()
    make_desk.close()
    again = make_desk(load_preferences())
    again.do("view.panels")
    panel = again.window.side.panel(TheoremPanel)
    again.wait(lambda: panel.is_seen and panel.width() == PANEL)
