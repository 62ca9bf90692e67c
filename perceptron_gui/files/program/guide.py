"""The user guide: pages of Markdown with pictures, in the program and on the stick."""

import re
from functools import cache
from pathlib import Path

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.actions import ACTIONS

GUIDE = Path(__file__).parents[2] / "resources/guide"
KEYS, CONTENTS = "{keys}", "{contents}"
"""Where the table of all keys stands on a page, and where to begin with the others."""
NOTES = "13-your-notes.md"
"""The page that tells the symbols of all notations: no other has them as they are."""
FRONT = ("first-minutes", "the-window", "keys-and-commands")
"""The pages to begin with, by the names of their files behind the number; all others follow in the order of these."""
HEADING = re.compile("# (.+)\n")


class GuidePage(Frozen):
    """A page of the guide."""

    name: str  # of its file, as links to it are written
    title: str  # its heading
    text: str  # markdown; pictures are named as seen from `GUIDE`


@cache
def guide_pages() -> tuple[GuidePage, ...]:
    """Return all pages in the order of the guide."""
    return tuple(_page(path) for path in _paths())


def _paths() -> list[Path]:
    places = {name: place for place, name in enumerate(FRONT)}
    return sorted(GUIDE.glob("*.md"), key=lambda path: (places.get(path.stem.partition("-")[2], len(FRONT)), path.name))


def _title(path: Path, text: str) -> str:
    heading = HEADING.match(text)
    return heading[1] if heading else path.stem


def _page(path: Path) -> GuidePage:
    text = path.read_text(encoding="utf-8")
    text = text.replace(KEYS, _keys()) if KEYS in text else text
    text = text.replace(CONTENTS, _contents()) if CONTENTS in text else text
    return GuidePage(path.name, _title(path, text), text)


def _contents() -> str:
    """Return where to begin, and the other pages."""
    links = [f"[{_title(path, path.read_text(encoding='utf-8'))}]({path.name})" for path in _paths()]
    front, others = " · ".join(links[: len(FRONT)]), " · ".join(links[len(FRONT) :])
    return f"**Begin with three pages:** {front}.\n\n**To look up:** {others}."


def _keys() -> str:
    """Return the table of all keys, from the one table of what a user can do."""
    keys = {action: ", ".join(f"`{key}`" for key in action.keys) for action in ACTIONS}
    rows = [f"| {keys[action]} | {action.text.rstrip('…')} |" for action in ACTIONS if action.keys]
    return "\n".join(["| keys | |", "|---|---|", *rows])
