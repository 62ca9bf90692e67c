"""What is cited leads somewhere: labels of rules to docs/spec.md or docs/architecture.md, links to files and headings.

A label is the first word of a heading there: a capital letter and a number, as in "### P4 Orders". Code, tests and
Markdown cite it as it is, in parentheses or in a sentence: (P4), (T4–T6).
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import ROOT

DOCS = ROOT / "docs"
PAGES_OF_RULES = (DOCS / "spec.md", DOCS / "architecture.md")
MARKDOWN = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
SOURCES = sorted(
    path
    for pattern in ("perceptron_gui/**/*.py", "perceptron_gui/**/*.c", "tests/**/*.py", "packaging/*.py", "*.py")
    for path in ROOT.glob(pattern)
)
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
FENCED = re.compile(r"^(```|~~~).*?^\1$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
LABEL = re.compile(r"(?<![\w.+/-])[A-Z][0-9]{1,2}(?![\w/])")
FUNCTION_KEYS = {f"F{number}" for number in range(1, 13)}
SOMEWHERE_ELSE = re.compile(r"§|\b(?:SPEC|DESIGN|HOUSE)\b")
C_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
PYTHON_PROSE = re.compile(r'"""(?:[^"]|"(?!""))*"""|(?<![\w"\'])# [^\n]*')
"""Docstrings and comments, nearly: a sign in a string that looks like one does no harm."""


def headings(page: Path) -> list[str]:
    """Return the headings of a page, in order."""
    return HEADING.findall(FENCED.sub("", page.read_text(encoding="utf-8")))


def anchors() -> list[str]:
    """Return all labels that rules have, in order."""
    first_words = [title.split()[0] for page in PAGES_OF_RULES for title in headings(page)]
    return [word for word in first_words if LABEL.fullmatch(word)]


def slug(title: str) -> str:
    """Return what a link to a heading ends with, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield what a person reads in a file, each piece with its line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield 1, CODE.sub("", FENCED.sub("", text))
    else:
        for piece in (C_COMMENT if path.suffix == ".c" else PYTHON_PROSE).finditer(text):
            yield text.count("\n", 0, piece.start()) + 1, piece[0]


def found(pattern: re.Pattern[str], paths: list[Path]) -> Iterator[tuple[str, str]]:
    """Yield where in the prose of `paths` a pattern matches, and what."""
    for path in paths:
        if not pattern.search(path.read_text(encoding="utf-8")):
            continue
        for line, prose in prose_of(path):
            for match in pattern.finditer(prose):
                yield f"{path.relative_to(ROOT)}:{line + prose.count(chr(10), 0, match.start())}", match[0]


def test_every_label_stands_once() -> None:
    assert len(anchors()) > 60
    assert [label for label, count in Counter(anchors()).items() if count > 1] == []


def test_every_cited_label_is_a_rule_in_the_docs() -> None:
    letters, known = {label[0] for label in anchors()}, {*anchors(), *FUNCTION_KEYS}
    cited = [*found(LABEL, [*SOURCES, *MARKDOWN])]
    assert len(cited) > 200
    nowhere = [f"{place}: {label}" for place, label in cited if label[0] in letters and label not in known]
    assert not nowhere, "no heading of docs/spec.md or docs/architecture.md has the label of:\n" + "\n".join(nowhere)


def test_no_citation_points_out_of_the_repository() -> None:
    gone = [f"{place}: {what}" for place, what in found(SOMEWHERE_ELSE, [*SOURCES, *MARKDOWN])]
    assert not gone, "cite a label of docs/spec.md or docs/architecture.md, as in (P4), instead of:\n" + "\n".join(gone)


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings_that_exist(page: Path) -> None:
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    broken = [target for target in LINK.findall(text) if not target.startswith("http") and not _leads(page, target)]
    assert not broken


def _leads(page: Path, target: str) -> bool:
    name, _, place = target.partition("#")
    goal = page.parent / name if name else page
    return goal.exists() and (not place or place in map(slug, headings(goal)))


TEST_FILE = re.compile(r"\btests/[\w/]+\.py\b")


def test_tests_that_are_named_exist() -> None:
    named = [(path.name, name) for path in MARKDOWN for name in TEST_FILE.findall(path.read_text(encoding="utf-8"))]
    assert len(named) > 15
    assert not [(page, name) for page, name in named if not (ROOT / name).exists()]


@pytest.mark.parametrize("page", ["spec.md", "architecture.md", "glossary.md"])
def test_the_first_pages_lead_to_the_docs(page: str) -> None:
    for first in ("README.md", "CONTRIBUTING.md"):
        assert f"(docs/{page})" in (ROOT / first).read_text(encoding="utf-8")


MOST_WORDS = 120


@pytest.mark.parametrize(("page", "least"), [("architecture.md", 80), ("trials.md", 12)])
def test_paragraphs_are_short(page: str, least: int) -> None:
    paragraphs = (DOCS / page).read_text(encoding="utf-8").split("\n\n")
    prose = [part for part in paragraphs if not part.startswith(("|", "    ", "<!--"))]
    assert len(prose) >= least
    assert not [part[:60] for part in prose if len(part.split()) > MOST_WORDS]


def test_the_glossary_is_in_the_order_of_the_alphabet() -> None:
    rows = re.findall(
        r"^\| ([^|]+?) \|", (DOCS / "glossary.md").read_text(encoding="utf-8").partition("## Symbols")[0], re.MULTILINE
    )
    terms = [term.casefold() for term in rows[1:]]
    assert terms == sorted(terms)
    assert len(terms) > 40


def defined(path: Path) -> set[str]:
    """Return what a module defines: `name`, and `Class.name` of its classes."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
            # signals
            names = [part.targets[0] for part in node.body if isinstance(part, ast.Assign)]
            found |= {f"{node.name}.{name.id}" for name in names if isinstance(name, ast.Name)}
    return found


def test_the_walks_go_through_what_is_there() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    walks = text.split("## Three walks", 1)[1].split("\n## ", 1)[0]
    modules = {path.stem: path for path in (ROOT / "perceptron_gui").rglob("*.py") if path.stem != "__init__"}
    named = [word for word in re.findall(r"\b([a-z_]+)\.([A-Z]?[A-Za-z_]+(?:\.[a-z_]+)?)", walks) if word[0] in modules]
    assert len(named) > 20
    assert not [f"{module}.{name}" for module, name in named if name not in defined(modules[module])]
