"""What is said has nothing in it that acts on a terminal, and room for what is to be done."""

from __future__ import annotations

import ast
import io
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from perceptron_gui.files.file_work import LONGEST_MESSAGE, MARK, FileError, said, say, visible
from tests.sources import PACKAGE, PATHS, nodes

DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
texts = st.text(st.one_of(st.sampled_from('\x1b\x07\n\r\u2028\u202e\x9b\ud800" a'), st.characters()), max_size=600)


def acts(letter: str) -> bool:
    """Whether a letter does something to a terminal, by what Unicode says of it."""
    is_control = unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")
    return is_control or unicodedata.bidirectional(letter) in DIRECTIONS


@given(texts)
@example("\x1b]0;owned\x07\x9b31m\u2066\u2069\x7f\x85")
def test_nothing_that_is_said_acts_on_a_terminal(text: str) -> None:
    assert not [letter for letter in visible(text) if acts(letter) and letter != "\n"]
    assert not [letter for letter in said(text) if acts(letter)]
    assert visible(text).count("\n") == text.count("\n")


@given(
    st.text(
        st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="\u061c\u200e\u200f"),
        max_size=300,
    )
)
def test_what_acts_on_nothing_is_said_as_it_is(text: str) -> None:
    if not any(map(acts, text)):
        assert visible(text) == text == said(text)


@given(texts, texts, st.sampled_from(["", "/home/her name/", "C:\\points\\"]))
@example("a" * 4096, "b" * 500, "/")
@example("\x1b" * 200, "", "")
@example(" " * 2000, "a b " * 100, "")
def test_a_message_is_short_and_its_end_says_what_is_to_be_done(path: str, cell: str, folder: str) -> None:
    advice = '" is not a number; write it as a plain decimal such as -1.25.'
    message = said(str(FileError(f'"{cell}{advice}', 12).in_file(folder + path)))
    assert len(message) <= LONGEST_MESSAGE
    assert message.endswith(advice[1:])
    assert MARK in message or len(message) < LONGEST_MESSAGE


def test_of_two_quotations_the_longer_one_gives_way() -> None:
    name = "results of the winter term " * 12
    message = said(f'/home/data/points.csv: "{name}" is no column, write one of "x1" and "x2".')
    assert message.startswith('/home/data/points.csv: "results of the winter')
    assert message.endswith('winter term " is no column, write one of "x1" and "x2".')
    assert len(message) == LONGEST_MESSAGE


def test_what_is_said_goes_where_standard_output_is_now(capsys: pytest.CaptureFixture[str]) -> None:
    file = io.StringIO()
    say("one\x1b[31m\ntwo", file)
    say("\x07")
    assert file.getvalue() == "one\\x1b[31m\ntwo\n" and capsys.readouterr().out == "\\x07\n"


PRINTING = {"files/file_work.py", "cli/__init__.py", "cli/report.py"}
"""Messages, what a command answers, how much is done."""


@pytest.mark.together
def test_messages_are_said_in_one_place() -> None:
    found = set()
    for path in PATHS:
        for node in nodes(path):
            called = node.func if isinstance(node, ast.Call) else None
            name = ast.unparse(called) if isinstance(called, ast.Name | ast.Attribute) else ""
            if name == "print" or name.startswith(("sys.stderr.write", "sys.stdout.write")):
                found.add(path.relative_to(PACKAGE).as_posix())
    assert found == PRINTING
