"""Let a monkey use the window: ``python -m tests.gui.monkey N [SEED]``.

N acts by chance, on the real window: every action, clicks, strokes, fingers, keys, wheel, sizes, themes, modes,
examples, undo and edits in the middle of strokes, while it plays. A warning, an exception, a complaint of Qt or a
second without an answer, by its own doing, is a fault; what led to one is cut down to a short script, which is printed.
``--play FILE`` plays such a script. Qt's offscreen screen is used unless QT_QPA_PLATFORM names another.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from tests.arguments import command_line
from tests.gui.monkey.acts import Act, Chance

EPISODE = 1000
"""Acts on one window, in one process."""
MOST_TRIES = 60
"""Scripts that are played to cut one down."""
TRIES = 2
"""How often a script is played until it shows a fault: the training thread has a time of its own."""
SECONDS, SECONDS_AN_ACT = 60.0, 0.6
"""How long a process may take, before it hangs."""
FOUND = 3
ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Outcome:
    """What playing a script led to.

    Attributes
    ----------
    count : int
        Acts played; with a fault the last of them is the one that showed it.
    fault : str
        Empty where there was none.
    placed : int
        Points that clicks on the plane have placed.
    history : sequence of int
        How many they had placed before each act that was played.
    """

    count: int
    fault: str
    placed: int = 0
    history: Sequence[int] = ()

    @property
    def kind(self) -> str:
        """The last line of the fault: what shrinking must not lose."""
        lines = [line for line in self.fault.splitlines() if line.strip() and not line.startswith(" ")]
        words = lines[-1] if lines else ""
        return "blocked" if self.fault.startswith("blocked") else "".join(c for c in words if not c.isdigit())


def main() -> int:
    """Play, and return 0 where nothing was found."""
    parser = command_line()
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("count", nargs="?", type=int, help="acts by chance")
    what.add_argument("--play", type=Path, metavar="FILE", help="a script that was found")
    parser.add_argument("seed", nargs="?", type=int, default=0)
    given = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return play_by_chance(given.count, given.seed) if given.play is None else play_file(given.play)


def play_by_chance(count: int, seed: int) -> int:
    """Play so many acts, and return 0 where nothing was found."""
    done = placed = 0
    while done < count:
        acts = Chance(seed + done).acts(min(EPISODE, count - done))
        outcome = play_apart(acts)
        if outcome.fault:
            report(acts, outcome, seed + done)
            return 1
        done += len(acts)
        placed += outcome.placed
        print(f"{done} acts of {count}: green, {placed} points placed by clicks", flush=True)
    return 0


def play_apart(acts: list[Act]) -> Outcome:
    """Play acts in a process of their own, which may crash."""
    from tests.gui.monkey.watch import IGNORED

    with tempfile.TemporaryDirectory(prefix="monkey-") as folder:
        script, told = Path(folder) / "script.json", Path(folder) / "told.json"
        script.write_text(json.dumps([[act.kind, *act.values] for act in acts]), encoding="utf-8")
        env = {**os.environ, "MONKEY_TOLD": str(told), "PERCEPTRON_LAB_CONFIG": str(Path(folder) / "config")}
        command = [sys.executable, "-X", "faulthandler", "-m", "tests.gui.monkey", "--play", str(script)]
        patience = SECONDS + SECONDS_AN_ACT * len(acts)
        try:
            done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=patience)
        except subprocess.TimeoutExpired:
            return Outcome(_told(told).count, "it hangs")
        outcome = _told(told)
        if done.returncode not in (0, FOUND):
            return Outcome(outcome.count, f"crashed with {done.returncode}\n{done.stderr[-3000:]}")
        left = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith(IGNORED)]
        return replace(outcome, fault=outcome.fault or "\n".join(left))  # what is told at the end, when nobody watches


def _told(path: Path) -> Outcome:
    try:
        return Outcome(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return Outcome(0, "")


def play_file(path: Path) -> int:
    """Play a script in this process; say what was found."""
    from tests.gui.monkey.monkey import Monkey

    acts = [Act(kind, tuple(values)) for kind, *values in json.loads(path.read_text(encoding="utf-8"))]
    told = Path(os.environ.get("MONKEY_TOLD", path.with_suffix(".told")))
    monkey = Monkey(path.parent)
    history: list[int] = []
    outcome = Outcome(0, "")

    def end_with(faults: list[str], where: str) -> None:
        if faults:
            told.write_text(json.dumps(asdict(replace(outcome, fault=faults[0]))), encoding="utf-8")
            print(f"{where}:\n" + "\n".join(faults), file=sys.stderr, flush=True)
            os._exit(FOUND)

    for number, act in enumerate(acts, start=1):
        history.append(monkey.placed)
        outcome = Outcome(number, "", monkey.placed, history)
        told.write_text(json.dumps(asdict(outcome)), encoding="utf-8")
        end_with(monkey.play(act), f"act {number}, {act}")
    end_with(monkey.close(), "at the end")
    return 0


# Shrinking


def report(acts: list[Act], outcome: Outcome, seed: int) -> None:
    """Print what was found, and the shortest script that shows it."""
    print(f"seed {seed}, act {outcome.count}: {outcome.fault}\n", flush=True)
    short, is_sure = shrink(acts[: outcome.count], outcome.kind)
    path = Path(tempfile.mkstemp(prefix="monkey-", suffix=".json")[1])
    path.write_text(json.dumps([[act.kind, *act.values] for act in short]), encoding="utf-8")
    print(f"{len(short)} acts{'' if is_sure else ', which do not show it every time'}:")
    print("\n".join(f"    {act}" for act in short))
    print(f"Again: python -m tests.gui.monkey --play {path}", flush=True)


def shrink(acts: list[Act], kind: str) -> tuple[list[Act], bool]:
    """Leave out what a fault does not need, halves first; return the rest, and whether that showed the fault again."""
    tries, size = 0, max(len(acts) // 2, 1)
    if not shows(acts, kind):
        return acts, False
    while tries < MOST_TRIES:
        place, has_shrunk = 0, False
        while place < len(acts) and tries < MOST_TRIES:
            fewer = acts[:place] + acts[place + size :]
            tries += 1
            if fewer and shows(fewer, kind):
                acts, has_shrunk = fewer, True
            else:
                place += size
        if size == 1 and not has_shrunk:
            break
        size = max(size // 2, 1)
    return acts, True


def shows(acts: list[Act], kind: str) -> bool:
    """Whether playing acts shows a fault of a kind."""
    return any(play_apart(acts).kind == kind for _ in range(TRIES))


if __name__ == "__main__":
    sys.exit(main())
