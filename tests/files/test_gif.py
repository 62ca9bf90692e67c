"""A GIF is read back as it was written, by the letter of the format."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from numpy.typing import NDArray

from perceptron_gui.files.output.gif import BINS, Palette, gif

CLEAR, END = 256, 257


def unpacked(codes: bytes) -> list[int]:
    """Return the pixels of packed ones, by the letter of the format."""
    bits, place, size, pixels = int.from_bytes(codes, "little"), 0, 9, []
    table: list[list[int]] = []
    before: list[int] | None = None
    while (code := bits >> place & (1 << size) - 1) != END:
        place += size
        if code == CLEAR:
            size, table, before = 9, [*([i] for i in range(256)), [], []], None
            continue
        entry = table[code] if before is None or code < len(table) else [*before, before[0]]
        if before is not None and len(table) < 4096:
            table.append([*before, entry[0]])
        pixels += entry
        before = entry
        size += len(table) == 1 << size and size < 12
    return pixels


def read(content: bytes) -> tuple[list[NDArray[np.uint8]], list[int], int]:
    """Return the pictures of a file as colours, hundredths of a second that each stays, and how often they come."""
    signature, width, height, flags, _, _ = struct.unpack_from("<6sHHBBB", content)
    assert (signature, flags) == (b"GIF89a", 0xF7)
    colours = np.frombuffer(content, np.uint8, 768, 13).reshape(256, 3)
    again, place = content[781:].split(b"NETSCAPE2.0\x03\x01")[1][:2], 781 + 19
    screen, pictures, delays = np.zeros((height, width), dtype=np.uint8), [], []
    while content[place : place + 1] != b";":
        kind, keeps, delay, same, end = struct.unpack_from("<3sBHBB", content, place)
        assert (kind, keeps, end) == (b"!\xf9\x04", 0b101, 0)
        comma, left, top, wide, high, own, bits = struct.unpack_from("<cHHHHBB", content, place + 8)
        assert (comma, own, bits) == (b",", 0, 8)
        place, codes = place + 19, b""
        while size := content[place]:
            codes, place = codes + content[place + 1 : place + 1 + size], place + 1 + size
        place += 1
        box, view = (
            np.array(unpacked(codes), dtype=np.uint8).reshape(high, wide),
            screen[top : top + high, left : left + wide],
        )
        view[box != same] = box[box != same]
        pictures.append(colours[screen])
        delays.append(delay)
    assert place + 1 == len(content)
    return pictures, delays, int.from_bytes(again, "little")


@pytest.mark.drawn
@pytest.mark.parametrize(
    ("size", "colours"), [((1, 1), 1), ((1, 256), 2), ((17, 3), 250), ((90, 130), 2), ((90, 130), 250)]
)
def test_every_pixel_is_read_back_and_so_are_delays_and_repeats(size: tuple[int, int], colours: int) -> None:
    rng = np.random.default_rng([*size, colours])
    bins = rng.permutation(BINS)[:colours]
    bright = (0xFF040404 | (bins >> 10) << 19 | (bins >> 5 & 31) << 11 | (bins & 31) << 3).astype(np.uint32)
    first = bright[rng.integers(0, colours, size)]
    films = [first, first, np.where(rng.random(size) < 0.1, bright[0], first), bright[rng.integers(0, colours, size)]]
    palette = Palette(films)
    pictures, delays, repeats = read(b"".join(gif(films, palette, 20)))
    assert (delays, repeats) == ([5, 5, 5, 200], 0)
    for made, film in zip(pictures, films, strict=True):
        assert (made == palette.colours[palette.indices(film)]).all()
        assert (made == np.stack([film >> shift & 0xFF for shift in (16, 8, 0)], axis=-1)).all()


def test_what_is_as_before_is_left_out() -> None:
    one = np.full((40, 60), 0xFFFFFFFF, dtype=np.uint32)
    other = one.copy()
    other[10:20, 30:33] = 0xFF0072B2
    parts = [*gif([one, other, other], Palette([one, other]), 10)]
    assert bytes([44, 30, 0, 10, 0, 3, 0, 10, 0]) in parts[2] and len(parts[2]) < 80
    assert parts[0].startswith(b"GIF89a") and parts[-1].endswith(b";")


def test_few_colours_are_kept_as_they_are() -> None:
    picture = np.array([[0xFFFFFFFF, 0xFF1D1D1B, 0xFF0072B2, 0xFFD55E00]], dtype=np.uint32)
    palette = Palette([picture])
    kept = palette.colours[palette.indices(picture)[0]].tolist()
    assert kept == [[255, 255, 255], [29, 29, 27], [0, 114, 178], [213, 94, 0]]
