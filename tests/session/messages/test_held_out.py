"""What is said of points that are held out (H1)."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.explanation.facts.place_facts import point_facts
from perceptron_gui.session.explanation.theorem.theorem_terms import theorem, theorem_numbers
from perceptron_gui.session.messages.run_end import errors_text, parts_text, state_news, test_text, untrained_text
from perceptron_gui.session.messages.verdict_text import verdict_hint
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import Analyst, TrainingWorker
from tests.session.bench import Bench

test_text.__test__ = False  # type: ignore[attr-defined]  # no test, whatever its name says

# On a line: A up to 2, B from 3; the points at 9 and at 0 have the wrong class, and are held out.
POINTS = Dataset.of([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [9, 0], [0, 1]], [0, 0, 0, 1, 1, 0, 1])
HELD_OUT = with_part(with_part(POINTS, [1, 5], Part.VALIDATION), [6], Part.TEST)


@pytest.fixture
def bench() -> Bench:
    """Return a bench where the run of the others has ended."""
    bench = Bench.on(HELD_OUT)
    bench.worker.want(Wants(alpha=True))
    bench.do(moves.go_to_end)
    return bench


def test_errors_are_told_part_by_part_and_those_of_the_test_part_when_it_was_looked_at(bench: Bench) -> None:
    shown = bench.do(TrainingWorker.pause)
    assert errors_text(shown) == "0 of 4 wrong in training, 1 of 2 in validation, ? of 1 in test"
    assert errors_text(hide_future(shown)) == "? of 4 wrong in training, ? of 2 in validation, ? of 1 in test"
    shown = bench.do(lambda worker: worker.want(Wants(test=True)))
    assert errors_text(shown) == "0 of 4 wrong in training, 1 of 2 in validation, 1 of 1 in test"
    plain = bench.edit(POINTS)
    assert errors_text(plain) == "7 of 7 wrong"


def test_the_card_of_a_point_names_its_part_and_hides_f_of_a_test_point(bench: Bench) -> None:
    shown = bench.do(TrainingWorker.pause)

    def facts(index: int) -> dict[str, str]:
        return dict(point_facts(shown, HELD_OUT, index).rows)

    assert facts(0)["part"] == "training"
    assert facts(5)["part"] == "validation: never trained on"
    assert facts(5)["y·f"].startswith("= −")
    assert facts(6) == {
        "class": "B, y = +1",
        "part": "test: never trained on",
        "f": "hidden until you look at the test part",
    }
    shown = bench.do(lambda worker: worker.want(Wants(test=True)))
    assert "y·f" in facts(6)
    assert "part" not in dict(point_facts(bench.edit(POINTS), POINTS, 0).rows)


def test_how_many_points_are_in_which_part_is_a_sentence() -> None:
    assert parts_text(HELD_OUT) == "4 points are used for training; held out: 2 for validation, 1 for testing."
    assert parts_text(POINTS) == "All points are used for training."


def test_classes_that_are_not_trained_on_are_named() -> None:
    dataset = with_part(POINTS, [3, 4, 6], Part.VALIDATION)
    assert untrained_text(dataset) == "All points of B are held out: none are left for training."
    assert untrained_text(HELD_OUT) == ""
    for mode in Mode:
        shown = Bench.on(dataset, TrainingSettings(mode)).do(moves.go_to_end)
        assert state_news(shown)[-1] == untrained_text(dataset)


def test_verdict_and_theorem_say_which_points_they_are_about() -> None:
    analyst = Analyst()
    for dataset, is_said in ((HELD_OUT, True), (with_part(HELD_OUT, [5], Part.TRAINING), True), (POINTS, False)):
        document = Document().with_dataset(dataset)
        finding = analyst.find(document)
        assert finding.analysis is not None
        numbers = theorem_numbers(document, finding.analysis)
        assert numbers is not None
        told = " ".join(map(str, theorem(numbers).reasons))
        for text in (verdict_hint(finding), told):
            assert ("training points count here" in text) is is_said


def test_what_is_known_of_the_test_part_is_remembered() -> None:
    document, state = Document().with_dataset(HELD_OUT), ViewState()
    assert "hidden" in test_text(state, 1)
    assert test_text(state, 0) == ""
    state = replace(state, shows_test=True, has_looked=True, looked_at=12)
    assert test_text(state, 1).startswith("You looked at the test part at visit 12.")
    fewer, longer = (
        document.with_dataset(each) for each in (HELD_OUT.without([0]), HELD_OUT.with_points([[1, 1]], [0]))
    )
    for same in (fewer, longer, document.with_settings(TrainingSettings(eta=0.5))):
        assert state.fitting(same, document).shows_test
    other = state.fitting(document.with_dataset(with_part(HELD_OUT, [0], Part.TEST)), document)
    assert (other.shows_test, other.has_looked) == (False, True)
    assert "seen one of its points before" in test_text(other, 2)
    opened = state.fitting(replace(document, origin="another file"), document)
    assert (opened.shows_test, opened.has_looked) == (False, False)
