"""Translation of everything the program says: one catalogue for window, command line and files.

A text is written in English where it is said, and is its own key in the catalogue. Today every text is shown as it is
written. A translation is a gettext catalogue that `use` takes before the first text is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from gettext import NullTranslations

_catalogue: NullTranslations | None = None
_spelling: Callable[[str], str] | None = None


def use(catalogue: NullTranslations | None) -> None:
    """Translate by a catalogue from now on.

    `catalogue`: none shows English, as it is written. Texts that are on the screen already stay as they are.
    """
    global _catalogue
    _catalogue = catalogue


def spell(spelling: Callable[[str], str] | None) -> None:
    """Write the symbols in texts in another way from now on (G14). `spelling`: none leaves them as they are."""
    global _spelling
    _spelling = spelling


def spelled(text: str) -> str:
    """Return a text with its symbols as they are written now.

    `text`: A literal, or a template before its fields are filled in: what users named stays as it is.
    """
    return _spelling(text) if _spelling is not None and text else text


def tr(text: str) -> str:
    """Return a text in the language that is shown, with its symbols as they are written now.

    `text`: A literal, or a text that was marked with `N_`. Values stand in it as named fields, "Saved {name}.", and are
    filled in afterwards by ``str.format``. The empty text stays empty.
    """
    return spelled(translated(text))


def translated(text: str) -> str:
    """Return a text in the language that is shown, with the program's own symbols. `text`: as in `tr`."""
    return _catalogue.gettext(text) if _catalogue is not None and text else text


def ntr(one: str, many: str, count: int) -> str:
    """Return the form of a text that goes with a count, in the language that is shown.

    `one`, `many`: literals: the English text for a count of 1, and for every other one. `count`: what decides; it is
    not filled in.
    """
    if _catalogue is not None:
        return spelled(_catalogue.ngettext(one, many, count))
    return spelled(one if count == 1 else many)


def N_(text: str) -> str:
    """Mark a text for the catalogue that is translated later, where it is shown: one of a table or a constant.

    `text`: A literal. Returns the same text, for `tr`.
    """
    return text
