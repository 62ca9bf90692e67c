"""What leaves the engine is frozen, and its numbers are the referee's (A2, W4)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, preview_snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from tests.engine.cases import ORDERS, Case, doubles, logged_by, random_case
from tests.engine.referee import Referee, Rules

ALL = Wants(alpha=True, ticks=6, span=30)


def arrays(snapshot: Snapshot) -> list[np.ndarray]:
    """Return every array in a snapshot."""
    parts = [snapshot, snapshot.last] if snapshot.last else [snapshot]
    values = [getattr(part, name) for part in parts for name in part.__struct_fields__]
    return [
        v for v in [*values, snapshot.model.weights, snapshot.dataset.X, snapshot.dataset.labels] if hasattr(v, "flags")
    ]


def test_a_snapshot_is_frozen_and_shares_nothing_that_trains_on() -> None:
    rng = np.random.default_rng(60)
    for mode in ("primal", "dual", "multiclass"):
        case = random_case(rng, mode, "cyclic").with_rules(max_updates=None, max_epochs=None)
        run = Run(case.dataset, case.settings)
        run.advance(4)
        run.visit_once()
        snapshot = take_snapshot(run, 3, ALL, is_playing=True)
        copies = [array.copy() for array in arrays(snapshot)]
        assert len(copies) > 8
        run.advance(30)
        run.add_points(run.dataset.with_points(case.points[:1], [0]))
        for array, copy in zip(arrays(snapshot), copies, strict=True):
            assert not array.flags.writeable
            assert np.array_equal(array, copy)
        assert (snapshot.run_id, snapshot.is_playing, snapshot.visit, snapshot.frontier) == (3, True, 5, 5)
        with pytest.raises(AttributeError, match="immutable"):
            snapshot.visit = 0  # type: ignore[misc]


def test_errors_are_those_of_now_and_ties_are_errors() -> None:
    rng = np.random.default_rng(61)
    ties = 0
    for mode in ("primal", "dual", "multiclass"):
        for order in ORDERS:
            for _ in range(5):
                case = random_case(rng, mode, order)
                run, referee = Run(case.dataset, case.settings), case.referee()
                assert take_snapshot(run, 0, Wants()).errors.tolist() == referee.errors()
                run.advance(int(rng.integers(1, 30)))
                referee.run(run.visit)
                snapshot = take_snapshot(run, 0, Wants())
                assert snapshot.errors.tolist() == referee.errors()
                assert snapshot.n_errors == sum(referee.errors())
                if mode != "multiclass":
                    ties += sum(referee.score(i) == 0 for i in range(len(case.points)))
    assert ties > 5


def test_the_numbers_of_a_visit_are_the_referees() -> None:
    rng = np.random.default_rng(62)
    for mode in ("primal", "dual", "multiclass"):
        for order in ORDERS:
            for _ in range(2):
                case = random_case(rng, mode, order)
                run, referee = Run(case.dataset, case.settings), case.referee()
                while referee.stop is None and referee.visits < 25:
                    point = referee.next_point()
                    before, scores = doubles(referee.parameters()), scores_of(referee, point)
                    rival = referee.rival(point)
                    referee.step()
                    last = run.visit_once()
                    assert last is run.last is not None
                    assert (last.number, last.epoch, last.point) == (referee.visits, referee.epoch, point)
                    assert (last.target, last.is_mistake) == (case.targets[point], rival is not None)
                    assert last.rival == (-1 if rival is None else rival)
                    assert last.changed == (doubles(referee.parameters()) != before)
                    assert last.before.tolist() == before
                    assert last.after.tolist() == doubles(referee.parameters())
                    assert last.scores.tolist() == scores
                    assert last.scores_after.tolist() == scores_of(referee, point)
                    assert last.is_exact


def scores_of(referee: Referee, point: int) -> list[float]:
    """Return f(x), or s_k with −∞ for classes without points."""
    if referee.rules.mode != "multiclass":
        return [float(referee.score(point))]
    scores = referee.class_scores(point)
    return [float(scores.get(k, -np.inf)) for k in range(referee.rules.n_classes)]


def test_only_what_was_asked_for_is_copied() -> None:
    case = random_case(np.random.default_rng(63), "primal", "cyclic")
    run = Run(case.dataset, case.settings)
    run.advance(20)
    bare = take_snapshot(run, 0, Wants())
    assert (bare.alpha, bare.ticks) == (None, None)
    full = take_snapshot(run, 0, Wants(alpha=True, ticks=4, span=20))
    assert full.alpha is not None
    assert full.alpha.tolist() == run.state.alpha.tolist()
    visits = [visit for visit, _, _ in logged_by(run)]
    assert full.ticks is not None
    assert full.ticks.tolist() == [sum(5 * i <= v < 5 * i + 5 for v in visits) for i in range(4)]


def test_weights_and_biases_are_parts_of_theta() -> None:
    for bias in (True, False):
        for mode, rows in (("primal", 1), ("multiclass", 3)):
            rules = Rules(mode=mode, bias=bias, n_classes=3 if mode == "multiclass" else 2)
            case = Case([[1.0, 2.0, 3.0], [0.5, 0.0, 1.0]], [0, 1], rules)
            run = Run(case.dataset, case.settings)
            run.advance(3)
            snapshot = take_snapshot(run, 0, Wants())
            assert snapshot.model.weights.shape == (rows, 3)
            assert snapshot.model.biases.shape == (rows,)
            assert snapshot.theta.shape == (rows, 3 + bias)
            assert not snapshot.model.biases.flags.writeable
            assert np.array_equal(snapshot.model.biases, snapshot.theta[:, 3] if bias else np.zeros(rows))


def test_the_plus_class_is_named() -> None:
    for labels, chosen, plus in (([0, 1], None, 1), ([0, 2], None, 2), ([0, 1, 2], 0, 0)):
        case = Case([[float(i), 1.0] for i in range(len(labels))], labels, Rules(n_classes=3))
        run = Run(case.dataset, replace(case.settings, positive=chosen))
        assert take_snapshot(run, 0, Wants()).positive == plus


def test_a_preview_shows_the_errors_of_moved_points_and_trains_nothing() -> None:
    rng = np.random.default_rng(64)
    for mode in ("primal", "dual", "multiclass"):
        for _ in range(20):
            case = random_case(rng, mode, "cyclic")
            run, referee = Run(case.dataset, case.settings), case.referee()
            run.advance(int(rng.integers(0, 15)))
            referee.run(run.visit)
            moved = [[v / 1000 for v in case.points[1]], *case.points[1:]]
            preview = preview_snapshot(run, 0, Wants(), run.dataset.moved([0], moved[:1]))
            shown = Case(moved, case.labels, case.rules).with_rules(mode=mode.replace("dual", "primal")).referee()
            shown.rows = referee.parameters()
            assert preview.errors.tolist() == shown.errors()
            assert preview.theta.tolist() == doubles(referee.parameters())
            assert (preview.visit, preview.last) == (run.visit, None)
            assert run.dataset.X.tolist() == case.points


def test_a_snapshot_is_about_points_that_go_on_from_its_own_and_about_no_others() -> None:
    case = random_case(np.random.default_rng(61), "primal", "cyclic")
    run = Run(case.dataset, case.settings)
    snapshot, dataset = take_snapshot(run, 1, ALL), run.dataset
    assert snapshot.is_about(dataset)
    assert snapshot.is_about(dataset.with_points([dataset.X[0] + 1.0], [0]))
    assert not snapshot.is_about(dataset.without([0]))
    assert not snapshot.is_about(dataset.moved([0], [dataset.X[0] + 1.0]))
    assert not snapshot.is_about(dataset.relabelled([0], 1 - int(dataset.labels[0])))


def test_a_run_from_start_weights_is_no_run_of_several_classes() -> None:
    case = random_case(np.random.default_rng(61), "multiclass", "cyclic")
    several = take_snapshot(Run(case.dataset, case.settings), 0, Wants())
    weights = (1.0,) * (case.dataset.n_features + case.settings.bias)
    binary = replace(case.settings, mode=Mode.PRIMAL, initial=weights)
    assert not several.is_of(binary, case.dataset)
    assert several.is_of(case.settings, case.dataset)


def test_a_preview_shows_what_is_to_learn_of_points_where_they_are_now() -> None:
    """With β > 0: a point that was moved near the line is learned from (V4)."""
    run = Run(Dataset.of([[1, 0], [-1, 0], [0, 1]], [1, 0, 1]), TrainingSettings(beta=1.5))
    run.advance(3)
    moved = preview_snapshot(run, 0, Wants(), run.dataset.moved([0], [[-0.25, 0]]))
    margins = [1, -1, 1] * (moved.dataset.X @ moved.theta[0, :2] + moved.theta[0, 2])
    assert moved.to_learn.tolist() == (margins <= 1.5).tolist()
    assert moved.to_learn.tolist() != take_snapshot(run, 0, Wants()).to_learn.tolist()
