"""The verdict's numbers: exact ones in full, small and large ones as a person reads them."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.run import run_to_end
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation.theorem.theorem_terms import theorem, theorem_numbers
from perceptron_gui.session.messages.meanings import meaning
from perceptron_gui.session.messages.verdict_text import verdict_hint, verdict_line, verdict_texts
from perceptron_gui.session.wording import ORDERS
from perceptron_gui.session.worker.training_worker import Finding, find
from tests.session.bench import TEXTBOOK, XOR


def verdict_on(dataset: Dataset) -> str:
    """Return all that the verdict and its tooltip say about points."""
    document = Document().with_dataset(dataset)
    finding = Finding(document, analyze(dataset, document.settings))
    return f"{verdict_texts(finding)[0][0]} {verdict_hint(finding)}"


def test_the_point_that_both_hulls_share_is_exact_where_its_decimals_are_short() -> None:
    assert "(0.5, 0.5) = 0.5·x₁ + 0.5·x₂ = 0.5·x₃ + 0.5·x₄" in verdict_on(XOR)
    thirds = Dataset.of([[0, 0], [3, 0], [0, 1], [1, 0]], [1, 1, 1, 0])
    assert "x₄ = 2/3·x₁ + 1/3·x₂" in verdict_on(thirds)


def test_a_margin_and_its_bound_are_never_written_in_the_computer_s_way() -> None:
    close = Dataset.of([[1000000, 1], [1000000, 1.000001]], [0, 1])
    words = verdict_on(close)
    assert "e-" not in words and "e−" not in words and "e+" not in words
    assert "·10" in words
    assert max(len(word) for word in words.split()) < 20


def test_each_number_has_one_symbol() -> None:
    """By pencil: γ̂ = √2/3 for x̂ = (x, 1), R̂² = 26, and half the street from (1, 1) to x₁ + x₂ = 6 is √2."""
    words = verdict_on(TEXTBOOK)
    assert "margin γ̂ ≈ 0.47 ·" in words
    assert "With margin γ̂ ≈ 0.471405 and radius R̂ ≈ 5.09902," in words
    assert "Half the width of the widest street is ρ ≈ 1.41421;" in words
    assert "γ" not in words.replace("γ̂", "")


def test_one_class_alone_is_not_called_separable() -> None:
    for labels in ([1, 1], [0, 0], [1]):
        for mode in Mode:
            dataset = Dataset.of([[1, 2], [3, 4]][: len(labels)], labels, ["A", "B"])
            document = Document().with_settings(TrainingSettings(mode=mode)).with_dataset(dataset)
            finding = Finding(document, analyze(dataset, document.settings))
            assert verdict_texts(finding) == (("one class only", "one class"), None)
            assert verdict_hint(finding).startswith("All points are in one class: there is nothing to separate.")
            assert finding.analysis is not None and finding.analysis.verdict is not None
            line = verdict_line(finding.analysis.verdict, has_one_class=True)
            assert line == "One class only: there is nothing to separate."


def test_points_held_out_are_no_second_class() -> None:
    dataset = with_part(Dataset.of([[1, 2], [3, 4], [0, 0]], [1, 1, 0]), [2], Part.VALIDATION)
    document = Document().with_dataset(dataset)
    finding = find(document)
    assert verdict_texts(finding)[0][0] == "one class only"
    numbers = theorem_numbers(document, finding.analysis)
    assert numbers is not None
    assert any("One class only" in str(each) for each in theorem(numbers).reasons)


def held_out_plus() -> Document:
    """Return A and B to train on against C, all of whose points are held out."""
    dataset = Dataset.of([[1, 2], [-1, -2], [0, 0], [5, 1]], [0, 1, 2, 2], ["A", "B", "C"])
    document = Document().with_dataset(dataset).with_settings(TrainingSettings(positive=2))
    return document.with_dataset(with_part(document.dataset, [2, 3], Part.VALIDATION))


def test_a_binary_run_without_a_point_that_is_plus_is_not_called_separable() -> None:
    document = held_out_plus()
    finding = find(document)
    assert verdict_texts(finding) == (("one class only", "one class"), None)
    nothing = "All points are in − classes: there is nothing to separate."
    assert verdict_hint(finding).startswith(nothing)
    numbers = theorem_numbers(document, finding.analysis)
    assert numbers is not None
    assert any("One class only" in str(each) for each in theorem(numbers).reasons)
    each_learned = document.with_settings(TrainingSettings(mode=Mode.MULTICLASS))
    assert verdict_texts(find(each_learned))[1] is True


def test_one_class_around_the_origin_is_not_separable_without_a_bias_and_nothing_else_is_said() -> None:
    document = held_out_plus().with_settings(TrainingSettings(positive=2, bias=False))
    finding = find(document)
    assert verdict_texts(finding) == (("not separable",), False)
    assert "nothing to separate" not in verdict_hint(finding)
    assert finding.analysis is not None and finding.analysis.verdict is not None
    assert verdict_line(finding.analysis.verdict, has_one_class=True).startswith("Not separable")


def test_lengths_with_an_exact_root_are_told_without_a_sign_of_rounding() -> None:
    """By pencil: ±(3, 4) are 5 from the origin, and half of the street between them is 5; R̂² is 26 with the bias."""
    points = Dataset.of([[3, 4], [-3, -4]], [1, 0])
    words = verdict_on(points)
    assert "With margin γ̂ 5 and radius R̂ ≈ 5.09902," in words and "ρ 5;" in words
    document = Document().with_dataset(points).with_settings(TrainingSettings(bias=False))
    hint = verdict_hint(Finding(document, analyze(points, document.settings)))
    assert "With margin γ̂ 5 and radius R̂ 5," in hint
    curved = TrainingSettings(mode=Mode.DUAL, bias=False, kernel=Kernel(KernelName.RBF))
    far = Document().with_dataset(points).with_settings(curved)
    assert "With margin γ̂ ≈ 0.707107 and radius R̂ 1," in verdict_hint(Finding(far, analyze(points, curved)))


@pytest.mark.parametrize("order", Order)
def test_what_is_said_of_the_bound_holds_in_the_order_it_is_said_for(order: Order) -> None:
    """By pencil: R̂² = 2 and γ̂² = 1, so 2 mistakes at most; the first batch pass sums up all ten errors."""
    points = Dataset.of([[1.0]] * 5 + [[-1.0]] * 5, [1] * 5 + [0] * 5)
    settings = TrainingSettings(order=order)
    analysis = analyze(points, settings)
    assert analysis.bound is not None
    made = run_to_end(points, settings, lambda: False).mistakes
    hint = verdict_hint(Finding(Document().with_settings(settings).with_dataset(points), analysis))
    said = meaning(ORDERS[order].bound)
    if order is Order.BATCH:
        assert (made, analysis.bound.at_most) == (10, 20)
        assert "in batch order" in said and "up to n = 10 errors from a pass" in hint
    else:
        assert (made, analysis.bound.at_most) == (made, 2) and made <= 2
        assert said.endswith("in any order but batch.") and "pass" not in hint
