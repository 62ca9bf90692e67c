"""``train``: train without a window, and report as JSON or in words and aligned numbers (C4)."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np

from perceptron_gui.cli import command_line, report
from perceptron_gui.cli.command_line import Request, add_geometry, add_training, make_request, one_of, points_file
from perceptron_gui.cli.command_registry import UsageError
from perceptron_gui.cli.report import Interrupted, Progress
from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.data.kernel import Kernel
from perceptron_gui.engine.data.settings import RANDOM_ORDERS, TrainingSettings
from perceptron_gui.engine.exact.effort import TooMuchWork
from perceptron_gui.engine.model.models import model_kind, parts_of
from perceptron_gui.engine.run.followers.variants import MOST_VOTERS, Outcome, VariantName, attach, vote_at
from perceptron_gui.engine.run.records.all_points import held_out_errors
from perceptron_gui.engine.run.records.record import exact_parameters, parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.theory.separability import MOST_WORK, MistakeBound, geometry, mistake_bound, verdict_on
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.files.atomic import check_target, is_same_file
from perceptron_gui.files.file_work import named, shown
from perceptron_gui.frozen import asdict, replace
from perceptron_gui.session.messages.run_end import reached, stop_line
from perceptron_gui.session.messages.verdict_text import one_class_text
from perceptron_gui.session.wording import bound_text, counted, grouped, joined
from perceptron_gui.translation import ntr, tr

MOST_ALPHAS = 12


def in_words(
    request: Request, training: Run, bound: MistakeBound | None, is_known: bool = True, outcome: Outcome | None = None
) -> str:
    """Return what ``train`` prints without --json.

    `training`: after the run. `bound`: None where there is none, or it is not known. `is_known`: False if the bound
    would have taken too long to compute. `outcome`: of a variant, which then judges the points held out.
    """
    told = _bound(bound, request.settings) if is_known else tr("unknown (see analyze)")
    one_class = one_class_text(request.dataset, request.settings) if bound is not None else ""
    blocks = [
        list(filter(None, (stop_line(training), one_class))),
        report.facts(_counts(request, training, told, outcome)),
        _parameters(request, training),
    ]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def variant_in_words(request: Request, training: Run, outcome: Outcome | None, name: str) -> str:
    """Return what ``train`` adds with --variant: its training errors, what it took, and its parameters if it has some.

    `training`: after the run. `outcome`: none adds nothing. `name`: which variant.
    """
    if outcome is None:
        return ""
    head = counted("{count} error now", "{count} errors now", outcome.n_errors)
    lines = ["", f"{name}: {head}", ""]
    if name != VariantName.AVERAGED:
        words = tr("Extra work: {points} checked after each of {updates}.")
        points = counted("{count} point", "{count} points", request.dataset.n_samples)
        updates = counted("{count} update", "{count} updates", training.state.updates)
        lines += [words.format(points=points, updates=updates), ""]
    if outcome.theta is not None:
        lines += _table(request, _texts(outcome.exact, outcome.theta))
    return "\n".join(lines).rstrip() + "\n"


def _counts(request: Request, training: Run, bound: str, outcome: Outcome | None = None) -> list[tuple[str, str]]:
    state, settings = training.state, request.settings
    errors = int(np.count_nonzero(training.trainer.margins() <= 0.0))
    bias = tr("with bias") if settings.bias else tr("without bias")
    margin = f"β = {_number(settings.beta)}, " if settings.beta else ""
    return [
        # L10n: heads a line: mode, order and rates
        (tr("rule"), f"{settings.mode}, {_order(settings)}, η = {_number(settings.eta)}, {margin}{bias}"),
        *([(tr("kernel"), _kernel(settings.kernel))] if settings.has_curved_kernel else []),
        (tr("points"), report.size_text(request.dataset)),
        *_held_out(request, training, outcome),
        *report.features_fact(request.settings, request.feature_names),
        (tr("classes"), _classes(request)),
        *([(tr("epochs"), grouped(state.epoch))] if settings.order.has_epochs else []),
        (tr("visits"), grouped(state.visits)),
        (tr("mistakes"), grouped(state.mistakes)),
        *([(tr("near misses"), grouped(state.near_misses))] if settings.beta else []),
        (tr("updates"), grouped(state.updates)),
        (tr("errors now"), grouped(errors)),
        (tr("bound"), bound),
        # L10n: heads a line: exact or rounded
        (tr("numbers"), _exactness(state.exact_visits)),
    ]


def errors_held_out(request: Request, training: Run, part: Ints, outcome: Outcome | None = None) -> int:
    """Return how many points of a part are errors under the last parameters, or by a variant (H1).

    `training`: after the run. `part`: shape (n_part,): indices of the points in the file. `outcome`: of a variant.
    """
    if outcome is not None:
        return int(np.count_nonzero(outcome.errors(request.points.only(part))))
    return int(np.count_nonzero(held_out_errors(training.trainer, request.points.only(part))))


def _held_out(request: Request, training: Run, outcome: Outcome | None) -> list[tuple[str, str]]:
    split = request.split
    if split is None:
        return []
    words, facts_of = tr("{points} held out, {errors}"), []
    for name, part in ((tr("validation"), split.validation), (tr("test"), split.test)):
        points = counted("{count} point", "{count} points", len(part))
        errors = counted("{count} error", "{count} errors", errors_held_out(request, training, part, outcome))
        facts_of += [(name, words.format(points=points, errors=errors))] if len(part) or not split.n_held_out else []
    return facts_of


def _kernel(kernel: Kernel) -> str:
    numbers = {name: _number(value) for name, value in kernel.numbers.items()}
    return f"{kernel.name}, {kernel.function.words.formula.format(**numbers)}"


def _order(settings: TrainingSettings) -> str:
    words = tr("{order} with seed {seed}") if settings.order in RANDOM_ORDERS else "{order}"
    return words.format(order=settings.order, seed=settings.seed)


def _number(value: float) -> str:
    return report.exact_text(Fraction(repr(value)))


def _classes(request: Request) -> str:
    names = [shown(name) for name in request.dataset.classes]
    if request.positive is None:
        return joined(names)
    others = [shown(name) for name in request.dataset.classes if name != request.positive]
    rest = reduce(lambda first, last: tr("{first} or {last}").format(first=first, last=last), others)
    return f"+ {shown(request.positive)}, - {rest}"


def _bound(bound: MistakeBound | None, settings: TrainingSettings) -> str:
    if bound is None:
        # L10n: no bound
        return tr("none")
    value = report.bound_value(bound)
    if settings.beta:
        words = ntr(
            "{value} ({count} mistake or near miss at most)",
            "{value} ({count} mistakes and near misses at most)",
            bound.at_most,
        )
        return words.format(value=value, count=bound_text(bound.at_most, 10**report.MOST_PLACES))
    return report.bound_with_count(value, bound.at_most)


def _exactness(exact_visits: int | None) -> str:
    if exact_visits is None:
        return tr("exact")
    if not exact_visits:
        return tr("rounded")
    return tr("exact up to visit {visit}, then rounded").format(visit=grouped(exact_visits))


def _parameters(request: Request, training: Run) -> list[str]:
    lines = _table(request, _texts(exact_parameters(training.trainer), parameters(training.trainer)))
    return lines + (_alphas(request, training) if "alpha" in parts_of(request.settings) else [])


def _table(request: Request, texts: list[str]) -> list[str]:
    features = request.settings.weight_names(request.dataset.features)
    n_rows = len(features) + request.settings.bias
    if not n_rows:
        return []
    columns = [texts[i : i + n_rows] for i in range(0, len(texts), n_rows)]
    return report.parameter_table(
        request.dataset, request.settings, features, columns, "w" if features else "", tr("w of {name}")
    )


def _texts(exact: Sequence[Fraction] | None, theta: Floats) -> list[str]:
    if exact:
        return [report.exact_text(value) for value in exact]
    return [report.rounded_text(value) for value in theta.ravel().tolist()]


def _alphas(request: Request, training: Run) -> list[str]:
    """Return the α that are not 0, the largest first."""
    alpha = training.state.alpha
    points = np.argsort(-alpha, kind="stable")[: np.count_nonzero(alpha)].tolist()
    named = zip(points[:MOST_ALPHAS], request.places(points[:MOST_ALPHAS]), strict=True)
    texts = [tr("{alpha} for point {point}").format(alpha=grouped(int(alpha[i])), point=place) for i, place in named]
    if len(points) > MOST_ALPHAS:
        texts.append(counted("… and {count} more", "… and {count} more", len(points) - MOST_ALPHAS))
    return ["", tr("α above 0 (points numbered from 0): {values}").format(values=joined(texts) or tr("none"))]


def as_json(
    request: Request, training: Run, bound: MistakeBound | None, outcome: Outcome | None = None
) -> dict[str, Any]:
    """Return the object that ``train --json`` prints.

    `training`: after the run. `bound`: None where there is none. `outcome`: of a variant, which then judges the points
    held out.
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
        "kernel": asdict(settings.kernel) if settings.kernel.is_curved else None,
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
        "bound": None if bound is None else report.finite(bound.unrounded),
        "cycle": _cycle(training),
        "holdout": _holdout(request, training, outcome),
    }


def _weights(training: Run) -> dict[str, Any]:
    """Return w, b and α, or W and B; those of the other modes None, as are w and W with a curved kernel (D5, M5)."""
    sums, settings = training.state.sums, training.data.settings
    has_class_rows = model_kind(settings).has_class_rows
    known = _parameters_json(training, parameters(training.trainer))
    known["alpha"] = None if has_class_rows else training.state.alpha.tolist()
    known["A"] = sums.counts.tolist() if has_class_rows and sums else None
    return {name: known[name] for name in ("w", "b", "alpha", "W", "B", "A")}


def _parameters_json(training: Run, theta: Floats | None) -> dict[str, Any]:
    """Return w and b, or W and B; all None where there are no parameters."""
    if theta is None:
        return dict.fromkeys(("w", "b", "W", "B"))
    theta = theta + 0.0  # makes −0.0 plain 0
    b = theta[:, -1] if training.data.settings.bias else np.zeros(len(theta))
    w = None if training.data.settings.has_curved_kernel else theta[:, : training.data.n_weights].tolist()
    if model_kind(training.data.settings).has_class_rows:
        return {"w": None, "b": None, "W": w, "B": b.tolist()}
    return {"w": w and w[0], "b": float(b[0]), "W": None, "B": None}


def variant_json(training: Run, outcome: Outcome | None, name: str) -> dict[str, Any] | None:
    """Return a variant's result as values for JSON; None without one.

    `training`: after the run. `name`: of the variant.
    """
    if outcome is None:
        return None
    shares = _shares(training, outcome)
    return {"name": name, **_parameters_json(training, outcome.theta), **shares, "training_errors": outcome.n_errors}


def _shares(training: Run, outcome: Outcome) -> dict[str, Any]:
    """Return α or A of a curved kernel, of an average divided by the visits (V1): what w is with the linear one."""
    expansion, known = outcome.expansion, dict[str, Any].fromkeys(("alpha", "A"))
    if expansion is not None:
        counts = np.zeros((len(expansion.counts), training.data.n_samples))
        counts[:, expansion.indices] = expansion.counts * (expansion.eta / training.data.settings.eta)
        has_class_rows = model_kind(training.data.settings).has_class_rows
        known["A" if has_class_rows else "alpha"] = counts.tolist() if has_class_rows else np.abs(counts[0]).tolist()
    return known


def _cycle(training: Run) -> dict[str, int] | None:
    cycle = training.cycle
    if cycle is None:
        return None
    return {"entered_epoch": cycle.entered_epoch, "length_epochs": cycle.length_epochs, "mistakes": cycle.mistakes}


def _holdout(request: Request, training: Run, outcome: Outcome | None) -> dict[str, Any] | None:
    split = request.split
    if split is None:
        return None
    parts = {"validation": split.validation, "test": split.test}
    return {
        name: {"indices": part.tolist(), "errors": errors_held_out(request, training, part, outcome)}
        for name, part in parts.items()
    }


MOST_POINTS, MOST_FEATURES = 10_000, 100
"""Up to here a bound is looked for along with training (T2)."""
SLICE = 1e7
"""Work between two looks at the clock, in multiply-adds: 10 to 200 ms."""
FOREVER = 2**62
Follower = Callable[[Trainer], object]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what ``train`` takes (C3)."""
    add_geometry(parser)
    add_training(parser)
    about_variant = tr("also report the averaged weights, the vote, or the best weights found")
    parser.add_argument("--variant", **one_of(VariantName), default=None, help=about_variant)
    about_log = tr("write every update to a CSV file")
    parser.add_argument("--log", metavar="F.csv", type=command_line.filled, default=None, help=about_log)


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
        return report.json_text(
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
        raise UsageError(tr("--log would replace the points file; give the log another name."))
    with named(log):
        check_target(log)


def _with_voters(training: Run, outcome: Outcome) -> Outcome:
    """Return the votes' outcome with its voters, which are also needed for the points held out."""
    model = vote_at(training, training.visit).model
    if model is None:
        words = tr(
            "--variant voted with --holdout: too many different weights would have to vote; the limit is {most}."
        )
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
    from perceptron_gui.files.output.written_runs import open_log

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

    verdict = verdict_on(geometry(request.dataset, request.settings), should_stop, MOST_WORK)
    if verdict is not None and verdict.margin is None and len(request.dataset.present) > 1:
        raise TooMuchWork  # too close to tell: that there is none is not known either
    return None if verdict is None else mistake_bound(verdict, request.settings, request.dataset)
