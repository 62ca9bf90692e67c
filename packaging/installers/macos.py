"""The disk image for macOS: an application that PyInstaller freezes, signed where there is a name to sign with."""

from __future__ import annotations

import os
import plistlib
import shutil
import sys
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import dev
from installers import components, desktop_files, file_types, icons, notices
from installers.product import AUTHORS, DIST, NAME, PACKAGING, ROOT, SUMMARY, TITLE, VERSION, WORK, commit_time, machine
from installers.shell import BuildError, run
from installers.target import Target
from installers.trimming import OTHER_WORDS

FOLDER = WORK / "macos"
APPLICATION = FOLDER / f"{TITLE}.app"
ICONS = FOLDER / "icons"
ICON = ICONS / f"{NAME}.icns"
"""Of the program; the others are of its files."""
NOTICES = FOLDER / "notices"
STAGE = FOLDER / "stage"
"""What the disk image shows."""
ENTITLEMENTS = PACKAGING / "macos/entitlements.plist"
OLDEST = "14.0"
"""The oldest macOS; the wheels of the libraries decide."""
SIGNER = "MACOS_IDENTITY"
"""Environment variable: the name of a Developer ID in the keychain. Without it the application is signed by nobody."""

UNUSED = (
    *(
        "*/Qt/qml/*",
        "*/Qt/plugins/platforms/libqminimal.dylib",
        "*/Qt/plugins/tls/*",
        "*/Qt/plugins/networkinformation/*",
    ),
    *("*/Qt/plugins/sqldrivers/*", "*/Qt/plugins/qmltooling/*", "*/Qt/plugins/designer/*"),
    *(f"*/Qt/plugins/imageformats/libq{name}.dylib" for name in ("gif", "jpeg", "pdf", "tga", "tiff", "wbmp", "webp")),
    *("*/Qt/translations/[!q]*.qm", "*/Qt/translations/qt_*.qm", "*/Qt/translations/qt[!b_]*.qm"),
    *(f"*/Qt/translations/{name}" for name in OTHER_WORDS),
)
"""Patterns of what is left out. It is before the application is sealed: later its signature would not hold."""


def build() -> list[Path]:
    """Freeze the application, and pack it."""
    if not dev.build_kernel():
        raise BuildError("the application is to have the compiled loop: it needs a C compiler")
    shutil.rmtree(FOLDER, ignore_errors=True)
    ICONS.mkdir(parents=True)
    icons.write(ICONS, icons.icns)
    notices.write_list(NOTICES, [*components.runtime(), *components.libraries(), *components.carried()])
    if not os.environ.get(SIGNER):
        print(f"{SIGNER} names nobody: the application is not signed, and macOS asks before it opens it", flush=True)
    options = ("--noconfirm", "--log-level", "ERROR", "--distpath", FOLDER, "--workpath", WORK / "pyinstaller")
    env = {"SOURCE_DATE_EPOCH": str(commit_time()), "PYTHONHASHSEED": "0", "QT_QPA_PLATFORM": "offscreen"}
    run(sys.executable, "-m", "PyInstaller", *options, PACKAGING / f"{NAME}.spec", cwd=FOLDER, env=env)
    DIST.mkdir(exist_ok=True)
    made = DIST / f"{NAME}-{VERSION}-macos-{machine()}.dmg"
    make_dmg(APPLICATION, made)
    return [made]


def make_dmg(application: Path, made: Path) -> None:
    """Pack an application as a disk image: it is dragged into the folder beside it.

    Parameters
    ----------
    application : Path
    made : Path
        The image.
    """
    shutil.rmtree(STAGE, ignore_errors=True)
    STAGE.mkdir(parents=True)
    # Its links stay links: the frameworks of Qt are full of them.
    shutil.copytree(application, STAGE / application.name, symlinks=True)
    (STAGE / "Applications").symlink_to("/Applications")
    for source in (ROOT / "LICENSE", PACKAGING / "ADMIN.md"):
        shutil.copy(source, STAGE)
    run("hdiutil", "create", "-ov", "-fs", "HFS+", "-format", "UDZO", "-volname", TITLE, "-srcfolder", STAGE, made)
    if signer := os.environ.get(SIGNER):
        run("codesign", "--sign", signer, "--timestamp", made)


def info() -> dict[str, Any]:
    """Return what the application says of itself beyond its name: its files, their types, the oldest system."""
    return {
        "CFBundleDisplayName": TITLE,
        "CFBundleShortVersionString": VERSION,
        "CFBundleVersion": VERSION,
        "CFBundleGetInfoString": SUMMARY,
        "CFBundleDocumentTypes": [
            *(
                _known(kind.title, _identifier(kind), "Editor" if kind.is_opened else "None", "Owner", kind.icon)
                for kind in file_types.TYPES
            ),
            # Tables open in a spreadsheet as before, unless somebody chooses otherwise.
            _known("Points", "public.comma-separated-values-text", "Editor", "Alternate", NAME),
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": _identifier(kind),
                "UTTypeDescription": kind.title,
                "UTTypeConformsTo": ["public.data"],
                "UTTypeIconFile": f"{kind.icon}.icns",
                "UTTypeTagSpecification": {
                    "public.filename-extension": [kind.extension],
                    "public.mime-type": [kind.mime],
                },
            }
            for kind in file_types.TYPES
        ],
        "LSApplicationCategoryType": "public.app-category.education",
        "LSMinimumSystemVersion": OLDEST,
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": AUTHORS,
        "NSPrincipalClass": "NSApplication",
        "NSRequiresAquaSystemAppearance": False,
    }


def _identifier(kind: file_types.FileType) -> str:
    return f"{desktop_files.APP_ID}.{kind.name}"


def _known(name: str, kind: str, role: str, rank: str, icon: str) -> dict[str, Any]:
    return {
        "CFBundleTypeName": name,
        "CFBundleTypeRole": role,
        "CFBundleTypeIconFile": f"{icon}.icns",
        "LSItemContentTypes": [kind],
        "LSHandlerRank": rank,
    }


def used(entries: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return those of PyInstaller's files that the application takes along.

    Parameters
    ----------
    entries : iterable of tuple of str
        Each begins with its place in the application.
    """
    return [entry for entry in entries if not any(fnmatch(entry[0], pattern) for pattern in UNUSED)]


def entitlements() -> dict[str, Any]:
    """Return what the signed application may do that others may not."""
    found: dict[str, Any] = plistlib.loads(ENTITLEMENTS.read_bytes())
    return found


TARGET = Target(
    "macos",
    "the disk image for macOS, signed where there is a name to sign with",
    build,
    systems=("darwin",),
    most_mb=70,
)
