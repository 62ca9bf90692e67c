"""What is left out of the frozen program, and which libraries it takes from the system instead."""

from __future__ import annotations

import shutil
from pathlib import Path

from installers.elf import elf_files, is_aligned, reachable, run_path
from installers.product import ROOT
from installers.shell import BuildError, run

LOCALE = ROOT / "perceptron_gui/resources/locale"
QT_LANGUAGES = (
    *("ar", "bg", "ca", "cs", "da", "de", "en", "es", "fa", "fi", "fr", "gd", "he", "hr", "hu", "it", "ja", "ka", "ko"),
    *("lg", "lv", "nl", "nn", "pl", "pt_BR", "ru", "sk", "sv", "tr", "uk", "zh_CN", "zh_TW"),
)
"""The languages in which Qt says its own words."""
OTHER_WORDS = tuple(f"qtbase_{name}.qm" for name in QT_LANGUAGES if not (LOCALE / name).is_dir())
"""Files of Qt's words in languages that the program does not speak."""

UNUSED = (
    # Screens of machines without a desktop, and input without one.
    *(f"PySide6/Qt/plugins/platforms/libq{name}.so" for name in ("linuxfb", "vnc", "eglfs", "minimalegl", "minimal")),
    "PySide6/Qt/plugins/platforms/libqvkkhrdisplay.so",
    "PySide6/Qt/plugins/egldeviceintegrations",
    "PySide6/Qt/plugins/generic",
    # It would bring GTK, of which it takes a file dialog and colours.
    "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
    "PySide6/Qt/plugins/platforminputcontexts/libqtvirtualkeyboardplugin.so",
    # Pictures are PNG, which Qt has inside, and SVG.
    *(
        f"PySide6/Qt/plugins/imageformats/libq{name}.so"
        for name in ("gif", "icns", "jpeg", "pdf", "tga", "tiff", "wbmp", "webp")
    ),
    "PySide6/Qt/plugins/wayland-graphics-integration-client/libvulkan-server.so",
    # Nothing talks to a network: of QtNetwork there are only sockets of this machine.
    "PySide6/Qt/plugins/tls",
    "PySide6/Qt/plugins/networkinformation",
    # Words of Qt's own tools; what its dialogs say is in qtbase_*.
    "PySide6/Qt/translations/[!q]*.qm",
    "PySide6/Qt/translations/qt_*.qm",
    "PySide6/Qt/translations/qt[!b_]*.qm",
    *(f"PySide6/Qt/translations/{name}" for name in OTHER_WORDS),
    "PySide6/Qt/qml",
    "charset_normalizer",
    # What pip knows of an installation, with the folders of the machine that builds.
    "*.dist-info",
)
"""Patterns of what is dropped, beside the program."""

SYSTEM_LIBRARIES = {
    "ld-linux-x86-64.so.2": "libc6",
    "ld-linux-aarch64.so.1": "libc6",
    "libc.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libresolv.so.2": "libc6",
    "librt.so.1": "libc6",
    "libutil.so.1": "libc6",
    "libgcc_s.so.1": "libgcc-s1",
    "libstdc++.so.6": "libstdc++6",
    "libz.so.1": "zlib1g",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libXext.so.6": "libxext6",
    "libcups.so.2": "libcups2",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdrm.so.2": "libdrm2",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",  # printing needs it, too
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb.so.1": "libxcb1",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
}
"""Libraries of the system that are not brought along, and the Debian package of each.

They belong to its desktop: the drivers of its screen load them, too, and may need newer ones than ours. Every desktop
has them. What some lack (xcb-cursor and its kind) is brought along.
"""


def trim(tree: Path) -> set[str]:
    """Drop what is not used, and return the names of the libraries that the system must have.

    Parameters
    ----------
    tree : Path
        The folder in which all libraries lie.

    Raises
    ------
    BuildError
        When a library is neither here nor one that the system is known to have.
    """
    for pattern in UNUSED:
        for path in tree.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    files = elf_files(tree.parent)
    shared = {file for file in files if is_shared(file, tree)}
    libraries = {file.name: file for file in shared if file.name not in SYSTEM_LIBRARIES}
    kept, elsewhere = reachable(set(files) - shared, libraries)
    for file in shared - kept:
        file.unlink()
    drop_broken_links(tree)
    if unknown := elsewhere - SYSTEM_LIBRARIES.keys():
        raise BuildError(f"neither in the program nor known to be in the system: {', '.join(sorted(unknown))}")
    return elsewhere


def is_shared(file: Path, tree: Path) -> bool:
    """Whether a file is only there because others need it: no program, plugin or module of Python.

    Parameters
    ----------
    file : Path
    tree : Path
        The folder in which all libraries lie.
    """
    inside = file.relative_to(tree.parent).parts
    folders = (("PySide6", "Qt", "lib"), ("PySide6",), ("shiboken6",), ())
    place = inside[1:-1]
    # The program loads Python by its name.
    is_library = file.name.startswith("lib") and not file.name.startswith("libpython")
    return is_library and (place in folders or (len(place) == 1 and place[0].endswith(".libs")))


def drop_broken_links(tree: Path) -> None:
    """Remove links to what was dropped, and folders in which nothing is left.

    Parameters
    ----------
    tree : Path
    """
    for path in sorted(tree.rglob("*"), reverse=True):
        if path.is_symlink() and not path.exists():
            path.unlink()
        elif path.is_dir() and not path.is_symlink() and not any(path.iterdir()):
            path.rmdir()


def strip(tree: Path) -> None:
    """Take debugging symbols out of all libraries that bear it.

    Parameters
    ----------
    tree : Path
    """
    for file in elf_files(tree):
        bare = file.with_name(file.name + ".bare")
        run("strip", "--strip-unneeded", "-o", bare, file)
        if is_aligned(bare):
            bare.chmod(file.stat().st_mode)
            bare.replace(file)
        else:
            bare.unlink()


def forget_folders(tree: Path) -> None:
    """Let no library be looked for in a folder of the machine that builds: elsewhere it is another's, or nobody's.

    Parameters
    ----------
    tree : Path

    Raises
    ------
    BuildError
        When a file names such a folder beside one that it needs.
    """
    for file in elf_files(tree):
        if not (foreign := [folder for folder in run_path(file) if not folder.startswith("$ORIGIN")]):
            continue
        if foreign != run_path(file):
            raise BuildError(f"{file.name} looks for libraries in {', '.join(run_path(file))}")
        run("chrpath", "--delete", file)
