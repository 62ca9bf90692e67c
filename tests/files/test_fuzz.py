"""Hostile files, a few of them; `python -m tests.files.fuzz N [SEED]` feeds as many as you like."""

import pytest

from tests.files import fuzz


def test_three_hundred_hostile_files_are_read_or_refused_in_a_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    assert fuzz.run(300, 0) == 0, capfd.readouterr().out
    assert "points refused" in capfd.readouterr().out


def test_a_reader_that_fails_is_found() -> None:
    def check(path: object) -> str:
        raise RuntimeError("a fault")

    with pytest.MonkeyPatch.context() as patch, pytest.raises(RuntimeError):
        patch.setitem(fuzz.READERS, "points", fuzz.Reader(fuzz.hostile.points, check))
        import tempfile
        from pathlib import Path

        with tempfile.TemporaryDirectory() as folder:
            fuzz.fuzz(0, 50, 0, Path(folder))
