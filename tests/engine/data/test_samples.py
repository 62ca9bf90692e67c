"""What the built-in data sets promise to watch is what happens (T1, G1)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import LINEAR, Kernel, KernelName
from perceptron_gui.engine.data.samples import BY_NAME, OPENING, SAMPLES, Sample, clouds
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings, with_kernel
from perceptron_gui.engine.exact.fixed_point import decimal_places
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.theory.separability import Analysis, analyze
from perceptron_gui.engine.theory.verdict import Verdict
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.frozen import replace

PLAIN = TrainingSettings(max_epochs=3000)
MULTICLASS = replace(PLAIN, mode=Mode.MULTICLASS)


def points(name: str) -> Dataset:
    return BY_NAME[name].make()


def run(name: str, settings: TrainingSettings = PLAIN) -> Trainer:
    return train(points(name), settings)


def analysis(dataset: Dataset, settings: TrainingSettings = PLAIN) -> Analysis:
    return analyze(dataset, settings)


def verdict(name: str, settings: TrainingSettings = PLAIN) -> Verdict:
    found = analysis(points(name), settings).verdict
    assert found is not None
    return found


def test_names_and_titles_are_unique() -> None:
    assert len(SAMPLES) == len(BY_NAME) == len({sample.title for sample in SAMPLES}) == 21
    assert all(sample.name == sample.name.strip().casefold() for sample in SAMPLES)
    assert OPENING in SAMPLES


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_samples_are_decimals_in_the_plane_and_always_the_same(sample: Sample) -> None:
    made, again = sample.make(), sample.make()
    places = decimal_places(made.X)
    assert places is not None
    assert places <= 2
    assert made.X.tobytes() == again.X.tobytes()
    assert made.labels.tolist() == again.labels.tolist()
    assert made.n_features == 2
    assert made.present == tuple(range(len(made.classes)))
    assert len(np.unique(made.X, axis=0)) == made.n_samples
    assert sample.watch.endswith(".")


def test_the_opening_is_learned_from_its_mistakes_in_a_few_passes() -> None:
    done = run(OPENING.name)
    assert done.state.stop is Stop.CONVERGED
    assert 10 <= done.state.mistakes <= 40
    assert parameters(done)[0].tolist() == pytest.approx(
        (done.data.inputs * done.data.targets[:, None]).T @ done.state.alpha / 100, abs=1e-9
    )


def test_the_opening_is_what_was_drawn_once() -> None:
    drawn, written = clouds([((-0.5, -0.4), 0.8, 12), ((2.0, 1.1), 0.7, 11)], seed=135), BY_NAME["two-classes"].make()
    assert written.X.tolist() == drawn.X.tolist()
    assert (written.labels.tolist(), written.classes) == (drawn.labels.tolist(), drawn.classes)


def test_wide_takes_a_handful_of_mistakes_and_narrow_more() -> None:
    wide, narrow = run("wide").state.mistakes, run("narrow").state.mistakes
    assert wide <= 5 < narrow
    streets = [analysis(points(name)).street for name in ("wide", "narrow")]
    assert streets[0] is not None
    assert streets[1] is not None
    assert streets[0].rho > 5 * streets[1].rho
    for name in ("wide", "narrow"):
        found = verdict(name)
        bound = analysis(points(name)).bound
        assert bound is not None
        assert bound.exact == found.radius_squared / found.margin_squared


def test_far_away_has_the_street_of_wide_and_is_slower() -> None:
    near, far = points("wide"), points("far-away")
    assert np.round(far.X - near.X, 9).tolist() == [[12.0, -7.0]] * near.n_samples
    assert far.labels.tolist() == near.labels.tolist()
    streets = [analysis(dataset).street for dataset in (near, far)]
    assert streets[0] is not None
    assert streets[1] is not None
    assert streets[0].rho == pytest.approx(streets[1].rho, rel=1e-12)
    assert verdict("far-away").radius > 4 * verdict("wide").radius
    assert run("far-away").state.mistakes > run("wide").state.mistakes


def test_through_origin_needs_no_bias() -> None:
    bare = replace(PLAIN, bias=False)
    assert verdict("through-origin", bare).separable is True
    done = run("through-origin", bare)
    assert (done.state.stop, len(parameters(done)[0])) == (Stop.CONVERGED, 2)


def test_textbook_ends_at_one_one_minus_three() -> None:
    for mode in (Mode.PRIMAL, Mode.DUAL):
        done = run("textbook", replace(PLAIN, mode=mode))
        assert (done.state.stop, parameters(done)[0].tolist()) == (Stop.CONVERGED, [1.0, 1.0, -3.0])
    assert points("textbook").X.tolist() == [[3, 3], [4, 3], [1, 1]]
    assert run("textbook").data.targets.tolist() == [1, 1, -1]


def test_the_order_decides_between_fifty_mistakes_and_five() -> None:
    for order, mistakes in ((Order.CYCLIC, 50), (Order.SHUFFLED, 5)):
        done = run("order", replace(PLAIN, order=order, seed=0))
        assert (done.state.stop, done.state.mistakes) == (Stop.CONVERGED, mistakes)


def test_the_head_start_takes_four_mistakes_instead_of_seven() -> None:
    sample = BY_NAME["head-start"]
    assert points("head-start").X.tolist() == points("textbook").X.tolist()
    started = sample.settings_from(PLAIN)
    assert started.initial == (1.0, 1.0, -1.0)
    assert sample.settings_from(replace(PLAIN, bias=False)).bias
    assert (run("textbook").state.mistakes, run("head-start", started).state.mistakes) == (7, 4)
    plain, helped = (analysis(points("textbook"), settings).bound for settings in (PLAIN, started))
    assert plain is not None
    assert helped is not None
    assert (plain.at_most, helped.at_most) == (117, 111)


def test_the_bound_is_reached_by_two_points() -> None:
    bound = analysis(points("tight")).bound
    assert bound is not None
    assert bound.exact == run("tight").state.mistakes == 2


def test_raw_margin_and_radius_would_allow_one_mistake_less_than_the_bias_makes() -> None:
    bare = verdict("bias-counts", replace(PLAIN, bias=False))
    assert bare.margin_squared == bare.radius_squared == Fraction(1, 100)
    assert run("bias-counts", replace(PLAIN, bias=False)).state.mistakes == 1
    bound = analysis(points("bias-counts")).bound
    assert bound is not None
    assert (run("bias-counts").state.mistakes, bound.exact) == (2, 101)


def test_the_verdict_flips_where_one_point_goes_through_the_others() -> None:
    dataset = points("flip")
    assert dataset.X[7].tolist() == [0.3, 0]
    verdicts = []
    for x in (0.3, -0.5, -1.8, -3.0):
        found = analysis(dataset.moved([7], [[x, 0.0]])).verdict
        assert found is not None
        verdicts.append(found.separable)
    assert verdicts == [True, True, False, False]


def test_one_outlier_is_separable_but_for_one_point() -> None:
    whole = points("one-outlier")
    assert verdict("one-outlier").separable is False
    without = analysis(whole.first(whole.n_samples - 1)).verdict
    assert without is not None
    assert without.separable is True
    assert run("one-outlier").state.stop is Stop.CYCLE


def test_almost_is_one_point_away_from_impossible() -> None:
    three = points("almost")
    assert verdict("almost").separable is True
    assert three.classes[0] == "A"
    four = analysis(three.with_points([(1.0, 1.0)], [0])).verdict
    assert four is not None
    assert four.separable is False
    assert sorted(map(tuple, [*three.X.tolist(), [1.0, 1.0]])) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_touching_classes_share_a_point_for_certain() -> None:
    found, dataset = verdict("touching"), points("touching")
    assert found.separable is False
    assert found.witness is not None
    assert found.witness.point == (0, 0)
    for label in (0, 1):
        mine = [(i, w) for i, w in zip(found.witness.indices, found.witness.weights, strict=True)
                if dataset.labels[i] == label]  # fmt: skip
        total = sum((w for _, w in mine), Fraction(0))
        shared = [sum((w * int(dataset.X[i, j]) for i, w in mine), Fraction(0)) / total for j in range(2)]
        assert shared == [0, 0]
    # Touching only: a line that may pass through points has each class on its side.
    assert ((dataset.X[:, 0] >= 0) == (dataset.labels == 1) | (dataset.X[:, 0] == 0)).all()


def test_xor_comes_back_after_two_passes() -> None:
    assert verdict("xor").separable is False
    done = run("xor")
    assert (done.state.stop, done.state.epoch) == (Stop.CYCLE, 2)
    assert done.cycle is not None
    assert (done.cycle.entered_epoch, done.cycle.length_epochs, done.cycle.mistakes) == (1, 1, 4)


def test_ring_encloses_the_middle_and_the_line_wanders() -> None:
    dataset = points("ring")
    radius = np.hypot(*dataset.X.T)
    assert radius[dataset.labels == 0].max() < radius[dataset.labels == 1].min()
    assert verdict("ring").separable is False
    assert run("ring").state.stop is Stop.CYCLE


@pytest.mark.parametrize(("name", "n_classes"), [("three-classes", 3), ("four-classes", 4)])
def test_several_classes_are_found_and_their_arrows_pull_apart(name: str, n_classes: int) -> None:
    dataset = points(name)
    assert verdict(name, MULTICLASS).separable is True
    done = run(name, MULTICLASS)
    assert done.state.stop is Stop.CONVERGED
    W = parameters(done)[:, :2]
    centres = np.array([dataset.X[dataset.labels == k].mean(axis=0) for k in range(n_classes)])
    assert (W @ centres.T).argmax(axis=0).tolist() == list(range(n_classes))
    unit = W / np.linalg.norm(W, axis=1)[:, None]
    cosines = (unit @ unit.T)[~np.eye(n_classes, dtype=bool)]
    assert cosines.max() < 0.7, "two arrows are less than 45 degrees apart"


def test_three_classes_in_a_row_are_beyond_one_against_the_rest_but_not_beyond_multiclass() -> None:
    dataset = points("in-a-row")
    done = run("in-a-row", MULTICLASS)
    assert (done.state.stop, done.state.mistakes) == (Stop.CONVERGED, 5)
    assert "after 5 mistakes" in BY_NAME["in-a-row"].watch
    separable = [analyze(dataset, TrainingSettings(positive=k)).verdict for k in range(3)]
    assert [each is not None and each.separable for each in separable] == [True, False, True]


def test_curves_are_learned_where_no_line_is_and_as_their_sentences_say() -> None:
    for name, mistakes in (("moons", 12), ("spirals", 28)):
        sample = BY_NAME[name]
        assert f"after {mistakes} mistakes" in sample.watch
        settings = sample.settings_from(PLAIN)
        assert (settings.mode, settings.kernel.name) == (Mode.DUAL, KernelName.RBF)
        assert sample.holds_under(replace(settings, max_epochs=None))
        trainer = run(name, settings)
        assert trainer.state.stop is Stop.CONVERGED
        assert trainer.state.mistakes == mistakes
        assert verdict(name).separable is False
    narrower = replace(BY_NAME["spirals"].settings_from(PLAIN), kernel=Kernel(KernelName.RBF, gamma=0.2))
    assert run("spirals", narrower).state.mistakes == 366


@pytest.mark.parametrize(("name", "kernel"), [("xor", KernelName.POLY), ("ring", KernelName.RBF)])
def test_one_key_solves_what_no_line_does(name: str, kernel: KernelName) -> None:
    opened = BY_NAME[name].settings_from(PLAIN)
    assert opened.mode is Mode.PRIMAL
    solved = with_kernel(opened, Kernel(kernel))
    assert solved.mode is Mode.DUAL
    assert run(name, solved).state.stop is Stop.CONVERGED


def test_an_example_about_lines_puts_the_kernel_away() -> None:
    curved = TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.RBF))
    assert BY_NAME["two-classes"].settings_from(curved) == replace(curved, kernel=LINEAR)
    assert not BY_NAME["two-classes"].holds_under(curved)
