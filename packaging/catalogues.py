"""Bring the collected text into the catalogue of every language: a folder of its own beside the collection.

What is translated stays. What is new is empty, and what was changed keeps its translation, marked fuzzy: the program
shows it in English until a translator has looked at it. A folder without a catalogue gets one.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

NAME = "perceptron_lab.po"
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
    """Bring the collected text into one catalogue. `path`: it is made where there is none."""
    text = path.read_text(encoding="utf-8") if path.exists() else header(path.parent.name)
    # Babel would write a header of its own, with dates, in the place of this one.
    head = text.partition(END)[0]
    path.write_text(text, encoding="utf-8", newline="\n")
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parent.name)
    catalogue.update(template)
    with path.open("wb") as file:
        file.write((head + END).encode())
        layout = {"omit_header": True, "sort_by_file": True, "ignore_obsolete": True, "include_previous": True}
        write_po(file, catalogue, width=0, **layout)


def main(collection: Path) -> None:
    """Bring a collection into all catalogues beside it."""
    with collection.open("rb") as file:
        template = read_po(file)
    for folder in sorted(path for path in collection.parent.iterdir() if path.is_dir()):
        update(folder / NAME, template)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
