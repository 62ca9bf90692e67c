"""A saved session: one value per owner, which gets it back when the session is opened (C10)."""

import math
from typing import Annotated

from perceptron_gui.frozen import Frozen, field, replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.exercises.exercise_registry import EXERCISES, OPTIONS
from perceptron_gui.session.saved import FEW
from perceptron_gui.session.view.switches import OWN_SYMBOLS, is_offered
from perceptron_gui.session.view.view_state import LETTERS, SPEEDS, ViewState


class CanvasView(Frozen):
    """Which part of which plane the canvas shows."""

    # in data units
    left: float = 0.0
    bottom: float = 0.0
    right: float = 0.0
    top: float = 0.0
    axes: tuple[int, int] = (0, 1)  # the features that are drawn

    @property
    def rectangle(self) -> tuple[float, float, float, float]:
        """The part of the plane."""
        return self.left, self.bottom, self.right, self.top

    def fits(self, n_features: int) -> bool:
        """Whether points with so many features can be shown so. `n_features`: columns of the points."""
        is_finite = all(map(math.isfinite, self.rectangle))
        has_size = is_finite and self.right > self.left and self.top > self.bottom
        return has_size and all(0 <= axis < max(n_features, 2) for axis in self.axes)


class SavedSession(Frozen):
    """The content of a session file, one field per owner; a new field is saved without further code."""

    document: Document = field(default_factory=Document)  # points, rules, title, note
    place: Place = field(default_factory=Place)  # where the run stands
    view: ViewState = field(default_factory=ViewState)  # what is chosen beside the document
    # what the canvas shows; where it does not fit the points, all of them are shown
    canvas: CanvasView = field(default_factory=CanvasView)
    front_panels: Annotated[tuple[str, ...], FEW] = ()  # names of the panels that are in front of others


def usable_view(state: ViewState, document: Document) -> ViewState:
    """Return a view state restricted to what fits the document; the rest is reset.

    `state`: as it was read. `document`: the points that it is about.
    """
    n_samples, n_classes = document.dataset.n_samples, len(document.dataset.classes)
    letters = [pin.letter for pin in state.pins]
    are_pins = len(set(letters)) == len(letters) and set(letters) <= set(LETTERS)
    marked = state.marked_visit
    return replace(
        state,
        speed=state.speed if state.speed in SPEEDS else ViewState().speed,
        selection=tuple(dict.fromkeys(point for point in state.selection if 0 <= point < n_samples)),
        current_class=min(max(state.current_class, 0), n_classes - 1),
        marked_visit=marked if marked is None or marked > 0 else None,
        exercise=state.exercise if state.exercise in {entry.name for entry in EXERCISES} else "",
        exercise_options=state.exercise_options & {option.name for option in OPTIONS},
        pins=state.pins if are_pins else (),
        symbols=state.symbols if is_offered("symbols", state.symbols) else OWN_SYMBOLS,
    ).changed()
