"""A start without a screen ends with a sentence, where Qt would abort (C7)."""

import contextlib
import os
from collections.abc import Iterator

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from perceptron_gui.files.file_work import shown, tell
from perceptron_gui.session.wording import joined
from perceptron_gui.translation import tr

CODE = 2
"""Exit code (C7)."""
SCREENS = ("WAYLAND_DISPLAY", "DISPLAY")
"""Where a desktop says which screen there is."""
NOT_FOUND = ("could not connect to display", 'platform plugin "wayland"')
"""In what Qt says of a screen that does not answer, in its English."""


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """End the process with a sentence and `CODE` where Qt finds no screen meanwhile; Qt itself would abort."""
    said: list[str] = []

    def hear(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if kind is not QtMsgType.QtFatalMsg:
            said.append(message)
            return
        tell(_refusal(said or [message]))
        os._exit(CODE)  # no exception goes through Qt, which would abort next

    earlier = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(earlier)
        for message in said:  # of what went well in the end
            tell(message)


def _refusal(said: list[str]) -> str:
    """Return why there is no window. `said`: by Qt."""
    if not any(each in message for each in NOT_FOUND for message in said):
        words = tr("The window cannot be opened because Qt says: {answer}")
        return words.format(answer=" ".join(" ".join(said).split()))
    named = [f"{name}={shown(value)}" for name in SCREENS if (value := os.environ.get(name))]
    if named:
        words = tr("The window cannot be opened because no screen answers at {screens}: start it on a desktop.")
        return words.format(screens=joined(named))
    return tr("The window cannot be opened because there is no screen: start it on a desktop.")
