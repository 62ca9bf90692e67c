"""One page of a lesson that is being made: its text, what it shows, hides and locks, and its question."""

from functools import partial
from typing import Any

from PySide6 import QtCore, QtWidgets

from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.lessons.author_fields import FIELDS, Lines, Options, Take, Tongue, count_field
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.style.theme import SPACE, Theme
from perceptron_gui.gui.widgets.author_text import text_html
from perceptron_gui.gui.widgets.choice import Choice, in_a_row, show_checked
from perceptron_gui.gui.widgets.plain_text import caption, in_column, menu_text, plain_label
from perceptron_gui.session.lessons import making, marking
from perceptron_gui.session.lessons.lesson import PARTS, STATIONS, Ask, Page
from perceptron_gui.session.lessons.questions import KINDS
from perceptron_gui.session.lessons.standing import LONGEST_STAY
from perceptron_gui.session.lessons.typed_formula import FORMULA
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import N_, capitalised, tr

LINES, FEW_LINES, COLUMNS = 5, 2, 3


class PageForm(QtWidgets.QWidget):
    """Shows the page of a draft, and lets it be changed.

    `acted`: another draft, what was done, and what it has in common with edits that are one step with it.
    `view_wanted`: the page is to show what the window shows now. `renders`: whether formulas are shown as they are set.
    """

    acted, view_wanted = QtCore.Signal(object, str, object), QtCore.Signal()

    def __init__(self, tongue: Tongue, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("inner")
        self._tongue, self._theme = tongue, theme
        self._draft = making.Draft()
        self.renders = True
        self.parts: dict[str, dict[str, QtWidgets.QCheckBox]] = {}
        self.text, self.notes = Lines(tr("Text"), LINES), Lines(tr("Notes"), FEW_LINES)
        self.count, self.rendered = caption(), RichText()
        self.count.setAlignment(QtCore.Qt.AlignmentFlag.AlignRight)
        self.text.edited.connect(partial(self._write, "text", N_("text", "what is undone")))
        # L10n: what is undone, as in “Undo notes”
        self.notes.edited.connect(partial(self._write, "notes", N_("notes")))
        self.ask = AskForm(tongue)
        self.ask.taken.connect(self._take_ask)
        head = QtWidgets.QWidget()
        name = plain_label(tr("TEXT, FORMULAS BETWEEN $ $"))
        name.setObjectName("caption")
        in_a_row(head, name, self.count)
        in_column(
            self,
            *(head, self.text, self.rendered),
            *(caption(tr("QUESTION")), self.ask),
            *(caption(tr("VIEW")), self._make_place()),
            # L10n: what is undone, as in “Undo hidden parts”
            *(caption(tr("HIDDEN")), self._make_parts("hide", PARTS, N_("hidden parts"))),
            # L10n: what is undone, as in “Undo locked parts”
            *(caption(tr("LOCKED")), self._make_parts("lock", making.LOCKABLE, N_("locked parts"))),
            *(caption(tr("NOTES FOR THE LECTURER")), self.notes),
            margins=(2, 2, SPACE, SPACE),
            spacing=SPACE // 2,
        ).addStretch(1)

    def _make_place(self) -> QtWidgets.QWidget:
        """Make what says where the page stands."""
        # L10n: what is undone, as in “Undo visit”
        take = partial(self._change, what=N_("visit"), is_typed=True, name="visit")
        self.visit, self._show_visit = count_field(tr("Visit"), 0, LONGEST_STAY, take)
        self.station = Choice(tr("Station: {name}"))
        # L10n: of the window: Step, Weights, Why, Run or Points
        self.station.setAccessibleName(tr("Station"))
        rows = [(tr("any", "station"), "", None), *((tr(making.PART_WORDS[name]), "", name) for name in STATIONS)]
        # L10n: what is undone, as in “Undo station”
        self.station.set_rows(rows, partial(self._change, what=N_("station"), name="station"))
        self.take_view = QtWidgets.QPushButton(tr("Take this view"), autoDefault=False)
        self.take_view.setToolTip(tr("Shows the current view on this page; its text and question stay"))
        self.take_view.clicked.connect(lambda: self.view_wanted.emit())
        box, places = QtWidgets.QWidget(), QtWidgets.QWidget()
        in_a_row(places, plain_label(tr("Visit")), self.visit, self.take_view, spacing=SPACE)
        in_column(box, places, self.station, spacing=SPACE // 2)
        return box

    def _make_parts(self, field: str, names: tuple[str, ...], what: str) -> QtWidgets.QWidget:
        """Make a check box for each part."""
        boxes = {name: QtWidgets.QCheckBox(menu_text(tr(making.PART_WORDS[name]))) for name in names}
        owner, grid = QtWidgets.QWidget(), QtWidgets.QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        for column in range(COLUMNS):
            grid.setColumnStretch(column, 1)
            grid.setColumnMinimumWidth(column, 1)
        for place, (name, box) in enumerate(boxes.items()):
            box.toggled.connect(partial(self._turn, field, name, what))
            grid.addWidget(box, place // COLUMNS, place % COLUMNS)
        in_column(owner, grid)
        self.parts[field] = boxes
        return owner

    # What is shown

    def show_draft(self, draft: making.Draft) -> None:
        """Show the page of a draft."""
        self._draft, page = draft, draft.page or Page()
        self.setEnabled(draft.page is not None)
        self.text.show_text(self._tongue.words(page.text))
        self.notes.show_text(self._tongue.words(page.notes))
        self._show_visit(page.visit)
        self.station.setCurrentIndex(0 if page.station is None else 1 + STATIONS.index(page.station))
        for field, boxes in self.parts.items():
            for name, box in boxes.items():
                show_checked(box, name in getattr(page, field))
        self.ask.show_ask(page.ask, draft.session)
        self.render_text()

    def set_theme(self, theme: Theme) -> None:
        """Take the sizes of formulas."""
        self._theme = theme
        self.render_text()

    def render_text(self) -> None:
        """Say how many words there are, and show formulas as they will be set."""
        words = self.text.words()
        count = marking.n_words(words)
        most = marking.MOST_WORDS
        self.count.setText(tr("{count} of {most} words").format(count=grouped(count), most=most))
        self.count.setObjectName("problem" if count > most else "caption")
        self.count.style().polish(self.count)
        self.rendered.setText(text_html(words, self._theme))
        self.rendered.setVisible(self.renders and FORMULA.search(words) is not None)

    # What is done

    def _change(self, value: Any, *, name: str, what: str, is_typed: bool = False) -> None:
        draft = self._draft.with_page(**{name: value})
        if draft != self._draft:
            self.acted.emit(draft, what, (name, draft.number) if is_typed else None)

    def _write(self, name: str, what: str, words: str) -> None:
        page = self._draft.page
        if page is not None:
            self._change(self._tongue.text(getattr(page, name), words), name=name, what=what, is_typed=True)

    def _turn(self, field: str, name: str, what: str, is_on: bool) -> None:
        page = self._draft.page
        if page is not None:
            names = getattr(page, field)
            self._change(names | {name} if is_on else names - {name}, name=field, what=what)

    def _take_ask(self, ask: Ask | None, typed: str) -> None:
        draft = self._draft.with_page(ask=ask)
        # L10n: what is undone, as in “Undo question”
        self.acted.emit(draft, N_("question"), ("ask", typed, draft.number) if typed else None)


CHOSEN = ("one", "some", "flag")
"""Forms of fields of which each change is a step of its own; what is typed is one step."""


class AskForm(QtWidgets.QWidget):
    """The kind of question, and its fields. `taken`: another question, or None, and the field that is being typed."""

    taken = QtCore.Signal(object, str)

    def __init__(self, tongue: Tongue) -> None:
        super().__init__()
        self._tongue = tongue
        self._ask: Ask | None = None
        self._session: SavedSession | None = None
        self._entries: list[making.Entry] = []
        self._shows: dict[str, Take] = {}
        self.fields: dict[str, QtWidgets.QWidget] = {}
        self.kind = Choice(tr("Question: {name}"))
        self.kind.setAccessibleName(tr("Question"))
        rows = [(tr("none", "question"), "", ""), *((making.words_of(kind), "", kind) for kind in KINDS)]
        self.kind.set_rows(rows, self._begin)
        self._form, self._holder = QtWidgets.QFormLayout(), QtWidgets.QWidget()
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
        self.problem.setText(capitalised(problem))
        self.problem.setVisible(bool(problem))

    def _make_fields(self, ask: Ask | None) -> None:
        """Make the fields of a kind anew."""
        self._column.removeWidget(self._holder)
        self._holder.hide()
        self._holder.deleteLater()
        self._holder = QtWidgets.QWidget()
        self._form = QtWidgets.QFormLayout(self._holder)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setRowWrapPolicy(QtWidgets.QFormLayout.RowWrapPolicy.WrapLongRows)
        self._column.insertWidget(1, self._holder)
        self._entries, self._shows, self.fields = making.entries_of(type(ask)) if ask is not None else [], {}, {}
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
                self._form.addRow(plain_label(making.words_of(entry.name)))
            if entry.form in ("flag", "texts"):
                self._form.addRow(self.fields[entry.name])
            else:
                self._form.addRow(making.words_of(entry.name), self.fields[entry.name])

    def _take_one(self, entry: making.Entry, value: Any) -> None:
        self._take("" if entry.form in CHOSEN else entry.name, entry.name, **{entry.name: value})

    def _take_options(self, name: str, changes: dict[str, Any], is_typed: bool) -> None:
        self._take(name if is_typed else "", name, **changes)

    def _take(self, typed: str, keeps: str = "", **changes: Any) -> None:
        if self._ask is None or self._session is None:
            return
        ask = replace(self._ask, **changes)
        if not typed:  # what is being typed may be wrong for a while
            ask = making.fitting(ask, self._session, keeps)
        if ask != self._ask:
            self.taken.emit(ask, typed)

    def _begin(self, kind: str) -> None:
        if self._session is not None and kind != ("" if self._ask is None else self._ask.kind):
            self.taken.emit(making.begun(kind, self._session) if kind else None, "")
