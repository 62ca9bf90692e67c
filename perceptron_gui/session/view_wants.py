"""What the canvas and the counter need from a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.model.models import parts_of
from perceptron_gui.engine.run.wants import Wants

if TYPE_CHECKING:
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.view_state import ViewState


def view_wants(document: Document, state: ViewState, ticks: int = 0, span: int = 0) -> Wants:
    """Return what is to be copied from a run for what is switched on.

    `ticks`, `span`: marks of a timeline, and the visits that it shows.
    """
    return Wants(
        losses=state.shows("loss"),
        alpha="alpha" in parts_of(document.settings),
        age=state.shows("influence"),
        pocket=state.shows("pocket"),
        test=state.shows_test,
        averaged=state.shows("averaged"),
        voted=state.shows("voted"),
        ticks=ticks,
        span=span,
    )
