"""Documents that others have taken the place of: undo brings them back as they were left, and unsaved work is kept."""

from __future__ import annotations

from PySide6.QtCore import QObject

from perceptron_gui.gui.filing.unsaved_copy import Draft, Keeper, SessionParts
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.view.view_state import OF_DOCUMENT
from perceptron_gui.translation import tr


class SetAside(QObject):
    """Remembers how each document was looked at when another one came, and keeps copies of those that are unsaved.

    `parts`: gathers sessions. `keeper`: keeps the document on the screen.
    """

    def __init__(self, window: MainWindow, parts: SessionParts) -> None:
        super().__init__(window)
        self._window, self._controller, self._parts = window, window.controller, parts
        self._drafts, self._keepers = dict[str, Draft](), dict[str, Keeper]()
        self.keeper = Keeper(window.controller, parts)
        window.controller.left.connect(self._on_left)

    def begin(self) -> None:
        """Bring back how a document was looked at, after the canvas has made room for its points."""
        self._controller.travelled.connect(self._on_travelled)

    @property
    def keepers(self) -> list[Keeper]:
        """What keeps copies: of the document on the screen, and of those that were left unsaved."""
        return [self.keeper, *self._keepers.values()]

    @property
    def way_back(self) -> str:
        """A sentence that says how unsaved work comes back that another document has just taken the place of."""
        history = self._controller.history
        title = history.before.name
        is_left = history.before is history.left.get(history.before.origin)
        return tr("Undo brings “{title}” back as you left it.").format(title=title) if is_left else ""

    def draft(self, document: Document) -> Draft:
        """Return the session of a document, as it is now or as it was left."""
        left = self._drafts.get(document.origin)
        is_shown = document.origin == self._controller.document.origin
        return self._parts.draft(document) if is_shown or left is None else left

    def go_on_with(self, other: SetAside) -> None:
        """Know the documents that a window had set aside which this one takes the place of."""
        self._drafts = other._drafts
        for origin, keeper in other._keepers.items():
            own = self._keepers[origin] = Keeper(self._controller, self._parts)
            own.stay_with(self._drafts[origin])
            if (kept := keeper.left()) is not None:
                own.adopt(kept)

    def forget(self) -> None:
        """Let go of all that was left, and of every copy."""
        self._drafts.clear()
        self.keeper.drop()
        while self._keepers:
            self._end(self._keepers.popitem()[1])

    def tidy(self) -> None:
        """Remove the copies of what is safe by now, or was given up."""
        left = self._controller.history.left
        for origin in [each for each in self._keepers if each not in left]:
            self._end(self._keepers.pop(origin))

    def _on_left(self, earlier: Document) -> None:
        history, draft = self._controller.history, self._parts.draft(earlier)
        origins = history.origins
        self._drafts = {each: made for each, made in self._drafts.items() if each in origins} | {earlier.origin: draft}
        if earlier.origin in history.left:
            self.keeper.stay_with(draft)
            self._keepers[earlier.origin], self.keeper = self.keeper, Keeper(self._controller, self._parts)
        if (back := self._keepers.pop(self._controller.document.origin, None)) is not None:
            self._end(self.keeper)
            self.keeper = back
            back.stay_with(None)
        self.tidy()

    def _end(self, keeper: Keeper) -> None:
        keeper.drop()
        keeper.deleteLater()

    def _on_travelled(self, earlier: Document, now: Document) -> None:
        """Show the document as it was left: its run where it stood, its pins and selection, its part of the plane."""
        draft = self._drafts.get(now.origin)
        if draft is None or earlier.origin == now.origin or not _is_same(draft.session.document, now):
            return
        session = draft.complete()
        self._controller.load(now, place=session.place)
        self._controller.change_view(**{name: getattr(session.view, name) for name in OF_DOCUMENT})
        self._parts.show_canvas(session.canvas, now.dataset.n_features)
        self._controller.noticed.emit(tr("“{title}” is back as you left it.").format(title=now.name))


def _is_same(left: Document, now: Document) -> bool:
    """Whether a run of one document is one of the other; the title may have changed since."""
    return left.dataset is now.dataset and left.settings == now.settings
