"""Why a run stands, in words: the one owner of the sentences about its end (P7, T9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.training.cycles import Cycle
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.session.wording import counted, grouped

AGAIN, ROUND = "Space starts again", "Space goes round again"


class Outcome(Enum):
    """What kind of end a run came to."""

    CONVERGED = "converged"
    CYCLE = "cycle"
    PASS_DONE = "pass done"
    LIMIT = "limit"


@dataclass(frozen=True)
class RunEnd:
    """How a run ended.

    Attributes
    ----------
    outcome : Outcome
    headline : str
        The news in a few words.
    reason : str
        What it means, as the rest of a sentence.
    next_step : str
        What to do next; empty while "predict first" asks, where Space has another meaning.
    sentence : str
        Headline and reason for the status line.
    """

    outcome: Outcome
    headline: str
    reason: str
    next_step: str
    sentence: str


def run_end(snapshot: Snapshot) -> RunEnd | None:
    """Return how the run ended that stands at `snapshot`'s cursor; None while it can simply go on.

    Parameters
    ----------
    snapshot : Snapshot
        While it is veiled no count of errors is told.
    """
    match snapshot.stop:
        case None:
            return None
        case Stop.CONVERGED:
            return _converged(snapshot)
        case Stop.PASS_DONE:
            return _pass_done(snapshot)
        case Stop.CYCLE if snapshot.cycle is not None:
            return _cycle(snapshot, snapshot.cycle)
        case _:
            return _limit(snapshot, snapshot.stop)


def _converged(snapshot: Snapshot) -> RunEnd:
    """Tell of convergence: random order has no passes, it ends when no errors are left (P7)."""
    is_random = snapshot.settings.order is Order.RANDOM
    reason = "no errors left" if is_random else "a whole pass without a mistake"
    mistakes = f"after {counted(snapshot.mistakes, 'mistake')}"
    return RunEnd(
        Outcome.CONVERGED,
        f"Converged {mistakes}",
        reason,
        _next(snapshot, AGAIN),
        f"Converged: {reason}, {mistakes}.",
    )


def _pass_done(snapshot: Snapshot) -> RunEnd:
    mistakes = f"{counted(snapshot.mistakes, 'mistake')} on {counted(snapshot.dataset.n_samples, 'point')}"
    return RunEnd(
        Outcome.PASS_DONE,
        f"Pass done: {mistakes}",
        "every point was shown once",
        _next(snapshot, AGAIN),
        f"The pass is done: {mistakes}.",
    )


def _cycle(snapshot: Snapshot, cycle: Cycle) -> RunEnd:
    first = f"the weights after epoch {grouped(cycle.entered_epoch)}" if cycle.entered_epoch else "the start weights"
    back = f"{first} came back {counted(cycle.length_epochs, 'epoch')} later"
    mistakes = f"{counted(cycle.mistakes, 'mistake')} a round"
    return RunEnd(
        Outcome.CYCLE,
        f"A cycle: {mistakes}",
        f"{back}: {_what_fails(snapshot)}",
        _next(snapshot, ROUND),
        f"A cycle: {back}, with {mistakes}. {_capital(_what_fails(snapshot))}.",
    )


def _limit(snapshot: Snapshot, stop: Stop) -> RunEnd:
    settings, is_updates = snapshot.settings, stop is Stop.UPDATE_LIMIT
    limit, noun = (settings.max_updates, "update") if is_updates else (settings.max_epochs, "epoch")
    errors = "" if snapshot.is_veiled else f"{counted(snapshot.n_errors, 'error')} left"
    stopped = f"Stopped at the limit of {noun}s"
    return RunEnd(
        Outcome.LIMIT,
        f"Stopped at the limit of {counted(limit, noun)}" if limit is not None else stopped,
        errors,
        _next(snapshot, AGAIN),
        f"{stopped}, with {errors}." if errors else f"{stopped}.",
    )


def _what_fails(snapshot: Snapshot) -> str:
    """Say what cannot be done with points whose weights come back (T9)."""
    if snapshot.model.has_class_rows:
        return "no weights get every point right"
    surface = "line" if snapshot.dataset.n_features <= 2 else "plane" if snapshot.dataset.n_features == 3 else ""
    through = "" if snapshot.settings.bias else " through the origin"
    return f"no {surface or 'hyperplane'}{through} separates these points"


def _next(snapshot: Snapshot, words: str) -> str:
    return "" if snapshot.is_veiled else words


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
