"""Takes snapshots: copies what the views need of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.model.point_losses import point_losses
from perceptron_gui.engine.run import run_marks
from perceptron_gui.engine.run.error_rivals import rivals_of
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.visit_record import expansion_of, parameters
from perceptron_gui.engine.training.state import Stop

if TYPE_CHECKING:
    from perceptron_gui.engine.run.run import Run
    from perceptron_gui.engine.run.wants import Wants


def take_snapshot(run: Run, run_id: int, wants: Wants, is_playing: bool = False) -> Snapshot:
    """Copy what the views need of a run at its cursor.

    Parameters
    ----------
    run : Run
    run_id : int
        Number of the run, by which views recognise an outdated snapshot.
    wants : Wants
        What visible views need.
    is_playing : bool
        Whether the run is on its way.
    """
    state, margins = run.state, run.trainer.margins()
    errors = frozen(margins <= 0.0)
    return Snapshot(
        run_id=run_id,
        settings=run.settings,
        dataset=run.data.dataset,
        visit=state.visits,
        epoch=state.epoch,
        mistakes=state.mistakes,
        updates=state.updates,
        frontier=run.frontier,
        theta=parameters(run.trainer),
        errors=errors,
        to_learn=frozen(margins <= run.data.threshold) if run.settings.beta else errors,
        is_exact=run.is_exact,
        weight_unit=run.data.scale.weight_unit if run.is_exact else None,
        exact_visits=state.exact_visits,
        stop=run.stop,
        cycle=run.cycle,
        last=run.last,
        alpha=frozen(state.alpha.copy()) if wants.alpha or state.sums is not None else None,
        age=run_marks.ages(run) if wants.age else None,
        ticks=run_marks.ticks(run, wants.ticks, wants.span) if wants.ticks else None,
        passes=run.passes,
        arrivals=run.arrival_visits[-run_marks.MOST_ARRIVALS :],
        stages=run_marks.stages(run),
        n_logged=len(run.log),
        upcoming=run.trainer.next_point() if run.state.stop in (None, Stop.CYCLE) and run.data.n_samples else None,
        learned=state.learned if state.position < run.data.n_samples else 0,
        is_playing=is_playing,
        span=max(wants.span, wants.ticks),
        losses=point_losses(margins, run.data.scale, run.is_exact) if wants.losses else None,
        expansion=expansion_of(run.trainer),
        near_misses=state.near_misses,
        rivals=rivals_of(run.trainer, margins) if wants.rivals else None,
    )
