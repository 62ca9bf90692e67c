"""What is said of averages, votes and the pocket, with numbers that pencil and paper give (V1–V3)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.followers import variants
from perceptron_gui.engine.run.followers.variants import average_at, pocket_of, vote_at
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.explanation.variant_steps import (
    average_facts,
    outcome,
    pocket_facts,
    vote_facts,
    votes_text,
)
from tests.session.bench import TEXTBOOK, XOR

THREE = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ["A", "B", "C"])


def at(visits: int, dataset: Dataset = TEXTBOOK, **rules: object) -> Run:
    """Return a run that stands after so many visits."""
    run = Run(dataset, TrainingSettings(**rules))  # type: ignore[arg-type]
    run.advance(visits)
    return run


def test_the_average_of_the_textbook_run_is_the_one_by_pencil() -> None:
    run = at(18)
    facts = average_facts(average_at(run, run.visit), take_snapshot(run, 1, Wants()))
    assert facts is not None
    assert [str(each) for each in facts.lines] == ["w_avg ≈ (1.72222, 1.72222)", "b_avg ≈ −1.27778"]
    assert facts.words == "The mean of the weights after each of 18 visits: 1 error out of 3."


def test_votes_are_counted_with_those_who_vote() -> None:
    run = at(18)
    vote = vote_at(run, run.visit)
    facts = vote_facts(vote, take_snapshot(run, 1, Wants()))
    assert facts is not None
    assert facts.words.startswith("One vote after each visit: 18 votes from 7 different sets of weights")
    assert vote.model is not None
    totals = [int(of[0]) for of in vote.model.decision_function(TEXTBOOK.X)]
    assert [votes_text(vote.model, x) for x in TEXTBOOK.X.tolist()] == [
        f"{'+' if lead > 0 else '−'} ahead by {abs(lead)} of 18" for lead in totals
    ]


def test_the_pocket_says_since_when_and_what_it_cost() -> None:
    run = at(40, XOR)
    facts = pocket_facts(pocket_of(run), take_snapshot(run, 1, Wants()))
    assert facts is not None
    assert facts.words.endswith(f"all points were checked after each of {run.state.updates} updates.")
    assert "error" in facts.words
    assert "since visit" in facts.words


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_with_a_kernel_there_is_no_w_to_write_and_without_bias_nothing(mode: Mode, bias: bool) -> None:
    points = THREE if mode is Mode.MULTICLASS else TEXTBOOK
    run = at(12, points, mode=mode, kernel=Kernel(KernelName.RBF), bias=bias)
    snapshot = take_snapshot(run, 1, Wants())
    for facts in (average_facts(average_at(run, run.visit), snapshot), pocket_facts(pocket_of(run), snapshot)):
        assert facts is not None
        assert all(str(each).startswith("b") for each in facts.lines)
        assert len(facts.lines) == (3 if mode is Mode.MULTICLASS else 1) * bias


def test_a_class_that_came_since_the_pocket_was_known_has_its_name() -> None:
    run = at(4, THREE.first(2).with_classes(["A", "B"]), mode=Mode.MULTICLASS)
    pocket = pocket_of(run)
    run.add_points(THREE)
    run.advance(3)
    facts = pocket_facts(pocket, take_snapshot(run, 1, Wants()))
    assert facts is not None
    assert [str(each).partition(" ")[0] for each in facts.lines if str(each).startswith("w")] == [
        f"w_best({name})" for name in "ABC"
    ]


def test_a_pocket_of_a_run_with_more_rows_tells_of_the_run_that_is_shown() -> None:
    """A class without points went from the palette, and the same points began anew."""
    points = THREE.first(2)
    two, three = (at(0, points.with_classes(list(names)), mode=Mode.MULTICLASS) for names in ("AB", "ABC"))
    snapshot, pocket = take_snapshot(two, 1, Wants()), pocket_of(three)
    facts = pocket_facts(pocket, snapshot)
    assert facts is not None and len(facts.lines) == 4  # w and b of each
    best = pocket.best_of(snapshot)
    assert best is not None and best.theta is snapshot.theta


def test_the_boundary_of_the_pocket_is_that_of_the_classes_of_then() -> None:
    run = at(4, THREE.first(2).with_classes(["A", "B"]), mode=Mode.MULTICLASS)
    run.add_points(THREE)
    run.advance(6)
    pocket = pocket_of(run)
    run.seek(2)
    model, _ = outcome(pocket, take_snapshot(run, 1, Wants()))
    assert model is not None and model.present == (0, 1) and len(model.theta) == 2


def test_every_class_has_its_votes() -> None:
    run = at(9, THREE, mode=Mode.MULTICLASS)
    model = vote_at(run, run.visit).model
    assert model is not None
    assert sum(map(int, votes_text(model, [1.0, 0.0]).split(" · "))) == run.visit


def test_nothing_is_said_of_another_cursor_or_run_nor_while_the_run_asks() -> None:
    run = at(10)
    average, vote, pocket = average_at(run, 10), vote_at(run, 10), pocket_of(run)
    elsewhere, other = take_snapshot(at(7), 1, Wants()), take_snapshot(at(10, eta=0.5), 1, Wants())
    for snapshot in (elsewhere, other, hide_future(take_snapshot(run, 1, Wants()))):
        assert average_facts(average, snapshot) is None
        assert vote_facts(vote, snapshot) is None
    assert pocket_facts(pocket, other) is None
    later = replace(take_snapshot(at(12), 1, Wants()), is_playing=True)
    assert average_facts(average, later) is not None, "of a run that moves, that of a moment before"


def test_too_many_voters_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "MOST_VOTERS", 2)
    run = at(18)
    facts = vote_facts(vote_at(run, run.visit), take_snapshot(run, 1, Wants()))
    assert facts is not None
    assert facts.words.startswith("There are too many different sets of weights")
    assert not np.any(facts.lines)
