"""Generated points come into a document as one edit, and what is said of them is what the analysis finds."""

from __future__ import annotations

from fractions import Fraction

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.generator import Recipe, Shape, generate
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Change, Document
from perceptron_gui.session.points.points_to_order import adding_problem, after_those_of, generated_text, in_place_of

MADE = generate(Recipe(n_classes=3, per_class=4))
FLOWERS = Dataset.of([[1, 2], [3, 4]], [0, 1], ["rose", "B"], ["length", "width"])
START = TrainingSettings(initial=(1.0, 2.0, 3.0))


def test_in_the_place_of_others_they_are_all_there_is_and_classes_keep_their_names() -> None:
    document = Document(FLOWERS, START, title="garden", origin="file", note="look")
    now = in_place_of(document, MADE)
    assert now.dataset.X is MADE.X
    assert now.dataset.labels.tolist() == MADE.labels.tolist()
    assert now.dataset.classes == ("rose", "B", "A")
    assert (now.title, now.origin, now.note) == ("garden", "file", "look")
    assert now.settings.initial is None
    assert not now.problem


def test_a_palette_of_more_classes_than_are_made_stays() -> None:
    wide = Document(Dataset.of([[0, 0]], [3], ["A", "B", "C", "D"]))
    assert in_place_of(wide, MADE).dataset.classes == ("A", "B", "C", "D")
    assert in_place_of(wide, MADE).dataset.present == (0, 1, 2)


def test_points_of_four_features_give_way_but_get_no_points_of_two() -> None:
    settings = replace(START, initial=(1.0,) * 5)
    four = Document(Dataset.of([[1, 2, 3, 4], [2, 3, 4, 5]], [0, 1])).with_settings(settings)
    assert "4 features" in adding_problem(four)
    assert in_place_of(four, MADE).dataset.n_features == 2
    assert not in_place_of(four, MADE).problem
    assert not adding_problem(Document(FLOWERS))


def test_added_ones_come_after_the_others_and_the_run_goes_on() -> None:
    document = Document(FLOWERS)
    now = after_those_of(document, MADE)
    assert now.dataset.X.tolist() == [*FLOWERS.X.tolist(), *MADE.X.tolist()]
    assert now.dataset.classes == ("rose", "B", "A")
    assert now.dataset.features == ("length", "width")
    same_classes = generate(Recipe(per_class=4))
    assert after_those_of(document, same_classes).change_since(document) is Change.EXTENDED
    assert after_those_of(document, MADE).settings.positive == 1  # the class that is + stays
    assert Document(FLOWERS).with_settings(TrainingSettings(mode=Mode.MULTICLASS)).with_dataset(now.dataset).dataset


def test_what_is_said_of_them_are_the_numbers_of_the_recipe() -> None:
    said = generated_text(Recipe(margin=Fraction("0.125"), distance=Fraction("7.25")))
    assert said == (
        "40 points. A line separates them: the street has half-width ρ = 0.125, "
        "and its centre line is 7.25 from the origin."
    )
    assert "the narrowest has half-width ρ = 0.5" in generated_text(Recipe(n_classes=3))
    assert generated_text(Recipe(n_classes=3, outliers=1)) == "60 points. Multiclass does not separate them."
    for recipe in (Recipe(outliers=1), Recipe(margin=Fraction(0)), Recipe(Shape.XOR)):
        assert generated_text(recipe) == "40 points. No line separates them."
    assert "a matter of luck" in generated_text(Recipe(Shape.XOR, 2, 1))
