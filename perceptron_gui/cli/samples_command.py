"""``samples``: list the built-in data sets, or write one as a points file or a session (C8)."""

import io
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from difflib import get_close_matches

from perceptron_gui.cli.command_line import either, filled
from perceptron_gui.cli.command_registry import UsageError
from perceptron_gui.engine.data.samples import Sample
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.files.file_work import LONGEST_PATH, shown
from perceptron_gui.files.points.points_file import dump_points, write_points
from perceptron_gui.files.points.sample_files import ALL_SAMPLES, BY_NAME
from perceptron_gui.files.sessions import is_session
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import ntr, tr

MOST_GUESSES = 3
ALIKE = 0.5
"""How alike a name must be to be offered, from 0 to 1."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of ``samples``: names of data sets, and an output file."""
    parser.add_argument("names", metavar="NAME", nargs="*", default=[], help=tr("a data set to print as a points file"))
    about_output = tr("write it to this file; a name that ends in .perceptron makes a session")
    parser.add_argument("-o", dest="output", metavar="FILE", type=filled, default=None, help=about_output)


def run(arguments: Namespace) -> str:
    """Return the list of the data sets, or the points of one; with -o these go to a file.

    `arguments`: what `add_arguments` declares. Raises `UsageError`, `PointsFileError` when there is no such data set,
    or the file cannot be written.
    """
    names: Sequence[str] = arguments.names
    if len(names) > 1:
        words = tr('samples takes the name of only one data set; leave out "{name}".')
        raise UsageError(words.format(name=shown(names[1])))
    if names:
        return _points(_named(names[0]), arguments.output)
    if arguments.output is not None:
        raise UsageError(tr("-o needs the name of a data set: perceptron-gui samples NAME -o FILE."))
    return listing()


def _points(sample: Sample, path: str | None) -> str:
    """Return the points file, or what to say about the one written to `path`."""
    dataset = sample.make()
    if path is None:
        text = io.StringIO()
        dump_points(text, dataset)
        return text.getvalue()
    if is_session(path):
        _write_session(path, sample)
    else:
        write_points(path, dataset)
    words = ntr("{count} point written to {file}.", "{count} points written to {file}.", dataset.n_samples)
    return words.format(count=grouped(dataset.n_samples), file=shown(path, LONGEST_PATH)) + "\n"


def _write_session(path: str, sample: Sample) -> None:
    # Imported only here: all that a session can hold takes a fifth of a start.
    from perceptron_gui.files.sessions.session_file import write_session
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.saved.saved_session import SavedSession
    from perceptron_gui.session.view.view_state import USUAL_SPEED, ViewState, speed_at

    settings = sample.settings_from(TrainingSettings())
    document = Document(title=tr(sample.title), note=tr(sample.watch)).with_settings(settings)
    view = ViewState(speed=speed_at(USUAL_SPEED))
    write_session(path, SavedSession(document.with_dataset(sample.make()), view=view))


def listing() -> str:
    """Return two lines for every data set: its name, what it holds and its title, and what to watch."""
    width = max(len(sample.name) for sample in ALL_SAMPLES)
    return "\n".join(_described(sample, width) for sample in ALL_SAMPLES)


def _described(sample: Sample, width: int) -> str:
    dataset = sample.make()
    sizes = [
        counted("{count} point", "{count} points", dataset.n_samples),
        counted("{count} class", "{count} classes", len(dataset.present)),
    ]
    if dataset.n_features != 2:
        sizes.append(counted("{count} feature", "{count} features", dataset.n_features))
    lines = f"{tr(sample.title)} ({', '.join(sizes)})", tr(sample.watch)
    return f"{sample.name:<{width}}  {lines[0]}\n{'':<{width}}  {lines[1]}\n"


def _named(name: str) -> Sample:
    """Return the data set of a name, in large or small letters."""
    sample = BY_NAME.get(name.strip().casefold())
    if sample is not None:
        return sample
    close = get_close_matches(name.strip().casefold(), BY_NAME, n=MOST_GUESSES, cutoff=ALIKE)
    if close:
        words = tr('There is no built-in data set "{name}"; perhaps you meant {guesses}.')
        raise UsageError(words.format(name=shown(name), guesses=either(close)))
    words = tr('There is no built-in data set "{name}"; perceptron-gui samples lists them all.')
    raise UsageError(words.format(name=shown(name)))
