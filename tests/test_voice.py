"""`tests/voice.py` points at stiff sentences, in changed lines only, and fails nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dev
from tests.voice import (
    MOST_WORDS,
    STUMBLES,
    Passage,
    base_of,
    changed_lines,
    passages_of_lesson,
    passages_of_markdown,
    passages_of_python,
    report,
    sentences,
    stumbles,
)

PAIRS = {
    "What was not saved is kept since 19:06": "Autosaved at 19:06",
    "What could not be had: no file is signed.": "The installers are not signed.",
    "Who speaks to the computer lets them wait for Ctrl+K.": "If you use voice control, put them behind Ctrl+K.",
    "Return what is written into a field at first.": "Return the default value of a form field.",
    "Where no point is selected the step is copied.": "If no point is selected, you copy the step.",
    "Is there no such line, N shows the points.": "If there is no such line, N shows the points.",
    "Of more pictures than you allow, evenly many are taken.": "If there are too many pictures, some are left out.",
    "It stands in the file that you hand in.": "Your name goes into the file that you hand in.",
    "A rounded number wears ≈.": "The sign ≈ marks a rounded number.",
    "No point is told from another.": "f = 0 at every point.",
    "Nothing is joined with what it is about.": "A late result is never shown for another document.",
    "Random always shows an error, drawn by chance.": "Random order visits an error, chosen at random.",
    "New entries are in it without a word.": "New entries are included automatically.",
    "The program starts in any case.": "The program always starts.",
    "The file is to be closed.": "Close the file.",
    "The list filters as one types.": "The list filters while you type.",
    "Let ruff mend and format.": "Let ruff fix and format.",
    "A deed a second.": "One action a second.",
    "A class of which there are two, one for which no point is known.": "There are two classes. One has no points.",
    "Nothing is amiss.": "No problems found.",
    "The run begins anew.": "The run restarts.",
    "A test must not mind one beside it.": "Tests must be safe to run in parallel.",
    "It takes yours; else it takes the program's.": "It takes yours if there is one.",
}


def found_in(text: str) -> list[tuple[str, range]]:
    return [(each.text, each.lines) for passage in passages_of_markdown(text) for each in sentences(passage)]


@pytest.mark.parametrize(("before", "after"), PAIRS.items())
def test_a_stiff_sentence_is_found_and_the_natural_one_is_not(before: str, after: str) -> None:
    assert stumbles(before) and not stumbles(after)


def test_every_expression_is_one_that_a_stiff_sentence_has() -> None:
    assert {reason for before in PAIRS for reason in stumbles(before)} == {*STUMBLES}


@pytest.mark.parametrize(
    "sentence",
    [
        "What can you say about the rows of W at any time?",
        "Who answers first, and why?",
        "Is the point right?",
        "That can happen at most about 69 times.",
        "The two numbers are about the same.",
        "The window is about to close.",
        "It stands for the learning rate.",
        "What the update did",
    ],
)
def test_a_question_or_an_ordinary_sentence_is_left_alone(sentence: str) -> None:
    assert not stumbles(sentence)


def test_a_sentence_may_be_too_long() -> None:
    assert not stumbles("word " * MOST_WORDS)
    assert stumbles("word " * (MOST_WORDS + 1))


def test_sentences_end_where_another_one_begins() -> None:
    text = "Press `F1. Now`, e.g. Now. It works! *Then* go\non: “Yes.” θ moves, see docs.md and 1.5 points. The end"
    assert [each.text for each in sentences(Passage(text, 5, 6))] == [
        "Press ◦, e.g. Now.",
        "It works!",
        "Then go on: “Yes.”",
        "θ moves, see docs.md and 1.5 points.",
        "The end",
    ]
    assert [each.lines for each in sentences(Passage(text, 5, 6))] == [
        range(5, 6),
        range(5, 6),
        range(5, 7),
        range(6, 7),
        range(6, 7),
    ]


def test_markdown_is_paragraphs_items_cells_and_headings_but_no_code() -> None:
    text = """# A title
First line,
second line. Third.
- An item
  of two lines
1. A number

| a cell | and another |
|---|---|

    no code here

```
nor here
```
Last.
"""
    assert found_in(text) == [
        ("A title", range(1, 2)),
        ("First line, second line.", range(2, 4)),
        ("Third.", range(3, 4)),
        ("An item of two lines", range(4, 6)),
        ("A number", range(6, 7)),
        ("a cell", range(8, 9)),
        ("and another", range(8, 9)),
        ("Last.", range(16, 17)),
    ]


def test_python_is_docstrings_comments_and_visible_texts() -> None:
    text = '''"""The module."""

# A comment
# of two lines.
def f() -> str:
    """Return it.

    More about it.
    """
    name = "no text"  # a remark beside the code
    return tr("Shown {name}.", "a button") + ntr("One row", "Many rows", 2) + print("printed")
'''
    found = {(each.text, each.lines) for passage in passages_of_python(text) for each in sentences(passage)}
    assert found == {
        ("The module.", range(1, 2)),
        ("A comment of two lines.", range(3, 5)),
        ("Return it.", range(6, 7)),
        ("More about it.", range(8, 9)),
        ("Shown {name}.", range(11, 12)),
        ("a button", range(11, 12)),
        ("One row", range(11, 12)),
        ("Many rows", range(11, 12)),
    }
    assert [*passages_of_python("def f(:")] == []


def test_of_a_lesson_only_the_english_is_read() -> None:
    text = '{\n "title": {\n  "en": "A \\"line\\"",\n  "de": "Eine Gerade"\n }\n}\n'
    assert [*passages_of_lesson(text)] == [Passage('A "line"', 3, 3)]


# Changed lines

Git = Callable[..., None]


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """Return git in a new repository with one commit."""
    if not shutil.which("git"):
        pytest.skip("no git here")
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "ada@localhost")

    def run(*words: str) -> None:
        subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True)

    run("init", "-b", "main")
    write(tmp_path, "The first one wears a hat.")
    run("add", ".")
    run("commit", "-m", "First")
    return run


def write(folder: Path, *sentences: str, name: str = "page.md") -> None:
    (folder / name).write_text("\n\n".join(sentences) + "\n", encoding="utf-8")


def told(folder: Path, is_short: bool = True) -> str:
    return "\n".join(report(folder, None, is_short))


def test_on_a_branch_the_lines_since_it_left_the_main_branch_count(tmp_path: Path, git: Git) -> None:
    git("switch", "-c", "words")
    assert " 0 of 0 " in told(tmp_path)
    write(tmp_path, "The first one wears a hat.", "It begins anew.")
    git("commit", "-am", "Second")
    write(tmp_path, "The first one wears a hat.", "It begins anew.", "It restarts. Nothing is amiss.")
    assert " 2 of 3 " in told(tmp_path) and "python -m tests.voice" in told(tmp_path)
    git("commit", "-am", "Third")
    git("switch", "main")
    write(tmp_path, "It stands there.", name="other.md")
    git("add", ".")
    git("commit", "-m", "Elsewhere")
    git("switch", "words")
    listed = told(tmp_path, is_short=False)
    assert "page.md:3: " in listed and "It begins anew." in listed and "Nothing is amiss." in listed
    assert "hat" not in listed and "other.md" not in listed


def test_on_the_main_branch_the_last_commit_counts(tmp_path: Path, git: Git) -> None:
    assert told(tmp_path) == "", "there is nothing before the first commit"
    write(tmp_path, "The first one wears a hat.", "It begins anew.")
    git("commit", "-am", "Second")
    assert " 1 of 1 " in told(tmp_path)
    git("switch", "--detach")
    assert " 1 of 1 " in told(tmp_path)
    write(tmp_path, "Nothing is amiss.", name="new page é.md")
    assert " 2 of 2 " in told(tmp_path), "new files count, too"
    write(tmp_path, "Nothing is amiss.", name="notes.txt")
    (tmp_path / "packaging/website/front").mkdir(parents=True)
    write(tmp_path, "Nothing is amiss.", name="packaging/website/front/de.md")
    assert " 2 of 2 " in told(tmp_path), "but not those in other languages"


def test_a_file_that_was_deleted_is_not_read(tmp_path: Path, git: Git) -> None:
    git("switch", "-c", "words")
    (tmp_path / "page.md").unlink()
    assert " 0 of 0 " in told(tmp_path)


def test_without_git_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert base_of(tmp_path) is None and told(tmp_path) == ""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert changed_lines(tmp_path, "HEAD") is None and told(tmp_path) == ""


@pytest.mark.parametrize("code", [0, 1])
def test_the_check_counts_them_last_and_never_fails_for_them(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    called: list[Any] = []

    def call(command: Any, env: Any = None) -> int:
        called.append([*command])
        return 1

    monkeypatch.setattr(dev, "need_libraries", lambda name: None)
    monkeypatch.setattr(dev, "run_stages", lambda stages: code)
    monkeypatch.setattr(dev, "call", call)
    assert dev.check([]) == code
    assert called == [["-m", "tests.voice", "--count"]]
