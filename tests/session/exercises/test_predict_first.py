"""Predict first: what is asked, what is right, and what is said to it, in every mode and order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.exercises.exercise import NO_ANSWERS, Tally
from perceptron_gui.session.exercises.predict_first import ONLY_MISTAKES, RIGHT_OR_WRONG, WHICH_WAY, PredictFirst
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import TrainingWorker
from tests.session.bench import TEXTBOOK, XOR
from tests.session.exercises.blackboard import Blackboard

THREE = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", "B", "C"])
RIGHT = TOWARDS = NEXT = 1
MISTAKE = AWAY = 2


def begin(dataset: Dataset = TEXTBOOK, settings: TrainingSettings | None = None) -> Blackboard:
    return Blackboard(PredictFirst, dataset, settings)


def before_mistakes(dataset: Dataset = TEXTBOOK, settings: TrainingSettings | None = None) -> Blackboard:
    return Blackboard(PredictFirst, dataset, settings, frozenset({ONLY_MISTAKES}))


def asks(board: Blackboard, question: str | None) -> None:
    """Check what is on the table, and what 1 and 2 mean."""
    assert board.prompt.question == question
    expected = {
        RIGHT_OR_WRONG.kind: ("1  right", "2  a mistake"),
        WHICH_WAY.kind: ("1  towards x", "2  away from x"),
        None: ("1  next", ""),
    }
    assert board.prompt.answers == expected[question]


def score(board: Blackboard) -> str:
    return board.prompt.tally.text


def test_a_tally_counts_and_never_changes() -> None:
    first = Tally()
    assert (first.asked, first.correct, first.text) == (0, 0, "")
    tally = first
    for is_correct, text in ((True, "1 / 1"), (False, "1 / 2"), (True, "2 / 3")):
        tally = tally.counting(is_correct)
        assert tally.text == text
    assert first == Tally()


@pytest.mark.parametrize("mode", [Mode.PRIMAL, Mode.DUAL])
def test_the_textbook_set_from_question_to_question(mode: Mode) -> None:
    board = begin(settings=TrainingSettings(mode=mode))
    asks(board, RIGHT_OR_WRONG.kind)
    assert "x₁" in board.prompt.text
    board.answer(MISTAKE)
    asks(board, WHICH_WAY.kind)
    assert board.shown.visit == 0
    assert board.answer(TOWARDS) == (
        "Yes. The point was a mistake: y·f = 0 ≤ 0. Yes. w moves towards x, because y = +1: ηx is added."
    )
    assert score(board) == "2 / 2"
    asks(board, None)
    board.answer(NEXT)
    asks(board, RIGHT_OR_WRONG.kind)
    assert "x₂" in board.prompt.text
    # w = (3, 3), b = 1: f(4, 3) = 22
    assert board.answer(RIGHT) == "Yes. The point was right: y·f = 22 > 0."
    # f(1, 1) = 7, y = −1
    assert board.answer(NEXT, RIGHT) == "No. The point was a mistake: y·f = −7 ≤ 0."
    assert score(board) == "3 / 4"
    # w = (2, 2), b = 0: x₁ is right
    assert board.answer(NEXT, MISTAKE, AWAY) == "No. The point was right: y·f = 12 > 0."
    assert score(board) == "3 / 5"


def test_away_is_right_for_a_minus_point_and_towards_is_not() -> None:
    board = begin(Dataset.of([[1, 1], [3, 3], [2, 2]], [0, 1, 0]))
    assert board.answer(MISTAKE, AWAY).endswith("Yes. w moves away from x, because y = −1: ηx is subtracted.")
    # w = (−1, −1), b = −1
    assert board.answer(NEXT, MISTAKE, AWAY).endswith("No. w moves towards x, because y = +1: ηx is added.")
    assert score(board) == "3 / 4"


def test_multiclass_asks_about_the_vector_of_the_points_own_class() -> None:
    board = begin(THREE, TrainingSettings(mode=Mode.MULTICLASS))
    board.answer(MISTAKE)
    assert "Which way will w(A) move?" in board.prompt.text
    assert board.answer(TOWARDS) == (
        "Yes. The point was a mistake: its class has 0, and the best rival has 0. "
        "Yes. w(A) moves towards x: ηx is added to it and subtracted from w(B)."
    )
    board.answer(NEXT, MISTAKE)
    assert "Which way will w(B) move?" in board.prompt.text
    assert board.answer(AWAY).endswith("No. w(B) moves towards x: ηx is added to it and subtracted from w(A).")
    assert score(board) == "3 / 4"


def test_multiclass_says_which_scores_decided() -> None:
    board = begin(THREE, TrainingSettings(mode=Mode.MULTICLASS))
    assert board.answer(RIGHT) == "No. The point was a mistake: its class has 0, and the best rival has 0."


@pytest.mark.parametrize("mode", [Mode.PRIMAL, Mode.DUAL])
def test_batch_asks_at_the_end_of_a_pass_for_the_whole_update(mode: Mode) -> None:
    board = begin(settings=TrainingSettings(mode=mode, order=Order.BATCH))
    for _ in range(2):
        assert "w moves" not in board.answer(MISTAKE)
        board.answer(NEXT)
    board.answer(RIGHT)
    # x₁ and x₂ were mistakes, so that w moves whatever x₃ is
    assert board.prompt.text == (
        "The pass ends with x₃: all errors in the pass are added up. "
        "Which way will w move? Draw an arrow from its tip, or choose."
    )
    assert board.prompt.answers == ("1  to the left", "2  to the right")
    # (3, 3) + (4, 3) − (1, 1)
    assert board.answer(2).endswith("Yes. w moves by (6, 5), the sum over all errors.")
    assert score(board) == "3 / 4"


def test_a_batch_pass_without_errors_is_not_asked_about() -> None:
    board = begin(settings=TrainingSettings(order=Order.BATCH, initial=(1, 1, -3)))
    for _ in range(3):
        board.answer(RIGHT, NEXT)
    assert board.shown.stop is Stop.CONVERGED
    assert score(board) == "3 / 3"


@pytest.mark.parametrize("order", [Order.SHUFFLED, Order.RANDOM, Order.BATCH, Order.ONLINE])
def test_the_point_it_asks_about_is_the_one_that_comes(order: Order) -> None:
    board = begin(XOR, TrainingSettings(order=order, seed=3))
    for _ in range(4):
        asked = board.prompt.point
        assert asked is not None
        assert f"x{'₁₂₃₄'[asked]}" in board.prompt.text
        board.answer(RIGHT)
        if board.prompt.question == WHICH_WAY.kind:  # in batch order w moves at the end of the pass
            board.answer(TOWARDS)
        assert board.shown.last is not None
        assert board.shown.last.point == asked
        assert board.prompt.point is None
        board.answer(NEXT)


def test_at_the_end_nothing_is_left_to_predict() -> None:
    board = begin()
    while board.shown.stop is None:
        board.answer(RIGHT, NEXT)
    assert board.shown.stop is Stop.CONVERGED
    for _ in range(2):
        assert board.prompt.text == "The run has ended: there is nothing left to predict."
        assert (board.prompt.question, board.prompt.answers) == (None, NO_ANSWERS)
        board.answer(RIGHT)
    assert board.prompt.tally.asked == board.shown.visit


# An arrow answers "which way"


def test_an_arrow_is_held_against_the_truth() -> None:
    board = begin()
    board.answer(MISTAKE)
    assert board.prompt.takes_arrow
    assert board.prompt.way is not None
    assert board.prompt.way.truth is None
    words = board.draw(2, 2)
    assert words == (
        "Yes. The point was a mistake: y·f = 0 ≤ 0. Yes. Your arrow is 0° off. "
        "w moves towards x, because y = +1: ηx is added."
    )
    assert score(board) == "2 / 2"
    assert (board.prompt.way.drawn, board.prompt.way.truth) == ((2, 2), (3.0, 3.0))
    assert not board.prompt.takes_arrow
    board.answer(NEXT)
    assert board.prompt.way is None


def test_an_arrow_too_far_off_is_wrong_and_says_by_how_much() -> None:
    board = begin()
    board.answer(MISTAKE)
    assert "No. Your arrow is 45° off; up to 30° counts as right." in board.draw(2, 0)
    assert score(board) == "1 / 2"


def test_an_arrow_that_nobody_asked_for_answers_nothing() -> None:
    board = begin()
    before = board.prompt
    board.draw(2, 2)
    assert (board.prompt, board.shown.visit) == (before, 0)


def test_where_w_stays_an_arrow_is_not_counted() -> None:
    board = begin(XOR)
    board.answer(MISTAKE)
    assert board.draw(0.5, 0.5).endswith("Not counted: w stays where it is.")
    assert score(board) == "1 / 1"


def test_who_said_mistake_and_was_wrong_is_not_judged_by_the_arrow() -> None:
    board = begin()
    board.answer(MISTAKE, TOWARDS, NEXT, MISTAKE)
    assert board.draw(-1, -1) == "No. The point was right: y·f = 22 > 0."
    assert score(board) == "2 / 3"
    assert board.prompt.way is None


# Only before mistakes


def test_only_before_mistakes_it_pauses_before_each_of_them() -> None:
    board = before_mistakes()
    places = []
    while board.shown.stop is None:
        asks(board, WHICH_WAY.kind)
        assert "will be a mistake. Which way will w move?" in board.prompt.text
        places.append(board.shown.visit)
        assert board.shown.frontier == board.shown.visit
        words = board.answer(TOWARDS)
        assert "w moves" in words
        assert "The point was" not in words
        board.answer(NEXT)
    assert places == board.bench.run.log.visits.tolist()
    assert board.prompt.text == "The run has ended: there is nothing left to predict."
    assert board.prompt.tally.asked == len(places)


@pytest.mark.parametrize("order", [Order.SHUFFLED, Order.RANDOM, Order.BATCH, Order.ONLINE])
@pytest.mark.parametrize("mode", list(Mode))
def test_only_before_mistakes_in_every_order_and_mode(order: Order, mode: Mode) -> None:
    board = before_mistakes(XOR, TrainingSettings(order=order, mode=mode, seed=2))
    n_asked = 0
    while board.prompt.question and n_asked < 6:
        n_asked += 1
        updates = board.shown.updates
        board.answer(AWAY)
        assert board.shown.updates == updates + 1
        assert board.prompt.tally.asked <= n_asked
        board.answer(NEXT)
    assert n_asked


def test_only_before_mistakes_a_cycle_is_named_and_next_goes_round() -> None:
    # the visits 1–7 are mistakes, 8 and 9 are right, and after them the weights come back
    board = before_mistakes(Dataset.of([[0, 0], [1, 0], [-1, 0]], [0, 1, 1]))
    for _ in range(7):
        asks(board, WHICH_WAY.kind)
        board.answer(TOWARDS, NEXT)
    assert board.prompt.text.startswith("A cycle with ")
    assert board.shown.visit == 9
    asks(board, None)
    board.answer(NEXT)
    asks(board, WHICH_WAY.kind)
    assert board.shown.visit >= 9


def test_the_option_can_change_while_it_asks() -> None:
    board = begin()
    board.exercise.set_options(frozenset({ONLY_MISTAKES}))
    board.settle()
    asks(board, WHICH_WAY.kind)
    board.exercise.set_options(frozenset())
    board.settle()
    asks(board, RIGHT_OR_WRONG.kind)


# Other things happen while a question is open


def test_going_elsewhere_asks_about_what_comes_there() -> None:
    board = begin()
    for command, name in ((moves.step, "x₂"), (moves.step, "x₃"), (lambda w: moves.seek(w, 0), "x₁")):
        assert name in board.do(command).text
        asks(board, RIGHT_OR_WRONG.kind)
    assert board.prompt.tally.asked == 0


def test_going_on_while_it_is_asked_which_way_begins_anew() -> None:
    board = begin()
    board.answer(MISTAKE)
    asks(board, WHICH_WAY.kind)
    board.do(moves.step)
    asks(board, RIGHT_OR_WRONG.kind)
    assert board.shown.visit == 1
    assert "x₂" in board.prompt.text


OTHERS = {
    "a curved kernel": TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.RBF)),
    "several classes": TrainingSettings(mode=Mode.MULTICLASS),
    "another η": TrainingSettings(eta=2.0),
}


@pytest.mark.parametrize("name", OTHERS)
def test_an_answer_is_judged_by_no_other_run_that_has_come_to_the_same_visit_meanwhile(name: str) -> None:
    """The window shows no run between the two where it is busy, and the second asked about a w that it had not."""
    board = begin()
    board.answer(MISTAKE)
    board.exercise.answer(TOWARDS)
    bench = board.bench
    bench.load(bench.document.with_settings(OTHERS[name]))
    bench.worker.publication.n_commands += len(board.commands) + 1
    board.commands.clear()
    board.look(bench.do(moves.step))
    assert board.shown.visit == 1 and board.shown.last is not None and board.shown.last.changed
    asks(board, RIGHT_OR_WRONG.kind)
    assert "x₂" in board.prompt.text and board.prompt.tally.asked == 0


def test_other_points_begin_with_another_score() -> None:
    board = begin()
    board.answer(MISTAKE, TOWARDS)
    assert board.prompt.tally.asked == 2
    board.edit(XOR)
    asks(board, RIGHT_OR_WRONG.kind)
    assert board.prompt.tally.asked == 0
    assert "x₁" in board.prompt.text


@pytest.mark.parametrize("mode", list(Mode))
def test_before_points_came_at_the_end_of_a_batch_pass_it_is_asked_where_that_pass_ended(mode: Mode) -> None:
    """It looked for the mistake for ever: with the points that came the pass goes on, and ends later."""
    board = before_mistakes(XOR.first(3), TrainingSettings(mode=mode, order=Order.BATCH))
    asked_at = board.shown.visit
    board.answer(AWAY)
    assert (asked_at, board.shown.visit, board.shown.updates) == (2, 3, 1)
    board.edit(XOR)
    board.do(lambda worker: moves.seek(worker, 0))
    assert board.prompt.question == WHICH_WAY.kind and board.shown.visit == asked_at
    board.answer(AWAY)
    assert board.shown.visit == 3 and board.prompt.question is None


def test_an_empty_plane_has_nothing_to_predict_until_a_point_is_placed() -> None:
    board = begin(TEXTBOOK.first(0))
    assert (board.prompt.question, board.prompt.answers) == (None, NO_ANSWERS)
    assert "place one" in board.prompt.text
    board.edit(TEXTBOOK.first(1))
    asks(board, RIGHT_OR_WRONG.kind)
    assert "x₁" in board.prompt.text


def test_in_online_order_a_newly_placed_point_is_asked_about() -> None:
    board = begin(settings=TrainingSettings(order=Order.ONLINE))
    for _ in range(3):
        board.answer(RIGHT, NEXT)
    assert board.shown.stop is Stop.PASS_DONE
    assert board.prompt.text == "Every point has been shown once. Place a new one to predict it."
    before = score(board)
    board.edit(TEXTBOOK.with_points([[5.0, 5.0]], [1]))
    asks(board, RIGHT_OR_WRONG.kind)
    assert "x₄" in board.prompt.text
    assert score(board) == before
    # w = (2, 2), b = 0
    assert board.answer(RIGHT) == "Yes. The point was right: y·f = 20 > 0."
    board.edit(board.bench.document.dataset.with_points([[5.0, 4.0]], [0]))
    assert board.prompt.point == 4
    assert board.answer(MISTAKE, AWAY).startswith("Yes. The point was a mistake: y·f = −18 ≤ 0. Yes.")


@pytest.mark.parametrize("makes", [begin, before_mistakes])
def test_with_features_it_asks_no_way_of_a_w_that_is_not_in_the_plane(makes: Callable[..., Blackboard]) -> None:
    board = makes(XOR, TrainingSettings(bias=False, features=FeatureMap.read("x1*x2")))
    for _ in range(4):
        asks(board, RIGHT_OR_WRONG.kind)
        board.answer(MISTAKE)
        board.answer(NEXT)
    assert score(board).endswith("/ 4")


@pytest.mark.parametrize("options", [frozenset(), frozenset({ONLY_MISTAKES})])
def test_a_session_that_is_opened_with_it_comes_back_to_its_place_and_asks_there(options: frozenset[str]) -> None:
    board = Blackboard(PredictFirst, XOR)
    place = Place(9, (2, 5))
    board.exercise.end()
    board.bench.worker.restore(Document(XOR), board.bench.run_id, place)
    board.exercise = PredictFirst(board, options)  # type: ignore[arg-type]
    board.exercise.start()
    while board.commands:
        board.commands.pop(0)(board.bench.worker)
        board.bench.worker.publication.n_commands += 1
    while board.bench.worker.returning is not None:
        board.bench.worker.work_once()
        board.bench.mailbox.take()
    assert board.bench.run.visit == 9
    board.look(board.bench.do(TrainingWorker.pause))
    board.settle()
    assert board.prompt.question is (WHICH_WAY.kind if options else RIGHT_OR_WRONG.kind)


def test_an_answer_on_the_way_back_to_the_place_of_a_session_does_not_end_it() -> None:
    """The answer made a visit, and whatever else makes one gives up the way: the run stood where it had got to."""
    board = begin(XOR)
    board.bench.worker.restore(Document(XOR), board.bench.run_id, Place(9, (2, 5)))
    board.look(board.shown)
    assert board.prompt.question == RIGHT_OR_WRONG.kind
    board.answer(RIGHT)
    while board.bench.worker.returning is not None:
        board.bench.worker.work_once()
    assert board.bench.run.visit == 9
    assert board.prompt.question == RIGHT_OR_WRONG.kind
    assert not board.prompt.tally.asked
