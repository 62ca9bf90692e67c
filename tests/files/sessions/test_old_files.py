"""Files that earlier versions of the program wrote are opened as they were saved (C10)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.files.sessions.session_file import plain_of, read_session, write_session

FILES = sorted(Path(__file__).parent.glob("version_*.perceptron"))

GONE = {"closed_panels", "loss"}
"""Switches of what is always shown by now."""


def assert_kept(old: Any, new: Any, path: str = "") -> None:
    """Claim that all that stood in a file stands there still; entries may have come since."""
    if isinstance(old, dict):
        assert isinstance(new, dict) and old.keys() - GONE <= new.keys(), path
        for name, each in old.items():
            assert name in GONE or assert_kept(each, new[name], f"{path}.{name}") is None
    elif isinstance(old, list) and any(isinstance(each, dict) for each in old):
        assert isinstance(new, list) and len(old) == len(new), path
        for i, each in enumerate(old):
            assert_kept(each, new[i], f"{path}.{i}")
    else:
        assert old == new, path


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_an_earlier_version_keeps_all_that_stands_in_it(path: Path, tmp_path: Path) -> None:
    old = json.loads(path.read_text(encoding="utf-8"))
    session = read_session(path).session
    assert_kept(old, plain_of(session, is_packed="packed" in old["document"]["dataset"]))
    write_session(tmp_path / "again.perceptron", session, is_packed="packed" in old["document"]["dataset"])
    assert_kept(old, json.loads((tmp_path / "again.perceptron").read_text(encoding="utf-8")))


def test_there_are_files_of_every_version() -> None:
    assert {path.stem for path in FILES} == {"version_1", "version_1_packed"}
