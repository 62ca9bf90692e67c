"""Where a run is, for the status line, and what there is to say about it (P4, P7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.session.messages.held_out import errors_text, untrained_text
from perceptron_gui.session.messages.run_end import run_end
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot

COUNTS = N_("epoch {epoch}     visit {visit}     mistakes {mistakes}     {errors}     {exact}")
RANDOM_COUNTS = N_("visit {visit}     mistakes {mistakes}     {errors}     {exact}")
"""Random order has no passes, so that there is no epoch to tell (P4)."""


def counts_text(snapshot: Snapshot) -> str:
    """Return the counts at the cursor. `snapshot`: while it is veiled errors are not counted."""
    mistakes = grouped(snapshot.mistakes)
    if snapshot.settings.beta:
        # What stands for the number of mistakes where near misses are learned from, too (V4).
        mistakes = tr("{mistakes}     near misses {near_misses}").format(
            mistakes=mistakes, near_misses=grouped(snapshot.near_misses)
        )
    return tr(COUNTS if snapshot.settings.order.has_epochs else RANDOM_COUNTS).format(
        epoch=grouped(snapshot.epoch),
        visit=grouped(snapshot.visit),
        mistakes=mistakes,
        errors=errors_text(snapshot),
        exact=tr("exact") if snapshot.is_exact else tr("≈ rounded"),
    )


def state_news(snapshot: Snapshot) -> tuple[str, ...]:
    """Return what there is to say of a run that does not simply go on: a sentence and, if it has one, its headline.

    Returns from long to short; empty where there is nothing to say.
    """
    end = run_end(snapshot)
    news = (end.sentence, end.headline) if end is not None else ()
    lacking = untrained_text(snapshot.dataset)
    if len(snapshot.dataset.present) == 1 and snapshot.dataset.n_samples:
        lacking = tr("Only one class has points so far.")
    return (" ".join((lacking, *news[:1])), lacking) if lacking else news
