"""``train``: train without a window, and report as JSON or in words (C4)."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np

from perceptron_gui.cli.progress import Interrupted, Progress
from perceptron_gui.cli.refusals import UsageError, not_built
from perceptron_gui.cli.request import Request, add_geometry, add_training, make_request, points_file
from perceptron_gui.cli.train_report import errors_held_out, in_words, variant_in_words
from perceptron_gui.cli.values import choice, filled
from perceptron_gui.cli.words import json_text
from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.data.kernel import Kernel
from perceptron_gui.engine.exact.effort import TooMuchWork
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.variants import Outcome, Variant, VariantName, attach
from perceptron_gui.engine.run.visit_record import parameters
from perceptron_gui.engine.theory.bounds import MistakeBound, mistake_bound
from perceptron_gui.engine.theory.margin import geometry, verdict_on
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.files.atomic import check_target, is_same_file
from perceptron_gui.files.file_errors import FileError
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
    """Declare what ``train`` takes (C3).

    Parameters
    ----------
    parser : ArgumentParser
    """
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

    Parameters
    ----------
    arguments : Namespace
        What `add_arguments` declares.

    Raises
    ------
    PointsFileError, SettingsError, UsageError, Interrupted
        When the request makes no sense, a file cannot be read or written, or Ctrl-C ends it.
    """
    path = points_file("train", arguments)
    _check_log(arguments.log, path)
    request = make_request(path, arguments)
    # A long run keeps neither its mistakes nor its states: nobody goes back in it.
    training = Run(request.dataset, request.settings, keeps_past=False)
    try:
        with Progress() as progress:
            variant = _variant_of(request, training, arguments.variant)
            train(request, training, arguments.log, progress)
            bound, is_known = _try_bound(request, progress)
    except KeyboardInterrupt:
        raise Interrupted(tr("Interrupted after {reached}.").format(reached=reached(training))) from None
    outcome = None if variant is None else variant.outcome(training.trainer)
    if arguments.json:
        return json_text(
            as_json(request, training, bound) | {"variant": _variant(training, outcome, arguments.variant)}
        )
    return in_words(request, training, bound, is_known) + variant_in_words(request, outcome, arguments.variant)


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


def _variant_of(request: Request, training: Run, name: VariantName | None) -> Variant | None:
    if name is not None and request.split is not None:
        raise UsageError(not_built("--variant with --holdout") + ".")
    return None if name is None else attach(training, name)


def train(request: Request, training: Run, log_path: str | None, progress: Progress) -> None:
    """Train until the run stops, and write the log if one is asked for.

    Parameters
    ----------
    request : Request
    training : Run
        Before its first visit.
    log_path : str or None
        Where the log is to be; None writes none.
    progress : Progress
        Is told how far the run is.

    Raises
    ------
    PointsFileError
        When the log cannot be written.
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

    Parameters
    ----------
    request : Request
    progress : Progress
        Is told that the bound is being computed.

    Raises
    ------
    TooMuchWork
        When to compute it would take long.
    """
    if request.dataset.n_samples > MOST_POINTS or len(request.feature_names) > MOST_FEATURES:
        raise TooMuchWork

    def should_stop() -> bool:
        progress.say(tr("working out the bound …"))
        return False

    verdict = verdict_on(geometry(request.dataset, request.settings), should_stop, BOUND_WORK)
    return None if verdict is None else mistake_bound(verdict, request.settings, request.dataset.n_samples)


def as_json(request: Request, training: Run, bound: MistakeBound | None) -> dict[str, Any]:
    """Return the object that ``train --json`` prints.

    Parameters
    ----------
    request : Request
    training : Run
        After the run.
    bound : MistakeBound or None
        None where there is none.
    """
    state, settings, dataset = training.state, request.settings, request.dataset
    return {
        "schema": 1,
        "mode": settings.mode.value,
        "order": settings.order.value,
        "eta": settings.eta,
        "bias": settings.bias,
        "seed": settings.seed,
        "beta": settings.beta,
        "kernel": _kernel(settings.kernel),
        "n_samples": dataset.n_samples,
        "n_features": dataset.n_features,
        "features": list(request.feature_names),
        "classes": list(dataset.classes),
        "positive": request.positive,
        "exact": state.exact_visits is None,
        "exact_visits": state.exact_visits,
        "status": training.stop,
        "epochs": state.epoch if settings.order.has_epochs else None,
        "visits": state.visits,
        "mistakes": state.mistakes,
        "updates": state.updates,
        "training_errors": int(np.count_nonzero(training.trainer.margins() <= 0.0)),
        **_weights(training),
        "bound": None if bound is None else bound.unrounded,
        "cycle": _cycle(training),
        "holdout": _holdout(request, training),
    }


def _kernel(kernel: Kernel) -> dict[str, Any] | None:
    return asdict(kernel) if kernel.is_curved else None


def _weights(training: Run) -> dict[str, Any]:
    """Return w, b and α, or W and B; those of the other modes None, as are w and W with a curved kernel (D5, M5)."""
    sums, settings = training.state.sums, training.data.settings
    has_class_rows = model_kind(settings).has_class_rows
    known = _parameters(training, parameters(training.trainer))
    known["alpha"] = None if has_class_rows else training.state.alpha.tolist()
    known["A"] = sums.counts.tolist() if has_class_rows and sums else None
    return {name: known[name] for name in ("w", "b", "alpha", "W", "B", "A")}


def _parameters(training: Run, theta: Floats | None) -> dict[str, Any]:
    """Return w and b, or W and B; all None where there are no parameters."""
    if theta is None:
        return dict.fromkeys(("w", "b", "W", "B"))
    theta = theta + 0.0  # makes −0.0 plain 0
    b = _biases(training, theta)
    w = None if training.data.settings.has_curved_kernel else theta[:, : training.data.n_weights].tolist()
    if model_kind(training.data.settings).has_class_rows:
        return {"w": None, "b": None, "W": w, "B": b.tolist()}
    return {"w": w and w[0], "b": float(b[0]), "W": None, "B": None}


def _variant(training: Run, outcome: Outcome | None, name: str) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {"name": name, **_parameters(training, outcome.theta), "training_errors": outcome.n_errors}


def _biases(training: Run, theta: Floats) -> Floats:
    return theta[:, -1] if training.data.settings.bias else np.zeros(len(theta))


def _cycle(training: Run) -> dict[str, int] | None:
    cycle = training.cycle
    if cycle is None:
        return None
    return {
        "entered_epoch": cycle.entered_epoch,
        "length_epochs": cycle.length_epochs,
        "mistakes": cycle.mistakes,
    }


def _holdout(request: Request, training: Run) -> dict[str, Any] | None:
    split = request.split
    if split is None:
        return None
    parts = {"validation": split.validation, "test": split.test}
    return {
        name: {"indices": part.tolist(), "errors": errors_held_out(request, training, part)}
        for name, part in parts.items()
    }
