"""Makes tables that no rule reads, or only with choices, and checks what a preview makes of them."""

from __future__ import annotations

import random
from pathlib import Path

from perceptron_gui.files.file_work import FileError, PointsFileError
from perceptron_gui.files.opened_file import ENCODINGS
from perceptron_gui.files.points.import_choice import ImportChoice, doubtful
from perceptron_gui.files.points.points_file import PointsFile, read_points
from perceptron_gui.files.spelling import shortest
from tests.files.hostile import NAMES, NUMBERS, damaged, points

GAPS = ("", "NA", "nan", "?", "n/a", " ", "NaN", "-", "null")
NUMERALS, TEXTS = ([text for text in texts if "\0" not in text] for texts in (NUMBERS, NAMES))
CODECS = ("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "latin-1")


def tables(rng: random.Random) -> bytes:
    """Return a table as other programs write it, more or less: gaps, texts, no header, other encodings."""
    delimiter = rng.choice([",", ";", "\t", " ", "|"])
    width, n_rows = rng.choice([1, 2, 3, 4, 4, 7, 30]), rng.choice([0, 1, 5, 20, 200])
    has_gaps, comma = rng.random() < 0.5, rng.random() < 0.3
    kinds = [rng.choice(["number", "number", "number", "class", "text", "blank", "count"]) for _ in range(width)]

    def cell(kind: str, row: int) -> str:
        if has_gaps and rng.random() < 0.1:
            return rng.choice(GAPS)
        if kind == "number":
            number = rng.choice(NUMERALS) if rng.random() < 0.01 else str(rng.randrange(-999, 999) / 100)
            return number.replace(".", ",") if comma else number
        return {"class": rng.choice("AB"), "text": rng.choice(TEXTS), "count": str(row)}.get(kind, "")

    header = [rng.choice([*TEXTS, f"x{j}", f"x{j}", ""]) for j in range(width)]
    rows = [[cell(kind, i) for kind in kinds] for i in range(n_rows)]
    if rng.random() < 0.7:
        rows.insert(0, header)
    quote = rng.choice(["", "", '"'])
    lines = [delimiter.join(f"{quote}{text}{quote}" for text in row) for row in rows]
    text = rng.choice(["\n", "\r\n", "\r"]).join(lines)
    return damaged(text.encode(rng.choice(CODECS), "replace"), rng)


def pasted(rng: random.Random) -> bytes:
    """Return the text of a clipboard: rows of a file, or of another program's table, more or less."""
    if rng.random() < 0.4:
        return rng.choice([points, tables])(rng)
    delimiter, end = rng.choice("\t\t,; "), rng.choice(["\n", "\r\n"])
    rows = [["x1", "x2", "class"]] * rng.randrange(2)
    for _ in range(rng.choice([1, 4, 60])):
        numbers = [str(rng.randrange(-999, 999) / 100).replace("-", rng.choice("--−")) for _ in range(2)]
        rows.append([*numbers, rng.choice("AB")] if rng.random() < 0.95 else [*numbers, rng.choice(NAMES)])
    return damaged(end.join(delimiter.join(row) for row in rows).encode("utf-8", "surrogatepass"), rng)


def check(path: Path) -> str:
    """Look at a table, choose at random, and read it: points as they were shown, or a sentence."""
    rng = random.Random(path.name)
    try:
        choice = doubtful(path, lambda part: None).choice
    except PointsFileError as error:
        _check_sentence(str(error))
        return "refused"
    for _ in range(rng.choice([0, 1, 3])):
        try:
            choice = _chosen(choice, rng)
        except FileError as flaw:
            _check_sentence(flaw.placed)
    _look(choice)
    try:
        read = read_points(path, options=choice.head.options)
    except PointsFileError as error:
        _check_sentence(str(error))
        return "with a fault"
    _check_read(choice, read)
    return "read"


def _chosen(choice: ImportChoice, rng: random.Random) -> ImportChoice:
    column = rng.randrange(len(choice.head.names))
    options = [
        lambda: choice.with_text(delimiter=rng.choice(",;\t |")),
        lambda: choice.with_text(encoding=rng.choice(ENCODINGS)),
        lambda: choice.with_text(has_header=rng.random() < 0.5),
        lambda: choice.with_decimal(rng.choice([None, ".", ","])),
        lambda: choice.with_label(column),
    ]
    if column != choice.head.label:
        options.append(lambda: choice.with_feature(column, column not in choice.head.features))
    if len(choice.drawn) == 2:
        options.append(lambda: choice.with_drawn(rng.randrange(2), rng.choice(choice.head.features)))
    return rng.choice(options)()


def _check_sentence(sentence: str) -> None:
    assert sentence.isprintable() and sentence.endswith(".") and len(sentence) < 1000, sentence


def _look(choice: ImportChoice) -> None:
    head = choice.head
    assert len({*head.names}) == len(head.names)
    assert head.label not in head.features and {*choice.drawn} <= {*head.features}
    assert len(choice.drawn) == min(2, len(head.features)) == len(choice.axes)
    for row in range(len(head.rows)):
        for column in range(len(head.names)):
            head.shown(row, column)
            head.is_wrong(row, column)


def _check_read(choice: ImportChoice, read: PointsFile) -> None:
    """The first points are those that were shown, less those that lack something."""
    head, dataset = choice.head, read.dataset
    assert dataset.features == tuple(head.names[j] for j in head.features)
    assert read.label_name == head.names[head.label]
    rows = [row for row in range(len(head.rows)) if not any(head.is_wrong(row, j) for j in range(len(head.names)))]
    for row, point in zip(rows, dataset.X.tolist(), strict=False):
        assert [head.shown(row, j) for j in head.features] == [*map(shortest, point)]
