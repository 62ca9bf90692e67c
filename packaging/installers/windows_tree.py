"""What is installed on Windows: Python, the libraries and the program, compiled, and the programs that start it.

The programs with and without a console lie beside the folders ``python`` (CPython, its standard library in one archive)
and ``lib`` (the program and the libraries that it imports).
"""

from __future__ import annotations

import compileall
import py_compile
import shutil
import sys
import zipfile
from pathlib import Path

import dev
from installers import components, contents, embedded, frozen, icons, mingw, notices, wheelhouse
from installers.product import NAME, PACKAGING, ROOT, WORK
from installers.shell import BuildError
from installers.windows_trimming import trim

TREE = WORK / "windows" / NAME
ICON = f"{NAME}.ico"
LOOP = f"lib/{dev.kernel_file().relative_to(ROOT).as_posix()}"
WHEELS = WORK / "windows/wheels"


def lay_out() -> None:
    """Put all of it together, without what is not used, with the licences of what is."""
    shutil.rmtree(TREE, ignore_errors=True)
    embedded.unpack(TREE / "python")
    lib = TREE / "lib"
    _unpack_libraries(lib)
    unwanted = shutil.ignore_patterns("__pycache__", "visits.library*")
    shutil.copytree(ROOT / dev.PACKAGE, lib / dev.PACKAGE, ignore=unwanted)
    parts = [embedded.component(TREE / "python"), *components.libraries(lib), *components.carried()]
    parts += [components.debian(package) for package in (mingw.RUNTIME_PACKAGE, "nsis")]
    notices.write_list(TREE, parts)
    shutil.copyfile(PACKAGING / "ADMIN.md", TREE / "ADMIN.md")
    mingw.compile_loop(TREE / LOOP)
    icons.write(TREE, icons.ico)
    mingw.compile_programs(TREE, TREE / ICON, embedded.LIBRARY)
    trim(TREE)
    contents.check(lib, lib / "PySide6/translations")
    compile_modules(lib)
    frozen.settle(TREE, ())


def _unpack_libraries(lib: Path) -> None:
    shutil.rmtree(WHEELS, ignore_errors=True)
    python = ".".join(map(str, sys.version_info[:2]))
    wheelhouse.download(python, wheelhouse.WINDOWS)
    wheelhouse.choose(python, wheelhouse.WINDOWS, WHEELS)
    for wheel in sorted(WHEELS.glob("*.whl")):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(lib)


def compile_modules(lib: Path) -> None:
    """Compile all modules, and leave the sources out: nothing is compiled at a start, and nothing could be written.

    Parameters
    ----------
    lib : Path
        Their folder.

    Raises
    ------
    BuildError
        When one cannot be compiled.
    """
    # Not by the time of the source: there is none.
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    if not compileall.compile_dir(lib, quiet=1, legacy=True, stripdir=lib, invalidation_mode=mode, workers=1):
        raise BuildError(f"{lib} has modules that cannot be compiled")
    for source in lib.rglob("*.py"):
        source.unlink()
