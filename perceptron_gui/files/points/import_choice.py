"""The choices of an import: how a table that the user checks before importing is read, and why it needs checking.

What is not chosen is guessed from the first rows: encoding, lines above, delimiter, label, features.
"""

from __future__ import annotations

import csv
from _csv import Reader
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from perceptron_gui.files import spelling
from perceptron_gui.files.file_work import FileError, PointsFileError, Report, shown
from perceptron_gui.files.opened_file import TableSample, take_sample
from perceptron_gui.files.points import csv_table
from perceptron_gui.files.points.points_file import PointsFile, is_missing
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.scripts import PLAIN
from perceptron_gui.translation import tr

MOST_SKIPPED = 1000
"""Lines that can be above a table."""
LOOKED_AT, MOST_CHARACTERS = 100, 2**18
"""Lines of a table that are looked at, and the characters after which no other is: some milliseconds of work."""
LEAST_COLUMNS = 3
"""Of two columns one without a name looks like a title that a spreadsheet made as wide as the table."""


def lines_above(lines: Iterator[str], delimiter: str | None) -> tuple[int, str | None]:
    """Return how many lines most likely stand above the header, and what separates the cells below them.

    Those are above that have one cell with something in it at most; and those that have fewer cells than most rows of
    the table, where a row without numbers follows, which names the columns.

    `lines`: the first lines of a table. `delimiter`: what separates its cells; None where that is not known. `n_lines`:
    from 0 to `LOOKED_AT`. `delimiter`: the one that was given where there are no such lines.
    """
    texts = [*_beginning(lines)]
    found = [(*_above(texts, each), each) for each in ((delimiter,) if delimiter else csv_table.DELIMITERS)]
    n_rows, n_lines, best = max(found, key=lambda each: each[0])
    return (n_lines, best) if n_rows and n_lines else (0, delimiter)


def _beginning(lines: Iterator[str]) -> Iterator[str]:
    length = 0
    for line in islice(lines, LOOKED_AT):
        yield line
        length += len(line)
        if length > MOST_CHARACTERS:
            break


def _above(texts: Sequence[str], delimiter: str) -> tuple[int, int]:
    """Return how many rows are as wide as most that have columns, and the line on which the first of them begins."""
    rows, begins = _split(csv_table.row_reader(texts, delimiter), most_cells=MOST_CHARACTERS)
    widths = Counter(len(row) for row in rows if len(row) > 1 and not csv_table.is_blank(row))
    if not widths:
        return 0, 0
    width, n_rows = max(widths.items(), key=lambda each: (each[1], each[0]))
    for i, row in enumerate(rows):
        n_filled = sum(bool(cell.strip()) for cell in row)
        is_title = n_filled <= 1 and (len(row) != width or width >= LEAST_COLUMNS)
        if is_title or len(row) < width:
            continue
        is_sure = all(sum(bool(cell.strip()) for cell in above) <= 1 for above in rows[:i])
        has_numbers = any(spelling.parse_number(spelling.with_points(cell)) is not None for cell in row)
        return (n_rows, begins[i] - 1) if is_sure or not has_numbers else (n_rows, 0)
    return 0, 0


OTHER_DELIMITERS = (" ", "|")
MOST_ROWS = 100
MOST_CELLS = 20_000
"""Of so many cells a head is made within a frame or two."""
Rows = Sequence[Sequence[str]]


class TableHead(Frozen, eq=False):
    """The beginning of a table."""

    options: csv_table.ReadingOptions  # how it is read; delimiter, header, label and features are said
    names: tuple[str, ...]  # all columns
    rows: Rows  # the cells of the first points, as written
    lines: Sequence[int]  # the line of the file on which each row begins, from 1
    numeric: tuple[bool, ...]  # which columns hold numbers: the others can only be the label

    @property
    def label(self) -> int:
        """The column of the classes."""
        assert self.options.label is not None
        return self.options.label

    @property
    def features(self) -> tuple[int, ...]:
        """The columns that are trained on."""
        assert self.options.features is not None
        return self.options.features

    def shown(self, row: int, column: int) -> str:
        """Return a cell as it is read: a number as the double that it becomes; as written where it is none.

        `row`: which of the first points, from 0. `column`: which of the columns, from 0.
        """
        text = self._text(row, column)
        if column == self.label:
            return spelling.as_read(text)
        pointed = self._pointed(text)
        value = spelling.parse_number(pointed) if spelling.is_coordinate(pointed) else None
        return text.strip() if value is None else spelling.shortest(value)

    def is_wrong(self, row: int, column: int) -> bool:
        """Whether a cell is not what its column needs. `row`, `column`: as in `shown`."""
        text = self._text(row, column)
        if column == self.label:
            return not text.strip()
        return column in self.features and not spelling.is_coordinate(self._pointed(text))

    def _text(self, row: int, column: int) -> str:
        return "".join(self.rows[row][column : column + 1])

    def _pointed(self, text: str) -> str:
        return spelling.with_points(text) if _may_be_commas(self.options) else text


def head_of(sample: TableSample, chosen: csv_table.ReadingOptions) -> TableHead:
    """Return the head of a table; what is not chosen is what is most likely, and by the rules where these read it (C1).

    Raises `FileError` when there is no table to be seen.
    """
    if chosen.n_above is None:
        n_above, delimiter = lines_above(iter(sample.lines(chosen.encoding)), chosen.delimiter)
        chosen = replace(chosen, n_above=n_above, delimiter=delimiter)
    delimiter, rows, lines = _first_rows(sample, chosen)
    csv_table.check_width(len(rows[0]))
    first = [spelling.as_read(cell).strip() for cell in rows[0]]
    has_header = chosen.has_header if chosen.has_header is not None else not csv_table.looks_like_a_point(first)
    points, lines = (rows[1:], lines[1:]) if has_header else (rows, lines)
    options = replace(chosen, delimiter=delimiter, has_header=has_header)
    options = replace(options, decimal=chosen.decimal or _decimal_of(points, delimiter))
    numeric = tuple(_is_numeric(column, options) for column in _columns(points, len(first)))
    names = csv_table.with_all_names(first) if has_header else ("",) * len(first)
    label = chosen.label if chosen.label is not None else _label_of(first if has_header else names, points, numeric)
    if not has_header:
        names = csv_table.names_of_columns(len(first), label)
    features = chosen.features
    if features is None:
        is_named = [bool(name) or not has_header for name in first]
        features = tuple(j for j in range(len(first)) if j != label and numeric[j] and is_named[j])
    return TableHead(replace(options, label=label, features=features), names, points, lines, numeric)


def _first_rows(sample: TableSample, chosen: csv_table.ReadingOptions) -> tuple[str, list[list[str]], list[int]]:
    """Return the delimiter, the first rows that have no flaw as text, and the line of each."""
    n_above = chosen.n_above or 0
    lines = csv_table.skip(iter(sample.lines(chosen.encoding)), n_above)
    first = csv_table.header_lines(lines)
    delimiter = chosen.delimiter or _delimiter_of(first)
    rows, begins = _split(csv_table.row_reader(chain(first, lines), delimiter), sample.is_cut)
    while rows and csv_table.is_blank(rows[-1]):
        rows.pop()
    if not rows or csv_table.is_blank(rows[0]):
        raise FileError(tr("no rows can be shown."))
    return delimiter, rows, [n_above + line for line in begins]


def _delimiter_of(first: list[str]) -> str:
    """Return the delimiter by the rules (C1), or another one if that gives no columns."""
    by_the_rules = csv_table.find_delimiter("".join(first))
    for delimiter in (by_the_rules, *OTHER_DELIMITERS):
        rows, _ = _split(csv_table.row_reader(first, delimiter))
        if rows and len(rows[0]) > 1:
            return delimiter
    return by_the_rules


def _split(reader: Reader, is_cut: bool = False, most_cells: int = MOST_CELLS) -> tuple[list[list[str]], list[int]]:
    """Return the first rows up to a flaw, and the line of each. `is_cut`: whether the last one may not be whole."""
    rows: list[list[str]] = []
    begins, n_cells = [1], 0
    try:
        for row in reader:
            rows.append(row)
            begins.append(reader.line_num + 1)
            n_cells += len(row)
            if len(rows) > MOST_ROWS or n_cells > most_cells:
                return rows, begins
    except (csv.Error, FileError):
        return rows, begins  # what is wrong below is said when all is read
    return rows[:-1] if is_cut else rows, begins


def _columns(rows: Rows, width: int) -> list[list[str]]:
    return [[row[j] if j < len(row) else "" for row in rows] for j in range(width)]


def _may_be_commas(options: csv_table.ReadingOptions) -> bool:
    return options.decimal == "," if options.decimal else options.delimiter != ","


def _decimal_of(rows: Rows, delimiter: str) -> str | None:
    """Return a comma where the rules do not take it for a decimal one, but nothing else makes sense; else None.

    With commas between the cells that is where numbers with commas stand in quotes; with others, where each of them
    could mean thousands.
    """
    cells = [cell.strip(spelling.BLANKS) for cell in chain.from_iterable(rows)]
    commas = [cell for cell in cells if "," in cell and PLAIN.fullmatch(spelling.with_points(cell))]
    has_points = any("." in cell and PLAIN.fullmatch(cell) for cell in cells)
    if not commas or has_points:
        return None
    return "," if delimiter == "," or all(map(spelling.GROUPED.fullmatch, commas)) else None


def _is_numeric(cells: Sequence[str], options: csv_table.ReadingOptions) -> bool:
    """Whether half of the cells that are not missing are numbers: one that is none is then a flaw, not a text."""
    there = [cell for cell in cells if not is_missing(cell)]
    pointed = [spelling.with_points(cell) for cell in there] if _may_be_commas(options) else there
    return not cells or 2 * sum(map(spelling.is_coordinate, pointed)) >= max(1, len(there))


def _label_of(names: Sequence[str], rows: Rows, numeric: Sequence[bool]) -> int:
    """Return the column with the name of one; else, of those with text, the one most like classes; else the last."""
    if named := csv_table.columns_named_label(names):
        return named[0]
    columns = [[cell.strip() for cell in column] for column in _columns(rows, len(names))]
    texts = [j for j, cells in enumerate(columns) if not numeric[j] and any(cells)]
    if texts:
        return min(reversed(texts), key=lambda j: _unlike_classes(columns[j]))
    return max((j for j, cells in enumerate(columns) if not cells or any(cells)), default=len(names) - 1)


def _unlike_classes(cells: Sequence[str]) -> tuple[bool, bool, int]:
    """Return what is the less, the more texts are like labels: none is missing, there are two, and few."""
    n_texts = len({*cells})
    return "" in cells, n_texts < 2, n_texts


class ImportChoice(Frozen, eq=False):
    """The beginning of a table with its reading options; each change returns a new value."""

    sample: TableSample
    head: TableHead  # all that is read of it in the way that is chosen
    # the columns across and upwards, of those that are trained on; fewer where there is but one
    drawn: tuple[int, ...] = ()

    @classmethod
    def of(cls, sample: TableSample, options: csv_table.ReadingOptions | None = None) -> ImportChoice:
        """Return the choice that is made for a table; what `options` leave open is what is most likely.

        `options`: nothing is said in them if not given, not even the encoding. Raises `FileError` when there is no
        table to be seen.
        """
        options = options or csv_table.ReadingOptions(
            encoding=sample.encoding, leaves_out_incomplete=True, n_above=None
        )
        head = head_of(sample, options)
        return cls(sample, head, head.features[:2])

    def with_text(self, **changes: object) -> ImportChoice:
        """Return the choice for another encoding, delimiter or first row; columns are guessed anew.

        `changes`: of `ReadingOptions`. Raises `FileError` when there is no table to be seen.
        """
        options = replace(self.head.options, decimal=None, label=None, features=None)
        return ImportChoice.of(self.sample, replace(options, **changes))

    def with_decimal(self, sign: str | None) -> ImportChoice:
        """Return the choice for other decimals: columns may turn into numbers, or cease to be.

        `sign`: "." or ","; None for what the numbers show.
        """
        return ImportChoice.of(self.sample, replace(self.head.options, decimal=sign, features=None))

    def with_label(self, column: int) -> ImportChoice:
        """Return the choice with another label; the column that was it is trained on if it holds numbers.

        `column`: from 0.
        """
        before, options = self.head.label, self.head.options
        features = {*self.head.features} - {column}
        if self.head.numeric[before] and before != column:
            features.add(before)
        head = head_of(self.sample, replace(options, label=column, features=tuple(sorted(features))))
        return replace(self, head=head)._drawing(self.drawn)

    def with_feature(self, column: int, is_trained_on: bool) -> ImportChoice:
        """Return the choice with a column trained on, or left out.

        `column`: of numbers, and not the label. `is_trained_on`: whether it is trained on.
        """
        features = {*self.head.features} | {column} if is_trained_on else {*self.head.features} - {column}
        options = replace(self.head.options, features=tuple(sorted(features)))
        return replace(self, head=replace(self.head, options=options))._drawing(self.drawn)

    def with_drawn(self, place: int, column: int) -> ImportChoice:
        """Return the choice with another column drawn; the two change places where it is drawn already.

        `place`: 0 for across, 1 for upwards. `column`: one that is trained on.
        """
        drawn = [*self.drawn]
        if column in drawn:
            drawn.reverse()
        else:
            drawn[place] = column
        return self._drawing(tuple(drawn))

    @property
    def axes(self) -> tuple[int, ...]:
        """The columns that are drawn, as numbers among those that are trained on."""
        return tuple(self.head.features.index(column) for column in self.drawn)

    def _drawing(self, wanted: tuple[int, ...]) -> ImportChoice:
        """Return the choice with the columns drawn that are wanted, as far as they are trained on."""
        features = self.head.features
        kept = [column for column in wanted if column in features]
        others = [column for column in features if column not in kept]
        if wanted and wanted[0] not in features and kept:
            return replace(self, drawn=(*others[:1], *kept)[:2])
        return replace(self, drawn=(*kept, *others)[:2])


class Doubtful(Frozen, eq=False):
    """A table that the user should check before it is imported."""

    path: Path
    choice: ImportChoice  # how it would most likely be read
    reason: str = ""  # why it was not taken as it is, in a sentence; empty where it was to be looked at anyway


def doubtful(path: Path, report: Report, refusal: PointsFileError | None = None, reason: str = "") -> Doubtful:
    """Return a table for the user to check, with the most likely way to read it.

    `report`: see `read_points`. `refusal`: why the rules (C1) do not read it. `reason`: why they may have misread it.
    Raises `PointsFileError` when there is nothing to be seen: the refusal, if there is one.
    """
    if refusal is not None and refusal.flaw is not None:
        reason = refusal.flaw.placed
    try:
        return Doubtful(path, ImportChoice.of(take_sample(path, report)), reason)
    except PointsFileError as error:
        raise refusal or error from None
    except FileError as flaw:
        raise refusal or flaw.in_file(str(path)) from None


def doubt_about(read: PointsFile) -> str:
    """Return why the label column may be none, in a sentence: it was not named, and holds numbers with decimals.

    `read`: as the rules (C1) read it.
    """
    classes = read.dataset.classes
    numbers = [name for name in classes if PLAIN.fullmatch(name.replace(",", "."))]
    has_decimals = any(not name.isdigit() and float(name.replace(",", ".")) % 1 for name in numbers)
    if csv_table.columns_named_label([read.label_name]) or len(numbers) < len(classes) or not has_decimals:
        return ""
    words = tr(
        'No column is named as the label, and the last one, "{column}", has decimal numbers: is it really the label?'
    )
    return words.format(column=shown(read.label_name))
