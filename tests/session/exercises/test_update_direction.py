"""An arrow that says which way w will move, held against the truth."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.frozen import replace
from perceptron_gui.session.exercises.grading import Way, seen_on, update_of
from tests.session.bench import TEXTBOOK


@pytest.mark.parametrize(
    "drawn, truth, angle",
    [
        ((2.0, 0.0), (0.1, 0.0), 0.0),
        ((0.3, 0.3), (-3.0, 3.0), 90.0),
        ((1.0, 2.0), (-2.0, -4.0), 180.0),
        ((1.0, 0.0), (1.0, 1.0), pytest.approx(45)),
        ((1.0, 0.0), (1.0, -1.0), pytest.approx(45)),
        ((1.0, 0.0), (0.0, 0.0), None),
        (None, (1.0, 0.0), None),
    ],
)
def test_the_angle_between_an_arrow_and_the_truth(drawn: object, truth: object, angle: object) -> None:
    assert replace(Way(0, drawn), truth=truth).angle == angle  # type: ignore[arg-type]


def test_the_truth_is_the_update_in_decimals() -> None:
    run = Run(Dataset.of([[0.1, 0.7, -3.3]], [1]), TrainingSettings(eta=0.3, initial=(0.2, 0.1, 0.3, 0)))
    run.seek(0)
    last = run.visit_once()
    assert last is not None
    assert last.is_mistake
    # 0.3 · (0.1, 0.7, −3.3) and 0.3 · 1
    assert update_of(last, 0) == [0.03, 0.21, -0.99, 0.3]
    assert seen_on((2, 0), update_of(last, 0)) == (-0.99, 0.03)
    assert seen_on((1, None), update_of(last, 0)) == (0.21, 0.0)


def test_in_multiclass_each_class_has_its_own_truth() -> None:
    run = Run(TEXTBOOK, TrainingSettings(mode=Mode.MULTICLASS))
    last = run.visit_once()
    assert last is not None
    assert (update_of(last, 1), update_of(last, 0)) == ([3, 3, 1], [-3, -3, -1])
