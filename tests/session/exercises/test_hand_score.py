"""The student's line is judged as a pencil would: errors and loss against fractions, the best line known."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.followers.variants import pocket_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises import hand_line
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.exercises.hand_line import Best, Fewest, HandScore, judge
from perceptron_gui.session.worker.training_worker import find

SEPARABLE = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
CROSSED = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1])


def document_of(dataset: Dataset, **rules: object) -> Document:
    return Document().with_settings(TrainingSettings(**rules)).with_dataset(dataset)  # type: ignore[arg-type]


def by_pencil(document: Document, weights: tuple[float, ...]) -> tuple[int, Fraction]:
    """Return the errors and the loss in fractions of the decimals that the numbers print as."""
    dataset, (wrong, loss) = document.dataset, (0, Fraction(0))
    for x, label in zip(dataset.X.tolist(), dataset.labels.tolist(), strict=True):
        entries = [Fraction(repr(value)) for value in x] + [Fraction(1)] * document.settings.bias
        f = sum((Fraction(repr(w)) * v for w, v in zip(weights, entries, strict=True)), Fraction(0))
        margin = f if label == document.positive else -f
        wrong, loss = wrong + (margin <= 0), loss + max(Fraction(0), -margin)
    return wrong, loss


@pytest.mark.parametrize("seed", range(60))
def test_errors_and_loss_of_any_line_are_those_of_fractions(seed: int) -> None:
    draw = random.Random(seed)
    places, d, n = draw.randint(0, 4), draw.randint(1, 4), draw.randint(1, 30)
    size = draw.choice([3, 100])

    def number() -> float:
        return round(draw.uniform(-size, size), places)

    dataset = Dataset.of([[number() for _ in range(d)] for _ in range(n)], [draw.randint(0, 1) for _ in range(n)])
    document = document_of(dataset, bias=draw.random() < 0.7, mode=draw.choice([Mode.PRIMAL, Mode.DUAL]))
    weights = tuple(number() for _ in range(d + document.settings.bias))
    if draw.random() < 0.5 and document.settings.bias:  # through a point, which is a tie
        x = dataset.X[draw.randrange(n)].tolist()
        offset = -sum((Fraction(repr(w)) * Fraction(repr(v)) for w, v in zip(weights, x, strict=False)), Fraction(0))
        weights = (*weights[:-1], float(offset))
    score = judge(document, weights)
    if not any(weights):
        assert score.n_errors == n
        return
    wrong, loss = by_pencil(document, weights)
    assert (score.n_errors, score.n_points) == (wrong, n)
    if isinstance(score.loss, Fraction):
        assert score.loss == loss
    else:
        assert score.loss == pytest.approx(float(loss))
    assert isinstance(score.loss, Fraction) or places > 3, "numbers of so few places are told exactly"


def test_a_tie_is_wrong_though_it_adds_nothing_to_the_loss() -> None:
    # By pencil: x1 + x2 − 2 is 4, 5 and 0 at the three points; the last is −, and on the line.
    score = judge(document_of(SEPARABLE), (1.0, 1.0, -2.0))
    assert (score.n_errors, score.loss) == (1, 0)


def test_ties_are_found_where_weights_have_more_places_than_whole_numbers_hold() -> None:
    dataset = Dataset.of([[0.1, 0.2], [3.0, 0.0]], [0, 1])
    weights = (0.1000000001, 0.2, -0.05000000001)
    assert by_pencil(document_of(dataset), weights)[0] == 1
    assert judge(document_of(dataset), weights).n_errors == 1


def test_it_judges_as_the_run_with_the_same_weights_does() -> None:
    document = document_of(CROSSED)
    run = Run(document.dataset, document.named_settings)
    for _ in range(12):
        run.visit_once()
        state = take_snapshot(run, 0, Wants())
        score = judge(document, tuple(state.theta[0].tolist()))
        if score.is_line:
            assert (score.n_errors, score.loss) == (state.n_errors, state.loss)


def test_points_that_are_held_out_are_not_judged() -> None:
    from perceptron_gui.engine.data.dataset import Part, with_part

    dataset = with_part(SEPARABLE, [2], Part.VALIDATION)
    assert (
        judge(document_of(dataset), (-1.0, 0.0, 0.0)).n_errors,
        judge(document_of(dataset), (1, 0, 0)).n_points,
    ) == (2, 2)


@pytest.mark.parametrize("dataset", [Dataset.empty(), Dataset.of([[1, 1], [2, 1]], [1, 1])], ids=["none", "one class"])
def test_no_points_and_one_class_can_be_judged(dataset: Dataset) -> None:
    score = judge(document_of(dataset), (1.0, 0.0, -1.5))
    assert (score.n_errors, score.n_points) == (dataset.n_samples // 2, dataset.n_samples)


def at(document: Document, visit: int) -> Snapshot:
    run = Run(document.dataset, document.named_settings)
    run.advance(visit)
    return take_snapshot(run, 0, Wants())


def test_the_best_line_known_is_none_wrong_where_points_are_separable_and_else_the_pocket() -> None:
    separable = document_of(SEPARABLE)
    assert hand_line.best_known(at(separable, 0), None, find(separable)) == Best(0, is_least=True)
    crossed = document_of(CROSSED)
    run = Run(crossed.dataset, crossed.named_settings)
    run.advance(40)
    snapshot, pocket = take_snapshot(run, 0, Wants()), pocket_of(run)
    best = hand_line.best_known(snapshot, pocket, find(crossed))
    assert best is not None and best.n_errors == pocket.bests[-1].n_errors > 0
    assert hand_line.best_known(hide_future(snapshot), pocket, find(crossed)) is None, "a question is asked"
    assert hand_line.best_known(snapshot, pocket, find(separable)) == best, "of other points nothing is taken"


def test_one_error_is_the_least_of_points_that_are_not_separable() -> None:
    dataset = Dataset.of([[0, 0], [1, 0], [2, 0]], [0, 1, 0])
    document = document_of(dataset)
    run = Run(dataset, document.named_settings)
    run.advance(40)
    best = hand_line.best_known(take_snapshot(run, 0, Wants()), pocket_of(run), find(document))
    assert best == Best(1, is_least=True)


def score(n_errors: int, moves: int, weights: tuple[float, ...] = (1.0, 0.0, 0.0)) -> HandScore:
    return HandScore(document_of(SEPARABLE), weights, moves, n_errors, 3, Fraction(n_errors))


def test_the_fewest_errors_stay_with_the_move_that_reached_them_first() -> None:
    fewest = None
    for each in (score(3, 0), score(1, 2), score(1, 3), score(2, 4), score(0, 5, (0.0, 0.0, 0.0))):
        fewest = Fewest.of(each, fewest)
    assert fewest == Fewest(1, 2)


def test_what_is_said_beside_the_run_and_at_the_end_moves_beside_visits() -> None:
    document = document_of(SEPARABLE)
    own = judge(document, (1.0, 1.0, 0.0), 3)
    own_words = hand_line.own_texts(own)
    assert own_words[0] == "yours: 1 of 3 wrong · L = 2 · 3 moves" and own_words[-1] == "yours: 1 wrong"
    third = at(document, 3)
    assert hand_line.run_texts(third)[0] == "the perceptron’s: 1 of 3 wrong · L = 4 · 3 visits"
    best = hand_line.best_known(third, None, find(document))
    assert hand_line.goal_texts(own, None, best, third) == ("fewest possible: 0", "fewest: 0")
    assert hand_line.goal_texts(own, Fewest(1, 3), best, third)[0] == "your fewest: 1 · fewest possible: 0"
    right, end = judge(document, (1.0, 1.0, -3.0), 4), at(document, 10**6)
    said = hand_line.goal_texts(right, Fewest.of(right, Fewest(1, 3)), best, end)
    assert said[0] == "none wrong after 4 moves; the perceptron needed 18 visits"
    assert hand_line.own_texts(judge(document, (0.0, 0.0, 0.0)))[0] == "yours: no line yet (w and b are 0)"


def test_an_exercise_hides_the_numbers_of_the_run_but_not_the_students() -> None:
    veiled = hide_future(at(document_of(SEPARABLE), 3))
    assert hand_line.run_texts(veiled)[0] == "the perceptron’s: ? of 3 wrong · 3 visits"


def test_a_score_is_about_the_points_and_the_rules_that_say_what_is_wrong() -> None:
    document = document_of(SEPARABLE)
    own = judge(document, (1.0, 1.0, 0.0))
    assert own.is_about(document) and own.is_about(document_of(SEPARABLE, eta=2.0))
    assert not own.is_about(document_of(SEPARABLE, bias=False))
    assert not own.is_about(document.with_dataset(SEPARABLE.relabelled([0], 0)))
    assert np.array_equal(own.document.dataset.X, SEPARABLE.X)
