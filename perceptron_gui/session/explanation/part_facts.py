"""Which part a point is in, as the card of a point says it (H1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.parts import Part, part_of
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot

PARTS = {
    Part.TRAINING: N_("training"),
    Part.VALIDATION: N_("validation: never trained on"),
    Part.TEST: N_("test: never trained on"),
}


def part_rows(snapshot: Snapshot, index: int) -> list[tuple[str, str]]:
    """Return in which part a point is, where points are held out at all.

    `index`: which point; one that arrives later is in no part yet.
    """
    if snapshot.held_out is None or index >= snapshot.dataset.n_samples:
        return []
    return [(tr("part"), tr(PARTS[part_of(snapshot.dataset, index)]))]


def is_held_out(snapshot: Snapshot, index: int) -> bool:
    """Return whether a point that is present is never trained on. `index`: which point."""
    return index < snapshot.dataset.n_samples and part_of(snapshot.dataset, index) is not Part.TRAINING


def is_hidden(snapshot: Snapshot, index: int) -> bool:
    """Return whether a point is one of the test part before that is looked at. `index`: which point."""
    held_out = snapshot.held_out
    if held_out is None or held_out.has_test or index >= snapshot.dataset.n_samples:
        return False
    return part_of(snapshot.dataset, index) is Part.TEST
