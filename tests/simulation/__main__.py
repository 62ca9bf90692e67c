"""Decide what answers when, by a seed: ``python -m tests.simulation N [SEED] [--window]``.

N acts by chance, on a session without widgets, or on the real window (Qt's offscreen screen). Training, analysis,
fields, fans and timers are asked of one scheduler, which lets each happen at once, after the next act or many acts
later. A story of so many acts is a function of its seed: what fails is told with it, and happens again by it.
"""

from __future__ import annotations

import os
import sys
import time

from tests.arguments import command_line

STORY = 500
"""Acts with one seed."""


def main() -> int:
    """Tell stories, and return 0 where none failed."""
    parser = command_line()
    parser.add_argument("count", type=int, help="acts by chance")
    parser.add_argument("seed", nargs="?", type=int, default=0)
    parser.add_argument("--window", action="store_true", help="on the window")
    given = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from tests.simulation.stories import session_story, window_story

    tell = window_story if given.window else session_story
    count, seed = given.count, given.seed
    began, done = time.perf_counter(), 0
    while done < count:
        tell(seed, min(STORY, count - done))
        done, seed = done + STORY, seed + 1
        if done % (20 * STORY) == 0 or done >= count:
            rate = done / (time.perf_counter() - began)
            print(f"{min(done, count)} acts of {count}: green, {rate:.0f} a second", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
