"""Points outside the view are told by arrows at the edges, and a click shows them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.gui.canvas.overlays import edge_arrows
from perceptron_gui.session.points.point_edits import Side
from tests.gui.desk import Button, Desk

FIVE = Dataset.of([[0, 0], [1, 0], [9, 0], [9, 1], [0, -9]], [0, 1, 1, 0, 1])
NEAR = QRectF(-2, -2, 4, 4)


def shown(desk: Desk) -> dict[Side, int]:
    arrows = desk.window.stage.edges.arrows
    return {side: arrow.count for side, arrow in arrows.items() if arrow.fade.is_shown}


def test_arrows_tell_how_many_points_lie_where_and_a_click_shows_all(desk: Desk, qtbot: QtBot) -> None:
    desk.show(FIVE)
    desk.wait(lambda: not shown(desk))
    desk.window.canvas.show_wanted(NEAR)
    desk.wait(lambda: shown(desk) == {Side.RIGHT: 2, Side.BELOW: 1})
    arrow = desk.window.stage.edges.arrows[Side.RIGHT]
    assert arrow.toolTip() == "2 points farther right: click or press F to show all"
    assert arrow.geometry().right() > desk.window.canvas.width() - 20
    qtbot.mouseClick(arrow, Button.LeftButton)
    desk.wait(lambda: not shown(desk))
    assert desk.dataset is FIVE


def test_the_key_shows_all_and_points_far_out_are_told_when_they_come(desk: Desk) -> None:
    desk.show(FIVE)
    desk.window.canvas.show_wanted(NEAR)
    desk.wait(lambda: len(shown(desk)) == 2)
    desk.do("view.fit")
    desk.wait(lambda: not shown(desk))
    desk.window.controller.place([[-99, 50]], [0])
    desk.wait(lambda: shown(desk) == {Side.LEFT: 1})
    desk.do("edit.undo")
    desk.wait(lambda: not shown(desk))


def test_very_many_points_are_counted_beside_the_window(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge_arrows, "AT_ONCE", 2)
    asked: list[object] = []
    desk.window.stage.edges.asked.connect(asked.append)
    desk.show(FIVE)
    desk.window.canvas.show_wanted(NEAR)
    desk.wait(lambda: shown(desk) == {Side.RIGHT: 2, Side.BELOW: 1})
    assert asked


def test_a_frame_without_another_view_or_points_counts_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.show(FIVE)
    desk.window.canvas.pan(QPointF(500, 0))
    desk.wait(lambda: shown(desk))
    looks: list[object] = []
    monkeypatch.setattr(edge_arrows, "count_outside", looks.append)
    desk.window.canvas.painted.emit()
    assert not looks
