"""After undo and redo: the view follows points that come back outside of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.gui.canvas.scene import projected

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.gui.canvas.canvas import Canvas
    from perceptron_gui.session.document import Document


def follow(canvas: Canvas, earlier: Document, now: Document) -> None:
    """Fit the view if undo or redo has brought points that are out of it; where nothing came it stays as it is.

    `canvas`: the canvas, which shows the points of `now` already. `earlier`, `now`: what was shown before, and what is
    now.
    """
    is_other_set = earlier.origin != now.origin or earlier.dataset.n_features != now.dataset.n_features
    before = 0 if is_other_set else count_unseen(canvas, earlier.dataset)
    if count_unseen(canvas, now.dataset) > before:
        canvas.fit()


def count_unseen(canvas: Canvas, dataset: Dataset) -> int:
    """Return how many points lie outside the view."""
    left, bottom, right, top = canvas.frame.rectangle
    points = projected(dataset, canvas.axes)
    x, y = points[:, 0], points[:, 1]
    return int(((x < left) | (x > right) | (y < bottom) | (y > top)).sum())
