"""The outcome of a run in words and aligned numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

import numpy as np

from perceptron_gui.cli.request import Request, has_epochs
from perceptron_gui.cli.words import aligned, bound_with_count, counted, cut, exact_text, facts, rounded_text, size_text
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.visit_record import exact_parameters, parameters
from perceptron_gui.engine.theory.bounds import MistakeBound
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.files.file_errors import shown
from perceptron_gui.translation import tr

MOST_ALPHAS = 12


def in_words(request: Request, training: Run, bound: MistakeBound | None, is_known: bool = True) -> str:
    """Return what ``train`` prints without --json.

    Parameters
    ----------
    request : Request
    training : Run
        After the run.
    bound : MistakeBound or None
        None where there is none, or it is not known.
    is_known : bool
        False if the bound would have taken too long to compute.
    """
    told = _bound(bound) if is_known else tr("unknown (to work it out takes long, see analyze)")
    blocks = [[why_stopped(training)], facts(_counts(request, training, told)), _parameters(request, training)]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def reached(training: Run) -> str:
    """Return how far a run has come, for the middle of a sentence.

    Parameters
    ----------
    training : Run
    """
    state = training.state
    words = tr("{visits} with {mistakes}")
    if has_epochs(training.data.settings.order):
        words = tr("{visits} in {epochs} with {mistakes}")
    return words.format(
        visits=counted("{count} visit", "{count} visits", state.visits),
        epochs=counted("{count} epoch", "{count} epochs", state.epoch),
        mistakes=counted("{count} mistake", "{count} mistakes", state.mistakes),
    )


def why_stopped(training: Run) -> str:
    """Return the status, by its name in ``--json``, and its reason in a sentence (P7).

    Parameters
    ----------
    training : Run
        After the run.
    """
    status = "unfinished" if training.stop is None else training.stop
    return f"{status}: {_reason(training)}"


def _reason(training: Run) -> str:
    state = training.state
    match training.stop:
        case Stop.CONVERGED:
            return _why_converged(training)
        case Stop.PASS_DONE:
            return tr("every point was shown once, in order of arrival.")
        case Stop.CYCLE:
            return _why_cycle(training)
        case Stop.UPDATE_LIMIT:
            return counted(
                "stopped after {count} update, before it converged.",
                "stopped after {count} updates, before it converged.",
                state.updates,
            )
        case Stop.EPOCH_LIMIT:
            return counted(
                "stopped after {count} epoch, before it converged.",
                "stopped after {count} epochs, before it converged.",
                state.epoch,
            )
    return tr("reached {reached}.").format(reached=reached(training))


def _why_converged(training: Run) -> str:
    if has_epochs(training.data.settings.order):
        return tr("the last pass had no mistake.")
    return tr("no errors are left.")


def _why_cycle(training: Run) -> str:
    cycle = training.cycle
    if cycle is None:
        return ""
    words = tr(
        "after epoch {epoch} all weights are as they were at the start, "
        "so that the run would repeat {mistakes} every {epochs} for ever."
    )
    if cycle.entered_epoch:
        words = tr(
            "after epoch {epoch} all weights are as they were after epoch {entered}, "
            "so that the run would repeat {mistakes} every {epochs} for ever."
        )
    return words.format(
        epoch=training.state.epoch,
        entered=cycle.entered_epoch,
        mistakes=counted("{count} mistake", "{count} mistakes", cycle.mistakes),
        epochs=counted("{count} epoch", "{count} epochs", cycle.length_epochs),
    )


def _counts(request: Request, training: Run, bound: str) -> list[tuple[str, str]]:
    state, settings = training.state, request.settings
    errors = int(np.count_nonzero(training.trainer.margins() <= 0.0))
    bias = tr("with bias") if settings.bias else tr("without bias")
    return [
        (tr("rule"), f"{settings.mode}, {_order(settings)}, η = {_eta(settings.eta)}, {bias}"),
        (tr("points"), size_text(request.dataset)),
        (tr("classes"), _classes(request)),
        *([(tr("epochs"), str(state.epoch))] if has_epochs(settings.order) else []),
        (tr("visits"), str(state.visits)),
        (tr("mistakes"), str(state.mistakes)),
        (tr("updates"), str(state.updates)),
        (tr("errors now"), str(errors)),
        (tr("bound"), bound),
        (tr("numbers"), _exactness(state.exact_visits)),
    ]


def _order(settings: TrainingSettings) -> str:
    has_seed = settings.order in (Order.SHUFFLED, Order.RANDOM)
    return (
        tr("{order} with seed {seed}").format(order=settings.order, seed=settings.seed) if has_seed else settings.order
    )


def _eta(eta: float) -> str:
    return exact_text(Fraction(repr(eta)))


def _classes(request: Request) -> str:
    names = [shown(name) for name in request.dataset.classes]
    if request.positive is None:
        return ", ".join(names)
    others = [shown(name) for name in request.dataset.classes if name != request.positive]
    rest = reduce(lambda first, last: tr("{first} or {last}").format(first=first, last=last), others)
    return f"+ {shown(request.positive)}, - {rest}"


def _bound(bound: MistakeBound | None) -> str:
    if bound is None:
        return tr("none")
    value = exact_text(bound.exact) if bound.exact is not None else rounded_text(bound.unrounded)
    return bound_with_count(value, bound.at_most)


def _exactness(exact_visits: int | None) -> str:
    if exact_visits is None:
        return tr("exact")
    if not exact_visits:
        return tr("rounded")
    return tr("exact up to visit {visit}, then rounded").format(visit=exact_visits)


def _parameters(request: Request, training: Run) -> list[str]:
    names = [*map(shown, request.dataset.features), *([tr("bias b")] if request.settings.bias else [])]
    texts = _theta_texts(training)
    columns = [texts[i : i + len(names)] for i in range(0, len(texts), len(names))]
    rows: list[Sequence[str]] = [*zip(names, *columns, strict=True)]
    kept, more = cut(rows)
    kind, classes = model_kind(request.settings), request.dataset.classes
    rows_of = kind.row_classes(len(classes))
    heads = ["w" if k is None else tr("w of {name}").format(name=shown(classes[k])) for k in rows_of]
    lines = aligned([["", *heads], *kept]) + more
    return lines + (_alphas(training) if kind.shows_alpha else [])


def _theta_texts(training: Run) -> list[str]:
    exact = exact_parameters(training.trainer)
    if exact is not None:
        return [exact_text(value) for value in exact]
    return [rounded_text(value) for value in parameters(training.trainer).ravel().tolist()]


def _alphas(training: Run) -> list[str]:
    """Return the α that are not 0, the largest first."""
    alpha = training.state.alpha
    points = np.argsort(-alpha, kind="stable")[: np.count_nonzero(alpha)].tolist()
    texts = [tr("{alpha} of point {point}").format(alpha=int(alpha[i]), point=i) for i in points[:MOST_ALPHAS]]
    if len(points) > MOST_ALPHAS:
        texts.append(counted("… and {count} more", "… and {count} more", len(points) - MOST_ALPHAS))
    return ["", tr("α above 0 (points from 0): {values}").format(values=", ".join(texts) or tr("none"))]
