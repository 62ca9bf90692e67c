"""The outcome of a run in words and aligned numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.cli.request import Request, has_epochs
from perceptron_gui.cli.words import aligned, counted, cut, exact_text, facts, rounded_text
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.visit_record import exact_parameters, parameters
from perceptron_gui.engine.theory.bounds import MistakeBound
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.files.file_errors import shown

MOST_ALPHAS = 12


def in_words(request: Request, trainer: Trainer, bound: MistakeBound | None, is_known: bool = True) -> str:
    """Return what ``train`` prints without --json.

    Parameters
    ----------
    request : Request
    trainer : Trainer
    bound : MistakeBound or None
    is_known : bool
        Whether it is known that there is no other bound; else it would have taken too long.
    """
    told = _bound(bound) if is_known else "unknown (to work it out takes long, see analyze)"
    blocks = [[why_stopped(trainer)], facts(_counts(request, trainer, told)), _parameters(request, trainer)]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def reached(trainer: Trainer) -> str:
    """Return how far a run has come, for the middle of a sentence."""
    state = trainer.state
    epochs = f" in {counted(state.epoch, 'epoch')}" if has_epochs(trainer.problem.settings.order) else ""
    return f"{counted(state.visits, 'visit')}{epochs} with {counted(state.mistakes, 'mistake')}"


def why_stopped(trainer: Trainer) -> str:
    """Return the status and its reason in a sentence (P7)."""
    state = trainer.state
    sentences = {
        Stop.CONVERGED: f"converged: {_why_converged(trainer)}",
        Stop.PASS_DONE: "pass_done: every point was shown once, in order of arrival.",
        Stop.CYCLE: _why_cycle(trainer),
        Stop.UPDATE_LIMIT: f"update_limit: stopped after {counted(state.updates, 'update')}, before it converged.",
        Stop.EPOCH_LIMIT: f"epoch_limit: stopped after {counted(state.epoch, 'epoch')}, before it converged.",
    }
    return sentences[state.stop] if state.stop is not None else f"unfinished: reached {reached(trainer)}."


def _why_converged(trainer: Trainer) -> str:
    if has_epochs(trainer.problem.settings.order):
        return "the last pass had no mistake."
    return "no errors are left."


def _why_cycle(trainer: Trainer) -> str:
    cycle = trainer.cycle
    if cycle is None:
        return ""
    start = f"after epoch {cycle.entered_epoch}" if cycle.entered_epoch else "at the start"
    return (
        f"cycle: after epoch {trainer.state.epoch} all weights are as they were {start}, so that the run would repeat "
        f"{counted(cycle.mistakes, 'mistake')} every {counted(cycle.length_epochs, 'epoch')} for ever."
    )


def _counts(request: Request, trainer: Trainer, bound: str) -> list[tuple[str, str]]:
    state, settings = trainer.state, request.settings
    errors = int(np.count_nonzero(trainer.margins() <= 0.0))
    bias = "with bias" if settings.bias else "without bias"
    return [
        ("rule", f"{settings.mode}, {_order(settings)}, η = {_eta(settings.eta)}, {bias}"),
        ("points", f"{request.dataset.n_samples} with {counted(request.dataset.n_features, 'feature')}"),
        ("classes", _classes(request)),
        *([("epochs", str(state.epoch))] if has_epochs(settings.order) else []),
        ("visits", str(state.visits)),
        ("mistakes", str(state.mistakes)),
        ("updates", str(state.updates)),
        ("errors now", str(errors)),
        ("bound", bound),
        ("numbers", _exactness(state.exact_visits)),
    ]


def _order(settings: TrainingSettings) -> str:
    has_seed = settings.order in (Order.SHUFFLED, Order.RANDOM)
    return f"{settings.order} with seed {settings.seed}" if has_seed else settings.order


def _eta(eta: float) -> str:
    return exact_text(Fraction(repr(eta)))


def _classes(request: Request) -> str:
    names = [shown(name) for name in request.dataset.classes]
    if request.positive is None:
        return ", ".join(names)
    others = [shown(name) for name in request.dataset.classes if name != request.positive]
    return f"+ {shown(request.positive)}, - {' or '.join(others)}"


def _bound(bound: MistakeBound | None) -> str:
    if bound is None:
        return "none"
    value = exact_text(bound.exact) if bound.exact is not None else rounded_text(bound.unrounded)
    return f"{value} ({counted(bound.at_most, 'mistake')} at most)"


def _exactness(exact_visits: int | None) -> str:
    if exact_visits is None:
        return "exact"
    return f"exact up to visit {exact_visits}, then rounded" if exact_visits else "rounded"


def _parameters(request: Request, trainer: Trainer) -> list[str]:
    names = [*map(shown, request.dataset.features), *(["bias b"] if request.settings.bias else [])]
    texts = _theta_texts(trainer)
    columns = [texts[i : i + len(names)] for i in range(0, len(texts), len(names))]
    rows: list[Sequence[str]] = [*zip(names, *columns, strict=True)]
    kept, more = cut(rows)
    kind, classes = model_kind(request.settings), request.dataset.classes
    heads = ["w" if k is None else f"w of {shown(classes[k])}" for k in kind.row_classes(len(classes))]
    lines = aligned([["", *heads], *kept]) + more
    return lines + (_alphas(trainer) if kind.shows_alpha else [])


def _theta_texts(trainer: Trainer) -> list[str]:
    exact = exact_parameters(trainer)
    if exact is not None:
        return [exact_text(value) for value in exact]
    return [rounded_text(value) for value in parameters(trainer).ravel().tolist()]


def _alphas(trainer: Trainer) -> list[str]:
    """Return the α that are not 0, the largest first."""
    alpha = trainer.state.alpha
    points = np.argsort(-alpha, kind="stable")[: np.count_nonzero(alpha)].tolist()
    texts = [f"{int(alpha[i])} of point {i}" for i in points[:MOST_ALPHAS]]
    if len(points) > MOST_ALPHAS:
        texts.append(f"… and {len(points) - MOST_ALPHAS} more")
    return ["", f"α above 0 (points from 0): {', '.join(texts) or 'none'}"]
