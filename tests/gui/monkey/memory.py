"""What a monkey's window holds: ``python -m tests.gui.monkey.memory N [SEED]``.

N acts by chance in one process, with a few hundred points. Every so many of them the window is brought to rest, in the
same state, and a row says what it holds. Ends with 1 where that is more than promised, or rises in the second half.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tests.gui.monkey.acts import Act, Chance

EVERY = 400
"""Acts from one row to the next."""
MOST_POINTS = 400
MOST_MEGABYTES, MOST_RISE = 250.0, 30.0
"""MB, and MB a thousand acts in the second half: what the last panels, dialogs and sizes hold differs by some 25."""
AT_REST = (Act("close_all"), Act("example", ("textbook",)), Act("size", (1280, 800)), Act("wait", (300,)))


def main(arguments: list[str]) -> int:
    """Play, print the rows, and return 0 where the promise held."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    count, seed = int(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 0
    with tempfile.TemporaryDirectory(prefix="monkey-") as folder:
        os.environ["PERCEPTRON_LAB_CONFIG"] = str(Path(folder) / "config")
        rows = play(count, seed, Path(folder))
    from tests.benchmarks.figures import slope

    half = rows[len(rows) // 2 :]
    rise = 1000 * slope([done for done, _ in half], [held for _, held in half])
    most = max(held for _, held in rows)
    is_held = most <= MOST_MEGABYTES and rise <= MOST_RISE
    said = "held" if is_held else "missed"
    print(f"at most {most:.0f} MB (≤ {MOST_MEGABYTES:g}), {rise:+.1f} MB a thousand acts (≤ {MOST_RISE:g}): {said}")
    return 0 if is_held else 1


def play(count: int, seed: int, folder: Path) -> list[tuple[int, float]]:
    """Play acts; return how many were done, and the MB that were held, row by row."""
    from tests.benchmarks.figures import resident_mb
    from tests.gui.monkey.monkey import Monkey

    monkey, rows = Monkey(folder), list[tuple[int, float]]()
    for number, act in enumerate(Chance(seed).acts(count), start=1):
        if act.kind == "edit" and act.values[0] == "place many":
            continue
        monkey.play(act)
        if monkey.window.controller.document.dataset.n_samples > MOST_POINTS:
            monkey.play(Act("action", ("edit.undo",)))
        if number % EVERY == 0:
            for each in AT_REST:
                monkey.play(each)
            monkey.rest()
            rows.append((number, resident_mb()))
            print(f"{number} acts: {rows[-1][1]:.0f} MB", flush=True)
    monkey.close()
    return rows


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
