"""Sheets of a lesson have the plane beside each question, and nothing in it that is hidden or asked for (L5)."""

from __future__ import annotations

import re
import zlib

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.files.lessons.lesson_file import read_lesson
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.pictures import paper
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.visit_questions import RightOrMistake
from perceptron_gui.session.lessons.lesson import Page
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.run_questions import Number, Weights
from perceptron_gui.session.lessons.sheet import Item, Plane, sheet_of
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import index_text
from tests.gui.features.lessons import made

pytestmark = pytest.mark.usefixtures("qapp")


class Seen:
    """What is in a picture."""

    def __init__(self, plane: Plane) -> None:
        with paper.plane_drawing(plane) as drawing:
            canvas: Canvas = drawing.paint.keywords["canvas"]  # type: ignore[attr-defined]
            marks = canvas._layers.marks
            self.words = {label.text for label in marks.labels}
            self.arrows, self.errors = len(marks.arrows), len(marks.errors)
            self.has_boundary = canvas._layers.line.isVisible() or canvas.curves.lines.isVisible()
            self.regions = len(canvas._layers.ground._cells)
            self.has_handles = marks.shows_handles
            self.positions = canvas.positions.copy()
            self.is_painted = drawing.image().pixelColor(1, 1).isValid()


def item_of(page: Page, session: SavedSession | None = None) -> Item:
    """Return the question of a page on paper."""
    lesson = made.lesson(page)
    sessions = lesson.sessions if session is None else {"three": session}
    (item,) = sheet_of(Marking(replace(lesson, sessions=sessions))).items
    return item


def seen_of(page: Page, session: SavedSession | None = None) -> Seen:
    plane = item_of(page, session).plane
    assert plane is not None
    return Seen(plane)


@pytest.mark.parametrize("name", shipped())
@pytest.mark.seldom
def test_the_plane_beside_a_question_names_its_points_and_tells_nothing_that_is_hidden_or_asked_for(name: str) -> None:
    found = read_lesson(shipped()[name])
    items = sheet_of(Marking(found.lesson, found.digest)).items
    for number, item in zip(found.lesson.asked(), items, strict=True):
        page = found.lesson.pages[number - 1]
        assert page.ask is not None
        assert item.plane is not None
        seen, untold = Seen(item.plane), page.hide | page.ask.told_by
        assert {index_text(i) for i in range(len(seen.positions))} <= seen.words, number
        assert not seen.has_handles
        if "model" in untold:
            assert not seen.arrows + seen.errors, number
        if "form" in untold:
            assert not any("α" in word for word in seen.words), number
        if page.ask.is_before:
            assert not seen.errors, number


def test_the_plane_shows_the_run_as_it_stands_there_without_what_the_last_visit_did() -> None:
    seen = seen_of(Page("three", 1, ask=made.QUESTIONS["choice"].ask))
    assert seen.has_boundary
    assert seen.arrows == 1
    assert seen.errors == 1
    assert "w" in seen.words
    assert not any("η" in word for word in seen.words)


def test_a_line_that_would_tell_the_weights_that_are_asked_for_is_not_in_the_picture() -> None:
    asked = seen_of(Page("three", 1, ask=Weights()))
    assert not asked.has_boundary
    assert not asked.regions + asked.arrows + asked.errors
    assert {"x₁", "x₂", "x₃"} == asked.words
    later = seen_of(Page("three", 1, ask=Weights(of="end")))
    assert later.has_boundary


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("switches", [{"levels", "pairs", "street", "optimum"}, {"pocket", "voted", "radius"}])
def test_no_switch_brings_back_what_is_asked_for(mode: Mode, switches: set[str]) -> None:
    document = Document(settings=TrainingSettings(mode=mode)).with_dataset(made.THREE)
    session = SavedSession(document, view=ViewState(switches=frozenset(switches)))
    asked = seen_of(Page("three", 1, ask=Weights()), session)
    assert not asked.has_boundary
    assert asked.words == {"x₁", "x₂", "x₃"}
    hidden = seen_of(Page("three", 1, hide=frozenset({"verdict"}), ask=Number("f", 3)), session)
    assert not any("γ" in word or "θ*" in word for word in hidden.words)


def test_every_name_has_a_picture_of_its_own_points() -> None:
    lesson = made.lesson(Page("three", 0, ask=Number("mistakes", vary=True)))
    marking, places = Marking(lesson), set()
    for name in map(str, range(8)):
        (item,) = sheet_of(marking, name).items
        assert item.plane is not None
        seen = Seen(item.plane)
        assert np.array_equal(seen.positions, marking.standing(1, name).document.dataset.X)
        places.add(seen.positions.tobytes())
    assert len(places) > 1


def test_there_is_a_picture_with_one_feature_with_three_and_none_where_there_is_nothing_to_show() -> None:
    for d in (1, 3):
        dataset = Dataset.of([[3.0] * d, [1.0] * d], [1, 0])
        session = SavedSession(Document(settings=TrainingSettings()).with_dataset(dataset))
        assert seen_of(Page("three", 1, ask=Number("f", 1)), session).is_painted
    empty = SavedSession(Document(settings=TrainingSettings()))
    item = item_of(Page("three", 0, ask=Number("margin")), empty)
    assert item.plane is None
    assert not item.points
    far = item_of(Page("three", 10**6, ask=Number("f", 1)))
    assert far.plane is None
    assert far.question == "The run ends after 18 visits, before it reaches this page."
    assert paper.sheets_pdf([sheet_of(Marking(made.lesson(Page("three", 10**6, ask=Number("f", 1)))))], "a4")


# What stands beside the picture


def test_classes_that_are_not_told_yet_are_not_listed() -> None:
    document = Document(settings=TrainingSettings(order=Order.ONLINE)).with_dataset(made.THREE)
    session = SavedSession(document, view=ViewState(switches=frozenset({"hide_labels"})))
    item = item_of(Page("three", 1, ask=RightOrMistake()), session)
    assert ["(" in str(each).partition(")")[2] for each in item.points] == [True, False, False]


def test_points_that_are_held_out_are_told() -> None:
    dataset = replace(made.THREE, parts=np.array([Part.TRAINING, Part.TEST, Part.VALIDATION], dtype=np.int8))
    session = SavedSession(Document(settings=TrainingSettings()).with_dataset(dataset))
    item = item_of(Page("three", 1, ask=Number("errors")), session)
    assert [str(each).rpartition("(")[2] for each in item.points] == ["B, training)", "B, test)", "A, validation)"]


def test_hidden_rules_are_not_told() -> None:
    shown = item_of(Page("three", 1, ask=Number("f", 1)))
    hidden = item_of(Page("three", 1, hide=frozenset({"rules"}), ask=Number("f", 1)))
    assert shown.given == ("primal, cyclic, η = 1, with bias", "after 1 visit")
    assert hidden.given == ("after 1 visit",)


def test_the_model_is_told_also_before_the_first_visit_but_no_count_that_is_asked_for_or_hidden() -> None:
    settings = TrainingSettings(initial=(1.0, 2.0, -4.0))
    session = SavedSession(Document(settings=settings).with_dataset(made.THREE))
    assert [*map(str, item_of(Page("three", 0, ask=Number("f", 1)), session).parameters)] == ["w = (1, 2),   b = −4"]
    dual = SavedSession(Document(settings=TrainingSettings(mode=Mode.DUAL)).with_dataset(made.THREE))
    told = item_of(Page("three", 1, ask=Number("f", 1)), dual).parameters
    assert str(told[0]) == "α₁ = 1"
    for page in (
        Page("three", 1, ask=Number("alpha", 1)),
        Page("three", 1, hide=frozenset({"form"}), ask=Number("f", 1)),
    ):
        assert not any("α" in str(each) for each in item_of(page, dual).parameters)


# Pages


def pages_of(data: bytes) -> int:
    return data.count(b"/Type /Page\n")


def test_no_question_is_cut_by_the_end_of_a_page_unless_it_is_longer_than_one() -> None:
    def n_pages(n_lines: int, n_questions: int) -> int:
        part = f"{paper.RULE}<h3>Q</h3>{'<p>line</p>' * n_lines}"
        return pages_of(paper.pdf_of("", [f"{paper.SHEET}T</h2>{part}", *[part] * (n_questions - 1)], "a4"))

    most = next(n for n in range(1, 100) if n_pages(n + 1, 1) > 1)
    assert most > 20
    assert n_pages(most // 2 - 3, 4) == 2  # two fit on a page
    assert n_pages(most // 2 + 3, 3) == 3  # a second one would be cut
    assert n_pages(2 * most, 2) == 4  # what is longer than a page goes on


def test_pictures_are_painted_as_lines_and_areas() -> None:
    sheet = sheet_of(Marking(made.lesson(made.asking(Number("f", 3)))))
    data = paper.sheets_pdf([sheet], "letter")
    assert b"/Subtype /Image" not in data
    found = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    # Not `decompress`: the last byte of a stream may be one that looks like the end of a line.
    drawn = b"\n".join(zlib.decompressobj().decompress(each) for each in found if each.startswith(b"x"))
    plain = replace(sheet, items=tuple(replace(item, plane=None) for item in sheet.items))
    class_colour = LIGHT.classes[1]
    part = f"{int(class_colour[1:3], 16) / 255:.4f}"[:5].encode()
    assert part in drawn
    assert len(paper.sheets_pdf([plain], "letter")) < len(data)
