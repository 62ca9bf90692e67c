"""Every change passes the everyday tests, a release all of them."""

from itertools import product

import pytest
from _pytest.mark import ParameterSet

from tests import effort


@pytest.mark.parametrize(("is_all", "count"), [(False, 17), (True, 100)])
def test_every_day_a_sixth_of_the_random_sets_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, is_all: bool, count: int
) -> None:
    monkeypatch.setattr(effort, "is_all", is_all)
    assert effort.random_sets(100) == count
    assert effort.random_sets(1) == 1


def test_what_is_rare_is_looked_for_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "is_all", False)
    assert effort.random_sets(100, least=30) == 30
    assert effort.random_sets(300, least=30) == 50


def test_a_file_that_is_named_is_run_whole() -> None:
    assert effort.is_asked_whole(["tests/gui/test_window.py"], False)
    assert effort.is_asked_whole(["tests/test_house.py::test_one"], False)
    assert effort.is_asked_whole(["tests"], True)
    assert not effort.is_asked_whole(["tests", "-k", "cycle"], False)


def everyday(ways: list[tuple[object, ...] | ParameterSet]) -> list[tuple[object, ...]]:
    """Return those of the ways that are not left for a release."""
    return [each for each in ways if not isinstance(each, ParameterSet)]


def test_every_day_each_way_is_met_and_a_release_meets_every_combination() -> None:
    kinds = ("ABCDE", (1, 2), (True, False))
    ways = effort.in_turn(*kinds)
    assert [each.values if isinstance(each, ParameterSet) else each for each in ways] == [*product(*kinds)]
    drawn = everyday(ways)
    assert len(drawn) == 5
    assert [set(each) for each in zip(*drawn, strict=True)] == [set(kind) for kind in kinds]
    assert {each[1:] for each in drawn} == {*product(*kinds[1:])}


def test_every_day_the_first_of_so_many_ways_is_looked_at() -> None:
    ways = effort.one_in(3, [(i,) for i in range(7)])
    assert len(ways) == 7
    assert everyday(ways) == [(0,), (3,), (6,)]


@pytest.mark.parametrize(("is_all", "looked_at"), [(False, [(0,), (3,)]), (True, [(i,) for i in range(5)])])
def test_in_a_loop_as_many_ways_are_looked_at_as_in_tests(
    monkeypatch: pytest.MonkeyPatch, is_all: bool, looked_at: list[tuple[int]]
) -> None:
    monkeypatch.setattr(effort, "is_all", is_all)
    assert effort.today(effort.one_in(3, [(i,) for i in range(5)])) == looked_at
