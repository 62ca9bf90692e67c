"""The user guide: pages of Markdown with pictures, in the program and on the stick."""

import re
from functools import cache
from pathlib import Path

from perceptron_gui import translation
from perceptron_gui.files.program import languages
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.actions import ACTIONS
from perceptron_gui.session.wording import joined
from perceptron_gui.translation import tr

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


def guide_pages() -> tuple[GuidePage, ...]:
    """Return all pages in the order of the guide, those that are translated in the language that is shown."""
    return _pages(translation.language())


@cache
def _pages(language: str) -> tuple[GuidePage, ...]:
    return tuple(_page(_translated(path, language)) for path in _paths())


def _translated(path: Path, language: str) -> Path:
    """Return the page in a language, which stands under the same name beside its catalogue; the English one without."""
    found = languages.FOLDER / language / GUIDE.name / path.name
    return found if found.is_file() else path


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
    paths = [_translated(path, translation.language()) for path in _paths()]
    links = [f"[{_title(path, path.read_text(encoding='utf-8'))}]({path.name})" for path in paths]
    front, others = " · ".join(links[: len(FRONT)]), " · ".join(links[len(FRONT) :])
    begin, look_up = tr("**Begin with three pages:** {pages}."), tr("**For reference:** {pages}.")
    return f"{begin.format(pages=front)}\n\n{look_up.format(pages=others)}"


def _keys() -> str:
    """Return the table of all keys, from the one table of what a user can do."""
    keys = {action: joined(f"`{key}`" for key in action.keys) for action in ACTIONS}
    rows = [f"| {keys[action]} | {tr(action.text).rstrip('…')} |" for action in ACTIONS if action.keys]
    heading = tr("keys")
    return "\n".join([f"| {heading} | |", "|---|---|", *rows])
