"""What goes beyond the textbook's rule: each in a sentence with its source, and what comes of it (V1–V4)."""

from __future__ import annotations

from perceptron_gui.session.wording import counted
from perceptron_gui.translation import tr


def margin_hint() -> str:
    """Say what β does (V4)."""
    return tr(
        "Margin perceptron (Krauth and Mézard 1987): points that are right by no more than β, so that 0 < y·f ≤ β, "
        "are learned from, too."
    )


def pocket_text(n_errors: int) -> str:
    """Return what stands beside the boundary of the best weights so far (V3). `n_errors`: errors that it leaves."""
    return counted("best so far: {count} error", "best so far: {count} errors", n_errors)


def averaged_text(n_errors: int) -> str:
    """Return what stands beside the boundary of the averaged weights (V1). `n_errors`: errors that it leaves."""
    return counted("averaged: {count} error", "averaged: {count} errors", n_errors)


def voted_text(n_errors: int) -> str:
    """Return what stands beside the boundary of the votes (V2). `n_errors`: errors that it leaves."""
    return counted("voted: {count} error", "voted: {count} errors", n_errors)
