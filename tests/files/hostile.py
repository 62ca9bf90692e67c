"""Makes files that a reader may meet: good ones, and good ones after an accident or by an enemy."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.lessons import lesson_file
from perceptron_gui.files.program.preferences import VERSION, Preferences
from perceptron_gui.files.sessions.session_file import plain_of
from perceptron_gui.frozen import asdict
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises import visit_questions
from perceptron_gui.session.lessons import lesson, questions, run_questions
from perceptron_gui.session.saved.saved_session import SavedSession

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
    data = {"version": VERSION, **{name: value for name, value in asdict(Preferences()).items() if name != "policy"}}
    odd = (None, True, -1, 2**70, 1e999, "", "\udce9", "light", "/tmp", "a\0b", [], ["\ud800", 5], {}, "ff" * 50)
    for name in rng.sample(sorted(data), rng.randrange(4)):
        data[name] = rng.choice(odd)
    return damaged(json.dumps(data).encode(), rng)


def policies(rng: random.Random) -> bytes:
    """Return a policy of a machine, more or less."""
    data: dict[str, Any] = {"theme": "dark", "language": "de", "lessons": "/srv/lessons", "locked": ["theme"]}
    return _spoilt(data, rng)


def sessions(rng: random.Random) -> bytes:
    """Return a session, more or less."""
    return _spoilt(plain_of(_session(rng), rng.random() < 0.3), rng)


def _session(rng: random.Random) -> SavedSession:
    labels = [rng.randrange(2) for _ in range(rng.choice([0, 1, 4, 9, 60]))]
    points = Dataset.of([[rng.randrange(-9, 9) / 10, 1e-3 * i] for i in range(len(labels))] or [[]], labels)
    return SavedSession(Document(points, title="a lesson"))


def lessons(rng: random.Random) -> bytes:
    """Return a lesson with a question of every kind, more or less."""
    words = [lesson.Text((("", "one"),)), lesson.Text((("en", "two"), ("de", "zwei")))]
    asks = (
        *(visit_questions.RightOrMistake(), visit_questions.Direction(), run_questions.Number("loss", digits=2)),
        *(run_questions.Weights(), questions.Separable(), questions.choice_of(words, 2)),
    )
    pages = tuple(lesson.Page("a", rng.randrange(9), words[0], hide=frozenset({"points"}), ask=ask) for ask in asks)
    return _spoilt(lesson_file.plain_of(lesson.Lesson(words[1], sessions={"a": _session(rng)}, pages=pages)), rng)


def answers(rng: random.Random) -> bytes:
    """Return answers of every kind, more or less."""
    values: list[lesson.Value] = ["mistake", "-0.5", 2, ("1", "2"), (("1",), ("2",)), lesson.Proof(False, (1, 2))]
    values.append(lesson.Made(_session(rng)))
    given = tuple(lesson.Answer(page, value, 1) for page, value in enumerate(values, 1))
    return _spoilt(lesson_file.plain_of(lesson.Answers("0f" * 32, "Ada", given)), rng)


def _spoilt(plain: Any, rng: random.Random) -> bytes:
    data: Any = json.loads(json.dumps(plain))
    for _ in range(rng.choice([0, 0, 1, 1, 3])):
        _spoil(data, rng)
    text = json.dumps(data, ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, 1]))
    return damaged(text.encode("utf-8", "surrogatepass"), rng)


ODD = (
    *(None, True, False, -1, 0, 1, 5, 2**62, 2**64, 2**70, 0.5, 1e999, float("nan"), "", "a", "a\0b", "\ud800", "1"),
    *("-1", "nan", "1e999", "1e-999", "0.1 2 0", "0.1 2 9", "1" * 5000, "x1, x2, x1^9", "poly3", "poly99", "linear"),
    *("((((" * 99, [], {}, [[]], [1, 2], ["A", "A"], ["A", "B", "C"], {"name": "rbf"}, {"a": 1}, [0, 1], [10**9] * 9),
    ["0 0 0"] * 99,
)
"""What may stand in the place of anything."""


def _spoil(data: Any, rng: random.Random) -> None:
    """Put something odd into a group of entries, take one out, or write one twice."""
    while True:
        keys = [*data] if isinstance(data, dict) else [*range(len(data))]
        key = rng.choice(keys)
        if not (isinstance(data[key], (dict, list)) and data[key] and rng.random() < 0.8):
            break
        data = data[key]
    what = rng.randrange(4)
    if what == 0 and isinstance(data, dict):
        data[rng.choice(NAMES)] = data.pop(key)
    elif what == 1:
        del data[key]
    else:
        data[key] = deepcopy(rng.choice(ODD))


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
