"""How a table of points is read: by the rules for points files (C1), or as somebody has chosen."""

from __future__ import annotations

from perceptron_gui.frozen import Frozen


class ReadingOptions(Frozen):
    """What is said about a table; whatever is None follows from the table by the rules for points files (C1).

    Attributes
    ----------
    encoding : str
        One of `lines.ENCODINGS`.
    delimiter : str or None
        What separates the cells.
    decimal : str or None
        "." or ",": what all numbers have before their decimals.
    has_header : bool or None
        Whether the first row names the columns. None: it must, and each must have a name of its own; True: a column
        without one gets one; False: all get one, and the first row is a point.
    label : int or None
        The column of the classes, from 0.
    features : tuple of int or None
        The columns that are trained on, ascending.
    leaves_out_incomplete : bool
        Whether rows that lack a number or a label are left out, and counted; else the first is refused.
    n_above : int or None
        Lines above the first row, which are left out; None for what is most likely, where a table is only looked at.
    """

    encoding: str = "utf-8"
    delimiter: str | None = None
    decimal: str | None = None
    has_header: bool | None = None
    label: int | None = None
    features: tuple[int, ...] | None = None
    leaves_out_incomplete: bool = False
    n_above: int | None = 0


BY_THE_RULES = ReadingOptions()
