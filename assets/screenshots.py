"""Take the pictures of the README: the real window on Qt's offscreen platform, at mistakes, and with the proof."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QDeadlineTimer
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.files.preferences import Preferences
from perceptron_gui.gui.app import make_application, make_window
from perceptron_gui.gui.window import MainWindow

FOLDER = Path(__file__).parent / "screenshots"
PATIENCE_MS = 20_000
SETTLE_MS = 1_500
"""For a panel to hear of the whole run."""


@dataclass(frozen=True)
class Shot:
    """A picture: what it is called, and what is to be seen on it."""

    name: str
    theme: str
    mode: Mode
    sample: str
    mistakes: int
    panel: str = "step"
    switches: tuple[str, ...] = ()


SHOTS = (
    Shot("primal-light", "light", Mode.PRIMAL, "two-classes", 5),
    Shot("dual-dark", "dark", Mode.DUAL, "two-classes", 6),
    Shot("multiclass-light", "light", Mode.MULTICLASS, "four-classes", 3),
    Shot("theorem-light", "light", Mode.PRIMAL, "textbook", 7, "theorem", ("street", "radius", "optimum")),
    Shot("weights-dark", "dark", Mode.PRIMAL, "textbook", 6, "weights"),
    Shot("kernel-light", "light", Mode.DUAL, "spirals", 28, "dual"),
    Shot("features-dark", "dark", Mode.MULTICLASS, "four-classes", 4, "features"),
)


def wait_until(app: QApplication, is_true: Callable[[], bool]) -> None:
    """Let the window live until `is_true`."""
    deadline = QDeadlineTimer(PATIENCE_MS)
    while not is_true():
        if deadline.hasExpired():
            raise TimeoutError("the window did not get there")
        app.processEvents()


def snapshot_of(window: MainWindow) -> Snapshot | None:
    """Return what the window shows."""
    return window.controller.snapshot


def shoot(shot: Shot) -> Path:
    """Save a picture of the window at the given mistake."""
    app = make_application()
    switches = {"still": True, **dict.fromkeys(shot.switches, True)}
    window, commands = make_window(Preferences(theme=shot.theme, switches=switches))
    is_ready = []
    window.ready.connect(lambda: is_ready.append(True))
    window.resize(1280, 800)
    window.show()
    wait_until(app, lambda: bool(is_ready))
    commands.examples.open(BY_NAME[shot.sample].name)
    window.controller.change_settings("mode", mode=shot.mode)
    for count in range(1, shot.mistakes + 1):
        window.actions_by_id["run.next_mistake"].trigger()
        wait_until(app, lambda count=count: _is_at(snapshot_of(window), shot.mode, count))
    dock = next(dock for dock in window.docks if dock.objectName() == shot.panel)
    dock.raise_()
    started = QDeadlineTimer(SETTLE_MS)
    wait_until(app, started.hasExpired)
    wait_until(app, lambda: window.top.verdict.text not in ("", "looking …"))
    wait_until(app, lambda: window.controller.training_thread.mailbox.is_empty)
    window.status.clear_notice()
    counts = window.status.counts
    wait_until(app, lambda: counts.width() >= counts.sizeHint().width())
    path = FOLDER / f"{shot.name}.png"
    path.parent.mkdir(exist_ok=True)
    window.grab().save(str(path))
    window.controller.history.mark_saved()
    window.close()
    return path


def _is_at(snapshot: Snapshot | None, mode: Mode, mistakes: int) -> bool:
    return snapshot is not None and snapshot.settings.mode is mode and snapshot.mistakes == mistakes


def main() -> int:
    """Take all pictures."""
    for shot in SHOTS:
        print(shoot(shot).relative_to(FOLDER.parents[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
