"""What is promised to watch in the Iris data is what happens."""

from dataclasses import replace

import numpy as np
import pytest

from perceptron_gui.engine.data.held_out_samples import OVERFIT
from perceptron_gui.engine.data.samples import SAMPLES
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.fixed_point import decimal_places
from perceptron_gui.engine.theory.bounds import analyze
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.files.points_file import read_points
from perceptron_gui.files.sample_files import ALL_SAMPLES, BY_NAME, IRIS, IRIS_SAMPLES

PLAIN = TrainingSettings(max_epochs=3000)


def is_separable(name: str, settings: TrainingSettings = PLAIN) -> bool | None:
    found = analyze(BY_NAME[name].make(), settings).verdict
    assert found is not None
    return found.separable


def test_all_samples_have_names_and_titles_of_their_own() -> None:
    assert (*SAMPLES, OVERFIT, *IRIS_SAMPLES) == ALL_SAMPLES
    assert len(BY_NAME) == len({sample.title for sample in ALL_SAMPLES}) == len(ALL_SAMPLES) >= 14
    assert all(sample.watch.endswith(".") for sample in ALL_SAMPLES)
    assert all(decimal_places(sample.make().X) in range(7) for sample in ALL_SAMPLES)


def test_the_parts_of_iris_are_rows_and_columns_of_its_file() -> None:
    whole = read_points(IRIS).dataset
    assert (whole.n_samples, whole.classes) == (150, ("setosa", "versicolor", "virginica"))
    for sample, kinds, columns in zip(
        IRIS_SAMPLES, ((0, 1), (0, 1), (1, 2), (0, 1, 2), (0, 1, 2)), ((2, 3), (0, 1), (2, 3), (2, 3), (0, 1, 2, 3)),
        strict=True,
    ):  # fmt: skip
        part, chosen = sample.make(), np.isin(whole.labels, kinds)
        assert part.classes == tuple(whole.classes[k] for k in kinds)
        assert part.X.tolist() == whole.X[chosen][:, columns].tolist()
        assert part.features == tuple(whole.features[j] for j in columns)
        assert [part.classes[k] for k in part.labels] == [whole.classes[k] for k in whole.labels[chosen]]


@pytest.mark.parametrize(("name", "least", "most"), [("iris-petals", 1, 5), ("iris-sepals", 1000, 2000)])
def test_setosa_and_versicolor_are_found_sooner_by_their_petals(name: str, least: int, most: int) -> None:
    assert is_separable(name) is True
    done = train(BY_NAME[name].make(), PLAIN)
    assert done.state.stop is Stop.CONVERGED
    assert least <= done.state.mistakes <= most


def test_the_street_between_the_sepals_is_narrow() -> None:
    petals, sepals = (analyze(BY_NAME[name].make(), PLAIN).street for name in ("iris-petals", "iris-sepals"))
    assert petals is not None
    assert sepals is not None
    assert sepals.rho < petals.rho / 4
    assert sepals.rho < sepals.M / 50


def test_versicolor_and_virginica_never_rest() -> None:
    assert is_separable("iris-mixed") is False
    assert train(BY_NAME["iris-mixed"].make(), PLAIN).state.stop is Stop.CYCLE


@pytest.mark.parametrize("name", ["iris-three", "iris"])
def test_of_three_kinds_two_make_most_of_the_mistakes_and_never_come_to_rest(name: str) -> None:
    settings = replace(PLAIN, mode=Mode.MULTICLASS)
    assert is_separable(name, settings) is False
    assert is_separable(name, replace(PLAIN, positive=0)) is True
    assert is_separable(name, replace(PLAIN, positive=2)) is False
    for epochs in (20, 100, 1000):
        done = train(BY_NAME[name].make(), replace(settings, max_epochs=epochs))
        labels = done.data.dataset.labels
        pairs = [{int(labels[i]), rival} for i, rival in zip(done.log.points, done.log.rivals, strict=True)]
        assert pairs.count({1, 2}) > len(pairs) / 2
    last = [pair for pair, visit in zip(pairs, done.log.visits, strict=True) if visit >= 900 * len(labels)]
    assert {1, 2} in last
