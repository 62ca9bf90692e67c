"""The line below the plane says what the snapshot holds, short and in full, in every mode, order and kernel."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data import SettingsError
from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.formula.notation import HAT, OWN
from perceptron_gui.session.messages.model_line import model_line
from perceptron_gui.session.messages.symbol_words import use
from perceptron_gui.session.wording import written
from tests.engine.cases import ORDERS, random_case
from tests.session.bench import TEXTBOOK


def after(visits: int, name: str = "two-classes", **rules: object) -> Snapshot:
    run = Run(BY_NAME[name].make(), TrainingSettings(**rules))  # type: ignore[arg-type]
    run.advance(visits)
    return take_snapshot(run, 1, Wants(alpha=True))


def test_w_b_the_boundary_the_loss_and_the_errors_are_told() -> None:
    expected = "w = (3.06, 0.38),   b = 0   ·   3.06 x₁ + 0.38 x₂ = 0   ·   L = 9.409   ·   3 of 23 wrong"
    assert model_line(after(2)).text == expected


@pytest.mark.parametrize("mode", Mode)
def test_notes_with_the_bias_in_the_weights_have_it_there_in_the_line_too(mode: Mode) -> None:
    told, bare = model_line(after(2, mode=mode)), model_line(after(2, "through-origin", bias=False))
    apart = [*map(str, told.parameters)]
    try:
        use("augmented")
        in_one, latex = [*map(str, told.parameters)], told.latex
        assert str(bare.parameters[0]).startswith("w = ")
    finally:
        use(OWN.name)
    joined = [re.sub(r"\),   b(\(.*\))? = (.*)", r", \2)", text).replace("w", f"w{HAT}") for text in apart]
    assert in_one == joined != apart
    assert r"\hat{w}" in latex and "b" not in latex.replace("begin", "")


def test_at_the_start_nothing_is_decided_and_there_is_no_boundary() -> None:
    assert model_line(after(0)).text == "w = (0, 0),   b = 0   ·   L = 0   ·   23 of 23 wrong"


def test_the_dual_tells_its_alpha_before_the_same_w() -> None:
    text = model_line(after(3, mode=Mode.DUAL)).text
    assert text.startswith("α₁ = 1, α₂ = 1")
    assert model_line(after(3)).text in text.partition("   ·   ")[2]
    assert model_line(after(0, mode=Mode.DUAL)).text.startswith("α = 0   ·   w = (0, 0)")


def test_under_a_kernel_f_is_a_sum_of_kernels() -> None:
    short, full = (model_line(after(20, mode=Mode.DUAL, kernel=Kernel(KernelName.RBF)), each) for each in (False, True))
    assert short.text.startswith("f(x) = −K(x₁, x) + K(x₂, x) − K(x₅, x) + K(x₆, x) + … (2 more)")
    assert "more" not in full.text and "K(x₁₀, x)" in full.text


def test_all_classes_are_told_and_of_fewer_those_that_moved_and_how_many_more_there_are() -> None:
    run = Run(BY_NAME["iris"].make(), TrainingSettings(mode=Mode.MULTICLASS))
    last = run.visit_once()
    while last is not None and {last.target, last.rival} != {0, 2}:
        last = run.visit_once()
    whole = model_line(take_snapshot(run, 1, Wants()))
    assert last is not None
    assert len(whole.parameters) == 3 and not whole.more
    short = whole.shortened(2)
    moved = [whole.parameters[k] for k in sorted((last.target, last.rival))]
    assert [*short.parameters] == moved and short.more == "1 more class"
    assert "1 more class" in short.text and "more" not in whole.text
    assert whole.shortened(1).more == "2 more classes"
    assert whole.shortened(3) == whole
    binary = model_line(after(60))
    assert binary.shortened(1) == binary


@pytest.mark.parametrize("order", ["cyclic", "random", "batch"])
@pytest.mark.parametrize("mode", ["primal", "dual", "multiclass"])
def test_its_numbers_are_those_of_the_referee(mode: str, order: str) -> None:
    rng = np.random.default_rng([25, ORDERS.index(order)])
    for _ in range(2):
        case = random_case(rng, mode, order)
        run, referee = Run(case.dataset, case.settings), case.referee()
        for visit in range(1, 9):
            run.visit_once()
            referee.run(visit)
            line = model_line(take_snapshot(run, 1, Wants(alpha=True)), is_full=True)
            assert line.loss is not None and isinstance(referee.loss(), Fraction)
            assert str(line.loss) == f"L {written(referee.loss(), 17).after_name}"
            if run.stop is not None:
                break


def test_a_veil_hides_the_loss_and_the_errors_but_not_w() -> None:
    line = model_line(hide_future(after(2)))
    assert line.loss is None and line.errors == "? of 23 wrong"
    assert str(line.parameters[0]) == "w = (3.06, 0.38),   b = 0"


def test_it_is_copied_as_latex() -> None:
    run = Run(TEXTBOOK, TrainingSettings())
    run.advance(1)
    latex = model_line(take_snapshot(run, 1, Wants())).latex
    assert r"\mathbf{w} &= (3, 3),\quad b = 1" in latex and r"3 x_{1} + 3 x_{2} + 1 &= 0" in latex


@pytest.mark.parametrize("features", ["identity", "poly2"])
@pytest.mark.parametrize("kernel", [*KernelName])
@pytest.mark.parametrize("mode", [*Mode])
def test_every_model_has_a_line_at_every_visit(mode: Mode, kernel: KernelName, features: str) -> None:

    chosen = {"identity": IDENTITY, "poly2": POLY2}[features]
    try:
        settings = TrainingSettings(mode=mode, kernel=Kernel(kernel), features=chosen, positive=0)
        run = Run(BY_NAME["iris"].make(), settings)
    except SettingsError:
        pytest.skip("these do not go together")
    for visit in (0, 1, 2, 60, 400):
        run.advance(visit)
        for is_full in (False, True):
            line = model_line(take_snapshot(run, 1, Wants(alpha=True)), is_full)
            assert line.parameters and line.errors and line.text.isprintable()
