"""Features: chosen with the rules or in a dialog, undone like other rules, refused with their point (F1)."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2, POLY3, FeatureMap
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.gui.features.rules.rules_page import FeaturesDialog
from tests.gui.desk import Desk
from tests.session.bench import XOR


def features_of(desk: Desk) -> FeatureMap:
    return desk.document.settings.features


def test_degree_2_is_one_choice_away_and_one_undo(desk: Desk) -> None:
    desk.show(XOR, TrainingSettings(initial=(1.0, 0.0, 0.0)))
    box = desk.rules.features
    box.activated.emit(1)
    assert (features_of(desk), desk.document.settings.initial) == (POLY2, None)
    assert box.words == "degree 2  ▾"
    desk.do("run.end")
    desk.wait(lambda: desk.settle().stop is Stop.CONVERGED)
    desk.do("edit.undo")
    assert features_of(desk) == IDENTITY
    assert box.words == "coordinates  ▾"


def test_the_dialog_takes_boxes_and_a_line_and_tells_what_is_wrong_while_it_is_typed(desk: Desk) -> None:
    desk.show(XOR, TrainingSettings(features=POLY3))
    desk.rules.features.activated.emit(3)
    dialog = desk.window.findChild(FeaturesDialog)
    assert isinstance(dialog, FeaturesDialog)
    assert dialog.boxes["x1^2"].isChecked()
    assert not dialog.boxes["x1^2"].icon().isNull()
    for text, box in dialog.boxes.items():
        box.setChecked(text == "x1*x2")
    dialog.typed.setText("sin(x1")
    dialog.typed.check()
    assert "at character 4" in dialog.problem.text()
    dialog.apply()
    assert features_of(desk) == POLY3
    dialog.typed.setText("x1^2 + x2^2")
    dialog.typed.check()
    assert (dialog.problem.text(), dialog.preview.text()) == ("", "φ(x) = (x1·x2, x1² + x2²)")
    dialog.apply()
    assert features_of(desk) == FeatureMap.read("x1*x2, x1^2 + x2^2")
    dialog.typed.setText("x1 +")
    dialog.typed.check()
    dialog.close()  # a field that is hidden takes its complaint back
    assert dialog.preview.text() == ""
    desk.settle()
    assert desk.snapshot.model.weight_names == ("x1·x2", "x1² + x2²")


@pytest.mark.parametrize(("edit", "far_away"), [("rules", 800.0), ("rules", 350.0), ("place", 800.0), ("drag", 350.0)])
def test_a_feature_that_is_too_large_is_refused_and_all_stays_as_it_was(desk: Desk, edit: str, far_away: float) -> None:
    exponential = TrainingSettings(features=FeatureMap.read("x1, exp(x2)"))
    near = Dataset.of([[1.0, 2.0], [2.0, 1.0]], [0, 1])
    far = near.with_points([[5.0, far_away]], [1])
    document = desk.show(far if edit == "rules" else near, TrainingSettings() if edit == "rules" else exponential)
    if edit == "rules":
        desk.window.controller.set_settings(exponential, "features")
        assert features_of(desk) == IDENTITY
        assert f"exp(x2) is too large at the point (5, {far_away:g})" in desk.message
    elif edit == "place":
        desk.window.controller.place([[5.0, far_away]], [1])
        assert desk.dataset is near
        assert f"(5, {far_away:g})" in desk.message
    else:
        desk.window.controller.preview(near.moved([0], [[5.0, far_away]]))
        assert not desk.window.controller.is_dragging
    assert desk.settle().settings == document.settings
