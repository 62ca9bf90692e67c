"""The pictures of the site, painted by the program itself in each of its languages: windows, planes of lessons, a film.

A language takes a minute, mostly of waiting. What was painted of the same program is taken again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from installers.product import ROOT
from perceptron_gui.files.program import languages
from website import lessons

KEPT = ROOT / "build/site-pictures"
PROGRAM = ROOT / "perceptron_gui"
PAINTERS = (ROOT / "assets/screenshots.py", Path(__file__), Path(lessons.__file__))
FILM = ("two-classes", "--every", "visit", "--fps", "5.4", "--size", "960x600")
"""An example and how it is rendered: its start and 161 visits, in 30 seconds."""


def painted(codes: Iterable[str]) -> dict[str, Path]:
    """Return a folder of pictures for each language, as many painted at once as there are processors."""
    folder = KEPT / _digest()
    folder.mkdir(parents=True, exist_ok=True)
    for other in KEPT.iterdir():
        if other != folder:
            shutil.rmtree(other)
    folders = {code: folder / code for code in codes}
    missing = [code for code, found in folders.items() if not found.exists()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for code in pool.map(lambda code: _paint_apart(code, folders[code]), missing):
            print(f"pictures: {code}", flush=True)
    return folders


def _digest() -> str:
    """Return what is another one as soon as a picture may look different."""
    found = hashlib.sha256()
    for path in [*_files(PROGRAM), *PAINTERS]:
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def _files(folder: Path) -> Iterator[Path]:
    yield from sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")


def _paint_apart(code: str, folder: Path) -> str:
    """Paint in a process of its own, since Qt speaks one language at a time; there is no half of a folder."""
    part = folder.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    with tempfile.TemporaryDirectory() as home:  # the user's own preferences are left alone
        places = {"XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "QT_QPA_PLATFORM": "offscreen"}
        env = {**os.environ, **places, "PYTHONPATH": str(ROOT / "packaging")}
        done = subprocess.run([sys.executable, "-m", __name__, code, part], cwd=ROOT, env=env, capture_output=True)
    if done.returncode:
        raise RuntimeError(f"pictures in {code}: {done.stderr.decode(errors='replace')}")
    part.rename(folder)
    return code


def film(code: str, path: Path) -> None:
    """Paint the film, as the program's command does: a GIF plays in every browser, and needs no other program."""
    name, *options = FILM
    start = [sys.executable, "-m", "perceptron_gui", languages.OPTION, code]
    with tempfile.TemporaryDirectory() as folder:
        points = Path(folder) / "points.csv"
        subprocess.run([*start, "samples", name, "-o", points], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        subprocess.run([*start, "render", points, "-o", path, *options], check=True, cwd=ROOT)


def windows(code: str, folder: Path, names: Sequence[str] = ()) -> None:
    """Take the pictures of the window, all or those that are named."""
    take = [sys.executable, str(ROOT / "assets/screenshots.py"), languages.OPTION, code, "--into", str(folder), *names]
    subprocess.run(take, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def main(code: str, folder: str) -> int:
    """Paint all pictures in a language."""
    windows(code, Path(folder))
    film(code, Path(folder) / "film.gif")
    languages.speak(code)
    lessons.paint(lessons.read(), Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
