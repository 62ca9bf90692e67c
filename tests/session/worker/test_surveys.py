"""Curves, and the states of the proof, follow a run while a view shows them, but not more often than twice a second."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.run.followers.variants import pocket_of
from perceptron_gui.engine.run.records.all_points import MistakeStates, mistake_states_of
from perceptron_gui.engine.run.records.curves import Curves, curves_of, weight_path_of
from perceptron_gui.engine.run.records.record import Look
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.publication import SURVEY_EVERY, Survey
from perceptron_gui.session.worker.scheduler import FAR, Scheduler
from perceptron_gui.session.worker.training_thread import TrainingThread
from tests.session.bench import TEXTBOOK, Bench

KINDS = {"curves": (Wants(curves=True), Curves), "proof": (Wants(proof=True), MistakeStates)}


def answers_of(bench: Bench) -> list[object]:
    """Take what was answered."""
    taken = []
    while not bench.answers.empty():
        taken.append(bench.answers.get()[1])
    return taken


@pytest.mark.parametrize("name", KINDS)
def test_a_survey_comes_when_it_is_wanted_and_again_when_the_run_has_gone_on(name: str) -> None:
    wants, kind = KINDS[name]
    bench = Bench.on(TEXTBOOK)
    bench.do(moves.step)
    assert answers_of(bench) == []
    bench.do(lambda worker: worker.want(wants))
    assert [type(answer) for answer in answers_of(bench)] == [kind]
    bench.worker.work_once()
    assert answers_of(bench) == [], "nothing has changed"
    bench.do(moves.step)
    assert answers_of(bench) == [], "too soon"
    assert 0 < bench.worker.seconds_until_due() <= SURVEY_EVERY
    bench.clock.now += SURVEY_EVERY
    bench.worker.work_once()
    assert [type(answer) for answer in answers_of(bench)] == [kind]
    assert bench.worker.seconds_until_due() == FAR


@pytest.mark.parametrize("name", ["curves", "proof", "path", "pocket", "averaged", "voted"])
def test_a_survey_comes_again_when_a_point_arrives_where_the_run_stands(name: str) -> None:
    bench = Bench.on(TEXTBOOK)
    bench.do(lambda worker: worker.want(Wants(**{name: True})))
    bench.do(lambda worker: moves.seek(worker, 100))
    bench.clock.now += SURVEY_EVERY
    bench.worker.work_once()
    before, visit = answers_of(bench)[-1], bench.run.visit
    bench.clock.now += SURVEY_EVERY
    bench.edit(Dataset.of([*TEXTBOOK.X.tolist(), [0, 0]], [*TEXTBOOK.labels.tolist(), 1], TEXTBOOK.classes))
    bench.worker.work_once()
    after = answers_of(bench)
    assert (bench.run.visit, bench.run.frontier, bench.run.stages.arrivals) == (visit, visit, ((visit, 3),))
    assert [type(answer) for answer in after] == [type(before)]


def test_both_come_where_both_are_wanted() -> None:
    bench = Bench.on(TEXTBOOK)
    bench.do(lambda worker: worker.want(Wants(curves=True, proof=True)))
    assert {type(answer) for answer in answers_of(bench)} == {Curves, MistakeStates}


SURVEYS = [curves_of, mistake_states_of, weight_path_of, pocket_of]


def finished_run() -> Run:
    run = Run(TEXTBOOK, TrainingSettings())
    run.advance(1000)
    return run


@pytest.mark.parametrize("survey", SURVEYS)
def test_a_survey_looks_between_places_and_can_be_given_up_there(survey: Callable[[Run, Look], object]) -> None:
    """Of a huge run it held the training thread for 0.9 s."""
    looks: list[int] = []
    survey(finished_run(), lambda: looks.append(1))
    assert len(looks) >= 5

    def give_up() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        survey(finished_run(), give_up)


def test_what_was_given_up_for_a_command_is_made_afterwards() -> None:
    are_waiting = [True]

    def look() -> None:
        if are_waiting:
            are_waiting.pop()
            raise Cancelled

    run, wants, survey = finished_run(), Wants(proof=True), Survey(mistake_states_of, lambda w: w.proof, float, look)
    assert survey.answer(run, wants, 0.0) is None
    assert survey.seconds_until_due(run, wants) == 0
    assert isinstance(survey.answer(run, wants, 0.0), MistakeStates)
    assert survey.answer(run, wants, 0.0) is None, "nothing has changed"


def test_long_work_of_the_training_thread_is_given_up_for_a_command() -> None:
    thread = TrainingThread(Scheduler())
    thread._look()
    thread.post(moves.step)
    thread._looked = 0.0
    with pytest.raises(Cancelled):
        thread._look()


@pytest.mark.seldom
def test_of_many_features_and_classes_curves_are_computed_at_fewer_places() -> None:
    """2000 × 784 in 10 classes took 4.6 s."""
    wide = Dataset.of(
        np.round(np.random.default_rng(2).normal(0, 1, (200, 300)), 2), [i % 10 for i in range(200)], "ABCDEFGHIJ"
    )
    narrow = Dataset.of(wide.X[:, :2], wide.labels.tolist(), "ABCDEFGHIJ")
    counts = []
    for dataset in (wide, narrow):
        run = Run(dataset, TrainingSettings(mode=Mode.MULTICLASS))
        run.advance(20_000)
        counts.append(len(curves_of(run).visits))
    assert counts[0] < counts[1] / 2
