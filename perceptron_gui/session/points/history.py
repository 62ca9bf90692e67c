"""Undo and redo of values, and of documents, bounded in bytes."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, is_same_parts
from perceptron_gui.engine.data.growable_array import memory_of
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.document import Document
from perceptron_gui.translation import tr

HISTORY_BYTES = 64 * 2**20
"""What the remembered documents may take, beside the current one: the oldest steps go first."""
HISTORY_LENGTH = 1000
"""Steps that are remembered, however small; one of a few points takes 2 to 4 kB beside them."""


Value = TypeVar("Value")


class Entry(NamedTuple, Generic[Value]):
    """A step of undo: a value, and a text for the change that led to it."""

    value: Value
    what: str  # as the menu says it after Undo, before translation
    series: object = None  # what edits have in common that are one step together; None for an edit that stands alone


class Steps(Generic[Value]):
    """The values before and after the current one. `value`: the first one."""

    def __init__(self, value: Value) -> None:
        self._entries = [Entry(value, "")]
        self._place = 0

    @property
    def value(self) -> Value:
        """The current value."""
        return self._entries[self._place].value

    @property
    def undo_text(self) -> str:
        """What undo would take back; empty when nothing can be."""
        return self._told(self._entries[self._place]) if self._place else ""

    @property
    def redo_text(self) -> str:
        """What redo would do again; empty when nothing can be."""
        return self._told(self._entries[self._place + 1]) if self._place + 1 < len(self._entries) else ""

    def _told(self, entry: Entry[Value]) -> str:
        return tr(entry.what)

    def push(self, value: Value, what: str, series: object = None) -> None:
        """Make a value the current one; those after the old one are dropped, so that nothing can be redone.

        `value`: after an edit. `what`: what was done, as the menu says it after Undo and Redo, before translation.
        `series`: edits one after the other with equal values are one step; None for an edit that stands alone.
        """
        goes_on = series is not None and self._entries[self._place].series == series
        self._place -= goes_on
        self._drop(slice(self._place + 1, None))
        self._entries.append(Entry(value, what, series))
        self._place += 1
        while self._place > HISTORY_LENGTH:
            self._forget()

    def undo(self) -> Value:
        """Go back one step, if there is one."""
        self._place = max(self._place - 1, 0)
        return self.value

    def redo(self) -> Value:
        """Go forward one step, if there is one."""
        self._place = min(self._place + 1, len(self._entries) - 1)
        return self.value

    def stand(self, value: Value | None = None) -> None:
        """Let the next edit be a step of its own. `value`: takes the place of the current one; None leaves that."""
        now = self._entries[self._place]
        self._entries[self._place] = Entry(now.value if value is None else value, now.what)

    def begin_here(self) -> None:
        """Forget all values but the current one, so that nothing can be undone or redone."""
        self._drop(slice(self._place + 1, None))
        while self._place:
            self._forget()
        self._entries[0] = Entry(self.value, "")

    def _forget(self) -> None:
        """Forget the oldest value."""
        self._drop(slice(0, 1))
        self._place -= 1

    def _drop(self, places: slice) -> None:
        del self._entries[places]


class Safe(Frozen):
    """A document that can be had again."""

    document: Document
    is_whole: bool  # whether with all its rules: an example, and imported points, have none of their own

    def is_lost_in(self, document: Document) -> bool:
        """Whether going to another document of the same origin would lose something of this saved one."""
        safe, points, now = self.document, self.document.dataset, document.dataset
        is_told = (safe.title, safe.note) == (document.title, document.note) and _is_same(points, now)
        if not is_told or not is_same_parts(points.parts, now.parts):  # which are perhaps chosen point by point
            return True
        return self.is_whole and (points.classes != now.classes or replace(safe, dataset=now) != document)


class SharedMemory:
    """Adds up the memory of documents; shared parts count once. `total`: bytes."""

    def __init__(self) -> None:
        self.total = 0
        self._users: Counter[int] = Counter()

    def add(self, document: Document) -> None:
        """Count a document."""
        for key, nbytes in pieces_of(document).items():
            self.total += 0 if self._users[key] else nbytes
            self._users[key] += 1

    def remove(self, document: Document) -> None:
        """Stop counting a document. `document`: one that was added."""
        for key, nbytes in pieces_of(document).items():
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key]
                self.total -= nbytes


def pieces_of(document: Document) -> dict[int, int]:
    """Return the pieces of memory that a document uses, and the bytes of each, with the room after the points.

    Returns bytes by the identity of the array that owns them.
    """
    pieces = map(memory_of, (document.dataset.X, document.dataset.labels))
    return {id(piece): piece.nbytes for piece in pieces}


class History(Steps[Document]):
    """The documents before and after the current one.

    `document`: the first one. `budget`: bytes that the others may take.
    """

    def __init__(self, document: Document, budget: int = HISTORY_BYTES) -> None:
        super().__init__(document)
        self._budget = budget
        self._memory = SharedMemory()
        self._memory.add(document)
        self._safe: dict[str, Safe] = {}
        self._left: dict[str, Document] = {}
        self._given_up: Document | None = None
        self.mark_saved()

    @property
    def document(self) -> Document:
        """The current document."""
        return self.value

    @property
    def is_changed(self) -> bool:
        """Whether anything would be lost that was not saved or opened so, of the same example or file."""
        return self._is_unsaved(self.document)

    def _is_unsaved(self, document: Document) -> bool:
        safe = self._safe.get(document.origin)
        return safe is None or safe.is_lost_in(document)

    @property
    def left(self) -> Mapping[str, Document]:
        """Unsaved documents that others have taken the place of, by origin, the oldest first: undo brings them back."""
        return self._left

    @property
    def before(self) -> Document:
        """The document that undo would bring back; the current one where there is none."""
        return self._entries[max(self._place - 1, 0)].value

    @property
    def past(self) -> Iterator[Document]:
        """The documents from the current one back."""
        return (entry.value for entry in self._entries[self._place :: -1])

    @property
    def origins(self) -> frozenset[str]:
        """Where the documents came from that there are, before the current one and after it."""
        return frozenset(entry.value.origin for entry in self._entries) | self._left.keys()

    def safe(self, document: Document) -> Safe | None:
        """Return what of a document's origin was saved or opened last; None for nothing."""
        return self._safe.get(document.origin)

    def give_up(self) -> None:
        """Let go of all that is unsaved, as the user has agreed to; undo still reaches it."""
        self._left.clear()
        self._given_up = self.document

    def mark_saved(self, document: Document | None = None, is_whole: bool = False) -> None:
        """Remember that a document is safe.

        `document`: the one that was saved; None is the current one. `is_whole`: whether all of it was saved; else only
        what somebody made: points, title and note.
        """
        saved = document or self.document
        self._safe[saved.origin] = Safe(saved, is_whole)
        if saved.origin in self._left and not self._is_unsaved(self._left[saved.origin]):
            del self._left[saved.origin]
        self.stand()  # what was saved can be had again

    def retitle(self, titled: Callable[[Document], Document]) -> None:
        """Give the documents, before and after, and as they are safe, other titles. `titled`: the one with its own."""
        self._entries = [entry._replace(value=titled(entry.value)) for entry in self._entries]
        self._safe = {origin: replace(safe, document=titled(safe.document)) for origin, safe in self._safe.items()}
        self._left = {origin: titled(document) for origin, document in self._left.items()}

    def _told(self, entry: Entry[Document]) -> str:
        return super()._told(entry).format(title=entry.value.title).strip()

    def push(self, value: Document, what: str, series: object = None) -> None:
        """Make a document the current one, and forget the oldest that do not fit the budget; see `Steps.push`."""
        self._memory.add(value)
        self._leave(value.origin)
        super().push(value, what, series)
        own = sum(pieces_of(value).values())
        while self._place and self._memory.total - own > self._budget:
            self._forget()

    def undo(self) -> Document:
        """Go back one step, if there is one."""
        self._left.pop(super().undo().origin, None)
        self._given_up = None
        return self.document

    def redo(self) -> Document:
        """Go forward one step, if there is one."""
        place = min(self._place + 1, len(self._entries) - 1)
        self._leave(self._entries[place].value.origin)
        self._given_up = None
        return super().redo()

    def _leave(self, origin: str) -> None:
        """Note unsaved work of another origin before a document of `origin` takes its place; a lesson keeps its own."""
        now = self.document
        if now.origin != origin and now is not self._given_up and not now.is_page and self.is_changed:
            self._left[now.origin] = now
        self._left.pop(origin, None)

    def _forget(self) -> None:
        super()._forget()
        origins = self.origins
        self._safe = {origin: safe for origin, safe in self._safe.items() if origin in origins}

    def _drop(self, places: slice) -> None:
        for entry in self._entries[places]:
            self._memory.remove(entry.value)
        super()._drop(places)


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
