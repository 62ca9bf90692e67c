"""A page of the guide in another language has the keys, links, code and tables of the English one."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from perceptron_gui.files.program import languages
from perceptron_gui.files.program.guide import GUIDE
from perceptron_gui.session.wording import name_of
from perceptron_gui.translation import BETWEEN, ENGLISH
from tests.catalogue import collected

PAGES = sorted(
    path for name in languages.known() if name != ENGLISH for path in (languages.FOLDER / name / "guide").glob("*.md")
)
PARTS = {
    "code": re.compile(r"`([^`\n]+)`"),
    "links": re.compile(r"\]\(([^)]+)\)"),
    "headings": re.compile(r"^(#+) ", re.MULTILINE),
    "columns": re.compile(r"^(\|[-|: ]+\|)$", re.MULTILINE),
    "places": re.compile(r"^(\{\w+\})$", re.MULTILINE),
}
BLOCK = re.compile(r"^    .+$", re.MULTILINE)


def named(path: Path) -> str:
    return f"{path.parts[-3]}-{path.stem}"


def plain(text: str) -> str:
    """Return the name of an entry or an example, as a sentence mentions it."""
    return name_of(re.sub(r"\(&\w\)|&", "", text.rpartition(BETWEEN)[2]).strip(" …"))


def parts_of(text: str, kind: str) -> Counter[str]:
    return Counter(PARTS[kind].findall(BLOCK.sub("", text)))


def test_every_language_has_every_page() -> None:
    pages = sorted(path.name for path in GUIDE.glob("*.md"))
    for name in languages.known():
        if name != ENGLISH:
            assert sorted(path.name for path in (languages.FOLDER / name / "guide").glob("*.md")) == pages, name


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_keys_links_pictures_and_tables_of_a_page_are_those_of_the_english_one(path: Path) -> None:
    text, english = (each.read_text(encoding="utf-8") for each in (path, GUIDE / path.name))
    for kind in ("code", "links", "headings", "columns", "places"):
        found, wanted = parts_of(text, kind), parts_of(english, kind)
        assert (found - wanted, wanted - found) == (Counter(), Counter()), kind
    assert len(BLOCK.findall(text)) == len(BLOCK.findall(english))
    assert text.count("\n| ") == english.count("\n| ")


@cache
def names_in(language: str) -> set[str]:
    """Return what the program says in a language, as a sentence mentions it."""
    catalogue = languages.read(language)
    assert catalogue is not None
    return {plain(catalogue.gettext(one)) for one, _ in collected()}


@pytest.mark.drawn
@pytest.mark.parametrize("path", PAGES, ids=named)
def test_every_menu_that_a_page_names_is_one_of_its_language(path: Path) -> None:
    known = names_in(path.parts[-3])
    for menu in re.findall(r"\*([^*]+ ▸ [^*]+)\*", path.read_text(encoding="utf-8")):
        for step in menu.replace("\n", " ").split(" ▸ "):
            assert step.strip("\u2066\u2069 …") in known, menu
