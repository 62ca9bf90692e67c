"""The icons of the program and its files in the forms of Windows and macOS, made from pictures of several sizes."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtGui import QImage

from installers import desktop_files, file_types

ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
LARGEST_BITMAP = 128
"""Larger ones are PNG in an .ico file; smaller ones are not read as such by all of Windows."""
ICNS_KINDS = {
    **{"ic11": 32, "ic12": 64, "ic07": 128},
    **{"ic13": 256, "ic08": 256, "ic14": 512, "ic09": 512},
}
"""The pictures of an .icns file, and how many pixels wide each is; some serve screens with two pixels a point."""


def write(folder: Path, form: Callable[[Mapping[int, bytes]], bytes]) -> None:
    """Write all icons into a folder.

    Parameters
    ----------
    folder : Path
    form : callable
        `ico` or `icns`, whose name is how the files end.
    """
    for name, pictures in drawn().items():
        (folder / f"{name}.{form.__name__}").write_bytes(form(pictures))


def drawn() -> dict[str, dict[int, bytes]]:
    """Return the icons as PNG, by their name and size."""
    with tempfile.TemporaryDirectory() as folder:
        desktop_files.draw_icons(Path(folder))
        return {
            icon: {
                size: (Path(folder) / f"{size}x{size}" / desktop_files.icon_file(icon, "png")).read_bytes()
                for size in desktop_files.SIZES
            }
            for icon in file_types.ICONS
        }


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """Return the icon as Windows has it.

    Parameters
    ----------
    pictures : mapping of int to bytes
        PNG, by its size.
    """
    images = {size: pictures[size] if size > LARGEST_BITMAP else _bitmap(pictures[size]) for size in ICO_SIZES}
    place = 6 + 16 * len(images)
    head = struct.pack("<HHH", 0, 1, len(images))
    for size, image in images.items():
        # 256 is written as 0.
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(image), place)
        place += len(image)
    return head + b"".join(images.values())


def icns(pictures: Mapping[int, bytes]) -> bytes:
    """Return the icon as macOS has it.

    Parameters
    ----------
    pictures : mapping of int to bytes
        PNG, by its size.
    """
    parts = [(kind.encode(), pictures[size]) for kind, size in ICNS_KINDS.items()]
    body = b"".join(kind + struct.pack(">I", 8 + len(image)) + image for kind, image in parts)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def _bitmap(picture: bytes) -> bytes:
    """Return a picture as blue, green, red and opacity, from the bottom up, with an empty mask."""
    image = QImage.fromData(picture).convertToFormat(QImage.Format.Format_ARGB32)
    size = image.width()
    pixels = bytes(image.constBits())
    rows = [pixels[4 * size * i : 4 * size * (i + 1)] for i in reversed(range(size))]
    mask = bytes((size + 31) // 32 * 4 * size)
    # Its height counts the mask.
    return struct.pack("<IiiHHIIiiII", 40, size, 2 * size, 1, 32, 0, 0, 0, 0, 0, 0) + b"".join(rows) + mask
