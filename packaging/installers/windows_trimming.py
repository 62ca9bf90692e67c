"""What the installer for Windows leaves out, and which libraries it takes from Windows."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from installers import pe
from installers.elf import reachable
from installers.shell import BuildError
from installers.trimming import OTHER_WORDS

QT_MODULES = ("Core", "Gui", "Network", "OpenGL", "OpenGLWidgets", "PrintSupport", "Svg", "Test", "Widgets")
"""What the program and pyqtgraph import of PySide6, and PySide6 with it."""
PLUGINS = (
    *("platforms/qwindows.dll", "platforms/qoffscreen.dll", "styles/qmodernwindowsstyle.dll"),
    *("iconengines/qsvgicon.dll", "imageformats/qsvg.dll", "imageformats/qico.dll"),
)
"""Pictures are PNG, which Qt has inside, and SVG."""
PILLOW = (
    *("Image", "ImageFile", "ImageMode", "ExifTags", "TiffTags", "_binary", "_deprecate", "_imaging", "_util"),
    *("_typing", "_version"),
)
"""What packs the pixels of a GIF; all else of Pillow reads and writes other pictures."""
UNUSED = (
    *("PySide6/*.exe", "PySide6/*.lib", "PySide6/*.json", "PySide6/opengl32sw.dll"),
    *(f"PySide6/{name}" for name in ("doc", "glue", "include", "lib", "metatypes", "qml", "resources")),
    *(f"PySide6/{name}" for name in ("scripts", "support", "typesystems")),
    # Words of Qt's own tools; what its dialogs say is in qtbase_*.
    *("PySide6/translations/[!q]*.qm", "PySide6/translations/qt_*.qm", "PySide6/translations/qt[!b_]*.qm"),
    *(f"PySide6/translations/{name}" for name in OTHER_WORDS),
    *("PySide6/translations/*.pak", "PySide6/translations/qtwebengine_locales"),
    *("shiboken6/*.lib", "shiboken6/libshiboken", "shiboken6/include"),
    *("numpy/**/tests", "numpy/**/*.lib", "numpy/_core/include", "numpy/random/_examples"),
    *("numpy/distutils", "numpy/f2py", "numpy/**/*.c", "markupsafe/*.c"),
    *("pyqtgraph/examples", "pyqtgraph/opengl", "pyqtgraph/jupyter"),
    *("colorama/tests", "**/*.pyi", "**/*.pxd", "**/py.typed", "*.dist-info"),
)
"""Patterns of what is dropped, in the folder of the libraries."""
RUNTIMES = ("msvcp140", "vcruntime140")
SEARCHED = ("python", "lib/PySide6", "lib/shiboken6", "lib/numpy.libs")
"""Folders in which Windows finds a library that is not beside the one that needs it: Python's own, which is loaded
first, and those that PySide6 and numpy name when they are imported."""

SYSTEM_PREFIXES = ("api-ms-win-core-", "api-ms-win-crt-", "api-ms-win-shcore-")
SYSTEM_LIBRARIES = frozenset(
    f"{name}.dll"
    for name in (
        *(
            "advapi32",
            "authz",
            "bcrypt",
            "cabinet",
            "comctl32",
            "comdlg32",
            "crypt32",
            "d2d1",
            "d3d9",
            "d3d11",
            "d3d12",
            "dwmapi",
        ),
        *("dwrite", "dxgi", "gdi32", "icuuc", "imm32", "iphlpapi", "kernel32", "mpr", "msvcrt", "netapi32", "ntdll"),
        *("ole32", "oleaut32", "rpcrt4", "setupapi", "shcore", "shell32", "shlwapi", "uiautomationcore", "user32"),
        *("userenv", "uxtheme", "version", "winmm", "ws2_32", "wtsapi32"),
        *("dnsapi", "secur32", "winhttp"),  # Qt's sockets of this machine come with those of a network
    )
) | {"winspool.drv"}
"""Libraries that Windows 10 (1809) and newer have."""


def trim(tree: Path) -> None:
    """Drop what is not used.

    Parameters
    ----------
    tree : Path
        The folder that is to be installed.

    Raises
    ------
    BuildError
        When a library is neither here nor one that Windows is known to have.
    """
    lib = tree / "lib"
    for pattern in UNUSED:
        for path in list(lib.glob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    for path in (lib / "PIL").glob("*.py*"):
        if path.name.split(".")[0] not in ("__init__", *PILLOW):
            path.unlink()
    plugins = {lib / "PySide6/plugins" / name for name in PLUGINS}
    modules = {lib / f"PySide6/Qt{name}.pyd" for name in QT_MODULES}
    if absent := [path.name for path in plugins | modules if not path.is_file()]:
        raise BuildError(f"the wheels have no {', '.join(sorted(absent))}")
    qt = {path for name in ("PySide6", "shiboken6") for path in pe.pe_files(lib / name)}
    kept_there = {path for path in qt if path.parent.name == "shiboken6" and path.suffix == ".pyd"}
    # Each folder keeps the runtime of its own compiler.
    kept_there |= {path for path in qt if path.name.startswith(RUNTIMES)}
    roots = (set(pe.pe_files(tree)) - qt) | plugins | modules | kept_there
    libraries = {path.name.lower(): path for path in pe.pe_files(tree) if path.suffix == ".dll"}
    kept, _ = reachable(roots, libraries, pe.needed)
    for path in qt - roots - kept:
        path.unlink()
    _drop_empty_folders(lib)
    if wrong := unresolved(tree):
        raise BuildError("; ".join(wrong))


def unresolved(tree: Path, ask: Callable[[Path], list[str]] | None = None) -> list[str]:
    """Return which program or library needs what Windows would not find, a sentence each.

    Parameters
    ----------
    tree : Path
        The folder as it is installed.
    ask : callable or None
        Tells the names that a file needs; None reads them from the file.
    """
    needed = ask or pe.needed
    common = {path.name.lower() for folder in SEARCHED for path in (tree / folder).glob("*") if path.is_file()}
    found = []
    for path in pe.pe_files(tree):
        beside = {each.name.lower() for each in path.parent.iterdir()}
        lacks = [name for name in needed(path) if name not in beside | common and not is_system(name)]
        found += [f"{path.relative_to(tree).as_posix()} needs {', '.join(lacks)}"] if lacks else []
    return found


def is_system(name: str) -> bool:
    """Whether Windows has a library.

    Parameters
    ----------
    name : str
        In small letters.
    """
    return name in SYSTEM_LIBRARIES or name.startswith(SYSTEM_PREFIXES)


def _drop_empty_folders(tree: Path) -> None:
    for path in sorted((path for path in tree.rglob("*") if path.is_dir()), reverse=True):
        if not any(path.iterdir()):
            path.rmdir()
