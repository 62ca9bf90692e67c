"""Build the sdist and the wheels, and try one where nothing else of the project can be seen.

One wheel is for all systems. Where there is a C compiler another one, for this system only, has the compiled loop too.

Run by ``python3 dev.py package``, with the locked build tools of ``requirements/package.txt``.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path

import dev

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
TRY = """
import importlib.metadata, importlib.resources
import perceptron_gui, perceptron_gui.__main__
assert perceptron_gui.__version__ == importlib.metadata.version("perceptron-gui")
fonts = importlib.resources.files("perceptron_gui") / "resources" / "fonts"
assert any(font.name.endswith(".ttf") for font in fonts.iterdir()), "the wheel has no fonts"
print(perceptron_gui.__version__)
"""


def run(*command: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> str:
    """Run a command that must succeed and return what it printed."""
    words, full_env = [str(word) for word in command], {**os.environ, **(env or {})}
    done = subprocess.run(words, cwd=cwd, env=full_env, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(f"{done.stdout}\nfailed: {' '.join(map(str, command))}")
    return done.stdout


def commit_time() -> str:
    """Return the last commit's time in seconds, so that building it twice gives the same files."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        return "1767225600"
    return run("git", "log", "-1", "--format=%ct", cwd=ROOT).strip()


def build(empty: Path) -> Path:
    """Build both archives into dist/, the wheel from the sdist, and return the wheel.

    Run from an empty folder: the checkout's own folders would shadow the build tools' names.
    """
    shutil.rmtree(DIST, ignore_errors=True)
    tool = (sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST, ROOT)
    run(*tool, cwd=empty, env={"SOURCE_DATE_EPOCH": commit_time()})
    (wheel,) = DIST.glob("*.whl")
    return wheel


def with_kernel(wheel: Path) -> Path | None:
    """Return a copy of the wheel with the compiled loop, for this system only; None without a C compiler."""
    if not dev.build_kernel():
        return None
    system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    made = wheel.with_name(wheel.name.replace("-any.whl", f"-{system}.whl"))
    library = dev.kernel_file()
    records: list[str] = []
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        last = old.infolist()[-1]

        def add(info: zipfile.ZipInfo, content: bytes) -> None:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            records.append(f"{info.filename},sha256={digest},{len(content)}")
            new.writestr(info, content, zipfile.ZIP_DEFLATED)

        for info in old.infolist():
            content = old.read(info)
            if info.filename.endswith(".dist-info/WHEEL"):
                content = content.replace(b"-any", f"-{system}".encode())
                content = content.replace(b"Root-Is-Purelib: true", b"Root-Is-Purelib: false")
            if not info.filename.endswith(".dist-info/RECORD"):
                add(info, content)
        place = zipfile.ZipInfo(library.relative_to(ROOT).as_posix(), last.date_time)
        place.external_attr = 0o100755 << 16
        add(place, library.read_bytes())
        record = next(name for name in old.namelist() if name.endswith(".dist-info/RECORD"))
        text = "\n".join([*records, f"{record},,", ""])
        new.writestr(zipfile.ZipInfo(record, last.date_time), text, zipfile.ZIP_DEFLATED)
    return made


def try_out(wheel: Path, folder: Path) -> str:
    """Install the wheel with the locked libraries into a new environment, start it, return its version.

    Raises
    ------
    SystemExit
        If a step fails, or if the program and its metadata disagree about the version.
    """
    venv.create(folder / "venv", with_pip=True, symlinks=os.name != "nt")
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python = programs / ("python.exe" if os.name == "nt" else "python")
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    locked = ROOT / "requirements" / "run.txt"
    run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", locked, cwd=folder)
    run(*pip, "--no-deps", "--no-index", wheel, cwd=folder)
    version = run(python, "-c", TRY, cwd=folder).strip()
    said = run(shutil.which("perceptron-gui", path=str(programs)) or "", "--version", cwd=folder).strip()
    if version not in said:
        raise SystemExit(f"perceptron-gui --version says {said!r}, its metadata {version}")
    return version


def main() -> None:
    """Build, try, and say what was made."""
    parser = argparse.ArgumentParser(description="Build the sdist and the wheels, and try one.")
    parser.add_argument("--no-try", action="store_true", help="build only")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build(folder)
        wheel = with_kernel(wheel) or wheel
        if not chosen.no_try:
            print(f"version {try_out(wheel, folder)} starts from its wheel")
    for archive in sorted(DIST.iterdir()):
        print(f"dist/{archive.name}  {archive.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
