"""What CONTRIBUTING and docs name as ``python -m tests.…`` says how it is used."""

from __future__ import annotations

import re
import runpy
import sys
import warnings

import pytest

from tests.arguments import numbers
from tests.sources import ROOT

COMMAND = re.compile(r"python -m\s+(tests[\w.]+)")
PAGES = (ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
NAMED = sorted({name for page in PAGES for name in COMMAND.findall(page.read_text(encoding="utf-8"))})


def start(name: str, *words: str) -> int:
    """Start a module in this process as Python does, and return its exit code."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        patch.setattr(sys, "argv", [name, *words])
        warnings.filterwarnings("ignore", message=".*found in sys.modules.*")  # another test imports it
        with pytest.raises(SystemExit) as end:
            runpy.run_module(name, run_name="__main__", alter_sys=True)
    return int(end.value.code or 0)


@pytest.mark.parametrize("name", NAMED)
def test_a_command_that_is_named_tells_how_it_is_used(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert start(name, "--help") == 0
    said = capsys.readouterr()
    assert name in said.out
    assert said.out.count("\n") > 4
    assert not said.err


def test_what_a_command_does_not_know_is_refused_with_its_usage(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ((), ("many",), ("10", "--windows")):
        assert start("tests.simulation", *words) == 2
        assert "usage: python -m tests.simulation [-h] [--window] count [seed]" in capsys.readouterr().err


def test_numbers_come_in_their_order_and_one_without_a_default_must_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["__main__"], "__spec__", runpy.run_module.__globals__["__spec__"])
    monkeypatch.setattr(sys, "argv", ["", "7"])
    assert numbers(count=None, seed=0) == [7, 0]
    monkeypatch.setattr(sys, "argv", ["", "7", "8"])
    assert numbers(count=None, seed=0) == [7, 8]
    monkeypatch.setattr(sys, "argv", [""])
    assert numbers(count=10, seed=3) == [10, 3]
    with pytest.raises(SystemExit):
        numbers(count=None, seed=0)
