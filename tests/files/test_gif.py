"""A GIF is read back as it was written, and the compiled library packs as Python does."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from perceptron_gui.files.gif import CLEAR, END, FIRST, Palette, gif, pack, pack_slowly


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


@pytest.mark.parametrize("colours", [1, 2, 256])
@pytest.mark.parametrize("n", [0, 1, 2, 255, FIRST, 5_000])
def test_packed_pixels_are_read_back_and_are_the_same_bytes_on_every_path(n: int, colours: int) -> None:
    rng = np.random.default_rng(n)
    pixels: NDArray[np.uint8] = np.repeat(rng.integers(0, colours, n), rng.integers(1, 5, n)).astype(np.uint8)
    packed = pack_slowly(pixels)
    assert pack(pixels) == packed
    assert unpacked(packed) == pixels.tolist()


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
