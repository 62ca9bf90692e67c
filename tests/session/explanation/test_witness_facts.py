"""Why no line separates the points: the proof is exact, and its sentence names the case that it is."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.engine.theory.verdict import Verdict
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation.facts.witness_facts import Proof, proof_of
from perceptron_gui.session.messages.run_end import what_fails
from perceptron_gui.session.messages.verdict_text import verdict_hint
from perceptron_gui.session.worker.training_worker import Finding
from tests.effort import random_sets


def document_of(points: list[list[float]], labels: list[int], **settings: object) -> Document:
    names = "ABC"[: max(labels) + 1]
    return Document(Dataset.of(points, labels, names), TrainingSettings(**settings))  # type: ignore[arg-type]


def verdict_of(document: Document) -> Verdict:
    verdict = analyze(document.dataset, document.settings).verdict
    assert verdict is not None
    return verdict


def proof(points: list[list[float]], labels: list[int], **settings: object) -> Proof:
    document = document_of(points, labels, **settings)
    witness = verdict_of(document).witness
    assert witness is not None
    return proof_of(document, witness)


SAID = {
    "The segments x₁, x₂ and x₃, x₄ cross at (0.5, 0.5)": ([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0]),
    "x₁, x₂ are in the same place but in opposite classes": ([[2, 1], [2, 1]], [1, 0]),
    "x₄ lies inside the triangle x₁, x₂, x₃ of the other class": ([[0, 0], [3, 0], [0, 3], [1, 1]], [1, 1, 1, 0]),
    "x₃ lies on the segment between x₁, x₂": ([[0, 0], [3, 0], [1, 0]], [1, 1, 0]),
    "The hulls of x₁, x₂, x₃ and of x₄, x₅ share the point (1, 1, 0)": (
        [[0, 0, 0], [3, 0, 0], [0, 3, 0], [1, 1, 1], [1, 1, -1]],
        [1, 1, 1, 0, 0],
    ),
}


@pytest.mark.parametrize("said", SAID)
def test_the_sentence_names_the_case(said: str) -> None:
    assert proof(*SAID[said]).sentence.startswith(said)


def test_the_numbers_are_exact_quotients_where_decimals_would_be_rounded() -> None:
    assert "x₄ = 1/3·x₁ + 1/3·x₂ + 1/3·x₃." in proof([[0, 0], [3, 0], [0, 3], [1, 1]], [1, 1, 1, 0]).sentence


def test_a_sum_with_rounded_weights_is_no_equation() -> None:
    said = proof([[0, 0], [1.001, 0.003], [0.007, 1.013], [0.311, 0.209]], [1, 1, 1, 0]).sentence
    assert "x₄ ≈ " in said
    assert " = " not in said


def test_without_bias_the_vectors_balance() -> None:
    said = proof([[1, 0], [-1, 1], [1, 2]], [1, 1, 0], bias=False).sentence
    assert said.startswith("0.5·x₁ + 1/3·x₂ − 1/6·x₃ = 0. ")
    assert proof([[1, 0], [2, 0]], [1, 0], bias=False).sentence.startswith("2/3·x₁ − 1/3·x₂ = 0. ")
    assert proof([[-1, 0], [2, 0]], [0, 0], bias=False).sentence.startswith("−2/3·x₁ − 1/3·x₂ = 0. ")


def test_without_bias_a_point_at_the_origin_is_the_proof() -> None:
    assert proof([[0, 0], [1, 1]], [1, 0], bias=False).sentence.startswith("x₁ is at the origin")


def test_two_classes_have_one_proof_in_every_mode() -> None:
    points, labels = SAID["x₄ lies inside the triangle x₁, x₂, x₃ of the other class"]
    assert proof(points, labels, mode=Mode.MULTICLASS) == proof(points, labels)


def test_of_three_classes_each_lead_has_its_rival() -> None:
    """Classes in a ring around a point of another: no two of them are the reason alone."""
    rng = np.random.default_rng(3)
    seen = 0
    for _ in range(60):
        points = rng.integers(-3, 4, (7, 2)).tolist()
        document = document_of(points, [0, 0, 1, 1, 2, 2, 2], mode=Mode.MULTICLASS)
        witness = verdict_of(document).witness
        if witness is None or len({*document.dataset.labels[list(witness.indices)], *(witness.rivals or ())}) < 3:
            continue
        found = proof_of(document, witness)
        assert [share.rival for share in found.shares] == ["ABC"[r] for r in witness.rivals or ()]
        assert "these leads add up to 0" in found.sentence
        seen += 1
    assert seen > 3


def test_both_sides_are_the_shared_point_exactly_whatever_the_set() -> None:
    rng, seen = np.random.default_rng(9), 0
    for _ in range(random_sets(60)):
        d = int(rng.integers(1, 5))
        points, labels = (rng.integers(-9, 10, (9, d)) / 10).tolist(), rng.integers(0, 2, 9).tolist()
        document = document_of(points, labels)
        witness = verdict_of(document).witness
        if witness is None:
            continue
        found = proof_of(document, witness)
        assert found.shared == witness.point
        for side in found.sides:
            assert sum(share.weight for share in side) == 1
            rows = [[share.weight * decimal_fraction(v) for v in points[share.point]] for share in side]
            assert tuple(sum(column, Fraction(0)) for column in zip(*rows, strict=True)) == found.shared
        seen += 1
    assert seen > random_sets(24)


X_AND_OPPOSITE = [[1.0, 0.0], [-1.0, 0.0]]
OF_KERNELS = [
    (X_AND_OPPOSITE, [1, 0], Kernel(KernelName.POLY, 2, 0.0), "The kernel cannot tell x₁, x₂ apart"),
    (X_AND_OPPOSITE, [1, 0], Kernel(KernelName.POLY, 4, 0.0), "The kernel cannot tell x₁, x₂ apart"),
    (
        [[2, 1], [0, 3], [2, 1]],
        [1, 1, 0],
        Kernel(KernelName.POLY, 3, 1.0),
        "x₁, x₃ are in the same place but in opposite",
    ),
    (
        [[2, 1], [0, 3], [2, 1]],
        [1, 1, 0],
        Kernel(KernelName.RBF),
        "x₁, x₃ are in the same place but in opposite classes: f has",
    ),
    (
        [[0], [1], [2], [3]],
        [0, 1, 0, 1],
        Kernel(KernelName.POLY, 2, 1.0),
        "their weighted K(xᵢ, x) have the same total on both sides",
    ),
]


@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
@pytest.mark.parametrize(("points", "labels", "kernel", "words"), OF_KERNELS)
def test_what_a_kernel_cannot_do_is_said_of_the_kernel(
    points: list[list[float]], labels: list[int], kernel: Kernel, words: str, mode: Mode
) -> None:
    """(1, 0) and (−1, 0) lie in different places, and a line separates them: it is the kernel that does not."""
    document = document_of(points, labels, mode=mode, kernel=kernel)
    analysis = analyze(document.dataset, document.settings)
    assert analysis.verdict is not None and analysis.verdict.witness is not None
    found = proof_of(document, analysis.verdict.witness)
    assert words in found.sentence
    assert found.is_mapped and found.shared is None
    fails = what_fails(document.settings, document.dataset.n_features)
    hint = verdict_hint(Finding(document, analysis))
    for said in (found.sentence, fails, hint):
        assert "line" not in said and "plane" not in said
    assert fails == "this kernel does not separate these points"
    assert hint.startswith("This kernel does not separate the points")
