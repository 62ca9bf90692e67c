"""Features to choose from: boxes and a line stand for the list, and the list for boxes and a line (F1)."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import IDENTITY, POLY2, POLY3, FeatureMap
from perceptron_gui.engine.data.settings import SettingsError, TrainingSettings
from perceptron_gui.session.document import Change, Document
from perceptron_gui.session.feature_choices import FeatureChoices, is_possible, read_features

COLUMNS = ("x1", "x2")


@pytest.mark.parametrize(
    ("features", "checked", "typed"),
    [
        (IDENTITY, ("x1", "x2"), ""),
        (POLY2, ("x1", "x2", "x1^2", "x1*x2", "x2^2"), ""),
        (FeatureMap.read("sin(x2), exp(x1), x1, x2*x1"), ("x1", "sin(x2)"), "exp(x1), x2*x1"),
    ],
)
def test_boxes_and_line_stand_for_the_features(features: FeatureMap, checked: tuple[str, ...], typed: str) -> None:
    choices = FeatureChoices.of(features, COLUMNS)
    assert (choices.checked, choices.typed) == (checked, typed)
    again = read_features(choices.checked, choices.typed, COLUMNS)
    assert set(again.of(COLUMNS).programs) == set(features.of(COLUMNS).programs)


def test_the_boxes_of_degree_3_leave_the_others_to_the_line() -> None:
    choices = FeatureChoices.of(POLY3, COLUMNS)
    assert len(choices.checked) == 5
    assert len(read_features(choices.checked, choices.typed, COLUMNS).of(COLUMNS)) == 9


def test_what_is_wrong_in_the_line_is_told_by_its_place_in_the_line() -> None:
    with pytest.raises(SettingsError, match="at character 3"):
        read_features(("x1",), "x2)", COLUMNS)
    with pytest.raises(SettingsError, match="are the same"):
        read_features(("x1",), "x1", COLUMNS)
    with pytest.raises(SettingsError, match="There are no features"):
        read_features((), " ", COLUMNS)


def test_a_feature_of_a_missing_column_is_not_possible() -> None:
    assert is_possible("x1^2", ("length",))
    assert not is_possible("x1*x2", ("length",))


def test_points_with_other_columns_drop_features_they_cannot_have() -> None:
    document = Document(settings=TrainingSettings(features=FeatureMap.read("x1*x2"), initial=(1.0, 2.0)))
    one = document.with_dataset(Dataset.of([[1.0], [2.0]], [0, 1], features=("length",)))
    assert one.settings.features == IDENTITY
    assert one.settings.initial is None
    two = document.with_dataset(Dataset.of([[1.0, 2.0]], [0], features=("a", "b")))
    assert two.settings.features == document.settings.features


def test_other_features_are_another_run_in_another_space() -> None:
    plain = Document(Dataset.of([[1.0, 2.0], [2.0, 1.0]], [0, 1]))
    curved = plain.with_settings(TrainingSettings(features=POLY2))
    assert curved.change_since(plain) is Change.NEW
    assert not curved.has_geometry_of(plain)


def test_a_document_tells_what_feature_of_which_point_is_not_finite() -> None:
    far = Dataset.of([[1.0, 2.0], [1000.0, 1.0]], [0, 1])
    assert Document(far, TrainingSettings(features=POLY3)).problem == ""
    assert Document(far, TrainingSettings(features=FeatureMap.read("sin(exp(x2))"))).problem == ""
    assert "(1000, 1)" in Document(far, TrainingSettings(features=FeatureMap.read("exp(x1)"))).problem
