"""How a table of points is read: by the rules for points files (C1), or as somebody has chosen."""

from __future__ import annotations

from perceptron_gui.frozen import Frozen


class ReadingOptions(Frozen):
    """What is said about a table; whatever is None follows from the table by the rules for points files (C1)."""

    encoding: str = "utf-8"  # one of `lines.ENCODINGS`
    delimiter: str | None = None  # what separates the cells
    decimal: str | None = None  # "." or ",": what all numbers have before their decimals
    # whether the first row names the columns. None: it must, and each must have a name of its own; True: a column
    # without one gets one; False: all get one, and the first row is a point
    has_header: bool | None = None
    label: int | None = None  # the column of the classes, from 0
    features: tuple[int, ...] | None = None  # the columns that are trained on, ascending
    # whether rows that lack a number or a label are left out, and counted; else the first is refused
    leaves_out_incomplete: bool = False
    # lines above the first row, which are left out; None for what is most likely, where a table is only looked at
    n_above: int | None = 0


BY_THE_RULES = ReadingOptions()
