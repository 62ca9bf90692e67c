"""What was not saved is kept for the next start, whatever ends this one, and never a word about what is safe."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import SIGNAL
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.gui.app import SIGNALS, EndingSignals
from perceptron_gui.gui.bars.note_bar import NoteBar
from perceptron_gui.gui.filing import copy_folders, file_commands, unsaved_copy
from perceptron_gui.gui.filing.copy_folders import find_kept
from perceptron_gui.gui.filing.recovery import KeptOffer, offer_kept
from perceptron_gui.session.folders import state_folder
from tests.gui.conftest import Desks
from tests.gui.desk import Desk
from tests.gui.filing.saved import points_in, write
from tests.gui.killing import BEAT, EMPTY, WORK, Child, Line

Buttons = QMessageBox.StandardButton
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unsaved_copy, "DELAY_MS", 1)


def kept_files() -> list[Path]:
    return sorted((state_folder() / copy_folders.FOLDER).glob("*/*.perceptron"))


def crash(desk: Desk) -> None:
    """Leave what a process leaves that is gone: its copy, and a lock that nobody holds."""
    desk.wait(kept_files)
    keeper = desk.commands.filing.keeper
    keeper._wait()
    assert keeper._lock is not None
    keeper._lock.unlock()
    keeper._folder = keeper._lock = None


def offer(desk: Desk) -> KeptOffer:
    made = offer_kept(desk.window, desk.commands.filing)
    assert made is not None
    return made


def test_a_change_is_kept_within_a_moment(desk: Desk) -> None:
    desk.click(0.7, 2.2)
    desk.wait(kept_files)
    desk.commands.filing.keeper._wait()
    assert np.array_equal(points_in(kept_files()[0]).X, desk.dataset.X)
    # Of a million points a copy as decimals took 5 s of work, and more than the last 5 s could be lost.
    assert b'"packed"' in kept_files()[0].read_bytes()


def test_what_comes_back_to_a_plane_that_was_cleared_for_a_moment_waits_no_second_time(desk: Desk) -> None:
    """When it was time to keep a change the plane was empty: the next one would have been kept after 2 seconds."""
    keeper = desk.commands.filing.keeper
    desk.click(0.7, 2.2)
    desk.do("edit.clear")
    keeper.keep_soon()
    desk.do("edit.undo")
    assert keeper._timer.isActive() and keeper._timer.interval() == unsaved_copy.AGAIN_MS
    keeper.keep_soon()
    keeper._wait()
    keeper.note()
    assert keeper._timer.interval() == unsaved_copy.DELAY_MS and kept_files()


def test_where_its_folder_was_cleared_the_next_change_is_kept_in_a_new_one(desk: Desk) -> None:
    """Nothing was kept until the end of the window, and nobody told."""
    desk.click(0.7, 2.2)
    desk.wait(kept_files)
    desk.commands.filing.keeper._wait()
    shutil.rmtree(state_folder())
    desk.click(0.9, 2.4)
    desk.wait(kept_files)
    desk.commands.filing.keeper._wait()
    assert np.array_equal(points_in(kept_files()[0]).X, desk.dataset.X)


def test_a_copy_that_another_window_removes_meanwhile_does_not_stop_a_start(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = state_folder() / copy_folders.FOLDER / "1-01234567"
    folder.mkdir(parents=True)
    lock_it = copy_folders.locked

    def lock_in_vain(at: Path) -> object:
        lock = lock_it(at)
        shutil.rmtree(at)
        return lock

    monkeypatch.setattr(copy_folders, "locked", lock_in_vain)
    assert find_kept() == []


@pytest.mark.parametrize("leave", ["drop", "let_go"])
def test_whose_folder_was_cleared_leaves_without_a_complaint_and_without_a_trace(desk: Desk, leave: str) -> None:
    desk.click(0.7, 2.2)
    desk.wait(kept_files)
    keeper = desk.commands.filing.keeper
    keeper._wait()
    shutil.rmtree(state_folder())
    keeper._kept = keeper._content()
    getattr(keeper, leave)()
    keeper._folder = keeper._lock = None
    assert not state_folder().exists()


def test_an_untouched_example_is_not_kept(desk: Desk) -> None:
    desk.do("run.step")
    desk.rules.bias.click()
    desk.commands.filing.keeper.keep_now()
    assert not kept_files()


def test_what_is_saved_or_undone_is_kept_no_longer(desk: Desk) -> None:
    desk.click(0.7, 2.2)
    desk.wait(kept_files)
    desk.do("edit.undo")
    desk.wait(lambda: not kept_files())


def test_who_discards_on_closing_is_not_asked_again(desk: Desk) -> None:
    desk.click(0.7, 2.2)
    desk.wait(kept_files)
    desk.answer(Buttons.Discard)
    assert desk.window.close()
    assert not kept_files()
    assert not find_kept()


def test_what_another_window_keeps_is_not_offered(make_desk: Desks) -> None:
    desk = make_desk()
    desk.click(0.7, 2.2)
    desk.wait(kept_files)
    assert not find_kept()


def test_what_a_process_kept_that_is_gone_is_offered_and_opened_as_unsaved(make_desk: Desks) -> None:
    desk = make_desk()
    desk.click(0.7, 2.2)
    dataset = desk.dataset
    crash(desk)
    other = make_desk()
    line = offer(other)
    assert line.bar.isVisible()
    assert other.window.controller.document.title in line.bar.text.text()
    line.open_button.click()
    other.wait_until_read()
    other.wait(lambda: not line.bar.isVisible())
    assert np.array_equal(other.dataset.X, dataset.X)
    assert other.window.isWindowModified()
    assert len(kept_files()) == 1  # not safe before it is saved
    texts = other.answer(Buttons.Discard)
    assert other.window.close()
    assert len(texts) == 1
    assert not kept_files()


def test_who_does_not_answer_is_asked_again_and_what_is_offered_can_be_deleted(make_desk: Desks) -> None:
    desk = make_desk()
    desk.click(0.7, 2.2)
    crash(desk)
    other = make_desk()
    line = offer(other)
    assert not find_kept()  # no second window offers it too
    for kept in line._found:
        kept.lock.unlock()
    again = find_kept()
    assert len(again) == 1
    again[0].lock.unlock()
    line.delete_button.click()
    assert not line.bar.isVisible()
    assert not kept_files()


def test_points_whose_names_cannot_be_written_are_kept_under_others(desk: Desk) -> None:
    desk.window.controller.set_dataset(Dataset.of([[1, 2], [3, 4]], [0, 1], ("\ud800", "")), "paste")
    desk.commands.filing.keeper.keep_now()
    assert points_in(kept_files()[0]).X.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("name", ["notes/points.csv", "12-0123abcd/-.csv", "12-0123abcd/folder.csv/points.csv"])
def test_a_file_that_no_window_kept_is_not_offered(name: str) -> None:
    path = state_folder() / copy_folders.FOLDER / name
    path.parent.mkdir(parents=True)
    path.write_text("x1,x2,label\n1,2,A\n")
    assert not find_kept()
    assert path.exists() == name.startswith("notes")


def test_of_two_copies_the_newer_is_offered() -> None:
    folder = state_folder() / copy_folders.FOLDER / "12-0123abcd"
    folder.mkdir(parents=True)
    for seconds, title in ((5, "m"), (3, "a"), (4, "z")):
        path = write(folder / f"{title}.perceptron")
        os.utime(path, (seconds, seconds))
    assert [kept.title for kept in find_kept()] == ["m"]


def test_a_state_folder_that_cannot_be_written_is_no_failure(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(unsaved_copy, "state_folder", lambda: tmp_path / "file")
    desk.click(0.7, 2.2)
    desk.commands.filing.keeper.keep_now()
    assert not find_kept()


def test_where_a_copy_could_not_be_kept_it_is_tried_again_without_another_change(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk: only the next change was kept, and there may be none."""
    keeper = desk.commands.filing.keeper
    keeper._retry.setInterval(10)

    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(unsaved_copy, "_write_readable", full)
        desk.click(0.7, 2.2)
        keeper.keep_soon()
        keeper._wait()
        assert not kept_files()
    desk.wait(kept_files)
    keeper._wait()
    keeper._retry.setInterval(unsaved_copy.RETRY_MS)
    assert np.array_equal(points_in(kept_files()[0]).X, desk.dataset.X)
    desk.wait(lambda: not keeper._timer.isActive() and not keeper._retry.isActive())


@pytest.fixture
def heard() -> Iterator[None]:
    """Let signals come that are ignored in what was started by nohup or with the shell's &."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@posix
def test_a_signal_closes_through_the_question(make_desk: Desks, heard: None) -> None:
    desk = make_desk()
    ending = EndingSignals(desk.window, desk.commands.filing)
    desk.click(0.7, 2.2)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        texts = desk.answer(Buttons.Cancel)
        signal.raise_signal(number)
        desk.wait(lambda texts=texts: texts)
        desk.wait(lambda: not desk.commands.filing.is_asking)
        assert desk.window.isVisible(), number
    desk.wait(kept_files)
    desk.answer(Buttons.Discard)
    signal.raise_signal(signal.SIGTERM)
    desk.wait(lambda: not kept_files())
    assert ending.code(0) == 0


@pytest.mark.waits
@pytest.mark.skipif(sys.platform != "linux", reason="forks a process that has loaded Qt")
@pytest.mark.seldom
def test_killed_at_random_moments_it_loses_no_more_than_the_last_seconds(config_folder: Path) -> None:
    command = [sys.executable, "-m", "tests.gui.killing", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3 kills")


def test_at_the_end_of_the_desktop_s_session_it_is_kept_without_a_question(
    make_desk: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = make_desk()
    desk.commands.filing.keeper._timer.setInterval(60_000)
    signal_name, app = SIGNAL("commitDataRequest(QSessionManager&)"), QApplication.instance()
    assert app is not None
    before = app.receivers(signal_name)
    ending = EndingSignals(desk.window, desk.commands.filing)
    assert app.receivers(signal_name) == before + 1
    desk.click(0.7, 2.2)
    assert not kept_files()
    ending.on_session_end()  # Qt makes its session manager itself
    assert np.array_equal(points_in(kept_files()[0]).X, desk.dataset.X)
    desk.click(2.7, -2)  # who thinks better of it goes on
    asked: list[object] = []
    monkeypatch.setattr(file_commands, "ask", lambda *words: asked.append(words))
    assert ending.code(0) == 0
    assert not asked and not desk.window.isVisible()
    assert app.receivers(signal_name) == before
    assert [kept.path for kept in find_kept()] == kept_files()
    assert points_in(kept_files()[0]).X[-1].tolist() == pytest.approx([2.7, -2], abs=0.2)


def test_a_window_that_goes_without_being_closed_raises_nothing(make_desk: Desks, qtbot: QtBot) -> None:
    window = make_desk().window
    window.closing.emit()  # ends what else goes on
    window.closed.emit()
    window.failures.uninstall()
    window.controller.stop()
    with qtbot.captureExceptions() as raised:
        delete(window)  # as the process does, whose display server died
    assert raised == []


SCRIPT = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in what was started with the shell's &
from PySide6.QtCore import QTimer
from perceptron_gui.gui import app
from perceptron_gui.gui.filing import unsaved_copy as keeping
keeping.DELAY_MS = 1
make = app.make_window
def make_and_place(*args):
    window = make(*args)
    window.ready.connect(lambda: QTimer.singleShot(0, lambda: window.controller.place([[0.7, 2.2]], [0])))
    window.look = QTimer(window)
    asks = lambda: app.commands_of(window).filing.is_asking
    window.look.timeout.connect(lambda: print("asking" if asks() else "ready", flush=True))
    window.controller.document_changed.connect(lambda _: window.look.start(100))
    return window
app.make_window = make_and_place
sys.exit(app.run_window(None, False))
"""


def started(config_folder: Path) -> subprocess.Popen[str]:
    """Start the program with a point placed in it."""
    process = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True)
    wait_for(process, "ready")
    return process


def wait_for(process: subprocess.Popen[str], word: str) -> None:
    assert process.stdout is not None
    assert any(line.strip() == word for line in process.stdout), "it ended"


@posix
def test_a_second_ctrl_c_ends_and_the_points_are_there_at_the_next_start(config_folder: Path) -> None:
    process = started(config_folder)
    process.send_signal(signal.SIGINT)
    wait_for(process, "asking")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=120)
    assert process.returncode == 130
    (kept,) = find_kept()
    assert points_in(kept.path).X.tolist()[-1] == [0.7, 2.2]


@pytest.mark.seldom
@pytest.mark.xserver
@pytest.mark.skipif(not shutil.which("Xvfb"), reason="needs Xvfb")
def test_points_outlive_the_display_server(config_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-noreset"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as answer:
        monkeypatch.setenv("DISPLAY", f":{answer.readline().strip()}")
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    try:
        process = started(config_folder)
        while not kept_files():
            wait_for(process, "ready")
    finally:
        server.kill()
        server.wait()
    process.communicate(timeout=120)
    assert process.returncode != 0
    (kept,) = find_kept()
    assert points_in(kept.path).X.tolist()[-1] == [0.7, 2.2]


def test_a_long_question_beside_the_canvas_goes_on_in_a_second_line(qtbot: QtBot) -> None:
    bar = NoteBar(wraps=True)
    qtbot.addWidget(bar)
    bar.add_button("Open", lambda: None)
    bar.say("Points that were not saved are kept since yesterday: <b>a title</b> of many words")
    bar.resize(260, bar.heightForWidth(260))
    bar.show()
    label = bar.text
    assert label.heightForWidth(label.width()) <= label.height()
    assert label.height() > 2 * label.fontMetrics().height()


@pytest.mark.parametrize(
    ("work", "lost"),
    [
        ([(8, WORK, "a"), (8.5, BEAT, ""), (9, WORK, "b")], 2.0),
        ([(6, WORK, "a"), (6.4, WORK, EMPTY), (7, BEAT, ""), (9, WORK, EMPTY)], 0.4),
        ([(6, WORK, "a"), (6.4, WORK, EMPTY), (7, BEAT, ""), (9, WORK, "a")], 4.0),
        ([(6, WORK, EMPTY), (7, BEAT, "")], 0.0),
        ([(7, BEAT, "")], 0.0),
    ],
)
def test_a_kill_loses_what_was_there_until_it_or_until_somebody_cleared_it(
    work: list[tuple[float, str, str]], lost: float
) -> None:
    child = Child.__new__(Child)
    child.killed = 10.0
    _, by_clock = child._since([Line(*line) for line in work])
    assert by_clock == pytest.approx(lost)
