"""What is said of one against the rest: each line with its numbers, and how many points get none or several (M6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.comparison import ENDS
from perceptron_gui.session.explanation.scores import Number, exact_rows, scores_at
from perceptron_gui.session.explanation.visit_numbers import bias_value
from perceptron_gui.session.wording import Written, counted, grouped, written
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.against_rest import Claims
    from perceptron_gui.engine.run.snapshot import Snapshot

MOST_WEIGHTS = 3
"""Weights of a line that are written."""


class LineRow(Frozen):
    """One of the binary runs."""

    index: int  # the class that is +
    name: str  # its name
    weights: tuple[Written, ...]  # the first entries of w; none with a curved kernel
    is_folded: bool  # whether there are more
    bias: Written | None  # None without bias
    counts: str  # mistakes, errors, and how it ended


def line_rows(claims: Claims) -> tuple[LineRow, ...]:
    """Return all binary runs."""
    return tuple(_line_row(run, claims.is_at_end) for run in claims.runs)


def _line_row(run: Snapshot, is_at_end: bool) -> LineRow:
    rows: Sequence[Sequence[Number]] = exact_rows(run) or run.theta.tolist()
    n_weights = run.theta.shape[1] - run.settings.bias
    weights = tuple(map(written, rows[0][: min(n_weights, MOST_WEIGHTS)]))
    return LineRow(
        run.positive,
        run.dataset.classes[run.positive],
        weights,
        n_weights > len(weights),
        written(bias_value(float(rows[0][-1]), run.weight_unit, run.settings)) if run.settings.bias else None,
        " · ".join(_counts(run, is_at_end)),
    )


def _counts(run: Snapshot, is_at_end: bool) -> list[str]:
    said = [
        counted("{count} mistake", "{count} mistakes", run.mistakes),
        counted("{count} error now", "{count} errors now", run.n_errors),
    ]
    is_over = run.stop is not None and run.stop is not Stop.CYCLE
    return [*said, tr(ENDS[run.stop])] if is_over or is_at_end else said


def when_text(claims: Claims) -> str:
    """Say up to where the lines were trained."""
    if claims.is_at_end:
        return tr("A line for each class, + against the rest, each trained to its own end.")
    return counted(
        "A line for each class, + against the rest, after {count} visit.",
        "A line for each class, + against the rest, after {count} visits.",
        claims.visit,
    )


def counts_text(claims: Claims) -> str:
    """Say how many points get their class, none, or several."""
    n, right = len(claims.n_claims), claims.n_right
    none, several = claims.n_unclaimed, claims.n_contested
    other = n - right - none - several
    words = tr("{right} of {n} points get their class alone, {none} no class, {several} several, {other} a wrong one.")
    return words.format(
        right=grouped(right), n=grouped(n), none=grouped(none), several=grouped(several), other=grouped(other)
    )


def claim_text(claims: Claims, x: Sequence[float], place: str, is_decimal: bool = True) -> str:
    """Say which classes claim a place, with the numbers.

    `x`: all its coordinates, in data units. `place`: what it is called. `is_decimal`: whether they are the decimals
    that they print as.
    """
    scores = [scores_at(run, x, is_decimal)[0] for run in claims.runs]
    names = [run.dataset.classes[run.positive] for run in claims.runs]
    listed = ",  ".join(f"f({name}) {written(score).after_name}" for name, score in zip(names, scores, strict=True))
    claiming = [name for name, score in zip(names, scores, strict=True) if score > 0]
    if not claiming:
        said = tr("no class claims it")
    elif len(claiming) == 1:
        said = tr("{name} alone claims it").format(name=claiming[0])
    else:
        said = tr("{names} claim it").format(names=", ".join(claiming))
    return tr("{place}: {scores}: {said}.").format(place=place, scores=listed, said=said)
