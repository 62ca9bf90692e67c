"""The outcome of a run in words and aligned numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.cli.words import (
    aligned,
    bound_with_count,
    cut,
    exact_text,
    facts,
    features_fact,
    rounded_text,
    size_text,
)
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.held_out_errors import held_out_errors
from perceptron_gui.engine.run.variants import Outcome, VariantName
from perceptron_gui.engine.run.visit_record import exact_parameters, parameters
from perceptron_gui.files.file_errors import shown
from perceptron_gui.session.messages.stop_line import stop_line
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.cli.request import Request
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.engine.run.run import Run
    from perceptron_gui.engine.theory.bounds import MistakeBound

MOST_ALPHAS = 12


def in_words(
    request: Request,
    training: Run,
    bound: MistakeBound | None,
    is_known: bool = True,
    outcome: Outcome | None = None,
) -> str:
    """Return what ``train`` prints without --json.

    `training`: after the run. `bound`: None where there is none, or it is not known. `is_known`: False if the bound
    would have taken too long to compute. `outcome`: of a variant, which then judges the points held out.
    """
    told = _bound(bound, request.settings) if is_known else tr("unknown (see analyze)")
    blocks = [[stop_line(training)], facts(_counts(request, training, told, outcome)), _parameters(request, training)]
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
        words = tr("Its price: {points} judged after each of {updates}.")
        points = counted("{count} point", "{count} points", request.dataset.n_samples)
        updates = counted("{count} update", "{count} updates", training.state.updates)
        lines += [words.format(points=points, updates=updates), ""]
    if outcome.theta is not None:
        known = outcome.exact
        texts = [exact_text(v) for v in known] if known else [rounded_text(v) for v in outcome.theta.ravel().tolist()]
        lines += _table(request, texts)
    return "\n".join(lines).rstrip() + "\n"


def _counts(request: Request, training: Run, bound: str, outcome: Outcome | None = None) -> list[tuple[str, str]]:
    state, settings = training.state, request.settings
    errors = int(np.count_nonzero(training.trainer.margins() <= 0.0))
    bias = tr("with bias") if settings.bias else tr("without bias")
    margin = f"β = {_number(settings.beta)}, " if settings.beta else ""
    return [
        (tr("rule"), f"{settings.mode}, {_order(settings)}, η = {_number(settings.eta)}, {margin}{bias}"),
        *([(tr("kernel"), _kernel(settings.kernel))] if settings.has_curved_kernel else []),
        (tr("points"), size_text(request.dataset)),
        *_held_out(request, training, outcome),
        *features_fact(request.settings, request.feature_names),
        (tr("classes"), _classes(request)),
        *([(tr("epochs"), grouped(state.epoch))] if settings.order.has_epochs else []),
        (tr("visits"), grouped(state.visits)),
        (tr("mistakes"), grouped(state.mistakes)),
        *([(tr("near misses"), grouped(state.near_misses))] if settings.beta else []),
        (tr("updates"), grouped(state.updates)),
        (tr("errors now"), grouped(errors)),
        (tr("bound"), bound),
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
        facts_of += [(name, words.format(points=points, errors=errors))] if len(part) else []
    return facts_of


def _kernel(kernel: Kernel) -> str:
    if kernel.name is KernelName.RBF:
        return f"rbf, exp(-{_number(kernel.gamma)}·‖x - z‖²)"
    return f"poly, (x·z + {_number(kernel.coef0)})^{kernel.degree}"


def _order(settings: TrainingSettings) -> str:
    has_seed = settings.order in (Order.SHUFFLED, Order.RANDOM)
    return (
        tr("{order} with seed {seed}").format(order=settings.order, seed=settings.seed) if has_seed else settings.order
    )


def _number(value: float) -> str:
    return exact_text(Fraction(repr(value)))


def _classes(request: Request) -> str:
    names = [shown(name) for name in request.dataset.classes]
    if request.positive is None:
        return ", ".join(names)
    others = [shown(name) for name in request.dataset.classes if name != request.positive]
    rest = reduce(lambda first, last: tr("{first} or {last}").format(first=first, last=last), others)
    return f"+ {shown(request.positive)}, - {rest}"


def _bound(bound: MistakeBound | None, settings: TrainingSettings) -> str:
    if bound is None:
        return tr("none")
    value = exact_text(bound.exact) if bound.exact is not None else rounded_text(bound.unrounded)
    if settings.beta:
        words = ntr(
            "{value} ({count} mistake or near miss at most)",
            "{value} ({count} mistakes and near misses at most)",
            bound.at_most,
        )
        return words.format(value=value, count=grouped(bound.at_most))
    return bound_with_count(value, bound.at_most)


def _exactness(exact_visits: int | None) -> str:
    if exact_visits is None:
        return tr("exact")
    if not exact_visits:
        return tr("rounded")
    return tr("exact up to visit {visit}, then rounded").format(visit=grouped(exact_visits))


def _parameters(request: Request, training: Run) -> list[str]:
    lines = _table(request, _theta_texts(training))
    return lines + (_alphas(request, training) if model_kind(request.settings).shows_alpha else [])


def _table(request: Request, texts: list[str]) -> list[str]:
    features = () if request.settings.has_curved_kernel else request.feature_names
    names = [*map(shown, features), *([tr("bias b")] if request.settings.bias else [])]
    columns = [texts[i : i + len(names)] for i in range(0, len(texts), len(names) or 1)]
    rows: list[Sequence[str]] = [*zip(names, *columns, strict=True)]
    kept, more = cut(rows)
    kind, classes = model_kind(request.settings), request.dataset.classes
    rows_of = kind.row_classes(len(classes))
    alone = "" if request.settings.has_curved_kernel else "w"
    heads = [alone if k is None else tr("w of {name}").format(name=shown(classes[k])) for k in rows_of]
    return aligned([["", *heads], *kept]) + more if names else []


def _theta_texts(training: Run) -> list[str]:
    exact = exact_parameters(training.trainer)
    if exact is not None:
        return [exact_text(value) for value in exact]
    return [rounded_text(value) for value in parameters(training.trainer).ravel().tolist()]


def _alphas(request: Request, training: Run) -> list[str]:
    """Return the α that are not 0, the largest first."""
    alpha = training.state.alpha
    points = np.argsort(-alpha, kind="stable")[: np.count_nonzero(alpha)].tolist()
    named = zip(points[:MOST_ALPHAS], request.places(points[:MOST_ALPHAS]), strict=True)
    texts = [tr("{alpha} of point {point}").format(alpha=grouped(int(alpha[i])), point=place) for i, place in named]
    if len(points) > MOST_ALPHAS:
        texts.append(counted("… and {count} more", "… and {count} more", len(points) - MOST_ALPHAS))
    return ["", tr("α above 0 (points from 0): {values}").format(values=", ".join(texts) or tr("none"))]
