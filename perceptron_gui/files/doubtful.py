"""Tables that somebody has to look at before their points are taken, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from perceptron_gui.files.file_errors import FileError, PointsFileError, shown
from perceptron_gui.files.header import columns_named_label
from perceptron_gui.files.import_choice import ImportChoice
from perceptron_gui.files.numbers import PLAIN
from perceptron_gui.files.table_sample import take_sample
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.points_file import PointsFile
    from perceptron_gui.files.report import Report


class Doubtful(Frozen, eq=False):
    """A table to look at."""

    path: Path
    choice: ImportChoice  # how it would most likely be read
    reason: str = ""  # why it was not taken as it is, in a sentence; empty where it was to be looked at anyway


def doubtful(path: Path, report: Report, refusal: PointsFileError | None = None, reason: str = "") -> Doubtful:
    """Return a table to look at.

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
    if columns_named_label([read.label_name]) or len(numbers) < len(classes) or not has_decimals:
        return ""
    words = tr(
        'No column is named as the label, and the last one, "{column}", has numbers with decimals: is it the label?'
    )
    return words.format(column=shown(read.label_name))
