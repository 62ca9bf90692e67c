"""What somebody chooses about a table before its points are taken: how it is read, and which columns are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.files.reading_options import ReadingOptions
from perceptron_gui.files.table_head import TableHead, head_of
from perceptron_gui.frozen import Frozen, replace

if TYPE_CHECKING:
    from perceptron_gui.files.table_sample import TableSample


class ImportChoice(Frozen, eq=False):
    """The beginning of a table and what is chosen about it; each choice gives another."""

    sample: TableSample
    head: TableHead  # all that is read of it in the way that is chosen
    # the columns across and upwards, of those that are trained on; fewer where there is but one
    drawn: tuple[int, ...] = ()

    @classmethod
    def of(cls, sample: TableSample, options: ReadingOptions | None = None) -> ImportChoice:
        """Return the choice that is made for a table; what `options` leave open is what is most likely.

        `options`: nothing is said in them if not given, not even the encoding. Raises `FileError` when there is no
        table to be seen.
        """
        options = options or ReadingOptions(encoding=sample.encoding, leaves_out_incomplete=True, n_above=None)
        head = head_of(sample, options)
        return cls(sample, head, head.features[:2])

    def with_text(self, **changes: object) -> ImportChoice:
        """Return the choice for another encoding, delimiter or first row: what the columns are is found anew.

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
