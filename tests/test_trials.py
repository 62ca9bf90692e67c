"""Long trials are played in parts that add up in a table, whatever ends one of them."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests import trials
from tests.trials import BEGIN, END, Row, Trial

ROW = Row("sets", 3000, "1 000 000 sets", "none", "", "0123abcd", "89efcdab", "2026-11-26", 2, 12_345, 67)
QUICK = "tests.staying"
"""A module that does nothing when it is run."""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "trials.md"
    path.write_text(trials.with_rows(f"before\n{BEGIN}{END}after\n", []), encoding="utf-8")
    monkeypatch.setattr(trials, "PAGE", path)
    monkeypatch.setattr(trials, "program", lambda tried: "now")
    return path


def played(
    monkeypatch: pytest.MonkeyPatch, amount: int, codes: Sequence[int] = ()
) -> tuple[int, list[tuple[int, int]]]:
    """Play a trial whose parts end with some codes, then well; return its code, and first number and count of each."""
    asked: list[tuple[int, int]] = []

    def ask(words: Sequence[str]) -> tuple[int, str]:
        asked.append((int(words[1]), int(words[2])))
        return (codes[len(asked) - 1] if len(asked) <= len(codes) else 0), f"lost {len(asked)}.5 s at most"

    monkeypatch.setattr(trials, "ask", ask)
    trial = Trial("kills", "kills", 10, 3, lambda first, count, _: (QUICK, first, count), trials.worst_loss)
    return trials.play(trial, amount, float("inf")), asked


def rows(page: Path) -> list[Row]:
    return trials.rows_of(page.read_text(encoding="utf-8"))


def test_the_table_holds_what_is_put_into_it_and_leaves_the_page(page: Path) -> None:
    trials.put(ROW)
    assert rows(page) == [ROW]
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n") and text.endswith("after\n")
    assert "| 12 345 |" in text


def test_parts_add_up_until_the_goal_is_reached(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert played(monkeypatch, 4) == (0, [(0, 3), (3, 1)])
    (row,) = rows(page)
    assert (row.done, row.of, row.faults, row.measured) == (4, "10 kills", "none", "2.5 s lost at most")
    assert played(monkeypatch, 100) == (0, [(4, 3), (7, 3)])
    assert rows(page)[0].done == 10
    assert played(monkeypatch, 100) == (0, [])


def test_a_part_that_fails_is_named_for_good_and_done_again(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert played(monkeypatch, 9, codes=(0, 1)) == (1, [(0, 3), (3, 3)])
    assert played(monkeypatch, 9, codes=(1,)) == (1, [(3, 3)])
    assert played(monkeypatch, 3) == (0, [(3, 3)])
    (row,) = rows(page)
    assert (row.done, row.faults) == (6, f"`python -m {QUICK} 3 3`")


def test_another_program_has_a_row_of_its_own_and_other_numbers(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(monkeypatch, 6)
    monkeypatch.setattr(trials, "program", lambda tried: "later")
    assert played(monkeypatch, 2) == (0, [(6, 2)])
    assert [(row.program, row.done) for row in rows(page)] == [("now", 6), ("later", 2)]


def test_no_part_is_begun_after_its_time(page: Path) -> None:
    assert trials.play(trials.TRIALS[0], 1, minutes=0) == 0
    assert rows(page) == []


def test_a_module_is_run_and_its_last_line_taken() -> None:
    assert trials.ask([QUICK]) == (0, "")
    code, line = trials.ask(["tests.nowhere"])
    assert code != 0
    assert "nowhere" in line


@pytest.mark.parametrize("trial", trials.TRIALS, ids=lambda trial: trial.name)
def test_every_trial_is_a_command_that_is_explained(trial: Trial, tmp_path: Path) -> None:
    module, *_ = trial.words(0, trial.part, tmp_path)
    assert importlib.util.find_spec(str(module)) is not None
    text = (trials.ROOT / "docs/trials.md").read_text(encoding="utf-8")
    assert f"`python -m tests.trials {trial.name}`: " in text


def test_the_page_has_a_table() -> None:
    text = (trials.ROOT / "docs/trials.md").read_text(encoding="utf-8")
    names = [trial.name for trial in trials.TRIALS]
    assert all(row.trial in names for row in trials.rows_of(text))
    assert trials.with_rows(text, trials.rows_of(text)) == text


def test_what_was_done_since_a_commit_is_added_up_over_programs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(trials, "ROOT", tmp_path)
    trials.git("init", "--quiet")
    commits = []
    for program in ("earlier", "now"):
        trials.git(*("-c", "user.name=a", "-c", "user.email=b"), "commit", "--quiet", "--allow-empty", "-m", program)
        commits.append(trials.git("rev-parse", "--short=8", "HEAD"))
        trials.put(replace(ROW, program=program, commit=commits[-1]))
    trials.put(replace(ROW, program="elsewhere", commit="0" * 8))
    assert [trials.main(["--since", commit]) for commit in commits] == [0, 0]
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("sets")]
    assert [line.split()[1:3] for line in told] == [["6", "000"], ["3", "000"]]
