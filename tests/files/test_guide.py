"""The user guide says what is so: its keys, menus, examples, pictures and links are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from perceptron_gui.cli.command_registry import COMMANDS
from perceptron_gui.files.points.sample_files import BY_NAME, TOPICS
from perceptron_gui.files.program.guide import GUIDE, GuidePage, guide_pages
from perceptron_gui.gui.panels.panel_registry import STATIONS
from perceptron_gui.gui.window_actions import MENUS
from perceptron_gui.session.actions import ACTIONS

ARROWS = {"→": "Right", "←": "Left", "↑": "Up", "↓": "Down"}
TOUCHED = {"Enter", "Esc", "Tab", "Shift", "Shift+Space", "Ctrl", "Ctrl+Shift", "Ctrl+K"}
OTHER_KEYS = TOUCHED | {*"1234567890", "perceptron-gui"}
"""Keys that no entry of a menu has, and what is typed into a terminal."""
MOST_BYTES = 1_500_000


@pytest.fixture(params=guide_pages(), ids=lambda page: page.name)
def page(request: pytest.FixtureRequest) -> GuidePage:
    """Return each page."""
    found: GuidePage = request.param
    return found


def test_there_are_twenty_one_pages_with_titles_of_their_own() -> None:
    titles = [page.title for page in guide_pages()]
    assert len(set(titles)) == len(titles) == 21
    assert not any(title.endswith(".md") for title in titles)


def test_every_key_that_a_page_names_is_one(page: GuidePage) -> None:
    known = (
        {key for action in ACTIONS for key in action.keys}
        | {f"Ctrl+{place + 1}" for place in range(len(STATIONS))}
        | OTHER_KEYS
    )
    spans = [
        span
        for span in re.findall(r"`([^`]+)`", page.text)
        if not span.startswith(("perceptron-gui ", "--", ".", "test_"))
    ]
    keys = [span for span in spans if re.fullmatch(r"[^ ,]{1,14}", span)]
    for key in keys:
        written = "".join(ARROWS.get(letter, letter) for letter in key)
        assert written in known or re.search(r"[a-z]\d|\^", key), key


def test_every_menu_that_a_page_names_is_there(page: GuidePage) -> None:
    titles = {title.replace("&", "") for title in MENUS.values()} | {
        "Examples",
        "Language",
        "Open a lesson",
        "Recent files",
    }
    titles.add("Offer to continue at startup")
    titles |= {action.text.rstrip("…") for action in ACTIONS} | {action.group for action in ACTIONS}
    titles |= {title for station in STATIONS for title in (*station.titles, *(page.title for page in station.pages))}
    titles |= {topic.title for topic in TOPICS} | {sample.title.split(":")[0] for sample in BY_NAME.values()}
    for path in re.findall(r"\*([^*]+ ▸ [^*]+)\*", page.text):
        for step in path.replace("\n", " ").split(" ▸ "):
            assert step in titles, path


def test_every_picture_and_link_of_a_page_is_there(page: GuidePage) -> None:
    for picture in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.text):
        assert not QImage(str(GUIDE / picture)).isNull(), picture
    names = {other.name for other in guide_pages()}
    assert set(re.findall(r"\(([\w-]+\.md)\)", page.text)) <= names


def test_three_pages_come_first_and_the_others_in_the_order_of_their_files() -> None:
    names = [page.name.partition("-")[2].removesuffix(".md") for page in guide_pages()]
    assert names[:3] == ["first-minutes", "the-window", "keys-and-commands"]
    others = [page.name for page in guide_pages()[3:]]
    assert others == sorted(others)
    assert sorted(page.name for page in guide_pages()) == sorted(path.name for path in GUIDE.glob("*.md"))


def test_the_first_page_says_where_to_begin_and_links_to_all_others() -> None:
    first, *others = guide_pages()
    contents = first.text.split("\n\n1. ")[0]
    assert [name for name in re.findall(r"\(([\w-]+\.md)\)", contents)] == [first.name, *(page.name for page in others)]
    assert all(f"[{page.title}]" in contents for page in guide_pages())


def test_the_page_of_keys_names_every_command_of_the_program() -> None:
    page = next(page for page in guide_pages() if page.name.endswith("keys-and-commands.md"))
    rows = [line for line in page.text.splitlines() if line.startswith("| `perceptron-gui ")]
    assert not [name for name in COMMANDS if not any(row.startswith(f"| `perceptron-gui {name}") for row in rows)]


def test_the_statement_of_conformance_names_tests_that_there_are() -> None:
    page = next(page for page in guide_pages() if page.name.endswith("accessibility.md"))
    rows = [line.split("|")[1:4] for line in page.text.splitlines() if re.match(r"\| \d", line)]
    files = {path.name for path in Path(__file__).parents[1].rglob("test_*.py")}
    named = set(re.findall(r"`(test_\w+\.py)`", page.text))
    assert len(named) > 20 and named <= files
    for criterion, here, test in rows:
        is_met = here.strip().startswith("met")
        assert not is_met or "`" in test or criterion.startswith(" 2.2.1"), f"{criterion} has no test"
    criteria = "".join(criterion for criterion, *_ in rows)
    assert all(f"{chapter}." in criteria for chapter in ("1.1", "1.4", "2.1", "2.5", "3.3", "4.1")) and len(rows) >= 45


def test_every_picture_is_on_a_page_and_all_of_them_are_small() -> None:
    pictures = {f"pictures/{path.name}" for path in (GUIDE / "pictures").glob("*.png")}
    assert pictures == set(re.findall(r"pictures/[\w-]+\.png", "".join(page.text for page in guide_pages())))
    assert sum((GUIDE / picture).stat().st_size for picture in pictures) < MOST_BYTES
