"""How far a point lies from the boundary, with the line that is meant (P8, M4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.scores import Number, distance, scores_at, weights

if TYPE_CHECKING:
    from perceptron_gui.engine.model.regions import HalfPlane
    from perceptron_gui.engine.run.snapshot import Snapshot


class BoundaryDistance(Frozen):
    """The way from a point to the nearest line of the boundary."""

    plane: HalfPlane  # a, b, c of the line a·x + b·y + c = 0
    length: Number  # the distance, as the card at the pointer tells it


def boundary_distance(snapshot: Snapshot, x: Sequence[float]) -> BoundaryDistance | None:
    """Return how far a point of at most two features is from the boundary; None where no line is, or it is hidden.

    `snapshot`: the parameters. Of a run that asks a question, nothing is told. `x`: its coordinates, in data units.
    """
    if snapshot.is_veiled or len(x) > 2 or snapshot.model.is_curved:
        return None
    scores, rows = scores_at(snapshot, x), weights(snapshot)
    lines = [(scores[0], rows[0])]
    if snapshot.model.has_class_rows:
        # Without a point there is no class: one that was just placed is on the screen before the run has it.
        ranked = sorted(snapshot.trained.present, key=lambda k: (scores[k], -k), reverse=True)
        lines = [
            (scores[best] - scores[k], [a - b for a, b in zip(rows[best], rows[k], strict=True)])
            for best in ranked[:1]
            for k in ranked[1:]
        ]
    found = [(away, height, row) for height, row in lines if (away := distance(height, row)) is not None]
    if not found:
        return None
    away, height, row = min(found, key=lambda line: line[0])
    a, b = float(row[0]), float(row[1]) if len(row) > 1 else 0.0
    offset = float(height) - a * x[0] - (b * x[1] if len(x) > 1 else 0.0)
    return BoundaryDistance((a, b, offset), away)
