"""What the window says with symbols of the program's own, where others were chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.panels.rich_text import RichText
from tests import odd_symbols
from tests.gui.gallery.stage import Stage
from tests.gui.whole_window.words import painted, words_of

KEYS = re.compile(r"\([^ ()]{1,20}\)|\t.*")
"""Keys behind the name of an action."""


def turn(stage: Stage, name: str = odd_symbols.ODD.name) -> None:
    """Choose other symbols."""
    stage.window.controller.change_view(symbols=name)
    stage.settle()


def left(stage: Stage, *among: QWidget) -> set[str]:
    """Return what is said with a symbol of the program's own."""
    seen = [each for root in among or stage.shown for each in (root, *root.findChildren(QWidget)) if each.isVisible()]
    said = [*painted(stage), *(text for widget in seen for text in own_texts(widget))]
    return {text for text in said if odd_symbols.own_symbols(KEYS.sub("", text))}


def own_texts(widget: QWidget) -> Iterator[str]:
    """Yield what a widget says without its children: those that are not seen are written when they are."""
    yield from (widget.toolTip(), widget.accessibleDescription(), *words_of(widget))
    if not isinstance(widget, RichText):
        yield widget.accessibleName()
