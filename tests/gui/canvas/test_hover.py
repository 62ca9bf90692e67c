"""The mouse over the canvas: where a click would land is shown, and after a moment of rest what is there."""

from __future__ import annotations

import time

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.files.program.preferences import load_preferences
from perceptron_gui.gui.canvas.figures.foreground import Handle
from perceptron_gui.gui.canvas.overlays.hover import Hover
from perceptron_gui.session.explanation.facts.place_facts import HIDDEN
from tests.gui.conftest import MakeDesk
from tests.gui.desk import Desk, Key, Modifier
from tests.session.bench import TEXTBOOK


def hover_of(desk: Desk) -> Hover:
    return desk.window.details.hover


def rest(desk: Desk, x: float, y: float) -> str:
    """Move the mouse to a place and let it rest there; return what the card says."""
    desk.move(x + 0.5, y + 0.5)  # a mouse that does not move sends nothing
    desk.move(x, y)
    return card_after_rest(desk)


def card_after_rest(desk: Desk) -> str:
    """Wait until a mouse that lies still is answered, and return how: a moment of rest is shorter here."""
    hover = hover_of(desk)
    usual = hover._rest.interval()
    hover._rest.setInterval(usual // 20)  # one that has begun begins anew; none begins by this
    try:
        desk.wait(lambda: not hover.card.isHidden())
    finally:
        hover._rest.setInterval(usual)
    return hover.card.text


def test_the_place_where_a_click_lands_is_shown_with_its_coordinates(desk: Desk) -> None:
    desk.clear()
    pointer = desk.window.canvas.pointer
    desk.move(1.02, 0.97)
    assert pointer.text == "(1, 1)"
    assert pointer.landing == desk.window.canvas.frame.point(1, 1)
    desk.click(1.02, 0.97)
    assert desk.dataset.X.tolist() == [[1, 1]]
    desk.move(1.02, 0.97)
    assert pointer.landing is None, "a click there means the point"
    desk.key(Key.Key_S)
    desk.move(-1, 1)
    assert pointer.landing is None, "the tool places nothing"


def test_where_a_click_lands_follows_the_keys_that_are_held(desk: Desk) -> None:
    desk.clear()
    gestures, canvas = desk.window.gestures, desk.window.canvas
    at = QPointF(desk.pixel(1.234, 0.777))
    shown = set()
    for modifiers in (Modifier.NoModifier, Modifier.ControlModifier, Modifier.ControlModifier | Modifier.ShiftModifier):
        hover_of(desk).on_moved(at, modifiers)
        shown.add(canvas.pointer.text)
        assert canvas.pointer.landing == canvas.frame.point(*gestures.coordinates(at, modifiers))
    assert len(shown) == 3


def test_the_mouse_that_leaves_takes_all_along(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    rest(desk, 2, 2)
    QApplication.sendEvent(desk.window.canvas.viewport(), QEvent(QEvent.Type.Leave))
    assert hover_of(desk).card.isHidden()
    assert desk.window.canvas.pointer.landing is None


def test_a_card_tells_about_a_point_after_a_rest(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    desk.key(Key.Key_Right)
    desk.settle()
    desk.move(1, 1)
    assert hover_of(desk).card.isHidden()
    desk.wait(lambda: not hover_of(desk).card.isHidden())  # as long as in the program
    text = hover_of(desk).card.text
    assert text.startswith("x₃ = (1, 1)")
    assert "y·f = −7, an error" in text
    assert "max(0, −y·f) = 7" in text


def test_a_card_tells_about_a_place_and_follows_the_run(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    assert "on the boundary" in rest(desk, 2, 0)
    desk.key(Key.Key_Right)
    desk.settle()
    desk.wait(lambda: "= 7" in hover_of(desk).card.text)  # w = (3, 3), b = 1
    assert "= 3·2 + 3·0 + 1" in hover_of(desk).card.text
    assert "B (+)" in hover_of(desk).card.text


@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_a_card_speaks_the_words_of_the_mode(desk: Desk, mode: Mode) -> None:
    desk.show(TEXTBOOK, TrainingSettings(mode=mode))
    desk.key(Key.Key_Right)
    desk.settle()
    text = rest(desk, 2, 0)
    assert ("Σ αⱼ yⱼ" if mode is Mode.DUAL else "s(A)") in text


def test_a_card_is_never_under_the_pointer_and_never_out_of_view(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    frame, card = desk.window.canvas.frame, hover_of(desk).card
    for across in (0.02, 0.35, 0.65, 0.98):
        for down in (0.02, 0.5, 0.98):
            at = QPoint(round(across * frame.width), round(down * frame.height))
            desk.qtbot.mouseMove(desk.window.canvas.viewport(), at)
            card_after_rest(desk)
            assert not card.geometry().contains(at)
            assert desk.window.canvas.viewport().rect().contains(card.geometry())


def test_play_takes_the_card_away_until_the_mouse_moves_again(desk: Desk) -> None:
    """A mouse that lies there covers the run for all who watch, though nobody asked for a card."""
    desk.show(TEXTBOOK)
    desk.set_speed(0)
    rest(desk, 3, 1)
    desk.key(Key.Key_Space)
    assert desk.window.controller.view_state.is_playing
    assert hover_of(desk).card.isHidden()
    hover_of(desk)._look_again()  # as after every key
    assert not hover_of(desk)._rest.isActive()
    desk.move(3, 1.5)
    assert hover_of(desk)._rest.isActive()


def test_there_is_no_card_while_something_is_dragged(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    rest(desk, 1, 1)
    desk.drag((1, 1), (1.4, 1.4), (1.6, 1.6), lets_go=False)
    assert hover_of(desk).card.isHidden()
    assert not hover_of(desk)._rest.isActive()
    desk.wait(lambda: desk.window.canvas.pointer.text == "(1.6, 1.6)")
    desk.release(1.6, 1.6)
    assert desk.dataset.X[2].tolist() == [1.6, 1.6]


def test_a_question_is_not_answered_by_the_card(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    desk.key(Key.Key_Q)
    desk.settle()
    text = rest(desk, 1, 1)
    assert HIDDEN in text
    assert "=" not in text.replace("x₃ = (1, 1)", "").replace("y = −1", "")
    desk.key(Key.Key_Q)
    desk.wait(lambda: not desk.snapshot.is_veiled)
    desk.settle()
    assert "y·f" in rest(desk, 1, 1)


def test_it_can_be_switched_off_and_stays_off(make_desk: MakeDesk) -> None:
    desk = make_desk()
    rest(desk, 0.4, -0.7)
    desk.do("show.card")
    assert hover_of(desk).card.isHidden()
    desk.move(0.9, -0.9)
    assert not hover_of(desk)._rest.isActive()
    desk.window.close()
    again = make_desk(load_preferences())
    assert not again.window.actions_by_id["show.card"].isChecked()
    again.move(0.4, -0.7)
    assert not hover_of(again)._rest.isActive()


def test_names_are_plain_text_and_never_wide(desk: Desk) -> None:
    name = "<b>" + 300 * "w"
    desk.show(Dataset.of([[1, 1], [2, 2]], [0, 1], [name, "B"]))
    assert "<b>www" in rest(desk, 1, 1)
    assert hover_of(desk).card.width() < 500


def test_an_edit_takes_the_card_away_and_it_comes_back_with_the_new_points(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    assert rest(desk, 1, 1).startswith("x₃")
    desk.window.controller.delete([0])
    assert hover_of(desk).card.isHidden()
    desk.move(1.001, 1.001)
    desk.settle()
    assert rest(desk, 1, 1).startswith("x₂")


def test_among_a_hundred_thousand_points_one_is_told_in_a_few_times_as_long_as_among_a_hundred(desk: Desk) -> None:
    """It takes twice as long; a loop over the points would take a hundred times as long."""
    generator, medians = np.random.default_rng(2), []
    for n_samples in (100, 100_000):
        labels = generator.integers(0, 2, n_samples).tolist()
        dataset = Dataset.of(np.round(generator.normal(size=(n_samples, 2)), 3), labels)
        desk.show(dataset, TrainingSettings(mode=Mode.DUAL))
        hover, frame, took = hover_of(desk), desk.window.canvas.frame, []
        for x, y in dataset.X[:20].tolist():
            begin = time.thread_time()  # what others do on this machine does not count
            hover.on_moved(frame.point(x, y), Qt.KeyboardModifier.NoModifier)
            hover._show_card()
            took.append(time.thread_time() - begin)
            assert not hover.card.isHidden()
        medians.append(sorted(took)[len(took) // 2])
    assert medians[1] < 6 * medians[0]


def test_the_card_tells_of_the_place_that_a_click_would_take_with_the_keys_that_are_held(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    hover, canvas = hover_of(desk), desk.window.canvas
    step = canvas.grid_steps[0]
    at = QPointF(desk.pixel(1.62 * step, 1.62 * step))
    hover.on_moved(at, Modifier.ControlModifier | Modifier.ShiftModifier)
    assert hover._target == (2 * step, 2 * step)


def test_a_handle_that_was_dropped_under_the_mouse_wears_no_ring_and_no_card(desk: Desk) -> None:
    """The ring of a point to place, and then the card of the place, stayed over it until the mouse moved."""
    desk.show(TEXTBOOK, TrainingSettings(initial=(2.0, 0.0, -4.0)))
    canvas, hover = desk.window.canvas, hover_of(desk)
    desk.wait(lambda: Handle.BIAS in canvas._marks.handles)
    x, y = canvas.frame.data(canvas._marks.handles[Handle.BIAS])
    desk.drag((x, y), (x - 0.5, y), (x - 1.0, y))
    desk.settle()
    desk.wait(lambda: canvas.handle_at(QPointF(desk.pixel(x - 1.0, y))) is not None)
    assert canvas.pointer.landing is None
    assert not hover._rest.isActive()
    assert hover.card.isHidden()
    desk.do("run.step")
    desk.wait(lambda: not canvas._marks.shows_handles)
    desk.wait(lambda: canvas.pointer.landing is not None)


def test_a_point_off_the_slice_wears_a_mark_and_its_card_says_why(desk: Desk) -> None:
    """By pencil: after visit 1 w = (1, 1, 2) and b = 1; the third feature is held at its mean, 0."""
    points = Dataset.of([[1, 1, 2], [-1, 1, 2], [2, 1, -3], [-3, 1, -1]], [1, 1, 0, 0], ["A", "B"])
    desk.show(points)
    marks = desk.window.canvas._layers.marks.slice_marks
    assert sum(marks.counts) == 0
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.stop is not None)
    desk.wait(lambda: sum(marks.counts) == 1)
    (at,) = [tuple(place) for places in marks._places for place in places.tolist()]
    assert at == pytest.approx(desk.window.canvas.frame.point(2, 1).toTuple())
    said = "Right, but drawn on the wrong side: y·f = 2, while in this slice y·f ≈ −4, because x3 is −3, not ≈ 0."
    assert rest(desk, 2, 1).endswith(said)
    assert "drawn on" not in rest(desk, -3, 1)
    desk.window.canvas.set_axes((2, 0))
    desk.wait(lambda: sum(marks.counts) == 0)
    desk.window.canvas.set_axes((0, 1))
    desk.wait(lambda: sum(marks.counts) == 1)


def test_the_card_does_not_lie_on_the_distance_that_it_tells(desk: Desk) -> None:
    desk.show(BY_NAME["two-classes"].make())
    desk.do("show.distance")
    desk.do("run.end")
    desk.wait(lambda: desk.settle().stop is not None)
    for x, y in desk.dataset.X.tolist():
        said = rest(desk, x, y)
        desk.wait(lambda: desk.window.canvas.figures.distance_box is not None)
        box, card = desk.window.canvas.figures.distance_box, QRectF(hover_of(desk).card.geometry())
        assert box is not None and not card.intersects(box), said
