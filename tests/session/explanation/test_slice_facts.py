"""Points of more features than are drawn: those on another side than it looks are found, and the card says why."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.frozen import replace
from perceptron_gui.session.explanation.facts.place_facts import misplaced, slice_note
from perceptron_gui.session.worker import training_worker as moves
from tests.session.bench import TEXTBOOK, Bench

IRIS = BY_NAME["iris"].make()
KERNELS = {name.value: Kernel(name) for name in KernelName}
ABOVE = Dataset.of([[1, 1, 2], [-1, 1, 2], [1, 1, -2], [-1, 1, -2]], [1, 1, 0, 0], ["A", "B"], ("a", "b", "c"))
"""The third feature alone tells the classes apart, and is not drawn."""


def ended(dataset: Dataset, settings: TrainingSettings, visits: int = 600) -> Snapshot:
    bench = Bench.on(dataset, settings)
    bench.run.advance(visits)
    return bench.do(lambda worker: moves.seek(worker, bench.run.visit))


def held_of(dataset: Dataset) -> np.ndarray:
    return np.asarray(dataset.X.mean(axis=0))


@pytest.mark.seldom
def test_a_point_is_marked_where_the_picture_says_another_thing_than_the_run() -> None:
    cases = [
        (TrainingSettings(positive=0), 600),
        (TrainingSettings(mode=Mode.MULTICLASS), 2_000),
        (TrainingSettings(mode=Mode.DUAL, positive=1, kernel=KERNELS["rbf"]), 600),
        (TrainingSettings(mode=Mode.MULTICLASS, kernel=KERNELS["poly"]), 600),
        (TrainingSettings(positive=2, features=POLY2), 600),
    ]
    for settings, visits in cases:
        snapshot, held = ended(IRIS, settings, visits), held_of(IRIS)
        for axes in ((0, 1), (3, 2)):
            drawn = np.repeat(held[None, :], 150, axis=0)
            drawn[:, axes] = IRIS.X[:, axes]
            is_error = snapshot.model.margins(snapshot.model.decision_function(IRIS.X), IRIS.labels) <= 0
            looks_wrong = snapshot.model.margins(snapshot.model.decision_function(drawn), IRIS.labels) <= 0
            found = misplaced(snapshot, IRIS.X[:, axes], axes, held).tolist()
            assert found == np.flatnonzero(is_error != looks_wrong).tolist(), (settings.mode, axes)
        told = [i for i in range(150) if slice_note(snapshot, IRIS, i, axes, held)]
        assert told == found, "the card says why of those that are marked, and of no others"
        assert settings.features is not IDENTITY or misplaced(snapshot, IRIS.X[:, :2], (0, 1), held).size


def test_by_pencil_why_a_point_is_right_on_a_wrong_side() -> None:
    """After visit 1 w = (1, 1, 2) and b = 1, which is right; the mean of c is 0, where f is a + b + 1."""
    snapshot = ended(ABOVE, TrainingSettings(), 8)
    assert snapshot.n_errors == 0
    assert snapshot.theta[0].tolist() == [1, 1, 2, 1]
    held = held_of(ABOVE)
    assert misplaced(snapshot, ABOVE.X[:, :2], (0, 1), held).tolist() == [2, 3]
    assert slice_note(snapshot, ABOVE, 3, (0, 1), held) == (
        "Right, but drawn on the wrong side: y·f = 3, while in this slice y·f ≈ −1, because c is −2, not ≈ 0."
    )
    assert not misplaced(snapshot, ABOVE.X[:, [0, 2]], (0, 2), held).size, "drawn by c they are where they lie"


def test_before_the_first_update_while_a_question_is_asked_and_of_two_features_none_is_marked() -> None:
    start = ended(IRIS, TrainingSettings(positive=0), 0)
    held = held_of(IRIS)
    assert not misplaced(start, IRIS.X[:, :2], (0, 1), held).size
    veiled = replace(ended(IRIS, TrainingSettings(positive=0)), is_veiled=True)
    assert not misplaced(veiled, IRIS.X[:, :2], (0, 1), held).size
    assert not any(slice_note(veiled, IRIS, i, (0, 1), held) for i in range(150))
    flat = ended(TEXTBOOK, TrainingSettings(), 6)
    assert not misplaced(flat, TEXTBOOK.X, (0, 1), np.zeros(2)).size
    assert slice_note(flat, TEXTBOOK, 0, (0, 1), np.zeros(2)) == ""


@pytest.mark.parametrize("part", [Part.VALIDATION, Part.TEST])
def test_of_the_test_part_nothing_is_told_before_it_is_looked_at(part: Part) -> None:
    dataset = with_part(IRIS, range(0, 150, 3), part)
    bench = Bench.on(dataset, TrainingSettings(positive=0))
    snapshot = bench.do(moves.go_to_end)
    held = held_of(dataset)
    found = set(misplaced(snapshot, dataset.X[:, :2], (0, 1), held).tolist()) & set(range(0, 150, 3))
    assert bool(found) is (part is Part.VALIDATION)
    told = {i for i in range(0, 150, 3) if slice_note(snapshot, dataset, i, (0, 1), held)}
    assert told == found
