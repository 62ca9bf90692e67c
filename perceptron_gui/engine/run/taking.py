"""Takes snapshots: copies what the views need of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.model.point_losses import point_losses, points_told
from perceptron_gui.engine.run import run_marks
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.visit_record import expansion_of, parameters
from perceptron_gui.engine.training.judging import judge
from perceptron_gui.engine.training.state import Stop

if TYPE_CHECKING:
    from perceptron_gui.engine.model.point_losses import PointLosses
    from perceptron_gui.engine.run.run import Run
    from perceptron_gui.engine.run.wants import Wants
    from perceptron_gui.engine.training.trainer import Trainer


def take_snapshot(
    run: Run, run_id: int, wants: Wants, is_playing: bool = False, elsewhere: Trainer | None = None
) -> Snapshot:
    """Copy what the views need of a run at its cursor.

    `run_id`: number of the run, by which views recognise an outdated snapshot. `wants`: what visible views need.
    `is_playing`: whether the run is on its way. `elsewhere`: the parameters of the run on points that are being moved:
    these are judged in the place of its own.
    """
    state, trainer = run.state, elsewhere or run.trainer
    judged = judge(trainer, wants.rivals)
    return Snapshot(
        run_id=run_id,
        settings=run.settings,
        dataset=trainer.data.dataset,
        visit=state.visits,
        epoch=state.epoch,
        mistakes=state.mistakes,
        updates=state.updates,
        frontier=run.frontier,
        theta=parameters(run.trainer),
        errors=judged.errors,
        to_learn=judged.to_learn,
        is_exact=run.is_exact,
        weight_unit=run.data.scale.weight_unit if run.is_exact else None,
        exact_visits=state.exact_visits,
        stop=run.stop,
        cycle=run.cycle,
        last=run.last if elsewhere is None else None,
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
        losses=_losses(trainer, judged.loss, run.is_exact) if wants.losses else None,
        expansion=expansion_of(run.trainer),
        near_misses=state.near_misses,
        rivals=judged.rivals,
    )


def _losses(trainer: Trainer, loss: float, is_exact: bool) -> PointLosses:
    data, points = trainer.data, points_told(trainer.data.n_samples)
    return point_losses(loss, points, trainer.margins_of(points), data.scale, is_exact and data.is_exact)
