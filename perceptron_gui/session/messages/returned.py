"""The sentence about a saved run that came elsewhere than when it was saved (C10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.session.wording import counted
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.saved.place import Return


def return_text(found: Return) -> str:
    """Return what is to be said of the end of the way back; empty where all is as it was."""
    if found.is_same:
        return ""
    visits = counted("{count} visit", "{count} visits", found.place.visit)
    if found.reached.visit != found.place.visit:
        words = tr("The run ends before the place where it was saved, after {visits}.")
    else:
        words = tr("The run is another one than when it was saved: after {visits} it has another result.")
    return words.format(visits=visits)
