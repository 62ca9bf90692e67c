"""An MP4 is what ffmpeg makes of the pictures, a folder has all of them: whole, or a sentence and nothing (C9)."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.files.atomic import write_folder
from perceptron_gui.files.file_work import FileError
from perceptron_gui.files.output.mp4 import has_ffmpeg, mp4

PICTURES = [np.full((5, 7), 0xFF000000 + shade, dtype=np.uint32) for shade in (0x10, 0x203040, 0xABCDEF)]
COPIES = 'for last; do :; done; cat > "$last"'
with_shell = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for ffmpeg is a shell script")


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the program that stands in for ffmpeg, to be written."""
    program = tmp_path / "bin" / "ffmpeg"
    program.parent.mkdir()
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    return program


def write_program(program: Path, script: str) -> None:
    """Let the stand-in carry out a script."""
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@with_shell
def test_ffmpeg_gets_every_picture_in_even_sizes_and_the_last_one_for_two_seconds(stand_in: Path) -> None:
    write_program(stand_in, COPIES)
    sent = np.frombuffer(b"".join(mp4(iter(PICTURES), 2.0)), dtype="<u4").reshape(-1, 4, 6)
    assert [int(frame[0, 0]) for frame in sent] == [0xFF000010, 0xFF203040, *[0xFFABCDEF] * 4]
    assert (sent == sent[:, :1, :1]).all()


@with_shell
@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("cat > /dev/null; echo 'first line' >&2; echo 'Disk is full.' >&2; exit 1", "animation: Disk is full."),
        ("exit 3", "it does not say why."),
        ("cat > /dev/null", "it does not say why."),
    ],
)
def test_what_ffmpeg_complains_of_is_one_sentence(stand_in: Path, script: str, sentence: str) -> None:
    write_program(stand_in, script)
    with pytest.raises(FileError) as caught:
        list(mp4(iter([np.zeros((400, 400), dtype=np.uint32)] * 3), 2.0))
    assert caught.value.sentence.endswith(sentence)


@with_shell
def test_nothing_is_left_running_where_painting_fails(stand_in: Path, tmp_path: Path) -> None:
    write_program(stand_in, f"echo $$ > {tmp_path}/id; exec cat > /dev/null")

    def painted() -> Iterator[np.ndarray]:
        while not (tmp_path / "id").is_file() or not (tmp_path / "id").read_text():
            yield PICTURES[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(mp4(painted(), 2.0))
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "id").read_text()), 0)


@with_shell
def test_ffmpeg_of_a_frozen_program_takes_the_libraries_of_the_system(
    stand_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_program(stand_in, 'cat > /dev/null; for last; do :; done; echo "${LD_LIBRARY_PATH-none}" > "$last"')
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/usr/lib/perceptron-lab/_internal")
    assert b"".join(mp4(iter(PICTURES), 2.0)) == b"none\n"


def test_without_ffmpeg_a_sentence_says_what_works_instead(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not has_ffmpeg()
    with pytest.raises(FileError, match=r"ffmpeg, which is not installed; a \.gif works without it"):
        list(mp4(iter(PICTURES), 4.0))


def test_a_folder_has_a_file_for_every_picture_in_their_order(tmp_path: Path) -> None:
    target = tmp_path / "pictures"
    target.mkdir()
    write_folder(f"{target}/", iter([b"one", b"two"]), ".png")
    assert {path.name: path.read_bytes() for path in target.iterdir()} == {"0001.png": b"one", "0002.png": b"two"}
    with pytest.raises(FileError, match="it is not empty"):
        write_folder(f"{target}/", iter([b"one"]), ".png")
    assert [path.name for path in tmp_path.iterdir()] == ["pictures"]


def test_of_a_full_disk_or_a_run_that_is_broken_off_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off() -> Iterator[bytes]:
        yield b"one"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_folder(f"{tmp_path}/pictures/", broken_off(), ".png")

    def fill(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", fill)
    with pytest.raises(FileError, match="the disk is full"):
        write_folder(f"{tmp_path}/pictures/", iter([b"one"]), ".png")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "sentence"), [("nowhere/in", "there is no such folder"), ("file", "is not a folder")])
def test_a_folder_that_cannot_be_is_a_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileError, match=sentence):
        write_folder(f"{tmp_path}/{name}/", iter([b"one"]), ".png")
