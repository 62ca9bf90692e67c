"""The sdist and the wheels: one for all systems, and with the compiled loop one for this; on Linux for Windows, too."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import os
import re
import shutil
import sys
import sysconfig
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path

import dev
from installers import components, contents, mingw, sbom
from installers.elf import is_elf
from installers.product import DIST, PROGRAM, ROOT, VERSION, commit_time, machine
from installers.shell import BuildError, run
from installers.target import Target

GLIBC = re.compile(r"GLIBC_(\d+)\.(\d+)")
OLDEST_MANYLINUX = (2, 17)
USUAL_MACOS = "14.0"
WINDOWS = "win_amd64"
LIST = f"perceptron_gui-{VERSION}.dist-info/sboms/{PROGRAM}.cdx.json"
"""Where a wheel has the list of its parts (PEP 770)."""
TRY = """
import importlib.metadata, importlib.resources, sys
import perceptron_gui, perceptron_gui.__main__
from perceptron_gui.engine.native import loader
assert perceptron_gui.__version__ == importlib.metadata.version("perceptron-gui")
fonts = importlib.resources.files("perceptron_gui") / "resources" / "fonts"
assert any(font.name.endswith(".ttf") for font in fonts.iterdir()), "the wheel has no fonts"
from perceptron_gui.session.programs.written_program import templates
assert {"numpy.jinja", "orders/passes.jinja"} <= {*templates().list_templates()}, "the wheel lacks program templates"
assert (loader.library is not None) == (sys.argv[1] == "compiled"), "the compiled loop is not as it should be"
print(perceptron_gui.__version__)
"""


def build() -> list[Path]:
    """Build sdist and wheels, and try each wheel of this system where nothing else of the project can be seen."""
    DIST.mkdir(exist_ok=True)
    for old in [*DIST.glob("perceptron_gui-*.whl"), *DIST.glob("perceptron_gui-*.tar.gz")]:
        old.unlink()
    parts = sbom.text([*components.libraries(), *components.carried()])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # From an empty folder: the checkout's own folders would hide the names of the build tools.
        tool = (sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
        run(*tool, cwd=folder, env={"SOURCE_DATE_EPOCH": str(commit_time())})
        (source,), (bare,) = folder.glob("*.tar.gz"), folder.glob(f"perceptron_gui-{VERSION}-*.whl")
        settle_source(source, DIST / source.name)
        made = [with_files(bare, DIST / bare.name, {LIST: parts.encode()})]
        if dev.build_kernel():
            made.append(with_kernel(made[0], dev.kernel_file(), platform_tag(dev.kernel_file())))
        try_out(made, folder)
        if sys.platform == "linux":
            mingw.compile_loop(folder / "visits.library")
            made.append(with_kernel(made[0], folder / "visits.library", WINDOWS))
    for wheel in made:
        contents.check(zipfile.Path(wheel))
    listed = DIST / f"perceptron_gui-{VERSION}.cdx.json"
    listed.write_text(parts, encoding="utf-8")
    return [DIST / source.name, *made, listed]


def settle_source(source: Path, made: Path) -> None:
    """Pack the sdist anew: the time of the commit, and rights and owners that say nothing of who built it.

    Parameters
    ----------
    source, made : Path
        The sdist, and the new one.
    """
    packed = io.BytesIO()
    with tarfile.open(source) as old, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda each: each.name):
            settled = tarfile.TarInfo(member.name)
            settled.type, settled.size, settled.mtime = member.type, member.size, commit_time()
            settled.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(settled, old.extractfile(member) if member.isfile() else None)
    made.write_bytes(gzip.compress(packed.getvalue(), mtime=0))


def platform_tag(library: Path) -> str:
    """Return the name of the systems on which a library can be loaded, as wheels have it.

    Parameters
    ----------
    library : Path
        On Linux the newest version of libc that it asks for decides.
    """
    if sys.platform == "darwin":
        # Compiled for this processor only, and for systems as old as the compiler was told.
        oldest = os.environ.get("MACOSX_DEPLOYMENT_TARGET", USUAL_MACOS)
        return f"macosx_{oldest.replace('.', '_')}_{machine()}"
    if not is_elf(library):
        return sysconfig.get_platform().replace("-", "_").replace(".", "_")
    asked = GLIBC.findall(run("readelf", "-VW", library))
    newest = max([OLDEST_MANYLINUX, *((int(major), int(minor)) for major, minor in asked)])
    return f"manylinux_{newest[0]}_{newest[1]}_{machine()}"


def with_kernel(wheel: Path, library: Path, system: str) -> Path:
    """Return a copy of a wheel that has the compiled loop, too, for one system only.

    Parameters
    ----------
    wheel : Path
        That for all systems.
    library : Path
        The compiled loop.
    system : str
        The tag of the system.
    """
    made = wheel.with_name(wheel.name.replace("-any.whl", f"-{system}.whl"))
    place = dev.kernel_file().relative_to(ROOT).as_posix()
    return with_files(wheel, made, {place: library.read_bytes()}, system)


def with_files(wheel: Path, made: Path, extra: Mapping[str, bytes], system: str = "any") -> Path:
    """Write a wheel again with further files, and return it.

    Parameters
    ----------
    wheel, made : Path
        That for all systems, and the new one.
    extra : mapping of str to bytes
        What is added, by its place.
    system : str
        The tag of the system that it is for.
    """
    with zipfile.ZipFile(wheel) as old:
        infos = old.infolist()
        contents = {info.filename: old.read(info) for info in infos}
    time = infos[-1].date_time
    (record,) = (name for name in contents if name.endswith(".dist-info/RECORD"))
    del contents[record]
    tags = record.replace("RECORD", "WHEEL")
    if system != "any":
        words = contents[tags].replace(b"-any", f"-{system}".encode())
        contents[tags] = words.replace(b"Root-Is-Purelib: true", b"Root-Is-Purelib: false")
    contents |= extra
    lines = [_recorded(name, content) for name, content in contents.items()]
    contents[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in contents.items():
            info = zipfile.ZipInfo(name, time)
            # Not those of the files here: who builds may keep them from others.
            info.external_attr = 0o100644 << 16
            new.writestr(info, content, zipfile.ZIP_DEFLATED)
    return made


def _recorded(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}"


def try_out(wheels: list[Path], folder: Path) -> None:
    """Install each wheel with the locked libraries into a new environment, and start it.

    Parameters
    ----------
    wheels : list of Path
    folder : Path
        An empty one.

    Raises
    ------
    BuildError
        If a step fails, or if the program and its metadata disagree about the version.
    """
    venv.create(folder / "venv", with_pip=True, symlinks=os.name != "nt")
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python = programs / ("python.exe" if os.name == "nt" else "python")
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    locked = ("--no-deps", "--require-hashes", "--only-binary", ":all:", "-r", ROOT / "requirements/run.txt")
    run(*pip, *locked, cwd=folder)
    for wheel in wheels:
        run(*pip, "--force-reinstall", "--no-deps", "--no-index", wheel, cwd=folder)
        kind = "pure" if wheel.name.endswith("-any.whl") else "compiled"
        version = run(python, "-c", TRY, kind, cwd=folder).split()[-1]
        said = run(shutil.which(PROGRAM, path=str(programs)) or "", "--version", cwd=folder).strip()
        if version not in said:
            raise BuildError(f"{PROGRAM} --version says {said!r}, its metadata {version}")


TARGET = Target(
    "wheels",
    "the sdist and the wheels for those who have Python",
    build,
    programs={"readelf": "binutils", **mingw.PROGRAMS},
    systems=("linux", "win32", "darwin"),
)
