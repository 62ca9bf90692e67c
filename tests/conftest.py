"""What holds for every test: no window on the developer's screen, no traces in their home, nothing left running."""

from __future__ import annotations

import gc
import itertools
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

from tests import effort
from tests.staying import stays
from tests.traces import Traces

# Whatever the desktop speaks: what the program says is compared with what is written.
os.environ["LANGUAGE"] = "en"
SCREEN = Path(__file__).with_name("screen.json")
if os.environ.get("QT_QPA_PLATFORM", "offscreen") == "offscreen" and ":" not in str(SCREEN):
    # Qt's own screen of 800 × 800 pixels is smaller than our window: nothing would come back in its size.
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={SCREEN}"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a part be asked for."""
    parser.addoption("--quick", action="store_true", help="a part: nothing slow, and a sixth of the random sets")
    parser.addoption("--traces", action="store_true", help="fail tests that change what those after them hear of")


def pytest_configure(config: pytest.Config) -> None:
    """Say how much is asked for, before a test is imported."""
    effort.is_all = not config.getoption("--quick")
    # An example may take as long as a busy machine lets it.
    hypothesis.settings.register_profile("patient", deadline=None, max_examples=effort.random_sets(100))
    hypothesis.settings.load_profile("patient")
    global config_folders
    config_folders = ConfigFolders(config)


EARLY = ("waits", "together", "")
"""Marks of tests in the order in which they run."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Find the tests without looking for garbage among them: they all stay, and nobody need look at them again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the quick part does without; begin with what waits, then what shares.

    The first of several workers gets the first tests: at the end, when there is nothing else left, cores would idle,
    and what is shared would be made in every worker that takes some of the last tests from another.
    """
    left_out = set() if effort.is_all else {item for item in items if item.get_closest_marker("slow") is not None}
    left_out |= not_drawn([item for item in items if item not in left_out]) | put_off(items)
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: next(k for k, name in enumerate(EARLY) if not name or item.get_closest_marker(name)))


def not_drawn(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return the cases that are not looked at before the next change of the program: of tests marked ``drawn``."""
    return {item for each in tests_marked("drawn", items).values() for item in {*each} - {*effort.drawn(each, ways_of)}}


def put_off(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return those that wait for a later change of the program: of tests marked ``seldom``."""
    tests = tests_marked("seldom", items)
    return {item for name in {*tests} - {*effort.one_in(3, tests)} for item in tests[name]}


def tests_marked(mark: str, items: Sequence[pytest.Item]) -> dict[str, list[pytest.Function]]:
    """Return the cases of each test that is marked so, by its name."""
    tests: dict[str, list[pytest.Function]] = {}
    for item in items:
        if isinstance(item, pytest.Function) and item.get_closest_marker(mark) is not None:
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return tests


def ways_of(item: pytest.Function) -> tuple[int, ...]:
    """Return which of its ways a case goes, for each ``parametrize`` of its test."""
    names = [mark.args[0] for mark in item.iter_markers("parametrize")]
    firsts = [name.split(",")[0].strip() if isinstance(name, str) else name[0] for name in names]
    return tuple(item.callspec.indices[first] for first in firsts)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Let a worker tell of a test once, and of what comes before and after it only where that went wrong.

    There are five thousand tests, and each of the six messages about one that passes wakes three threads.
    """
    if not hasattr(item.config, "workerinput") or item.config.option.durations is not None:
        return None
    for report in runtestprotocol(item, nextitem=nextitem, log=False):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


OUR_THREADS = ("trial", "training", "analysis", "reading", "keeping")


class ConfigFolders:
    """Folders of preferences, one for each test that makes one: to make them all takes longer than many a test."""

    def __init__(self, config: pytest.Config) -> None:
        self.wants_traces: bool = config.getoption("--traces")
        self._config = config
        self._numbers = itertools.count()
        self._base = self._next = Path()

    def next(self) -> Path:
        """Return one that is not there."""
        if self._next.exists():
            if self._next == self._base:
                # Of what is left of earlier runs pytest removes all but the last.
                self._base = self._config._tmp_path_factory.mktemp("config")  # type: ignore[attr-defined]
            self._next = self._base / str(next(self._numbers))
        return self._next


@pytest.fixture
def config_folder() -> Path:
    """Make the folder of preferences, and return it."""
    folder = Path(os.environ["PERCEPTRON_LAB_CONFIG"])
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    """Keep preferences out of the home of whoever runs the tests, and what a test does from those after it.

    Fail a test that leaves a thread or a window behind; what those after it hear of is put back, and with
    ``--traces`` the test that changed it fails. One fixture that asks for no other, since many a test takes no longer.
    """
    os.environ["PERCEPTRON_LAB_CONFIG"] = str(config_folders.next())
    wants_all = config_folders.wants_traces
    before = Traces(wants_all)
    yield
    changed = before.changed(Traces()) if wants_all else []
    before.put_back()
    assert not changed, f"changed, and not put back: {'; '.join(changed)}"
    threads = [thread.name for thread in threading.enumerate() if thread.name in OUR_THREADS and not stays(thread)]
    assert not threads, f"threads left alive: {threads}"
    if "PySide6.QtWidgets" in sys.modules:
        assert not windows_left(), "windows left open"


def windows_left() -> list[str]:
    """Return the top-level widgets that were not destroyed."""
    from PySide6.QtCore import QCoreApplication, QEvent
    from PySide6.QtWidgets import QApplication

    if QApplication.instance() is None:
        return []
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    widgets = QApplication.topLevelWidgets()
    return [repr(widget) for widget in widgets if not is_of_a_plot(widget) and not stays(widget)]


def is_of_a_plot(widget: object) -> bool:
    """Whether it is a part of the hidden menu that pyqtgraph makes for each plot, which nobody owns."""
    from PySide6.QtWidgets import QMenu

    while isinstance(widget, QMenu):
        if widget.title() == "Plot Options":
            return True
        widget = widget.parent()
    return False
