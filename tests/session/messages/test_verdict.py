"""The verdict's numbers: exact ones in full, small and large ones as a person reads them."""

from __future__ import annotations

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.theory.bounds import analyze
from perceptron_gui.session.document import Document
from perceptron_gui.session.messages.verdict import verdict_hint, verdict_texts
from perceptron_gui.session.worker.analysis_thread import Finding
from tests.session.bench import XOR


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
