"""Where the state folder takes nothing the status line says so, and what is unsaved is kept in another folder."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.files.lessons import progress
from perceptron_gui.files.program import kept_state, preferences
from perceptron_gui.gui.filing import copy_folders, unsaved_copy
from perceptron_gui.gui.filing.copy_folders import find_kept
from perceptron_gui.session import folders
from perceptron_gui.session.folders import spare_folders, state_folder
from perceptron_gui.session.lessons.lesson import Answer, Answers
from tests.gui.conftest import Desks
from tests.gui.desk import Desk
from tests.gui.features.lessons import made
from tests.gui.filing.saved import points_in, write

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
mounts = pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="only root mounts a small disk")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unsaved_copy, "DELAY_MS", 1)


@pytest.fixture(autouse=True)
def own_spares(monkeypatch: pytest.MonkeyPatch, config_folder: Path) -> Path:
    """Have one spare folder that other tests do not have."""
    spare = config_folder / "spare"
    monkeypatch.setattr(kept_state, "spare_folders", lambda: [spare])
    return spare


@pytest.fixture
def blocked(config_folder: Path) -> Path:
    """Let a file be where the state folder would be, which not even root can write into."""
    shutil.rmtree(state_folder(), ignore_errors=True)  # a window that was closed before may have been there
    state_folder().write_text("")
    return state_folder()


def copies(folder: Path) -> list[Path]:
    return sorted((folder / copy_folders.FOLDER).glob("*/*.perceptron"))


def keep(desk: Desk) -> None:
    keeper = desk.commands.filing.keeper
    keeper.keep_soon()
    keeper._wait()
    desk.wait(lambda: not keeper._timer.isActive())
    desk.settle()


def said(desk: Desk) -> str:
    return desk.window.status.message.text()


def test_the_status_line_says_at_once_why_nothing_is_kept_and_where_the_copy_is_meanwhile(
    desk: Desk, blocked: Path, own_spares: Path
) -> None:
    heard: list[str] = []
    desk.window.status.noticed.connect(heard.append)
    desk.click(0.7, 2.2)
    keep(desk)
    sentence = f"Autosave is not working: part of its path is not a folder. Meanwhile a copy is kept in {own_spares}."
    assert heard == [sentence]  # which a screen reader says
    assert said(desk) == sentence
    desk.window.status.clear_notice()
    assert said(desk) == sentence, "it went after some seconds, though it was still true"
    (copy,) = copies(own_spares)
    assert np.array_equal(points_in(copy).X, desk.dataset.X)
    desk.click(0.9, 2.4)
    keep(desk)
    assert heard == [sentence], "it was said again for every change"
    assert np.array_equal(points_in(copy).X, desk.dataset.X)


def test_where_no_folder_takes_a_copy_it_advises_to_save(
    desk: Desk, blocked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_state, "spare_folders", lambda: [blocked / "spare"])
    desk.click(0.7, 2.2)
    keep(desk)
    assert said(desk) == "Autosave is not working: part of its path is not a folder. Save your work to a file."
    assert not find_kept()


def test_when_the_state_folder_takes_it_again_the_copy_moves_there_and_the_status_line_says_so(
    desk: Desk, blocked: Path, own_spares: Path
) -> None:
    keeper = desk.commands.filing.keeper
    desk.click(0.7, 2.2)
    keep(desk)
    (copy,) = copies(own_spares)
    blocked.unlink()
    keeper._retry.start(1)
    desk.wait(lambda: copies(state_folder()))
    keeper._wait()
    desk.wait(lambda: said(desk) == "Autosave works again.")
    keeper._retry.setInterval(unsaved_copy.RETRY_MS)
    desk.window.status.clear_notice()
    assert "Autosave" not in said(desk)
    assert not own_spares.exists(), "the copy in the other folder was left behind"
    assert [path.parent.name for path in copies(state_folder())] == [copy.parent.name]
    assert not keeper._retry.isActive()


def test_a_warning_ends_when_there_is_nothing_left_to_keep(desk: Desk, blocked: Path, own_spares: Path) -> None:
    desk.click(0.7, 2.2)
    keep(desk)
    desk.do("edit.undo")
    keep(desk)
    desk.window.status.clear_notice()
    assert "Autosave" not in said(desk)
    assert not own_spares.exists() and not desk.commands.filing.keeper._retry.isActive()


def test_what_stopped_the_run_comes_before_the_warning(desk: Desk, blocked: Path) -> None:
    desk.click(0.7, 2.2)
    keep(desk)
    desk.do("run.end")
    desk.wait(lambda: desk.window.status._news)
    desk.window.status.clear_notice()
    assert "Autosave" not in said(desk)
    desk.do("run.reset")
    desk.wait(lambda: "Autosave" in said(desk))


def test_a_copy_in_another_folder_is_offered_at_the_next_start_and_moves_when_it_is_opened(
    make_desk: Desks, blocked: Path, own_spares: Path
) -> None:
    desk = make_desk()
    desk.click(0.7, 2.2)
    keep(desk)
    keeper = desk.commands.filing.keeper
    assert not find_kept(), "another window that runs was taken for one that is gone"
    assert keeper._lock is not None
    keeper._lock.unlock()
    keeper._folder = keeper._lock = None
    (kept,) = find_kept()
    blocked.unlink()
    other = make_desk()
    other.commands.filing.open_kept(kept, lambda: None)
    other.wait(lambda: copies(state_folder()))
    other.commands.filing.keeper._wait()
    assert np.array_equal(points_in(copies(state_folder())[0]).X, desk.dataset.X)
    assert not copies(own_spares)


def test_of_the_same_work_in_two_folders_only_the_newer_copy_is_offered(own_spares: Path) -> None:
    own_spares.mkdir(mode=0o700)
    for seconds, folder in ((5, own_spares), (3, state_folder())):
        (folder / copy_folders.FOLDER / "12-0123abcd").mkdir(parents=True)
        path = write(folder / copy_folders.FOLDER / "12-0123abcd" / "work.perceptron")
        os.utime(path, (seconds, seconds))
    (kept,) = find_kept()
    assert kept.path.is_relative_to(own_spares)
    assert not copies(state_folder())
    kept.discard()
    assert not own_spares.exists()


@posix
@pytest.mark.parametrize("trap", ["open", "link", "foreign"])
def test_a_spare_folder_that_somebody_else_made_is_neither_written_nor_read(
    desk: Desk, blocked: Path, own_spares: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: str
) -> None:
    target = tmp_path / "theirs"
    target.mkdir(mode=0o700)
    if trap == "link":
        own_spares.symlink_to(target)
    else:
        target.rename(own_spares)
        target = own_spares
        if trap == "open":
            own_spares.chmod(0o777)
        else:
            user = os.getuid()
            monkeypatch.setattr(folders.os, "getuid", lambda: user + 1)
    planted = target / copy_folders.FOLDER / "12-0123abcd"
    planted.mkdir(parents=True)
    write(planted / "trap.perceptron")
    desk.click(0.7, 2.2)
    keep(desk)
    assert said(desk).endswith("Save your work to a file.")
    assert [path.parent for path in copies(target)] == [planted]
    assert not find_kept()


@posix
def test_spare_folders_tell_users_and_state_folders_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("TMPDIR", "relative")
    first = spare_folders()
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "other"))
    second = spare_folders()
    assert not {*first} & {*second}
    assert [folder.parent for folder in first[1:]] == [Path("/var/tmp"), tmp_path]  # the first outlives a reboot
    assert all(f"-{os.getuid()}-" in folder.name for folder in first[1:])


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT, errno.EIO])
def test_the_reason_is_in_plain_words(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, own_spares: Path, number: int
) -> None:
    really_open = os.open

    def refuse(path: object, *more: object, **named: object) -> int:
        if str(path).startswith(str(state_folder())):
            raise OSError(number, os.strerror(number))
        return really_open(path, *more, **named)  # type: ignore[arg-type]

    desk.click(0.7, 2.2)
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        keep(desk)
    words = {
        errno.ENOSPC: "the disk is full",
        errno.EROFS: "the disk is read-only",
        errno.EACCES: "permission is denied",
        errno.EDQUOT: "your disk quota is used up",
        errno.EIO: "the disk is not working properly",
    }
    assert f"Autosave is not working: {words[number]}." in said(desk)
    assert copies(own_spares) and not copies(state_folder())


def test_too_little_memory_for_a_copy_is_said_as_well(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise MemoryError

    desk.click(0.7, 2.2)
    with monkeypatch.context() as patch:
        patch.setattr(unsaved_copy, "_write_readable", fail)
        keep(desk)
    assert said(desk) == "Autosave is not working: there is not enough memory. Save your work to a file."


def test_answers_are_kept_in_another_folder_too_and_come_back(blocked: Path, own_spares: Path) -> None:
    first = progress.Progress(Answers("0" * 64, "Ada", (Answer(1, "7"),)), page=2)
    trouble = progress.keep(first)
    assert trouble is not None and trouble.folder == own_spares
    assert progress.kept("0" * 64) == first
    assert progress.last_name() == "Ada"
    blocked.unlink()
    second = progress.Progress(Answers("0" * 64, "Ada", (Answer(1, "7"),)), page=3)
    assert progress.keep(second) is None
    assert progress.kept("0" * 64) == second
    assert not own_spares.exists()


def test_where_nothing_can_be_kept_no_empty_folder_is_left(
    blocked: Path, own_spares: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(progress.session_file, "write_json", fail)
    trouble = progress.keep(progress.Progress(Answers("0" * 64, "Ada")))
    assert trouble is not None and trouble.folder is None
    assert not own_spares.exists()


def test_a_lesson_says_that_answers_are_not_kept_and_goes_on_when_they_are(
    desk: Desk, tmp_path: Path, blocked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_state, "spare_folders", lambda: [])
    commands = made.played(desk, tmp_path)
    commands.player.go_to(3)
    wanted = "Autosave is not working: part of its path is not a folder. Hand in your answers before you leave."
    assert said(desk) == wanted
    digest = commands.player.now.file.digest
    blocked.unlink()
    commands.player._retry.start(1)
    desk.wait(lambda: progress.kept(digest).page == 3)
    assert said(desk) == "Autosave works again."
    desk.do("lessons.end")


def test_settings_that_cannot_be_kept_are_told_on_standard_error(
    config_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config_folder.joinpath("file").write_text("")
    assert not preferences.save_preferences(preferences.Preferences(), config_folder / "file" / "preferences.json")
    words = "The settings could not be saved for the next start because a file with that name already exists.\n"
    assert capsys.readouterr().err == words


SCRIPT = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from perceptron_gui.files.program import kept_state
from perceptron_gui.gui import app
from perceptron_gui.gui.filing import unsaved_copy
unsaved_copy.DELAY_MS = 1
kept_state.spare_folders = lambda: [Path(sys.argv[1])]
make = app.make_window
def make_and_place(*args):
    window = make(*args)
    window.ready.connect(lambda: QTimer.singleShot(0, lambda: window.controller.place([[0.7, 2.2]], [0])))
    window.status.noticed.connect(lambda text: print(text, flush=True))
    return window
app.make_window = make_and_place
sys.exit(app.run_window(None, False))
"""


def killed_after_a_warning(spare: Path) -> str:
    """Place a point in a window, wait until it says that autosave does not work, kill it, and return what it said."""
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(spare)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        return next(line for line in process.stdout if line.startswith("Autosave"))
    finally:
        process.kill()
        process.communicate(timeout=120)


@pytest.mark.waits
def test_points_outlive_a_kill_where_the_state_folder_takes_nothing(blocked: Path, own_spares: Path) -> None:
    """Four points were gone."""
    assert "Meanwhile a copy is kept in" in killed_after_a_warning(own_spares)
    (kept,) = find_kept()
    assert points_in(kept.path).X.tolist()[-1] == [0.7, 2.2]


@pytest.fixture
def small_disk(config_folder: Path) -> Iterator[Path]:
    """Mount a disk of 64 kB as the state folder."""
    state_folder().mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", str(state_folder())]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("nothing can be mounted here")
    yield state_folder()
    subprocess.run(["umount", "--lazy", str(state_folder())], check=True)


@mounts
@pytest.mark.waits
def test_points_outlive_a_kill_on_a_full_disk(small_disk: Path, own_spares: Path) -> None:
    with pytest.raises(OSError, match="No space"):
        (small_disk / "filling").write_bytes(bytes(2**17))
    told = killed_after_a_warning(own_spares)
    assert told.startswith("Autosave is not working: the disk is full. Meanwhile")
    (kept,) = find_kept()
    assert points_in(kept.path).X.tolist()[-1] == [0.7, 2.2]
    assert not [*(small_disk / copy_folders.FOLDER).iterdir()], "it left an empty folder behind at every try"
