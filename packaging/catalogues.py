"""Bring the collected text into the catalogue of every language: a folder of its own beside the collection.

What is translated stays. What is new is empty, and what was changed keeps its translation, marked fuzzy: the program
shows it in English until a translator has looked at it. A folder without a catalogue gets one.
"""

from __future__ import annotations

import difflib
import re
import sys
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, unescape, write_po

NAME = "perceptron_lab.po"
ALIKE = 0.75
"""Share of letters that a text keeps when it is changed: below it is another one."""
END = "\n\n"
"""After an entry, the header among them."""


def header(language: str) -> str:
    """Return the header of a new catalogue. `language`: as in "pt_BR"."""
    plural = get_plural(language)
    fields = {
        "Language": language,
        "X-Name": Locale.parse(language).get_display_name(language),
        "Plural-Forms": f"nplurals={plural.num_plurals}; plural={plural.plural_expr};",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in fields.items())
    return f'msgid ""\nmsgstr ""\n{lines.rstrip()}{END}'


def update(path: Path, template: Catalog) -> None:
    """Bring the collected text into one catalogue, which then holds the template's own messages.

    `path`: it is made where there is none.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else header(path.parent.name)
    # Babel would write a header of its own, with dates, in the place of this one.
    head = text.partition(END)[0]
    path.write_text(text, encoding="utf-8", newline="\n")
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parent.name)
    previous = {key_of(message): previous_texts(message) for message in catalogue}
    before = [message for message in catalogue if message.id and any(as_forms(message.string))]
    catalogue.update(template, no_fuzzy_matching=True)
    for message in catalogue:
        message.previous_id = previous.get(key_of(message), []) if message.fuzzy else []
    follow_changes(before, catalogue)
    with path.open("wb") as file:
        file.write((head + END).encode())
        layout = {"omit_header": True, "sort_by_file": True, "ignore_obsolete": True, "include_previous": True}
        write_po(file, catalogue, width=0, **layout)


def follow_changes(before: list[Message], catalogue: Catalog) -> None:
    """Give a text that was changed the translation that it had, marked fuzzy; Babel would guess for every new one.

    `before`: what was translated. `catalogue`: without it where it is gone.
    """
    waiting = {
        as_forms(message.id)[0]: message for message in catalogue if message.id and not any(as_forms(message.string))
    }
    for old in before:
        text = as_forms(old.id)[0]
        if catalogue.get(old.id, old.context) is not None or not waiting:
            continue
        for alike in difflib.get_close_matches(text, waiting, 1, ALIKE):
            message = waiting.pop(alike)
            if message.pluralizable == old.pluralizable:
                message.string, message.previous_id = old.string, list(as_forms(old.id))
                message.flags.add("fuzzy")


def key_of(message: Message) -> tuple[str | None, str]:
    """Return what tells a text from all others."""
    return message.context, as_forms(message.id)[0]


def previous_texts(message: Message) -> list[str]:
    """Take out what a fuzzy text was before: Babel writes it behind #|, and reads it as a comment of somebody."""
    said = [comment[1:].strip() for comment in message.user_comments if comment.startswith("|")]
    message.user_comments = [comment for comment in message.user_comments if not comment.startswith("|")]
    texts = re.split(r"^msgid(?:_plural)? ", "\n".join(said), flags=re.MULTILINE)[1:]
    return [unescape(" ".join(text.split("\n")).strip()) for text in texts]  # it breaks lines within the quotes


def as_forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return a text and its plurals, if it has any."""
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def main(collection: Path) -> None:
    """Bring a collection into all catalogues beside it."""
    for folder in sorted(path for path in collection.parent.iterdir() if path.is_dir()):
        with collection.open("rb") as file:
            update(folder / NAME, read_po(file))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
