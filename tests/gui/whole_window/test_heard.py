"""A blind walk: the real window, its keys, and nothing but what a screen reader hears and finds over AT-SPI."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator

import pytest

import dev
from perceptron_gui.files.lessons.shipped import shipped
from tests.gui.listener import FOCUSABLE, Heard, started

pytestmark = [
    pytest.mark.xserver,
    pytest.mark.waits,
    pytest.mark.skipif(
        not (dev.has_reader_bus() and all(shutil.which(name) for name in dev.SCREEN_PROGRAMS)),
        reason="at-spi2-core, dbus-daemon, Xvfb, openbox or xdotool is not installed: nothing can be heard",
    ),
]


@pytest.fixture(scope="module")
def heard() -> Iterator[Heard]:
    """Yield the program, which is heard."""
    with started() as heard:
        yield heard


def test_six_points_are_placed_and_trained_by_what_is_heard_alone(heard: Heard) -> None:
    heard.hears("ctrl+n", claim=lambda words: "0 points" in words)
    heard.hears("Return", claim=lambda words: "(0, 0)" in words)
    for keys, figure in (
        (["Left"] * 3, 1),
        (["Right"] * 6, 2),
        (["Up"], 2),
        (["Left"] * 6, 1),
        (["Up"], 1),
        (["Right"] * 6, 2),
    ):
        heard.key(*keys)
        said = heard.hears(str(figure), "space", claim=lambda words: "place:" in words)
        assert f", {'AB'[figure - 1]}." in said
    assert "6 points; A: 3, B: 3." in said
    heard.key("Escape")
    first = heard.hears("Right", claim=lambda words: "visit 1" in words)
    assert re.search(r"Mistake at x₁\. y·f = 0", first)
    end = heard.hears("End", claim=lambda words: "Converged" in words)
    assert "a whole pass without a mistake" in end
    assert heard.hears("Home", claim=lambda words: "start" in words) == "the run is at its start."


def test_a_question_and_its_grade_are_heard(heard: Heard) -> None:
    heard.hears("q", claim=lambda words: "1" in words and "?" in words)
    graded = heard.hears("1", claim=lambda words: words.startswith(("Yes.", "No.")))
    assert "The point was" in graded
    heard.key("q")


def test_what_is_turned_undone_and_shown_is_heard(heard: Heard) -> None:
    assert "Widest street: on" in heard.hears("w", claim=lambda words: "street" in words)
    assert "Widest street: off" in heard.hears("w", claim=lambda words: "street" in words)
    heard.hears("ctrl+2", claim=lambda words: words.startswith("Weights"))
    assert heard.hears("ctrl+z", claim=lambda words: "undone" in words).startswith("undone: place")


def test_the_plane_is_a_canvas_whose_description_follows_what_is_there(heard: Heard) -> None:
    plane = heard.plane
    assert (plane.role, plane.name) == ("canvas", "Plane")
    assert plane.description.startswith("5 points")
    before = plane.description
    heard.hears("ctrl+shift+z", claim=lambda words: "redone" in words)
    assert plane.description != before and plane.description.startswith("6 points; A: 3, B: 3.")
    heard.hears("End", claim=lambda words: "Converged" in words)
    assert "Boundary:" in plane.description and "0 of 6 wrong" in plane.description


def test_the_timeline_is_a_slider_that_can_be_moved_and_the_speed_has_words(heard: Heard) -> None:
    timeline, speed = heard.find("slider", "Timeline"), heard.find("slider", "Speed")
    visits = timeline.value
    assert visits and f"visit {visits:g} · epoch" in timeline.description
    before = len(heard.reader.heard)
    timeline.set_value(2)
    heard.reader.wait(lambda words: "visit 2 " in words, before)
    assert timeline.value == 2 and timeline.description.startswith("visit 2 · epoch 1")
    assert speed.description == "10 visits a second"
    heard.hears("plus", claim=lambda words: "Speed: 30 visits a second" in words)
    assert speed.description == "30 visits a second"


def test_all_that_takes_keys_has_a_name_and_a_role(heard: Heard) -> None:
    parts = [node for node in heard.window.walk() if node.has_state(FOCUSABLE)]
    assert len(parts) > 20
    parents = {child: node for node in heard.window.walk() for child in node.children}
    nameless = [node for node in parts if not node.name or node.role == "filler"]
    assert [(node.role, node.name, parents[node].role, parents[node].name) for node in nameless] == []


def test_the_verdict_is_a_button_that_shows_its_proof(heard: Heard) -> None:
    pill = heard.find("push button", "separable")
    before = len(heard.reader.heard)
    pill.act("Press")
    heard.reader.wait(lambda words: "Widest street: on" in words, before)
    heard.key("w")


@pytest.mark.seldom
def test_a_reader_is_told_which_language_it_reads() -> None:
    with started("--language", "de") as heard:
        assert heard.window.get("Locale").startswith("de")


@pytest.mark.seldom
def test_a_lesson_is_walked_by_keys_and_three_questions_are_answered_by_what_is_heard() -> None:
    with started(str(shipped()["several-classes"])) as heard:
        heard.reader.wait(lambda words: "Page 1 of 11" in words)
        for page in (2, 3, 4):
            heard.hears("Page_Down", claim=lambda words, page=page: f"Page {page} of 11" in words)
        heard.reader.wait(lambda words: "What is s(B)(x₂)?" in words)  # with the page, or after it
        assert heard.hears("9", "Return", claim=lambda words: "Try again" in words).startswith("No.")
        heard.hears("ctrl+a", "minus", "1", "Return", claim=lambda words: words.startswith("Yes."))
        asked = heard.hears("Page_Down", claim=lambda words: "right, or a mistake?" in words)
        assert "1  right. 2  a mistake." in asked
        told = ("wrong", "separable")
        heard.reader.look(lambda: not any(each in heard.plane.description for each in told), "it tells what is hidden")
        assert "the best rival has 1" in heard.hears("2", claim=lambda words: words.startswith("Yes."))
        heard.key("Page_Down", "Page_Down")
        third = heard.hears("Page_Down", claim=lambda words: "Page 8 of 11" in words)
        heard.reader.wait(lambda words: "1  " in words and "2  " in words, heard.reader.heard.index(third))
        heard.hears("1", claim=lambda words: words.startswith(("Yes.", "No.")))
