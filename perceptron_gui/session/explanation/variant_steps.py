"""The variants of a run in numbers: averaged, voted, pocket, and with a margin (V1–V4)."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.engine.model.models import Model, make_model, model_kind
from perceptron_gui.engine.model.votes import BinaryVoting, Voting
from perceptron_gui.engine.run.followers.variants import MOST_VOTERS, Average, Best, Pocket, Vote
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.step import of_class
from perceptron_gui.session.explanation.terms import Value, written_vector
from perceptron_gui.session.formula.line import EXACT, Formula, line, strong
from perceptron_gui.session.formula.nodes import B, Strong, W, of
from perceptron_gui.session.wording import counted, grouped, written
from perceptron_gui.translation import tr


class VariantFacts(Frozen):
    """The facts about a variant at the cursor, as the step panel shows them."""

    title: str  # its name, with its source
    lines: tuple[Formula, ...]  # its parameters, if it has some
    words: str  # how many errors it leaves, and of what it was made


def is_behind(answer: Average | Vote, snapshot: Snapshot) -> bool:
    """Return whether an answer is about the cursor of a snapshot, or while the run moves about a moment before."""
    is_there = answer.visit == snapshot.visit or (snapshot.is_playing and answer.visit < snapshot.visit)
    return is_there and snapshot.is_of(answer.settings, answer.dataset)


def outcome(answer: Pocket | Average | Vote, snapshot: Snapshot) -> tuple[Model | None, str]:
    """Return whose boundary is drawn at a cursor and how many errors it leaves; of a run that moves, a moment before.

    `snapshot`: the run at its cursor. Returns None and nothing where it is not known.
    """
    if isinstance(answer, Pocket):
        best = answer.best_of(snapshot) if snapshot.is_of(answer.settings, answer.dataset) else None
        return (_model_of(answer, best), pocket_text(best.n_errors)) if best is not None else (None, "")
    if not is_behind(answer, snapshot):
        return None, ""
    if isinstance(answer, Vote):
        return (answer.model, voted_text(answer.n_errors)) if answer.model is not None else (None, "")
    found = answer.found
    return (_average_model(answer), averaged_text(found.n_errors)) if found is not None else (None, "")


@lru_cache(maxsize=4)
def _model_of(pocket: Pocket, best: Best) -> Model:
    """Return the pocket's model, identical for identical weights, so that its boundary is not computed again."""
    return make_model(pocket.settings, pocket.dataset.first(best.n_samples), best.theta, best.expansion)


@lru_cache(maxsize=4)
def _average_model(average: Average) -> Model | None:
    return average.model


def average_facts(average: Average, snapshot: Snapshot) -> VariantFacts | None:
    """Return the facts about the averaged weights; None if they are not those at the cursor.

    `snapshot`: the run at its cursor.
    """
    if snapshot.is_veiled or not is_behind(average, snapshot):
        return None
    title, found = tr("Averaged (Freund and Schapire 1999)"), average.found
    if found is None:
        return VariantFacts(title, (), tr("There were too many updates to keep them all."))
    n_rows, size = found.theta.shape
    values: Sequence[Value] = found.theta.ravel().tolist() if found.exact is None else found.exact
    rows = [values[row * size : (row + 1) * size] for row in range(n_rows)]
    words = tr("The mean of the weights after each of {visits}: {errors} out of {points}.").format(
        visits=counted("{count} visit", "{count} visits", average.visit),
        errors=counted("{count} error", "{count} errors", found.n_errors),
        points=grouped(average.dataset.n_samples),
    )
    return VariantFacts(title, _parameter_lines(rows, average.settings, average.dataset, "avg"), words)


def vote_facts(vote: Vote, snapshot: Snapshot) -> VariantFacts | None:
    """Return the facts about the votes; None if they are not those at the cursor. `snapshot`: the run at its cursor."""
    if snapshot.is_veiled or not is_behind(vote, snapshot):
        return None
    title, model = tr("Voted (Freund and Schapire 1999)"), vote.model
    if not isinstance(model, Voting) or model.voters is None:
        words = tr("There are too many different sets of weights for a vote: at most {most} can take part.")
        return VariantFacts(title, (), words.format(most=grouped(MOST_VOTERS)))
    words = tr("One vote after each visit: {votes} from {voters}, {errors} out of {points}.").format(
        votes=counted("{count} vote", "{count} votes", model.voters.n_votes),
        voters=counted("{count} set of weights", "{count} different sets of weights", len(model.voters)),
        errors=counted("{count} error", "{count} errors", vote.n_errors),
        points=grouped(vote.dataset.n_samples),
    )
    return VariantFacts(title, (), words)


def pocket_facts(pocket: Pocket, snapshot: Snapshot) -> VariantFacts | None:
    """Return the facts about the best weights so far, and the cost of finding them; None without any.

    `snapshot`: the run at its cursor.
    """
    if snapshot.is_veiled or not snapshot.is_of(pocket.settings, pocket.dataset):
        return None
    best = pocket.best_of(snapshot)
    if best is None:
        return None
    rows = [[true_value(value, snapshot.weight_unit) for value in row] for row in best.theta.tolist()]
    words = tr(
        "{errors} out of {points}, since visit {visit}. The cost: all points were checked after each of {updates}."
    ).format(
        errors=counted("{count} error", "{count} errors", best.n_errors),
        points=grouped(snapshot.trained.n_samples),
        visit=grouped(best.visit),
        updates=counted("{count} update", "{count} updates", snapshot.updates),
    )
    lines = _parameter_lines(rows, pocket.settings, snapshot.dataset, "best")
    return VariantFacts(tr("Best so far: the pocket (Gallant 1990)"), lines, words)


def votes_text(model: Model, x: Sequence[float]) -> str:
    """Return how the votes on a place went. `model`: whose scores are votes. `x`: the place, in data units."""
    votes = model.decision_function(np.array([x], dtype=np.float64))[0]
    if isinstance(model, BinaryVoting):
        lead, total = int(votes[0]), model.voters.n_votes if model.voters else 0
        sign = "+" if lead > 0 else "−" if lead < 0 else "±"
        return tr("{sign} ahead by {lead} of {total}").format(sign=sign, lead=grouped(abs(lead)), total=grouped(total))
    return " · ".join(grouped(int(votes[k])) for k in model.rows)


def _parameter_lines(
    rows: Sequence[Sequence[Value]], settings: TrainingSettings, dataset: Dataset, name: str
) -> tuple[Formula, ...]:
    lines = list[Formula]()
    for k, row in zip(model_kind(settings).row_classes(len(rows)), rows, strict=True):
        of_row = "" if k is None else of_class(dataset.classes[k])
        weights = list(row[: len(row) - settings.bias])
        if weights:
            lines.append(line(of(W, name), of_row, EXACT, Strong(written_vector(weights))))
        if settings.bias:
            lines.append(line(of(B, name), of_row, EXACT, strong(written(row[-1]))))
    return tuple(lines)


def pocket_text(n_errors: int) -> str:
    """Return the plate on the pocket's boundary (V3). `n_errors`: errors that it leaves."""
    return counted("best so far: {count} error", "best so far: {count} errors", n_errors)


def averaged_text(n_errors: int) -> str:
    """Return the plate on the averaged weights' boundary (V1). `n_errors`: errors that it leaves."""
    return counted("averaged: {count} error", "averaged: {count} errors", n_errors)


def voted_text(n_errors: int) -> str:
    """Return the plate on the votes' boundary (V2). `n_errors`: errors that it leaves."""
    return counted("voted: {count} error", "voted: {count} errors", n_errors)
