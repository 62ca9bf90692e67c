"""States of the window, and what it says in them: which of it is English where it should speak another language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QTableView,
    QWidget,
)

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.widgets.choice import MEANING
from tests.gui.gallery import ways
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import Way
from tests.gui.gallery.ways import after, ended, list_of, opened, points
from tests.gui.whole_window.dialogs import DIALOGS, IN_ENGLISH
from tests.pseudo import english
from tests.punctuation import misplaced

CUT = "|".join(name[:n] for name in ("setosa", "versicolor", "virginica") for n in range(1, len(name)))
"""What is left of a class of Iris where its button is narrow."""
NAMES = re.compile(
    r"\b(Ctrl|Shift|Alt|Space|Left|Right|Home|End|Up|Down|PgUp|PgDown|Backspace|Del(?:ete)?|Return|Enter|Esc|F\d+)\b|"
    r"Perceptron Lab|"
    rf"\b(setosa|versicolor|virginica|(sepal|petal)_(length|width)_cm)\b|\b({CUT})…|\.(csv|tsv|txt)\b|“three”|UTF-(8|16)|Windows-1252|"
    r"\b(sin|cos|exp|abs|min|max)(?=\()"
)
"""Keys, the program's name, classes and columns of Iris, suffixes of files, what is typed, encodings, functions."""
PARTS_OF_QT = ("qt_", "ScrollLeftButton", "ScrollRightButton")
"""How the names of parts begin that Qt makes for its own widgets."""
MESSAGE = "qt_msgbox"
"""How the names of the texts in a message box begin: the program writes them."""
MOST_ROWS = 5
"""Rows of a table that are read."""


def texts(root: QWidget) -> Iterator[str]:
    """Yield all that a window says, seen or not."""
    for widget in [root, *root.findChildren(QWidget)]:
        name = widget.objectName()
        if (not name.startswith(PARTS_OF_QT) or name.startswith(MESSAGE)) and not is_of_qt(widget):
            yield from (widget.windowTitle(), widget.toolTip(), widget.statusTip(), widget.whatsThis())
            yield widget.accessibleDescription()
            if not isinstance(widget, RichText):  # its name is its text, of which the markup tells what is no word
                yield widget.accessibleName()
            yield from words_of(widget)


def is_of_qt(widget: QWidget) -> bool:
    """Whether a widget says what Qt lets it: Close and Cancel come with the translation of Qt."""
    box = widget.parent()
    if not isinstance(box, QDialogButtonBox) or not isinstance(widget, QAbstractButton):
        return False
    standard = box.standardButton(widget)
    if standard == QDialogButtonBox.StandardButton.NoButton:
        return False
    fresh = QDialogButtonBox(standard)
    return fresh.button(standard).text() == widget.text()


def words_of(widget: QWidget) -> Iterator[str]:
    """Yield what the parts of a widget say."""
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QComboBox):
        yield from (str(widget.itemData(row, role) or "") for row in range(widget.count()) for role in (0, MEANING))
    elif isinstance(widget, QMenu):
        yield widget.title()
    elif isinstance(widget, QAbstractItemView):
        yield from cells(widget)
    yield from (text for action in widget.actions() for text in (action.text(), action.toolTip()))


def cells(view: QAbstractItemView) -> Iterator[str]:
    """Yield the headers and the first rows of a table."""
    model, tip = view.model(), Qt.ItemDataRole.ToolTipRole
    n_columns = 1 if isinstance(view, QListView) else model.columnCount() if model is not None else 0
    for column in range(n_columns):
        rows = range(min(model.rowCount(), MOST_ROWS))
        for role in (Qt.ItemDataRole.DisplayRole, tip):
            yield str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
            yield from (str(model.index(row, column).data(role) or "") for row in rows)


def painted(stage: Stage) -> Iterator[str]:
    """Yield what is painted, and is no text of any widget."""
    window = stage.window
    yield from (label.text for label in window.canvas._marks.labels)
    yield from window.score.shown
    yield window.top.verdict.text
    yield from (window.score.news.headline, window.score.news.reason)
    yield window.details.hover.card.text
    yield from (text for text, _ in window.stage.invitation._lines())


@cache
def is_english(text: str) -> bool:
    """Whether a word of a text is English; most texts are there in every state."""
    return bool(english(NAMES.sub(" ", text)))


def english_words(stage: Stage, *among: QWidget) -> set[str]:
    """Return what is said in English, with the sentence around it, in all windows or only `among` some of their parts.

    What is painted is always among it.
    """
    said = [*painted(stage), *(text for widget in among or stage.shown for text in texts(widget))]
    return set(filter(is_english, said))


def misplaced_marks(stage: Stage, language: str, *among: QWidget) -> set[str]:
    """Return what is said with misplaced marks, in all windows or only `among` some of their parts."""
    said = {*painted(stage), *(text for widget in among or stage.shown for text in texts(widget))}
    tables = [table for widget in among or stage.shown for table in widget.findChildren(QTableView)]
    turned = {f"{type(table).__name__} goes from the right" for table in tables if table.isRightToLeft()}
    return turned | {misplaced(text, language) for text in said} - {""}


PANELS_IN: dict[str, Way] = {
    "primal": opened("two-classes"),
    "dual": opened("two-classes", 9, Mode.DUAL),
    "multiclass, four features": opened("iris", 6, Mode.MULTICLASS),
    "batch": lambda s: (s.open("xor", order=Order.BATCH), s.mistakes(1)),
    "online": lambda s: (s.open("xor", order=Order.ONLINE), s.mistakes(1)),
    "the empty plane": lambda s: s.show(Dataset.empty(), ""),
}
STATES: dict[str, Way] = {
    "the opening example": lambda stage: None,
    "without bias": lambda s: (s.open("through-origin", bias=False), s.mistakes(2)),
    "three classes, none is +": opened("three-classes", 0),
    "the empty plane": lambda s: s.show(Dataset.empty(), ""),
    "one class": lambda s: s.show(points([(1, 1), (2, 1)], [1, 1]), ""),
    "converged": ended("two-classes"),
    "converged, random": ended("two-classes", order=Order.RANDOM),
    "a cycle": ended("xor"),
    "the limit of updates": ended("xor", max_updates=2),
    "the limit of epochs": ended("xor", max_epochs=1),
    "the limit of weights": ways.too_large,
    "a pass done": ended("two-classes", order=Order.ONLINE),
    "a question": after(opened("two-classes"), "run.predict"),
    "its answer": lambda s: s.key(Qt.Key.Key_1),
    "which way": lambda s: (s.do("run.predict"), ways.asking_which_way(s)),
    "that way": lambda s: (s.key(Qt.Key.Key_2), s.do("run.predict_mistakes", "run.predict")),
    "a point under the mouse": lambda s: (s.open("two-classes"), ways.hovering(s)),
    "coordinates": ways.typing_coordinates,
    "a rate that is none": ways.bad_eta,
    "points selected": ways.selected,
    "the cursor": ways.keyboard_cursor,
    "the eraser": lambda s: s.do("tools.erase"),
    "the spray": lambda s: s.do("tools.spray", "tools.larger"),
    "the class brush": lambda s: s.do("tools.relabel"),
    "the lasso": lambda s: s.do("tools.lasso"),
    "points turned": lambda s: s.do("edit.select_all", "edit.tilt_left"),
    "all undone": lambda s: s.do("tools.place", "edit.select_all", "edit.delete", "edit.undo"),
}


OVERLAYS: dict[str, Way] = {
    "rules": ways.rules,
    "rules with a problem": ways.bad_rules,
    "the menu of a class": ways.class_menu,
    "the menu of a tool": lambda s: s.window.left.tools["brush"].offer(),
    "the menu of transforms": lambda s: s.window.actions_by_id.groups["edit", "Transform"].popup(s.pixel(0, 0)),
    "the menu of a point": lambda s: s.menu_on_canvas(*s.window.controller.document.dataset.X[0]),
    "examples": list_of("examples"),
    "the points menu": lambda s: s.menu("points"),
    **{name: way for name, way in DIALOGS.items() if name not in IN_ENGLISH},
}
