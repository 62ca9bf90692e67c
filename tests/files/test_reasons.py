"""Why the system refuses a file is said in plain words, and each reason is the true one."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from perceptron_gui.files import atomic
from perceptron_gui.files.file_work import FileError, FileWork, PointsFileError, reason
from perceptron_gui.files.opened_file import opened_file

FULL = ("ENOSPC", "EDQUOT", "EFBIG", "ENOMEM", "EMFILE", "ENFILE")
CLOSED = ("EROFS", "EACCES", "EPERM", "EIO")
PATHS = ("ENAMETOOLONG", "EISDIR", "ENOTDIR", "ELOOP", "ENOENT", "EEXIST")
NAMED = (*FULL, *CLOSED, *PATHS)


@pytest.mark.parametrize("name", NAMED)
def test_each_refusal_of_the_system_has_a_sentence_of_ours(name: str) -> None:
    if not hasattr(errno, name):
        pytest.skip("this system has no such refusal")
    number = getattr(errno, name)
    words = reason(OSError(number, os.strerror(number)))
    assert "system says" not in words
    assert words[0].islower() and not words.endswith(".")


def test_no_two_different_refusals_share_a_sentence() -> None:
    sentences = [reason(OSError(getattr(errno, name), "")) for name in NAMED if name not in ("EPERM", "ENFILE")]
    assert len({*sentences}) == len(sentences)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such file systems")
@pytest.mark.parametrize("target", ["old.csv", "new.csv", "new/"])
def test_a_read_only_file_system_is_not_called_a_denied_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    (tmp_path / "old.csv").write_text("")
    check = atomic.check_folder if target.endswith("/") else atomic.check_target
    monkeypatch.setattr(os, "access", lambda *_: False)
    for flags, words in ((os.ST_RDONLY, "the disk is read-only"), (0, "permission is denied")):
        monkeypatch.setattr(os, "statvfs", lambda _, flags=flags: SimpleNamespace(f_flag=flags))
        with pytest.raises(FileError, match=f"because {words}") as caught:
            check(str(tmp_path / target))
        assert caught.value.reason == words


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="only root mounts a disk")
def test_a_disk_that_is_mounted_read_only_is_named(tmp_path: Path) -> None:
    mount = ["mount", "-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", str(tmp_path)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("nothing can be mounted here")
    try:
        with pytest.raises(FileError, match="because the disk is read-only"):
            atomic.write_bytes(str(tmp_path / "out.csv"), b"")
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


@pytest.mark.skipif(os.name == "nt", reason="has no such limits")
def test_a_file_larger_than_the_system_allows_is_a_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**12, before[1]))
    try:
        with pytest.raises(FileError, match="because the system does not allow files that large"):
            atomic.write_bytes(str(tmp_path / "out.csv"), bytes(2**16))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not [*tmp_path.iterdir()]


def test_too_little_memory_while_a_file_is_read_or_written_is_a_sentence(tmp_path: Path) -> None:
    def fail(_: object) -> None:
        raise MemoryError

    over: list[FileWork[None]] = []
    work = FileWork(tmp_path / "points.csv", fail, lambda: None, over.append)
    work.start()
    work.join(60)
    assert over == [work]
    assert isinstance(work.outcome, PointsFileError)
    assert str(work.outcome) == "There is not enough memory for this: use fewer points, features or classes."


def test_too_little_memory_is_a_reason_not_to_read_a_file(tmp_path: Path) -> None:
    (tmp_path / "points.csv").write_text("x")
    with pytest.raises(FileError) as caught, opened_file(str(tmp_path / "points.csv"), 10, ""):
        raise MemoryError
    assert caught.value.reason == "there is not enough memory"


CHILD = """
import resource, sys
from perceptron_gui.__main__ import main
import perceptron_gui.cli.train_command, perceptron_gui.files.points.points_file

size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + 2**23,) * 2)
sys.exit(main(["train", sys.argv[1]]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the limit is set as Linux has it")
def test_a_process_without_memory_for_many_points_says_so_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("x1,x2,label\n" + "".join(f"{n},{n % 7},{n % 2}\n" for n in range(250_000)))
    done = subprocess.run([sys.executable, "-c", CHILD, str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "not enough memory" in done.stderr and done.stderr.count("\n") == 1
