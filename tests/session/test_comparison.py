"""Pinned runs: letters, what makes two runs the same, and what is said about them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.many_runs import Fan, Variation
from perceptron_gui.engine.run.run import RunResult
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace
from perceptron_gui.session.comparison import fan_text, mean_text, result_text, run_name
from perceptron_gui.session.view.view_state import MOST_PINS, Pin, same_run, with_pin

PLAIN = TrainingSettings()


def shuffled(seed: int) -> TrainingSettings:
    return TrainingSettings(order=Order.SHUFFLED, seed=seed)


def result(mistakes: int, stop: Stop | None = Stop.CONVERGED) -> RunResult:
    return RunResult(PLAIN, stop, np.zeros((1, 3)), 9, mistakes, 0)


def test_pins_take_the_first_free_letter_and_end_at_six() -> None:
    pins: tuple[Pin, ...] = ()
    for seed in range(MOST_PINS + 2):
        pins = with_pin(pins, shuffled(seed))
    assert "".join(pin.letter for pin in pins) == "PQRSTU"
    pins = tuple(pin for pin in pins if pin.letter != "Q")
    pins = with_pin(pins, shuffled(99))
    assert next(pin for pin in pins if pin.letter == "Q").settings.seed == 99
    assert "".join(pin.letter for pin in pins) == "PQRSTU"


def test_the_same_run_is_pinned_once() -> None:
    pins = with_pin((), PLAIN)
    assert with_pin(pins, replace(PLAIN, seed=7)) == pins  # cyclic order asks no seed
    assert with_pin(pins, replace(PLAIN, mode=Mode.DUAL)) == pins  # dual is primal (D3)
    assert with_pin(pins, replace(PLAIN, initial=(0.0, 0.0, 0.0))) == pins
    assert len(with_pin(pins, replace(PLAIN, initial=(0.0, 1.0, 0.0)))) == 2
    assert not same_run(shuffled(1), shuffled(2))


def test_a_run_is_named_by_what_tells_it_from_others() -> None:
    assert run_name(PLAIN) == "cyclic"
    assert run_name(replace(shuffled(3), eta=0.5, bias=False)) == "shuffled, seed 3 · η 0.5 · no bias"
    assert run_name(replace(PLAIN, initial=(1.0, -2.0, 0.5))) == "cyclic · from (1, −2, 0.5)"
    assert run_name(TrainingSettings(mode=Mode.MULTICLASS)) == "multiclass · cyclic"
    assert run_name(replace(PLAIN, features=FeatureMap.read("x1*x2, x1^2"))) == "cyclic · features x1*x2, x1^2"
    assert run_name(replace(PLAIN, beta=0.5)) == "cyclic · β 0.5"
    dual = replace(PLAIN, mode=Mode.DUAL)
    assert run_name(replace(dual, kernel=Kernel(KernelName.POLY, 3, 0.5))) == "cyclic · (x·z + 0.5)³"
    assert run_name(replace(dual, kernel=Kernel(KernelName.RBF, gamma=2.0))) == "cyclic · exp(−2·‖x − z‖²)"
    assert run_name(replace(PLAIN, initial=(1.0,) * 9)) == "cyclic · with start weights"


def test_a_result_says_how_the_run_ended() -> None:
    assert result_text(None) == "…"
    assert result_text(result(1)) == "1 mistake · converged"
    assert result_text(result(4, Stop.CYCLE)) == "4 mistakes · goes round for ever"
    assert result_text(result(9, None)) == "9 mistakes · took too long"


def test_a_fan_is_told_by_mean_worst_and_bound() -> None:
    fan = Fan(Variation.ORDERS, (result(3), result(4)), 2)
    assert fan_text(fan, 117) == "mean 3.5 · worst 4 · bound 117"
    assert fan_text(Fan(Variation.ORDERS, (), 2), 117) == ""
    endless = Fan(Variation.ORDERS, (result(3, None), result(4, None)), 2)
    assert fan_text(endless, None).startswith("No run converges on these points")


def test_a_mean_of_counts_has_no_more_figures_than_it_means() -> None:
    assert mean_text(Fraction(8954135, 1000)) == "≈ 8\u202f954"
    assert mean_text(Fraction(7, 2)) == "3.5"
    assert mean_text(Fraction(2305, 200)) == "≈ 11.5"
    assert (mean_text(Fraction(4)), mean_text(Fraction(1200)), mean_text(Fraction(0))) == ("4", "1\u202f200", "0")
    assert mean_text(Fraction(1999, 20)) == "≈ 100", "not 99.9, nor 100.0"
