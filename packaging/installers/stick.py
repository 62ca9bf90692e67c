"""The stick: one zip with everything that a school without internet needs."""

from __future__ import annotations

import hashlib
import itertools
import shutil
import time
import zipfile
from pathlib import Path

from installers import components, notices, wheelhouse
from installers.product import DIST, NAME, PACKAGING, ROOT, VERSION, WORK, commit_time
from installers.target import Target

TREE = WORK / f"{NAME}-{VERSION}-stick"
GUIDE = ROOT / "build/guide"
SUMS = "SHA256SUMS"
INSTALLERS = ("*.deb", "*.run", "*.exe", "*.dmg")
SCRIPTS = {"start.sh": "start.sh", "start-macos.command": "start.sh", "start-windows.cmd": "start-windows.cmd"}


def build() -> list[Path]:
    """Put everything together, with its checksums, and pack it."""
    shutil.rmtree(TREE, ignore_errors=True)
    (TREE / "installers").mkdir(parents=True)
    for path in itertools.chain.from_iterable(sorted(DIST.glob(pattern)) for pattern in INSTALLERS):
        shutil.copy(path, TREE / "installers")
    _fill_wheelhouse(TREE / "wheelhouse")
    shutil.copy(PACKAGING / "ADMIN.md", TREE)
    # The wheels of Qt bring no words of its licence.
    notices.write_list(TREE, [*components.libraries(), *components.carried()])
    for name, source in {**SCRIPTS, "README.txt": "README.txt"}.items():
        write_text(PACKAGING / "stick" / source, TREE / name)
    if GUIDE.is_dir():
        shutil.copytree(GUIDE, TREE / "guide")
    (TREE / SUMS).write_text(checksums(TREE), encoding="utf-8")
    made = DIST / f"{TREE.name}.zip"
    pack(TREE, made)
    (DIST / SUMS).unlink(missing_ok=True)
    (DIST / SUMS).write_text(checksums(DIST), encoding="utf-8")
    return [made]


def _fill_wheelhouse(folder: Path) -> None:
    """Bring the locked libraries for all systems and Pythons, and our own wheels."""
    wheelhouse.fill(folder)
    own = sorted(DIST.glob(f"perceptron_gui-{VERSION}-*.whl"))
    for wheel in own:
        shutil.copy(wheel, folder)
    (folder / "requirements.txt").write_text(requirements(own), encoding="utf-8")


def requirements(wheels: list[Path]) -> str:
    """Return the locked libraries and our own wheels, all with their hashes.

    Parameters
    ----------
    wheels : list of Path
        Ours, for any system.
    """
    hashes = " ".join(f"--hash=sha256:{_digest(wheel)}" for wheel in wheels)
    libraries = (ROOT / "requirements/run.txt").read_text(encoding="utf-8")
    return f"{libraries}perceptron-gui=={VERSION} {hashes}\n"


def write_text(source: Path, target: Path) -> None:
    """Write a script with the version in it, as its system wants lines to end.

    Parameters
    ----------
    source, target : Path
    """
    end = "\r\n" if target.suffix in (".cmd", ".txt") else "\n"
    text = source.read_text(encoding="utf-8").replace("@VERSION@", VERSION)
    target.write_text(text, encoding="utf-8", newline=end)
    target.chmod(0o755 if target.suffix in (".sh", ".command") else 0o644)


def checksums(folder: Path) -> str:
    """Return what ``sha256sum -c`` reads.

    Parameters
    ----------
    folder : Path
    """
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != SUMS)
    return "".join(f"{_digest(path)}  {path.relative_to(folder).as_posix()}\n" for path in files)


def _digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pack(folder: Path, made: Path) -> None:
    """Pack a folder, by names, with one date: packing it twice gives the same file.

    Parameters
    ----------
    folder : Path
    made : Path
        The zip.
    """
    date = time.gmtime(commit_time())[:6]
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            info = zipfile.ZipInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}", date)
            info.external_attr = (path.stat().st_mode & 0xFFFF) << 16
            # Most of it is compressed already.
            info.compress_type = zipfile.ZIP_STORED if path.stat().st_size > 2**20 else zipfile.ZIP_DEFLATED
            with open(path, "rb") as source, archive.open(info, "w", force_zip64=True) as target:
                shutil.copyfileobj(source, target, 2**20)


TARGET = Target(
    "stick",
    "one zip for schools: installers, wheels for three systems, start scripts, checksums",
    build,
    needs=("guide", "deb", "run", "windows", "wheels"),
)
