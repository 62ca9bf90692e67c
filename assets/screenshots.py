"""Take the pictures of README, guide and site: the real window on Qt's offscreen platform, at mistakes of real runs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QDeadlineTimer, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog

from perceptron_gui.engine.data.features.feature_map import POLY2
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.files.program.guide import GUIDE
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.app import commands_of, make_application, make_window
from perceptron_gui.gui.features.lessons.maker import LessonMaker
from perceptron_gui.gui.features.notes import HINTS
from perceptron_gui.gui.language import speak
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.translation import ENGLISH, tr

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "assets/screenshots"
README_SIZE = (1280, 800)
GUIDE_SIZE = (1100, 720)
PATIENCE_MS = 20_000
SETTLE_MS = 1_500
"""For a panel to hear of the whole run."""


@dataclass(frozen=True)
class Shot:
    """A picture: what it is called, and what is to be seen on it; `actions` come when the run is there.

    Of a shipped lesson, the window in which it is made, at one of its pages.
    """

    name: str
    theme: str
    mode: Mode
    sample: str
    mistakes: int
    panel: str = "step"
    switches: tuple[str, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)
    actions: tuple[str, ...] = ()
    lesson: tuple[str, int] | None = None


README_SHOT = Shot("primal-light", "light", Mode.PRIMAL, "two-classes", 5)
DARK_SHOT = replace(README_SHOT, name="primal-dark", theme="dark")
GUIDE_SHOTS = (
    Shot("first-minutes", "light", Mode.PRIMAL, "two-classes", 3),
    Shot("the-window", "light", Mode.PRIMAL, "narrow", 4),
    Shot("points", "light", Mode.PRIMAL, "two-classes", 2, actions=("tools.select", "edit.select_all")),
    Shot("gallery", "light", Mode.PRIMAL, "two-classes", 3, actions=("data.gallery",)),
    Shot("generator", "light", Mode.PRIMAL, "two-classes", 2, actions=("data.generate",)),
    Shot("point-table", "light", Mode.PRIMAL, "two-classes", 2, "points", actions=("edit.select_class",)),
    Shot("a-run", "light", Mode.PRIMAL, "narrow", 9, "curves"),
    Shot("primal", "light", Mode.PRIMAL, "textbook", 2),
    Shot("dual", "light", Mode.DUAL, "two-classes", 6, "dual"),
    Shot("multiclass", "light", Mode.MULTICLASS, "three-classes", 3),
    Shot("the-theorem", "light", Mode.PRIMAL, "textbook", 7, "theorem", ("street", "radius", "optimum")),
    Shot("weight-space", "light", Mode.PRIMAL, "textbook", 6, "weights"),
    Shot("kernels", "light", Mode.DUAL, "spirals", 28, "dual"),
    Shot("features", "light", Mode.PRIMAL, "ring", 5, "features", settings={"features": POLY2}),
    Shot("beyond-the-rule", "light", Mode.PRIMAL, "two-classes", 4, settings={"beta": 2.0}),
    Shot("own-data", "light", Mode.PRIMAL, "iris-sepals", 5, "table"),
    Shot("in-the-lecture", "projector", Mode.PRIMAL, "two-classes", 2, actions=("run.predict",)),
    Shot("make-a-lesson", "light", Mode.PRIMAL, "textbook", 1, lesson=("why-adding-helps", 7)),
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


def shoot(shot: Shot, folder: Path, size: tuple[int, int]) -> Path:
    """Save a picture of the window at the given mistake."""
    app = make_application()
    switches = {"still": True, **dict.fromkeys(shot.switches, True)}
    window = make_window(Preferences(theme=shot.theme, switches=switches, done_hints=tuple(HINTS)))
    is_ready = []
    window.ready.connect(lambda: is_ready.append(True))
    window.resize(*size)
    window.show()
    wait_until(app, lambda: bool(is_ready))
    window.top.sample_chosen.emit(shot.sample)
    window.controller.change_settings("mode", mode=shot.mode, **shot.settings)
    for count in range(1, shot.mistakes + 1):
        window.actions_by_id["run.next_mistake"].trigger()
        wait_until(app, lambda count=count: _is_at(snapshot_of(window), shot.mode, count))
    window.side.bring_named(shot.panel)
    for action in shot.actions:
        window.actions_by_id[action].trigger()
    started = QDeadlineTimer(SETTLE_MS)
    wait_until(app, started.hasExpired)
    wait_until(app, lambda: window.top.verdict.text not in ("", tr("computing …")))
    wait_until(app, lambda: window.controller.training_thread.mailbox.is_empty)
    window.status.clear_notice()
    counts = window.status.counts
    wait_until(app, lambda: counts.width() >= counts.sizeHint().width())
    if shot.lesson is not None:
        edit(app, window, *shot.lesson)
    path = folder / f"{shot.name}.png"
    folder.mkdir(exist_ok=True)
    dialogs = [each for each in app.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]
    with_few_colours((dialogs or [window])[0].grab().toImage()).save(str(path))
    window.controller.history.mark_saved()
    window.close()
    return path


def edit(app: QApplication, window: MainWindow, name: str, page: int) -> None:
    """Make a shipped lesson further, which keeps nothing of it."""
    maker: LessonMaker = commands_of(window).late["making"].made
    maker.open_path(shipped()[name])
    wait_until(app, lambda: maker.draft.number == 1)
    maker.select(page)
    wait_until(app, lambda: bool(maker.window.check.text()))
    started = QDeadlineTimer(SETTLE_MS)
    wait_until(app, started.hasExpired)


def with_few_colours(image: QImage) -> QImage:
    """Return a picture in its 256 most frequent colours, which takes a third of the bytes."""
    whole = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(whole.constBits(), np.uint32)
    colours, counts = np.unique(pixels, return_counts=True)
    table = colours[np.argsort(-counts, kind="stable")[:256]].tolist()
    return whole.convertToFormat(QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.ThresholdDither)


def _is_at(snapshot: Snapshot | None, mode: Mode, mistakes: int) -> bool:
    return snapshot is not None and snapshot.settings.mode is mode and snapshot.mistakes == mistakes


def main() -> int:
    """Take all pictures, or those that are named; into a folder those for the site, which are in a language."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("names", nargs="*")
    options.add_argument("--language", default=ENGLISH)
    options.add_argument("--into", type=Path)
    asked = options.parse_args()
    make_application()
    speak(asked.language)
    jobs = [(README_SHOT, asked.into or FOLDER, README_SIZE)]
    jobs += [(DARK_SHOT, asked.into, README_SIZE)] * (asked.into is not None)
    jobs += [(shot, asked.into or GUIDE / "pictures", GUIDE_SIZE) for shot in GUIDE_SHOTS]
    for shot, folder, size in jobs:
        if not asked.names or shot.name in asked.names:
            print(os.path.relpath(shoot(shot, folder, size), ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
