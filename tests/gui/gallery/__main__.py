"""Take a picture of every state and lay them out on contact sheets.

``python3 dev.py gallery [FOLDER] [WORD …] [--language LANGUAGE]``: with words, only states that have one of them in
sheet or name; in English, if no language is named.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import dev
from perceptron_gui.files.program import languages
from perceptron_gui.translation import ENGLISH

SCREEN = "1920x1080x24"
USUAL_FOLDER = dev.ROOT / "build/gallery"


def rows_of(folder: Path, words: list[str], language: str) -> list[dict[str, Any]]:
    """Let workers take their shares, each on a screen of its own; return what they told, in order."""
    # Half of a worker's time is waiting for its screen.
    count = 2 * (os.cpu_count() or 1)
    with ExitStack() as stack:
        workers = []
        for which in range(count):
            env = {**os.environ, **stack.enter_context(dev.virtual_screen(SCREEN)), "PYTHONPATH": str(dev.ROOT)}
            env["PERCEPTRON_LAB_CONFIG"] = str(folder / f"settings-{which}")  # files that states open are no one's
            share = [str(folder), str(which), str(count), language]
            command = [sys.executable, "-m", "tests.gui.gallery.worker", *share, *words]
            workers.append(subprocess.Popen(command, env=env, cwd=dev.ROOT, stdout=subprocess.PIPE, text=True))
        told = [line for worker in workers for line in worker.communicate()[0].splitlines()]
    return sorted((json.loads(line) for line in told), key=lambda row: row["number"])


def main() -> int:
    """Take the pictures, write the sheets, and say what could not be reached."""
    start, words, language = time.monotonic(), sys.argv[1:], ENGLISH
    if languages.OPTION in words[:-1]:
        at = words.index(languages.OPTION)
        _, language = words.pop(at), words.pop(at)
        if language not in languages.known():
            print(f"no language is called {language!r}; there are: {', '.join(languages.known())}")
            return 2
    if any(word.startswith("-") for word in words):
        print(__doc__)
        return 0 if {"-h", "--help"} & set(words) else 2
    folder = Path(words.pop(0)).resolve() if words else USUAL_FOLDER
    singles = folder / "pictures"
    singles.mkdir(parents=True, exist_ok=True)
    for old in (*folder.glob("*.png"), *singles.glob("*.png")):
        old.unlink()
    rows = rows_of(singles, words, language)
    failed = [row for row in rows if "failed" in row]
    print(f"{len(rows) - len(failed)} pictures in {time.monotonic() - start:.0f} s")
    for path in written(rows, folder):
        print(path)
    for row in failed:
        print(f"NOT REACHED: {row['failed']}: {row['error']}")
    return 1 if failed else 0


def written(rows: list[dict[str, Any]], folder: Path) -> list[Path]:
    """Write the sheets."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from perceptron_gui.gui.app import make_application
    from tests.gui.gallery.sheets import Picture, write_sheets

    make_application()
    pictures = [Picture(row["sheet"], row["name"], Path(row["path"])) for row in rows if "path" in row]
    return write_sheets(pictures, folder)


if __name__ == "__main__":
    sys.exit(main())
