"""Two classes in multiclass beside the binary rule (M3)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.followers.against_rest import AgainstRest
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session.classes.claims import ClaimsQuestion, TwoClasses, two_classes
from perceptron_gui.session.worker import training_worker as moves
from tests.engine.cases import ORDERS, Case, kernel_case, random_case
from tests.session.bench import Bench
from tests.session.classes.test_confusion import go_to

TEXTBOOK = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0], ("A", "B"))


def beside(dataset: Dataset, settings: TrainingSettings, visit: int, first: int | None = None) -> TwoClasses:
    """Return both runs at a visit. `first`: points of the first pass, after which the others come."""
    run = Run(dataset.first(dataset.n_samples if first is None else first), settings)
    if first is not None:
        go_to(run, first)
        run.add_points(dataset)
    go_to(run, visit)
    snapshot = take_snapshot(run, 0, Wants())
    runs = AgainstRest(dataset, settings, snapshot.stages)
    assert runs.go_to(snapshot.visit, lambda: False)
    return two_classes(snapshot, runs.claims().runs[-1])


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("make", [random_case, kernel_case], ids=["linear", "kernel"])
def test_the_difference_is_twice_the_binary_weights_with_half_of_beta(order: str, make: object) -> None:
    """s₁ − s₀ = 2f: a margin of β there is one of β/2 here (M3, V4)."""
    rng, compared = np.random.default_rng([5, ORDERS.index(order)]), 0
    for _ in range(8):
        case: Case = make(rng, "multiclass", order)  # type: ignore[operator]
        case = replace(case, labels=[label % 2 for label in case.labels])
        case = case.with_rules(n_classes=2, beta=float(rng.choice([0.0, 0.1, 0.3, 1.0, 2.5, 7.0])))
        if len(set(case.labels)) < 2:
            continue
        found = beside(case.dataset, case.settings, int(rng.integers(1, 50)))
        assert found.is_same and "They differ" not in found.said[1]
        compared += 1
    assert compared > 3


def test_that_one_class_had_no_rival_at_first_is_not_called_rounding() -> None:
    points = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0], ("A", "B"))
    found = beside(points, TrainingSettings(mode=Mode.MULTICLASS), 3, first=2)
    assert not found.is_same and found.mistakes[0] != found.mistakes[1]
    assert found.said[1] == (
        "They differ because at first only one class had points. Multiclass then has no rival and makes no mistakes, "
        "but the binary rule does."
    )
    other = beside(points, TrainingSettings(mode=Mode.MULTICLASS), 60)
    assert other.is_same and not other.had_one_class


def test_the_numbers_of_the_textbook() -> None:
    found = beside(TEXTBOOK, TrainingSettings(mode=Mode.MULTICLASS), 100)
    assert [str(each) for each in found.lines] == [
        "w(A) = (−1, −1),   b(A) = 3",
        "w(B) = (1, 1),   b(B) = −3",
        "w(B) − w(A) = (2, 2),   b(B) − b(A) = −6",
        "2 w = (2, 2),   2 b = −6",
    ]
    assert found.said[0] == "Mistakes: 7 in multiclass, 7 with the binary rule, where B is +."
    assert found.said[1].endswith("to the last digit.")


def test_it_says_where_the_numbers_differ() -> None:
    found = beside(TEXTBOOK, TrainingSettings(mode=Mode.MULTICLASS), 100)
    assert replace(found, mistakes=(7, 8)).said[1].startswith("They differ")
    assert replace(found, binary=[value * 2 for value in found.binary]).said[1].startswith("They differ")


def test_points_held_out_have_no_part_in_either_run() -> None:
    dataset = with_part(Dataset.of([[9, 9], [3, 3], [4, 3], [1, 1]], [0, 1, 1, 0], ("A", "B")), [0], Part.VALIDATION)
    settings = TrainingSettings(mode=Mode.MULTICLASS, kernel=Kernel(KernelName.POLY))
    bench = Bench.on(dataset, settings)
    snapshot = bench.do(lambda worker: moves.seek(worker, 3))
    question = ClaimsQuestion.about(snapshot, (0.0, 0.0, 1.0, 1.0), (2.0, 2.0))
    runs = AgainstRest(question.dataset, settings, question.stages)
    assert runs.go_to(3, lambda: False)
    found = two_classes(snapshot, runs.claims().runs[-1])
    assert found.is_same
    assert len(found.rows[0]) == 3
    assert any(found.rows[0])
