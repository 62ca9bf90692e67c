"""The question of a page, as its author makes it: the fields are those that its kind has (L3)."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QWidget

from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.lessons.author_fields import FIELDS, Options, Take, Tongue
from perceptron_gui.gui.style.theme import SPACE
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.plain_text import caption, in_column, plain_label
from perceptron_gui.session.lessons.lesson import Ask
from perceptron_gui.session.lessons.making import Entry, begun, entries_of, fitting, words_of
from perceptron_gui.session.lessons.questions import KINDS
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.translation import tr

CHOSEN = ("one", "some", "flag")
"""Forms of fields of which each change is a step of its own; what is typed is one step."""


class AskForm(QWidget):
    """The kind of question, and its fields. `taken`: another question, or None, and the field that is being typed."""

    taken = Signal(object, str)

    def __init__(self, tongue: Tongue) -> None:
        super().__init__()
        self._tongue = tongue
        self._ask: Ask | None = None
        self._session: SavedSession | None = None
        self._entries: list[Entry] = []
        self._shows: dict[str, Take] = {}
        self.fields: dict[str, QWidget] = {}
        self.kind = Choice(tr("Question: {name}"))
        rows = [(tr("none"), "", ""), *((words_of(kind), "", kind) for kind in KINDS)]
        self.kind.set_rows(rows, self._begin)
        self._form, self._holder = QFormLayout(), QWidget()
        self._form.setContentsMargins(0, 0, 0, 0)
        self.problem = caption(name="problem")
        self._column = in_column(self, self.kind, self._holder, self.problem, spacing=SPACE)

    def show_ask(self, ask: Ask | None, session: SavedSession | None) -> None:
        """Show a question. `session`: what its page shows."""
        if type(ask) is not type(self._ask):
            self._make_fields(ask)
        self._ask, self._session = ask, session
        self.kind.setCurrentIndex(self.kind.findData("" if ask is None else ask.kind))
        idle = frozenset[str]() if ask is None or session is None else ask.idle(session)
        for entry in self._entries:
            self._shows[entry.name](ask if entry.form == "texts" else getattr(ask, entry.name))
            self._form.setRowVisible(self.fields[entry.name], entry.name not in idle)
        problem = ask.problem(session) if ask is not None and session is not None else ""
        self.problem.setText(problem[:1].upper() + problem[1:])
        self.problem.setVisible(bool(problem))

    def _make_fields(self, ask: Ask | None) -> None:
        """Make the fields of a kind anew."""
        self._column.removeWidget(self._holder)
        self._holder.hide()
        self._holder.deleteLater()
        self._holder = QWidget()
        self._form = QFormLayout(self._holder)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._column.insertWidget(1, self._holder)
        self._entries, self._shows, self.fields = entries_of(type(ask)) if ask is not None else [], {}, {}
        for entry in self._entries:
            if entry.form == "texts":
                options = Options(entry, self._tongue)
                options.taken.connect(partial(self._take_options, entry.name))
                self.fields[entry.name], self._shows[entry.name] = options, options.show_ask
            else:
                self.fields[entry.name], self._shows[entry.name] = FIELDS[entry.form](
                    entry, partial(self._take_one, entry), self._tongue
                )
            if entry.form == "texts":
                self._form.addRow(plain_label(words_of(entry.name)))
            if entry.form in ("flag", "texts"):
                self._form.addRow(self.fields[entry.name])
            else:
                self._form.addRow(words_of(entry.name), self.fields[entry.name])

    def _take_one(self, entry: Entry, value: Any) -> None:
        self._take("" if entry.form in CHOSEN else entry.name, entry.name, **{entry.name: value})

    def _take_options(self, name: str, changes: dict[str, Any], is_typed: bool) -> None:
        self._take(name if is_typed else "", name, **changes)

    def _take(self, typed: str, keeps: str = "", **changes: Any) -> None:
        if self._ask is None or self._session is None:
            return
        ask = replace(self._ask, **changes)
        if not typed:  # what is being typed may be wrong for a while
            ask = fitting(ask, self._session, keeps)
        if ask != self._ask:
            self.taken.emit(ask, typed)

    def _begin(self, kind: str) -> None:
        if self._session is not None and kind != ("" if self._ask is None else self._ask.kind):
            self.taken.emit(begun(kind, self._session) if kind else None, "")
