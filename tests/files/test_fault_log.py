"""Last words: what a process that dies of a fault writes, and what the next start reads."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from perceptron_gui.files.program import fault_log
from perceptron_gui.files.program.fault_log import MOST_REPORTS, FaultLog

ROOT = Path(__file__).resolve().parents[2]
PROCESS = """
import faulthandler, os, signal, sys
from pathlib import Path
from perceptron_gui.files.program.fault_log import FaultLog
log = FaultLog(Path(sys.argv[1]), "Perceptron Lab 0, of a test")
log.open()
{ends}
log.close()
"""


def run(folder: Path, ends: str) -> int:
    """Run a process that keeps a log in `folder` and ends as the line `ends` says; return its exit code."""
    command = [sys.executable, "-c", PROCESS.format(ends=ends), str(folder)]
    return subprocess.run(command, cwd=ROOT, stderr=subprocess.DEVNULL, timeout=120, check=False).returncode


def next_reports(folder: Path) -> list[str]:
    """Return what the next start is told."""
    code = "import sys; sys.stdout.write(chr(0).join(log.open()))"
    script = PROCESS.replace("log.open()", code).format(ends="")
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)], cwd=ROOT, capture_output=True, timeout=120, check=True
    )
    text = done.stdout.decode()
    return text.split("\0") if text else []


@pytest.mark.parametrize("ends", ["faulthandler._sigsegv()", "log.write('of an exception'); os._exit(1)"])
def test_a_process_that_dies_of_a_fault_leaves_a_report_that_is_told_once(tmp_path: Path, ends: str) -> None:
    assert run(tmp_path, ends) != 0
    (report,) = next_reports(tmp_path)
    assert report.startswith("Perceptron Lab 0, of a test\n")
    assert "Current thread" in report or "of an exception" in report
    assert next_reports(tmp_path) == []


def test_what_is_known_of_the_machine_only_later_stands_in_the_report(tmp_path: Path) -> None:
    assert run(tmp_path, "log.describe('Perceptron Lab 0, numpy 2'); os.abort()") != 0
    (report,) = next_reports(tmp_path)
    assert report.startswith("Perceptron Lab 0, numpy 2\nFatal Python error")


@pytest.mark.parametrize("ends", ["pass", "os.kill(os.getpid(), 9)", "log.describe('0'); os._exit(0)"])
def test_a_process_without_a_fault_leaves_nothing_to_tell(tmp_path: Path, ends: str) -> None:
    run(tmp_path, ends)
    assert next_reports(tmp_path) == []
    assert list((tmp_path / "faults").iterdir()) == []


def test_the_log_of_a_process_that_runs_is_left_alone(tmp_path: Path) -> None:
    code = PROCESS.format(ends="print('open', flush=True); sys.stdin.read(); os.abort()")
    command = [sys.executable, "-c", code, str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert next_reports(tmp_path) == []
        other.communicate()
    assert len(next_reports(tmp_path)) == 1


def test_only_the_last_reports_are_kept(tmp_path: Path) -> None:
    (tmp_path / "faults").mkdir()
    for number in range(MOST_REPORTS + 3):
        (tmp_path / f"faults/1-{number}.txt").write_text("about\nfault\n")
    assert len(next_reports(tmp_path)) == MOST_REPORTS + 3
    next_reports(tmp_path)
    assert len(list((tmp_path / "faults").iterdir())) == MOST_REPORTS


def test_a_folder_that_cannot_be_made_is_no_reason_not_to_start() -> None:
    log = FaultLog(Path(os.devnull), "about")
    assert log.open() == []
    log.write("details")
    log.close()


class FullDisk(io.FileIO):
    """A file for which there is no room."""

    def write(self, data: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def fill_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no file that is opened for a log be written to."""

    def open_full(name: Path, mode: str, **options: object) -> object:
        if mode == "rb":
            return open(name, mode)
        return io.TextIOWrapper(io.BufferedWriter(FullDisk(name, mode)), encoding="utf-8")

    monkeypatch.setattr(fault_log, "open", open_full, raising=False)


def test_on_a_full_disk_earlier_reports_are_told_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "faults").mkdir()
    (tmp_path / "faults/1-0.txt").write_text("about\nfault\n")
    fill_disk(monkeypatch)
    log = FaultLog(tmp_path, "about")
    assert log.open() == ["about\nfault\n"]
    log.close()
    assert [path.name for path in (tmp_path / "faults").iterdir()] == ["1-0.seen"]


def test_a_disk_that_fills_up_hides_no_exception_behind_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = FaultLog(tmp_path, "about")
    log.open()
    assert log._file is not None
    log._close(log._file)
    log._file = io.TextIOWrapper(io.BufferedWriter(FullDisk(log._file.name, "w")), encoding="utf-8")
    log.write("details")
    log.close()


def test_a_report_that_cannot_be_marked_as_seen_keeps_no_other_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "faults").mkdir()
    for name in ("1-0.txt", "1-1.txt"):
        (tmp_path / "faults" / name).write_text(f"about\nfault of {name}\n")
    replace = Path.replace

    def refuse(path: Path, target: Path) -> None:
        if path.name == "1-1.txt":
            raise PermissionError
        replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    log = FaultLog(tmp_path, "about")
    assert log.open() == ["about\nfault of 1-0.txt\n"]
    log.close()
