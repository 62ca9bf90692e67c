"""Makes files that a reader may meet: good ones, and good ones after an accident or by an enemy."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import asdict

from perceptron_gui.files.preferences import VERSION, Preferences

Make = Callable[[random.Random], bytes]

NUMBERS = (
    *("0", "1", "-1", "1.5", "-0.25", "3e2", "1e12", "-1e12", "1e13", "1e999", "1e-999", ".5", "5.", "+1", "00", "1,5"),
    *("1,125", "1.125,5", "nan", "inf", "-", "+", ".", "e", "1e", "0x1", "1_0", "٣", "−1", "=1", "'=1", "1 ", "\t1"),
    *("9007199254740993", "0.1234567890123456789", "1" * 400, "0." + "3" * 400 + "x", "1\n2", "1\0"),
    *("1e-99999999999999999999", "0e99999999999999999999"),
)
NAMES = (
    *("A", "B", "label", "class", "y", "x1", "x2", "species", "", " ", "=1+1", "+", "-", "'=x", "ä", "日本", "\u202e"),
    *(
        "\ufeff",
        "a" * 300,
        "a,b",
        "a;b",
        'say "a"',
        "1.0",
        "1",
        "1e99999999999",
        "<img src=x>",
        "a\0b",
        "%s",
        "\x1b[31m",
    ),
)
BYTES = (
    *(b"\0", b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b'"', b'""', b"\r", b"\n", b"\r\n", b",", b";", b"\t"),
    *(b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc3", b"'", b"\\", b"\x1a", b"\x85", b"\xe2\x80\xa8", b"1", b"e", b"."),
)


def points(rng: random.Random) -> bytes:
    """Return a points file, more or less."""
    delimiter = rng.choice([",", ",", ",", ";", "\t", "|"])
    end = rng.choice(["\n", "\n", "\r\n", "\r"])
    width = rng.choice([1, 2, 3, 3, 3, 5, 40])
    pick = _pick(rng)
    header = [*(f"x{j + 1}" for j in range(width - 1)), "label"]
    rows = [[pick(NUMBERS) for _ in range(width - 1)] + [pick(NAMES)] for _ in range(rng.choice([0, 1, 4, 9, 60]))]
    if rng.random() < 0.2:
        header = [rng.choice(NAMES) for _ in header]
    text = end.join(delimiter.join(row) for row in [header, *rows]) + rng.choice(["", end])
    return damaged(text.encode("utf-8", "surrogatepass"), rng)


def _pick(rng: random.Random) -> Callable[[Sequence[str]], str]:
    """Return what picks a cell: in half of all files only harmless ones."""
    n_harmless = rng.choice([2, 5, 1000])
    return lambda texts: rng.choice(texts[:n_harmless])


def preferences(rng: random.Random) -> bytes:
    """Return preferences, more or less."""
    data = {"version": VERSION, **asdict(Preferences())}
    odd = (None, True, -1, 2**70, 1e999, "", "\udce9", "light", "/tmp", "a\0b", [], ["\ud800", 5], {}, "ff" * 50)
    for name in rng.sample(sorted(data), rng.randrange(4)):
        data[name] = rng.choice(odd)
    return damaged(json.dumps(data).encode(), rng)


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return `data` after up to four accidents, often none."""
    for _ in range(rng.choice([0, 0, 1, 1, 2, 4])):
        data = rng.choice(ACCIDENTS)(data, rng)
    return data


def _cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _insert(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + rng.choice(BYTES) * rng.choice([1, 1, 1, 2, 50]) + data[place:]


def _flip(data: bytes, rng: random.Random) -> bytes:
    if not data:
        return data
    place = rng.randrange(len(data))
    return data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]


def _repeat(data: bytes, rng: random.Random) -> bytes:
    """Repeat a part, sometimes until the file is large."""
    begin = rng.randrange(len(data) + 1)
    end = min(len(data), begin + rng.choice([1, 3, 30]))
    times = rng.choice([2, 10, 1000, 1000, 200_000 if rng.random() < 0.02 else 2])
    return data[:begin] + data[begin:end] * times + data[end:]


def _shuffle(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    rng.shuffle(lines)
    return b"".join(lines)


def _encode(data: bytes, rng: random.Random) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(rng.choice(["utf-16", "utf-16-be", "latin-1", "utf-8-sig", "cp1252"]), "replace")


def _noise(data: bytes, rng: random.Random) -> bytes:
    return data + rng.randbytes(rng.choice([1, 10, 3000]))


ACCIDENTS = (_cut, _insert, _insert, _flip, _repeat, _shuffle, _encode, _noise)
