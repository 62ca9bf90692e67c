"""What the panel "Theorem" says of a run at its cursor, put together from what is known so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.proof_path import ProofPath, proof_path
from perceptron_gui.session.explanation.proof_step import ProofStep, proof_step
from perceptron_gui.session.explanation.theorem import Theorem, so_far, theorem
from perceptron_gui.session.explanation.theorem_numbers import TheoremNumbers, theorem_numbers
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.mistake_states import MistakeStates
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.worker.analysis_thread import Finding


class TheoremPage(Frozen, eq=False):
    """The content of the panel "Theorem"."""

    count: str  # mistakes so far, near misses included (T10), in figures
    counted: str  # what they are, after the figures: mistakes of at most as many as the bound says, or of no bound
    news: str  # what there is to say where there is no theorem: why not, or what is waited for; else empty
    numbers: TheoremNumbers | None = None  # of the points; None while nothing is known about them
    theorem: Theorem | None = None
    remark: str = ""  # how far the run is from its bound; empty where there is none
    states: MistakeStates | None = None  # the run's updates that may be shown; None while they are not known
    path: ProofPath | None = None  # where they are in the wedge
    here: int | None = None  # index of the update that is told about
    step: ProofStep | None = None  # what it did


def theorem_page(
    finding: Finding | None, snapshot: Snapshot, states: MistakeStates | None, pointed_at: int | None = None
) -> TheoremPage:
    """Put together what is known.

    `finding`: what was found about the points; None while they are analyzed. One that is about another run says
    nothing. `snapshot`: the run at its cursor. `states`: of the run; None before they are computed. `pointed_at`: index
    of an update to tell about instead of the last one before the cursor.
    """
    if finding is not None and not finding.may_stand_beside(snapshot):
        finding = None
    count, numbers = grouped(snapshot.n_learned), _numbers(finding)
    if finding is None or numbers is None:
        return TheoremPage(count, _counted(snapshot, False), _news(finding))
    stated, bound = theorem(numbers), numbers.analysis.bound
    counted = _counted(snapshot, bool(stated.bound))
    if snapshot.settings.has_curved_kernel:
        return TheoremPage(count, counted, _no_theta(), numbers, stated)
    if states is None or not states.is_of(snapshot) or not finding.is_about(snapshot):
        is_dragged = snapshot.visit > 0 and snapshot.moved_from is not None
        news = tr("The points are being moved: a new run begins when they are let go.") if is_dragged else ""
        return TheoremPage(count, counted, news, numbers, stated)
    remark = "" if bound is None else so_far(snapshot.n_learned, bound.at_most, numbers.has_beta)
    known = states.until(snapshot.visit) if snapshot.is_veiled else states
    here = _told(known, snapshot, pointed_at)
    step = None if here is None else proof_step(numbers, known, here)
    return TheoremPage(count, counted, "", numbers, stated, remark, known, proof_path(numbers, known), here, step)


def _counted(snapshot: Snapshot, has_bound: bool) -> str:
    count = snapshot.n_learned
    if snapshot.settings.beta:
        if has_bound:
            return ntr("mistake or near miss of at most", "mistakes and near misses of at most", count)
        return ntr("mistake or near miss so far, and no bound", "mistakes and near misses so far, and no bound", count)
    if has_bound:
        return ntr("mistake of at most", "mistakes of at most", count)
    return ntr("mistake so far, and no bound", "mistakes so far, and no bound", count)


def _told(states: MistakeStates, snapshot: Snapshot, pointed_at: int | None) -> int | None:
    """Return the index of the update that is pointed at, or else of the last one before the cursor."""
    if pointed_at is not None and pointed_at < len(states):
        return pointed_at
    place = int(np.searchsorted(states.visits, snapshot.visit, side="right")) - 1
    return place if place >= 0 else None


def _numbers(finding: Finding | None) -> TheoremNumbers | None:
    if finding is None or finding.analysis is None:
        return None
    return theorem_numbers(finding.document, finding.analysis)


def _news(finding: Finding | None) -> str:
    """Say why there is nothing to state."""
    if finding is None:
        return tr("Looking whether the points are separable …")
    if finding.analysis is None:
        return finding.failure
    return tr("The theorem is about the points: place some, of two classes.")


def _no_theta() -> str:
    """Say why the way of a run with a curved kernel is not drawn."""
    return tr(
        "With a curved kernel θ has an entry for every feature of the kernel, and is not written out: both sides of "
        "the bound are drawn, but not the way of θ between them."
    )
