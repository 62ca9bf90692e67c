"""What goes beyond the textbook's rule, each in a sentence with its source (V4)."""

from __future__ import annotations

from perceptron_gui.translation import tr


def margin_hint() -> str:
    """Say what β does (V4)."""
    return tr(
        "Margin perceptron (Krauth and Mézard 1987): points that are right by no more than β, so that 0 < y·f ≤ β, "
        "are learned from, too."
    )
