"""Programs and libraries of Windows: whether a file is one, and which libraries it loads."""

from __future__ import annotations

import struct
from pathlib import Path

MACHINE_64 = 0x8664
PE32_PLUS = 0x20B
IMPORTS, DELAYED_IMPORTS = 1, 13
"""Places in the table of directories."""
ENTRIES = {IMPORTS: (20, 12), DELAYED_IMPORTS: (32, 4)}
"""Bytes of an entry of each, and where in it the address of the library's name stands."""
ENDINGS = (".dll", ".pyd", ".exe", ".library")


def is_pe(path: Path) -> bool:
    """Whether a path is a program or library for Windows.

    Parameters
    ----------
    path : Path
    """
    if path.suffix.lower() not in ENDINGS or not path.is_file():
        return False
    with open(path, "rb") as file:
        return file.read(2) == b"MZ"


def pe_files(tree: Path) -> list[Path]:
    """Return all programs and libraries in a folder.

    Parameters
    ----------
    tree : Path
    """
    return sorted(path for path in tree.rglob("*") if is_pe(path))


def needed(path: Path) -> list[str]:
    """Return the names of the libraries that are loaded with this one, or by it later, in small letters.

    Parameters
    ----------
    path : Path

    Raises
    ------
    ValueError
        When it is not for 64-bit PCs.
    """
    image = Image(path.read_bytes())
    return sorted({*image.names(IMPORTS), *image.names(DELAYED_IMPORTS)})


class Image:
    """The contents of a program or library, as far as they are asked for here.

    Parameters
    ----------
    content : bytes
        The file.
    """

    def __init__(self, content: bytes) -> None:
        (head,) = struct.unpack_from("<I", content, 0x3C)
        machine, n_sections = struct.unpack_from("<HH", content, head + 4)
        (size,) = struct.unpack_from("<H", content, head + 20)
        optional = head + 24
        (magic,) = struct.unpack_from("<H", content, optional)
        if content[head : head + 4] != b"PE\0\0" or (machine, magic) != (MACHINE_64, PE32_PLUS):
            raise ValueError("it is not for 64-bit PCs")
        self._content = content
        self._directories = optional + 112
        # Of each section: address, size and place in the file.
        rows = (struct.unpack_from("<8xIIII", content, optional + size + 40 * i) for i in range(n_sections))
        self._sections: list[tuple[int, int, int]] = [
            (address, max(memory, stored), place) for memory, address, stored, place in rows
        ]

    def names(self, directory: int) -> list[str]:
        """Return the libraries that a directory names, in small letters.

        Parameters
        ----------
        directory : int
            `IMPORTS` or `DELAYED_IMPORTS`.
        """
        (address,) = struct.unpack_from("<I", self._content, self._directories + 8 * directory)
        step, at = ENTRIES[directory]
        found: list[str] = []
        if address:
            place = self._place(address)
            while name := struct.unpack_from("<I", self._content, place + at)[0]:
                start = self._place(name)
                found.append(self._content[start : self._content.index(b"\0", start)].decode("ascii").lower())
                place += step
        return found

    def _place(self, address: int) -> int:
        """Return where in the file lies what has an address in memory."""
        for start, size, place in self._sections:
            if start <= address < start + size:
                return address - start + place
        raise ValueError(f"no section has the address {address:#x}")
