"""A file that is written takes the place of the old one whole, stays after a power cut, and leaves nothing behind."""

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from perceptron_gui.files import atomic
from perceptron_gui.files.atomic import FileStamp, replacing, write_bytes, write_folder
from perceptron_gui.files.program.preferences import Preferences, load_preferences, save_preferences
from tests.effort import random_sets

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has other links and folders")


def test_the_stamp_of_what_was_written_is_that_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    written = write_bytes(str(path), b"one")
    assert written.stamp == FileStamp.at(path)
    assert written.remarks == ()
    path.write_bytes(b"two")
    assert written.stamp != FileStamp.at(path)


@posix
def test_file_and_folder_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    sync = os.fsync

    def note(descriptor: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    write_bytes(str(tmp_path / "points.csv"), b"one")
    assert synced == [False, True]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664])
def test_a_private_file_is_private_while_it_is_replaced(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "points.csv"
    path.write_bytes(b"old")
    path.chmod(mode)
    with replacing(str(path)) as new:
        assert stat.S_IMODE(os.fstat(new.file.fileno()).st_mode) == 0o600
        new.file.write("new")
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_bytes() == b"new"


@posix
def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").write_text("")
    write_bytes(str(tmp_path / "points.csv"), b"new")
    assert (tmp_path / "points.csv").stat().st_mode == (tmp_path / "usual").stat().st_mode


@posix
def test_other_hard_links_keep_the_old_content_and_it_is_said(tmp_path: Path) -> None:
    path, other = tmp_path / "points.csv", tmp_path / "other.csv"
    path.write_bytes(b"old")
    os.link(path, other)
    written = write_bytes(str(path), b"new")
    assert other.read_bytes() == b"old"
    assert written.remarks == ("Its other hard links keep the old content.",)


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    """A file with an extended attribute."""
    path = tmp_path / "points.csv"
    path.write_bytes(b"old")
    try:
        os.setxattr(path, "user.course", b"one")
    except (OSError, AttributeError):
        pytest.skip("there are no extended attributes here")
    return path


def test_extended_attributes_are_kept(marked: Path) -> None:
    assert write_bytes(str(marked), b"new").remarks == ()
    assert os.getxattr(marked, "user.course") == b"one"


def test_extended_attributes_that_cannot_be_kept_are_said(marked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOTSUP, "no")

    monkeypatch.setattr(os, "setxattr", refuse)
    assert write_bytes(str(marked), b"new").remarks == ("Its extended attributes could not be kept.",)
    assert marked.read_bytes() == b"new"


def killed_saving(folder: Path, minutes: float, process: int | None = None) -> Path:
    """Return what a saving left whose process was killed some minutes ago."""
    if process is None:
        ended = subprocess.Popen([sys.executable, "-c", ""])
        ended.wait()
        process = ended.pid
    path = folder / f".points-{process}-0123abcd.tmp"
    path.write_text("half")
    then = time.time() - 60 * minutes
    os.utime(path, (then, then))
    return path


@posix
def test_leftovers_of_killed_savings_are_swept_and_nothing_else(tmp_path: Path) -> None:
    stale = killed_saving(tmp_path, 90)
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    others = [
        killed_saving(fresh, 5),
        killed_saving(tmp_path, 90, os.getpid()),
        tmp_path / ".points-12.tmp",
        tmp_path / "a.points-12-0123abcd.tmp",
        tmp_path / ".points-notes-0123abcd.tmp",
    ]
    for path in others[2:]:
        path.write_text("not ours")
        os.utime(path, (0, 0))
    (tmp_path / ".points-1-00000000.tmp").mkdir()
    write_bytes(str(tmp_path / "points.csv"), b"new")
    write_bytes(str(fresh / "points.csv"), b"new")
    assert not stale.exists()
    assert all(path.exists() for path in others)
    assert (tmp_path / ".points-1-00000000.tmp").is_dir()


def killed_process(code: str, folder: Path) -> None:
    """Let a process write something into a folder until it is killed in the middle."""
    end = "import os, signal; kill = lambda: os.kill(os.getpid(), signal.SIGKILL)"
    done = subprocess.run([sys.executable, "-c", f"{end}\n{code}"], cwd=folder)
    assert done.returncode == -signal.SIGKILL


@posix
def test_what_a_killed_process_left_is_gone_with_the_next_file_or_folder(tmp_path: Path) -> None:
    saving = "from perceptron_gui.files.atomic import replacing\nwith replacing('a.csv'): kill()"
    painting = (
        "from perceptron_gui.files.atomic import write_folder\n"
        "write_folder('pictures/', (kill() if n else b'one' for n in range(2)), '.png')"
    )
    for code in (saving, painting):
        killed_process(code, tmp_path)
        (left,) = tmp_path.iterdir()
        assert left.name.startswith(".points-")
        write_folder(f"{tmp_path}/pictures/", [b"one"], ".png")
        assert [entry.name for entry in tmp_path.iterdir()] == ["pictures"]
        killed_process(code.replace("pictures/", "others/"), tmp_path)
        write_bytes(str(tmp_path / "b.csv"), b"two")
        assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b.csv", "pictures"]
        (tmp_path / "b.csv").unlink()
        (tmp_path / "pictures" / "0001.png").unlink()
        (tmp_path / "pictures").rmdir()


@posix
def test_a_folder_that_another_machine_writes_into_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic, "_place", lambda: "0123")
    elsewhere = Path(atomic.temporary_path(str(tmp_path)).replace(str(os.getpid()), "999999999"))
    monkeypatch.undo()
    elsewhere.mkdir()
    write_bytes(str(tmp_path / "b.csv"), b"two")
    assert elsewhere.is_dir()


def test_no_two_temporary_files_have_one_name(tmp_path: Path) -> None:
    assert len({atomic.temporary_path(str(tmp_path)) for _ in range(1000)}) == 1000


def test_two_windows_that_close_together_leave_whole_preferences(tmp_path: Path) -> None:
    path = tmp_path / "preferences.json"
    long, short = Preferences(folder="/" + "a" * 50_000), Preferences(folder="/b")
    errors: list[bool] = []

    def save(preferences: Preferences) -> None:
        for _ in range(random_sets(50)):
            errors.append(not save_preferences(preferences, path))
            errors.append(load_preferences(path) not in (long, short))

    threads = [threading.Thread(target=save, args=(preferences,)) for preferences in (long, short)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not any(errors)
    assert [entry.name for entry in tmp_path.iterdir()] == ["preferences.json"]


def test_a_block_that_fails_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt), replacing(str(path)) as new:
        new.file.write("half")
        raise KeyboardInterrupt
    assert [entry.name for entry in tmp_path.iterdir()] == ["points.csv"]
    assert path.read_bytes() == b"old"
