"""Every dialog of the program: all of it says what it is, and a screen of 800 × 600 has room for it."""

from __future__ import annotations

import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from PySide6.QtWidgets import QDialog

import perceptron_gui.gui
from perceptron_gui.gui.placement import FRAME
from tests.gui.whole_window.dialogs import DIALOGS


def kinds(base: type[QDialog] = QDialog) -> Iterator[type[QDialog]]:
    """Yield the classes of the program's dialogs, without those that others are made of."""
    for kind in base.__subclasses__():
        if kind.__subclasses__():
            yield from kinds(kind)
        elif kind.__module__.startswith("perceptron_gui."):
            yield kind


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what each dialog is like on a small screen, in a process of its own: each is opened once for all tests."""
    folder = tmp_path_factory.mktemp("screen")
    screen = {"name": "small", "x": 0, "y": 0, "width": 800, "height": 600, "logicalDpi": 96, "logicalBaseDpi": 96}
    (folder / "screen.json").write_text(json.dumps({"screens": [{**screen, "dpr": 1}]}), encoding="utf-8")
    env = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={folder / 'screen.json'}"}
    env["PERCEPTRON_LAB_CONFIG"] = str(folder / "config")
    command = [sys.executable, "-m", "tests.gui.whole_window.dialogs"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert found.keys() == DIALOGS.keys()
    return found


pytestmark = pytest.mark.together


def test_every_dialog_of_the_program_is_looked_at(looks: dict[str, Any]) -> None:
    for module in pkgutil.walk_packages(perceptron_gui.gui.__path__, "perceptron_gui.gui."):
        import_module(module.name)
    made = {f"{kind.__module__}.{kind.__name__}" for kind in kinds()}
    assert made - {look["kind"] for look in looks.values()} == set()


def test_every_control_of_every_dialog_has_a_name_that_is_not_its_value(looks: dict[str, Any]) -> None:
    assert {name: look["nameless"] for name, look in looks.items() if look["nameless"]} == {}


def test_the_name_of_every_button_of_a_dialog_has_the_words_that_it_shows(looks: dict[str, Any]) -> None:
    assert {name: look["unlike_labels"] for name, look in looks.items() if look["unlike_labels"]} == {}


def test_every_dialog_has_a_title(looks: dict[str, Any]) -> None:
    assert [name for name, look in looks.items() if not look["title"]] == []


def test_every_dialog_fits_a_screen_of_800_by_600(looks: dict[str, Any]) -> None:
    wide, high = 800 - FRAME.width(), 600 - FRAME.height()
    sizes = {name: look["size"] for name, look in looks.items()}
    assert {name: size for name, size in sizes.items() if size[0] > wide or size[1] > high} == {}
