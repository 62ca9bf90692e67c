"""What is counted of a window that is open over an upgrade."""

from __future__ import annotations

import mmap
import os
import sys
from pathlib import Path

import pytest

from proofs import upgrade

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells of a process there")


def test_what_is_gone_and_still_mapped_or_open_is_counted(tmp_path: Path) -> None:
    mapped, opened, kept = (tmp_path / name for name in ("mapped", "opened", "kept"))
    for path in (mapped, opened, kept):
        path.write_bytes(b"x" * 2**20)
    with mapped.open("rb") as file:
        memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        # It has a descriptor of its own.
        same = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
    with memory, same, opened.open("rb"), kept.open("rb"):
        assert upgrade.held(os.getpid(), str(tmp_path)).startswith("of the old files 0 mapped (0 MiB), 0 of ")
        for path in (mapped, opened):
            path.unlink()
        assert upgrade.held(os.getpid(), str(tmp_path)).startswith("of the old files 1 mapped (2 MiB), 3 of ")
        assert upgrade.held(os.getpid(), str(tmp_path / "other")).startswith("of the old files 0 mapped (0 MiB), 0 of ")


def test_a_file_that_was_not_found_was_not_taken() -> None:
    record = """\
812 openat(AT_FDCWD, "/usr/lib/lab/a.pyc", O_RDONLY|O_CLOEXEC) = 9
812 openat(AT_FDCWD, "/usr/lib/lab/b.so", O_RDONLY|O_CLOEXEC) = -1 ENOENT (No such file or directory)
813 open("/usr/lib/lab/c.py", O_RDONLY) = 12
"""
    assert upgrade.OPENED.findall(record) == ["/usr/lib/lab/a.pyc", "/usr/lib/lab/c.py"]
