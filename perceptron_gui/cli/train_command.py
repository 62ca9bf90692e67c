"""``train``: train without a window, and report as JSON or in words (C4)."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from perceptron_gui.cli.progress import Interrupted, Progress
from perceptron_gui.cli.refusals import UsageError
from perceptron_gui.cli.request import Request, add_geometry, add_training, make_request, points_file
from perceptron_gui.cli.train_json import as_json, variant_json
from perceptron_gui.cli.train_report import in_words, variant_in_words
from perceptron_gui.cli.values import choice, filled
from perceptron_gui.cli.words import json_text
from perceptron_gui.engine.exact.effort import TooMuchWork
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.variants import Outcome, VariantName, attach
from perceptron_gui.engine.run.voters import MOST_VOTERS, vote_at
from perceptron_gui.engine.theory.bounds import MistakeBound, mistake_bound
from perceptron_gui.engine.theory.margin import geometry, verdict_on
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.files.atomic import check_target, is_same_file
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.frozen import replace
from perceptron_gui.session.messages.stop_line import reached
from perceptron_gui.translation import tr

MOST_POINTS, MOST_FEATURES = 10_000, 100
"""Up to here a bound is looked for along with training (T2)."""
SLICE = 1e7
"""Work between two looks at the clock, in multiply-adds: 10 to 200 ms."""
BOUND_WORK = 1e10
"""Work that the bound may take, in multiply-adds: some seconds, and the same bounds on every machine."""
FOREVER = 2**62
Follower = Callable[[Trainer], object]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what ``train`` takes (C3)."""
    add_geometry(parser)
    add_training(parser)
    parser.add_argument(
        "--variant",
        metavar="|".join(VariantName),
        type=choice(VariantName, [*VariantName]),
        default=None,
        help=tr("what else to make of all weights: their average, their vote, or the best of them"),
    )
    parser.add_argument(
        "--log", metavar="F.csv", type=filled, default=None, help=tr("write every update to a CSV file")
    )


def run(arguments: Namespace) -> str:
    """Train and return what to print.

    `arguments`: what `add_arguments` declares. Raises `PointsFileError`, `SettingsError`, `UsageError`, `Interrupted`
    when the request makes no sense, a file cannot be read or written, or Ctrl-C ends it.
    """
    path = points_file("train", arguments)
    _check_log(arguments.log, path)
    request = make_request(path, arguments)
    # A long run keeps neither its mistakes nor its states: nobody goes back in it.
    asks_voters = arguments.variant is VariantName.VOTED and request.split is not None
    training = Run(request.dataset, request.settings, keeps_past=asks_voters)
    try:
        with Progress() as progress:
            variant = None if arguments.variant is None else attach(training, arguments.variant)
            train(request, training, arguments.log, progress)
            bound, is_known = _try_bound(request, progress)
    except KeyboardInterrupt:
        raise Interrupted(tr("Interrupted after {reached}.").format(reached=reached(training))) from None
    outcome = None if variant is None else variant.outcome(training.trainer)
    if asks_voters and outcome is not None:
        outcome = _with_voters(training, outcome)
    if arguments.json:
        return json_text(
            as_json(request, training, bound, outcome) | {"variant": variant_json(training, outcome, arguments.variant)}
        )
    return in_words(request, training, bound, is_known, outcome) + variant_in_words(
        request, training, outcome, arguments.variant
    )


def _try_bound(request: Request, progress: Progress) -> tuple[MistakeBound | None, bool]:
    """Return the bound, if there is one, and whether that is known."""
    try:
        return bound_of(request, progress), True
    except TooMuchWork:
        return None, False


def _check_log(log: str | None, points: str) -> None:
    """Find out before hours of training that the log cannot be written."""
    if log is None:
        return
    if is_same_file(log, points):
        raise UsageError(tr("--log would replace the points file, give the log another name."))
    try:
        check_target(log)
    except FileError as flaw:
        raise flaw.in_file(log) from None


def _with_voters(training: Run, outcome: Outcome) -> Outcome:
    """Return the votes with those who vote, who are asked about the points held out, too."""
    model = vote_at(training, training.visit).model
    if model is None:
        words = tr("--variant voted with --holdout: there are too many different weights to be asked, {most} at most.")
        raise UsageError(words.format(most=MOST_VOTERS))
    return replace(outcome, model=model)


def train(request: Request, training: Run, log_path: str | None, progress: Progress) -> None:
    """Train until the run stops, and write the log if one is asked for.

    `training`: before its first visit. `log_path`: where the log is to be; None writes none. `progress`: is told how
    far the run is. Raises `PointsFileError` when the log cannot be written.
    """
    if log_path is None:
        _go_on(training, progress)
        return
    from perceptron_gui.files.run_log import open_log

    with open_log(log_path, training.data, request.places) as log:
        training.follow = log.write if training.follow is None else _both(log.write, training.follow)
        _go_on(training, progress)


def _both(first: Follower, second: Follower) -> Follower:
    def follow(trainer: Trainer) -> None:
        first(trainer)
        second(trainer)

    return follow


def _go_on(training: Run, progress: Progress) -> None:
    """Train slice by slice, to say how far it is."""
    while training.stop is None:
        training.advance(FOREVER, SLICE)
        if progress.is_due:
            progress.say(f"{reached(training)} …")


def bound_of(request: Request, progress: Progress) -> MistakeBound | None:
    """Return the bound on the mistakes (T2, T4–T6, T10), or None where there is none.

    `progress`: is told that the bound is being computed. Raises `TooMuchWork` when to compute it would take long, or
    nothing is certain.
    """
    if request.dataset.n_samples > MOST_POINTS or len(request.feature_names) > MOST_FEATURES:
        raise TooMuchWork

    def should_stop() -> bool:
        progress.say(tr("working out the bound …"))
        return False

    verdict = verdict_on(geometry(request.dataset, request.settings), should_stop, BOUND_WORK)
    if verdict is not None and verdict.margin is None and len(request.dataset.present) > 1:
        raise TooMuchWork  # too close to tell: that there is none is not known either
    return None if verdict is None else mistake_bound(verdict, request.settings, request.dataset.n_samples)
