"""Verdicts on sets made to take long are given up in bounded time: work counts digits (T1, T2, T7)."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from perceptron_gui.__main__ import main
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.effort import TooMuchWork
from perceptron_gui.engine.theory import separability
from perceptron_gui.engine.theory.separability import Analysis, analyze, geometry, never, verdict_on
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation.theorem.theorem_terms import theorem, theorem_numbers
from perceptron_gui.session.formula.line import text_of
from perceptron_gui.session.messages.verdict_text import missing_margin, verdict_hint, verdict_line, verdict_texts
from perceptron_gui.session.worker.training_worker import Finding
from tests.pace import within

WORK, SECONDS = 2e8, 3.0
"""A budget that is worked off in a fifth of a second, and what a crowded machine may make of it."""
POLY, RBF = Kernel(KernelName.POLY), Kernel(KernelName.RBF)


def many_digits(n: int, d: int, n_classes: int = 2) -> Dataset:
    """Return points whose columns go down from 10⁻⁷ to 10⁻³²⁰: in whole numbers they have hundreds of digits."""
    rng = np.random.default_rng(1)
    labels = [*range(n_classes), *rng.integers(0, n_classes, n - n_classes).tolist()]
    X = rng.normal(size=(n, d)) * 10.0 ** np.linspace(-7, -320, d)
    return Dataset.of(X, labels, [str(k) for k in range(n_classes)])


def plain(n: int, d: int, n_classes: int = 2) -> Dataset:
    rng = np.random.default_rng(1)
    labels = [*range(n_classes), *rng.integers(0, n_classes, n - n_classes).tolist()]
    return Dataset.of(rng.normal(size=(n, d)), labels, [str(k) for k in range(n_classes)])


SETS = {
    "a quadratic kernel": (many_digits(65, 8), TrainingSettings(mode=Mode.DUAL, kernel=POLY)),
    "few points": (many_digits(20, 8), TrainingSettings(mode=Mode.DUAL, kernel=POLY)),
    "many points": (many_digits(2000, 3), TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.POLY, 5))),
    "a tenth power": (many_digits(20, 2), TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.POLY, 10))),
    "ten classes": (many_digits(300, 8, 10), TrainingSettings(mode=Mode.MULTICLASS, kernel=POLY)),
    "a hundred columns": (many_digits(120, 100), TrainingSettings()),
    "columns and points": (many_digits(5000, 100), TrainingSettings()),
    "columns and classes": (many_digits(120, 100, 10), TrainingSettings(mode=Mode.MULTICLASS)),
    "denormals": (
        Dataset.of(plain(4000, 8).X * 1e-310, plain(4000, 8).labels.tolist()),
        TrainingSettings(),
    ),
    "a Gaussian": (plain(1400, 2), TrainingSettings(mode=Mode.DUAL, kernel=RBF)),
    "a Gaussian of ten classes": (plain(5000, 3, 10), TrainingSettings(mode=Mode.MULTICLASS, kernel=RBF)),
    "a thousand classes": (plain(2000, 2, 1000), TrainingSettings(mode=Mode.MULTICLASS)),
}


@pytest.mark.drawn
@pytest.mark.parametrize("name", SETS)
def test_a_set_that_is_made_to_take_long_is_given_up_in_bounded_time(name: str) -> None:
    dataset, settings = SETS[name]
    with within(SECONDS), suppress(TooMuchWork):
        verdict_on(geometry(dataset, settings), never, WORK)


def test_what_was_given_up_says_so_and_that_its_digits_are_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(separability, "MOST_WORK", 1e8)
    dataset, settings = SETS["few points"]
    analysis = analyze(dataset, settings)
    verdict = analysis.verdict
    assert verdict is not None
    assert (verdict.separable, verdict.margin, analysis.bound, verdict.is_given_up) == (None, None, None, True)
    assert verdict.radius_squared > 0
    finding = Finding(Document(dataset, settings), analysis)
    assert verdict_texts(finding) == (("takes too long to tell", "too long"), None)
    assert "digits" in verdict_hint(finding)
    assert "digits" in verdict_line(verdict)
    plain_analysis = analyze(many_digits(40, 60), TrainingSettings())
    assert plain_analysis.verdict is not None
    assert plain_analysis.verdict.is_given_up


def test_a_bound_that_is_not_certain_is_unknown_not_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("close.csv").write_text("x1,label\n0,A\n0.00001,B\n", encoding="utf-8")
    assert main(["train", "close.csv", "--mode", "dual", "--kernel", "rbf"]) == 0
    assert "bound       unknown" in capsys.readouterr().out
    Path("same.csv").write_text("x1,label\n0,A\n0,B\n", encoding="utf-8")
    assert main(["train", "same.csv", "--mode", "dual", "--kernel", "rbf", "--max-epochs", "5"]) == 0
    assert "bound       none" in capsys.readouterr().out


def test_a_short_budget_is_enough_for_points_as_people_type_them() -> None:
    rng = np.random.default_rng(3)
    for d, places in ((2, 6), (10, 3), (100, 2)):
        X = np.round(rng.normal(size=(300, d)), places)
        assert verdict_on(geometry(Dataset.of(X, (X[:, 0] > 0).astype(int).tolist()), TrainingSettings()), never, WORK)


def test_what_can_be_said_of_points_of_very_many_digits_is_said_within_seconds() -> None:
    dataset, settings = SETS["a quadratic kernel"]
    with within(2 * SECONDS):
        verdict = analyze(dataset, settings).verdict
    assert verdict is not None
    assert verdict.is_given_up


def test_a_gaussian_separates_points_of_different_places_however_long_their_margin_takes() -> None:
    dataset, settings = SETS["a Gaussian"]
    verdict = verdict_on(geometry(dataset, settings), never, 1e8)
    assert verdict is not None
    assert (verdict.separable, verdict.margin, verdict.is_given_up) == (True, None, True)
    finding = Finding(Document(dataset, settings), Analysis(verdict, None, None))
    assert verdict_texts(finding) == (("separable",), True)
    assert verdict_line(verdict).startswith("Separable:")
    assert missing_margin(verdict, settings, dataset) == "unknown"
    numbers = theorem_numbers(finding.document, finding.analysis)
    assert numbers is not None
    assert text_of(theorem(numbers).reasons[0]).endswith("would take too long.")
