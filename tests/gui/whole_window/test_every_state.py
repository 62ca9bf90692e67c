"""In every state every word of the window is translated, what gets the keys has a name, and no symbol is forgotten.

One walk for all of these through the states, quickly through half of them: the window speaks a language of other
letters (`tests.pseudo`), in symbols that no notes have (`tests.odd_symbols`), to a screen reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from perceptron_gui.session.formula import notation
from perceptron_gui.session.messages import symbol_words
from tests import odd_symbols
from tests.effort import one_in
from tests.gui.gallery import ways
from tests.gui.gallery.stage import Stage
from tests.gui.whole_window.names import nameless_parts
from tests.gui.whole_window.symbols import left, turn
from tests.gui.whole_window.words import OVERLAYS, PANELS_IN, STATES, english_words
from tests.pseudo import spoken

Found = dict[str, set[str]]
"""What is wrong in each state; nothing in most."""
LOOKERS: dict[str, Callable[..., set[str]]] = {
    "words": english_words,
    "names": nameless_parts,
    "symbols": left,
}
SAYS_OWN_SYMBOLS = ("an import with a fault",)
"""States that say symbols of the program's own without meaning them: the names in the faulty file are Greek letters."""


@contextmanager
def shown() -> Iterator[Stage]:
    """Yield a window that speaks the language in odd symbols, as a screen reader is told of it."""
    QAccessible.setActive(True)
    try:
        with spoken(), odd_symbols.chosen():
            symbol_words.use(notation.OWN.name)
            stage = Stage()
            try:
                turn(stage)
                yield stage
                turn(stage, notation.OWN.name)
            finally:
                stage.close()
    finally:
        QAccessible.setActive(False)


class Walk:
    """Lets all look at each state that is come by."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.found: dict[str, Found] = {what: {} for what in LOOKERS}

    def look(self, name: str, *among: QWidget) -> None:
        """Look at the window as it is, or `among` some of its parts."""
        for what, look in LOOKERS.items():
            self.found[what][name] = look(self.stage, *among)


@cache
def panels() -> dict[str, Found]:
    """Return what is wrong with the panels."""
    with shown() as stage:
        walk = Walk(stage)
        for name, way in one_in(2, PANELS_IN.items()):
            way(stage)
            for entry in stage.window.side.offered:
                stage.panel(entry.name)
                side = stage.window.side
                assert side.front is not None
                walk.look(f"{entry.name} in {name}", side.front, side.row)  # those behind it had their turn
            walk.look(name)
    return walk.found


@cache
def window() -> dict[str, Found]:
    """Return what is wrong with the window in its states."""
    with shown() as stage:
        walk = Walk(stage)
        for name, way in one_in(2, {**STATES, "rules": ways.rules}.items()):
            way(stage)
            walk.look(name)
    return walk.found


@cache
def overlays() -> dict[str, Found]:
    """Return what is wrong with menus and dialogs."""
    with shown() as stage:
        walk = Walk(stage)
        for name, way in one_in(2, OVERLAYS.items()):
            stage.with_overlay(way, lambda name=name: walk.look(name))  # type: ignore[misc]
    return walk.found


def wrong(found: Found, but: Iterable[str] = ()) -> Found:
    """Return the states in which something is wrong."""
    assert found
    return {name: parts for name, parts in found.items() if parts and name not in but}


def test_every_word_of_the_panels_is_translated(qapp: QApplication) -> None:
    assert wrong(panels()["words"]) == {}


def test_all_of_every_page_is_named(qapp: QApplication) -> None:
    assert wrong(panels()["names"]) == {}


def test_no_own_symbol_is_left_on_a_page(qapp: QApplication) -> None:
    assert wrong(panels()["symbols"]) == {}


def test_every_word_of_the_window_is_translated(qapp: QApplication) -> None:
    assert wrong(window()["words"]) == {}


def test_all_of_the_window_is_named_in_every_state(qapp: QApplication) -> None:
    assert wrong(window()["names"]) == {}


def test_no_own_symbol_is_left_in_the_window(qapp: QApplication) -> None:
    assert wrong(window()["symbols"]) == {}


def test_every_word_of_menus_and_dialogs_is_translated(qapp: QApplication) -> None:
    assert wrong(overlays()["words"]) == {}


def test_all_of_menus_and_dialogs_is_named(qapp: QApplication) -> None:
    assert wrong(overlays()["names"]) == {}


def test_no_own_symbol_is_left_in_menus_and_dialogs(qapp: QApplication) -> None:
    assert wrong(overlays()["symbols"], SAYS_OWN_SYMBOLS) == {}
