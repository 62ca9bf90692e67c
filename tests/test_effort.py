"""The whole is looked at, or a quick part of it, which is another one with every change of the program."""

import re
import subprocess
import sys
from itertools import product

import pytest

from tests import effort
from tests.sources import ROOT


@pytest.mark.parametrize(("is_all", "count"), [(False, 17), (True, 100)])
def test_quickly_a_sixth_of_the_random_sets_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, is_all: bool, count: int
) -> None:
    monkeypatch.setattr(effort, "is_all", is_all)
    assert effort.random_sets(100) == count
    assert effort.random_sets(1) == 1


def test_what_is_rare_is_looked_for_also_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "is_all", False)
    assert effort.random_sets(100, least=30) == 30
    assert effort.random_sets(300, least=30) == 50


def test_all_is_looked_at_unless_a_part_is_asked_for(pytestconfig: pytest.Config) -> None:
    assert effort.is_all is not pytestconfig.getoption("--quick")
    assert (ROOT / ".ci/run").read_text().splitlines()[-1] == "exec python3 dev.py test"


@pytest.mark.seldom
def test_the_quick_part_is_less_than_the_whole() -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--quick", "tests/engine/run/test_run.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    (told,) = re.findall(r"(\d+)/(\d+) tests collected", done.stdout)
    quick, whole = map(int, told)
    assert 0 < quick < whole


def test_quickly_each_way_is_met_and_the_whole_meets_every_combination(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = ("ABCDE", (1, 2), (True, False))
    monkeypatch.setattr(effort, "is_all", True)
    assert effort.in_turn(*kinds) == [*product(*kinds)]
    monkeypatch.setattr(effort, "is_all", False)
    drawn = effort.in_turn(*kinds)
    assert len(drawn) == 5
    assert [set(each) for each in zip(*drawn, strict=True)] == [set(kind) for kind in kinds]
    assert {each[1:] for each in drawn} == {*product(*kinds[1:])}


@pytest.mark.parametrize("counts", [(5, 2, 2), (4, 4, 2), (2, 6), (3, 3, 3)])
def test_every_combination_is_met_in_some_change_of_the_program(
    monkeypatch: pytest.MonkeyPatch, counts: tuple[int, ...]
) -> None:
    kinds, met = [range(count) for count in counts], set[tuple[int, ...]]()
    monkeypatch.setattr(effort, "is_all", False)
    for change in range(len([*product(*kinds)])):
        monkeypatch.setattr(effort, "change", lambda change=change: change)
        met |= {*effort.in_turn(*kinds)}
    assert met == {*product(*kinds)}


@pytest.mark.parametrize("count", [1, 3, 7, 9])
def test_quickly_one_of_so_many_ways_is_looked_at_and_each_in_some_change_of_the_program(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    ways = [(i,) for i in range(7)]
    monkeypatch.setattr(effort, "is_all", True)
    assert effort.one_in(count, ways) == ways
    monkeypatch.setattr(effort, "is_all", False)
    looked_at = []
    for change in range(count):
        monkeypatch.setattr(effort, "change", lambda change=change: change)
        looked_at.append(effort.one_in(count, ways))
    assert all(looked_at)
    assert {way for each in looked_at for way in each} == {*ways}
    assert effort.one_in(count, []) == []


def test_of_a_test_that_is_drawn_each_way_is_met_quickly_and_each_case_in_some_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases = {"ABC"[i] + "12345"[k]: (i, k) for i in range(3) for k in range(5)}
    monkeypatch.setattr(effort, "is_all", False)
    looked_at = []
    for change in range(15):
        monkeypatch.setattr(effort, "change", lambda change=change: change)
        looked_at.append({*effort.drawn([*cases], cases.__getitem__)})
        assert len(looked_at[-1]) == 5
        assert {letter for case in looked_at[-1] for letter in case} == {*"ABC12345"}
        assert len(effort.drawn([*"abcdefg"], lambda case: (ord(case) - ord("a"),))) in (2, 3)
    assert set.union(*looked_at) == {*cases}
    monkeypatch.setattr(effort, "is_all", True)
    assert effort.drawn([*cases], cases.__getitem__) == [*cases]
