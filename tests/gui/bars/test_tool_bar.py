"""The bar of tools and classes: every button can be hit, however many classes there are and however low it is."""

from __future__ import annotations

from PySide6.QtCore import QPoint

from tests.gui.desk import Desk
from tests.gui.gallery.ways import scattered

LEAST = 18
"""Pixels of the side of a button that can be hit."""


def test_of_ten_classes_and_a_spray_no_button_is_squeezed_or_covered(desk: Desk) -> None:
    desk.show(scattered(20, 10))
    desk.do("tools.spray")
    bar = desk.window.left
    parts = [*bar.tools.values(), *bar.brush.buttons.values(), *bar.classes, bar.add_button]
    for height, n_columns in ((421, 2), (800, 1)):
        bar.setFixedHeight(height)
        desk.wait(lambda: bar.height() == height and bar._n_columns == n_columns)  # noqa: B023
        desk.wait(lambda: bar.rect().contains(bar.add_button.geometry()))
        boxes = [part.rect().translated(part.mapTo(bar, QPoint())) for part in parts]
        for i, box in enumerate(boxes):
            assert min(box.width(), box.height()) >= LEAST and bar.rect().contains(box)
            assert not any(box.intersects(other) for other in boxes[:i])
