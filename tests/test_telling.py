"""What a worker of pytest-xdist tells of a test."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests import conftest


def told(monkeypatch: pytest.MonkeyPatch, outcomes: dict[str, str], **config: Any) -> list[str] | None:
    """Return the phases of a test that are told, or None where pytest tells all of them itself."""
    reports = [SimpleNamespace(when=when, passed=outcome == "passed") for when, outcome in outcomes.items()]
    monkeypatch.setattr(conftest, "runtestprotocol", lambda item, nextitem, log: reports)
    heard: list[str] = []
    hook = SimpleNamespace(pytest_runtest_logreport=lambda report: heard.append(report.when))
    asked = SimpleNamespace(option=SimpleNamespace(durations=config.pop("durations", None)), **config)
    item: Any = SimpleNamespace(config=asked, ihook=hook)
    return heard if conftest.pytest_runtest_protocol(item, None) else None


ALL_WELL = {"setup": "passed", "call": "passed", "teardown": "passed"}


def test_one_that_passes_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, ALL_WELL, workerinput={}) == ["call"]


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ({"setup": "failed", "teardown": "passed"}, ["setup"]),
        ({"setup": "skipped", "teardown": "passed"}, ["setup"]),
        ({**ALL_WELL, "call": "failed"}, ["call"]),
        ({**ALL_WELL, "teardown": "failed"}, ["call", "teardown"]),
    ],
)
def test_whatever_goes_wrong_is_told(
    monkeypatch: pytest.MonkeyPatch, outcomes: dict[str, str], expected: list[str]
) -> None:
    assert told(monkeypatch, outcomes, workerinput={}) == expected


def test_without_workers_and_where_durations_are_asked_for_pytest_tells_all(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, ALL_WELL) is None
    assert told(monkeypatch, ALL_WELL, workerinput={}, durations=10) is None
