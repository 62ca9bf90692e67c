"""Programs and libraries of Windows: whether a file is one, and which libraries it loads."""

from __future__ import annotations

from pathlib import Path

ENDINGS = (".dll", ".pyd", ".exe", ".library")
IMPORTS = {"IMAGE_DIRECTORY_ENTRY_IMPORT": "DIRECTORY_ENTRY_IMPORT"}
IMPORTS |= {"IMAGE_DIRECTORY_ENTRY_DELAY_IMPORT": "DIRECTORY_ENTRY_DELAY_IMPORT"}
"""pefile's names of the two tables of libraries, and of what it makes of each."""


def is_pe(path: Path) -> bool:
    """Whether a path is a program or library for Windows."""
    if path.suffix.lower() not in ENDINGS or not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(2) == b"MZ"


def pe_files(tree: Path) -> list[Path]:
    """Return all programs and libraries in a folder."""
    return sorted(path for path in tree.rglob("*") if is_pe(path))


def needed(path: Path) -> list[str]:
    """Return the names of the libraries that are loaded with this one, or by it later, in small letters.

    Raises ValueError when it is not for 64-bit PCs.
    """
    import pefile  # of the list "installers"

    with pefile.PE(str(path), fast_load=True) as image:
        if image.FILE_HEADER.Machine != pefile.MACHINE_TYPE["IMAGE_FILE_MACHINE_AMD64"]:
            raise ValueError("it is not for 64-bit PCs")
        tables = [pefile.DIRECTORY_ENTRY[name] for name in IMPORTS]
        image.parse_data_directories(tables, import_dllnames_only=True)
        entries = (entry for name in IMPORTS.values() for entry in getattr(image, name, ()))
        return sorted({entry.dll.decode("ascii").lower() for entry in entries})
