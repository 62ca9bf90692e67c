"""The window in which a lesson is made: its title, its pages, the one that is worked on, what to look at."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets

from perceptron_gui.gui.features.lessons.author_fields import Line, Tongue, count_field
from perceptron_gui.gui.features.lessons.page_form import PageForm
from perceptron_gui.gui.override_guard import telling
from perceptron_gui.gui.placement import resize_within_screen
from perceptron_gui.gui.style.theme import SPACE, Theme
from perceptron_gui.gui.widgets.author_text import first_words
from perceptron_gui.gui.widgets.choice import Choice, in_a_row, show_checked
from perceptron_gui.gui.widgets.plain_text import ScrollArea, caption, in_column, plain_label, title_text
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.actions import BY_ID
from perceptron_gui.session.lessons.lesson import LONGEST_NAME, MOST_PAGES
from perceptron_gui.session.lessons.making import Draft, languages_of, words_of
from perceptron_gui.translation import N_, isolated, tr

WIDTH = 480
"""Pixels on a desk."""
LONGEST_TAG, LONGEST = 35, 10_000
"""Letters of the name of a language; minutes of a lesson."""
IN_LIST, PAGES_SEEN, FLAWS_SEEN = 40, 5, 3
"""Letters of a page's text in the list; rows of both lists."""
COMMANDS = (
    ("undo", N_("Undo"), "edit.undo"),
    ("redo", N_("Redo"), "edit.redo"),
    ("save", N_("Save"), "file.save"),
    ("save_as", N_("Save as…"), "file.save_as"),
)
"""Buttons of the head: the name, the words, and the action whose keys they have here."""
PAGE_KEYS = {"up": "Alt+Up", "down": "Alt+Down", "delete": "Del"}
"""Keys of the list of pages: elsewhere they are those of fields."""
Flaws = Sequence[tuple[int, str]]
"""What to look at: the number of a page, and a sentence."""


def _keys(name: str) -> str:
    return QtGui.QKeySequence(PAGE_KEYS[name]).toString(QtGui.QKeySequence.SequenceFormat.NativeText)


class MakerWindow(QtWidgets.QDialog):
    """Shows a draft, and tells what its author does.

    `acted`: another draft, what was done, and what it has in common with edits that are one step with it. `wanted`: the
    name of something that the window cannot do alone. `page_chosen`: the number of one. `may_close`: whether it may be
    put away.
    """

    acted, wanted, page_chosen = QtCore.Signal(object, str, object), QtCore.Signal(str), QtCore.Signal(int)

    def __init__(self, window: MainWindow, may_close: Callable[[], bool]) -> None:
        super().__init__(window, QtCore.Qt.WindowType.Window)
        self.setObjectName("lessonMaker")
        self.may_close, self._window = may_close, window
        self._draft, self.tongue = Draft(), Tongue()
        self.buttons: dict[str, QtWidgets.QToolButton | QtWidgets.QPushButton] = {}
        self.form = PageForm(self.tongue, window.theme)
        self.form.acted.connect(self.acted)
        self.form.view_wanted.connect(lambda: self.wanted.emit("take_view"))
        self.pages, self.flaws = self._make_pages(), QtWidgets.QListWidget()
        self.flaws.setAccessibleName(tr("Things to check"))
        self.flaws.setWordWrap(True)
        self.flaws.itemActivated.connect(self._go_to_flaw)
        self.flaws.itemClicked.connect(self._go_to_flaw)
        self.check = caption()
        self.area = ScrollArea()
        self.area.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setWidget(self.form)
        column = in_column(
            self,
            *(self._make_head(), self._make_lesson(), self.pages, self._make_page_buttons(), self._make_preview()),
            *(self.area, self.check, self.flaws),
            margins=(10, 10, 10, 10),
            spacing=SPACE,
        )
        column.setStretch(column.indexOf(self.area), 1)
        window.stage.theme_changed.connect(self._take_theme)
        self._take_theme(window.theme)

    def come_to_front(self) -> None:
        """Stand before the right of the window, or where it was put."""
        main = self._window
        if not self.isVisible():
            room = main.screen().availableGeometry()
            # Not below what its buttons need in this language: it would become wider where it stands.
            width = min(max(round(WIDTH * main.theme.scale), self.minimumSizeHint().width()), room.width())
            right, below_title = min(main.frameGeometry().right(), room.right()) + 1, main.geometry().top()
            resize_within_screen(self, QtCore.QSize(width, main.height() - max(below_title - main.y(), 0)))
            self.move(max(right - width, room.x()), below_title)
        self.show()
        self.raise_()
        self.activateWindow()

    # What it is made of

    def _button(self, name: str, words: str, tip: str = "") -> QtWidgets.QToolButton:
        button = QtWidgets.QToolButton()
        button.setText(words)
        button.setToolTip(tip)
        button.clicked.connect(partial(self._want, name))
        self.buttons[name] = button
        return button

    def _make_head(self) -> QtWidgets.QWidget:
        head = QtWidgets.QWidget()
        for name, words, action in COMMANDS:
            self._button(name, tr(words))
            for key in BY_ID[action].keys:
                QtGui.QShortcut(QtGui.QKeySequence(key), self, partial(self._want, name))
        in_a_row(head, *self.buttons.values(), spacing=SPACE // 2).insertStretch(2, 1)
        return head

    def _make_lesson(self) -> QtWidgets.QWidget:
        """Make the fields of the lesson as a whole."""
        self.title = Line(tr("Title"), LONGEST_NAME)
        self.title.setPlaceholderText(tr("Title of the lesson"))
        self.title.textEdited.connect(self._take_title)
        self.minutes, self._show_minutes = count_field(tr("Minutes"), 1, LONGEST, partial(self._take_field, "minutes"))
        self.language = Line(tr("Language"), LONGEST_TAG)
        self.language.setToolTip(tr("Language code of the lesson: en, de, fr"))
        self.language.textEdited.connect(self._take_language)
        self.language.editingFinished.connect(lambda: self.language.show_text(self._draft.lesson.language))
        self.tongues = Choice(tr("Write in {name}"))
        self.tongues.setAccessibleName(tr("Language"))
        self.tongues.activated.connect(lambda row: self.write_in(str(self.tongues.itemData(row))))
        self.another = Line(tr("Another language"), LONGEST_TAG)
        # L10n: the name of a language is typed here: the text also in …
        self.another.setPlaceholderText(tr("also in"))
        self.another.setToolTip(tr("Code of a second language; press Enter to write in it"))
        self.another.returnPressed.connect(self._add_language)
        for field in (self.language, self.another):
            field.setValidator(QtGui.QRegularExpressionValidator("[A-Za-z0-9-]*", field))
        owner, row = QtWidgets.QWidget(), QtWidgets.QWidget()
        places = in_a_row(
            row,
            *(plain_label(tr("Language")), self.language, self.tongues, self.another),
            *(plain_label(tr("Minutes")), self.minutes),
            spacing=SPACE // 2,
        )
        for part in (self.language, self.another, self.minutes):
            places.setStretchFactor(part, 1)
        in_column(owner, self.title, row, spacing=SPACE // 2)
        return owner

    def _make_pages(self) -> QtWidgets.QListWidget:
        """Make the list of pages, in which they can be dragged."""
        pages = QtWidgets.QListWidget()
        pages.setAccessibleName(tr("Pages"))
        pages.setHorizontalScrollBarPolicy(QtCore.Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        pages.currentRowChanged.connect(lambda row: self.page_chosen.emit(row + 1))
        pages.setDragDropMode(QtWidgets.QListWidget.DragDropMode.InternalMove)
        pages.model().rowsMoved.connect(self._on_dragged)
        in_list = QtCore.Qt.ShortcutContext.WidgetShortcut
        for name, key in PAGE_KEYS.items():
            QtGui.QShortcut(QtGui.QKeySequence(key), pages, partial(self._want, name), context=in_list)
        return pages

    def _make_page_buttons(self) -> QtWidgets.QWidget:
        add = QtWidgets.QPushButton(tr("Add this view as a page"), autoDefault=False)  # Enter is for fields
        add.setToolTip(tr("Takes the points, rules, visit, station and switches from the window"))
        add.clicked.connect(partial(self._want, "add_view"))
        self.buttons["add_view"] = add
        row = QtWidgets.QWidget()
        more = (
            self._button("up", "↑", tr("Move up: {keys} in the list, or drag the page").format(keys=_keys("up"))),
            self._button("down", "↓", tr("Move down: {keys} in the list, or drag the page").format(keys=_keys("down"))),
            self._button("duplicate", tr("Duplicate")),
            self._button("delete", tr("Delete")),
        )
        in_a_row(row, add, *more, spacing=SPACE // 2).insertStretch(1, 1)
        return row

    def _make_preview(self) -> QtWidgets.QWidget:
        self.preview = QtWidgets.QCheckBox(tr("Show the page as students see it"))
        self.preview.toggled.connect(lambda _: self.wanted.emit("preview"))
        row = QtWidgets.QWidget()
        in_a_row(row, self.preview, self._button("play", tr("Play from here"))).insertStretch(1, 1)
        return row

    # What is shown

    def show_draft(self, draft: Draft, undo: str, redo: str, is_changed: bool) -> None:
        """Show a draft. `undo`, `redo`: what they would do. `is_changed`: whether it differs from what is saved."""
        lesson = draft.lesson
        self._draft, self.tongue.own = draft, lesson.language
        languages = languages_of(lesson)
        if self.tongue.language not in languages and not self.another.text().strip():
            self.tongue.language = lesson.language
        if self.tongue.language not in languages:
            languages.append(self.tongue.language)
        self.tongues.offer({tag: tag for tag in languages}, self.tongue.language)
        self.tongues.setVisible(len(languages) > 1)
        self.title.show_text(self.tongue.words(lesson.title))
        self.language.show_text(lesson.language)
        self._show_minutes(lesson.minutes)
        self._show_pages()
        self.form.show_draft(draft)
        self.setWindowTitle(tr("Lesson: {title}").format(title=title_text(self.tongue.words(lesson.title))) + "[*]")
        self.setWindowModified(is_changed)
        n, count = draft.number, len(lesson.pages)
        for name, is_possible in {
            **{"undo": bool(undo), "redo": bool(redo), "save": bool(count), "save_as": bool(count)},
            **{"up": n > 1, "down": n < count, "duplicate": 0 < count < MOST_PAGES, "delete": bool(n)},
            **{"add_view": not draft.is_full, "play": bool(n)},
        }.items():
            self.buttons[name].setEnabled(is_possible)
        self.buttons["undo"].setToolTip(tr("Undo {what}").format(what=undo) if undo else tr("nothing to undo"))
        self.buttons["redo"].setToolTip(tr("Redo {what}").format(what=redo) if redo else tr("nothing to redo"))
        self.preview.setEnabled(bool(n))

    def _show_pages(self) -> None:
        """Bring the list up to date; only rows that differ are written."""
        with QtCore.QSignalBlocker(self.pages):
            while self.pages.count() > len(self._draft.lesson.pages):
                self.pages.takeItem(self.pages.count() - 1)
            for row, page in enumerate(self._draft.lesson.pages):
                said = first_words(self.tongue.words(page.text), IN_LIST) or tr("no text yet")
                asked = f" · {words_of(page.ask.kind)}" if page.ask is not None else ""
                text = f"{row + 1}  {isolated(said)}{asked}"
                if row == self.pages.count():
                    self.pages.addItem(text)
                elif self.pages.item(row).text() != text:
                    self.pages.item(row).setText(text)
            self.pages.setCurrentRow(self._draft.number - 1)

    def show_flaws(self, found: Flaws) -> None:
        """Show what to look at before the lesson is given."""
        words = tr("THINGS TO CHECK") if found else tr("No problems found.") if self._draft.number else ""
        self.check.setText(words)
        self.flaws.clear()
        for number, sentence in found:
            item = QtWidgets.QListWidgetItem(tr("Page {page}: {problem}").format(page=number, problem=sentence))
            item.setData(QtCore.Qt.ItemDataRole.UserRole, number)
            self.flaws.addItem(item)
        self.flaws.setVisible(bool(found))

    def show_preview(self, is_on: bool) -> None:
        """Show whether the page is shown as students see it, where its formulas are seen, too."""
        self.form.renders = not is_on
        self.form.render_text()
        show_checked(self.preview, is_on)

    def _take_theme(self, _: Theme) -> None:
        theme = self._window.theme  # never as large as in the hall
        self.form.set_theme(theme)
        row = self.fontMetrics().height() + 4
        self.pages.setFixedHeight(PAGES_SEEN * row)
        self.flaws.setMaximumHeight(FLAWS_SEEN * row)

    # What is done

    def _want(self, name: str, *_: object) -> None:
        draft = self._draft
        acts: dict[str, tuple[Callable[[], Draft], str]] = {
            # L10n: what is undone, as in “Undo move page”
            "up": (partial(draft.moved, -1), N_("move page")),
            "down": (partial(draft.moved, +1), N_("move page")),
            # L10n: what is undone, as in “Undo duplicate page”
            "duplicate": (draft.duplicated, N_("duplicate page")),
            # L10n: what is undone, as in “Undo delete page”
            "delete": (draft.removed, N_("delete page")),
        }
        if name not in acts:
            self.wanted.emit(name)
        elif draft.number:
            make, what = acts[name]
            self.acted.emit(make(), what, None)

    def _on_dragged(self, _: object, row: int, last: int, __: object, to: int) -> None:
        """Take the new place of a page; once Qt is done with the list, whose rows are written anew."""
        by = to - row - (to > row)
        QtCore.QTimer.singleShot(0, self, telling(partial(self._move, row + 1, by)))

    def _move(self, number: int, by: int) -> None:
        self._show_pages()
        draft = self._draft.at(number)
        if draft.number == number and draft.moved(by) != self._draft:
            self.acted.emit(draft.moved(by), N_("move page"), None)

    def _take_field(self, name: str, value: Any) -> None:
        draft = self._draft.with_lesson(**{name: value})
        if draft != self._draft:
            # L10n: what is undone, as in “Undo language”
            # L10n: what is undone, as in “Undo title”
            # L10n: what is undone, as in “Undo minutes”
            self.acted.emit(draft, {"minutes": N_("minutes"), "title": N_("title")}.get(name, N_("language")), name)

    def _take_title(self, words: str) -> None:
        self._take_field("title", self.tongue.text(self._draft.lesson.title, words))

    def _take_language(self, tag: str) -> None:
        if tag.strip():
            if self.tongue.language == self.tongue.own:
                self.tongue.language = tag.strip()
            self._take_field("language", tag.strip())

    def _add_language(self) -> None:
        tag = self.another.text().strip()
        if tag:
            self.write_in(tag)
            self.another.clear()

    def write_in(self, tag: str) -> None:
        """Write in a language from now on. `tag`: its name."""
        self.tongue.language = tag
        self.wanted.emit("show")

    def _go_to_flaw(self, item: QtWidgets.QListWidgetItem) -> None:
        self.page_chosen.emit(item.data(QtCore.Qt.ItemDataRole.UserRole))

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Leave Esc without a meaning: it is pressed by the way, and this is no question."""
        if event.key() != QtCore.Qt.Key.Key_Escape:
            super().keyPressEvent(event)

    def reject(self) -> None:
        self.close()

    def closeEvent(self, event: QtGui.QCloseEvent) -> None:
        event.setAccepted(self.may_close())
