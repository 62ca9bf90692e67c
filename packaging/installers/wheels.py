"""The sdist and the wheels: one for all systems, and one for this system with the compiled loop."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import sys
import sysconfig
import tempfile
import venv
import zipfile
from pathlib import Path

import dev
from installers import components, sbom
from installers.elf import is_elf
from installers.product import DIST, PROGRAM, ROOT, VERSION, commit_time, machine
from installers.shell import BuildError, run
from installers.target import Target

GLIBC = re.compile(r"GLIBC_(\d+)\.(\d+)")
OLDEST_MANYLINUX = (2, 17)
USUAL_MACOS = "14.0"
TRY = """
import importlib.metadata, importlib.resources, sys
import perceptron_gui, perceptron_gui.__main__
from perceptron_gui.engine.native import loader
assert perceptron_gui.__version__ == importlib.metadata.version("perceptron-gui")
fonts = importlib.resources.files("perceptron_gui") / "resources" / "fonts"
assert any(font.name.endswith(".ttf") for font in fonts.iterdir()), "the wheel has no fonts"
assert (loader.library is not None) == (sys.argv[1] == "compiled"), "the compiled loop is not as it should be"
print(perceptron_gui.__version__)
"""


def build() -> list[Path]:
    """Build sdist and wheels, and try each wheel where nothing else of the project can be seen."""
    DIST.mkdir(exist_ok=True)
    for old in [*DIST.glob("perceptron_gui-*.whl"), *DIST.glob("perceptron_gui-*.tar.gz")]:
        old.unlink()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # From an empty folder: the checkout's own folders would hide the names of the build tools.
        tool = (sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST, ROOT)
        run(*tool, cwd=folder, env={"SOURCE_DATE_EPOCH": str(commit_time())})
        (wheel,) = DIST.glob(f"perceptron_gui-{VERSION}-*.whl")
        wheels = [wheel]
        if dev.build_kernel():
            wheels.append(with_kernel(wheel, dev.kernel_file(), platform_tag(dev.kernel_file())))
        try_out(wheels, folder)
    parts = DIST / f"perceptron_gui-{VERSION}.cdx.json"
    parts.write_text(sbom.text([*components.libraries(), *components.fonts()]), encoding="utf-8")
    return [*DIST.glob("perceptron_gui-*.tar.gz"), *wheels, parts]


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
    records: list[str] = []
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        time = old.infolist()[-1].date_time

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
        place = zipfile.ZipInfo(dev.kernel_file().relative_to(ROOT).as_posix(), time)
        place.external_attr = 0o100755 << 16
        add(place, library.read_bytes())
        record = next(name for name in old.namelist() if name.endswith(".dist-info/RECORD"))
        text = "\n".join([*records, f"{record},,", ""])
        new.writestr(zipfile.ZipInfo(record, time), text, zipfile.ZIP_DEFLATED)
    return made


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
    run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", ROOT / "requirements/run.txt", cwd=folder)
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
    programs={"readelf": "binutils"},
    systems=("linux", "win32", "darwin"),
)
