"""What stands above the picture and over it: news of the end, all of it large in a hall, an empty plane's words."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionButton

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.bars.note_bar import NoteBar
from perceptron_gui.gui.canvas.figures.pointer import RING
from perceptron_gui.gui.canvas.overlays.overlay import best_place
from perceptron_gui.gui.canvas.view import ViewFrame, frame_around
from perceptron_gui.session.messages.run_end import Outcome
from tests.effort import one_in
from tests.gui.desk import Desk

SQUARE = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
FAR = Dataset.of([[30, 30], [40, 30], [10, 10]], [1, 1, 0])


def ended(desk: Desk, name: str = "two-classes", **rules: object) -> tuple[str, str]:
    """Train to the end and return the news."""
    desk.window.canvas.animation.is_reduced = True
    desk.show(BY_NAME[name].make(), TrainingSettings(**rules))  # type: ignore[arg-type]
    desk.do("run.end")
    desk.wait(lambda: desk.snapshot.stop is not None and not desk.snapshot.is_playing)
    desk.wait(lambda: desk.window.score.news.outcome is not None)
    return desk.window.score.news.headline, desk.window.score.news.reason


def test_the_end_of_a_run_is_told_above_the_plane_with_what_to_do_next(desk: Desk) -> None:
    headline, below = ended(desk, "textbook")
    assert headline == f"Converged after {desk.snapshot.mistakes} mistakes"
    assert below == "a whole pass without a mistake · Space: start again"


def test_a_cycle_goes_round_again(desk: Desk) -> None:
    headline, below = ended(desk, "xor")
    assert headline.startswith("A cycle: ")
    assert below.endswith("Space: go round again")


def test_random_order_has_no_pass_in_its_news(desk: Desk) -> None:
    _, below = ended(desk, "textbook", order=Order.RANDOM)
    assert below.startswith("no errors left")


def test_the_news_goes_when_the_run_stands_elsewhere(desk: Desk) -> None:
    ended(desk)
    desk.do("run.step_back")
    desk.wait(lambda: desk.window.score.news.outcome is None)
    desk.do("run.step")
    desk.wait(lambda: desk.window.score.news.outcome is Outcome.CONVERGED)


def test_the_news_makes_way_for_the_proof_and_comes_back(desk: Desk) -> None:
    ended(desk, "xor")
    desk.do("show.witness")
    desk.wait(lambda: "cross at" in desk.window.score.news.reason)
    desk.do("show.witness")
    desk.wait(lambda: desk.window.score.news.headline.startswith("A cycle"))


def test_while_it_asks_the_news_does_not_say_what_space_would_do(desk: Desk) -> None:
    ended(desk)
    desk.do("run.predict")
    desk.wait(lambda: desk.snapshot.is_veiled and "Space" not in desk.window.score.news.reason)


# In a hall


def present(desk: Desk, size: tuple[int, int] = (1920, 1080)) -> None:
    """Show the view for a hall on a screen of a size."""
    desk.do("view.presentation")
    desk.window.showNormal()  # the screen of the tests is small
    desk.window.resize(*size)
    desk.wait(lambda: desk.window.stage.theme == desk.window.theme.for_hall(size[1]))


def test_on_a_large_screen_the_canvas_alone_grows_and_afterwards_all_is_as_small_as_before(desk: Desk) -> None:
    ended(desk)
    canvas, score = desk.window.canvas, desk.window.score
    small = score.height(), canvas.theme.stroke, canvas._points.diameter
    present(desk)
    desk.wait(lambda: score.height() > small[0])
    large = score.height(), canvas.theme.stroke, canvas._points.diameter
    assert all(after >= 1.8 * before for before, after in zip(small, large, strict=True))
    desk.window.stage.set_presenting(False)
    desk.wait(lambda: (score.height(), canvas.theme.stroke, canvas._points.diameter) == small)


def test_the_question_can_be_read_from_the_last_row(desk: Desk) -> None:
    desk.show(SQUARE)
    present(desk)
    desk.do("run.predict")
    desk.wait(lambda: desk.window.exercise.isVisible())
    assert desk.window.exercise.text.font().pixelSize() >= 36
    assert desk.window.canvas.height() >= 540


def leave(desk: Desk, size: QSize) -> None:
    """Show all again, in a window of a size."""
    desk.do("view.presentation")
    desk.window.showNormal()
    desk.window.resize(size)


def test_after_the_canvas_alone_the_view_is_as_it_was(desk: Desk) -> None:
    """It was fitted in the middle of the change of sizes, and came back a fifth smaller."""
    canvas, size = desk.window.canvas, desk.window.size()
    for zoomed in (False, True):
        if zoomed:
            canvas.zoom(2.0)
        before = canvas.frame
        present(desk)
        assert canvas.frame != before
        leave(desk, size)
        desk.wait(lambda before=before: canvas.frame == before)
        assert canvas.is_fitted is not zoomed


def ideal_unit(desk: Desk) -> float:
    """Return how many pixels a data unit would have in the canvas of now with nothing over it."""
    canvas = desk.window.canvas
    size = canvas.width(), canvas.height()
    return ViewFrame(*frame_around(canvas.positions, *size), *size).units[0]


LARGE_VIEWS = [
    ((1280, 800), False, "view.projector"),
    ((960, 600), True, ""),
    ((1024, 768), True, "view.projector"),
    ((1920, 1080), False, ""),
]
"""With a question and without, in small letters and in large ones: each of these with each other."""


@pytest.mark.seldom
@pytest.mark.parametrize(("size", "asks", "theme"), one_in(3, LARGE_VIEWS))
def test_the_canvas_alone_shows_points_two_thirds_as_large_as_there_is_room_or_larger(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], asks: bool, theme: str
) -> None:
    monkeypatch.setattr(desk.window, "showFullScreen", lambda: None)  # on a screen as large as the window
    desk.window.resize(*size)
    if theme:
        desk.do(theme)
    desk.window.canvas.fit()
    before = desk.window.canvas.wanted
    if asks:
        desk.do("run.next_mistake")
        desk.do("run.predict")
        desk.wait(desk.window.exercise.isVisible)
    desk.do("view.presentation")
    desk.settle()
    desk.wait(lambda: desk.window.canvas.frame.units[0] >= 2 / 3 * ideal_unit(desk) * (1 - 1e-9))
    desk.window.resize(size[0] - 40, size[1] + 30)
    desk.wait(lambda: desk.window.canvas.frame.units[0] >= 2 / 3 * ideal_unit(desk) * (1 - 1e-9))
    desk.do("view.presentation")
    desk.wait(lambda: desk.window.canvas.wanted == before)


def test_a_view_that_was_chosen_on_the_canvas_alone_stays(desk: Desk) -> None:
    canvas, size = desk.window.canvas, desk.window.size()
    present(desk)
    canvas.zoom(3.0, canvas.frame.point(0, 0))
    middle = canvas.wanted.center()
    leave(desk, size)
    assert canvas.wanted.center() == middle
    canvas.fit()
    present(desk)
    desk.show(FAR)
    fitted = canvas.wanted
    leave(desk, size)
    desk.wait(lambda: canvas.wanted != fitted)
    assert all(canvas.frame.contains(*at) for at in FAR.X.tolist()), "points that came meanwhile are in view"


# An empty plane


def test_an_empty_plane_invites_and_a_click_goes_through_its_words(desk: Desk) -> None:
    desk.clear()
    stage = desk.window.stage
    desk.wait(lambda: stage.invitation.isVisible() and stage.examples.isVisible())
    middle = stage.invitation.geometry().center()
    assert QApplication.widgetAt(desk.window.canvas.mapToGlobal(middle)) is desk.window.canvas.viewport()
    desk.click(0, 1)
    desk.wait(lambda: not stage.invitation.isVisible() and not stage.examples.isVisible())
    assert desk.dataset.n_samples == 1


def test_where_a_click_would_land_is_seen_over_the_words_of_an_empty_plane(desk: Desk) -> None:
    desk.clear()
    canvas, stage = desk.window.canvas, desk.window.stage
    desk.wait(lambda: stage.invitation.isVisible())
    frame, words = canvas.frame, QRectF(stage.invitation.geometry())
    edge = frame.left + words.left() / frame.units[0], frame.top - words.center().y() / frame.units[0]
    desk.move(*edge)
    middle = canvas.pointer.landing
    assert middle is not None and abs(middle.x() - words.left()) < 10, "half of it lies under the words"
    picture = canvas.grab().toImage()
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        at = middle + QPointF(RING * dx, RING * dy)
        around = [at + QPointF(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        assert max(picture.pixelColor(each.toPoint()).saturation() for each in around) > 120, (dx, dy)
    assert not any(words.intersects(box) for box, _ in canvas._layers.grid._words()), "and no number is cut"


def test_an_example_of_the_empty_plane_is_one_click(desk: Desk) -> None:
    desk.clear()
    button = desk.window.stage.examples.buttons["xor"]
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert desk.settle().dataset.X.tolist() == BY_NAME["xor"].make().X.tolist()
    assert not desk.window.stage.examples.isVisible()


def test_transport_and_timeline_grow_with_the_canvas_alone(desk: Desk) -> None:
    bar = desk.window.transport
    parts = (bar.timeline, bar.buttons["run.play"], bar.buttons["run.step"], bar._caption)
    small = [part.height() for part in parts]
    present(desk)
    desk.wait(lambda: all(part.height() >= 1.4 * before for part, before in zip(parts, small, strict=True)))
    assert bar.buttons["run.step"].iconSize().height() >= 32
    play = bar.buttons["run.play"]
    desk.wait(lambda: play.height() == play.width() and bar.rect().contains(play.geometry()))
    assert desk.window.canvas.height() >= 0.65 * desk.window.height()
    desk.window.stage.set_presenting(False)
    desk.wait(lambda: [part.height() for part in parts] == small)


@pytest.mark.seldom
@pytest.mark.new_window
def test_the_lines_below_the_canvas_alone_are_written_as_large_as_what_stands_on_it(desk: Desk) -> None:
    desk.show(BY_NAME["iris"].make())
    note, area = NoteBar(), desk.window.central_area
    note.say("A pencil is enough: follow every number.")
    button = note.add_button("Hide", note.hide)
    area.add_note(note)
    note.show()
    parts = (note.text, button, desk.window.axes_bar.caption, desk.window.axes_bar.across)
    small = [part.fontMetrics().height() for part in parts]
    present(desk)
    desk.wait(lambda: all(part.fontMetrics().height() > 1.8 * old for part, old in zip(parts, small, strict=True)))
    late = NoteBar()
    late.say("Some unsaved work was found.")
    area.add_note(late)
    late.show()
    assert late.text.fontMetrics().height() == note.text.fontMetrics().height()
    desk.window.stage.set_presenting(False)
    desk.wait(lambda: [part.fontMetrics().height() for part in parts] == small)


def test_the_box_of_the_question_grows_with_its_words(desk: Desk) -> None:
    desk.show(SQUARE)
    present(desk)
    desk.do("view.formula")  # beside the plane there is room for less
    desk.do("run.predict")
    desk.wait(lambda: desk.window.exercise.option.isVisible())
    option, box = QStyleOptionButton(), desk.window.exercise.option
    box.initStyleOption(option)
    side = box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box).height()
    assert side >= 0.7 * box.fontMetrics().ascent()


def test_an_overlay_covers_an_arrow_before_it_covers_a_point() -> None:
    points, sights = np.array([[500.0, 40.0]]), np.array([[500.0, 560.0], [510.0, 540.0]])
    room = QSizeF(1000, 600)
    box = best_place(QSizeF(960, 200), room, [(0.5, 0), (0.5, 1)], points, sights, [])
    assert box.top() > 300
