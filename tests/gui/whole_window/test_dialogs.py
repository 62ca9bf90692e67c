"""Every dialog of the program: all of it says what it is, and a screen of 800 × 600 has room for it."""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QDialog, QWidget

import perceptron_gui.gui
from perceptron_gui.gui.placement import FRAME
from tests.gui.gallery.stage import Stage
from tests.gui.whole_window.dialogs import DIALOGS
from tests.gui.whole_window.names import nameless, unlike_labels
from tests.gui.whole_window.words import PANELS_IN


def kinds(base: type[QDialog] = QDialog) -> Iterator[type[QDialog]]:
    """Yield the classes of the program's dialogs, without those that others are made of."""
    for kind in base.__subclasses__():
        if kind.__subclasses__():
            yield from kinds(kind)
        elif kind.__module__.startswith("perceptron_gui."):
            yield kind


class Look:
    """What was seen of all dialogs: their classes, and what has no name or title, or another than it shows."""

    def __init__(self) -> None:
        self.kinds: set[type[QDialog]] = set()
        self.nameless: dict[str, list[str]] = {}
        self.untitled: list[str] = []
        self.unlike_labels: dict[str, list[tuple[str, str]]] = {}

    def at(self, name: str, dialog: object) -> None:
        """Look at a dialog that is open."""
        assert isinstance(dialog, QDialog), name
        self.kinds.add(type(dialog))
        if found := nameless(dialog):
            self.nameless[name] = found
        if not dialog.windowTitle():
            self.untitled.append(name)
        self.look_at_labels(name, dialog)

    def look_at_labels(self, name: str, part: QWidget) -> None:
        """Look at the buttons of a dialog or a window."""
        if found := unlike_labels(part):
            self.unlike_labels[name] = found


@cache
def seen() -> Look:
    """Open each dialog once, and each page in its modes."""
    QAccessible.setActive(True)
    look, stage = Look(), Stage()
    try:
        for name, way in DIALOGS.items():
            stage.with_overlay(way, lambda name=name: look.at(name, stage.overlay))  # type: ignore[misc]
        for name, way in PANELS_IN.items():
            way(stage)
            for entry in stage.window.side.offered:
                stage.panel(entry.name)
                look.look_at_labels(f"{entry.name}, {name}", stage.window)
    finally:
        stage.close()
        QAccessible.setActive(False)
    return look


pytestmark = pytest.mark.together


def test_every_dialog_of_the_program_is_looked_at(qapp: QApplication) -> None:
    for module in pkgutil.walk_packages(perceptron_gui.gui.__path__, "perceptron_gui.gui."):
        import_module(module.name)
    assert {*kinds()} - seen().kinds == set()


def test_every_control_of_every_dialog_has_a_name_that_is_not_its_value(qapp: QApplication) -> None:
    assert seen().nameless == {}


def test_the_name_of_every_button_has_the_words_that_it_shows(qapp: QApplication) -> None:
    assert seen().unlike_labels == {}


def test_every_dialog_has_a_title(qapp: QApplication) -> None:
    assert seen().untitled == []


@pytest.mark.waits
def test_every_dialog_fits_a_screen_of_800_by_600(tmp_path: Path) -> None:
    screen = {"name": "small", "x": 0, "y": 0, "width": 800, "height": 600, "logicalDpi": 96, "logicalBaseDpi": 96}
    (tmp_path / "screen.json").write_text(json.dumps({"screens": [{**screen, "dpr": 1}]}), encoding="utf-8")
    env = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={tmp_path / 'screen.json'}"}
    command = [sys.executable, "-m", "tests.gui.whole_window.dialogs"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    sizes = json.loads(done.stdout.splitlines()[-1])
    assert sizes.keys() == DIALOGS.keys()
    wide, high = 800 - FRAME.width(), 600 - FRAME.height()
    assert {name: size for name, size in sizes.items() if size[0] > wide or size[1] > high} == {}
