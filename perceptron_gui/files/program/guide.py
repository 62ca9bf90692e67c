"""The user guide: pages of Markdown with pictures, in the program and on the stick."""

import re
from functools import cache
from pathlib import Path

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.actions import ACTIONS

GUIDE = Path(__file__).parents[2] / "resources/guide"
KEYS = "{keys}"
"""Where the table of all keys stands on a page."""
NOTES = "13-your-notes.md"
"""The page that tells the symbols of all notations: no other has them as they are."""


class GuidePage(Frozen):
    """A page of the guide."""

    name: str  # of its file, as links to it are written
    title: str  # its heading
    text: str  # markdown; pictures are named as seen from `GUIDE`


@cache
def guide_pages() -> tuple[GuidePage, ...]:
    """Return all pages in the order of the guide."""
    return tuple(_page(path) for path in sorted(GUIDE.glob("*.md")))


def _page(path: Path) -> GuidePage:
    text = path.read_text(encoding="utf-8").replace(KEYS, _keys())
    heading = re.match(r"# (.+)\n", text)
    return GuidePage(path.name, heading[1] if heading else path.stem, text)


def _keys() -> str:
    """Return the table of all keys, from the one table of what a user can do."""
    rows = [f"| `{action.shortcut}` | {action.text.rstrip('…')} |" for action in ACTIONS if action.shortcut]
    return "\n".join(["| keys | |", "|---|---|", *rows])
