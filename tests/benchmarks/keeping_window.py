"""A window in which points are placed beside many, and how old the copy of unsaved work gets: run as a module.

`python -m tests.benchmarks.keeping_window 1000000` prints JSON: the most seconds that a change was on the screen only,
how long a copy took, and how long after a click its point was painted. `PERCEPTRON_LAB_CONFIG` names an empty folder.
"""

from __future__ import annotations

import json
import time

from PySide6.QtCore import QEventLoop

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.app import commands_of, make_application, make_window
from perceptron_gui.gui.filing.unsaved_copy import Keeper
from perceptron_gui.session.document import Document
from tests.arguments import numbers
from tests.benchmarks import data
from tests.benchmarks.figures import percentile
from tests.benchmarks.probes import ClickProbe, wait

N_CLICKS, PAUSE_S, AFTER_S = 40, 0.4, 20.0


class KeepingProbe:
    """Notes when documents were first on the screen, and which of them were on the disk when a copy was written."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._changed: list[tuple[float, Document]] = []
        self.ages: list[float] = []
        self.writings: list[float] = []
        write = keeper._write
        keeper._write = lambda content, draft: self._time(write, content, draft)  # type: ignore[method-assign]
        keeper._controller.document_changed.connect(self._on_changed)

    def _on_changed(self) -> None:
        self._changed.append((time.perf_counter(), self._keeper._controller.document))

    def _time(self, write, content, draft) -> None:  # type: ignore[no-untyped-def]
        begin = time.perf_counter()
        write(content, draft)
        now = time.perf_counter()
        assert self._keeper._kept is content, "nothing was kept"
        known = [document for _, document in self._changed].index(draft.session.document)
        self.writings.append(now - begin)
        self.ages += [now - changed for changed, _ in self._changed[: known + 1]]
        del self._changed[: known + 1]


def main(n: int) -> dict[str, float]:
    """Return what was measured, in seconds."""
    make_application()
    window = make_window(Preferences(switches={"still": True}))
    loop = QEventLoop()
    window.ready.connect(loop.quit)
    window.resize(1200, 800)
    window.show()
    loop.exec()
    probe = KeepingProbe(commands_of(window).filing.keeper)
    window.controller.open_document(Document().with_dataset(data.noise(n)), is_safe=False)
    window.canvas.fit()
    wait(AFTER_S / 4)
    clicks = ClickProbe(window)
    clicks.click(N_CLICKS, PAUSE_S)
    wait(AFTER_S)
    window.controller.history.mark_saved(window.controller.document, is_whole=True)
    window.close()
    shown = {"age": max(probe.ages), "writing": max(probe.writings), "writings": len(probe.writings)}
    return shown | {f"click_p{p}": percentile(clicks.taken, p) for p in (50, 90, 100)}


if __name__ == "__main__":
    print(json.dumps(main(*numbers(points=None))))
