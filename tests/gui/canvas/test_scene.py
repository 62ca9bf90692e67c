"""Points and the state drawn with them belong together, however the points were changed a moment ago."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.canvas.scene import Scene
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.view.view_state import ViewState

POINTS = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
PLANE = (0, 1)


def stepped(dataset: Dataset = POINTS, visits: int = 1) -> Snapshot:
    """Return the state after so many visits, with all that can be said of points."""
    run = Run(dataset, TrainingSettings(mode=Mode.DUAL))
    for _ in range(visits):
        run.visit_once()
    return take_snapshot(run, 1, Wants(alpha=True, age=True))


def picture(scene: Scene) -> Picture:
    """Return how a scene looks."""
    return Picture(scene, ViewFrame(), LIGHT, ViewState().switched("influence", True))


def test_points_that_come_later_leave_the_state_what_it_says() -> None:
    snapshot = stepped()
    scene = Scene.of(POINTS.with_points([[0, 5]], [0]), PLANE, snapshot)
    assert scene.state is snapshot
    assert scene.is_current
    assert scene.arriving.tolist() == [[0, 5]]
    painting = Scene.of(scene.dataset, scene.axes, scene.snapshot, n_placed=scene.snapshot.dataset.n_samples)
    assert not len(painting.arriving), "points that are being painted are no matter of the run yet"
    assert len(picture(scene).errors()) == snapshot.n_errors


def test_what_is_said_of_a_point_goes_with_it_while_it_is_dragged() -> None:
    snapshot, moved = stepped(), POINTS.moved([0, 2], [[-2, 1], [-1, -1]])
    scene = Scene.of(moved, PLANE, snapshot)
    assert scene.state is snapshot
    assert not scene.is_current
    assert not len(scene.arriving)
    seen = picture(scene)
    assert seen.visited() == ViewFrame().point(-2, 1)
    assert seen.errors().tolist() == ViewFrame().pixels(moved.X[snapshot.errors]).tolist()
    assert len(seen.influence()) == 1


@pytest.mark.parametrize(
    "other",
    [
        POINTS.without([0]),
        POINTS.without([0, 1, 2]),
        POINTS.relabelled([0], 0),
        Dataset.of([[1, 1], [2, 2], [3, 3], [4, 4]], [0, 1, 1, 0]),
        Dataset.empty(["A", "B", "C"]),
        Dataset.of(POINTS.X + 1, POINTS.labels.tolist()),  # another file with the same labels
    ],
)
def test_nothing_is_said_of_points_that_the_state_does_not_know(other: Dataset) -> None:
    """A row is another point after a deletion: until the thread had answered, the wrong points were marked."""
    snapshot = stepped()
    scene = Scene.of(other, PLANE, snapshot)
    seen = picture(scene)
    assert not len(seen.errors())
    assert not seen.influence()
    assert not seen.pending()
    assert seen.visited() is None
    assert seen.before is None
    assert not scene.is_current
    assert scene.state is not None
    assert np.array_equal(scene.state.theta, snapshot.theta), "regions and boundary stay until there are others"
    assert seen.regions()


def test_a_state_of_other_features_is_not_drawn() -> None:
    snapshot = stepped(Dataset.of([[1, 2, 3], [3, 2, 1]], [0, 1]))
    assert Scene.of(POINTS, PLANE, snapshot).state is None
    assert Scene.of(POINTS, PLANE).state is None


def test_another_state_leaves_the_places_as_they_are() -> None:
    """With hidden features they are worked out: of a million points in no frame."""
    dataset = Dataset.of([[1, 2, 3], [3, 2, 1]], [0, 1])
    scene = Scene.of(dataset, (2, 0))
    assert scene.positions.tolist() == [[3, 1], [1, 3]]
    assert scene.with_snapshot(stepped(dataset)).positions is scene.positions
    assert scene.places_of([1, 2]).tolist() == [[1, 3]]
    assert scene.places_of([]).shape == (0, 2)
