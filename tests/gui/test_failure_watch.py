"""A fault of the program is one dialog with details to copy, and a window that goes on."""

from __future__ import annotations

import errno
import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from perceptron_gui.gui.failure_watch import CrashDialog
from perceptron_gui.session.worker import background, training_worker
from tests.gui.desk import Desk, Key
from tests.session.bench import XOR

pytestmark = pytest.mark.qt_no_exception_capture


@pytest.fixture
def watched(desk: Desk) -> Iterator[Desk]:
    """A window that catches exceptions, as it does when the program runs."""
    desk.window.failures.install()
    yield desk
    desk.window.failures.uninstall()


def dialogs() -> list[CrashDialog]:
    """Return the dialogs on the screen."""
    return [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, CrashDialog)]


def raise_in_a_slot(desk: Desk, text: str) -> None:
    """Let an exception happen where Qt calls us."""

    def slot() -> None:
        raise RuntimeError(text)

    QTimer.singleShot(0, slot)


def close_dialog(desk: Desk) -> None:
    """Press Close."""
    (dialog,) = dialogs()
    dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close).click()
    desk.wait(lambda: not dialogs())
    desk.window.activateWindow()
    desk.wait(desk.window.isActiveWindow)


def is_usable(desk: Desk) -> bool:
    """Whether points can be placed and trained on."""
    desk.show(XOR)
    desk.click(0.5, 0.25)
    desk.key(Key.Key_Right, on=desk.window.canvas)
    desk.wait(lambda: desk.snapshot.visit == 1)
    return desk.dataset.n_samples == 5


def test_an_exception_in_a_slot_is_one_dialog(watched: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    raise_in_a_slot(watched, "the first")
    watched.wait(dialogs)
    text = dialogs()[0].details.toPlainText()
    assert "RuntimeError: the first" in text
    assert "Perceptron Lab" in text
    assert "PySide6" in text
    assert "the first" in capsys.readouterr().err
    close_dialog(watched)
    assert is_usable(watched)


NO_MEMORY = "There is not enough memory for this: use fewer points, features or classes."


@pytest.mark.parametrize(
    "error", [MemoryError(), OSError(errno.ENOMEM, ""), ImportError("a.so: failed to map segment from shared object")]
)
def test_too_little_memory_is_a_sentence_and_no_dialog(
    watched: Desk, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    """A million points showed a traceback."""

    def slot() -> None:
        raise error

    heard: list[str] = []
    watched.window.failures._next_sentence = 0.0
    watched.window.status.noticed.connect(heard.append)
    for _ in range(3):  # as with every paint
        QTimer.singleShot(0, slot)
    watched.wait(lambda: capsys.readouterr().err.count(NO_MEMORY) or heard)
    watched.settle()
    assert heard == [NO_MEMORY] and not dialogs()
    assert is_usable(watched)


def test_too_little_memory_in_a_thread_is_a_sentence(watched: Desk) -> None:
    def work() -> None:
        raise MemoryError

    watched.window.failures._next_sentence = 0.0
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    watched.wait(lambda: watched.window.status.message.text() == NO_MEMORY)
    assert not dialogs()


def test_too_little_memory_to_train_is_a_sentence_and_a_run_of_fewer_points_goes_on(
    watched: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    watched.window.failures._next_sentence = 0.0
    with monkeypatch.context() as patch:
        patch.setattr(training_worker, "Run", fail)
        watched.window.controller.set_dataset(XOR, "four points")
        watched.wait(lambda: watched.window.status.message.text() == NO_MEMORY)
    assert not dialogs()
    assert is_usable(watched)


def test_too_little_memory_for_an_analysis_is_said_as_such() -> None:
    def fail() -> str:
        raise MemoryError

    assert background.answer_or_failure(fail, str) == NO_MEMORY


def test_the_details_can_be_copied(watched: Desk) -> None:
    raise_in_a_slot(watched, "copy me")
    watched.wait(dialogs)
    copy = next(b for b in dialogs()[0].findChild(QDialogButtonBox).buttons() if "Copy" in b.text())
    copy.click()
    assert "RuntimeError: copy me" in QApplication.clipboard().text()
    close_dialog(watched)


def test_many_exceptions_are_still_one_dialog(watched: Desk) -> None:
    for i in range(3):
        raise_in_a_slot(watched, f"number {i}")
    watched.wait(lambda: dialogs() and "number 2" in dialogs()[0].details.toPlainText())
    assert len(dialogs()) == 1
    assert "number 0" in dialogs()[0].details.toPlainText()
    close_dialog(watched)
    raise_in_a_slot(watched, "a later one")
    watched.wait(dialogs)
    assert "number 0" not in dialogs()[0].details.toPlainText()
    close_dialog(watched)


def test_what_fails_again_and_again_leaves_the_window_to_who_wants_to_save(watched: Desk) -> None:
    """A view that fails with every frame brought its dialog back as soon as it was closed."""
    failures = watched.window.failures
    failures.show_details("the same")
    close_dialog(watched)
    failures.show_details("the same")
    assert not dialogs()
    assert "same bug" in watched.message
    failures.show_details("another")
    assert "another" in dialogs()[0].details.toPlainText()
    close_dialog(watched)


def test_an_exception_in_the_training_thread_is_one_dialog(watched: Desk) -> None:
    watched.show(XOR)
    watched.key(Key.Key_Space)
    watched.window.controller.post(lambda worker: 1 / 0)  # type: ignore[arg-type, return-value]
    watched.wait(dialogs)
    assert "ZeroDivisionError" in dialogs()[0].details.toPlainText()
    assert watched.window.transport._is_playing is False
    close_dialog(watched)
    assert is_usable(watched)


def test_after_a_failure_in_the_thread_play_tries_again(watched: Desk) -> None:
    watched.window.controller.post(lambda worker: 1 / 0)  # type: ignore[arg-type, return-value]
    watched.wait(dialogs)
    close_dialog(watched)
    watched.key(Key.Key_Space, on=watched.window.canvas)
    watched.wait(lambda: watched.snapshot.visit >= 1)


def test_a_view_that_fails_does_not_stop_the_frames(watched: Desk) -> None:
    class Broken:
        def render_snapshot(self, snapshot: object) -> None:
            raise ValueError("a broken view")

    broken = Broken()
    watched.window.controller.views.add(broken)
    watched.key(Key.Key_Right)
    watched.wait(dialogs)
    # gone before the dialog is closed: a frame in between would open another one
    watched.window.controller.views.remove(broken)
    watched.settle()
    close_dialog(watched)
    watched.key(Key.Key_Right, on=watched.window.canvas)
    watched.wait(lambda: watched.snapshot.visit == 2)


def test_a_window_that_closes_puts_the_hooks_back(desk: Desk) -> None:
    import sys

    desk.window.failures.install()
    assert sys.excepthook == desk.window.failures._on_exception
    desk.window.close()
    assert sys.excepthook is sys.__excepthook__


def test_the_next_start_says_what_to_send_of_a_fault_that_ended_the_program(desk: Desk) -> None:
    desk.window.failures.show_earlier(["Perceptron Lab 0\nFatal Python error: Aborted <b>here</b>"])
    (dialog,) = dialogs()
    assert "Fatal Python error: Aborted <b>here</b>" in dialog.details.toPlainText()
    close_dialog(desk)
    desk.window.failures.show_earlier([])
    assert not dialogs()


def test_an_exception_is_shown_when_the_terminal_is_gone(watched: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def write(self, text: str) -> None:
            raise BrokenPipeError

        def flush(self) -> None:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", Gone())
    raise_in_a_slot(watched, "with no terminal")
    watched.wait(dialogs)
    assert "with no terminal" in dialogs()[0].details.toPlainText()
    close_dialog(watched)
