"""Models judge points as the trainers do, and the regions they draw are where they predict (P1, P8, M1, M4)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.model.models import Model, make_model, model_kind
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants

RECTANGLE = (-8.0, -8.0, 8.0, 8.0)
UNDECIDED = -1


def random_dataset(seed: int, n_classes: int) -> Dataset:
    rng = np.random.default_rng(seed)
    labels = [*range(n_classes), *rng.integers(0, n_classes, 17).tolist()]
    return Dataset.of(rng.integers(-60, 60, (len(labels), 2)) / 10, labels, tuple("ABCD"[:n_classes]))


def predicted(model: Model, X: Floats) -> list[int]:
    """Return the class of each point: of several that tie the first."""
    winners = map(model.winners, model.decision_function(X).tolist())
    return [classes[0] if classes else UNDECIDED for classes in winners]


def after(visits: int, seed: int, mode: Mode, n_classes: int, bias: bool) -> tuple[Run, Snapshot]:
    settings = TrainingSettings(mode=mode, bias=bias, positive=0 if n_classes > 2 else None)
    run = Run(random_dataset(seed, n_classes), settings)
    run.advance(visits)
    return run, take_snapshot(run, 0, Wants())


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("mode", [*Mode])
def test_a_model_has_the_scores_of_its_trainer(mode: Mode, bias: bool) -> None:
    for seed in range(5):
        run, snapshot = after(9, seed, mode, 3, bias)
        n = run.data.n_samples
        scores = run.data.scale.scores(run.trainer.scores(0, n)).reshape(-1, n).T
        told = snapshot.model.decision_function(snapshot.dataset.X)
        rows = list(snapshot.model.rows)
        assert np.allclose(told[:, rows], scores[:, rows], rtol=1e-12)


@pytest.mark.parametrize("mode", [*Mode])
def test_what_is_predicted_wrong_is_an_error(mode: Mode) -> None:
    for seed in range(5):
        _, snapshot = after(7, seed, mode, 2, True)
        model, X = snapshot.model, snapshot.dataset.X
        wrong = np.array(predicted(model, X)) != snapshot.dataset.labels
        tied = np.array([len(model.winners(scores)) != 1 for scores in model.decision_function(X).tolist()])
        assert np.array_equal(wrong | tied, snapshot.errors)


@pytest.mark.parametrize(("mode", "n_classes"), [(Mode.PRIMAL, 2), (Mode.DUAL, 3), (Mode.MULTICLASS, 4)])
def test_regions_are_where_their_class_is_predicted(mode: Mode, n_classes: int) -> None:
    for seed in range(5):
        _, snapshot = after(11, seed, mode, n_classes, True)
        model = snapshot.model
        for cell in model.cells(model.planes((0, 1), np.zeros(2)), RECTANGLE):
            if cell.corners:
                middle = np.mean(cell.corners, axis=0)
                assert predicted(model, middle[None, :])[0] == model.class_of_cell(cell)


def test_on_the_boundary_nothing_is_predicted_and_of_ties_the_first_goes() -> None:
    dataset = random_dataset(0, 3)
    zero = make_model(TrainingSettings(positive=1), dataset, np.zeros((1, 3)))
    assert predicted(zero, dataset.X) == [UNDECIDED] * dataset.n_samples
    equal = make_model(TrainingSettings(mode=Mode.MULTICLASS), dataset, np.zeros((3, 3)))
    assert equal.winners([0, 0, 0]) == (0, 1, 2)
    assert predicted(equal, dataset.X[:1]) == [0]


def test_without_bias_there_is_no_entry_for_it() -> None:
    dataset = random_dataset(0, 2)
    model = make_model(TrainingSettings(bias=False), dataset, np.array([[2.0, -1.0]]))
    assert model.weights.tolist() == [[2.0, -1.0]]
    assert model.biases.tolist() == [0.0]
    assert model.decision_function(np.array([[3.0, 4.0]])).tolist() == [[2.0]]


def test_rows_are_named_by_their_classes() -> None:
    assert model_kind(TrainingSettings()).row_classes(3) == (None,)
    assert model_kind(TrainingSettings(mode=Mode.MULTICLASS)).row_classes(3) == (0, 1, 2)
