"""What comes of a table, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.files.file_errors import shown
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.files.points_file import PointsFile


def outcome_text(read: PointsFile) -> str:
    """Return how many points there are, of how many features and classes."""
    dataset = read.dataset
    if not dataset.n_samples:
        return tr("There are no points in it.")
    counts = np.bincount(dataset.labels, minlength=len(dataset.classes)).tolist()
    classes = ", ".join(f"{shown(name)} ({count})" for name, count in zip(dataset.classes, counts, strict=True))
    return tr("{points} with {features} in {classes}: {names}.").format(
        points=counted("{count} point", "{count} points", dataset.n_samples),
        features=counted("{count} feature", "{count} features", dataset.n_features),
        classes=counted("{count} class", "{count} classes", len(dataset.classes)),
        names=classes,
    )


def incomplete_text(read: PointsFile) -> str:
    """Return the question about rows that lack something; "" where there are none."""
    if not read.left_out.count:
        return ""
    words = ntr(
        "Leave out {count} row that lacks a number or a label, on line {line}",
        "Leave out {count} rows that lack a number or a label, the first on line {line}",
        read.left_out.count,
    )
    return words.format(count=grouped(read.left_out.count), line=read.left_out.first)
