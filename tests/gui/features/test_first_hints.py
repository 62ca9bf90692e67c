"""What to do first stands on the plane until it was done once, and never on a point."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.files.program.preferences import Preferences, load_preferences
from tests.gui.conftest import Desks
from tests.gui.desk import Desk


@pytest.fixture
def hinting(desk: Desk) -> Desk:
    """Return a window that gives all of the first hints."""
    desk.do("help.hints")
    return desk


def covered_points(desk: Desk) -> int:
    """Return on how many points the hints lie."""
    canvas, box = desk.window.canvas, QRectF(desk.window.stage.hints.geometry())
    return sum(box.contains(QPointF(*at)) for at in canvas.frame.pixels(canvas.positions).tolist())


def test_each_hint_goes_when_it_was_done_once_and_help_brings_them_back(make_desk: Desks) -> None:
    desk = make_desk(Preferences())
    hints = desk.window.stage.hints
    assert hints.words == "1 click to place   ·   2 Space plays   ·   3 → one visit"
    desk.key(Qt.Key.Key_Right)
    assert hints.words == "1 click to place   ·   2 Space plays"
    desk.click(0.5, 0.5)
    assert hints.words == "Space plays"
    desk.key(Qt.Key.Key_Space)
    assert not hints.isVisible()
    make_desk.close()
    assert set(load_preferences().done_hints) == {"place", "play", "step"}
    again = make_desk(load_preferences())
    assert not again.window.stage.hints.isVisible()
    again.do("help.hints")
    assert again.window.stage.hints.isVisible()


def test_nothing_lies_over_a_run_that_moves(hinting: Desk) -> None:
    desk = hinting
    desk.show(BY_NAME["xor"].make())
    hints = desk.window.stage.hints
    desk.do("run.play")
    desk.wait(lambda: desk.window.controller.view_state.is_playing)
    assert not hints.isVisible()
    desk.do("run.play")
    desk.wait(lambda: not desk.window.controller.view_state.is_playing)
    assert hints.isVisible()
    assert hints.words == "1 click to place   ·   2 → one visit"


def test_no_visit_is_offered_after_the_last_one(hinting: Desk) -> None:
    desk, hints = hinting, hinting.window.stage.hints
    desk.show(BY_NAME["two-classes"].make())
    assert hints.isVisible() and hints.words.endswith("→ one visit")
    desk.do("run.play")
    desk.click(0.5, 0.5)
    desk.do("run.play")
    desk.wait(lambda: not desk.snapshot.is_playing and hints.words == "→ one visit")
    desk.window.controller.seek(10**6)
    desk.wait(lambda: desk.snapshot.stop is not None and not hints.isVisible())
    desk.do("run.step_back")
    desk.wait(lambda: hints.isVisible())


def test_a_click_is_no_hint_where_it_places_nothing(hinting: Desk) -> None:
    desk = hinting
    hints = desk.window.stage.hints
    desk.do("tools.erase")
    assert hints.words == "1 Space plays   ·   2 → one visit"
    desk.do("tools.place")
    assert hints.words.startswith("1 click to place")
    desk.show(BY_NAME["iris"].make())
    assert hints.words == "1 Space plays   ·   2 → one visit"


def test_other_points_one_more_of_them_are_no_placed_point(hinting: Desk) -> None:
    desk = hinting
    desk.show(BY_NAME["two-classes"].make())
    desk.show(BY_NAME["far-away"].make())
    assert desk.document.dataset.n_samples == BY_NAME["two-classes"].make().n_samples + 1
    assert desk.window.stage.hints.words.startswith("1 click to place")


@pytest.mark.seldom
@pytest.mark.parametrize(("theme", "size"), [("light", (1280, 800)), ("projector", (960, 600))])
def test_hints_cover_no_point_and_no_name_of_a_side(hinting: Desk, theme: str, size: tuple[int, int]) -> None:
    desk, hints, seen = hinting, hinting.window.stage.hints, 0
    desk.window.controller.change_view(theme=theme)
    desk.window.resize(*size)
    for name in ("two-classes", "textbook", "xor", "iris-mixed", "three-classes", "moons"):
        desk.show(BY_NAME[name].make())
        assert not covered_points(desk), (size, name)
        seen += not hints.geometry().isEmpty()
        desk.window.controller.seek(3)
        desk.settle()
        box = QRectF(hints.geometry())
        for label in desk.window.canvas._marks.labels:
            left, top, right, bottom = label.box
            is_met = box.intersects(QRectF(QPointF(left, top), QPointF(right, bottom)).adjusted(3, 3, -3, -3))
            assert not (label.text.startswith("S") and is_met), (size, name, label.text)
    assert seen > 3


def test_where_points_are_everywhere_there_are_no_hints(hinting: Desk) -> None:
    desk = hinting
    cells = np.stack(np.meshgrid(np.linspace(-4, 4, 60), np.linspace(-3, 3, 40)), axis=-1).reshape(-1, 2)
    desk.show(Dataset.of(cells, (cells[:, 0] > 0).astype(int).tolist()))
    for _ in range(3):
        desk.do("view.zoom_in")
    desk.settle()
    assert desk.window.stage.hints.geometry().isEmpty()
    desk.show(BY_NAME["textbook"].make())
    assert not desk.window.stage.hints.geometry().isEmpty()


def test_the_hall_sees_no_hints(hinting: Desk) -> None:
    desk = hinting
    hints = desk.window.stage.hints
    assert hints.isVisible()
    desk.do("view.presentation")
    assert not hints.isVisible()
    desk.key(Qt.Key.Key_Right)
    assert not hints.isVisible()
    desk.do("view.presentation")
    assert hints.isVisible()
    assert "one visit" not in hints.words


def test_whoever_goes_by_mistakes_and_to_the_end_has_stepped_and_played(hinting: Desk) -> None:
    desk = hinting
    desk.do("run.next_mistake")
    assert desk.window.stage.hints.words == "1 click to place   ·   2 Space plays"
    desk.do("run.end")
    assert desk.window.stage.hints.words == "click to place"
