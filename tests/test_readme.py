"""README is one screen: what the program is, how it looks, the two commands, and where to read on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dev

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_LINES = 50


def test_it_is_one_screen() -> None:
    assert len(TEXT.splitlines()) <= MOST_LINES


def test_the_picture_comes_before_the_two_commands() -> None:
    picture = re.search(r"!\[[^\]]+\]\((assets/[^)]+)\)", TEXT)
    assert picture is not None
    assert (ROOT / picture[1]).exists()
    assert picture.end() < TEXT.index("python3 dev.py run") < TEXT.index("python3 dev.py test") < TEXT.index("\n## ")


@pytest.mark.parametrize("command", sorted(set(re.findall(r"python3 dev\.py (\w+)", TEXT))))
def test_every_command_is_one_of_dev_py(command: str) -> None:
    assert command in dev.COMMANDS


def test_every_picture_of_the_folder_is_on_it() -> None:
    assert {path.name for path in (ROOT / "assets/screenshots").iterdir()} == set(
        re.findall(r"\(assets/screenshots/([^)]+)\)", TEXT)
    )
