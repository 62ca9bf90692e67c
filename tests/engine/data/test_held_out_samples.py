"""The example that is learned by heart: ever fewer errors in training, ever more among points held out (H1)."""

from __future__ import annotations

import numpy as np

from perceptron_gui.engine.data.dataset import Ints, Part, split_of, trained_part
from perceptron_gui.engine.data.features.feature_map import IDENTITY, FeatureMap
from perceptron_gui.engine.data.samples import OVERFIT
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.records.curves import Curves, curves_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.state import Stop


def trained(features: FeatureMap) -> tuple[Run, Curves]:
    dataset = OVERFIT.make()
    split = split_of(dataset)
    assert split is not None
    run = Run(trained_part(dataset), TrainingSettings(features=features))
    run.advance(10**6)
    held_out = {Part.VALIDATION: dataset.only(split.validation), Part.TEST: dataset.only(split.test)}
    return run, curves_of(run, held_out=held_out)


def after_epochs(curves: Curves, errors: Ints) -> Ints:
    """Return errors at the end of every epoch."""
    return errors[np.searchsorted(curves.visits, curves.epoch_ends, "right") - 1]


def test_degree_3_is_right_about_all_it_trains_on_and_ever_less_about_the_others() -> None:
    run, curves = trained(OVERFIT.features)
    assert (run.stop, run.state.epoch, run.state.mistakes, run.is_exact) == (Stop.CONVERGED, 39, 108, True)
    validation, test = (after_epochs(curves, part.errors) for part in curves.held_out)
    training = after_epochs(curves, curves.errors)
    assert (training[0], training[-1]) == (5, 0)
    assert (validation[0], validation[-1], test[-1]) == (6, 15, 14)
    assert [third.mean().round(1).tolist() for third in np.split(training, 3)] == [3.3, 1.9, 1.0]
    assert [third.mean().round(1).tolist() for third in np.split(validation, 3)] == [8.2, 10.4, 13.8]


def test_the_coordinates_alone_are_never_right_about_all_and_do_better_elsewhere() -> None:
    run, curves = trained(IDENTITY)
    assert run.stop is Stop.CYCLE
    assert curves.errors.min() == 3
    assert after_epochs(curves, curves.held_out[0].errors).max() <= 6


def test_the_classes_have_as_many_points_in_every_part() -> None:
    dataset = OVERFIT.make()
    split = split_of(dataset)
    assert split is not None
    for part, count in zip((split.training, split.validation, split.test), (18, 40, 40), strict=True):
        assert np.bincount(dataset.labels[part]).tolist() == [count // 2] * 2
