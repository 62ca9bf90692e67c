"""Animations as GIF: one palette for all, and of each picture only what changed since the one before.

The format is that of "Graphics Interchange Format, Version 89a" (CompuServe, 1990). Pillow packs the pixels; a whole
film it would keep in memory, and write with more bytes.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Picture = NDArray[np.uint32]
"""Shape (height, width), each pixel as 0xffrrggbb."""
Indices = NDArray[np.uint8]
SAME = 255
"""The index of what is as it was: the palette has one colour less than it could have."""
BITS = 8
"""Of an index."""
BINS = 2**15
"""Colours that are told apart, five bits each of red, green and blue."""


class Palette:
    """The colours of some pictures, each the mean of those that look like it. `pictures`: at least one."""

    def __init__(self, pictures: Sequence[Picture]) -> None:
        counts, sums = np.zeros(BINS), np.zeros((BINS, 3))
        for picture in pictures:
            colours, times = np.unique(picture, return_counts=True)
            bins, parts = _bins(colours), _parts(colours)
            counts += np.bincount(bins, times, BINS)
            for k in range(3):
                sums[:, k] += np.bincount(bins, times * parts[:, k], BINS)
        used = np.flatnonzero(counts)
        chosen = used[np.argsort(-counts[used], kind="stable")[:SAME]]
        means = sums[chosen] / counts[chosen, None]
        self.colours = np.zeros((256, 3), dtype=np.uint8)
        self.colours[: len(chosen)] = np.rint(means)
        self._nearest = _nearest(means)

    def indices(self, picture: Picture) -> Indices:
        """Return the place in the palette of each pixel's colour.

        `picture`: shape (height, width): each pixel as 0xffrrggbb.
        """
        return self._nearest[_bins(picture)]


def _bins(colours: Picture) -> NDArray[np.int64]:
    return ((colours >> 9) & 0x7C00 | (colours >> 6) & 0x03E0 | (colours >> 3) & 0x001F).astype(np.int64)


def _parts(colours: Picture) -> NDArray[np.float64]:
    return np.column_stack([(colours >> shift) & 0xFF for shift in (16, 8, 0)]).astype(np.float64)


def _nearest(means: NDArray[np.float64]) -> Indices:
    """Return the nearest colour of every bin, shape (BINS,)."""
    bins = np.arange(BINS)
    middles = np.column_stack([(bins >> shift & 31) * 8 + 4 for shift in (10, 5, 0)]).astype(np.float64)
    nearest, least = np.zeros(BINS, dtype=np.uint8), np.full(BINS, np.inf)
    for index, colour in enumerate(means):
        away = ((middles - colour) ** 2).sum(axis=1)
        closer = away < least
        nearest[closer], least[closer] = index, away[closer]
    return nearest


def gif(pictures: Iterable[Picture], palette: Palette, fps: float, rest: float = 2.0) -> Iterator[bytes]:
    """Yield the parts of a file, one for each picture, before and after them what frames them.

    `pictures`: shape (height, width): all of one size. `fps`: pictures a second; a GIF counts hundredths of a second.
    `rest`: seconds that the last picture stays.
    """
    before: Indices | None = None
    held: bytes | None = None
    for picture in pictures:
        now = palette.indices(picture)
        if before is None:
            yield _head(now.shape, palette)
        elif held is not None:
            yield _delayed(held, 1 / fps)
        held, before = _part(now, before), now
    if held is not None:
        yield _delayed(held, rest) + b";"


def _head(shape: tuple[int, ...], palette: Palette) -> bytes:
    height, width = shape
    screen = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + palette.colours.tobytes()
    return screen + b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # again and again


def _delayed(part: bytes, seconds: float) -> bytes:
    """Return a part with its display time; later parts are drawn over it."""
    return b"!\xf9\x04" + struct.pack("<BHBB", 0b101, max(round(100 * seconds), 2), SAME, 0) + part


def _part(now: Indices, before: Indices | None) -> bytes:
    """Return the smallest box that contains all changed pixels."""
    top, bottom, left, right = 0, now.shape[0], 0, now.shape[1]
    if before is not None:
        is_other = now != before
        rows, columns = np.flatnonzero(is_other.any(axis=1)), np.flatnonzero(is_other.any(axis=0))
        if not len(rows):
            rows = columns = np.zeros(1, dtype=np.int64)
        top, bottom, left, right = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
        now = np.where(is_other, now, np.uint8(SAME))[top:bottom, left:right]
    blocks = Image.fromarray(np.ascontiguousarray(now)).tobytes("gif", "L", BITS, 0)  # 0: from top to bottom
    return b"," + struct.pack("<HHHHBB", left, top, right - left, bottom - top, 0, BITS) + blocks + b"\0"
