"""Every change passes the everyday tests, a release all of them."""

import pytest

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
