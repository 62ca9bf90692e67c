"""Screens that are not those of a desk: none at all, one of 16 bits, one of 800 × 600 pixels (C7, G8)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dev
from perceptron_gui.files.program.fault_log import FOLDER, FaultLog

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
NONE: dict[str, tuple[dict[str, str], str]] = {
    "no screen": ({}, "because there is no screen: start it on a desktop."),
    "a wrong display": ({"DISPLAY": ":987"}, "no screen answers at DISPLAY=:987: start it on a desktop."),
    "a display that is none": ({"DISPLAY": "\x1b[31m"}, r"DISPLAY=\x1b[31m"),
    "a wrong Wayland": ({"WAYLAND_DISPLAY": "gone", "QT_QPA_PLATFORM": "wayland"}, "WAYLAND_DISPLAY=gone"),
    "a platform that Qt has not": (
        {"QT_QPA_PLATFORM": "gone"},
        'because Qt says: Could not find the Qt platform plugin "gone"',
    ),
}
"""How a start finds no screen, and what is said then."""
needs_x = pytest.mark.skipif(
    not all(shutil.which(name) for name in dev.SCREEN_PROGRAMS), reason="Xvfb, openbox or xdotool is not installed"
)


def done(folder: Path, env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Return what Python did on a screen, with the program's folders in a folder of the test."""
    own = {"PERCEPTRON_LAB_CONFIG": str(folder), "LC_ALL": "C.UTF-8"}
    others = {name: value for name, value in os.environ.items() if name not in SCREENS}
    command = [sys.executable, *words]
    return subprocess.run(command, env={**others, **own, **env}, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
@pytest.mark.parametrize("case", NONE)
def test_without_a_screen_a_start_is_refused_in_a_sentence_and_the_next_one_tells_of_no_fault(
    tmp_path: Path, case: str
) -> None:
    faults = tmp_path / "state" / FOLDER
    faults.mkdir(parents=True)
    (faults / "1-earlier.txt").write_text("Perceptron Lab\nan earlier report", encoding="utf-8")
    env, words = NONE[case]
    start = done(tmp_path, env, "-m", "perceptron_gui")
    assert (start.returncode, start.stdout) == (2, "")
    assert words in start.stderr and start.stderr.count("\n") == 1 and start.stderr.endswith("\n")
    log = FaultLog(tmp_path / "state", "the next start")
    reports = log.open()
    log.close()
    assert reports == ["Perceptron Lab\nan earlier report"], (
        "what happened before is still to be told, and nothing else"
    )


ICONS = """
from perceptron_gui.gui.app import make_application
from perceptron_gui.gui.style.theme import LIGHT, icon, symbol_icon
from PySide6.QtGui import QIcon, QRegion, QBitmap, Qt
app = make_application()
for name, each in (("play", icon("play", LIGHT)), ("the symbol of a class", symbol_icon(0, LIGHT))):
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled):
        picture = each.pixmap(24, mode)
        ink = QRegion(QBitmap.fromImage(picture.toImage().createAlphaMask())).boundingRect().getRect()
        print(name, mode.name, picture.devicePixelRatio(), picture.size().toTuple(), ink)
"""


@needs_x
@pytest.mark.xserver
@pytest.mark.waits
def test_icons_are_as_large_on_a_screen_of_16_bits_as_on_one_of_24(tmp_path: Path) -> None:
    found = {}
    for depth in (16, 24):
        with dev.virtual_screen(f"800x600x{depth}") as screen:
            answer = done(tmp_path, screen, "-c", ICONS)
        assert answer.returncode == 0, answer.stderr
        found[depth] = answer.stdout
    assert found[16] == found[24] != ""
