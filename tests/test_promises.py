"""Promises that no other test keeps: no network, no code in data, and a page of promises whose commands exist."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
from pathlib import Path

from tests.watched import NOTHING, watched

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/promises.md").read_text(encoding="utf-8")


def test_nothing_asks_for_a_network_or_unpickles(tmp_path: Path) -> None:
    """Of the window tests/gui/test_playthrough.py says it."""
    env = os.environ | {"TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = watched(["train", "perceptron_gui/resources/data/iris.csv", "--mode", "multiclass", "--json"])
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == NOTHING


def test_of_qt_s_network_library_only_sockets_of_this_machine_are_used() -> None:
    used = set()
    for path in (ROOT / "perceptron_gui").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        lines = re.findall(r"from PySide6.QtNetwork import ([\w, ]+)", text)
        assert text.count("QtNetwork") == len(lines), path  # no other way to import it
        used |= {name for line in lines for name in line.split(", ")}
    assert used == {"QLocalServer", "QLocalSocket"}


def test_no_module_evaluates_or_unpickles() -> None:
    for path in (ROOT / "perceptron_gui").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found = re.search(r"\beval\(|(?<![.\w])exec\(|\b(?:pickle|marshal|shelve)\b", text)
        assert not found, f"{path.relative_to(ROOT)}: {found}"


def test_every_command_of_the_page_exists() -> None:
    modules = set(re.findall(r"python -m (tests[\w.]+)", PAGE))
    assert len(modules) >= 4
    for name in modules:
        assert importlib.util.find_spec(name) is not None, name
    paths = set(re.findall(r"(?<=[ `])(tests/[\w/.]+)", PAGE))
    assert len(paths) > 8
    for name in paths:
        assert (ROOT / name).exists(), name
