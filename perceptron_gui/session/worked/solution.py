"""The worked solution of a stretch of a run, as values: points, rule, every visit with its numbers, what it came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.parts import trained_part
from perceptron_gui.engine.exact.effort import TooMuchWork
from perceptron_gui.engine.theory.bounds import MistakeBound, mistake_bound
from perceptron_gui.engine.theory.margin import geometry, verdict_on
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.explain import explain
from perceptron_gui.session.explanation.step_summary import step_summary
from perceptron_gui.session.explanation.terms import point_values
from perceptron_gui.session.explanation.theorem import so_far
from perceptron_gui.session.explanation.vectors import written_vector
from perceptron_gui.session.formula.line import EXACT, Formula, line
from perceptron_gui.session.formula.nodes import Remark
from perceptron_gui.session.formula.symbols import point_symbol
from perceptron_gui.session.messages.run_end import learned_text, run_end
from perceptron_gui.session.wording import bound_text, counted, field_text, grouped
from perceptron_gui.session.worked.past import Look, Stretch, past_run, snapshots, visits_of
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.explanation.step import Explanation
    from perceptron_gui.session.saved.place import Place

MOST_STEPS = 100
"""Visits that are written out: some twenty pages."""
MOST_POINTS = 40
"""Points that are listed."""
MOST_BOUND_POINTS, BOUND_WORK = 1_000, 1e9
"""Points up to which the bound is worked out, and what that may take, in multiply-adds: a second."""


class Solution(Frozen):
    """What stands on the page."""

    title: str  # may have any character
    rules: str  # the rules of the run, in a sentence
    points: tuple[Formula, ...]  # the points, each with its class
    more_points: str  # how many are not listed; empty for none
    steps: tuple[Explanation, ...]  # the visits
    left_out: str  # how many visits of the stretch are not written out; empty for none
    parameters: tuple[Formula, ...]  # w and b after the last visit
    end: tuple[str, ...]  # how many mistakes there were, why the run ended, how far it is from its bound


def solution_of(document: Document, place: Place, stretch: Stretch, look: Look) -> Solution:
    """Return the worked solution.

    `place`: says when points came during the run. `look`: see `Look`. Raises `NothingToShow` when the stretch has no
    visit.
    """
    run = past_run(document, place, stretch.last, look)
    visits = visits_of(run, stretch)
    steps: list[Explanation] = []
    last = None
    for last in snapshots(document, run, visits[:MOST_STEPS], stretch.is_veiled):
        step = explain(last)
        steps += [] if step is None else [step]
        look(1.0)
    summary = None if last is None else step_summary(last)
    n, more = document.dataset.n_samples, len(visits) - len(steps)
    unlisted = max(n - MOST_POINTS, 0)
    return Solution(
        title=document.title or tr("A run of the perceptron"),
        rules=rules_text(document),
        points=tuple(point_line(document.dataset, i) for i in range(min(n, MOST_POINTS))),
        more_points=counted("and {count} point more", "and {count} points more", unlisted) if unlisted else "",
        steps=tuple(steps),
        left_out=_left_out(more) if more else "",
        parameters=() if summary is None else summary.parameters,
        end=() if last is None else _end(document, last),
    )


def _left_out(count: int) -> str:
    words = ntr(
        "{count} visit more is not written out: a solution has {most} at most.",
        "{count} visits more are not written out: a solution has {most} at most.",
        count,
    )
    return words.format(count=grouped(count), most=grouped(MOST_STEPS))


def rules_text(document: Document) -> str:
    """Return the rules of a run in a line."""
    settings, bias = document.settings, tr("with bias") if document.settings.bias else tr("without bias")
    parts = [settings.mode.value, settings.order.value, f"η = {field_text(settings.eta)}"]
    parts += [f"β = {field_text(settings.beta)}"] * bool(settings.beta)
    parts += [settings.kernel.name.value] * settings.has_curved_kernel
    parts += [settings.features.text] * (not settings.features.is_identity)
    return ", ".join([*parts, bias])


def point_line(dataset: Dataset, index: int) -> Formula:
    """Return a point with its class. `index`: which point."""
    vector = written_vector(point_values(dataset, index))
    return line(point_symbol(index), EXACT, vector, Remark(dataset.classes[int(dataset.labels[index])]))


def _end(document: Document, last: Snapshot) -> tuple[str, ...]:
    """Return what the run came to after the last visit that is shown."""
    count = counted("{count} mistake", "{count} mistakes", last.mistakes)
    if last.settings.beta:
        count = learned_text(last.mistakes, last.near_misses)
    words = tr("After visit {visit}: {mistakes}.").format(visit=grouped(last.visit), mistakes=count)
    end, bound = run_end(last), _bound(document)
    told = [words, *([] if end is None else [end.sentence])]
    if bound is not None:
        most = tr("The theorem allows {bound} at most.").format(bound=bound_text(bound.at_most))
        told.append(
            f"{most} {so_far(last.n_learned, bound.at_most, last.settings.beta > 0)}" if bound.at_most else most
        )
    return tuple(told)


def _bound(document: Document) -> MistakeBound | None:
    """Return the bound on mistakes; None where there is none, or it would take long."""
    trained = trained_part(document.dataset)
    if trained.n_samples > MOST_BOUND_POINTS:
        return None
    try:
        verdict = verdict_on(geometry(trained, document.named_settings), work=BOUND_WORK)
    except TooMuchWork:
        return None
    return None if verdict is None else mistake_bound(verdict, document.named_settings, trained.n_samples)
