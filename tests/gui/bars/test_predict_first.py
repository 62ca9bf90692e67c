"""Predict first in the window: keys, buttons and arrows answer, and nothing on the screen tells.

What is asked and what is right is tested without a window, in tests/session/exercises.
"""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.gui.bars.exercise_bar import ExerciseBar
from perceptron_gui.gui.features.run_table import TablePanel
from perceptron_gui.session.exercises.predict_first import RIGHT_OR_WRONG, WHICH_WAY
from tests.gui.desk import Desk, Key, Modifier
from tests.gui.painted_letters import painted
from tests.session.bench import TEXTBOOK, XOR

THREE = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", "B", "C"])
RIGHT, MISTAKE = Key.Key_1, Key.Key_2
TOWARDS, AWAY = Key.Key_1, Key.Key_2
NEXT = Key.Key_1


def told(desk: Desk) -> str:
    """Return what the line below the plane says of errors."""
    line = desk.window.model_bar.line
    return line.errors if line is not None else ""


def begin(desk: Desk, dataset: Dataset = TEXTBOOK, settings: TrainingSettings | None = None) -> ExerciseBar:
    """Show points and switch the questions on."""
    desk.show(dataset, settings)
    desk.key(Key.Key_Q)
    desk.settle()
    assert desk.window.exercise.is_on
    assert desk.window.exercise.isVisible()
    return desk.window.exercise


def asks(bar: ExerciseBar, question: str | None) -> None:
    """Check what is on the table, and that the buttons say so."""
    assert bar.prompt.question == question
    texts = [button.text() for button in bar.buttons if not button.isHidden()]
    expected = {
        RIGHT_OR_WRONG.kind: ["1  right", "2  a mistake"],
        WHICH_WAY.kind: ["1  towards x", "2  away from x"],
        None: ["1  next"],
    }
    assert texts == expected[question]


def offers_nothing(bar: ExerciseBar) -> None:
    """Check that nothing is asked, and that no button promises a next question."""
    assert bar.prompt.question is None
    assert all(button.isHidden() for button in bar.buttons)


def visit(desk: Desk, *answers: Key) -> str:
    """Answer until the visit is made; return what the run says to it."""
    bar = desk.window.exercise
    before = desk.snapshot.visit
    for answer in answers:
        assert desk.snapshot.visit == before
        desk.key(answer)
    desk.wait(lambda: desk.snapshot.visit == before + 1 and bar.prompt.question is None and bar.text.text() != "…")
    return bar.text.text()


def test_the_textbook_set_from_question_to_question(desk: Desk) -> None:
    bar = begin(desk)
    asks(bar, RIGHT_OR_WRONG.kind)
    assert "x₁" in bar.text.text()
    desk.key(MISTAKE)
    asks(bar, WHICH_WAY.kind)
    assert desk.snapshot.visit == 0
    assert visit(desk, TOWARDS) == (
        "Yes. The point was a mistake: y·f = 0 ≤ 0. Yes. w moves towards x, because y = +1: ηx is added."
    )
    assert bar.score.text() == "score 2 / 2"
    asks(bar, None)
    desk.key(NEXT)
    asks(bar, RIGHT_OR_WRONG.kind)
    assert "x₂" in bar.text.text()
    # w = (3, 3), b = 1: f(4, 3) = 22
    assert visit(desk, RIGHT) == "Yes. The point was right: y·f = 22 > 0."
    desk.key(NEXT)
    # f(1, 1) = 7, y = −1
    words = visit(desk, RIGHT)
    assert words == "No. The point was a mistake: y·f = −7 ≤ 0."
    assert bar.score.text() == "score 3 / 4"
    desk.key(NEXT)
    # w = (2, 2), b = 0: x₁ is right
    assert visit(desk, MISTAKE, AWAY) == "No. The point was right: y·f = 12 > 0."
    assert bar.score.text() == "score 3 / 5"


def test_the_buttons_answer_like_the_keys(desk: Desk) -> None:
    bar = begin(desk)
    bar.buttons[1].click()
    asks(bar, WHICH_WAY.kind)
    bar.buttons[0].click()
    desk.wait(lambda: bar.prompt.tally.asked == 2)
    assert bar.prompt.tally.correct == 2


def test_the_point_it_asks_about_wears_a_ring(desk: Desk) -> None:
    bar = begin(desk, XOR, TrainingSettings(order=Order.SHUFFLED, seed=3))
    for _ in range(4):
        asked = bar.prompt.point
        assert asked is not None
        assert f"x{'₁₂₃₄'[asked]}" in bar.text.text()
        assert desk.window.canvas._marks.upcoming is not None
        visit(desk, RIGHT)
        assert desk.snapshot.last is not None
        assert desk.snapshot.last.point == asked
        assert bar.prompt.point is None
        assert desk.window.canvas._marks.upcoming is None
        desk.key(NEXT)


def test_an_empty_plane_has_nothing_to_predict(desk: Desk) -> None:
    desk.clear()
    desk.key(Key.Key_Q)
    bar = desk.window.exercise
    offers_nothing(bar)
    assert "place one" in bar.text.text()
    desk.window.controller.place([[1.0, 1.0]], [0])
    desk.wait(lambda: bar.prompt.question == RIGHT_OR_WRONG.kind)
    assert "x₁" in bar.text.text()


# An arrow answers "which way"


def draw(desk: Desk, *path: tuple[float, float]) -> str:
    """Drag an arrow to the last place; return what the run says to it."""
    bar, before = desk.window.exercise, desk.snapshot.visit
    desk.drag(*path)
    desk.wait(lambda: desk.snapshot.visit == before + 1 and bar.text.text() != "…")
    return bar.text.text()


def test_an_arrow_is_held_against_the_truth(desk: Desk) -> None:
    bar = begin(desk)
    desk.key(MISTAKE)
    marks = desk.window.canvas._marks
    assert marks.way is not None
    assert marks.way.arrows == []
    assert (marks.way.tip - desk.window.canvas.frame.point(0, 0)).manhattanLength() < 1
    words = draw(desk, (0, 0), (1, 0.2), (1.5, 1.5))
    assert words.startswith("Yes. The point was a mistake: y·f = 0 ≤ 0. Yes. Your arrow is ")
    assert words.endswith("° off. w moves towards x, because y = +1: ηx is added.")
    assert bar.score.text() == "score 2 / 2"
    assert bar.prompt.way is not None
    assert bar.prompt.way.truth == (3.0, 3.0)
    assert bar.prompt.way.angle is not None
    assert bar.prompt.way.angle < 1
    names = [label.text for label in marks.way.labels]
    assert names[0] == "truth"
    assert names[1].startswith("you: ")
    assert names[1].endswith("° off")
    assert len(marks.way.arrows) == 2
    asks(bar, None)
    desk.key(NEXT)
    assert marks.way is None


def test_the_second_arrow_begins_at_the_tip_of_w(desk: Desk) -> None:
    bar = begin(desk)
    visit(desk, MISTAKE, TOWARDS)
    for _ in range(2):
        desk.key(NEXT)
        if bar.prompt.point == 1:
            visit(desk, RIGHT)
    desk.key(MISTAKE)
    # w = (3, 3), and (1, 1) of class − is taken away: to the left and down
    words = draw(desk, (3, 3), (2.5, 2.6), (2, 2.1))
    assert "Yes. Your arrow is" in words
    assert bar.prompt.way is not None
    assert bar.prompt.way.truth == (-1.0, -1.0)
    assert desk.dataset.n_samples == 3


def test_a_short_arrow_and_esc_say_nothing(desk: Desk) -> None:
    bar = begin(desk)
    desk.key(MISTAKE)
    desk.click(0, 0)
    asks(bar, WHICH_WAY.kind)
    desk.drag((0, 0), (1, 1), lets_go=False)
    assert desk.window.canvas._marks.way is not None
    assert len(desk.window.canvas._marks.way.arrows) == 1
    desk.key(Key.Key_Escape, on=desk.window)
    assert desk.window.canvas._marks.way.arrows == []
    desk.release(1, 1)
    asks(bar, WHICH_WAY.kind)
    assert desk.settle().visit == 0
    assert desk.dataset.n_samples == 3


def test_the_keyboard_draws_an_arrow_too(desk: Desk) -> None:
    bar = begin(desk)
    desk.key(MISTAKE)
    desk.key(Key.Key_Return)
    for _ in range(3):
        desk.key(Key.Key_Up)
        desk.key(Key.Key_Right)
    assert desk.window.canvas._marks.way is not None
    assert len(desk.window.canvas._marks.way.arrows) == 1
    desk.key(Key.Key_Space)
    desk.wait(lambda: bar.prompt.tally.asked == 2)
    assert bar.prompt.tally.correct == 2
    assert bar.prompt.way is not None
    assert bar.prompt.way.angle == pytest.approx(0, abs=1e-6)


# Nothing gives the answer away


def test_while_it_asks_nothing_on_the_screen_answers(desk: Desk) -> None:
    desk.show(XOR)
    desk.key(Key.Key_End)
    desk.wait(lambda: desk.snapshot.frontier == 8)
    desk.window.controller.seek(3)
    desk.wait(lambda: desk.snapshot.visit == 3)
    assert len(desk.window.canvas._marks.errors)
    assert desk.snapshot.ticks is not None
    assert int(desk.snapshot.ticks.sum()) == 7
    desk.key(Key.Key_Q)
    desk.settle()
    desk.wait(lambda: desk.snapshot.is_veiled and desk.window.canvas.snapshot is desk.snapshot)
    assert not len(desk.window.canvas._marks.errors)
    assert (desk.snapshot.frontier, int(desk.snapshot.ticks.sum())) == (3, desk.snapshot.updates)
    desk.wait(lambda: "? of 4 wrong" in told(desk))
    desk.window.side.bring_named("table")
    desk.wait(lambda: desk.window.side.panel(TablePanel).model.rowCount() == 3)
    desk.key(Key.Key_Q)
    desk.wait(lambda: not desk.snapshot.is_veiled and desk.window.side.panel(TablePanel).model.rowCount() == 8)
    desk.wait(lambda: len(desk.window.canvas._marks.errors))


def test_the_table_shows_no_row_of_what_comes_next(desk: Desk) -> None:
    desk.show(XOR)
    desk.window.side.bring_named("table")
    model = desk.window.side.panel(TablePanel).model
    desk.key(Key.Key_End)
    desk.wait(lambda: model.rowCount() == 8)
    desk.key(Key.Key_Q)
    desk.key(Key.Key_Home)
    desk.wait(lambda: desk.snapshot.visit == 0 and model.rowCount() == 0)
    visit(desk, MISTAKE, TOWARDS)
    desk.wait(lambda: model.rowCount() == 1 and model.known(0) is not None)
    assert model.known(1) is None


# Only before mistakes


def test_space_goes_on_to_the_next_mistake(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    desk.key(Key.Key_Q, Modifier.ShiftModifier)
    bar = desk.window.exercise
    visit(desk, TOWARDS)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit == 2 and bar.prompt.question == WHICH_WAY.kind)
    desk.window.actions_by_id["run.predict_mistakes"].trigger()
    desk.wait(lambda: bar.prompt.question == RIGHT_OR_WRONG.kind)
    assert not bar.option.isChecked()


def test_the_box_in_the_bar_and_the_menu_are_one(desk: Desk) -> None:
    bar = begin(desk)
    bar.option.click()
    assert desk.window.actions_by_id["run.predict_mistakes"].isChecked()
    desk.wait(lambda: bar.prompt.question == WHICH_WAY.kind)
    bar.option.click()
    assert not desk.window.actions_by_id["run.predict_mistakes"].isChecked()
    desk.wait(lambda: bar.prompt.question == RIGHT_OR_WRONG.kind)


def test_switched_off_on_the_way_to_a_mistake_it_stands(desk: Desk) -> None:
    desk.show(Dataset.of([[3, 3], [4, 3], [-1, -1]], [1, 1, 0]))
    desk.key(Key.Key_Q, Modifier.ShiftModifier)
    visit(desk, TOWARDS)
    desk.key(NEXT)
    desk.key(Key.Key_Q)
    desk.settle()
    desk.wait(lambda: not desk.snapshot.is_playing and not desk.snapshot.is_veiled)


# Other things happen while a question is open


def test_going_elsewhere_asks_about_what_comes_there(desk: Desk) -> None:
    bar = begin(desk)
    desk.key(Key.Key_Right)
    desk.wait(lambda: "x₂" in bar.text.text())
    asks(bar, RIGHT_OR_WRONG.kind)
    desk.key(Key.Key_Right)
    desk.wait(lambda: "x₃" in bar.text.text())
    desk.key(Key.Key_Home)
    desk.wait(lambda: "x₁" in bar.text.text())
    assert bar.prompt.tally.asked == 0


@pytest.mark.parametrize("mode", [Mode.MULTICLASS, Mode.PRIMAL])
def test_another_mode_takes_a_question_back_that_it_does_not_ask(desk: Desk, mode: Mode) -> None:
    bar = begin(desk, settings=TrainingSettings(mode=Mode.DUAL))
    desk.key(MISTAKE)
    asks(bar, WHICH_WAY.kind)
    desk.window.controller.change_settings("mode", mode=mode)
    desk.wait(lambda: desk.snapshot.settings.mode is mode)
    desk.settle()
    asks(bar, RIGHT_OR_WRONG.kind)
    assert visit(desk, RIGHT).startswith("No. The point was a mistake")


def test_another_example_and_undo_begin_anew(desk: Desk) -> None:
    bar = begin(desk)
    visit(desk, MISTAKE, TOWARDS)
    assert bar.prompt.tally.asked == 2
    desk.window.controller.set_dataset(XOR, "example")
    desk.wait(lambda: desk.snapshot.dataset.n_samples == 4)
    desk.settle()
    asks(bar, RIGHT_OR_WRONG.kind)
    assert bar.prompt.tally.asked == 0
    assert "x₁" in bar.text.text()
    desk.key(MISTAKE)
    desk.window.controller.undo()
    desk.wait(lambda: desk.snapshot.dataset.n_samples == 3)
    desk.settle()
    asks(bar, RIGHT_OR_WRONG.kind)
    assert visit(desk, MISTAKE, TOWARDS).startswith("Yes.")


@pytest.mark.parametrize("then", ["example", "undo", "mode"])
def test_a_change_right_after_an_answer_leaves_no_question_hanging(desk: Desk, then: str) -> None:
    desk.show(TEXTBOOK)
    desk.window.controller.set_dataset(TEXTBOOK.with_points([[5, 5]], [1]), "place")
    desk.settle()
    desk.key(Key.Key_Q)
    bar = desk.window.exercise
    desk.key(MISTAKE)
    desk.key(TOWARDS)
    controller = desk.window.controller
    if then == "example":
        controller.set_dataset(XOR, "example")
    elif then == "undo":
        controller.undo()
    else:
        controller.change_settings("mode", mode=Mode.MULTICLASS)
    desk.settle()
    desk.wait(lambda: bar.text.text() != "…")
    asks(bar, RIGHT_OR_WRONG.kind)
    assert bar.prompt.point == desk.snapshot.upcoming
    visit(desk, MISTAKE, TOWARDS)
    assert bar.prompt.tally.correct >= 1


def test_switched_on_while_it_plays_it_asks_where_the_run_comes_to_rest(desk: Desk) -> None:
    desk.show(XOR)
    desk.set_speed(5)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit > 2)
    desk.key(Key.Key_Q)
    bar = desk.window.exercise
    desk.wait(lambda: not desk.snapshot.is_playing)
    desk.settle()
    assert not desk.window.controller.view_state.is_playing
    if bar.prompt.question is not None:
        assert bar.prompt.point == desk.snapshot.upcoming


# Keys


def test_space_says_what_to_do_and_plays_nothing(desk: Desk) -> None:
    begin(desk)
    desk.key(Key.Key_Space)
    desk.settle()
    assert desk.message == "Predict first is on: answer with 1 or 2, or switch it off with Q."
    assert desk.snapshot.visit == 0
    desk.key(Key.Key_Q)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit > 0)


def test_1_and_2_are_answers_while_it_is_on_and_classes_otherwise(desk: Desk) -> None:
    desk.show(TEXTBOOK)
    desk.key(Key.Key_2)
    assert desk.window.gestures.current_class == 1
    desk.key(Key.Key_1)
    assert desk.window.gestures.current_class == 0
    desk.key(Key.Key_Q)
    desk.key(Key.Key_2)
    assert desk.window.gestures.current_class == 0
    assert desk.window.exercise.prompt.question == WHICH_WAY.kind
    desk.key(Key.Key_Q)
    assert not desk.window.exercise.isVisible()
    assert desk.window.exercise.prompt.point is None
    desk.key(Key.Key_2)
    assert desk.window.gestures.current_class == 1
    assert desk.settle().visit == 0


def test_switched_on_again_the_score_is_new(desk: Desk) -> None:
    bar = begin(desk)
    visit(desk, MISTAKE, TOWARDS)
    desk.key(Key.Key_Q)
    desk.key(Key.Key_Q)
    asks(bar, RIGHT_OR_WRONG.kind)
    assert (bar.prompt.tally.asked, bar.score.text()) == (0, "")
    assert "x₂" in bar.text.text()


# Online order: predicted first, then revealed, then learned from


def test_a_point_clicked_in_is_predicted_then_revealed_then_learned_from(desk: Desk) -> None:
    """The regions tell what the program thinks; nothing else does until the class has spoken."""
    bar = begin(desk, settings=TrainingSettings(order=Order.ONLINE))
    for _ in range(3):
        visit(desk, RIGHT)
        desk.key(NEXT)
    assert bar.text.text() == "Every point has been shown once. Place a new one to predict it."
    asked = bar.prompt.tally.asked
    theta = desk.snapshot.theta.tolist()
    desk.window.controller.change_view(current_class=0)
    desk.click(2.2, 1.7)
    desk.wait(lambda: bar.prompt.question == RIGHT_OR_WRONG.kind and bar.prompt.point == 3)
    desk.wait(lambda: desk.window.canvas.snapshot is desk.snapshot)
    assert desk.snapshot.theta.tolist() == theta, "not learned from yet"
    assert not len(desk.window.canvas._marks.errors), "not revealed yet"
    assert told(desk).startswith("? of ")
    assert desk.window.canvas._layers.ground._cells, "the regions tell"
    words = visit(desk, MISTAKE, AWAY)
    assert words.startswith("Yes. The point was a mistake: y·f = ")
    assert desk.snapshot.theta.tolist() != theta
    assert bar.prompt.tally.asked == asked + 2
    # the next point comes while the answer to the last one still stands
    desk.window.controller.change_view(current_class=1)
    desk.click(2.6, 2.4)
    desk.wait(lambda: bar.prompt.point == 4)
    visit(desk, RIGHT)
    assert bar.prompt.tally.asked == asked + 3


def test_a_point_placed_while_an_online_run_plays_is_asked_about_once_it_asks(desk: Desk) -> None:
    points = Dataset.of([[i % 7, i % 5] for i in range(60)], [i % 2 for i in range(60)])
    desk.show(points, TrainingSettings(order=Order.ONLINE))
    desk.set_speed(4)
    desk.key(Key.Key_Space)
    desk.wait(lambda: desk.snapshot.visit > 3)
    desk.click(3.3, 1.7)
    desk.wait(lambda: desk.snapshot.dataset.n_samples == 61)
    desk.key(Key.Key_Q)
    bar = desk.window.exercise
    desk.settle()
    desk.wait(lambda: bar.prompt.question == RIGHT_OR_WRONG.kind and bar.prompt.point == desk.snapshot.upcoming)
    place = desk.snapshot.visit
    desk.click(3.7, 1.3)
    desk.wait(lambda: desk.snapshot.dataset.n_samples == 62)
    desk.settle()
    assert (desk.snapshot.visit, bar.prompt.point) == (place, desk.snapshot.upcoming)
    visit(desk, RIGHT)
    assert bar.prompt.tally.asked == 1


def test_the_ring_stays_on_its_point_when_the_picture_moves(desk: Desk) -> None:
    begin(desk)
    canvas = desk.window.canvas
    for move in (lambda: canvas.zoom(1.5), lambda: desk.window.resize(1000, 640), canvas.fit):
        move()
        desk.wait(lambda: _is_at(desk, 0))


def _is_at(desk: Desk, point: int) -> bool:
    at, x = desk.window.canvas._marks.upcoming, desk.dataset.X[point]
    return at is not None and (at - desk.window.canvas.frame.point(*x.tolist())).manhattanLength() < 1


@pytest.mark.parametrize("goes_back", [False, True])
def test_a_question_about_another_class_is_dropped_with_the_mode(desk: Desk, goes_back: bool) -> None:
    bar = begin(desk, THREE)
    desk.window.controller.change_settings("mode", mode=Mode.MULTICLASS)
    desk.settle()
    visit(desk, MISTAKE, TOWARDS)
    desk.key(NEXT)
    desk.key(MISTAKE)
    assert bar.prompt.way is not None
    assert bar.prompt.way.row == 1
    # two classes have one vector: the canvas hears of them before the question is taken away
    if goes_back:
        desk.do("edit.undo")
    else:
        desk.window.controller.change_settings("mode", mode=Mode.PRIMAL)
    desk.wait(lambda: desk.settle().settings.mode is Mode.PRIMAL)
    asks(bar, RIGHT_OR_WRONG.kind)
    assert bar.prompt.way is None


def in_one_frame(desk: Desk, *keys: Key) -> None:
    """Press keys so fast that the window sees the run only after the last of them."""
    controller = desk.window.controller
    taken, controller.training_thread.mailbox.take = controller.training_thread.mailbox.take, lambda: None  # type: ignore[method-assign]
    done: list[bool] = []
    for key in keys:
        desk.key(key)
    controller.post(lambda worker: done.append(True))
    desk.wait(lambda: done)
    controller.training_thread.mailbox.take = taken  # type: ignore[method-assign]
    desk.settle()


@pytest.mark.parametrize("back", [Key.Key_Left, Key.Key_Home])
def test_an_answer_and_a_way_back_in_one_frame_ask_again(desk: Desk, back: Key) -> None:
    bar = begin(desk)
    for _ in range(2):
        visit(desk, RIGHT)
        desk.key(NEXT)
    in_one_frame(desk, RIGHT, back)
    desk.wait(lambda: bar.text.text() != "…")
    assert desk.snapshot.visit == (2 if back is Key.Key_Left else 0)
    asks(bar, RIGHT_OR_WRONG.kind)
    assert visit(desk, RIGHT).startswith(("Yes", "No"))


def test_going_back_while_it_looks_for_a_mistake_looks_again(desk: Desk) -> None:
    bar = begin(desk, XOR)
    desk.do("run.predict_mistakes")
    desk.wait(lambda: bar.prompt.question == WHICH_WAY.kind)
    visit(desk, TOWARDS)
    in_one_frame(desk, NEXT, Key.Key_Left)
    desk.wait(lambda: bar.prompt.question == WHICH_WAY.kind)
    assert "will be a mistake" in bar.text.text()


@pytest.mark.parametrize(("theme", "size"), [("light", "largest"), ("projector", "usual")])
def test_the_buttons_leave_the_question_its_lines(desk: Desk, theme: str, size: str) -> None:
    desk.window.controller.change_view(theme=theme, text_size=size)
    desk.window.resize(1280, 800)
    bar = begin(desk)
    desk.wait(lambda: desk.window.width() == 1280)
    for _ in range(2):
        QApplication.processEvents()
        lines = painted(bar.text)
        assert "".join(line.text for line in lines).replace(" ", "") == bar.text.text().replace(" ", "")
        assert all(0.6 * line.size <= line.at.y() <= bar.text.height() for line in lines), bar.text.text()
        buttons = [button.geometry() for button in bar.buttons if button.isVisible()]
        assert not any(map(bar.text.geometry().intersects, buttons))
        visit(desk, MISTAKE, TOWARDS)
