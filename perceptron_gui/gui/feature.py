"""What the controllers of all features have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

Handlers = Mapping[str, Callable[[], object]]
"""What is called when an action is triggered, by the id of the action."""


class FeatureCommands(Protocol):
    """The commands of one feature: it says which actions it handles, and hears the parts of the window it is about."""

    def handlers(self) -> Handlers:
        """Return what each action of the feature does; asked once, when the canvas is there."""

    def begin(self) -> None:
        """Connect the parts of the window and show the state of the first moment; the canvas is there."""
