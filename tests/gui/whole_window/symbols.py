"""What the window says with symbols of the program's own, where others were chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.session.formula.notation import Notation
from tests import odd_symbols
from tests.gui import painted_letters
from tests.gui.gallery.stage import Stage
from tests.gui.whole_window.words import painted, words_of

KEYS = re.compile(r"\([^ ()]{1,20}\)|\t.*|^[A-Z]$")
"""Keys behind the name of an action, and beside a tool."""


def turn(stage: Stage, name: str = odd_symbols.ODD.name) -> None:
    """Choose other symbols."""
    stage.window.controller.change_view(symbols=name)
    stage.settle()


def left(stage: Stage, *among: QWidget) -> set[str]:
    """Return what is said with a symbol of the program's own."""
    return {text for text in _said(stage, *among) if odd_symbols.own_symbols(KEYS.sub("", text))}


def foreign(stage: Stage, notes: Notation, *among: QWidget) -> set[str]:
    """Return what is said or painted with a symbol that some notes do not have."""
    seen = [each for root in among or (stage.window,) for each in painted_letters.painted(root)]
    texts = [*_said(stage, *among), *(each.text for each in seen)]
    return {text for text in texts if odd_symbols.foreign_symbols(notes, KEYS.sub("", text))}


def _said(stage: Stage, *among: QWidget) -> list[str]:
    seen = [each for root in among or stage.shown for each in (root, *root.findChildren(QWidget)) if each.isVisible()]
    return [*painted(stage), *(text for widget in seen for text in own_texts(widget))]


def own_texts(widget: QWidget) -> Iterator[str]:
    """Yield what a widget says without its children: those that are not seen are written when they are."""
    yield from (widget.toolTip(), widget.accessibleDescription(), *words_of(widget))
    if not isinstance(widget, RichText):
        yield widget.accessibleName()
