"""What is compiled for Windows on Linux, by mingw-w64: the loop over visits, and the programs that start Python."""

from __future__ import annotations

import hashlib
from pathlib import Path

import dev
from installers.product import AUTHORS, PACKAGING, PROGRAM, TITLE, VERSION
from installers.shell import run

SOURCES = PACKAGING / "windows"
COMPILER, RESOURCES = "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-windres"
PROGRAMS = {COMPILER: "gcc-mingw-w64-x86-64-win32", RESOURCES: "binutils-mingw-w64-x86-64"}
"""What must be here, and the Debian package of each."""
RUNTIME_PACKAGE = "mingw-w64-x86-64-dev"
"""What is linked into all of it, by its Debian package."""
LINK = ("-static-libgcc", "-s", "-Wl,--no-insert-timestamp")
WINDOW_PROGRAM = f"{PROGRAM}-window"
"""The program without a console, as pip calls it, too."""


def compile_loop(made: Path) -> None:
    """Compile the loop over visits; it says which source it was made of.

    Parameters
    ----------
    made : Path
        The library's file.
    """
    source = hashlib.sha256(dev.KERNEL.read_bytes()).hexdigest()
    flags = [flag for flag in dev.KERNEL_FLAGS if flag != "-fPIC"]
    # Where it would like to lie in memory is worked out from the path of the file, unless told.
    place = "-Wl,--disable-auto-image-base"
    run(COMPILER, "-std=c99", *flags, *LINK, place, f'-DSOURCE="{source}"', "-o", made, dev.KERNEL)


def compile_programs(folder: Path, icon: Path, python: str) -> None:
    """Compile the program with a console and the one without.

    Parameters
    ----------
    folder : Path
        Where they go.
    icon : Path
    python : str
        The name of Python's library, which they look for in the folder ``python`` beside them.
    """
    for name, kind in ((PROGRAM, ["-mconsole"]), (WINDOW_PROGRAM, ["-mwindows", "-DWINDOW"])):
        resources = folder / f"{name}.o"
        words: dict[str, str | Path] = {"ICON_FILE": icon, "MANIFEST_FILE": SOURCES / "launcher.manifest"}
        words |= {"AUTHORS": AUTHORS, "TITLE": TITLE, "VERSION": VERSION, "PROGRAM": name}
        defines = [f"-D{key}={_quoted(value)}" for key, value in words.items()]
        numbers = f"-DVERSION_NUMBERS={','.join(version_numbers())}"
        run(RESOURCES, *defines, numbers, SOURCES / "launcher.rc", resources)
        flags = ("-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", *kind, f'-DPYTHON=L"{python}"')
        run(COMPILER, *flags, *LINK, "-o", folder / f"{name}.exe", SOURCES / "launcher.c", resources, "-lshell32")
        resources.unlink()


def version_numbers() -> list[str]:
    """Return the version as Windows has it: four numbers."""
    numbers = [part for part in VERSION.split(".") if part.isdigit()]
    return [*numbers, "0", "0", "0", "0"][:4]


def _quoted(value: str | Path) -> str:
    # windres hands its words to a shell, which takes one layer of quotes away.
    return f'\\"{value}\\"'
