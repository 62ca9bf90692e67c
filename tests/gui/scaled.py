"""Opens the window at the scale factor of its environment, and prints what has no room there."""

from __future__ import annotations

import json

from PySide6.QtTest import QTest

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.app import commands_of, make_application, make_window
from tests.gui.legibility import LOOK_MS, faults

SIZES = ((1280, 800), (1024, 768), (960, 600))


def main() -> None:
    """Look at three sizes."""
    make_application()
    window = make_window(Preferences())
    is_ready: list[bool] = []
    window.ready.connect(lambda: is_ready.append(True))
    window.show()
    found: list[object] = []
    while not is_ready:
        QTest.qWait(LOOK_MS)
    for size in SIZES:
        window.resize(*size)
        found += faults(window)
    print(json.dumps({"factor": window.devicePixelRatioF(), "faults": found}))
    commands_of(window).filing.may_close = lambda: True  # type: ignore[method-assign]
    window.close()


if __name__ == "__main__":
    main()
