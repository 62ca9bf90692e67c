"""What belongs to a place of the canvas stands beside it, in the view, and not over what else stands there."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF

from perceptron_gui.gui.canvas.overlays.overlay import beside

ROOM, CARD, GAP = QSizeF(900, 500), QSizeF(200, 120), 26.0
COUNTER, FORMULA = QRectF(16, 10, 400, 180), QRectF(16, 300, 300, 190)


def places() -> list[QPointF]:
    """Return places everywhere on the canvas."""
    return [QPointF(x, y) for x in range(2, 900, 32) for y in range(2, 500, 24)]


def test_a_card_leaves_the_place_and_what_stands_over_the_canvas_free() -> None:
    for at in places():
        card = beside(at, CARD, ROOM, GAP, [COUNTER, FORMULA])
        assert QRectF(0, 0, 900, 500).contains(card)
        assert not any(card.intersects(other) for other in (COUNTER, FORMULA))
        assert not card.contains(at)


def test_in_the_corner_of_the_counter_a_card_stands_as_near_as_can_be() -> None:
    assert beside(QPointF(300, 20), CARD, ROOM, GAP, [COUNTER]).left() == COUNTER.right() + 4
    assert beside(QPointF(60, 120), CARD, ROOM, GAP, [COUNTER]).top() == COUNTER.bottom() + 4


def test_where_not_all_can_be_left_free_the_first_is() -> None:
    rest = QRectF(0, 191, 900, 309)
    for at in places():
        assert not beside(at, CARD, ROOM, GAP, [COUNTER, rest]).intersects(COUNTER)
