"""``samples``: list the built-in data sets, or write one as a points file (C8)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from difflib import get_close_matches

from perceptron_gui.cli.options import SAMPLES, scan
from perceptron_gui.cli.values import UsageError, either
from perceptron_gui.cli.words import counted
from perceptron_gui.engine.samples import Sample
from perceptron_gui.files.flaw import LONGEST_PATH, shown
from perceptron_gui.files.points import dump_points, write_points
from perceptron_gui.files.samples import ALL_SAMPLES, BY_NAME

MOST_GUESSES = 3
ALIKE = 0.5
"""How alike a name must be to be offered, from 0 to 1."""


def answer(arguments: Sequence[str]) -> str:
    """Return the list of the data sets, or the points of one; with -o these go to a file.

    Raises
    ------
    UsageError, PointsFileError
        When there is no such data set, or the file cannot be written.
    """
    found, names = scan("samples", SAMPLES, arguments)
    if len(names) > 1:
        raise UsageError(f'samples takes the name of one data set, not also "{shown(names[1])}".')
    if not names:
        if found:
            raise UsageError("-o needs the name of a data set before it, write perceptron-gui samples NAME -o F.")
        return listing()
    dataset = _named(names[0]).make()
    if "output" not in found:
        text = io.StringIO()
        dump_points(text, dataset)
        return text.getvalue()
    write_points(found["output"], dataset)
    return f"{counted(dataset.n_samples, 'point')} written to {shown(found['output'], LONGEST_PATH)}.\n"


def listing() -> str:
    """Return two lines for every data set: its name, what it holds and its title, and what to watch."""
    width = max(len(sample.name) for sample in ALL_SAMPLES)
    return "\n".join(_described(sample, width) for sample in ALL_SAMPLES)


def _described(sample: Sample, width: int) -> str:
    dataset = sample.make()
    size = f"{counted(dataset.n_samples, 'point')}, {counted(len(dataset.present), 'class', 'classes')}"
    if dataset.n_features != 2:
        size += f", {counted(dataset.n_features, 'feature')}"
    return f"{sample.name:<{width}}  {sample.title} ({size})\n{'':<{width}}  {sample.watch}\n"


def _named(name: str) -> Sample:
    """Return the data set of a name, in large or small letters."""
    sample = BY_NAME.get(name.strip().casefold())
    if sample is not None:
        return sample
    close = get_close_matches(name.strip().casefold(), BY_NAME, n=MOST_GUESSES, cutoff=ALIKE)
    guess = f"did you mean {either(close)}" if close else "perceptron-gui samples lists them all"
    raise UsageError(f'There is no built-in data set "{shown(name)}", {guess}.')
