"""What was chosen for a picture is remembered; what makes no sense is as at first."""

from __future__ import annotations

import pytest

from perceptron_gui.session.output.picture_choice import PictureChoice

CHOICE = PictureChoice("curves", "pdf", 4, "Letter", True)


def test_what_is_remembered_is_what_was_chosen() -> None:
    assert PictureChoice.of(CHOICE.kept()) == CHOICE


@pytest.mark.parametrize(
    "damage",
    [{"form": "exe"}, {"scale": 3}, {"scale": True}, {"scale": [2]}, {"paper": None}, {"is_on_white": 1}, {"what": 7}],
)
def test_what_makes_no_sense_takes_its_default(damage: dict[str, object]) -> None:
    (name,) = damage
    expected = CHOICE.kept() | {name: getattr(PictureChoice(), name)}
    assert PictureChoice.of(CHOICE.kept() | damage).kept() == expected


def test_nothing_remembered_is_the_page_as_png() -> None:
    assert PictureChoice.of({}) == PictureChoice()
