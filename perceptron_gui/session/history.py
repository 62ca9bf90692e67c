"""Undo and redo of documents, bounded in bytes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.growable_array import place_of
from perceptron_gui.session.document import Document

HISTORY_BYTES = 128 * 2**20
"""What the remembered documents may take, beside the current one."""
HISTORY_LENGTH = 1000


@dataclass(frozen=True)
class Entry:
    """A document and what was done to reach it."""

    document: Document
    what: str


class History:
    """The documents before and behind the current one."""

    def __init__(self, document: Document, budget: int = HISTORY_BYTES) -> None:
        self._budget = budget
        self._entries = [Entry(document, "")]
        self._place = 0
        self._safe: dict[str, Dataset] = {}
        self.mark_saved()

    @property
    def document(self) -> Document:
        """The current document."""
        return self._entries[self._place].document

    @property
    def undo_text(self) -> str:
        """What undo would take back; empty when nothing can be."""
        return self._entries[self._place].what if self._place else ""

    @property
    def redo_text(self) -> str:
        """What redo would do again; empty when nothing can be."""
        return self._entries[self._place + 1].what if self._place + 1 < len(self._entries) else ""

    @property
    def is_changed(self) -> bool:
        """Whether the points differ from those last saved or opened, of the same example or file."""
        safe = self._safe.get(self.document.origin)
        return safe is None or not _is_same(safe, self.document.dataset)

    def mark_saved(self, document: Document | None = None) -> None:
        """Remember that points are safe: those of a document that was saved, or the current ones."""
        saved = document or self.document
        self._safe[saved.origin] = saved.dataset

    def push(self, document: Document, what: str) -> None:
        """Make `document` the current one; what could be done again is forgotten."""
        del self._entries[self._place + 1 :]
        self._entries.append(Entry(document, what))
        self._place += 1
        self._trim()

    def undo(self) -> Document:
        """Go back one step, if there is one."""
        self._place = max(self._place - 1, 0)
        return self.document

    def redo(self) -> Document:
        """Go forward one step, if there is one."""
        self._place = min(self._place + 1, len(self._entries) - 1)
        return self.document

    def _trim(self) -> None:
        """Forget the oldest documents that do not fit the budget; memory that two of them share counts once."""
        seen: set[int] = set()
        total = 0
        for place in range(self._place, -1, -1):
            dataset = self._entries[place].document.dataset
            for array in (dataset.X, dataset.labels):
                total += 0 if place_of(array) in seen or place == self._place else array.nbytes
                seen.add(place_of(array))
            if total > self._budget or self._place - place > HISTORY_LENGTH:
                del self._entries[: place + 1]
                self._place -= place + 1
                origins = {entry.document.origin for entry in self._entries}
                self._safe = {origin: dataset for origin, dataset in self._safe.items() if origin in origins}
                return


def _is_same(one: Dataset, other: Dataset) -> bool:
    """Whether a points file would hold the same: a class without points is not in it."""
    if one is other:
        return True
    return (
        one.features == other.features
        and np.array_equal(one.labels, other.labels)
        and np.array_equal(one.X, other.X)
        and all(one.classes[k] == other.classes[k] for k in one.present)
    )
