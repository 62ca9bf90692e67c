"""What is promised to watch in the measured data is what happens, and their files are what they say."""

from itertools import combinations

import numpy as np
import pytest

from perceptron_gui.engine.data.samples import OVERFIT, SAMPLES
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.fixed_point import decimal_places
from perceptron_gui.engine.run.followers.variants import pocket_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.files.points.points_file import read_points
from perceptron_gui.files.points.sample_files import (
    ALL_SAMPLES,
    BY_NAME,
    DATA,
    IRIS,
    IRIS_SAMPLES,
    PENGUINS,
    REAL_SAMPLES,
    TOPICS,
    WINE,
    part_of,
)
from perceptron_gui.frozen import replace

PLAIN = TrainingSettings(max_epochs=3000)


def is_separable(name: str, settings: TrainingSettings = PLAIN) -> bool | None:
    found = analyze(BY_NAME[name].make(), settings).verdict
    assert found is not None
    return found.separable


def test_all_samples_have_names_and_titles_of_their_own() -> None:
    assert (*SAMPLES, OVERFIT, *REAL_SAMPLES) == ALL_SAMPLES
    assert len(BY_NAME) == len({sample.title for sample in ALL_SAMPLES}) == len(ALL_SAMPLES) >= 14
    assert all(sample.watch.endswith(".") for sample in ALL_SAMPLES)
    assert sorted(name for topic in TOPICS for name in topic.names) == sorted(BY_NAME)
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


def test_the_files_of_penguins_and_wines_are_as_their_page_says() -> None:
    page = " ".join((DATA / "README.md").read_text(encoding="utf-8").split())
    birds, wines = read_points(PENGUINS).dataset, read_points(WINE).dataset
    assert (birds.n_samples, birds.n_features, birds.classes) == (342, 4, ("Adelie", "Chinstrap", "Gentoo"))
    assert np.bincount(birds.labels).tolist() == [151, 68, 123]
    assert (wines.n_samples, wines.n_features) == (178, 13)
    assert np.bincount(wines.labels).tolist() == [59, 71, 48]
    for words in ("342 penguins", "CC0-1.0.txt", "178 wines", "CC-BY-4.0.txt", "of its 344 rows the two without"):
        assert words.casefold() in page.casefold()
    for text in ("CC0-1.0.txt", "CC-BY-4.0.txt"):
        assert (DATA / text).stat().st_size > 5_000
    assert birds.rounded == wines.rounded == ()


def mistakes_until_it_converges(name: str) -> int:
    done = train(BY_NAME[name].make(), replace(PLAIN, max_epochs=10_000))
    assert done.state.stop is Stop.CONVERGED
    return done.state.mistakes


@pytest.mark.parametrize(("name", "mistakes"), [("penguins-bills", 23), ("penguins-mass", 6937), ("wine-phenols", 3)])
def test_two_measures_tell_penguins_and_wines_apart_after_as_many_mistakes_as_they_say(
    name: str, mistakes: int
) -> None:
    assert mistakes_until_it_converges(name) == mistakes
    assert str(mistakes) in BY_NAME[name].watch


def test_the_bound_for_the_bills_is_the_one_that_is_named() -> None:
    bound = analyze(BY_NAME["penguins-bills"].make(), PLAIN).bound
    assert bound is not None
    assert str(bound.at_most) in BY_NAME["penguins-bills"].watch


def test_four_of_219_penguins_are_left_to_the_pocket_and_the_run_never_rests() -> None:
    points = BY_NAME["penguins-similar"].make()
    assert points.n_samples == 219
    assert is_separable("penguins-similar") is False
    run = Run(points, replace(PLAIN, max_epochs=300))
    run.advance(2**62)
    assert pocket_of(run).bests[-1].n_errors == 4


@pytest.mark.parametrize("name", ["penguins", "wine"])
def test_all_measures_separate_three_kinds_and_no_two_of_them_do(name: str) -> None:
    settings, points = replace(PLAIN, mode=Mode.MULTICLASS), BY_NAME[name].make()
    assert is_separable(name, settings) is True
    for columns in combinations(range(points.n_features), 2):
        found = analyze(points.with_features(columns), settings).verdict
        assert found is not None
        assert found.separable is False, columns


def test_the_wines_are_not_separated_soon_and_show_flavanoids_and_colour_first() -> None:
    sample = BY_NAME["wine"]
    points = sample.make()
    assert points.features[:2] == ("flavanoids", "colour_intensity")
    assert sorted(points.features) == sorted(read_points(WINE).dataset.features)
    largest = dict(zip(points.features, points.X.max(axis=0).tolist(), strict=True))
    assert (largest["proline"], largest["flavanoids"]) == (1680, 5.08)
    assert train(points, replace(PLAIN, mode=Mode.MULTICLASS)).state.stop is Stop.EPOCH_LIMIT


def test_a_part_of_a_file_keeps_the_order_of_its_rows() -> None:
    whole = read_points(PENGUINS).dataset
    part = part_of(PENGUINS, ("Gentoo", "Adelie"), (3, 0))
    chosen = np.isin(whole.labels, (0, 2))
    assert part.X.tolist() == whole.X[chosen][:, [3, 0]].tolist()
    assert [part.classes[k] for k in part.labels] == [whole.classes[k] for k in whole.labels[chosen]]
