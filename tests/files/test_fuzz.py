"""Hostile files, a few of them; `python -m tests.files.fuzz N [SEED]` feeds as many as you like."""

import ast

import pytest

from tests.files import fuzz
from tests.sources import ROOT, parsed

READS = ("read", "load", "kept")
"""What the names of functions begin with that take what others have written."""
PARTS = {"read_json", "read_value"}
"""Of these every reader of JSON is made."""


def test_some_hostile_files_are_read_or_refused_in_a_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    assert fuzz.run(150, 0) == 0, capfd.readouterr().out
    assert "points refused" in capfd.readouterr().out


def test_every_reader_of_files_is_fed() -> None:
    """A file that is read by the command line, or from a session's rows, is one of these."""
    readers = {
        f"{path.stem}.{node.name}"
        for path in (ROOT / "perceptron_gui/files").rglob("*.py")
        for node in ast.parse(path.read_bytes()).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith(READS) and node.name not in PARTS
    }
    fed = {
        node.attr if isinstance(node, ast.Attribute) else node.id
        for name in ("fuzz", "hostile_tables")
        for node in ast.walk(parsed(ROOT / f"tests/files/{name}.py"))
        if isinstance(node, (ast.Attribute, ast.Name))
    }
    assert len(readers) > 7
    assert not [each for each in readers if each.rpartition(".")[2] not in fed]


def test_a_reader_that_fails_is_found() -> None:
    def check(path: object) -> str:
        raise RuntimeError("a fault")

    with pytest.MonkeyPatch.context() as patch, pytest.raises(RuntimeError):
        patch.setitem(fuzz.READERS, "points", fuzz.Reader(fuzz.hostile.points, check))
        import tempfile
        from pathlib import Path

        with tempfile.TemporaryDirectory() as folder:
            fuzz.fuzz(0, 50, 0, Path(folder))
