"""How far a run came, and why it ended there, in one line of a terminal (P7, T9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.training.state import Stop
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.run import Run


def reached(training: Run) -> str:
    """Return how far a run has come, for the middle of a sentence."""
    state = training.state
    words = tr("{visits} with {mistakes}")
    if training.data.settings.order.has_epochs:
        words = tr("{visits} in {epochs} with {mistakes}")
    return words.format(
        visits=counted("{count} visit", "{count} visits", state.visits),
        epochs=counted("{count} epoch", "{count} epochs", state.epoch),
        mistakes=counted("{count} mistake", "{count} mistakes", state.mistakes),
    )


def stop_line(training: Run) -> str:
    """Return the status, by its name in ``--json``, and its reason in a sentence (P7). `training`: after the run."""
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
        case Stop.WEIGHT_LIMIT:
            return counted(
                "stopped after {count} update: the next one would take a sum of α·y·K beyond 10²⁸⁰.",
                "stopped after {count} updates: the next one would take a sum of α·y·K beyond 10²⁸⁰.",
                state.updates,
                str,
            )
    return tr("reached {reached}.").format(reached=reached(training))


def _why_converged(training: Run) -> str:
    settings = training.data.settings
    if settings.beta:
        return tr("the last pass had no update.") if settings.order.has_epochs else tr("every y·f is above β.")
    return tr("the last pass had no mistake.") if settings.order.has_epochs else tr("no errors are left.")


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
        epoch=grouped(training.state.epoch),
        entered=grouped(cycle.entered_epoch),
        mistakes=counted("{count} mistake", "{count} mistakes", cycle.mistakes),
        epochs=counted("{count} epoch", "{count} epochs", cycle.length_epochs),
    )
