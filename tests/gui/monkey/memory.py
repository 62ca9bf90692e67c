"""What a monkey's window holds: ``python -m tests.gui.monkey.memory N [SEED]``.

N acts by chance in one window, which does not close, with a few hundred points. First each action is done once: Qt
keeps the picture of a dialog that was closed, up to 3 MB each, and by chance the last one is opened after thousands of
acts. Then, and every so many acts, the window is brought to rest, in the same state, and a row says what it holds. Ends
with 1 where that is more than promised, or where it goes on to rise after the first acts, in which panels and fonts
come in and caches fill.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from perceptron_gui.session.actions import ACTIONS
from tests.arguments import numbers
from tests.gui.monkey.acts import Act, Chance

EVERY, WARM = 200, 4000
"""Acts from one row to the next, and those after which a rise counts: so long some part of a panel is seen for the
first time, and stays (a sixth of all widgets come after the first thousand acts)."""
FEWEST = 11
"""Rows from which a rise is told."""
MOST_KEPT = 0.25
"""MB that an act may keep where there are fewer rows, and panels and fonts still come in."""
MOST_POINTS = 400
MOST_MEGABYTES, MOST_RISE = 300.0, 3.0
"""MB, and MB a thousand acts; a rise that is within twice its own error from 0 is none."""
AT_REST = (Act("close_all"), Act("example", ("textbook",)), Act("size", (1280, 800)), Act("wait", (300,)))


def main(count: int, seed: int) -> int:
    """Play, print the rows, and return 0 where the promise held."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="monkey-") as folder:
        os.environ["PERCEPTRON_LAB_CONFIG"] = str(Path(folder) / "config")
        rows = play(count, seed, Path(folder))
    most, warm = max(held for _, held in rows), [row for row in rows if row[0] >= WARM]
    if len(warm) < FEWEST:
        kept = (rows[-1][1] - rows[0][1]) / max(rows[-1][0], 1)
        print(f"at most {most:.0f} MB (≤ {MOST_MEGABYTES:g}), {kept:.2f} MB an act (≤ {MOST_KEPT:g})", end="; ")
        print(f"for a slower rise it takes {WARM + EVERY * (FEWEST - 1)} acts")
        return 0 if most <= MOST_MEGABYTES and kept <= MOST_KEPT else 1
    from tests.benchmarks.figures import is_flat

    rise, error = rise_of(warm)
    is_held = most <= MOST_MEGABYTES and is_flat(rise, error, MOST_RISE)
    said = f"{rise:+.1f} ± {2 * error:.1f} MB a thousand acts from {WARM} on (≤ {MOST_RISE:g}, or about 0)"
    print(f"at most {most:.0f} MB (≤ {MOST_MEGABYTES:g}), {said}: {'held' if is_held else 'missed'}")
    return 0 if is_held else 1


def rise_of(rows: list[tuple[int, float]]) -> tuple[float, float]:
    """Return how many MB a thousand acts bring, and the standard error of that. `rows`: three at least."""
    from tests.benchmarks.figures import pooled_slope

    return pooled_slope([([done / 1000 for done, _ in rows], [held for _, held in rows])])


def play(count: int, seed: int, folder: Path) -> list[tuple[int, float]]:
    """Play acts; return how many were done, and the MB that were held, row by row."""
    from perceptron_gui.gui.app import commands_of
    from tests.benchmarks.figures import resident_mb
    from tests.gui.monkey.monkey import Monkey

    monkey, rows = Monkey(folder), list[tuple[int, float]]()
    filing = commands_of(monkey.window).filing
    filing.may_close = lambda: False  # type: ignore[method-assign] — a process has one window
    for action in ACTIONS:
        monkey.play(Act("action", (action.id,)))
        monkey.play(AT_REST[0])
    for number, act in enumerate([None, *Chance(seed).acts(count)]):
        if act is not None and not (act.kind == "edit" and act.values[0] == "place many"):
            monkey.play(act)
        if monkey.window.controller.document.dataset.n_samples > MOST_POINTS:
            monkey.play(Act("action", ("edit.undo",)))
        if number % EVERY == 0 or number == count:
            for each in AT_REST:
                monkey.play(each)
            monkey.rest()
            rows.append((number, resident_mb()))
            print(f"{number} acts: {rows[-1][1]:.0f} MB", flush=True)
    filing.may_close = lambda: True  # type: ignore[method-assign]
    monkey.close()
    return rows


if __name__ == "__main__":
    sys.exit(main(*numbers(count=None, seed=0)))
